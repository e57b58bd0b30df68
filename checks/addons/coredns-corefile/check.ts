import { advice, commands, ofTable, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isBelow, type Minor } from '../../../src/languages/versions.ts';
import {
  byConfigMap,
  directiveEvidence,
  editCorefile,
  hasCoredns,
  linesText,
  nextCoredns,
  notReadable,
  optionLines,
  unseenImportFindings,
  writtenOnce,
  type CorefileResource,
  type CorednsCopy,
  type Directive,
  type ParsedCorefile,
} from '../../../src/subjects/coredns.ts';

type Rows = Tables['corefile'];
type Removed = Extract<Rows[number], { rowKind: 'removed-option' | 'removed-plugin' }>;
type Required = Extract<Rows[number], { rowKind: 'required-plugin' }>;

/** What CoreDNS says to the lines, from when on. */
type Verdict = { level: 'fail' | 'warn'; at?: Minor; by: string } | { level: 'unknown'; image: string };

const lookFor = advice`plugins and options that newer versions of CoreDNS refuse`;
const worst: readonly Verdict['level'][] = ['fail', 'unknown', 'warn'];

export default defineCheck({
  id: 'addons/coredns-corefile',
  title: 'Corefile that CoreDNS refuses or that lacks a plugin',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `CoreDNS does not start with a plugin or an option that it does not know. A pod that runs goes on, also where the
    plugin \`reload\` has seen the new file; the next pod crashes, and an update of the nodes replaces them all.

    What the running CoreDNS refuses is a failure of today. An update of the control plane moves neither a CoreDNS of
    your own nor the EKS add-on, so what only a newer CoreDNS refuses is a warning, at the version with which EKS lists
    such a CoreDNS. The plugin \`ready\` answers the readiness probe \`/ready\`, which the add-on's Deployment has from
    1.9.3-eksbuild.3 and 1.10.1-eksbuild.6 on: without it no new pod becomes ready, and a warning is all that is said
    where the Deployment does not ask it yet.

    A CoreDNS that was built with plugins of others may know one that the official image no longer has. The option
    \`upstream\` of the plugin \`kubernetes\` has a check of its own.`,
  fix: advice`Take the lines out of the Corefile, or replace them by what took their place.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/managing-coredns.html',
    'https://github.com/coredns/corefile-migration/blob/master/migration/plugins.go',
  ],
  needs: ['coredns'],
  tables: ['corefile'],
  applies: {
    needs: ['coredns'],
    when: ({ coredns }, { cluster }) => hasCoredns(coredns, cluster),
  },

  *run({ coredns }, { versions, tables: { corefile: rows } }) {
    for (const copies of byConfigMap(coredns)) {
      const [{ namespace, corefile }] = copies;
      const resource = { kind: 'ConfigMap', namespace, name: corefile.configMap };
      if (corefile.state !== 'parsed') {
        yield notReadable(resource, corefile, lookFor);
        continue;
      }
      yield* unseenImportFindings(resource, corefile.unresolvedImports, lookFor);
      yield* refusedLines(resource, corefile, copies, versions, rows);
      yield* ignoredLines(resource, corefile, copies, rows);
      yield* missingPlugins(resource, corefile, copies, versions, rows);
    }
    yield* newerThanTable(coredns, rows);
  },
});

function* refusedLines(
  resource: CorefileResource,
  corefile: ParsedCorefile,
  copies: readonly CorednsCopy[],
  versions: readonly Minor[],
  rows: Rows,
): Iterable<Finding> {
  for (const row of rows) {
    if (row.rowKind !== 'removed-option' && row.rowKind !== 'removed-plugin') continue;
    const lines = linesOf(corefile, row);
    const [verdict] = copies
      .map((copy) => verdictOf(copy, row, versions, rows))
      .sort((a, b) => worst.indexOf(a.level) - worst.indexOf(b.level));
    if (lines.length === 0 || verdict === undefined) continue;
    const message = `${whereText(lines)} ${lines.length === 1 ? 'has' : 'have'} ${nameOf(row)}`;
    const shared = {
      resource,
      evidence: directiveEvidence(lines),
      fix: replaceFix(resource, lines, row),
      links: [row.source],
    };
    if (verdict.level === 'unknown') {
      const unread = `no version is readable from image ${verdict.image}`;
      yield {
        level: 'unknown',
        rule: `version-not-readable:${keyOf(row)}`,
        message: `${message}; whether CoreDNS refuses it is not known: ${unread}`,
        ...shared,
      };
      continue;
    }
    const { by, ...when } = verdict;
    yield { ...when, rule: keyOf(row), message: `${message}: ${by}`, ...shared };
  }
}

/** The option `upstream` of `kubernetes` belongs to addons/coredns-upstream. */
function linesOf(corefile: ParsedCorefile, row: Removed): Directive[] {
  if (row.rowKind === 'removed-plugin') {
    const plugins = corefile.blocks.flatMap(({ directives }) => directives);
    return writtenOnce(plugins.filter(({ name }) => name === row.plugin));
  }
  if (row.plugin === 'kubernetes' && row.option === 'upstream') return [];
  const lines = optionLines(corefile, row.plugin, row.option);
  return row.argument === undefined ? lines : lines.filter(({ args }) => args[0] === row.argument);
}

function verdictOf(copy: CorednsCopy, { removedIn }: Removed, versions: readonly Minor[], rows: Rows): Verdict {
  const { version, image } = copy;
  if (version === null) return { level: 'unknown', image };
  if (!isBelow(version, removedIn)) return { level: 'fail', by: `CoreDNS ${version} does not start with it` };
  return { level: 'warn', ...nextCoredns(copy, removedIn, versions, rows, 'does not start with it') };
}

function* ignoredLines(
  resource: CorefileResource,
  corefile: ParsedCorefile,
  copies: readonly CorednsCopy[],
  rows: Rows,
): Iterable<Finding> {
  for (const row of rows) {
    if (row.rowKind !== 'ignored-option') continue;
    const lines = optionLines(corefile, row.plugin, row.option);
    const reader = copies.find(({ version }) => version !== null && !isBelow(version, row.ignoredFrom));
    if (lines.length === 0 || reader === undefined) continue;
    yield {
      level: 'warn',
      rule: `${row.plugin}.${row.option}`,
      resource,
      message: `${whereText(lines)} ${lines.length === 1 ? 'has' : 'have'} the option ${row.option} of ${row.plugin}: CoreDNS ${reader.version} ignores it, a later one may refuse it`,
      evidence: directiveEvidence(lines),
      fix: deleteFix(resource, lines),
      links: [row.source],
    };
  }
}

/** An import that was not seen may bring the plugin: that is said already. */
function* missingPlugins(
  resource: CorefileResource,
  { blocks, unresolvedImports }: ParsedCorefile,
  copies: readonly CorednsCopy[],
  versions: readonly Minor[],
  rows: Rows,
): Iterable<Finding> {
  const present = new Set(blocks.flatMap(({ directives }) => directives.map(({ name }) => name)));
  for (const row of rows) {
    if (row.rowKind !== 'required-plugin' || present.has(row.plugin) || unresolvedImports.length > 0) continue;
    const knowing = copies.filter(({ version }) => version === null || !isBelow(version, row.from));
    const asking = knowing.find(({ readinessPath }) => readinessPath === row.path);
    const later = knowing.find(({ namespace }) => namespace === 'kube-system');
    const verdict =
      asking !== undefined
        ? {
            level: 'fail' as const,
            by: `${asking.kind} ${asking.name} asks ${row.path}`,
          }
        : later !== undefined
          ? {
              level: 'warn' as const,
              ...nextCoredns(later, row.askedFrom, versions, rows, `asks ${row.path} as an EKS add-on`),
            }
          : undefined;
    if (verdict === undefined) continue;
    const { by, ...when } = verdict;
    yield {
      ...when,
      rule: `missing:${row.plugin}`,
      resource,
      message: `Corefile has no plugin ${row.plugin}, and ${by}: without it no new pod becomes ready`,
      evidence: [
        { observed: `no plugin ${row.plugin}`, required: `the plugin ${row.plugin}, which answers ${row.path}` },
      ],
      fix: addFix(resource, row),
      links: [row.source],
    };
  }
}

/** A CoreDNS of a minor that nobody has looked into yet may refuse more. */
function* newerThanTable(copies: readonly CorednsCopy[], rows: Rows): Iterable<Finding> {
  const known = rows.find((row) => row.rowKind === 'known-through');
  if (known?.rowKind !== 'known-through') return;
  const lastKnown = known.coredns.replace(/\d{1,9}$/, '999999');
  for (const { kind, namespace, name, version } of copies) {
    if (version === null || !isBelow(lastKnown, version)) continue;
    yield {
      level: 'unknown',
      rule: 'coredns-not-known',
      resource: { kind, namespace, name },
      message: `CoreDNS ${version} is newer than the newest that was looked into (${known.coredns}): what it refuses is not known`,
      fix: advice`Update eks-preflight, or compare the Corefile with the release notes of CoreDNS ${version}.`,
    };
  }
}

function keyOf(row: Removed): string {
  return row.rowKind === 'removed-plugin' ? row.plugin : `${row.plugin}.${row.option}`;
}

function nameOf(row: Removed): string {
  return row.rowKind === 'removed-plugin' ? `the plugin ${row.plugin}` : `the option ${row.option} of ${row.plugin}`;
}

function whereText(lines: readonly Directive[]): string {
  return `Corefile ${linesText(lines.map(({ line }) => line))}`;
}

/** The EKS add-on writes the Corefile anew where its configuration values hold one. */
const addonValues = advice`Where the configuration values of the EKS add-on hold the Corefile (\`corefile\`), change it there instead.`;

function deleteFix(resource: CorefileResource, lines: readonly Directive[]): Advice {
  return advice`Delete ${linesText(lines.map(({ line }) => line))} of the Corefile:\n${commands(editCorefile(resource))}\n${addonValues}`;
}

function replaceFix(resource: CorefileResource, lines: readonly Directive[], { instead }: Removed): Advice {
  if (instead === undefined) return deleteFix(resource, lines);
  return advice`Replace ${linesText(lines.map(({ line }) => line))} of the Corefile by ${ofTable(instead)}, before CoreDNS is updated or its pods move:\n${commands(editCorefile(resource))}\n${addonValues}`;
}

function addFix(resource: CorefileResource, { plugin }: Required): Advice {
  return advice`Add a line \`${plugin}\` to the server block \`.:53\`, beside \`health\`:\n${commands(editCorefile(resource))}\n${addonValues}`;
}
