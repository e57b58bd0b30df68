import { advice, type Advice } from '../syntax/advice.ts';
import { formatCount, forCount, formatList } from '../syntax/english.ts';
import type { AnyCheck, Context, Threshold } from '../check.ts';
import type { EngineFinding } from './finding.ts';
import type { Result, UnseenThing } from './result.ts';
import { firstBeyond, findUnreachedTarget, type KarpenterPath } from '../karpenter/path.ts';
import { loadTable, type TableName, type Tables } from '../tables/tables.ts';
import { format, type Minor } from '../syntax/versions.ts';

type PathContext = Pick<Context, 'current' | 'target' | 'karpenter'>;

/**
 * Loads the tables of a check. Adds an unknown finding for each version up to the target that a table does not cover,
 * so that accepting the finding for one version does not accept it for a later one. If no table lists the requested
 * Karpenter release, every check that reads `karpenterControllers` gets at least one such finding, even if the check
 * has no tables.
 */
export function loadTables(
  check: Pick<AnyCheck, 'needs' | 'uses' | 'applies' | 'tables' | 'direction'>,
  { context, table: load = loadTable }: { context: PathContext; table?: typeof loadTable | undefined },
): { tables: Tables; ended: EngineFinding[] } {
  const ended: EngineFinding[] = [];
  const rows: Partial<Record<TableName, unknown>> = {};
  for (const name of check.tables ?? []) {
    const { rows: tableRows, knownThrough, karpenterKnownThrough } = load(name);
    rows[name] = tableRows;
    ended.push(
      ...minorsBeyond(knownThrough, check, context).map((at) => endedTable(name, at)),
      ...releasesBeyond(karpenterKnownThrough, context).map((at) => endedKarpenterTable(name, at)),
    );
  }
  const hasEndedKarpenterTable = ended.some(({ atKarpenter }) => atKarpenter !== undefined);
  return {
    tables: rows as Tables,
    ended: hasEndedKarpenterTable ? ended : [...ended, ...beyondReleases(check, context.karpenter, load)],
  };
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

function releasesBeyond(knownThrough: string | undefined, { karpenter }: PathContext): Beyond<string>[] {
  if (knownThrough === undefined) return [];
  const beyond = karpenter.versions.filter((version) => firstBeyond(knownThrough, [version]) !== undefined);
  const last = findUnreachedTarget(karpenter);
  return [...beyond, ...(last === undefined ? [] : [last])].map((version) => ({ knownThrough, version }));
}

function beyondReleases(
  { needs, uses = [], applies }: Pick<AnyCheck, 'needs' | 'uses' | 'applies'>,
  karpenter: KarpenterPath,
  load: typeof loadTable,
): EngineFinding[] {
  const beyond = findUnreachedTarget(karpenter);
  const facts = [...needs, ...uses, ...(applies?.needs ?? []), ...(applies?.uses ?? [])];
  if (beyond === undefined || !facts.includes('karpenterControllers')) return [];
  const { karpenterKnownThrough = '' } = load('karpenter-releases');
  return [endedKarpenterTable('karpenter-releases', { knownThrough: karpenterKnownThrough, version: beyond })];
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

function endedKarpenterTable(name: TableName, { knownThrough, version }: Beyond<string>): EngineFinding {
  const unseen = {
    kind: 'table',
    table: name,
    component: 'karpenter',
    knownThrough,
    version,
    // True if the table covers the minor of this release: the release is then newer than the table, or does not exist.
    lacksRelease: firstBeyond(knownThrough, [version]) === undefined,
  } as const;
  return { ...ofTable(unseen), atKarpenter: version };
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
  return table.includes('/') ? `the plug-in ${table.split('/')[0] ?? ''}` : 'eks-preflight';
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
export function endedTitle(ended: readonly UnseenChanges[]): string {
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

/** Where a table ends, in the words of every report: `skew ends at 1.36`. */
export function tableEnd({ table, component, knownThrough, lacksRelease }: UnseenChanges): string {
  if (lacksRelease) return `${table} does not contain this release, although it ends at Karpenter ${knownThrough}`;
  return `${table} ends at ${component === 'karpenter' ? 'Karpenter ' : ''}${knownThrough}`;
}

/** The default of a threshold, computed from the tables of its check. */
export function resolveStandard({ standard }: Threshold, { tables = [] }: Pick<AnyCheck, 'tables'>): number {
  return standard(Object.fromEntries(tables.map((name) => [name, loadTable(name).rows])) as Tables);
}
