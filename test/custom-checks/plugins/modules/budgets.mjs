import { advice, defineCheck, defineObjects, definePlugin, defineTable, f, sh } from 'eks-preflight';

/** A plug-in for tests: objects of a CRD, joined with a fact of eks-preflight, and a table. */

const budgets = defineObjects({
  name: 'budgets',
  group: 'finops.example.com',
  versions: ['v2', 'v1'],
  resource: 'budgets',
  notServed: 'empty',
  schema: f.object({
    namespace: f.name('ns'),
    name: f.name('app'),
    tier: f.word('gold', 'silver'),
    owner: f.optional(f.name('user')),
    limit: f.number(),
  }),
  project: ({ metadata, spec }) => ({
    namespace: metadata.namespace,
    name: metadata.name,
    tier: spec.tier,
    ...(spec.owner === undefined ? {} : { owner: spec.owner }),
    limit: spec.limit,
    secret: spec.secret,
  }),
});

const secrets = defineObjects({
  name: 'pullSecrets',
  group: '',
  versions: ['v1'],
  resource: 'secrets',
  schema: f.object({ name: f.name('app') }),
  project: ({ metadata }) => ({ name: metadata.name }),
});

const tiers = defineTable({ name: 'tiers', knownThrough: '1.40', rows: [{ tier: 'gold', most: 100 }] });

const missing = defineCheck({
  id: 'finops/namespace-budget',
  title: 'Namespace without a budget',
  severity: 'fail',
  blocks: 'deployments',
  why: 'Every namespace has a budget.',
  fix: advice`Create a budget.`,
  links: ['https://example.com/budgets'],
  needs: ['namespaces', budgets],
  counts: [budgets],
  *run({ namespaces, budgets: found }) {
    for (const { name } of namespaces) {
      if (name.startsWith('kube-') || found.some(({ namespace }) => namespace === name)) continue;
      yield {
        level: 'fail',
        resource: { kind: 'Namespace', name },
        message: 'no budget',
        evidence: [{ observed: `${found.length} budgets`, fact: 'budgets' }],
        fix: advice`Create one: ${sh`kubectl create -n ${name} -f budget.yaml`}.`,
      };
    }
  },
});

const large = defineCheck({
  id: 'finops/large-budget',
  title: 'Budget above its tier',
  severity: 'warn',
  blocks: 'deployments',
  why: 'Tiers have limits.',
  fix: advice`Lower the limit.`,
  needs: [budgets],
  tables: [tiers],
  *run({ budgets: found }, { target, tables }) {
    for (const { namespace, name, tier, limit } of found) {
      const most = tables.tiers.find((row) => row.tier === tier)?.most ?? Infinity;
      if (limit > most)
        yield {
          level: 'warn',
          at: target,
          resource: { kind: 'Budget', namespace, name, apiVersion: 'finops.example.com/v1' },
          message: `limit ${limit}, tier ${tier}: ${most}`,
        };
    }
  },
});

const pulls = defineCheck({
  id: 'finops/pull-secret',
  title: 'Old pull secret',
  severity: 'warn',
  blocks: 'workloads',
  why: 'The registry moved.',
  fix: advice`Replace it.`,
  needs: [secrets],
  *run({ pullSecrets }) {
    for (const { name } of pullSecrets)
      if (name === 'old-registry')
        yield { level: 'warn', resource: { kind: 'Secret', name }, message: 'for a registry that is gone' };
  },
});

export default definePlugin({ name: 'finops', checks: [missing, large, pulls] });
