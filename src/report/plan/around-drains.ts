import type { ReportedFinding } from '../../judge/result.ts';
import { format } from '../../syntax/versions.ts';
import { sh, type Command } from '../../syntax/shell.ts';
import { grouped } from '../../syntax/grouped.ts';
import { resourceName } from '../resource-name.ts';
import { findingsGone, shellTexts } from './conditions.ts';
import type { Condition, Draft, Known } from './draft.ts';
import { draftTask } from './draft-task.ts';
import { fixTask } from './fix-task.ts';
import { managedFields, type ManagedObject } from './managed.ts';
import { managedBudget } from './managed-objects.ts';
import { listNeeds } from './needs.ts';
import { findPart } from './parts.ts';
import { byPlace } from './place.ts';
import { readValue } from './read.ts';
import { toBudgetValue } from './values.ts';

/** Drains without an update of the control plane between them: their first and their last task. */
interface Block {
  first: Draft;
  last: Draft;
  drains: readonly Draft[];
}

/**
 * Adds the tasks around drains: directly before the first drain that a finding stops, one that lowers the protection,
 * and directly after the last drain one that restores it; for each block of drains, so that the protection is never
 * lowered during a hold. What no task drains is a fix like any other.
 */
export function aroundDrains(sorted: readonly Draft[], known: Known): Draft[] {
  const own = known.found.filter((finding) => findPart(finding) === 'lower' && finding.level !== 'warn');
  const planned = own.map((finding) => ({ finding, blocks: findBlocks(sorted, finding) }));
  const fixes = planned.flatMap(({ finding, blocks }) =>
    blocks.length === 0 ? [fixTask({ findings: [finding] }, known)] : [],
  );
  const pairs = planned.flatMap(({ finding, blocks }) =>
    blocks.map((block, index) => toPair(finding, block, { known, sorted, isFirst: index === 0 })),
  );
  const drained = sorted.flatMap((task) => {
    const lowered = pairs.filter(({ block }) => block.drains.includes(task)).map(({ lower }) => lower.id);
    const before = pairs.filter(({ block }) => block.first === task).map(({ lower }) => lower);
    const after = pairs.filter(({ block }) => block.last === task).map(({ restore }) => restore);
    const self = lowered.length === 0 ? task : { ...task, after: [...task.after, ...lowered] };
    return [...before.toSorted(byId), self, ...after.toSorted(byId)];
  });
  return insertFixes(drained, fixes);
}

function byId(a: Draft, b: Draft): number {
  return a.id < b.id ? -1 : 1;
}

/** Puts each fix in front of the first task that stands behind it. */
function insertFixes(tasks: readonly Draft[], fixes: readonly Draft[]): Draft[] {
  const all = [...tasks];
  for (const fix of fixes.toSorted(byPlace)) {
    const index = all.findIndex((task) => byPlace(fix, task) < 0);
    all.splice(index === -1 ? all.length : index, 0, fix);
  }
  return all;
}

/**
 * The drains from the first one that a finding stops (without groups: any) to the last one of its block: a pod that is
 * evicted from one group may start on the nodes of another group, which are drained later.
 */
function findBlocks(sorted: readonly Draft[], { groups }: ReportedFinding): Block[] {
  const isStopped = (task: Draft) => groups === undefined || task.groups.some((group) => groups.includes(group));
  const drains = sorted.filter(({ kind, disturbs }) => kind === 'nodes' && (disturbs?.nodes ?? 0) > 0);
  return [...grouped(drains, ({ hop, stage }) => `${hop} ${stage}`).values()].flatMap((block) => {
    const [first, ...others] = block.slice(Math.max(0, block.findIndex(isStopped)));
    if (first === undefined || !isStopped(first)) return [];
    return [{ first, last: others.at(-1) ?? first, drains: [first, ...others] }];
  });
}

interface Here {
  known: Known;
  sorted: readonly Draft[];
  /** The first block closes the finding. */
  isFirst: boolean;
}

