import { matchPlacement } from '../../../src/for-checks/placement/match.ts';
import type { Match, Miss } from '../../../src/for-checks/placement/node-shape.ts';
import type { NodeKind } from './kinds.ts';
import type { Outcome } from './rounds.ts';
import type { Template } from './templates.ts';

/** Returns what the scheduler said if it is another answer, or another cause, than that of the program. */
export function findDifference(kind: NodeKind, { name, placement }: Template, outcome: Outcome): string | undefined {
  const match = matchPlacement(placement, kind.shape);
  if (isSame(match, outcome)) return undefined;
  return `${name} on ${kind.name}: ${JSON.stringify(match)}, the scheduler: ${JSON.stringify(outcome)}`;
}

function isSame(match: Match, outcome: Outcome): boolean {
  if ('node' in outcome) return match.is === 'matches';
  if (match.is !== 'misses') return false;
  // A name that is required selects the nodes before the filters run.
  if (['plugin(s) [NodeAffinity]', 'affinity terms conflict'].some((text) => outcome.message.includes(text)))
    return match.by.some(({ is }) => is === 'label');
  // The filter for taints is the first, and stops at the first taint.
  const first = match.by.find(({ is }) => is === 'taint') ?? match.by[0];
  return first !== undefined && outcome.message.includes(describeMiss(first));
}

function describeMiss(miss: Miss): string {
  if (miss.is === 'taint') return `had untolerated taint {${miss.taint.key}: ${miss.taint.value ?? ''}}`;
  return "didn't match Pod's node affinity/selector";
}

/** A line for each template: a mark for each kind of nodes. */
export function toTable(kinds: readonly NodeKind[], templates: readonly Template[]): string {
  const legend = kinds.map(({ name }, at) => `${at} ${name}`);
  const lines = templates.map(({ name, placement }) => {
    const marks = kinds.map(({ shape }, at) => (matchPlacement(placement, shape).is === 'matches' ? String(at) : '.'));
    return `${marks.join('')} ${name}`;
  });
  return [...legend, '', ...lines, ''].join('\n');
}
