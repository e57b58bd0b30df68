import { describe, expect, it } from 'vitest';
import check from '../../../checks/apis/helm-releases/check.ts';
import type { HelmManifest, HelmObject } from '../../../src/facts/helm.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aCluster, checkCases, type Case } from '../cases.ts';
import { attributes, budgets, flowSchemas, hpas, serves } from './written-objects.ts';

const scaler: HelmObject = {
  api: 'autoscaling/v2beta2',
  kind: 'HorizontalPodAutoscaler',
  namespace: 'shop',
  name: 'cart',
  hook: null,
};
const budget: HelmObject = { ...scaler, api: 'policy/v1beta1', kind: 'PodDisruptionBudget' };
const security: HelmObject = { ...budget, kind: 'PodSecurityPolicy', namespace: null, name: 'restricted' };
const securityPolicies = 'policy/v1beta1 podsecuritypolicies';

/** Revision 7 of the release `shop/cart`, deployed. */
function release(more: Partial<HelmManifest> = {}): HelmManifest {
  const newest = { revision: 7, status: 'deployed' };
  const place = { namespace: 'shop', name: 'cart', storage: 'Secret' as const };
  return { ...place, ...newest, newest, chart: 'cart', chartVersion: '1.2.3', objects: [scaler], ...more };
}

/** A row about these releases in a 1.25 cluster; 1.26 removes a version of HorizontalPodAutoscaler. */
function row(it: string, releases: readonly HelmManifest[], expected: Partial<Case>): Case {
  return { it, current: '1.25', facts: { servedApis: serves(hpas), helmManifests: [...releases] }, ...expected };
}

const update =
  'Before the update to 1.26, update the release with `helm upgrade` and its current values to a chart version that uses autoscaling/v2. If Flux or a pipeline runs Helm, change the chart version there.';
const same =
  'If the chart selects the API version by what the API server serves (`.Capabilities`), the same chart version is enough. If no such chart version exists, or if the control plane is already updated, rewrite the stored manifest instead.';
const rewrite =
  'The plugin `mapkubeapis` adds a revision with the newer API versions, and does not change objects in the cluster. It changes only the kinds in its mapping file, and no hooks: compare the output of `--dry-run` with the evidence. Do not roll back to an earlier revision afterwards.';
const plugin =
  '```sh\nhelm plugin install https://github.com/helm/helm-mapkubeapis\nhelm mapkubeapis cart --namespace shop --dry-run\nhelm mapkubeapis cart --namespace shop\n```';
const revision = { observed: 'revision 7 has the status deployed: chart cart 1.2.3' };
const guide = (version: string) =>
  `https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v${version.replace('.', '-')}`;
const unreadFix =
  'Scan with `--with secrets`, which reads the releases of Helm (`eks-preflight permissions --with secrets` prints the permissions that this needs). Without it, look for these API versions in the output of `helm get manifest` for each release.';
const failed = { revision: 8, status: 'failed' };

const lastFlowSchemas = ['flowschemas', 'prioritylevelconfigurations'].map(
  (resource) => `flowcontrol.apiserver.k8s.io/v1beta3 ${resource}`,
);
type Kinds = Facts['apiObjects']['kinds'];

/** A list of VolumeAttributesClasses was read; by default, it has one object. */
function lists(more: Partial<Kinds[number]>): Facts['apiObjects'] {
  return {
    kinds: [{ resource: 'volumeattributesclasses', api: 'storage.k8s.io/v1', count: 1, ...more }],
    objects: [],
  };
}

/**
 * The FlowSchemas and PriorityLevelConfigurations that every API server has; `schemas` and `levels` are the numbers of
 * those with Helm metadata.
 */
function flowLists(
  schemas: number,
  levels: number,
  releases: NonNullable<Kinds[number]['helm']>['releases'] = [],
): Facts['apiObjects'] {
  const kind = (resource: string, count: number, marked: number) => ({
    resource,
    api: 'flowcontrol.apiserver.k8s.io/v1',
    count,
    helm: { count: marked, releases: marked === 0 ? [] : releases },
  });
  return {
    kinds: [kind('flowschemas', 13, schemas), kind('prioritylevelconfigurations', 8, levels)],
    objects: [],
  };
}

