import { apiServerFailures } from '../../facts/reason.ts';
import { levelRank, type ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';
import type { Report } from '../schema.ts';
import type { SharedProblem } from './schema.ts';

/** Problems by {@link problemKey}, with the clusters and the checks that have them. Holds no report. */
export type Problems = Map<string, Omit<SharedProblem, 'clusters' | 'checks'> & Found>;

interface Found {
  clusters: Set<string>;
  checks: Set<string>;
}

/** Adds the problems of one cluster: its findings that are not accepted, and that are no task after the update. */
export function addProblems(problems: Problems, { results }: Pick<Report, 'results'>, arn: string): void {
  for (const { title, findings } of results)
    for (const finding of findings)
      if (finding.accepted === null && !isAfter(finding)) addProblem(problems, finding, title, arn);
}

/** @param checkTitle says in a few words what any finding of the check means */
function addProblem(problems: Problems, finding: ReportedFinding, checkTitle: string, arn: string): void {
  const { check, rule, level } = finding;
  const [key, title, short] = [problemKey(finding), toTitle(finding), toShort(finding)];
  const known = problems.get(key);
  if (known === undefined) {
    problems.set(key, { check, rule, level, title, short, clusters: new Set([arn]), checks: new Set([check]) });
    return;
  }
  known.clusters.add(arn);
  known.checks.add(check);
  if (known.rule !== rule) known.rule = null;
  // What is said of one cluster must hold for all: some short forms have a number.
  const isOneMessage = known.title === title;
  if (known.short !== short) known.short = checkTitle;
  if (!isOneMessage) known.title = known.short;
}

/**
 * The same for findings that are one problem: of one check, rule and level. One missing permission, or one failure of
 * the API server, is one problem, however many checks it affects; with another cause, the same check and rule are
 * another problem.
 */
function problemKey(finding: ReportedFinding): string {
  const { check, rule, level, unseen } = finding;
  const common = commonCause(finding);
  return JSON.stringify(common === undefined ? [check, rule, level, unseen?.kind ?? null] : [common, level]);
}

/** A cause that affects many checks: a missing permission, or a failure of the API server. */
function commonCause({ short, unseen }: ReportedFinding): string | undefined {
  if (unseen?.kind !== 'fact') return undefined;
  if (unseen.permission !== null) return `missing permission ${unseen.permission}`;
  return apiServerFailures.find((failure) => failure === short);
}

function toTitle(finding: ReportedFinding): string {
  const { resource, message, unseen } = finding;
  const common = commonCause(finding);
  if (common !== undefined) return common;
  return unseen !== null || resource.kind === 'Cluster' ? message : `${resource.text}: ${message}`;
}

function toShort(finding: ReportedFinding): string {
  return commonCause(finding) ?? finding.short ?? finding.message;
}

/**
 * The problems that at least two clusters have: the worst level first, since a warning of every cluster delays no
 * update; within a level, those of most clusters first, because their fix gains the most; then by check.
 */
export function listShared(problems: Problems): SharedProblem[] {
  return [...problems.values()]
    .filter(({ clusters }) => clusters.size > 1)
    .map(({ rule, level, title, short, clusters, checks }) => {
      const [check = ''] = [...checks].toSorted();
      return { check, checks: checks.size, rule, level, title, short, clusters: [...clusters].toSorted() };
    })
    .toSorted(
      (a, b) =>
        levelRank(a) - levelRank(b) ||
        b.clusters.length - a.clusters.length ||
        compare(a.check, b.check) ||
        compare(a.rule ?? '', b.rule ?? '') ||
        compare(a.title, b.title),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
