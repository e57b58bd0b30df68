import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { isBelow, type Minor } from '../../../src/syntax/versions.ts';
import {
  editFix,
  nextCoredns,
  type CorednsCopy,
  type MountedCorefile,
  type ParsedCorefile,
} from '../shared/coredns.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Rows = Tables['corefile'];
type Required = Extract<Rows[number], { rowKind: 'required-plugin' }>;

/**
 * Findings for plugins that CoreDNS needs to become ready. None if imports were not read: they may contain the plugins,
 * and another finding reports them.
 */
export function* missingPlugins(
  { resource, corefile: { blocks, unresolvedImports }, copies }: MountedCorefile<ParsedCorefile>,
  versions: readonly Minor[],
  rows: Rows,
): Iterable<Finding> {
  const present = new Set(blocks.flatMap(({ directives }) => directives.map(({ name }) => name)));
  for (const row of rows) {
    if (row.rowKind !== 'required-plugin' || present.has(row.plugin) || unresolvedImports.length > 0) continue;
    const verdict = findRequester(copies, row, versions, rows);
    if (verdict === undefined) continue;
    const { by, ...when } = verdict;
    yield {
      ...when,
      rule: `missing:${row.plugin}`,
      short: `lacks the plugin ${row.plugin}`,
      resource,
      message: `the Corefile has no plugin ${row.plugin}, and ${by}: new pods do not become ready`,
      evidence: [
        { observed: `no plugin ${row.plugin}`, required: `the plugin ${row.plugin}, which answers ${row.path}` },
      ],
      fix: editFix(
        resource,
        advice`Add a line \`${row.plugin}\` to the server block \`.:53\`, beside \`health\``,
        copies,
      ),
      links: [row.source],
    };
  }
}

/** What requires the plugin: the probe of the running CoreDNS, or else that of a later EKS add-on version. */
function findRequester(
  copies: readonly CorednsCopy[],
  row: Required,
  versions: readonly Minor[],
  rows: Rows,
): { level: 'fail' | 'warn'; at?: Minor; by: string } | undefined {
  const knowing = copies.filter(({ version }) => version === null || !isBelow(version, row.from));
  const requester = knowing.find(({ readinessPath }) => readinessPath === row.path);
  if (requester !== undefined)
    return { level: 'fail', by: `the readiness probe of ${requester.kind} ${requester.name} requests ${row.path}` };
  const later = knowing.find(({ namespace }) => namespace === 'kube-system');
  if (later === undefined) return undefined;
  const next = nextCoredns(
    later,
    row.askedFrom,
    versions,
    rows,
    `as an EKS add-on has a readiness probe that requests ${row.path}`,
  );
  return { level: 'warn', ...next };
}
