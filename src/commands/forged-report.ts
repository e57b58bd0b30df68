import { isDeepStrictEqual } from 'node:util';
import type { AnyCheck } from '../check.ts';
import { findMissingGrantReason } from '../facts/optional-grants.ts';
import { notCovered } from '../for-checks/not-covered.ts';
import { findDirectionReason } from '../judge/direction.ts';
import { parseArea } from '../judge/check-id.ts';
import type { Result } from '../judge/result.ts';
import { clusterNamed } from '../report/cluster-named.ts';
import { findWrongConclusion } from '../report/signs-of-editing.ts';
import type { Report } from '../report/schema.ts';
import { parseMinor, type PathEnds } from '../syntax/versions.ts';
import { damagedReport } from './files/report-file.ts';

/**
 * Refuses a report that claims to be from this build, but that this build cannot have written.
 * @param checks the built-in ones
 * @throws ScanError (`usage`)
 */
export function refuseForged(report: Report, checks: readonly AnyCheck[], file: string): void {
  const results = new Map(report.results.map((result) => [result.id, result]));
  const path = { current: parseMinor(clusterNamed(report).version) ?? 0, target: parseMinor(report.target) ?? 0 };
  const flaw =
    foreignResult(report, checks) ??
    checks.map((check) => findResultFlaw(check, results.get(check.id), path)).find((found) => found !== undefined) ??
    wrongTopics(report) ??
    wrongConclusion(report) ??
    offPath(report, checks) ??
    danglingEntry(report);
  if (flaw !== undefined) throw damagedReport(file, flaw);
}

/** The area of a plug-in's checks is the plug-in's name. */
function foreignResult({ results, plugins = [] }: Report, checks: readonly AnyCheck[]): string | undefined {
  const builtIn = new Set(checks.map(({ id }) => id));
  const own = new Set(checks.map(({ id }) => parseArea(id)));
  const areas = new Set(plugins.flatMap(({ name }) => (own.has(name) ? [] : [name])));
  const other = results.find(({ id }) => !builtIn.has(id) && !areas.has(parseArea(id)));
  return other === undefined ? undefined : `it has a result of ${other.id}, which this build does not check`;
}

function findResultFlaw(check: AnyCheck, result: Result | undefined, path: PathEnds): string | undefined {
  if (result === undefined) return `it has no result of ${check.id}`;
  // A config file can raise a warning to a failure, never the reverse.
  if (check.severity === 'fail' && result.severity !== 'fail')
    return `the severity of ${check.id} is ${result.severity}`;
  const direction = findDirectionReason(check, path);
  if (direction !== undefined && result.skipped === null) return `${check.id} is judged, although it is ${direction}`;
  if (result.skipped === 'not-applicable' && direction === undefined && check.applies === undefined)
    return `${check.id} is skipped, although it applies to every cluster`;
  if (result.skipped === 'not-asked' && check.needs.every((fact) => findMissingGrantReason(fact) === undefined))
    return `${check.id} is skipped, although it needs no --with`;
  return undefined;
}

/** A finding of a built-in check applies today, or from the end of a step of the path. */
function offPath({ results, steps }: Report, checks: readonly AnyCheck[]): string | undefined {
  const builtIn = new Set(checks.map(({ id }) => id));
  const ends = new Set(steps.map(({ component, to }) => `${component} ${to}`));
  const findings = results.flatMap((result) => (builtIn.has(result.id) ? result.findings : []));
  const other = findings.find(({ at }) => at !== null && !ends.has(`${at.component} ${at.version}`));
  return other === undefined ? undefined : `the finding ${other.fingerprint} is of no step of its path`;
}

function danglingEntry({ results, entries }: Report): string | undefined {
  const known = new Set(results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  const other = entries.flatMap(({ fingerprints }) => fingerprints).find((one) => !known.has(one));
  return other === undefined ? undefined : `an entry names the finding ${other}, which it does not have`;
}

function wrongTopics({ notJudged }: Report): string | undefined {
  return isDeepStrictEqual(notJudged, notCovered) ? undefined : 'it names other topics as not covered than this build';
}

function wrongConclusion(report: Report): string | undefined {
  const name = findWrongConclusion(report);
  if (name === undefined) return undefined;
  return name === 'steps' ? 'its steps contradict its versions' : `its ${name} contradicts its results`;
}
