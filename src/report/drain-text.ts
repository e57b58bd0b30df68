import { formatFirst } from '../syntax/english.ts';
import type { DrainedGroup } from './drain.ts';

/** The heads of the columns about a group, in the order of {@link drainCells}. */
export const drainColumns = ['nodes', 'at a time', 'rounds', 'time limit', 'stopped by'] as const;

/** The heading of the groups of nodes that the update replaces. */
export function drainHeading({ length }: readonly DrainedGroup[]): string {
  return `Drain (${length})`;
}

/** What the replacement of a group takes, and the entries that stop it. */
export function drainCells(one: DrainedGroup): Record<(typeof drainColumns)[number], string> {
  return {
    nodes: `${one.nodes}`,
    'at a time': atATimeText(one),
    rounds: one.rounds === null ? '-' : rangeText(one.rounds),
    'time limit': limitText(one),
    'stopped by': stoppedText(one),
  };
}

type Range = NonNullable<DrainedGroup['parallel']>;

function rangeText({ from, to }: Range): string {
  return from === to ? `${from}` : `${from}-${to}`;
}

function atATimeText({ parallel, computeType, outcome, replacedBy }: DrainedGroup): string {
  if (parallel !== null) return rangeText(parallel);
  if (outcome === 'restarts') return '-';
  if (replacedBy !== undefined) return 'by hand';
  return computeType === 'self-managed' || computeType === 'hybrid' ? 'by hand' : 'not read';
}

function limitText({ minutes, outcome }: DrainedGroup): string {
  if (outcome === 'restarts') return 'no drain';
  if (minutes === undefined) return 'not read';
  if (minutes === null) return 'none';
  return minutes >= 60 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** `1, 4; unknown: 5`; `nothing` only if everything that could stop the drain was judged; `replaced by 1`. */
function stoppedText({ stoppedBy, unknown, notJudged, replacedBy = [] }: DrainedGroup): string {
  const parts = [
    ...(replacedBy.length === 0 ? [] : [`replaced by ${formatFirst(replacedBy.map(String))}`]),
    ...(stoppedBy.length === 0
      ? []
      : [`${replacedBy.length === 0 ? '' : 'stopped by '}${formatFirst(stoppedBy.map(String))}`]),
    ...(unknown.length === 0 ? [] : [`unknown: ${formatFirst(unknown.map(String))}`]),
    ...(notJudged.length === 0 ? [] : ['not all judged']),
  ];
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}

const outcomeTexts: Readonly<Record<string, string>> = {
  fails: 'EKS fails an update that waits 15 minutes for a node (PodEvictionFailure).',
  deletes: 'At the time limit (terminationGracePeriod), the remaining pods are deleted.',
  waits: 'Without a time limit, a drain waits until you remove what stops it.',
  restarts: 'Fargate pods are not drained: a new pod gets the version of the control plane.',
};

/** What happens to the groups whose drain may stop, and which checks were not run. */
export function drainNotes(drain: readonly DrainedGroup[]): string[] {
  const mayStop = drain.filter(
    ({ outcome, stoppedBy, unknown }) => outcome === 'restarts' || stoppedBy.length > 0 || unknown.length > 0,
  );
  const kinds = new Set<string>(mayStop.flatMap(({ outcome }) => outcome ?? []));
  const notJudged = [...new Set(drain.flatMap((one) => one.notJudged))];
  return [
    ...Object.entries(outcomeTexts).flatMap(([outcome, text]) => (kinds.has(outcome) ? [text] : [])),
    ...(notJudged.length === 0 ? [] : [`Not judged: ${notJudged.join(', ')}.`]),
  ];
}
