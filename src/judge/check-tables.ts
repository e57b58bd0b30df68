import { advice, type Advice } from '../syntax/advice.ts';
import { formatCount, forCount, formatList } from '../syntax/english.ts';
import type { AnyCheck, Context, Threshold } from '../check.ts';
import type { EngineFinding } from './finding.ts';
import { karpenterTables, type Result, type UnseenThing } from './result.ts';
import { findPatchBelow, findUnreachedTarget, firstBeyond, toKarpenterMinor, withTarget } from '../karpenter/path.ts';
import { grouped } from '../syntax/grouped.ts';
import { loadTable, type TableName, type Tables } from '../tables/tables.ts';
import { format, type Minor } from '../syntax/versions.ts';

type PathContext = Pick<Context, 'current' | 'target' | 'karpenter'>;

/**
 * Loads the tables of a check. Adds an unknown finding for each minor version of the path that a table does not cover,
 * so that accepting the finding for one minor accepts it for all its patches, but for no later minor. What the built-in
 * tables lack of a Karpenter minor has the same fingerprint in every check: `foldUnreadMinors` makes one finding of it.
 */
export function loadTables(
  check: Pick<AnyCheck, 'id' | 'tables' | 'direction'>,
  { context, table: load = loadTable }: { context: PathContext; table?: typeof loadTable | undefined },
): { tables: Tables; ended: EngineFinding[] } {
  const ended: EngineFinding[] = [];
  const rows: Partial<Record<TableName, unknown>> = {};
  for (const name of check.tables ?? []) {
    const { rows: tableRows, knownThrough, karpenterKnownThrough } = load(name);
    rows[name] = tableRows;
    ended.push(
      ...minorsBeyond(knownThrough, check, context).map((at) => endedTable(name, at)),
      ...karpenterMinorsBeyond(karpenterKnownThrough, context).map((at) => endedKarpenterTable(name, check.id, at)),
    );
  }
  return { tables: rows as Tables, ended };
}

/**
 * What a result says if the path has a patch of Karpenter above the newest known one of its minor: the check judged it by
 * the rows of that one. Undefined if there is none, or if the check reads no table that ends at a Karpenter version.
 */
export function describeUnlistedPatches(
  { tables = [] }: Pick<AnyCheck, 'tables'>,
  { context, table: load = loadTable }: { context: PathContext; table?: typeof loadTable | undefined },
): string | undefined {
  if (tables.every((name) => load(name).karpenterKnownThrough === undefined)) return undefined;
  const { rows } = loadTable('karpenter-releases');
  const judged = context.karpenter.versions.flatMap((version) => {
    const newest = findPatchBelow(version, rows);
    return newest === undefined ? [] : [`Karpenter ${version} is judged as ${newest}`];
  });
  return judged.length === 0 ? undefined : `${judged.join(', ')}, the newest known patch`;
}

/** A table as the result of a check names it, with the last versions that it covers. */
export function toResultTable(name: TableName, load = loadTable): Result['tables'][number] {
  const { knownThrough, karpenterKnownThrough } = load(name);
  const kubernetes = knownThrough === undefined ? [] : [format(knownThrough)];
  const karpenter = karpenterKnownThrough === undefined ? [] : [`Karpenter ${karpenterKnownThrough}`];
  return { name, knownThrough: [...kubernetes, ...karpenter].join(', ') || null };
}

/** A version that a table does not cover, and the last version that it covers. */
interface Beyond<Version> {
  knownThrough: Version;
  version: Version;
}

/** A check that is only for a rollback looks at what the current version brought, as the target lacks it. */
function minorsBeyond(
  knownThrough: Minor | undefined,
  { direction }: Pick<AnyCheck, 'direction'>,
  { current, target }: PathContext,
): Beyond<Minor>[] {
  if (knownThrough === undefined) return [];
  const last = direction === 'down' ? Math.max(current, target) : target;
  const first = Math.max(knownThrough + 1, Math.min(current, last));
  const count = Math.max(last - first + 1, 0);
  return Array.from({ length: count }, (_, index) => ({ knownThrough, version: first + index }));
}

