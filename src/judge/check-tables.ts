import { advice, type Advice } from '../syntax/advice.ts';
import { formatCount, forCount, formatList } from '../syntax/english.ts';
import type { AnyCheck, Context, Threshold } from '../check.ts';
import type { EngineFinding } from './finding.ts';
import type { UnseenThing } from './result.ts';
import { firstBeyond, findUnreachedTarget, type KarpenterPath } from '../karpenter/path.ts';
import { loadTable, type TableName, type Tables } from '../tables/tables.ts';
import { format, type Minor } from '../syntax/versions.ts';

type PathContext = Pick<Context, 'current' | 'target' | 'karpenter'>;

/**
 * The tables of a check, and a finding of level unknown for each version up to the target that one does not cover: a finding
 * that was accepted for a nearer target says nothing of a farther one. For a Karpenter release that is in no table, at least
 * one for every check that reads Karpenter, with or without a table.
 */
export function loadTables(
  check: Pick<AnyCheck, 'needs' | 'uses' | 'applies' | 'tables'>,
  { context, table: load = loadTable }: { context: PathContext; table?: typeof loadTable | undefined },
): { tables: Tables; ended: EngineFinding[] } {
  const ended: EngineFinding[] = [];
  const rows: Partial<Record<TableName, unknown>> = {};
  for (const name of check.tables ?? []) {
    const { rows: tableRows, knownThrough, karpenterKnownThrough } = load(name);
    rows[name] = tableRows;
    ended.push(
      ...minorsBeyond(knownThrough, context).map((at) => endedTable(name, at)),
      ...releasesBeyond(karpenterKnownThrough, context).map((at) => endedKarpenterTable(name, at)),
    );
  }
  const hasEndedKarpenterTable = ended.some(({ atKarpenter }) => atKarpenter !== undefined);
  return {
    tables: rows as Tables,
    ended: hasEndedKarpenterTable ? ended : [...ended, ...beyondReleases(check, context.karpenter, load)],
  };
}

/** A version that a table does not cover, and the last that it does. */
interface Beyond<Version> {
  knownThrough: Version;
  version: Version;
}

function minorsBeyond(knownThrough: Minor | undefined, { current, target }: PathContext): Beyond<Minor>[] {
  if (knownThrough === undefined) return [];
  const first = Math.max(knownThrough + 1, current);
  const count = Math.max(target - first + 1, 0);
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
    // A release of a minor that the table holds is one that came after it, or that there is not.
    lacksRelease: firstBeyond(knownThrough, [version]) === undefined,
  } as const;
  return { ...ofTable(unseen), atKarpenter: version };
}

function ofTable(unseen: UnseenChanges): EngineFinding {
  const { table, version } = unseen;
  return {
    level: 'unknown',
    rule: `table:${table}`,
    // With its version: an acceptance of a resource is of this version alone, too.
    resource: { kind: 'Table', name: `${table} ${version}` },
    message: endedTitle([unseen]),
    short: 'changes of this version are unknown',
    unseen,
    fix: endedFix([unseen]),
  };
}

/** The tables that end, of findings that are about them. */
export function endedTables(findings: readonly { unseen: UnseenThing | null }[]): UnseenChanges[] {
  return findings.flatMap(({ unseen }) => (unseen?.kind === 'table' ? [unseen] : []));
}

/** The one action for all tables that end: newer tables, or what they lack read by a person. */
export function endedFix(ended: readonly UnseenChanges[]): Advice {
  const makers = formatList([...new Set(ended.map(({ table }) => formatTableOwner(table)))].sort());
  const { kubernetes, karpenter } = groupVersionsByComponent(ended);
  const texts = [
    ...(kubernetes.length === 0 ? [] : [`the release notes of Kubernetes ${formatList(kubernetes)}`]),
    ...(karpenter.length === 0 ? [] : [`the Karpenter upgrade guide up to ${karpenter.at(-1) ?? ''}`]),
  ];
  return advice`Update ${makers}, or read ${formatList(texts)}, then accept the findings (\`eks-preflight accept\`).`;
}

/** Whose table it is. */
function formatTableOwner(table: string): string {
  return table.includes('/') ? `the plug-in ${table.split('/')[0] ?? ''}` : 'eks-preflight';
}

/** The versions of each component whose changes are unknown, in order. */
function groupVersionsByComponent(ended: readonly UnseenChanges[]): { kubernetes: string[]; karpenter: string[] } {
  const inOrder = (of: readonly UnseenChanges[]) =>
    [...new Set(of.map(({ version }) => version))].toSorted(byVersion.compare);
  return {
    kubernetes: inOrder(ended.filter(({ component }) => component !== 'karpenter')),
    karpenter: inOrder(ended.filter(({ component }) => component === 'karpenter')),
  };
}

const byVersion = new Intl.Collator('en', { numeric: true });

/** `11 tables end before 1.38: changes in 1.38 are unknown`: what tables that end leave unknown; of one, its message. */
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

/** `skew ends at 1.36`: where a table ends, in the words of every report. */
export function tableEnd({ table, component, knownThrough, lacksRelease }: UnseenChanges): string {
  if (lacksRelease) return `${table} does not contain this release, although it ends at Karpenter ${knownThrough}`;
  return `${table} ends at ${component === 'karpenter' ? 'Karpenter ' : ''}${knownThrough}`;
}

/** The number of a threshold that holds where no config file sets one. */
export function resolveStandard({ standard }: Threshold, { tables = [] }: Pick<AnyCheck, 'tables'>): number {
  return standard(Object.fromEntries(tables.map((name) => [name, loadTable(name).rows])) as Tables);
}
