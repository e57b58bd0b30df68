import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../src/facts/reason.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { settledAudit } from './audit.ts';
import { listGrants, printedManifests, rulesIn, rulesWithout, setRules, untilAllowed, type Rule } from './rbac.ts';
import { withinMs } from './processes.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { scanner, startScannedCluster, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * The example's package and rule file on a real API server, with the permissions printed for them: they find what is
 * wrong, no request is denied, and without a permission, the checks that need it are unknown unless they still fail.
 */

const example = fileURLToPath(new URL('../../examples/team-rules', import.meta.url));
const plugins = ['index.js', 'platform.yaml'].map((file) => path.join(example, file)).join(',');
const chosen = ['--plugin', plugins, '--only', 'acme/*,platform/*'];

/** The checks that need each permission. */
const needs: readonly { permission: Permission; checks: readonly string[] }[] = [
  {
    permission: { apiGroup: 'finops.example.com', resource: 'budgets', verb: 'list' },
    checks: ['platform/budget-without-owner'],
  },
  {
    permission: { apiGroup: 'networking.k8s.io', resource: 'ingresses', verb: 'list' },
    checks: ['platform/ingress-class-annotation'],
  },
  { permission: { apiGroup: '', resource: 'resourcequotas', verb: 'list' }, checks: ['acme/namespaces-without-quota'] },
  { permission: { apiGroup: '', resource: 'namespaces', verb: 'list' }, checks: ['acme/namespaces-without-quota'] },
  {
    permission: { apiGroup: 'apps', resource: 'deployments', verb: 'list' },
    checks: ['acme/foreign-images', 'acme/old-base-images', 'platform/foreign-image', 'platform/old-node-group'],
  },
  {
    permission: { apiGroup: 'policy', resource: 'poddisruptionbudgets', verb: 'list' },
    checks: ['platform/closed-disruption-budget'],
  },
];

const budgets: Manifest[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'budgets.finops.example.com' },
    spec: {
      group: 'finops.example.com',
      scope: 'Namespaced',
      names: { kind: 'Budget', plural: 'budgets', singular: 'budget', listKind: 'BudgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  },
];

function aBudget(name: string, spec: object): Manifest {
  return { apiVersion: 'finops.example.com/v1', kind: 'Budget', metadata: { name, namespace: 'default' }, spec };
}

const ingress: Manifest = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'old', namespace: 'default', annotations: { 'kubernetes.io/ingress.class': 'alb' } },
  spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
};

let cluster: ScannedCluster;
let rules: Rule[];
let found: Scan;

async function untilServed(): Promise<void> {
  const deadline = Date.now() + withinMs;
  while ((await cluster.live.admin('GET', '/apis/finops.example.com/v1/budgets')).status !== 200) {
    if (Date.now() > deadline) throw new Error('the CRD of budgets is not served');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

beforeAll(async () => {
  cluster = await startScannedCluster(healthyLiveWorld());
  await applyAll(cluster.live, budgets);
  await untilServed();
  await applyAll(cluster.live, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'till' } }]);
  await applyAll(cluster.live, [aBudget('owned', { owner: 'ann' }), aBudget('nobodys', { limit: 5 }), ingress]);
  const manifests = await printedManifests(cluster.env, chosen);
  await applyAll(cluster.live, manifests);
  rules = rulesIn(manifests);
  for (const { permission } of needs) await untilAllowed(cluster.live, scanner.user, permission, true);
  found = await cluster.scan(chosen);
});
afterAll(() => cluster?.close());

function selectOwnStatuses({ report }: Scan): Record<string, string> {
  const own = report.results.filter(({ id }) => /^(?:acme|platform)\//.test(id));
  return Object.fromEntries(own.map(({ id, status }) => [id, status]));
}

describe("the example's plug-ins on a real API server, with the permissions that are printed for them", () => {
  it('need these rights of Kubernetes, and no other', () => {
    const lists = listGrants(rules).filter((text) => !text.startsWith('/'));
    for (const { permission } of needs) expect(lists).toContain(permissionText(permission));
    expect(lists.every((text) => text.endsWith(': list'))).toBe(true);
    expect(lists).not.toContain('secrets: list');
  });

  it('find what is wrong, and nothing is denied', async () => {
    expect(found.stderr).toBe('');
    const findings = found.report.results.flatMap((result) => result.findings);
    expect(findings.filter(({ level }) => level === 'unknown')).toEqual([]);
    const texts = findings.map(({ check, resource, message }) => `${check} ${resource.text}: ${message}`);
    expect(texts).toContain('platform/budget-without-owner Budget default/nobodys: spec.owner is not set');
    expect(texts).toContain(
      'platform/ingress-class-annotation Ingress default/old: the annotation kubernetes.io/ingress.class is deprecated',
    );
    expect(texts.some((text) => text.startsWith('acme/namespaces-without-quota Namespace till: '))).toBe(true);
    expect(texts.some((text) => text.includes('Budget default/owned'))).toBe(false);
    expect(found.report.plugins?.map(({ name }) => name)).toEqual(['acme', 'platform']);
    const denied = (await settledAudit(cluster.live.auditLog, scanner.user.username)).filter(
      ({ code }) => code === 403,
    );
    expect(denied).toEqual([]);
  });

  it.each(needs.map((need) => [permissionText(need.permission), need] as const))(
    'are unknown without %s, which the report names',
    async (text, { permission, checks }) => {
      const before = selectOwnStatuses(found);
      await setRules(cluster.live, 'eks-preflight', rulesWithout(rules, permission));
      await untilAllowed(cluster.live, scanner.user, permission, false);
      try {
        const scan = await cluster.scan(chosen);
        const after = selectOwnStatuses(scan);
        for (const id of checks) expect([id, after[id]]).toEqual([id, before[id] === 'fail' ? 'fail' : 'unknown']);
        const named = scan.report.results.flatMap(({ missing }) => missing).map((one) => one.permission);
        expect(named).toContain(text);
        const canFail = scan.report.results.some(({ status, severity }) => status === 'unknown' && severity === 'fail');
        expect(scan.report.verdict === 'partial').toBe(!canFail);
      } finally {
        await setRules(cluster.live, 'eks-preflight', rules);
        await untilAllowed(cluster.live, scanner.user, permission, true);
      }
    },
  );
});