interface BeyondKarpenter {
  knownThrough: string;
  /** The minor: `1.16`. */
  minor: string;
  /** The first release of the path in this minor. */
  first: string;
}

function karpenterMinorsBeyond(knownThrough: string | undefined, { karpenter }: PathContext): BeyondKarpenter[] {
  if (knownThrough === undefined) return [];
  const unreached = findUnreachedTarget(karpenter);
  const beyond = withTarget(karpenter).versions.filter(
    (version) => version === unreached || firstBeyond(knownThrough, [version]) !== undefined,
  );
  return [...grouped(beyond, toKarpenterMinor)].map(([minor, [first]]) => ({ knownThrough, minor, first }));
}

type UnseenChanges = Extract<UnseenThing, { kind: 'table' }>;

function endedTable(name: TableName, { knownThrough, version }: Beyond<Minor>): EngineFinding {
  const unseen = {
    kind: 'table',
    table: name,
    component: 'kubernetes',
    knownThrough: format(knownThrough),
    version: format(version),
    lacksRelease: false,
  } as const;
  return { ...ofTable(unseen), at: version };
}

function endedKarpenterTable(
  name: TableName,
  id: string,
  { knownThrough, minor, first }: BeyondKarpenter,
): EngineFinding {
  const unseen = {
    kind: 'table',
    table: isOfPlugin(name) ? name : karpenterTables,
    component: 'karpenter',
    knownThrough,
    version: minor,
    // True if the table goes further than this minor: the minor does not exist, or was never a release.
    lacksRelease: firstBeyond(knownThrough, [first]) === undefined,
  } as const;
  const finding = { ...ofTable(unseen), atKarpenter: first };
  if (isOfPlugin(name)) return finding;
  const evidence = [{ observed: `${id}: ${name} ends at ${knownThrough}`, required: minor, source: 'table' }] as const;
  return { ...finding, blocks: 'karpenter', phase: 'before', evidence };
}

function ofTable(unseen: UnseenChanges): EngineFinding {
  const { table, version } = unseen;
  return {
    level: 'unknown',
    rule: `table:${table}`,
    // The name includes the version, so that accepting this resource accepts this version only.
    resource: { kind: 'Table', name: `${table} ${version}` },
    message: endedTitle([unseen]),
    short: 'changes of this version are unknown',
    unseen,
    fix: endedFix([unseen]),
  };
}

/** The versions that tables do not cover, according to these findings. */
export function endedTables(findings: readonly { unseen: UnseenThing | null }[]): UnseenChanges[] {
  return findings.flatMap(({ unseen }) => (unseen?.kind === 'table' ? [unseen] : []));
}

/**
 * The one fix for all tables that end: update eks-preflight or the plug-ins that provide them, or read the release
 * notes and accept the findings.
 */
export function endedFix(ended: readonly UnseenChanges[]): Advice {
  const makers = formatList([...new Set(ended.map(({ table }) => formatTableOwner(table)))].sort());
  const { kubernetes, karpenter } = groupVersionsByComponent(ended);
  const texts = [
    ...(kubernetes.length === 0 ? [] : [`the release notes of Kubernetes ${formatList(kubernetes)}`]),
    ...(karpenter.length === 0 ? [] : [`the Karpenter upgrade guide up to ${karpenter.at(-1) ?? ''}`]),
  ];
  return advice`Update ${makers}, or read ${formatList(texts)}, then accept the findings (\`eks-preflight accept\`).`;
}

/** The maker of a table: `eks-preflight`, or a plug-in. */
function formatTableOwner(table: string): string {
  return isOfPlugin(table) ? `the plug-in ${table.split('/')[0] ?? ''}` : 'eks-preflight';
}

