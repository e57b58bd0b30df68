import { advice, defineCheck, defineObjects, definePlugin, defineTable, f, sh } from '../../../src/api/index.ts';
import { aWorkload, defineCases } from '../../../src/custom-checks/testing/index.ts';

/** A plug-in that follows every rule; each test breaks one rule. */

export const quotas = defineObjects({
  name: 'quotas',
  group: '',
  versions: ['v1'],
  resource: 'resourcequotas',
  schema: f.object({ namespace: f.name('ns'), name: f.name(), pods: f.optional(f.name()) }),
  project: ({ metadata: { namespace, name }, spec }) => {
    if (namespace === undefined) return undefined;
    const hard = (spec as { hard?: { pods?: string } } | undefined)?.hard;
    return { namespace, name, ...(hard?.pods === undefined ? {} : { pods: hard.pods }) };
  },
});

export const baseImages = defineTable({
  name: 'baseImages',
  knownThrough: '1.36',
  rows: [{ image: 'acme/base:1', unsupportedFrom: 35 }],
});

export const withoutQuota = defineCheck({
  id: 'acme/namespaces-without-quota',
  title: 'Namespace without a ResourceQuota',
  severity: 'warn',
  blocks: 'deployments',
  why: 'One team takes the nodes of all.',
  fix: advice`Add a ResourceQuota.`,
  needs: ['namespaces'],
  uses: [quotas],
  warnsBy: [quotas],
  counts: [quotas],
  *run({ namespaces, quotas }) {
    if (quotas === undefined) return;
    for (const { name } of namespaces) {
      if (quotas.some(({ namespace }) => namespace === name)) continue;
      yield {
        level: 'warn',
        resource: { kind: 'Namespace', name },
        message: 'it has no ResourceQuota',
        fix: advice`Run ${sh`kubectl create quota team --namespace ${name} --hard=pods=100`}.`,
        evidence: [{ observed: `${quotas.length} ResourceQuotas`, fact: 'quotas' }],
      };
    }
  },
});

export const oldImages = defineCheck({
  id: 'acme/old-images',
  title: 'Workload with an image that a version no longer supports',
  severity: 'fail',
  blocks: 'workloads',
  why: 'It does not start.',
  fix: advice`Update the base image.`,
  needs: ['deployments'],
  tables: [baseImages],
  *run({ deployments }, { tables }) {
    for (const { kind, namespace, name, containers } of deployments) {
      for (const { image, unsupportedFrom } of tables.baseImages) {
        if (!containers.some((one) => one.image === image)) continue;
        const resource = { kind, namespace, name };
        yield {
          level: 'fail',
          resource,
          message: `${image} is unsupported`,
          at: unsupportedFrom,
          since: 33,
          rule: 'base',
        };
      }
    }
  },
});

export const acme = definePlugin({ name: 'acme', checks: [withoutQuota, oldImages] });

export const quotaCases = defineCases(withoutQuota, [
  {
    name: 'a namespace with a quota',
    facts: {
      namespaces: [{ name: 'shop', podSecurityLabelled: true }],
      quotas: [{ namespace: 'shop', name: 'team' }],
    },
    finds: [],
    status: 'pass',
  },
  {
    name: 'two namespaces, one without a quota',
    facts: {
      namespaces: [
        { name: 'shop', podSecurityLabelled: true },
        { name: 'ci', podSecurityLabelled: true },
      ],
      quotas: [{ namespace: 'shop', name: 'team' }],
    },
    finds: [
      {
        level: 'warn',
        resource: 'Namespace ci',
        message: /no ResourceQuota/,
        at: null,
        since: null,
        rule: null,
        blocks: 'deployments',
        phase: 'before',
        commands: ['kubectl create quota team --namespace ci --hard=pods=100'],
        evidence: [{ observed: '1 ResourceQuotas', fact: 'acme/quotas' }],
      },
    ],
    status: 'warn',
  },
]);

export const imageCases = defineCases(oldImages, [
  { name: 'another image', facts: { deployments: [aWorkload()] }, finds: [] },
  {
    name: 'the image, three versions on',
    facts: { deployments: [aWorkload({ containers: [{ name: 'app', image: 'acme/base:1' }] })] },
    target: '1.36',
    finds: [{ level: 'fail', resource: { kind: 'Deployment', name: /^cart$/ }, at: '1.35', rule: 'base' }],
  },
  {
    name: 'the image, before the version',
    facts: { deployments: [aWorkload({ containers: [{ name: 'app', image: 'acme/base:1' }] })] },
    tables: { baseImages: [{ image: 'acme/base:1', unsupportedFrom: 34 }] },
    finds: [{ at: '1.34' }],
  },
]);