describe('what a pass without the releases rests on', () => {
  const judged = (current: number, values: Partial<Facts>) => {
    const readings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { ok: true, value }]));
    const karpenter = { current: null, target: null, versions: [] };
    const versions = [current, current + 1];
    const context = {
      cluster: aCluster,
      current,
      target: current + 1,
      versions,
      karpenter,
      now: '2026-11-20T12:00:00.000Z',
    };
    const { status, reason } = judge(check, { readings, context, source: 'live' });
    return { status, reason };
  };

  it.each([
    [36, { servedApis: serves(attributes), apiObjects: lists({ count: 0 }) }, 'there is no VolumeAttributesClass'],
    [
      31,
      { servedApis: serves(...lastFlowSchemas), apiObjects: flowLists(0, 0) },
      'none of the 13 FlowSchemas has Helm metadata and none of the 8 PriorityLevelConfigurations has Helm metadata',
    ],
    [24, { servedApis: serves('events.k8s.io/v1beta1 events') }, 'charts hold no Events'],
  ])('is said of the step after 1.%s', (current, facts, text) => {
    expect(judged(current, facts)).toEqual({ status: 'pass', reason: `Helm releases were not read, but ${text}` });
  });

  it.each([
    ['no step removes anything', 35, { servedApis: serves(attributes), apiObjects: lists({ count: 1 }) }],
    [
      'the releases were read',
      36,
      { servedApis: serves(attributes), apiObjects: lists({ count: 0 }), helmManifests: [] },
    ],
  ])('is not said where %s', (_where, current, facts) => {
    expect(judged(current, facts)).toEqual({ status: 'pass', reason: null });
  });

  it('is not missed before the first step that removes something', () => {
    expect(judged(35, { servedApis: serves(attributes) })).toEqual({ status: 'pass', reason: null });
  });
});

