import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { parseRepository } from '../../../src/for-checks/components.ts';
import {
  editFix,
  shippedWith,
  type CorednsCopy,
  type MountedCorefile,
  type ParsedCorefile,
} from '../shared/coredns.ts';
import {
  byFile,
  directiveEvidence,
  namedLines,
  refusalFinding,
  whereWritten,
  findWorstVerdict,
  writtenOnce,
  type Directive,
  type LineVerdict,
} from '../shared/corefile-lines.ts';
import { forCount, formatList } from '../../../src/syntax/english.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Rows = Tables['corefile'];
type Mounted = MountedCorefile<ParsedCorefile>;

/** A placeholder for an environment variable, which CoreDNS replaces before it looks up the directive. */
const placeholder = /^\{[$%]/;

/** Findings for lines whose first word is not a CoreDNS plugin, or not a plugin of the running version. */
export function* unknownDirectives(mounted: Mounted, current: Minor, rows: Rows): Iterable<Finding> {
  const known = new Map(
    rows.flatMap((row) => (row.rowKind === 'plugins' ? row.plugins.map((plugin) => [plugin, row] as const) : [])),
  );
  if (known.size === 0) return;
  const removed = new Set(rows.flatMap((row) => (row.rowKind === 'removed-plugin' ? [row.plugin] : [])));
  const written = writtenOnce(mounted.corefile.blocks.flatMap(({ directives }) => directives)).filter(
    ({ name }) => name !== 'import' && !removed.has(name) && !placeholder.test(name),
  );
  yield* toFindings(mounted, {
    rule: 'unknown-directive',
    lines: [...mounted.outside, ...written.filter(({ name }) => !known.has(name))],
    verdict: findWorstVerdict(mounted.copies.flatMap((copy) => toVerdicts(copy, rows))),
    words: (names) => `the unknown ${forCount(names.length, 'directive', 'directives')} ${formatList(names)}`,
    instead: advice`, or move options into the braces of their plugin`,
    source: lastRelease(rows).source,
  });
  for (const [plugin, { from, source }] of known) {
    const lines = written.filter(({ name }) => name === plugin);
    const verdict = findWorstVerdict(
      mounted.copies.flatMap((copy) => toNewerPluginVerdicts(copy, from, shippedWith(current, rows))),
    );
    const words = () => `the plugin ${plugin}, which needs CoreDNS ${from} or newer`;
    const instead = advice`, or update CoreDNS to ${from} or newer first`;
    yield* toFindings(mounted, { rule: `newer-plugin:${plugin}`, lines, verdict, words, instead, source });
  }
}

/** Findings for plugins of the running CoreDNS that the one that EKS lists for the target of a rollback lacks. */
export function* missingAfterRollback(mounted: Mounted, target: Minor, rows: Rows): Iterable<Finding> {
  const listed = shippedWith(target, rows);
  if (listed === undefined) return;
  const running = mounted.copies.find(({ namespace }) => namespace === 'kube-system')?.version ?? null;
  const written = writtenOnce(mounted.corefile.blocks.flatMap(({ directives }) => directives));
  const newer = rows.flatMap((row) => (row.rowKind === 'plugins' && isBelow(listed, row.from) ? [row] : []));
  for (const { plugins, from, source } of newer) {
    // A running version that lacks the plugin, too, is a failure already.
    if (running === null || isBelow(running, from)) continue;
    for (const plugin of plugins) {
      yield* toFindings(mounted, {
        rule: `newer-plugin:${plugin}`,
        lines: written.filter(({ name }) => name === plugin),
        verdict: {
          level: 'warn',
          at: target,
          by: `the CoreDNS ${listed} that EKS lists for ${format(target)} does not start with it, ${running} runs`,
        },
        words: () => `the plugin ${plugin}, which needs CoreDNS ${from} or newer`,
        instead: advice` before CoreDNS is set to an earlier version`,
        source,
      });
    }
  }
}

interface Refused {
  rule: string;
  lines: readonly Directive[];
  verdict: LineVerdict | undefined;
  /** What the lines contain, for the message: `the unknown directive upstream`. */
  words: (names: readonly string[]) => string;
  /** What to do instead of deleting the lines. */
  instead: Advice;
  source: string;
}

function* toFindings(
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

function toVerdicts({ version, image, addon }: CorednsCopy, rows: Rows): LineVerdict[] {
  if (version === null) return [{ level: 'unknown', image }];
  // What a version newer than the table rejects is unknown: another finding reports that.
  if (isBelow(lastRelease(rows).coredns.replace(/\d{1,9}$/, '999999'), version)) return [];
  return [refusal(version, image, addon)];
}

/** A copy of unknown version is assumed to run `listedVersion`, which EKS ships with the current Kubernetes version. */
function toNewerPluginVerdicts(
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

function lastRelease(rows: Rows): { coredns: string; source: string } {
  const last = rows.find((row) => row.rowKind === 'known-through');
  return last?.rowKind === 'known-through' ? last : { coredns: '0.0.0', source: '' };
}
