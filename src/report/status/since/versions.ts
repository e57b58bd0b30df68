import type { Condition, Task } from '../../plan/draft.ts';
import { resourceName } from '../../resource-name.ts';
import { compareAddonVersions, isBelow, parseAddonVersion, parseVersion } from '../../../syntax/versions.ts';
import { judgeNodes } from './nodes.ts';
import { byFact, holds, isAtMinor, notSeen, notYet, type Judged, type View } from './view.ts';

/** An object is at the version of a condition, or past it in the direction of the plan. */
export function judgeVersion(condition: Condition, task: Task, view: View): Judged {
  const { object = '', version = '' } = condition;
  if (object === 'control-plane') return judgeControlPlane(version, view);
  const [kind, ...rest] = object.split('/');
  if (kind === 'addon') return judgeAddon(rest.join('/'), version, view);
  if (kind === 'nodes') return judgeNodes(condition, task, view);
  return judgeWorkloadVersion(object, version, view);
}

function judgeControlPlane(wanted: string, view: View): Judged {
  const { version, status } = view.cluster;
  if (!isAtMinor(version, wanted, view.plan.plan.direction)) return notYet(`the cluster is at ${version}`);
  return status === 'ACTIVE' ? holds : notYet(`the cluster is ${status}`);
}

function judgeAddon(name: string, wanted: string, { readings, plan }: View): Judged {
  return byFact(readings, 'addons', (all) => {
    const found = all.find((one) => one.name === name);
    if (found === undefined) return notYet(`the add-on ${name} is not installed`);
    const { version, status } = found;
    const [is, to] = [parseAddonVersion(version), parseAddonVersion(wanted)];
    const order = is === undefined || to === undefined ? undefined : compareAddonVersions(is, to);
    const isThere =
      version === wanted || (order !== undefined && (plan.plan.direction === 'rollback' ? order <= 0 : order >= 0));
    if (!isThere) return notYet(`the add-on ${name} is at ${version}`);
    return status === 'ACTIVE' ? holds : notYet(`the add-on ${name} is ${status}`);
  });
}

/** Karpenter and the Cluster Autoscaler: the facts of their copies have versions. */
function judgeWorkloadVersion(object: string, wanted: string, { readings }: View): Judged {
  const judge = (found: readonly { kind?: string; namespace: string; name: string; version: string | null }[]) => {
    const own = found.find(
      (one) => resourceName({ ...one, kind: one.kind ?? 'Deployment', text: one.name }) === object,
    );
    if (own === undefined) return undefined;
    const version = own.version === null ? undefined : parseVersion(own.version);
    if (version === undefined) return notSeen({ message: `the version of ${object} was not seen` });
    return isReached(version, wanted) ? holds : notYet(`${object} runs ${version}`);
  };
  const missing = notYet(`${object} was not found`);
  const autoscaler = byFact(readings, 'clusterAutoscalers', (all) => judge(all) ?? missing);
  if (autoscaler.state !== 'unseen' && autoscaler !== missing) return autoscaler;
  const controller = byFact(readings, 'karpenterControllers', (all) => judge(all) ?? missing);
  return controller === missing && autoscaler.state === 'unseen' ? autoscaler : controller;
}

function isReached(version: string, wanted: string): boolean {
  const to = parseVersion(wanted);
  return to !== undefined && !isBelow(version, to);
}