function toPair(finding: ReportedFinding, block: Block, here: Here): { block: Block; lower: Draft; restore: Draft } {
  const name = resourceName(finding.resource);
  const version = block.first.to ?? format(here.known.path.current);
  const lower = lowerTask(finding, block, { ...here, id: `lower:${name}:${version}` });
  return {
    block,
    lower,
    restore: restoreTask(finding, block, { lower, id: `restore:${name}:${version}`, known: here.known }),
  };
}

function lowerTask(
  finding: ReportedFinding,
  { first }: Block,
  { id, known, sorted, isFirst }: Here & { id: string },
): Draft {
  const name = resourceName(finding.resource);
  const how = { text: finding.fix, commands: [...finding.commands] };
  return draftTask({
    id,
    kind: 'lower',
    title: `Let ${name} lose one pod`,
    hop: first.hop,
    stage: first.stage,
    at: first.at,
    closes: isFirst ? [finding.fingerprint] : [],
    stops: ['nodes'],
    // The drains of this block name it in `after`; those of other blocks do not wait for it.
    stopsGroups: [],
    // It waits for all that its first drain waits for: nothing may come between them.
    after: listNeeds(first, sorted.slice(0, sorted.indexOf(first))),
    ...managedFields(toManaged(finding, known), how),
    how,
    done: [
      {
        kind: isBudget(finding) ? 'budget' : 'seen',
        text: `${name} allows a disruption`,
        commands: shellTexts(...showCommand(finding)),
        object: name,
      },
      ...(isFirst ? [findingsGone(known, [finding])] : []),
    ],
    notes: [
      `Do this directly before "${first.title}", and not earlier: until "${restoreTitle(finding)}", more of its pods can stop at the same time.`,
      keepPlan,
    ],
    ...toUndo(finding),
  });
}

const keepPlan = 'Keep this plan: a later plan does not show the old value.';

function restoreTask(
  finding: ReportedFinding,
  { last, drains }: Block,
  { lower, id, known }: { lower: Draft; id: string; known: Known },
): Draft {
  const how = { text: finding.undo?.fix ?? '', commands: [...(finding.undo?.commands ?? [])] };
  return draftTask({
    id,
    kind: 'restore',
    title: restoreTitle(finding),
    hop: last.hop,
    stage: last.stage,
    at: last.at,
    after: [lower.id, ...drains.map((drain) => drain.id)],
    ...managedFields(toManaged(finding, known), how),
    how,
    done: [restoredCondition(finding, known)],
    notes: [keepPlan],
  });
}

/** Without the old values, a person has to compare them. */
function restoredCondition(finding: ReportedFinding, { readings }: Known): Condition {
  const { namespace, name } = finding.resource;
  const object = resourceName(finding.resource);
  const budget = isBudget(finding)
    ? readValue(readings.podDisruptionBudgets)?.find((one) => one.namespace === namespace && one.name === name)
    : undefined;
  const shown = { text: `${object} has its old values again`, commands: shellTexts(...showCommand(finding)) };
  return budget === undefined
    ? { kind: 'seen', ...shown }
    : { kind: 'value', ...shown, values: [{ object, value: toBudgetValue(budget) }] };
}

function toManaged({ resource }: ReportedFinding, known: Known): ManagedObject[] {
  return [managedBudget(resource, known)].filter((object) => object !== undefined);
}

function restoreTitle({ resource }: ReportedFinding): string {
  return `Restore ${resourceName(resource)}`;
}

function toUndo({ undo }: ReportedFinding): Pick<Draft, 'undo'> {
  return undo === undefined ? {} : { undo: { text: undo.fix, commands: [...undo.commands] } };
}

function isBudget({ resource: { kind } }: ReportedFinding): boolean {
  return kind === 'PodDisruptionBudget';
}

/** The command that shows a budget, with the disruptions that it allows. */
function showCommand(finding: ReportedFinding): Command[] {
  const { namespace, name } = finding.resource;
  return isBudget(finding) && namespace !== undefined ? [sh`kubectl -n ${namespace} get pdb ${name}`] : [];
}
