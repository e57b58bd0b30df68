import type { Context } from '../../../src/check.ts';
import { isBelow, isRollback, type Minor } from '../../../src/syntax/versions.ts';
import { breaksOn, type BreakRow } from './controller-breaks.ts';
import {
  findKnown,
  hasRelease,
  mayConcern,
  resolveCondition,
  type Copy,
  type Known,
  type Range,
  type Versioned,
} from './controller-releases.ts';

type Path = Pick<Context, 'current' | 'target' | 'versions'>;

/** A break that holds at a version of the path; `at` is undefined if it holds today, too. */
interface HeldBreak {
  broken: BreakRow;
  at: Minor | undefined;
  /** It is certain to stop the controller. */
  isCertain: boolean;
}

/** Releases that do not list a version of the path. */
export interface Unlisted {
  range: Range;
  /** The copy's release is older than these, and no row has it. */
  isOlder: boolean;
}

/** What is known about one copy and the path. */
export type Judgement =
  /** `others`: further breaks that hold on the path. `outside`: its range, if a version of the path is outside of it. */
  | ({ is: 'broken'; copy: Versioned; known: Known; others: readonly BreakRow[]; outside?: Unlisted } & HeldBreak)
  /** A Kubernetes version of the path is not one that its project supports; `at` is undefined if today's is not. */
  | ({ is: 'outside'; copy: Versioned; known: Known; at: Minor | undefined } & Unlisted)
  /** Its project tested it only with other versions, and does not say that it does not support more. */
  | { is: 'untested'; copy: Versioned; known: Known; range: Range }
  /** Too old for today's Kubernetes version, and for that of a rollback: a rollback makes nothing worse. */
  | { is: 'too old'; copy: Versioned; known: Known; range: Range }
  | { is: 'listed'; copy: Versioned; known: Known }
  /** Its project lists no Kubernetes version as new as the target for any release: `end` is the last. */
  | { is: 'beyond'; copy: Versioned; known: Known; range: Range; end: Minor; at: Minor | undefined }
  | { is: 'not judged'; copy: Copy; title: string; why: string };

/** Whether nothing can be said about a copy at the target. */
export function isUnjudged({ is }: Judgement): boolean {
  return is === 'beyond' || is === 'not judged';
}

/** Judges all copies except EKS add-ons: EKS lists their versions. */
export function judgeAll(controllers: readonly Copy[], context: Context<'controllers'>): Judgement[] {
  return controllers
    .filter(({ addon }) => addon === null)
    .map((copy) => judgeCopy(copy, findKnown(context.tables.controllers, copy.controller), context));
}

/** Judges a copy: first by the known breaks, then by the Kubernetes versions that its project lists. */
function judgeCopy(copy: Copy, known: Known | undefined, path: Path): Judgement {
  if (known === undefined) return { is: 'not judged', copy, title: copy.controller, why: 'not in this table' };
  const notJudged = (why: string): Judgement => ({ is: 'not judged', copy, title: known.row.title, why });
  if (copy.vendor !== undefined) return notJudged(`build of ${copy.vendor}`);
  const { version } = copy;
  if (version === null) return notJudged('version cannot be read');
  const versioned = { ...copy, version };
  const ranged = judgeRange(versioned, known, path, notJudged);
  const [first, ...others] = listHeldBreaks(versioned, known, path);
  if (first === undefined) return ranged;
  const outside = ranged.is === 'outside' ? { outside: { range: ranged.range, isOlder: ranged.isOlder } } : {};
  return { is: 'broken', copy: versioned, known, ...first, others: others.map(({ broken }) => broken), ...outside };
}

/**
 * First those that stop the controller by the update, then those that stop it already, then the first to occur. Omits
 * those that hold today because the release is too old, before a rollback, which makes them no worse.
 */
