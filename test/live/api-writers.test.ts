import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/schema.ts';
import { aBudget } from './api-manifests.ts';
import { writtenWorld } from './api-worlds.ts';
import { applies, attributes, budgets, perhapsDone, rowsOf124, rowsOf134, type Write } from './api-written-objects.ts';
import { settledAudit } from './audit.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions } from './scans.ts';
import { startWriters, untilNextSecond, type Writers } from './writers.ts';

/**
 * Real clients write objects into real API servers, at versions that are removed later. The tests show what a report
 * says about these objects, and that it omits them after the same client has written the newer version. The clients
 * themselves set all field managers and annotations.
 */

type Finding = Report['results'][number]['findings'][number];
const today = new Date().toISOString().slice(0, 4);

const only = ['--only', 'apis/removed,apis/deprecated'];

describe.each([
  { kubernetes: 'v1.24.17', from: '1.24', to: '1.25', rows: rowsOf124, runtimeConfig: [] },
  {
    kubernetes: 'v1.34.1',
    from: '1.34',
    to: '1.35',
    rows: rowsOf134,
    runtimeConfig: [`${attributes}=true`, 'resource.k8s.io/v1beta1=true', 'resource.k8s.io/v1beta2=true'],
  },
] as const)('what clients wrote into an API server of $kubernetes', ({ kubernetes, from, to, rows, runtimeConfig }) => {
  let cluster: ScannedCluster;
  let by: Writers;
  let before: Report;
  let after: Report;

  beforeAll(async () => {
    cluster = await startScannedCluster(writtenWorld(from, to), kubernetes, runtimeConfig);
    await grantPrintedPermissions(cluster);
    by = await startWriters(cluster.live);
    for (const { write } of rows) await write(by);
    before = (await cluster.scan(only)).report;
    await untilNextSecond();
    for (const { renew } of rows) await renew?.(by);
    after = (await cluster.scan(only)).report;
  });
  afterAll(async () => {
    await by?.close();
    await cluster?.close();
  });

  it('is seen as a whole', () => {
    expect([before.target, before.results.flatMap(({ missing }) => missing)]).toEqual([to, []]);
  });

  it.each(rows)('is told as it is: $name', ({ name, reported }) => {
    const own = selectFindings(before, name);
    if (reported === undefined) return expect(own).toEqual([]);
    const { check, at, message, fix, blocks } = reported;
    expect(own).toEqual([expect.objectContaining({ check, level: 'warn', blocks })]);
    const [finding] = own;
    expect(finding?.at?.version ?? null).toBe(at);
    expect(finding?.message.replace(/ on \d{4}-\d{2}-\d{2}/, '')).toContain(message);
    expect(finding?.message).toMatch(/which 1\.\d\d no longer serves/);
    for (const part of fix) expect(finding?.fix).toContain(part);
    if (!message.includes('applied last')) expect(finding?.evidence[0]?.observed).toContain(`, ${today}`);
  });

  it('and nothing else is', () => {
    const names = rows.flatMap(({ name, reported }) => (reported === undefined ? [] : [name]));
    const others = objectFindings(before).filter(({ resource }) => !names.includes(resource.text));
    expect(others.map(({ resource, message }) => `${resource.text}: ${message}`)).toEqual(besides[from]);
  });

  it('is silent once each client has delivered the newer version', () => {
    expect(objectFindings(after).map(({ resource, message }) => `${resource.text}: ${message}`)).toEqual([]);
    expect(after.results.find(({ id }) => id === 'apis/removed')?.status).toBe('pass');
  });

  it('is read without a trace', async () => {
    const entries = await settledAudit(cluster.live.auditLog);
    const ours = entries.filter(({ userAgent }) => userAgent.startsWith('eks-preflight/'));
    expect(ours.length).toBeGreaterThan(4);
    expect(ours.filter(({ isDeprecated }) => isDeprecated)).toEqual([]);
    const others = entries.filter(({ isDeprecated }) => isDeprecated).map(({ userAgent }) => userAgent.split('/')[0]);
    expect(others).toContain('kubectl');
  });

  if (kubernetes === 'v1.24.17') changesNothingButTheVersion(() => ({ cluster, by }));
});

