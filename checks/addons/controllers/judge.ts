import type { Context } from '../../../src/check.ts';
import { isBelow, type Minor } from '../../../src/syntax/versions.ts';
import {
  breaksOn,
  hasRelease,
  listsKubernetes,
  type BreakRow,
  type Copy,
  type Known,
  type Range,
  type Versioned,
} from './releases.ts';

type Path = Pick<Context, 'current' | 'versions'>;

/** What is known about one copy and the path. */
export type Judgement =
  /** `at` is undefined if it breaks on today's version, too. */
  | { is: 'broken'; copy: Versioned; known: Known; broken: BreakRow; at: Minor | undefined; isCertain: boolean }
  /** A Kubernetes version of the path is not one that its project supports; `at` is undefined if today's is not. */
  | { is: 'outside'; copy: Versioned; known: Known; range: Range; at: Minor | undefined }
  /** Its project tested it only with other versions, and does not say that it does not support more. */
  | { is: 'untested'; copy: Versioned; known: Known; range: Range }
  | { is: 'listed'; copy: Versioned; known: Known }
  | { is: 'not judged'; copy: Copy; title: string; why: string };

/** Judges a copy: first by the known breaks, then by the Kubernetes versions that its project lists. */
export function judgeCopy(copy: Copy, known: Known | undefined, path: Path): Judgement {
  if (known === undefined) return { is: 'not judged', copy, title: copy.controller, why: 'not in this table' };
  const notJudged = (why: string): Judgement => ({ is: 'not judged', copy, title: known.row.title, why });
  if (copy.vendor !== undefined) return notJudged(`build of ${copy.vendor}`);
  const { version } = copy;
  if (version === null) return notJudged('version cannot be read');
  const versioned = { ...copy, version };
  return findBreak(versioned, known, path) ?? judgeRange(versioned, known, path, notJudged);
}

/** The break to report: one that stops the controller for certain, else the first to occur. */
function findBreak(copy: Versioned, known: Known, path: Path): Judgement | undefined {
  const found = known.breaks.flatMap((broken) => {
    const condition = resolveCondition(broken, copy);
    const first = planned(path).find((minor) => breaksOn(broken, copy.version, minor));
    if (first === undefined || condition === 'no' || broken.effect === 'deprecated-only') return [];
    const at = breaksOn(broken, copy.version, path.current) ? undefined : first;
    const isCertain = broken.effect === 'stops' && broken.certainty === 'high' && condition === 'yes';
    return [{ is: 'broken' as const, copy, known, broken, at, isCertain }];
  });
  return found.toSorted(
    (a, b) => Number(b.isCertain) - Number(a.isCertain) || (a.at ?? path.current) - (b.at ?? path.current),
  )[0];
}

/** The versions that the control plane will have; today's if no update is planned. */
function planned({ versions }: Path): readonly Minor[] {
  return versions.length > 1 ? versions.slice(1) : versions;
}

function resolveCondition({ condition }: BreakRow, { settings, owner }: Copy): 'yes' | 'no' | 'unknown' {
  if (condition === undefined) return 'yes';
  if ('flag' in condition) return settings.includes(condition.flag) ? 'yes' : 'no';
  if ('withoutVariable' in condition) return settings.includes(condition.withoutVariable) ? 'no' : 'yes';
  if ('owner' in condition) return owner?.managedBy === condition.owner ? 'yes' : 'no';
  return 'unknown';
}

function judgeRange(copy: Versioned, known: Known, path: Path, notJudged: (why: string) => Judgement): Judgement {
  const { ranges, row } = known;
  const range = ranges.find((one) => hasRelease(one, copy.version));
  if (ranges.length === 0) return notJudged('its project lists no Kubernetes versions');
  if (range === undefined) {
    const isNewer = ranges.every(({ from }) => !isBelow(copy.version, from));
    return notJudged(isNewer ? 'newer than the table' : 'release not in the table');
  }
  const unlisted = planned(path).find((minor) => !listsKubernetes(range, minor));
  if (unlisted === undefined) return { is: 'listed', copy, known };
  const newest = Math.max(...ranges.flatMap(({ max }) => max ?? []));
  if (range.max === newest && unlisted > newest) return notJudged(`the table ends at 1.${newest}`);
  if (row.outsideRange === 'tested') return { is: 'untested', copy, known, range };
  const at = range.max !== null && path.current > range.max ? undefined : unlisted;
  return { is: 'outside', copy, known, range, at };
}
