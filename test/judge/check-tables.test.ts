import { describe, expect, it } from 'vitest';
import { loadTables } from '../../src/judge/check-tables.ts';
import type { AcceptEntry } from '../../src/commands/options/policy-keys.ts';
import { format } from '../../src/syntax/versions.ts';
import { reportText } from '../../src/formats/text/text.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { aCheck, buildReport } from './judged-reports.ts';

/** A check is unknown at each version beyond the end of its table: one version does not predict the next. */

const name = 'component-floors';
const ends = loadTable(name).knownThrough ?? 0;
const checks = [aCheck('a/floors', [], { tables: [name] })];
const [nearer, farther] = [format(ends + 1), format(ends + 2)];
const unknowns = (target: string, accept: AcceptEntry[] = []) =>
  buildReport(checks, { target, accept }, { inventory: 'past-the-tables' });
const listFindings = (report: ReturnType<typeof unknowns>) => report.results.flatMap(({ findings }) => findings);
const why = { reason: 'release notes read', owner: 'ops', until: '2026-12-31' } as const;
const grade = { level: 'unknown', at: nearer } as const;

describe('a table that ends', () => {
  it('is unknown at each version up to the target, in one entry that names them all', async () => {
    const report = unknowns(farther);
    expect(listFindings(report).map(({ rule, at }) => [rule, at?.version])).toEqual([
      [`table:${name}`, nearer],
      [`table:${name}`, farther],
    ]);
    expect(report.entries.map(({ title }) => title)).toEqual([
      `the table ${name} ends at ${format(ends)}: the changes in ${nearer} and ${farther} are unknown (a/floors)`,
    ]);
    const text = (await reportText(report, { columns: 300, color: false, all: false })).replaceAll(/\s+/g, ' ');
    expect(text).toContain(`or read the release notes of Kubernetes ${nearer} and ${farther}, then accept`);
    expect(text).toContain(`the changes in ${nearer} and ${farther} are unknown Fix: `);
  });

  it.each<[string, (id: string | undefined, resource: string) => Partial<AcceptEntry>]>([
    ['id', (id) => ({ id })],
    ['check and resource', (_id, resource) => ({ check: 'a/floors', resource })],
  ])('stays unknown at a farther target where it was accepted by %s for a nearer one', (_name, named) => {
    const [seen] = listFindings(unknowns(nearer));
    const accept = [{ ...named(seen?.fingerprint, seen?.resource.text ?? ''), ...grade, ...why } as AcceptEntry];
    expect(unknowns(nearer, accept)).toMatchObject({ verdict: 'ready', exitCode: 0 });
    const later = unknowns(farther, accept);
    expect(later).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
    expect(listFindings(later).map(({ accepted }) => accepted === null)).toEqual([false, true]);
  });

  it('is unknown for each minor of Karpenter on the path', () => {
    const karpenter = { current: '98.1.0', target: '99.2.0', versions: ['98.1.0', '98.1.3', '99.1.0', '99.2.0'] };
    const context = { current: 33, target: 33, karpenter };
    const check = { id: 'a/crds', tables: ['karpenter-crds'] } as const;
    const { ended } = loadTables(check, { context });
    expect(ended.map(({ atKarpenter }) => atKarpenter)).toEqual(['98.1.0', '99.1.0', '99.2.0']);
  });
});
