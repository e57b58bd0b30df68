import { advice, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { isBelow, type Minor } from '../../../src/syntax/versions.ts';
import {
  editFix,
  nextCoredns,
  type CorednsCopy,
  type MountedCorefile,
  type ParsedCorefile,
} from '../shared/coredns.ts';
import {
  byFile,
  directiveEvidence,
  namedLines,
  optionLines,
  refusalFinding,
  whereWritten,
  findWorstVerdict,
  writtenOnce,
  type Directive,
  type FileLines,
  type LineVerdict,
} from '../shared/corefile-lines.ts';

type Rows = Tables['corefile'];
type Removed = Extract<Rows[number], { rowKind: 'removed-option' | 'removed-plugin' }>;
type Mounted = MountedCorefile<ParsedCorefile>;

/** Findings for plugins and options that CoreDNS no longer supports: one for each file and row of the table. */
export function* refusedLines(
  { resource, corefile, copies }: Mounted,
  versions: readonly Minor[],
  rows: Rows,
): Iterable<Finding> {
  for (const row of rows) {
    if (row.rowKind !== 'removed-option' && row.rowKind !== 'removed-plugin') continue;
    const lines = selectLines(corefile, row);
    const verdict = findWorstVerdict(copies.map((copy) => toVerdict(copy, row, versions, rows)));
    if (verdict === undefined) continue;
    for (const own of byFile(resource, lines)) {
      yield refusalFinding(verdict, `${theyHave(own)} ${describeRemoved(row)}`, {
        resource: own.resource,
        rule: formatRuleKey(row),
        short: `uses the removed ${row.rowKind === 'removed-plugin' ? `plugin ${row.plugin}` : `option ${row.option}`}`,
        evidence: directiveEvidence(own.lines),
        fix: editFix(own.resource, row.instead === undefined ? deletion(own) : replacement(own, row.instead), copies),
        links: [row.source],
      });
    }
  }
}

/** Findings for lines with an option that CoreDNS accepts but ignores. */
export function* ignoredLines({ resource, corefile, copies }: Mounted, rows: Rows): Iterable<Finding> {
  for (const row of rows) {
    if (row.rowKind !== 'ignored-option') continue;
    const lines = optionLines(corefile, row.plugin, row.option);
    const reader = copies.find(({ version }) => version !== null && !isBelow(version, row.ignoredFrom));
    if (reader === undefined) continue;
    const ignored = `CoreDNS ${reader.version} ignores it, a later version may reject it`;
    for (const own of byFile(resource, lines)) {
      yield {
        level: 'warn',
        rule: `${row.plugin}.${row.option}`,
        short: `CoreDNS ignores the option ${row.option}`,
        resource: own.resource,
        message: `${theyHave(own)} the option ${row.option} of ${row.plugin}: ${ignored}`,
        evidence: directiveEvidence(own.lines),
        fix: editFix(own.resource, deletion(own), copies),
        links: [row.source],
      };
    }
  }
}

/** Omits the option `upstream` of `kubernetes`, which the check addons/coredns-upstream reports. */
function selectLines(corefile: ParsedCorefile, row: Removed): Directive[] {
  if (row.rowKind === 'removed-plugin') {
    const plugins = corefile.blocks.flatMap(({ directives }) => directives);
    return writtenOnce(plugins.filter(({ name }) => name === row.plugin));
  }
  if (row.plugin === 'kubernetes' && row.option === 'upstream') return [];
  const lines = optionLines(corefile, row.plugin, row.option);
  return row.argument === undefined ? lines : lines.filter(({ args }) => args[0] === row.argument);
}

function toVerdict(copy: CorednsCopy, { removedIn }: Removed, versions: readonly Minor[], rows: Rows): LineVerdict {
  const { version, image } = copy;
  if (version === null) return { level: 'unknown', image };
  if (!isBelow(version, removedIn)) return { level: 'fail', by: `CoreDNS ${version} does not start with it` };
  return { level: 'warn', ...nextCoredns(copy, removedIn, versions, rows, 'does not start with it') };
}

function formatRuleKey(row: Removed): string {
  return row.rowKind === 'removed-plugin' ? row.plugin : `${row.plugin}.${row.option}`;
}

function describeRemoved(row: Removed): string {
  return row.rowKind === 'removed-plugin' ? `the plugin ${row.plugin}` : `the option ${row.option} of ${row.plugin}`;
}

/** `Corefile lines 3 and 9 have`. */
function theyHave({ file, lines }: FileLines): string {
  return `${file} ${whereWritten(lines)} ${forCount(lines.length, 'has', 'have')}`;
}

function deletion({ file, lines }: FileLines): Advice {
  return advice`Delete ${namedLines(file, lines)}`;
}

function replacement({ file, lines }: FileLines, instead: string): Advice {
  return advice`Replace ${namedLines(file, lines)} with ${ofTable(instead)} before CoreDNS is updated
    or its pods are replaced`;
}