checkCases(check, [
  row('passes where no release has the version', [release({ objects: [] })], { findings: [] }),
  row('passes where a later step removes it', [release()], { current: '1.24', findings: [] }),
  row('has nothing to say where no update is planned', [release()], { target: '1.25', findings: [] }),
  row('fails for a manifest', [release()], {
    findings: [
      {
        level: 'fail',
        at: 26,
        rule: 'manifest',
        resource: { kind: 'HelmRelease', namespace: 'shop', name: 'cart' },
        message:
          'its manifest uses autoscaling/v2beta2 HorizontalPodAutoscaler, which 1.26 no longer serves: helm upgrade then fails',
        evidence: [
          revision,
          { observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart', required: 'autoscaling/v2' },
        ],
        fix: `${update} ${same} ${rewrite}\n${plugin}`,
        links: [guide('1.26')],
        phase: 'before',
      },
    ],
  }),
  row('fails at the step that removes it', [release()], {
    current: '1.24',
    target: '1.26',
    findingsLike: [{ level: 'fail', at: 26, remedy: 'helm-release:shop/cart' }],
  }),
  row('names what the first step removes, and has all in the evidence', [release({ objects: [scaler, budget] })], {
    current: '1.24',
    target: '1.26',
    facts: { servedApis: serves(hpas, budgets), helmManifests: [release({ objects: [scaler, budget] })] },
    findingsLike: [
      {
        at: 25,
        message:
          'its manifest uses policy/v1beta1 PodDisruptionBudget, which 1.25 no longer serves: helm upgrade then fails',
        evidence: [
          revision,
          { observed: 'policy/v1beta1 PodDisruptionBudget shop/cart', required: 'policy/v1' },
          { observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart', required: 'autoscaling/v2' },
        ],
        links: [guide('1.25'), guide('1.26')],
      },
    ],
  }),
  row(
    'fails for the deployed revision below one that failed, and prints no command for the newest',
    [release({ newest: failed })],
    {
      findingsLike: [
        {
          level: 'fail',
          evidence: [
            { observed: 'revision 7 has the status deployed: chart cart 1.2.3; revision 8 has the status failed' },
            { observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart', required: 'autoscaling/v2' },
          ],
          fix: `${update} ${same} The plugin \`mapkubeapis\` does this, but it always copies the newest revision, and revision 8 has the status failed: first restore the release to the status \`deployed\`.\n\`\`\`sh\nhelm history cart --namespace shop\n\`\`\``,
        },
      ],
    },
  ),
  row('warns of a release of which no revision is deployed', [release({ ...failed, newest: failed })], {
    findingsLike: [
      {
        level: 'warn',
        at: 26,
        message:
          'revision 8 has the status failed, and its manifest uses autoscaling/v2beta2 HorizontalPodAutoscaler, which 1.26 no longer serves: helm upgrade then fails',
      },
    ],
  }),
  row('warns of a hook', [release({ objects: [{ ...scaler, hook: ['pre-upgrade', 'test'] }] })], {
    findings: [
      {
        level: 'warn',
        at: 26,
        rule: 'hook',
        resource: { kind: 'HelmRelease', namespace: 'shop', name: 'cart' },
        message:
          'its hooks use autoscaling/v2beta2 HorizontalPodAutoscaler, which 1.26 no longer serves: Helm fails when it runs them (pre-upgrade, test)',
        evidence: [
          revision,
          {
            observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart (hook: pre-upgrade, test)',
            required: 'autoscaling/v2',
          },
        ],
        fix: `${update.replace('that uses', 'that has hooks that use')} \n\`\`\`sh\nhelm get hooks cart --namespace shop --revision 7\n\`\`\``,
        links: [guide('1.26')],
        phase: 'before',
      },
    ],
  }),
  row(
    'fails for a manifest with a hook, and has both in the evidence',
    [release({ objects: [{ ...scaler, name: 'before', hook: ['pre-upgrade'] }, scaler] })],
    {
      findingsLike: [
        {
          level: 'fail',
          evidence: [
            revision,
            {
              observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/before (hook: pre-upgrade)',
              required: 'autoscaling/v2',
            },
            { observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart', required: 'autoscaling/v2' },
          ],
        },
      ],
    },
  ),
  row('says where the release is stored', [release({ storage: 'ConfigMap' })], {
    findingsLike: [
      {
        fix: `${update} ${same.replace('If no', 'Set `HELM_DRIVER=configmap` for all Helm commands: the release is stored in ConfigMaps. If no')} ${rewrite}\n${plugin}`,
      },
    ],
  }),
  row('has one finding for each release', [release(), release({ namespace: 'edge', chart: 'other' })], {
    findingsLike: [{ remedy: 'helm-release:shop/cart' }, { remedy: 'helm-release:edge/cart' }],
  }),
  {
    it: 'fails for a kind that nothing replaces',
    current: '1.24',
    facts: { servedApis: serves(securityPolicies), helmManifests: [release({ objects: [security] })] },
    findingsLike: [
      {
        level: 'fail',
        at: 25,
        evidence: [
          revision,
          { observed: 'policy/v1beta1 PodSecurityPolicy restricted', required: 'no PodSecurityPolicy' },
        ],
        fix: `Before the update to 1.25, update the release with \`helm upgrade\` and its current values to a chart version that uses no PodSecurityPolicy. If Flux or a pipeline runs Helm, change the chart version there. ${same} ${rewrite.replace('It changes only', 'Objects of a kind that has no newer version are removed from the manifest, not from the cluster. It changes only')}\n${plugin}`,
      },
    ],
  },
  {
    it: 'fails for a beta that EKS serves, and Kubernetes does not by default',
    current: '1.36',
    facts: {
      servedApis: serves(attributes),
      helmManifests: [
        release({
          objects: [{ ...security, api: 'storage.k8s.io/v1beta1', kind: 'VolumeAttributesClass', name: 'gold' }],
        }),
      ],
    },
    findingsLike: [{ level: 'fail', at: 37 }],
  },
  {
    it: 'moves to a version that goes away later where the lasting one is not served yet',
    current: '1.25',
    facts: {
      servedApis: serves(...flowSchemas),
      helmManifests: [
        release({
          objects: [
            { ...security, api: 'flowcontrol.apiserver.k8s.io/v1beta1', kind: 'FlowSchema', name: 'own-exempt' },
          ],
        }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        evidence: [
          revision,
          {
            observed: 'flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema own-exempt',
            required: 'flowcontrol.apiserver.k8s.io/v1beta2',
          },
        ],
      },
    ],
  },

  // Releases that Helm cannot update today.
  {
    it: 'warns of a manifest with a version that is not served: no step makes it worse',
    current: '1.25',
    facts: { servedApis: serves(hpas), helmManifests: [release({ objects: [budget] })] },
    findings: [
      {
        level: 'warn',
        rule: 'not-served',
        resource: { kind: 'HelmRelease', namespace: 'shop', name: 'cart' },
        message:
          'its manifest uses policy/v1beta1 PodDisruptionBudget, which the API server does not serve: helm upgrade already fails',
        evidence: [revision, { observed: 'policy/v1beta1 PodDisruptionBudget shop/cart', required: 'policy/v1' }],
        fix: `Rewrite the stored manifest, then update the release to a chart version that uses policy/v1. ${rewrite}\n${plugin}`,
        links: [guide('1.25')],
      },
    ],
  },
  row(
    'warns of it today, and fails at the step that removes another version: one finding has both',
    [release({ objects: [scaler, budget] })],
    {
      findings: [
        {
          level: 'fail',
          at: 26,
          since: 25,
          rule: 'manifest',
          resource: { kind: 'HelmRelease', namespace: 'shop', name: 'cart' },
          message:
            'its manifest uses policy/v1beta1 PodDisruptionBudget, which the API server does not serve: helm upgrade already fails; it also uses autoscaling/v2beta2 HorizontalPodAutoscaler, which 1.26 no longer serves',
          evidence: [
            revision,
            { observed: 'policy/v1beta1 PodDisruptionBudget shop/cart', required: 'policy/v1' },
            { observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart', required: 'autoscaling/v2' },
          ],
          fix: `Rewrite the stored manifest, then update the release to a chart version that uses policy/v1. ${update} ${rewrite}\n${plugin}`,
          links: [guide('1.25'), guide('1.26')],
          phase: 'before',
        },
      ],
    },
  ),
  row(
    'only warns, today, where another step removes what only a hook has',
    [release({ objects: [budget, { ...scaler, hook: ['pre-upgrade'] }] })],
    {
      findingsLike: [
        {
          level: 'warn',
          rule: 'not-served',
          message:
            'its manifest uses policy/v1beta1 PodDisruptionBudget, which the API server does not serve: helm upgrade already fails; its hooks use autoscaling/v2beta2 HorizontalPodAutoscaler, which 1.26 no longer serves',
          evidence: [
            revision,
            { observed: 'policy/v1beta1 PodDisruptionBudget shop/cart', required: 'policy/v1' },
            {
              observed: 'autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart (hook: pre-upgrade)',
              required: 'autoscaling/v2',
            },
          ],
          fix: expect.stringContaining('to a chart version that has hooks that use autoscaling/v2') as string,
        },
      ],
    },
  ),
  row(
    'only warns of both, today, where no revision is deployed',
    [release({ ...failed, newest: failed, objects: [budget, scaler] })],
    {
      findingsLike: [
        {
          level: 'warn',
          rule: 'not-served',
          message: expect.stringContaining('which 1.26 no longer serves') as string,
        },
      ],
    },
  ),
  row(
    'passes where only a hook has a version that is not served',
    [release({ objects: [{ ...budget, hook: ['post-install'] }] })],
    { findings: [] },
  ),

  // The releases were not requested.
  {
    it: 'is unknown without them at the steps that remove what the API server serves',
    current: '1.24',
    target: '1.26',
    facts: { servedApis: serves(hpas, budgets) },
    unasked: ['helmManifests'],
    findings: [
      {
        level: 'unknown',
        at: 25,
        rule: 'not-requested:1.25',
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'Helm releases were not read: their manifests may use API versions that 1.25 removes',
        evidence: [
          {
            observed: '1.25 removes policy/v1beta1 PodDisruptionBudget',
            required: '--with secrets',
            fact: 'helmManifests',
          },
        ],
        fix: unreadFix,
      },
      {
        level: 'unknown',
        at: 26,
        rule: 'not-requested:1.26',
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'Helm releases were not read: their manifests may use API versions that 1.26 removes',
        evidence: [
          {
            observed: '1.26 removes autoscaling/v2beta2 HorizontalPodAutoscaler',
            required: '--with secrets',
            fact: 'helmManifests',
          },
        ],
        fix: unreadFix,
      },
    ],
  },
  {
    it: 'has one remedy for all steps, which are one entry',
    current: '1.24',
    target: '1.26',
    facts: { servedApis: serves(budgets, hpas) },
    unasked: ['helmManifests'],
    findingsLike: [
      { at: 25, remedy: 'with:secrets' },
      { at: 26, remedy: 'with:secrets' },
    ],
  },
  {
    it: 'has the same rule for what 1.26 removes in a plan that begins at 1.25',
    current: '1.25',
    facts: { servedApis: serves(hpas) },
    unasked: ['helmManifests'],
    findingsLike: [{ at: 26, rule: 'not-requested:1.26' }],
  },
  {
    it: 'passes a step that removes only a version of Events: charts hold none',
    current: '1.24',
    facts: { servedApis: serves('events.k8s.io/v1beta1 events') },
    unasked: ['helmManifests'],
    findings: [],
  },
  {
    it: 'passes without them where no step removes what the API server serves',
    facts: { servedApis: serves(attributes) },
    unasked: ['helmManifests'],
    findings: [],
  },
  {
    it: 'passes without them where the cluster has no object of the kind',
    current: '1.36',
    facts: { servedApis: serves(attributes), apiObjects: lists({ count: 0 }) },
    unasked: ['helmManifests'],
    findings: [],
  },
  {
    it: 'passes without them if no object of the kinds has Helm metadata',
    current: '1.31',
    facts: { servedApis: serves(...lastFlowSchemas), apiObjects: flowLists(0, 0) },
    unasked: ['helmManifests'],
    findings: [],
  },
  {
    it: 'names the releases whose objects have a mark, and only the kinds that they concern',
    current: '1.31',
    facts: {
      servedApis: serves(...lastFlowSchemas),
      apiObjects: flowLists(2, 0, [
        { namespace: 'edge', name: 'gateway' },
        { namespace: null, name: 'limits' },
      ]),
    },
    unasked: ['helmManifests'],
    findings: [
      {
        level: 'unknown',
        at: 32,
        rule: 'not-requested:1.32',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          'Helm releases were not read: the manifests of edge/gateway and limits may use API versions that 1.32 removes',
        evidence: [
          {
            observed: '1.32 removes flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema',
            required: '--with secrets',
            fact: 'helmManifests',
          },
          {
            observed: '2 FlowSchemas with Helm metadata',
            required: 'no FlowSchema with Helm metadata',
            fact: 'apiObjects',
          },
        ],
        fix: expect.stringMatching(
          /These releases have objects of these kinds:\n```sh\nhelm get manifest gateway --namespace edge\nhelm get manifest limits\n```$/,
        ) as string,
      },
    ],
  },
  {
    it: 'is unknown where a mark names no release',
    current: '1.36',
    facts: { servedApis: serves(attributes), apiObjects: lists({ count: 1, helm: { count: 1, releases: [] } }) },
    unasked: ['helmManifests'],
    findingsLike: [
      {
        level: 'unknown',
        message: 'Helm releases were not read: their manifests may use API versions that 1.37 removes',
      },
    ],
  },
  {
    it: 'is unknown where no marks were looked for',
    current: '1.36',
    facts: { servedApis: serves(attributes), apiObjects: lists({ count: 1 }) },
    unasked: ['helmManifests'],
    findingsLike: [{ level: 'unknown', at: 37 }],
  },
  {
    it: 'is unknown where every version of the kind is deprecated, and nothing was listed',
    current: '1.36',
    facts: { servedApis: serves(attributes), apiObjects: lists({ api: null, count: 0 }) },
    unasked: ['helmManifests'],
    findingsLike: [{ level: 'unknown', at: 37 }],
  },
  {
    it: 'is unknown where the kind could not be listed',
    current: '1.36',
    facts: { servedApis: serves(attributes), apiObjects: { kinds: [], objects: [] } },
    unasked: ['helmManifests'],
    findingsLike: [{ level: 'unknown', at: 37 }],
  },
  {
    it: 'is unknown from the first step on that removes what a release may hold',
    current: '1.24',
    target: '1.26',
    facts: {
      servedApis: serves(hpas, budgets),
      apiObjects: {
        kinds: [
          { resource: 'poddisruptionbudgets', api: 'policy/v1', count: 4, helm: { count: 0, releases: [] } },
          {
            resource: 'horizontalpodautoscalers',
            api: 'autoscaling/v2',
            count: 1,
            helm: { count: 1, releases: [{ namespace: 'shop', name: 'cart' }] },
          },
        ],
        objects: [],
      },
    },
    unasked: ['helmManifests'],
    findingsLike: [
      {
        level: 'unknown',
        at: 26,
        message: 'Helm releases were not read: the manifests of shop/cart may use API versions that 1.26 removes',
      },
    ],
  },
  row('fails for a manifest, whatever marks were seen', [release()], {
    facts: {
      servedApis: serves(hpas),
      helmManifests: [release()],
      apiObjects: { kinds: [{ resource: 'horizontalpodautoscalers', api: 'autoscaling/v2', count: 0 }], objects: [] },
    },
    findingsLike: [{ level: 'fail', at: 26 }],
  }),
  {
    it: 'leaves it to the engine where they were requested and not read',
    current: '1.25',
    facts: { servedApis: serves(hpas) },
    findings: [],
  },
]);