function listHeldBreaks(copy: Versioned, known: Known, path: Path): HeldBreak[] {
  const held = known.breaks.flatMap((broken): HeldBreak[] => {
    const first = planned(path).find((minor) => breaksOn(broken, copy.version, minor));
    if (first === undefined || !mayConcern(broken, copy)) return [];
    const at = breaksOn(broken, copy.version, path.current) ? undefined : first;
    if (at === undefined && isRollback(path) && !needsNewer(broken)) return [];
    const { effect, certainty } = broken;
    const isCertain = effect === 'stops' && certainty === 'high' && resolveCondition(broken, copy) === 'yes';
    return [{ broken, at, isCertain }];
  });
  const rank = ({ isCertain, at }: HeldBreak): number => (isCertain ? (at === undefined ? 1 : 0) : 2);
  return held.toSorted((a, b) => rank(a) - rank(b) || (a.at ?? path.current) - (b.at ?? path.current));
}

/** Whether a later Kubernetes version ends the break, and no earlier one does. */
function needsNewer({ kubernetesFrom, kubernetesBelow }: BreakRow): boolean {
  return kubernetesFrom === undefined && kubernetesBelow !== undefined;
}

/** The versions that the control plane will have; today's if no update is planned. */
function planned({ versions }: Pick<Path, 'versions'>): readonly Minor[] {
  return versions.length > 1 ? versions.slice(1) : versions;
}

function judgeRange(copy: Versioned, known: Known, path: Path, notJudged: (why: string) => Judgement): Judgement {
  const { ranges } = known;
  if (ranges.length === 0) return notJudged('no Kubernetes versions listed');
  const own = ranges.find((one) => hasRelease(one, copy.version));
  if (own !== undefined) return judgeReleases(copy, known, path, { range: own, isOlder: false });
  const [older, newer] = findNeighbours(ranges, copy.version);
  if (newer === undefined) return notJudged('newer than the table');
  const isEvidence = [older, newer].every((range) => range === undefined || endsBefore(range, path));
  return isEvidence && known.row.outsideRange !== 'tested'
    ? judgeReleases(copy, known, path, { range: newer, isOlder: true })
    : notJudged(older === undefined ? 'older than the table' : 'release not in the table');
}

/** The releases before and after one that no row has: what neither of them lists, it does not list, either. */
function findNeighbours(ranges: readonly Range[], version: string): [Range | undefined, Range | undefined] {
  const sorted = ranges.toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : 1));
  return [sorted.findLast(({ from }) => !isBelow(version, from)), sorted.find(({ from }) => isBelow(version, from))];
}

function endsBefore(range: Range, path: Path): boolean {
  const unlisted = findUnlisted(range, path);
  return unlisted !== undefined && range.max !== null && unlisted.minor > range.max;
}

function judgeReleases(copy: Versioned, known: Known, path: Path, { range, isOlder }: Unlisted): Judgement {
  const unlisted = findUnlisted(range, path);
  if (unlisted === undefined) return { is: 'listed', copy, known };
  const newest = Math.max(...known.ranges.map(({ max }) => max ?? Infinity));
  const at = unlisted.isToday ? undefined : unlisted.minor;
  if (range.max === newest && unlisted.minor > newest) return { is: 'beyond', copy, known, range, end: newest, at };
  if (known.row.outsideRange === 'tested') return { is: 'untested', copy, known, range };
  if (isRollback(path) && range.max !== null && unlisted.minor > range.max)
    return { is: 'too old', copy, known, range };
  return { is: 'outside', copy, known, range, isOlder, at };
}

/**
 * The first version of the path that is newer than the range; the target if it is older than the range. Not reported: a
 * minimum that the path reaches, as the update itself solves it.
 */
function findUnlisted({ min, max }: Range, path: Path): { minor: Minor; isToday: boolean } | undefined {
  const above = planned(path).find((minor) => max !== null && minor > max);
  if (above !== undefined) return { minor: above, isToday: max !== null && path.current > max };
  return min !== null && path.target < min ? { minor: path.target, isToday: path.current < min } : undefined;
}
