import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { parseRepository } from '../../../src/for-checks/components.ts';
import { editFix, type CorednsCopy, type MountedCorefile, type ParsedCorefile } from '../shared/coredns.ts';
import {
  byFile,
  directiveEvidence,
  namedLines,
  refusalFinding,
  whereWritten,
  type Directive,
  type LineVerdict,
} from '../shared/corefile-lines.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Rows = Tables['corefile'];
export type Mounted = MountedCorefile<ParsedCorefile>;

/** A placeholder for an environment variable, which CoreDNS replaces before it looks up the word. */
export const placeholder = /^\{[$%]/;

/** Lines whose first word CoreDNS rejects, or may reject. */
export interface Refused {
  rule: string;
  lines: readonly Directive[];
  verdict: LineVerdict | undefined;
  /** What the lines contain, for the message: `the unknown directive upstream`. */
  words: (names: readonly string[]) => string;
  /** What to do instead of deleting the lines. */
  instead: Advice;
  source: string;
}

/** The findings for such lines, one for each file; none without a verdict. */
export function* toFindings(
  { resource, copies }: Mounted,
  { rule, lines, verdict, words, instead, source }: Refused,
): Iterable<Finding> {
  if (verdict === undefined) return;
  for (const { resource: own, file, lines: ours } of byFile(resource, lines)) {
    const names = [...new Set(ours.map(({ name }) => name))];
    yield refusalFinding(
      verdict,
      `${file} ${whereWritten(ours)} ${forCount(ours.length, 'has', 'have')} ${words(names)}`,
      {
        resource: own,
        rule,
        evidence: directiveEvidence(ours),
        fix: editFix(own, advice`Delete ${namedLines(file, ours)}${instead}`, copies),
        links: [source],
      },
    );
  }
}

/** What a running CoreDNS does with a word that no known release has. */
export function toVerdicts({ version, image, addon }: CorednsCopy, rows: Rows): LineVerdict[] {
  if (version === null) return [{ level: 'unknown', image }];
  // What a version newer than the table rejects is unknown: another finding reports that.
  if (isBelow(lastRelease(rows).coredns.replace(/\d{1,9}$/, '999999'), version)) return [];
  return [refusal(version, image, addon)];
}

/**
 * What a running CoreDNS does with a word that CoreDNS has from a release on. A copy of unknown version is assumed to run
 * `listedVersion`, which EKS ships with the current Kubernetes version.
 */
export function toNewerVerdicts(
  { version, image, addon }: CorednsCopy,
  from: string,
  listedVersion = '0.0.0',
): LineVerdict[] {
  if (version === null) return isBelow(listedVersion, from) ? [{ level: 'unknown', image }] : [];
  return isBelow(version, from) ? [refusal(version, image, addon)] : [];
}

/** An image that is not official may include third-party plugins. */
function refusal(version: string, image: string, addon: string | null): LineVerdict {
  const isOfficial = addon !== null || /(?:^|\/)(?:eks|coredns)\/coredns$/.test(parseRepository(image));
  if (isOfficial) return { level: 'fail', by: `CoreDNS ${version} does not start` };
  return { level: 'warn', by: 'CoreDNS starts only if its image includes third-party plugins' };
}

/** The newest release of the table. */
export function lastRelease(rows: Rows): { coredns: string; source: string } {
  const last = rows.find((row) => row.rowKind === 'known-through');
  return last?.rowKind === 'known-through' ? last : { coredns: '0.0.0', source: '' };
}
