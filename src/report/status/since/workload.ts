import type { Condition } from '../../plan/draft.ts';
import { resourceName } from '../../resource-name.ts';
import { toUnreadyKey } from '../../health/pods.ts';
import { isInRollout, isStarting } from './rollouts.ts';
import { byFact, holds, notYet, type Judged, type View } from './view.ts';

/**
 * A workload has as many ready pods as when the plan was made, or as many as it wants now, if these are fewer. One that
 * wants no pods now has lost none.
 */
export function judgeWorkload({ object = '', pods }: Condition, { readings, now }: View): Judged {
  const { unreadyPods } = readings;
  if (object.startsWith('rs/')) return judgeReplicaSet(object, pods, readings);
  return byFact(readings, 'workloadPods', (all) => {
    const found = all.find((one) => resourceName({ ...one, text: one.name }) === object);
    if (found === undefined) return judgeMissing(object, readings);
    const needed = Math.min(pods?.ready ?? found.wanted, found.wanted);
    if (found.ready >= needed) return holds;
    const judged = notYet(`${object} has ${found.ready} of ${found.wanted} pods ready`);
    const own = (unreadyPods?.ok === true ? unreadyPods.value : []).filter((pod) => toUnreadyKey(pod) === object);
    if (isInRollout(found, own, now)) return { ...judged, why: `${judged.why}, in a rollout`, isRolling: true };
    return isStarting(found, own, now) ? { ...judged, isRolling: true } : judged;
  });
}

/** One that was just created is missing, too, until its controller has reported its pods. */
function judgeMissing(object: string, readings: View['readings']): Judged {
  const fact = facts[object.split('/')[0] ?? ''] ?? 'deployments';
  return byFact(readings, fact, (all) => {
    const found = all.find((one) => resourceName({ ...one, text: one.name }) === object);
    const wantsNone = found === undefined || found.replicas === 0 || found.replicas === null;
    return wantsNone
      ? { state: 'holds', why: `${object} wants no pods now, or no longer exists` }
      : notYet(`the controller of ${object} has not reported its pods`);
  });
}

const facts: Readonly<Record<string, 'deployments' | 'statefulSets' | 'daemonSets'>> = {
  sts: 'statefulSets',
  ds: 'daemonSets',
};

/** ReplicaSets without a Deployment are not listed: their pods are counted. */
function judgeReplicaSet(object: string, pods: Condition['pods'], readings: View['readings']): Judged {
  return byFact(readings, 'pods', (all) => {
    const own = all.filter(
      ({ namespace, controller }) =>
        controller !== null &&
        resourceName({ kind: controller.kind, namespace, name: controller.name, text: '' }) === object,
    );
    const ready = own.filter((pod) => pod.ready).length;
    return ready >= (pods?.ready ?? 0) ? holds : notYet(`${object} has ${ready} pods ready`);
  });
}
