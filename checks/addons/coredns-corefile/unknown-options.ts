import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { shippedWith, type CorednsCopy } from '../shared/coredns.ts';
import { findWorstVerdict, writtenOnce, type Directive, type LineVerdict } from '../shared/corefile-lines.ts';
import { forCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import {
  lastRelease,
  placeholder,
  toFindings,
  toNewerVerdicts,
  toVerdicts,
  type Mounted,
  type Refused,
  type Rows,
} from './refused-words.ts';

type Options = Extract<Rows[number], { rowKind: 'options' }>;

/** Findings for options that a plugin does not have, or does not have in the running version. */
export function* unknownOptions(mounted: Mounted, current: Minor, rows: Rows): Iterable<Finding> {
  for (const [plugin, lines] of collectOptions(mounted, rows)) {
    const known = listOptions(rows, plugin);
    const verdicts = mounted.copies.flatMap((copy) => toOptionVerdicts(copy, known[0], rows));
    const isKnown = known.length > 0;
    yield* toFindings(mounted, {
      rule: `unknown-option:${plugin}`,
      lines: lines.filter((line) => findRow(known, line) === undefined),
      verdict: findWorstVerdict(verdicts),
      words: (names) =>
        `the ${isKnown ? 'unknown ' : ''}${forCount(names.length, 'option', 'options')} ${formatList(names)} of ${plugin}`,
      instead: advice`, or correct the ${forCount(lines.length, 'option', 'options')}`,
      source: (known.at(-1) ?? lastRelease(rows)).source,
    });
    for (const newer of toNewer(known, lines)) {
      const verdict = mounted.copies.flatMap((copy) => toNewerVerdicts(copy, newer.from, shippedWith(current, rows)));
      const instead = advice`, or update CoreDNS to ${newer.from} or newer first`;
      yield* toFindings(mounted, { ...newer, verdict: findWorstVerdict(verdict), instead });
    }
  }
}

/** Findings for options of the running CoreDNS that the one that EKS lists for the target of a rollback lacks. */
export function* optionsAfterRollback(mounted: Mounted, target: Minor, rows: Rows): Iterable<Finding> {
  const listed = shippedWith(target, rows);
  const running = mounted.copies.find(({ namespace }) => namespace === 'kube-system')?.version ?? null;
  if (listed === undefined || running === null) return;
  const by = `the CoreDNS ${listed} that EKS lists for ${format(target)} does not start with it, ${running} runs`;
  for (const [plugin, lines] of collectOptions(mounted, rows)) {
    for (const newer of toNewer(listOptions(rows, plugin), lines)) {
      if (!isBelow(listed, newer.from) || isBelow(running, newer.from)) continue;
      const instead = advice` before CoreDNS is set to an earlier version`;
      yield* toFindings(mounted, { ...newer, verdict: { level: 'warn', at: target, by }, instead });
    }
  }
}

/** The options of each plugin that CoreDNS itself has; those that it removed are reported by another finding. */
function collectOptions({ corefile }: Mounted, rows: Rows): [plugin: string, options: readonly Directive[]][] {
  const own = new Set(rows.flatMap((row) => (row.rowKind === 'plugins' ? row.plugins : [])));
  const free = new Set(rows.flatMap((row) => (row.rowKind === 'free-lines' ? [row.plugin] : [])));
  const removed = new Set(
    rows.flatMap((row) => (row.rowKind === 'removed-option' ? [`${row.plugin} ${row.option}`] : [])),
  );
  const plugins = corefile.blocks
    .flatMap(({ directives }) => directives)
    .filter(({ name, block }) => own.has(name) && !free.has(name) && block.length > 0);
  return [...grouped(plugins, ({ name }) => name)].map(([plugin, directives]) => {
    const options = directives
      .flatMap(({ block }) => block)
      .filter(({ name }) => name !== 'import' && !placeholder.test(name) && !removed.has(`${plugin} ${name}`));
    return [plugin, writtenOnce(options)];
  });
}

/** Oldest first. */
function listOptions(rows: Rows, plugin: string): Options[] {
  const own = rows.flatMap((row) => (row.rowKind === 'options' && row.plugin === plugin ? [row] : []));
  return own.sort((a, b) => (isBelow(a.from, b.from) ? -1 : 1));
}

function findRow(known: readonly Options[], { name }: Directive): Options | undefined {
  return known.find(({ options, anyCase }) => options.includes(anyCase === true ? name.toLowerCase() : name));
}

/** Options of later rows: those of the first row are as old as the plugin, or as the table. */
function toNewer(
  [, ...later]: readonly Options[],
  lines: readonly Directive[],
): (Pick<Refused, 'rule' | 'lines' | 'words' | 'source'> & { from: string })[] {
  return later.flatMap((row) => {
    const own = grouped(
      lines.filter((line) => findRow([row], line) !== undefined),
      ({ name }) => name,
    );
    return [...own].map(([option, written]) => ({
      rule: `newer-option:${row.plugin}.${option}`,
      lines: written,
      words: () => `the option ${option} of ${row.plugin}, which needs CoreDNS ${row.from} or newer`,
      source: row.source,
      from: row.from,
    }));
  });
}

function toOptionVerdicts(copy: CorednsCopy, oldest: Options | undefined, rows: Rows): LineVerdict[] {
  const { version, image } = copy;
  if (version === null || (oldest !== undefined && !isBelow(version, oldest.from))) return toVerdicts(copy, rows);
  return [{ level: 'unknown', image, why: `unknown whether CoreDNS ${version} accepts it` }];
}