/** Findings about objects that are not in the rows: on 1.24, the second object of `oldChart`. */
const besides = {
  '1.24': [
    expect.stringMatching(/^HorizontalPodAutoscaler shop\/charted: helm applied it on \S+ with autoscaling\/v2beta2/),
  ],
  '1.34': [],
};

function objectFindings({ results }: Report): (Finding & { check: string })[] {
  return results.flatMap(({ id, findings }) => findings.map((finding) => ({ ...finding, check: id })));
}

function selectFindings(report: Report, name: string): (Finding & { check: string })[] {
  const own = objectFindings(report).filter(({ resource }) => resource.text === name);
  return own.filter(({ resource }) => !(resource.kind === 'HorizontalPodAutoscaler' && resource.name === 'charted'));
}

interface Tool {
  name: string;
  /** The only entry in `managedFields` after `renew`: manager, operation and API version. */
  entry: string;
  write: Write;
  renew: Write;
}

const tools: readonly Tool[] = [
  {
    name: 'helm upgrade',
    entry: 'helm Update policy/v1beta1',
    write: async ({ chart, helm }) =>
      helm(['install', 'same', await chart('same', { it: aBudget('policy/v1beta1', 'helm-upgrade') }), '-n', 'shop']),
    renew: async ({ chart, helm }) =>
      helm(['upgrade', 'same', await chart('same', { it: aBudget('policy/v1', 'helm-upgrade') }), '-n', 'shop']),
  },
  {
    name: 'kubectl replace',
    entry: 'kubectl-create Update policy/v1beta1',
    write: ({ kubectl }) => kubectl(['create', '-f', '-'], aBudget('policy/v1beta1', 'kubectl-replace')),
    renew: ({ kubectl }) => kubectl(['replace', '-f', '-'], aBudget('policy/v1', 'kubectl-replace')),
  },
  {
    name: 'a program',
    entry: 'budget-operator Update policy/v1beta1',
    write: ({ program }) =>
      program('budget-operator/2.1', 'POST', budgets.replace('v1', 'v1beta1'), aBudget('policy/v1beta1', 'a-program')),
    renew: ({ program }) =>
      program('budget-operator/2.2', 'PATCH', `${budgets}/a-program`, aBudget('policy/v1', 'a-program')),
  },
];

/** A PodDisruptionBudget that kubectl applied, and that helm took over. */
const annotated: Pick<Tool, 'write' | 'renew'> = {
  write: applies(aBudget('policy/v1beta1', 'annotated')),
  renew: async ({ chart, helm }) => {
    const taker = await chart('last-taker', { it: aBudget('policy/v1', 'annotated', 2) });
    await helm(['install', 'last-taker', taker, '--namespace', 'shop', '--take-ownership']);
  },
};

function changesNothingButTheVersion(started: () => { cluster: ScannedCluster; by: Writers }): void {
  describe('of a tool that changes nothing but the version', () => {
    let report: Report;
    beforeAll(async () => {
      const { by, cluster } = started();
      for (const { write } of [...tools, annotated]) await write(by);
      await untilNextSecond();
      for (const { renew } of [...tools, annotated]) await renew(by);
      ({ report } = await cluster.scan(only));
    });

    const readMetadata = async (name: string) => {
      const { body } = await started().cluster.live.admin('GET', `${budgets}/${name}`);
      return (body as { metadata: Metadata }).metadata;
    };

    it.each(tools)('$name: the entry stays, and the fix says so', async ({ name: tool, entry }) => {
      const name = tool.replace(' ', '-');
      const { managedFields } = await readMetadata(name);
      const managers = managedFields.map(
        ({ manager, operation, apiVersion }) => `${manager} ${operation} ${apiVersion}`,
      );
      expect(managers).toEqual([entry]);
      const [finding] = selectFindings(report, `PodDisruptionBudget shop/${name}`);
      expect(finding).toMatchObject({ check: 'apis/removed', fix: expect.stringContaining(perhapsDone) });
    });

    it('an annotation of kubectl stays, too, where another tool has taken over', async () => {
      const { annotations } = await readMetadata('annotated');
      expect(annotations['kubectl.kubernetes.io/last-applied-configuration']).toContain('policy/v1beta1');
      expect(selectFindings(report, 'PodDisruptionBudget shop/annotated')).toEqual([]);
    });
  });
}

interface Metadata {
  managedFields: Record<string, string>[];
  annotations: Record<string, string>;
}
