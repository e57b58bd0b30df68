import { advice } from '../languages/advice.ts';
import type { AnyCheck, Context } from '../check.ts';
import type { EngineFinding } from './finding.ts';
import type { UnseenThing } from './result.ts';
import type { KarpenterPath } from '../karpenter/path.ts';
import { firstBeyond, unreached } from '../karpenter/path.ts';
import { loadTable, type TableName, type Tables } from '../tables/tables.ts';
import { format, type Minor } from '../languages/versions.ts';

/**
 * The tables of a check, and a finding of level unknown for each that ends before the target. For a Karpenter release
 * that is in no table, at least one for every check that reads Karpenter, with or without a table.
 */
export function loadTables(
  check: Pick<AnyCheck, 'needs' | 'uses' | 'applies' | 'tables'>,
  {
    context,
    table: load = loadTable,
  }: { context: Pick<Context, 'current' | 'target' | 'karpenter'>; table?: typeof loadTable | undefined },
): { tables: Tables; ended: EngineFinding[] } {
  const ended: EngineFinding[] = [];
  const rows: Partial<Record<TableName, unknown>> = {};
  for (const name of check.tables ?? []) {
    const { rows: tableRows, knownThrough, karpenterKnownThrough } = load(name);
    rows[name] = tableRows;
    if (knownThrough !== undefined && context.target > knownThrough) {
      ended.push(endedTable(name, knownThrough, Math.max(knownThrough + 1, context.current)));
    }
    const beyond = firstBeyond(karpenterKnownThrough, context.karpenter.versions) ?? unreached(context.karpenter);
    if (karpenterKnownThrough !== undefined && beyond !== undefined) {
      ended.push(endedKarpenterTable(name, karpenterKnownThrough, beyond));
    }
  }
  const isTold = ended.some(({ atKarpenter }) => atKarpenter !== undefined);
  return {
    tables: rows as Tables,
    ended: isTold ? ended : [...ended, ...beyondReleases(check, context.karpenter, load)],
  };
}

function beyondReleases(
  { needs, uses = [], applies }: Pick<AnyCheck, 'needs' | 'uses' | 'applies'>,
  karpenter: KarpenterPath,
  load: typeof loadTable,
): EngineFinding[] {
  const beyond = unreached(karpenter);
  const facts = [...needs, ...uses, ...(applies?.needs ?? []), ...(applies?.uses ?? [])];
  if (beyond === undefined || !facts.includes('karpenterControllers')) return [];
  const { karpenterKnownThrough = '' } = load('karpenter-releases');
  return [endedKarpenterTable('karpenter-releases', karpenterKnownThrough, beyond)];
}

type UnseenChanges = Extract<UnseenThing, { kind: 'table' }>;

function endedTable(name: TableName, knownThrough: Minor, at: Minor): EngineFinding {
  const unseen = {
    kind: 'table',
    table: name,
    component: 'kubernetes',
    knownThrough: format(knownThrough),
    version: format(at),
    lacksRelease: false,
  } as const;
  const fix = advice`Update ${makerOf(name)}, or read the release notes of Kubernetes ${format(at)}.`;
  return { ...ofTable(unseen), at, fix };
}

/** Whose table it is. */
function makerOf(table: string): string {
  return table.includes('/') ? `the plug-in ${table.split('/')[0] ?? ''}` : 'eks-preflight';
}

function endedKarpenterTable(name: TableName, knownThrough: string, atKarpenter: string): EngineFinding {
  const unseen = {
    kind: 'table',
    table: name,
    component: 'karpenter',
    knownThrough,
    version: atKarpenter,
    // A release of a minor that the table holds is one that came after it, or that there is not.
    lacksRelease: firstBeyond(knownThrough, [atKarpenter]) === undefined,
  } as const;
  const fix = advice`Update eks-preflight, or read the Karpenter upgrade guide up to ${atKarpenter}.`;
  return { ...ofTable(unseen), atKarpenter, fix };
}

function ofTable(unseen: UnseenChanges): EngineFinding {
  const { table } = unseen;
  return {
    level: 'unknown',
    rule: `table:${table}`,
    resource: { kind: 'Table', name: table },
    message: endedMessage(unseen),
    unseen,
  };
}

/** Everything in one sentence. */
export function endedMessage(unseen: UnseenChanges): string {
  return `the table ${tableEnd(unseen)}: ${unknownChanges(unseen)}`;
}

/** `skew ends at 1.36`: where a table ends, in the words of every report. */
export function tableEnd({ table, component, knownThrough, lacksRelease }: UnseenChanges): string {
  if (lacksRelease) return `${table} does not contain this release, although it ends at Karpenter ${knownThrough}`;
  return `${table} ends at ${component === 'karpenter' ? 'Karpenter ' : ''}${knownThrough}`;
}

/** `the changes in 1.37 are unknown`: what a table that ends does not cover. */
export function unknownChanges({ version }: UnseenChanges): string {
  return `the changes in ${version} are unknown`;
}
