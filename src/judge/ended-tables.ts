import { advice } from '../languages/advice.ts';
import type { AnyCheck, Context, Finding } from '../check.ts';
import type { KarpenterPath } from '../karpenter/path.ts';
import { firstBeyond, unreached } from '../karpenter/path.ts';
import { loadTable, type TableName, type Tables } from '../tables/tables.ts';
import { format, type Minor } from '../languages/versions.ts';

/**
 * The tables of a check, and a finding of level unknown for each of them that ends before the target: for a release of
 * Karpenter that no table holds, one at least for every check that reads Karpenter, be it by a table or not.
 */
export function loadTables(
  check: Pick<AnyCheck, 'needs' | 'uses' | 'applies' | 'tables'>,
  {
    context,
    table: load = loadTable,
  }: { context: Pick<Context, 'current' | 'target' | 'karpenter'>; table?: typeof loadTable | undefined },
): { tables: Tables; ended: Finding[] } {
  const ended: Finding[] = [];
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
): Finding[] {
  const beyond = unreached(karpenter);
  const facts = [...needs, ...uses, ...(applies?.needs ?? []), ...(applies?.uses ?? [])];
  if (beyond === undefined || !facts.includes('karpenterControllers')) return [];
  const { karpenterKnownThrough = '' } = load('karpenter-releases');
  return [endedKarpenterTable('karpenter-releases', karpenterKnownThrough, beyond)];
}

function endedTable(name: TableName, knownThrough: Minor, at: Minor): Finding {
  return {
    level: 'unknown',
    rule: `table:${name}`,
    resource: { kind: 'Table', name },
    at,
    message: `the table ${name} ends at ${format(knownThrough)}: the changes in ${format(at)} are unknown`,
    fix: advice`Update eks-preflight, or read the release notes of Kubernetes ${format(at)}.`,
  };
}

function endedKarpenterTable(name: TableName, knownThrough: string, atKarpenter: string): Finding {
  // A release of a minor that the table holds is one that came after it, or that there is not.
  const isWithin = firstBeyond(knownThrough, [atKarpenter]) === undefined;
  const ends = isWithin ? 'lacks this release, though it goes to Karpenter' : 'ends at Karpenter';
  return {
    level: 'unknown',
    rule: `table:${name}`,
    resource: { kind: 'Table', name },
    atKarpenter,
    message: `the table ${name} ${ends} ${knownThrough}: the changes in ${atKarpenter} are unknown`,
    fix: advice`Update eks-preflight, or read Karpenter's upgrade guide up to ${atKarpenter}.`,
  };
}
