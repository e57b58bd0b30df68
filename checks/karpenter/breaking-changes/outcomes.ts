import type { Evidence } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { notCovered } from '../../../src/for-checks/not-covered.ts';
import { formatCount, formatFirst } from '../../../src/syntax/english.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { lookFor } from './detections.ts';
import type { Seen } from './seen.ts';

type Row = Tables['karpenter-breaking-changes'][number];

/** The result for one entry. */
export type Outcome =
  | { entry: Row; state: 'found'; what: readonly string[] }
  | { entry: Row; state: 'read' | 'not seen' | 'not here' | 'judged' };

/** If no check in this build judges an entry and it cannot be detected, the user has to review it. */
export function resolveOutcome(entry: Row, seen: Seen, controller: KarpenterController): Outcome {
  const { judgedBy, detect } = entry;
  if (judgedBy !== undefined && !notCovered.includes(judgedBy)) return { entry, state: 'judged' };
  if (detect === undefined) return { entry, state: 'read' };
  const what = lookFor(detect, seen, controller);
  if (what === undefined) return { entry, state: 'not seen' };
  return what.length === 0 ? { entry, state: 'not here' } : { entry, state: 'found', what };
}

/** How many changes were found; if none, how many to read; if none, how many could not be looked for. */
export function buildShort(outcomes: readonly Outcome[]): string {
  const countOf = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  const change = 'breaking change';
  if (countOf('found') > 0) return `${formatCount(countOf('found'), change)} found`;
  if (countOf('read') > 0) return `${formatCount(countOf('read'), 'change')} to read before the update`;
  return `${formatCount(countOf('not seen'), change)} not looked for`;
}

/** `3 changes in Karpenter 1.7 to read before the update to 1.8.8: 3 that no check can see (3 others: judged by checks)`. */
export function buildMessage(minors: string, step: string, outcomes: readonly Outcome[]): string {
  const words = {
    found: 'found here',
    read: 'that no check can see',
    'not seen': 'not seen',
    judged: 'judged by other checks',
    'not here': 'not found here',
  };
  const describe = (states: readonly Outcome['state'][]): string =>
    states
      .map((state) => ({ state, count: outcomes.filter((one) => one.state === state).length }))
      .flatMap(({ state, count }) => (count === 0 ? [] : [`${count} ${words[state]}`]))
      .join(', ');
  const open = outcomes.filter(({ state }) => state !== 'judged' && state !== 'not here').length;
  const settled = describe(['judged', 'not here']);
  const others = settled === '' ? '' : ` (others: ${settled})`;
  return `${formatCount(open, 'change')} in ${minors} to read before the update to ${step}: ${describe(['found', 'read', 'not seen'])}${others}`;
}

const shown = 5;

/** The evidence for an entry and its result. */
export function outcomeSeen(outcome: Outcome): Evidence {
  const { id, summary, judgedBy } = outcome.entry;
  if (outcome.state !== 'found') {
    const words = {
      read: 'no check can see it',
      judged: `judged by ${judgedBy ?? ''}`,
      'not here': 'not found here',
      'not seen': 'not seen',
    };
    const observed = `${words[outcome.state]}: ${summary}`;
    const isOfTable = outcome.state === 'read' || outcome.state === 'not seen';
    return { resource: id, observed, ...(isOfTable ? { source: 'table' } : {}) };
  }
  return { resource: id, observed: `found here (${formatFirst(outcome.what, shown)}): ${summary}` };
}
