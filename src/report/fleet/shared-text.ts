import { formatCount, formatList } from '../../syntax/english.ts';
import type { ClusterNames } from './names.ts';
import type { Fleet, SharedProblem } from './schema.ts';

const levelTexts = { fail: 'FAIL', unknown: 'UNKNOWN', warn: 'WARN' } as const satisfies Record<
  SharedProblem['level'],
  string
>;

/** How many problems are listed. */
const most = 10;
/** How many of them are unknowns, even if more problems fail: one missing permission may hide blockers everywhere. */
const mostUnknown = 3;
/** Up to this number, the clusters of a problem are named. */
const mostNamed = 3;

/** The level as a word in capitals. */
export function levelText({ level }: Pick<SharedProblem, 'level'>): string {
  return levelTexts[level];
}

/**
 * The problems to list, and a text about the others; undefined if there are no others.
 * @param isAll whether to list all
 */
export function selectShared(
  { shared }: Pick<Fleet, 'shared'>,
  isAll: boolean,
): { shown: SharedProblem[]; rest: string | undefined } {
  const of = (wanted: SharedProblem['level']) => shared.filter(({ level }) => level === wanted);
  const [fails, unknowns, warns] = [of('fail'), of('unknown'), of('warn')];
  const room = isAll ? Infinity : most;
  const shown = fails.slice(0, room - (isAll ? 0 : Math.min(mostUnknown, unknowns.length)));
  shown.push(...unknowns.slice(0, room - shown.length));
  shown.push(...warns.slice(0, room - shown.length));
  return { shown, rest: restText(shared, new Set(shown)) };
}

/** `39 more: 10 FAIL, 29 WARN`, `2 more WARN`; undefined if none is left. */
function restText(shared: readonly SharedProblem[], shown: ReadonlySet<SharedProblem>): string | undefined {
  const rest = shared.filter((problem) => !shown.has(problem));
  const counts = (['fail', 'unknown', 'warn'] as const).flatMap((wanted) => {
    const count = rest.filter(({ level }) => level === wanted).length;
    return count === 0 ? [] : [`${count} ${levelTexts[wanted]}`];
  });
  if (counts.length < 2) return counts[0]?.replace(' ', ' more ');
  return `${rest.length} more: ${counts.join(', ')}`;
}

/** `12 clusters`. */
export function sharedCount({ clusters }: SharedProblem): string {
  return formatCount(clusters.length, 'cluster');
}

/**
 * The texts of a problem, the longest first: with its message, then in a few words, if they name no other problem.
 * `kubelet too old (nodes/kubelet-skew)`, `missing permission nodes: list (nodes/drain and 31 more checks)`.
 */
export function sharedTitles(problem: SharedProblem, { shared }: Pick<Fleet, 'shared'>): string[] {
  const { title, short, check, checks, level } = problem;
  const by = `(${check}${checks > 1 ? ` and ${formatCount(checks - 1, 'more check')}` : ''})`;
  const isAlone = shared.every(
    (other) => other === problem || other.short !== short || other.check !== check || other.level !== level,
  );
  return [...new Set(isAlone ? [title, short] : [title])].map((text) => `${text} ${by}`);
}

/** The names of the clusters, if they are few; all of them with `isAll`. */
export function sharedNames({ clusters }: SharedProblem, names: ClusterNames, isAll: boolean): string | undefined {
  if (clusters.length > mostNamed && !isAll) return undefined;
  const own = clusters.map((arn) => names.byArn(arn));
  return isAll ? own.join(', ') : formatList(own, mostNamed);
}
