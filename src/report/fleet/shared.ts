import { levelRank, type ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';
import type { Report } from '../schema.ts';
import type { SharedProblem } from './schema.ts';

/** Problems by check, rule and level, with the clusters that have them. Holds no report. */
export type Problems = Map<string, Omit<SharedProblem, 'clusters'> & { clusters: Set<string>; short: string }>;

/** Adds the problems of one cluster: its findings that are not accepted, and that are no task after the update. */
export function addProblems(problems: Problems, { results }: Pick<Report, 'results'>, arn: string): void {
  for (const finding of results.flatMap(({ findings }) => findings)) {
    if (finding.accepted !== null || isAfter(finding)) continue;
    const { check, rule, level } = finding;
    const key = JSON.stringify([check, rule, level]);
    const known = problems.get(key);
    if (known === undefined) {
      const [title, short] = [toTitle(finding), toShort(finding)];
      problems.set(key, { check, rule, level, title, short, clusters: new Set([arn]) });
    } else {
      known.clusters.add(arn);
      if (known.title !== toTitle(finding)) known.title = known.short;
    }
  }
}

function toTitle(finding: ReportedFinding): string {
  const { resource, message } = finding;
  return resource.kind === 'Cluster' ? message : `${resource.text}: ${message}`;
}

function toShort({ short, message, unseen }: ReportedFinding): string {
  if (unseen?.kind === 'fact' && unseen.permission !== null) return `missing permission ${unseen.permission}`;
  return short ?? message;
}

/** The problems that at least two clusters have: those of most clusters first, then the worst, then by check. */
export function listShared(problems: Problems): SharedProblem[] {
  return [...problems.values()]
    .filter(({ clusters }) => clusters.size > 1)
    .map(({ check, rule, level, title, clusters }) => ({
      check,
      rule,
      level,
      title,
      clusters: [...clusters].toSorted(),
    }))
    .toSorted(
      (a, b) =>
        b.clusters.length - a.clusters.length ||
        levelRank(a) - levelRank(b) ||
        compare(a.check, b.check) ||
        compare(a.rule ?? '', b.rule ?? ''),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
