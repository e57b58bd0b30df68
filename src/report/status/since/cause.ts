import type { UnreadyPod } from '../../../facts/unready-pods.ts';
import { startingStates } from '../../health/pods.ts';
import { findSelected, type ReplacedGroup } from './replaced-groups.ts';
import type { Comparing } from './seen-now.ts';

type GroupLabel = NonNullable<UnreadyPod['groupLabels']>[number];

/** A label that a pod selects, of a group that the plan removes. */
export interface Selected extends GroupLabel {
  group: ReplacedGroup;
  /** The newest group that replaces it and has nodes, or else the last one; undefined if none replaces it. */
  by: ReplacedGroup['successors'][number] | undefined;
}

/** The label of a removed group that the pod selects; undefined if a group that the plan keeps fits as well. */
export function findCause({ groupLabels = [] }: UnreadyPod, comparing: Comparing): Selected | undefined {
  for (const one of groupLabels) {
    const groups = one.values.flatMap((value) => findSelected(one.label, value, comparing.replaced) ?? []);
    const [group] = groups;
    if (group === undefined || groups.length < one.values.length || !groups.every(isBegun(comparing))) continue;
    return { ...one, group, by: newestSuccessor(group, comparing) };
  }
  return undefined;
}

/** Whether the task that removes a group has begun, as far as the groups show. */
function isBegun({ done, health }: Comparing): (group: ReplacedGroup) => boolean {
  const present = new Set(health.groups.map(({ group }) => group));
  const isSeen = health.unseen.every(({ part }) => part !== 'groups');
  return ({ task, text, successors }) =>
    done.has(task) || (isSeen && !present.has(text)) || successors.some((one) => present.has(one.text));
}

function newestSuccessor({ successors }: ReplacedGroup, { health }: Comparing): Selected['by'] {
  const present = new Set(health.groups.map(({ group }) => group));
  return successors.findLast(({ text }) => present.has(text)) ?? successors.at(-1);
}

/** The newest task that is done and that names the workload in a condition. */
export function findWorkloadTask(object: string, { tasks, done }: Comparing): number | null {
  const naming = tasks.filter((task) =>
    task.done.some((condition) => condition.kind === 'workload' && condition.object === object),
  );
  return naming.findLast(({ number }) => done.has(number))?.number ?? null;
}

/** Why a pod is not ready, in sentences. */
export function whyUnready(pod: UnreadyPod, cause: Selected | undefined, { health }: Comparing): string {
  const { namespace, name, state, message } = pod;
  const subject = `pod/${namespace}/${name}`;
  if (message === undefined && cause === undefined) return `${subject} ${stateText(state)}.`;
  const selects = cause === undefined ? [] : [selectText(cause, health.groups)];
  const scheduler = message === undefined ? [] : [`Scheduler: ${message.replace(/\.$/, '')}.`];
  return [`${subject} fits no node.`, ...selects, ...scheduler].join(' ');
}

function stateText(state: string): string {
  if (state === 'NotReady') return 'is not ready';
  return startingStates.has(state) ? `is ${state}` : `is in state ${state}`;
}

function selectText({ label, values, group, by }: Selected, groups: Comparing['health']['groups']): string {
  const selector = values.length === 1 ? `${label}=${values[0]}` : `${label} in (${values.join(', ')})`;
  const isPresent = groups.some((one) => one.group === group.text);
  const verb = by === undefined ? (isPresent ? 'deletes' : 'deleted') : isPresent ? 'replaces' : 'replaced';
  const end = by === undefined ? '' : ` with ${by.name}`;
  const which = values.length === 1 ? 'that group' : group.name;
  return `It selects ${selector}; task ${group.task} ${verb} ${which}${end}.`;
}
