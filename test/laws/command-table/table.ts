import type { Taken } from '../../e2e/forbidden-commands.ts';
import { awsChanges } from './aws-changes.ts';
import { clusterChanges } from './cluster-changes.ts';
import { eksChanges } from './eks-changes.ts';
import { iamChanges } from './iam-changes.ts';
import { managerChanges } from './manager-changes.ts';
import { local, readings } from './readings.ts';
import type { Change } from './rows.ts';

/**
 * Every kind of command that a report prints: what it resets, overwrites, how often it can be run, how one sees that it
 * worked, how it is undone. Each row of a table of cases and each stored report is compared with it; a kind that nothing
 * prints any more fails `test/live/commands.test.ts`.
 */
export const changes: readonly Change[] = [
  ...eksChanges,
  ...awsChanges,
  ...iamChanges,
  ...clusterChanges,
  ...managerChanges,
];
export { local, readings };

const lines = [...changes.map(({ command }) => command), ...readings, ...local];

/** The line of a command; undefined: there is none. A longer line, with an object or an option, takes precedence. */
export function findLine(taken: Taken): string | undefined {
  const names = listNames(taken);
  return lines.filter((line) => names.some((name) => fits(line, name))).toSorted(byWords)[0];
}

function byWords(a: string, b: string): number {
  return b.split(' ').length - a.split(' ').length;
}

/** `kubectl patch crd`, `kubectl patch`, `kubectl`; for AWS, also with each option. */
function listNames({ program, words, flags }: Taken): string[] {
  if (flags.get('--dry-run') === 'server') return ['kubectl get'];
  const path = words.map((word) => word.split(/[./]/)[0] ?? '');
  const names = [0, 1, 2].map((count) => [program, ...path.slice(0, count)].join(' '));
  return program === 'aws' ? [...names, ...[...flags.keys()].map((flag) => `${names[2]} ${flag}`)] : names;
}

function fits(line: string, name: string): boolean {
  const [own, other] = [line.split(' '), name.split(' ')];
  return own.length === other.length && own.every((word, at) => isLike(word, other[at] ?? ''));
}

function isLike(pattern: string, word: string): boolean {
  const star = pattern.indexOf('*');
  return star < 0 ? pattern === word : word.startsWith(pattern.slice(0, star));
}

/** The commands of these that the table has no line for. */
export function withoutLine(parsed: readonly Taken[]): string[] {
  return parsed.flatMap((taken) => {
    const isAssignment = taken.program === '' && taken.words.length === 0;
    return isAssignment || findLine(taken) !== undefined ? [] : [listNames(taken).join(', ')];
  });
}

/** The lines that fit none of these commands. */
export function withoutCommand(parsed: readonly Taken[]): string[] {
  const used = new Set(parsed.map(findLine));
  return lines.filter((line) => !used.has(line));
}
