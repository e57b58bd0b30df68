import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { shippedWith } from '../shared/coredns.ts';
import { findWorstVerdict, writtenOnce } from '../shared/corefile-lines.ts';
import { forCount, formatList } from '../../../src/syntax/english.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import {
  lastRelease,
  placeholder,
  toFindings,
  toNewerVerdicts,
  toVerdicts,
  type Mounted,
  type Rows,
} from './refused-words.ts';

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
      mounted.copies.flatMap((copy) => toNewerVerdicts(copy, from, shippedWith(current, rows))),
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