function isOfPlugin(table: string): boolean {
  return table.includes('/');
}

function groupVersionsByComponent(ended: readonly UnseenChanges[]): { kubernetes: string[]; karpenter: string[] } {
  const inOrder = (of: readonly UnseenChanges[]) =>
    [...new Set(of.map(({ version }) => version))].toSorted(byVersion.compare);
  return {
    kubernetes: inOrder(ended.filter(({ component }) => component !== 'karpenter')),
    karpenter: inOrder(ended.filter(({ component }) => component === 'karpenter')),
  };
}

const byVersion = new Intl.Collator('en', { numeric: true });

/**
 * `11 tables end before 1.38: changes in 1.38 are unknown`; for one table,
 * `the table skew ends at 1.36: the changes in 1.37 are unknown`.
 */
export function endedTitle(all: readonly UnseenChanges[]): string {
  const ended = all.filter(({ table }) => table !== karpenterTables);
  const titles = [
    ...(ended.length === 0 ? [] : [endedTablesTitle(ended)]),
    ...(ended.length === all.length ? [] : [unreadMinorsTitle(all.filter((one) => !ended.includes(one)))]),
  ];
  return titles.join('; ');
}

function unreadMinorsTitle(unread: readonly UnseenChanges[]): string {
  const [end] = unread.map(tableEnd);
  return `the ${end ?? ''}: the changes in ${formatList(groupVersionsByComponent(unread).karpenter)} are unknown`;
}

function endedTablesTitle(ended: readonly UnseenChanges[]): string {
  const [first] = ended;
  const tables = new Set(ended.map(({ table }) => table)).size;
  const lacksOne = ended.some(({ lacksRelease }) => lacksRelease);
  const { kubernetes, karpenter } = groupVersionsByComponent(ended);
  if (first !== undefined && new Set(ended.map(tableEnd)).size === 1)
    return `the table ${tableEnd(first)}: the changes in ${formatList([...kubernetes, ...karpenter])} are unknown`;
  const prefix = karpenter.length === 0 ? '' : 'Kubernetes ';
  const named = [
    kubernetes.map((version) => `${prefix}${version}`),
    karpenter.map((version) => `Karpenter ${version}`),
  ];
  const last = named.flatMap((versions) => versions.slice(-1)).join(' or ');
  const ends = lacksOne
    ? forCount(tables, 'does not cover', 'do not cover')
    : forCount(tables, 'ends before', 'end before');
  return `${formatCount(tables, 'table')} ${ends} ${last}: changes in ${formatList(named.flat())} are unknown`;
}

/** Where a table ends, in the words of every report: `skew ends at 1.36`, `Karpenter tables end before 1.16`. */
export function tableEnd({ table, component, knownThrough, version, lacksRelease }: UnseenChanges): string {
  if (table === karpenterTables)
    return lacksRelease ? `Karpenter tables do not contain ${version}` : `Karpenter tables end before ${version}`;
  if (lacksRelease) return `${table} does not contain this release, although it ends at Karpenter ${knownThrough}`;
  return `${table} ends at ${component === 'karpenter' ? 'Karpenter ' : ''}${knownThrough}`;
}

/** The default of a threshold, computed from the tables of its check. */
export function resolveStandard({ standard }: Threshold, { tables = [] }: Pick<AnyCheck, 'tables'>): number {
  return standard(Object.fromEntries(tables.map((name) => [name, loadTable(name).rows])) as Tables);
}

/** The checks that were not judged in full, because a table ends, and that a finding of one of them names. */
export function namedUnjudged(results: readonly Pick<Result, 'findings'>[]): ReadonlySet<string> {
  const things = results.flatMap(({ findings }) => findings.map(({ unseen }) => unseen));
  return new Set(things.flatMap((unseen) => (unseen?.kind === 'table' ? (unseen.checks ?? []) : [])));
}
