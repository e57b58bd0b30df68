import { toPoolName, toPoolValue, isStopped } from '../../plan/drift-pause.ts';
import { toBudgetValue } from '../../plan/values.ts';
import type { Condition, Task } from '../../plan/draft.ts';
import { resourceName } from '../../resource-name.ts';
import { formatList } from '../../../syntax/english.ts';
import { judgeFindings } from './findings.ts';
import { judgeNodesGone, nodesPrefix } from './nodes.ts';
import { judgeUpdate } from './updates.ts';
import { judgeVersion } from './versions.ts';
import { byEye, byFact, halfDone, holds, notSeen, notYet, type Judged, type View } from './view.ts';
import { judgeWorkload } from './workload.ts';

/** Whether a condition of a task holds. */
export function judgeCondition(condition: Condition, task: Task, view: View): Judged {
  const { kind, object = '' } = condition;
  if (kind === 'finding') return judgeFindings(condition, task, view);
  if (kind === 'version') return judgeVersion(condition, task, view);
  if (kind === 'workload') return judgeWorkload(condition, view);
  if (kind === 'health') return judgeHealth(view);
  if (kind === 'update') return judgeUpdate(object, task, view);
  if (kind === 'gone') return judgeGone(object, view);
  if (kind === 'budget') return judgeBudget(object, view);
  if (kind === 'paused') return judgePaused(condition.objects ?? [], view);
  if (kind === 'value') return judgeValues(condition.values ?? [], view);
  return kind === 'seen' ? byEye : unknownKind;
}

const unknownKind = notSeen({ message: 'this version does not know this condition' });

/** No workload has fewer ready pods than when the plan was made. */
function judgeHealth({ plan, worse }: View): Judged {
  if (worse === undefined || plan.health === undefined)
    return notSeen({ message: 'the plan does not say how many pods were ready' });
  const kinds = ['deploy/', 'sts/', 'ds/'];
  const own = worse.filter(({ object }) => kinds.some((kind) => object.startsWith(kind)));
  return own.length === 0 ? holds : notYet(own.map(({ object, text }) => `${object}: ${text}`).join('; '));
}

function judgeGone(object: string, view: View): Judged {
  const group = /^nodegroup\/(.+)$/s.exec(object)?.[1];
  if (group === undefined) return object.startsWith(nodesPrefix) ? judgeNodesGone(object, view) : unknownKind;
  return byFact(view.readings, 'nodegroups', (all) => {
    const found = all.find(({ name }) => name === group);
    return found === undefined ? holds : notYet(`node group ${group} still exists (${found.status})`);
  });
}

function judgeBudget(object: string, { readings }: View): Judged {
  if (!object.startsWith('pdb/')) return unknownKind;
  return byFact(readings, 'podDisruptionBudgets', (all) => {
    const found = all.find((one) => toBudgetName(one) === object);
    if (found === undefined) return holds;
    const { disruptionsAllowed, observedGeneration } = found.status;
    if (observedGeneration < found.generation) return notYet(`${object}: its status describes an earlier spec`);
    return disruptionsAllowed > 0 ? holds : notYet(`${object} allows 0 disruptions`);
  });
}

function toBudgetName({ namespace, name }: { namespace: string; name: string }): string {
  return resourceName({ kind: 'PodDisruptionBudget', namespace, name, text: name });
}

/** A NodePool that was deleted replaces no nodes. */
function judgePaused(objects: readonly string[], { readings }: View): Judged {
  if (objects.length === 0) return unknownKind;
  return byFact(readings, 'karpenterPools', (pools) => {
    const own = pools.filter((pool) => pool.kind === 'NodePool' && objects.includes(toPoolName(pool)));
    const left = own.filter((pool) => !isStopped(pool)).map(toPoolName);
    if (left.length === 0) return holds;
    const why = `${formatList(left)} ${left.length === 1 ? 'allows' : 'allow'} disruptions`;
    return left.length < objects.length ? halfDone(why) : notYet(why);
  });
}

type Value = NonNullable<Condition['values']>[number];

function judgeValues(values: readonly Value[], view: View): Judged {
  const judged = values.map((value) => judgeValue(value, view));
  const rest = judged.filter(({ state }) => state !== 'holds');
  const [first] = rest;
  if (first === undefined) return values.length === 0 ? notSeen({ message: 'the plan names no objects' }) : holds;
  const unseen = rest.find(({ state }) => state === 'unseen');
  if (unseen !== undefined) return unseen;
  const why = formatList(rest.flatMap((one) => one.why ?? []));
  return rest.length < judged.length ? halfDone(why) : notYet(why);
}

function judgeValue({ object, value }: Value, { readings }: View): Judged {
  if (object.startsWith('nodepool/'))
    return byFact(readings, 'karpenterPools', (pools) => {
      const found = pools.find((pool) => pool.kind === 'NodePool' && toPoolName(pool) === object);
      return found === undefined ? holds : compareValue(object, withDefault(toPoolValue(found)), withDefault(value));
    });
  return byFact(readings, 'podDisruptionBudgets', (all) => {
    const found = all.find((one) => toBudgetName(one) === object);
    if (found === undefined) return notYet(`${object} does not exist`);
    return compareValue(object, toBudgetValue(found), value);
  });
}

/** Karpenter's default, which its CRD sets for a NodePool without budgets. */
function withDefault(value: string): string {
  return value === '[]' ? '[{"nodes":"10%"}]' : value;
}

function compareValue(object: string, now: string, before: string): Judged {
  return now === before ? holds : notYet(`${object} has ${now}; before: ${before}`);
}
