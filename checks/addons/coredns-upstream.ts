import { advice, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { forCount } from '../../src/syntax/english.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, isBelow, type Minor } from '../../src/syntax/versions.ts';
import {
  corefileProblems,
  corefileFindings,
  editFix,
  hasCoredns,
  shippedWith,
  type CorednsCopy,
  type MountedCorefile,
  type ParsedCorefile,
} from './shared/coredns.ts';
import {
  byFile,
  directiveEvidence,
  namedLines,
  optionLines,
  refusalFinding,
  whereWritten,
  findWorstVerdict,
  type Directive,
  type FileLines,
  type LineVerdict,
} from './shared/corefile-lines.ts';

const PLUGIN = 'kubernetes';
const OPTION = 'upstream';
const lookFor = advice`a line \`${OPTION}\` in a \`${PLUGIN}\` block`;

export default defineCheck({
  id: 'addons/coredns-upstream',
  title: 'Corefile with the removed option upstream',
  short: {
    ...corefileProblems,
    '': 'uses the removed option upstream',
  },
  task: 'Delete the option upstream from the Corefile',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Clusters created before 1.18 have the option \`upstream\` in their Corefile, which CoreDNS 1.7.0 removed.
    CoreDNS 1.7.0 and newer do not start with it: running pods keep working, new pods crash, and cluster DNS fails
    when the last running pod stops. EKS ships CoreDNS 1.7.0 or newer from 1.18 on.

    The check reads the Corefile that each CoreDNS mounts, regardless of the version that the cluster was created
    with: every \`kubernetes\` block of every server block, with snippets expanded. \`upstream\` counts if it is the
    first word of a line, with or without arguments. Comments and \`forward . upstream.example\` do not count.
    Imported files are read if CoreDNS mounts a ConfigMap that contains them.`,
  fix: advice`Delete the line from the Corefile and change nothing else.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://coredns.io/2020/06/15/coredns-1.7.0-release/',
  ],
  needs: ['coredns'],
  tables: ['corefile'],
  applies: {
    needs: ['coredns'],
    when: ({ coredns }, { cluster }) => hasCoredns(coredns, cluster),
  },

  *run({ coredns }, { versions, tables }) {
    const { corefile: rows } = tables;
    yield* corefileFindings(coredns, lookFor, (mounted) => upstreamFindings(mounted, versions, rows), unseenImports);
  },
});

function upstreamFindings(
  { resource, corefile, copies }: MountedCorefile<ParsedCorefile>,
  versions: readonly Minor[],
  rows: Tables['corefile'],
): Finding[] {
  const lines = optionLines(corefile, PLUGIN, OPTION);
  const verdict = findWorstVerdict(copies.flatMap((copy) => toVerdicts(copy, versions, rows)));
  return verdict === undefined ? [] : byFile(resource, lines).map((own) => upstreamFinding(own, verdict, copies));
}

/** Empty if the table does not contain the CoreDNS version that removes the option. */
function toVerdicts(
  { namespace, version, image }: CorednsCopy,
  versions: readonly Minor[],
  rows: Tables['corefile'],
): LineVerdict[] {
  const removed = rows.find(
    (row) => row.rowKind === 'removed-option' && row.plugin === PLUGIN && row.option === OPTION,
  );
  if (removed?.rowKind !== 'removed-option') return [];
  const { removedIn } = removed;
  if (version === null) return [{ level: 'unknown', image }];
  if (!isBelow(version, removedIn)) return [{ level: 'fail', by: `CoreDNS ${version} does not start with it` }];
  const warning = {
    level: 'warn',
    by: `CoreDNS ${removedIn} and newer do not start with it, ${version} runs`,
  } as const;
  const [current, ...later] = versions;
  const at = later.find((minor) => {
    const shipped = shippedWith(minor, rows);
    return shipped !== undefined && !isBelow(shipped, removedIn);
  });
  // EKS installs only the CoreDNS in kube-system.
  if (at === undefined || current === undefined || namespace !== 'kube-system') return [warning];
  const by = `the CoreDNS that EKS ships with ${format(at)} does not start with it, ${version} runs`;
  return [{ level: 'fail', at, since: current, by }];
}

function upstreamFinding(own: FileLines, verdict: LineVerdict, copies: readonly CorednsCopy[]): Finding {
  const { resource, file, lines } = own;
  const what = `${file} ${whereWritten(lines)} ${forCount(lines.length, 'has', 'have')} \`${OPTION}\``;
  const evidence = directiveEvidence(lines);
  return refusalFinding(verdict, what, { resource, evidence, fix: deleteFix(own, copies) });
}

function deleteFix({ resource, file, lines }: FileLines, copies: readonly CorednsCopy[]): Advice {
  const { namespace, name } = resource;
  const [ones, their] = forCount(lines.length, ['one', 'its'], ['ones', 'their']);
  const printed = lines.map(({ line }) => `${line}p`).join(';');
  const isCorefile = file === 'Corefile';
  const look = sh`kubectl -n ${namespace} get configmap ${name} -o jsonpath='{$.data.Corefile}' | sed -n ${printed}`;
  const change = advice`Delete ${namedLines(file, lines)}, the ${ones} with the word \`${OPTION}\` inside
    \`${PLUGIN} { ... }\`, with ${their} arguments if there are any. Change nothing else, and review the lines first`;
  return editFix(resource, change, copies, isCorefile ? [look] : []);
}

/** Imports that may add `upstream` to `kubernetes`: all but those inside another plugin's block. */
function unseenImports({ blocks, unresolvedImports }: ParsedCorefile): ParsedCorefile['unresolvedImports'] {
  const plugins = blocks.flatMap(({ directives }) => directives);
  const others = importLines(plugins.filter(({ name }) => name !== PLUGIN).flatMap(({ block }) => block));
  const own = importLines([
    ...plugins.filter(({ name }) => name === 'import'),
    ...plugins.filter(({ name }) => name === PLUGIN),
  ]);
  return unresolvedImports.filter(({ line }) => own.has(line) || !others.has(line));
}

function importLines(directives: readonly Directive[]): Set<number> {
  return new Set(
    directives.flatMap(({ name, line, block }) => [...(name === 'import' ? [line] : []), ...importLines(block)]),
  );
}
