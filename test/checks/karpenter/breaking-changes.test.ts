import { describe, expect, it } from 'vitest';
import { checks } from '../../../checks/index.ts';
import check from '../../../checks/karpenter/breaking-changes/check.ts';
import { lookFor } from '../../../checks/karpenter/breaking-changes/detections.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { notCovered } from '../../../src/for-checks/not-covered.ts';
import { loadTable, type Tables } from '../../../src/tables/tables.ts';
import { aCluster, aKarpenter, aNode, aPod, aWorkload, checkCases, karpenterPath, type Case } from '../cases.ts';
import { bulletsCounted, guideBullets, v1Changelog } from './guide-bullets.ts';
import { aClaim, allKindsRead, aNodeClass, aNodePool, aNodeTemplate, aTerm, theCrds } from './objects.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const running = (version: string | null) => ({ karpenterControllers: [aKarpenter({ version })] });
const source = 'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-190';
const rows: Tables['karpenter-breaking-changes'] = [
  { minor: '1.9', id: 'zones', summary: 'replicas spread over zones', detect: 'fewer-zones-than-replicas', source },
  { minor: '1.9', id: 'judged', summary: 'a new permission', judgedBy: 'karpenter/version-behind', source },
  { minor: '1.9', id: 'to-read', summary: 'metrics have new names', source },
  { minor: '1.10', id: 'judged-too', summary: 'a new CRD', judgedBy: 'karpenter/version-behind', source },
  { minor: '1.11', id: 'unjudged', summary: 'gone', source },
];
const tables = { 'karpenter-breaking-changes': rows };
const ofMetrics: Tables['karpenter-breaking-changes'] = ['1.9', '1.10', '1.11'].map((minor) => ({
  minor,
  id: 'metrics',
  summary: `metrics of ${minor} have new names`,
  source,
}));
const late = { minor: '1.9', id: 'late', from: '1.9.2', summary: 'a fix of 1.9.2', source };
const early = { minor: '1.9', id: 'early', below: '1.9.2', summary: 'a defect of 1.9.0', source };

checkCases(check, [
  { it: 'is silent where Karpenter stays', facts: running('1.8.8'), tables, findings: [] },
  {
    it: 'is silent about patches of one minor',
    facts: running('1.8.1'),
    karpenter: karpenterPath('1.8.1', '1.8.8'),
    tables,
    findings: [],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'is silent on a way back',
    facts: running('1.9.2'),
    karpenter: karpenterPath('1.9.2', '1.8.8'),
    tables,
    findings: [],
  },
  {
    it: 'does not know what lies before a release that nothing tells',
    facts: running(null),
    karpenter: { current: null, target: null, versions: [] },
    tables,
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'tells what is found here, what is judged and what is to be read',
    facts: { ...running('1.8.8'), nodes: [aNode('a', 'v1.33.5'), aNode('b', 'v1.33.5')] },
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    tables,
    findings: [
      {
        level: 'warn',
        rule: 'minor:1.9',
        atKarpenter: '1.9.2',
        resource,
        short: '1 breaking change found',
        message:
          '2 changes in Karpenter 1.9 to read before the update to 1.9.2: 1 found here, 1 that no check can see (others: 1 judged by other checks)',
        evidence: [
          {
            resource: 'zones',
            observed: 'found here (2 replicas, nodes of others in 1 zone): replicas spread over zones',
          },
          { resource: 'judged', observed: 'judged by karpenter/version-behind: a new permission' },
          { resource: 'to-read', observed: 'no check can see it: metrics have new names', source: 'table' },
        ],
        fix: `Before the update to 1.9.2, read each of these:

- replicas spread over zones (found here): ${source}
- metrics have new names: ${source}`,
        links: ['https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-190'],
      },
    ],
  },
  {
    it: 'says what is not here, and leaves what could not be looked for to a person',
    facts: { ...running('1.8.8'), nodes: [aNode('a', 'v1.33.5'), aNode('b', 'v1.33.5', { zone: 'eu-west-1b' })] },
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    tables,
    findingsLike: [
      {
        message:
          '1 change in Karpenter 1.9 to read before the update to 1.9.2: 1 that no check can see (others: 1 judged by other checks, 1 not found here)',
      },
    ],
  },
  {
    it: 'leaves out a minor that checks judge whole, and counts what no check judges',
    facts: running('1.9.2'),
    karpenter: karpenterPath('1.9.2', '1.11.3'),
    tables,
    findingsLike: [
      {
        rule: 'minor:1.11',
        atKarpenter: '1.11.3',
        message: '1 change in Karpenter 1.11 to read before the update to 1.11.3: 1 that no check can see',
      },
    ],
  },
  {
    it: 'puts each minor to the stop that crosses it',
    facts: running('0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findingsLike: [
      { atKarpenter: '0.31.5', rule: 'minor:0.31' },
      { atKarpenter: '0.32.1', rule: 'minor:0.32' },
    ],
  },
  {
    it: 'is one finding for each step about minor versions of which all is to be read',
    facts: { ...running('1.8.8'), nodes: [aNode('a', 'v1.33.5'), aNode('b', 'v1.33.5', { zone: 'eu-west-1b' })] },
    karpenter: karpenterPath('1.8.8', '1.10.2', '1.11.3'),
    tables: { 'karpenter-breaking-changes': ofMetrics },
    findings: [
      {
        level: 'warn',
        rule: 'minor:1.10',
        atKarpenter: '1.10.2',
        resource,
        short: '2 changes to read before the update',
        message: '2 changes in Karpenter 1.9 and 1.10 to read before the update to 1.10.2: 2 that no check can see',
        evidence: ['1.9', '1.10'].map((minor) => ({
          resource: `${minor} metrics`,
          observed: `no check can see it: metrics of ${minor} have new names`,
          source: 'table',
        })),
        fix: `Before the update to 1.10.2, read each of these:

- 1.9: metrics of 1.9 have new names: ${source}
- 1.10: metrics of 1.10 have new names: ${source}`,
        links: ['190', '1100'].map((at) => `https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-${at}`),
      },
      {
        level: 'warn',
        rule: 'minor:1.11',
        atKarpenter: '1.11.3',
        resource,
        short: '1 change to read before the update',
        message: '1 change in Karpenter 1.11 to read before the update to 1.11.3: 1 that no check can see',
        evidence: expect.any(Array) as [],
        fix: expect.stringContaining('- metrics of 1.11') as string,
        links: ['https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-1110'],
      },
    ],
  },
  {
    it: 'leaves a minor version of which something is found here its own finding',
    facts: { ...running('1.8.8'), nodes: [aNode('a', 'v1.33.5'), aNode('b', 'v1.33.5')] },
    karpenter: karpenterPath('1.8.8', '1.11.3'),
    tables: { 'karpenter-breaking-changes': [...rows.slice(0, 1), ...ofMetrics] },
    findingsLike: [
      {
        rule: 'minor:1.9',
        message:
          '2 changes in Karpenter 1.9 to read before the update to 1.11.3: 1 found here, 1 that no check can see',
      },
      {
        rule: 'minor:1.11',
        message: '2 changes in Karpenter 1.10 and 1.11 to read before the update to 1.11.3: 2 that no check can see',
      },
    ],
  },
  {
    it: 'leaves out a change that the release of the path no longer has',
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    tables: { 'karpenter-breaking-changes': [early] },
    findings: [],
  },
  {
    it: 'tells it where the path stops at a release that has it',
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.9.1'),
    tables: { 'karpenter-breaking-changes': [early] },
    findingsLike: [{ rule: 'minor:1.9', atKarpenter: '1.9.1' }],
  },
  {
    it: 'tells what only later patches change where the path starts at an earlier patch',
    facts: running('1.9.1'),
    karpenter: karpenterPath('1.9.1', '1.10.2'),
    tables: { 'karpenter-breaking-changes': [late, ...ofMetrics.slice(0, 1)] },
    findingsLike: [
      {
        rule: 'minor:1.9',
        atKarpenter: '1.10.2',
        message: '1 change in Karpenter 1.9 to read before the update to 1.10.2: 1 that no check can see',
      },
    ],
  },
  ...[
    ['1.9.2', '1.10.2'],
    ['1.8.8', '1.9.1'],
  ].map(([from = '', to = '']): Case => ({
    it: `is silent about it from ${from} to ${to}`,
    facts: running(from),
    karpenter: karpenterPath(from, to),
    tables: { 'karpenter-breaking-changes': [late] },
    findings: [],
  })),
  {
    it: 'leaves a minor with nothing found unknown where something could not be looked for',
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    tables: { 'karpenter-breaking-changes': rows.filter(({ id }) => id !== 'to-read') },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'minor:1.9',
        message:
          '1 change in Karpenter 1.9 to read before the update to 1.9.2: 1 not seen (others: 1 judged by other checks)',
      },
    ],
  },
]);

describe('the table', () => {
  const table = loadTable('karpenter-breaking-changes').rows;

  it('names checks that exist or are said to be missing', () => {
    const known = [...checks.map(({ id }) => id), ...notCovered];
    expect(
      table.flatMap(({ judgedBy }) => (judgedBy === undefined || known.includes(judgedBy) ? [] : [judgedBy])),
    ).toEqual([]);
  });

  it.each([
    ['1.0', 'rbac'],
    ['1.12', 'ca-bundle-drift'],
    ['1.12', 'status-checks'],
  ])('leaves to a person what no check judges: %s %s', (minor, id) => {
    const row = table.find((one) => one.minor === minor && one.id === id);
    expect([row?.judgedBy, row?.detect]).toEqual([undefined, undefined]);
  });

  it('has each entry once', () => {
    const ids = table.map(({ minor, id }) => `${minor} ${id}`);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe('the upgrade guide', () => {
  const table = loadTable('karpenter-breaking-changes').rows;
  const known = new Set(table.map(({ minor, id }) => `${minor} ${id}`));
  const missing = (minor: string, bullets: readonly (string | null)[]) =>
    bullets.flatMap((id) => (id === null || known.has(`${minor} ${id}`) ? [] : [`${minor} ${id}`]));

  it('has as many bullets in each minor as are listed, each with an entry of the table', () => {
    expect(Object.fromEntries(Object.entries(guideBullets).map(([minor, all]) => [minor, all.length]))).toEqual(
      bulletsCounted,
    );
    expect(Object.entries(guideBullets).flatMap(([minor, bullets]) => missing(minor, bullets))).toEqual([]);
  });

  it('has an entry for each line of the changelog of v1', () => {
    expect(missing('1.0', Object.values(v1Changelog).flat())).toEqual([]);
  });

  it('prints that instances have to be tagged anew on a way from 1.0 to 1.1', () => {
    const facts = { ...allKindsRead, ...running('1.0.14'), karpenterClaims: [aClaim('late')] };
    const context = {
      cluster: aCluster,
      current: 30,
      target: 30,
      versions: [30],
      karpenter: karpenterPath('1.0.14', '1.1.10'),
      now: '2026-11-20T12:00:00.000Z',
      gone: new Set<string>(),
      unasked: new Set<string>(),
      tables: { 'karpenter-breaking-changes': table },
    };
    const [finding] = [...check.run({ ...facts, cluster: aCluster } as unknown as Facts, context)];
    expect(finding?.evidence).toContainEqual({
      resource: 'instances-retagged',
      observed: expect.stringMatching(/^found here \(1 NodeClaim\): existing instances must get the tag/) as string,
    });
  });
});

describe('what is looked for', () => {
  const own = aNode('k', 'v1.33.5', { computeType: 'karpenter', group: 'default' });
  const other = aNode('m', 'v1.33.5', { computeType: 'managed' });
  const dns = (node: string) => aPod(`coredns-${node}`, { controller: { kind: 'Deployment', name: 'coredns' }, node });
  const ownImages = aNodeClass('own', {
    amiFamily: 'AL2023',
    alias: null,
    terms: { ...aNodeClass('own').terms, amis: [aTerm({ id: 'ami-1' })] },
  });
  const bottlerocket = aNodeClass('b', { amiFamily: 'Bottlerocket', alias: null });
  const nth = aWorkload({
    kind: 'DaemonSet',
    name: 'nth',
    containers: [{ name: 'a', image: 'eks/aws-node-termination-handler:v1' }],
  });

  const aDaemonSet = (toleratesDisruption?: boolean) =>
    aWorkload({
      kind: 'DaemonSet',
      name: 'logs',
      ...(toleratesDisruption === undefined ? {} : { toleratesDisruption }),
    });
  const aWebhook = (configuration: string, owner?: AdmissionWebhook['owner']): AdmissionWebhook => ({
    kind: 'ValidatingWebhookConfiguration',
    configuration,
    name: configuration,
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    timeoutSeconds: 10,
    rules: [],
    namespaces: null,
    objects: 'all',
    conditional: false,
    service: { namespace: 'kube-system', name: 'karpenter', port: 8443 },
    ...(owner === undefined ? {} : { owner }),
  });
  const byHelm = (releaseNamespace: string) => ({ release: 'karpenter', releaseNamespace, managedBy: 'Helm' });
  const byArgo = { release: null, releaseNamespace: null, managedBy: 'Argo CD' };
  const byFlux = { release: null, releaseNamespace: null, managedBy: 'Flux' };
  const byNobody = { release: null, releaseNamespace: null, managedBy: null };
  const converting = (namespace: string) => ({
    conversion: {
      strategy: 'Webhook' as const,
      service: { namespace, name: 'karpenter', port: 8443 },
      caBundle: true,
    },
  });
  const allCrds = theCrds().map(({ name }) => `CustomResourceDefinition ${name}`);
  const accelerator = 'karpenter.k8s.aws/instance-accelerator-name';
  const keyed = (...values: string[]): Facts['karpenterKeys'] => [
    {
      kind: 'Deployment',
      namespace: 'ml',
      name: 'infer',
      pods: null,
      uses: [{ key: accelerator, place: 'node selector', operator: 'In', values }],
    },
  ];
  const softIn = (more: Partial<Facts['karpenterNodeClasses'][number]>) => ({
    karpenterPools: [],
    karpenterNodeClasses: [aNodeClass('default', { fields: ['spec.kubelet', 'spec.kubelet.evictionSoft'], ...more })],
  });
  const v1Fields = ['group', 'kind', 'name'].map((field) => `spec.template.spec.nodeClassRef.${field}`);

  const ofCategories = (...values: string[]) =>
    aNodePool('default', {
      requirements: [{ key: 'karpenter.k8s.aws/instance-category', operator: 'In', values }],
    });
  const consolidatesAfter = (consolidateAfter: string) =>
    aNodePool('a', { disruption: { ...aNodePool('a').disruption, consolidateAfter } });

  it.each<[Parameters<typeof lookFor>[0], Parameters<typeof lookFor>[1], readonly string[] | undefined]>([
    ['coredns-on-its-own-nodes', { pods: [dns('k')], nodes: [own, other] }, ['1 pod of coredns']],
    ['coredns-on-its-own-nodes', { pods: [dns('k'), dns('m')], nodes: [own, other] }, []],
    ['coredns-on-its-own-nodes', { nodes: [own] }, undefined],
    ['pods-without-controller', { pods: [aPod('x', { controller: null, node: 'k' })], nodes: [own] }, ['Pod shop/x']],
    ['pods-without-controller', { pods: [aPod('x', { controller: null, node: 'm' })], nodes: [own, other] }, []],
    ['fewer-nodes-than-replicas', { nodes: [own, other] }, ['2 replicas, 1 node that Karpenter does not make']],
    ['node-termination-handler', { daemonSets: [nth], deployments: [] }, ['DaemonSet shop/nth']],
    ['node-termination-handler', { daemonSets: [nth] }, undefined],
    [
      'custom-without-taint',
      { karpenterNodeClasses: [aNodeClass('default', { amiFamily: 'Custom' })] },
      ['EC2NodeClass default'],
    ],
    [
      'custom-without-taint',
      { karpenterNodeClasses: [aNodeClass('default', { amiFamily: 'Custom', registersTaint: true })] },
      [],
    ],
    ['expiring-pools', { karpenterPools: [aNodePool('default')] }, ['NodePool default']],
    ['custom-without-taint', { karpenterNodeClasses: [], karpenterNodeClassKinds: ['EC2NodeClass'] }, undefined],
    ['expiring-pools', { karpenterPools: [aNodePool('x')], karpenterPoolKinds: ['NodePool'] }, ['NodePool x']],
    ['pools-without-budgets', { karpenterPools: [aNodePool('default')] }, []],
    ['untagged-instances', { karpenterClaims: [aClaim('a'), aClaim('b')] }, ['2 NodeClaims']],
    ['untagged-instances', { karpenterClaims: [aClaim('a', { clusterNameTagged: true })] }, []],
    ['untagged-instances', { karpenterClaims: [], karpenterClaimKinds: [] }, undefined],
    ['al2023-user-data', { karpenterNodeClasses: [aNodeClass('a', { registersTaint: false })] }, ['EC2NodeClass a']],
    ['al2023-user-data', { karpenterNodeClasses: [aNodeClass('a')] }, []],
    ['al2023-without-own-images', { karpenterNodeClasses: [aNodeClass('a')] }, ['EC2NodeClass a']],
    ['al2023-without-own-images', { karpenterNodeClasses: [ownImages, bottlerocket] }, []],
    [
      'al2023-without-own-images',
      { karpenterNodeClasses: [aNodeClass('default')], karpenterPools: [ofCategories('c', 'm', 'r')] },
      [],
    ],
    [
      'al2023-without-own-images',
      { karpenterNodeClasses: [aNodeClass('default')], karpenterPools: [ofCategories('c', 'g')] },
      ['EC2NodeClass default'],
    ],
    [
      'al2023-without-own-images',
      {
        karpenterNodeClasses: [aNodeClass('default')],
        karpenterPools: [ofCategories('c')],
        karpenterPoolKinds: ['Provisioner'],
      },
      ['EC2NodeClass default'],
    ],
    ['node-limits', { karpenterPools: [aNodePool('a', { limits: { cpu: '100', nodes: '5' } })] }, ['NodePool a']],
    ['node-limits', { karpenterPools: [aNodePool('a', { limits: { nodes: '5' }, fields: ['spec.replicas'] })] }, []],
    ['node-limits', { karpenterPools: [aNodePool('a', { limits: { cpu: '100' } })] }, []],
    ['consolidate-after', { karpenterPools: [consolidatesAfter('5m')] }, ['NodePool a']],
    ['consolidate-after', { karpenterPools: [consolidatesAfter('0s'), consolidatesAfter('Never')] }, []],
    ['consolidate-after', { karpenterPools: [consolidatesAfter('0h30m')] }, ['NodePool a']],
    ['consolidate-after', { karpenterPools: [], karpenterPoolKinds: [] }, undefined],
    ['hop-limit-above-1', { karpenterNodeClasses: [aNodeClass('a', { hopLimit: 2 })] }, ['EC2NodeClass a']],
    ['hop-limit-above-1', { karpenterNodeClasses: [aNodeTemplate('b')] }, ['AWSNodeTemplate b']],
    ['hop-limit-above-1', { karpenterNodeClasses: [aNodeClass('a', { hopLimit: 1 })] }, []],
    ['hop-limit-above-1', { karpenterNodeClasses: [aNodeTemplate('b', { fields: ['spec.metadataOptions'] })] }, []],
    ['disruption-taint-not-tolerated', { daemonSets: [aDaemonSet(false), aDaemonSet()] }, ['DaemonSet shop/logs']],
    ['disruption-taint-not-tolerated', { daemonSets: [aDaemonSet(true)] }, []],
    ['disruption-taint-not-tolerated', { daemonSets: [aDaemonSet(true), aDaemonSet()] }, undefined],
    ['disruption-taint-not-tolerated', {}, undefined],
    ['soft-eviction', softIn({}), ['EC2NodeClass default']],
    ['soft-eviction', softIn({ fields: ['spec.kubelet', 'spec.kubelet.evictionHard'] }), []],
    ['soft-eviction', softIn({ amiFamily: 'Bottlerocket' }), []],
    [
      'soft-eviction',
      {
        karpenterNodeClasses: [],
        karpenterPools: [aNodePool('a', { fields: ['spec.template.spec.kubelet.evictionSoft'] })],
      },
      ['NodePool a'],
    ],
    ['soft-eviction', { ...softIn({ fields: [] }), karpenterPoolKinds: ['Provisioner'] }, undefined],
    ['node-class-ref-before-v1', { karpenterPools: [aNodePool('a', { fields: v1Fields })] }, []],
    ['node-class-ref-before-v1', { karpenterPools: [aNodePool('a', { fields: v1Fields.slice(1) })] }, ['NodePool a']],
    ['node-class-ref-before-v1', { karpenterPools: [], karpenterPoolKinds: [] }, undefined],
    [
      'stale-webhook-configurations',
      {
        admissionWebhooks: [
          aWebhook('validation.webhook.karpenter.sh'),
          aWebhook('validation.webhook.karpenter.sh'),
          aWebhook('validation.webhook.karpenter.k8s.aws', byHelm('kube-system')),
          aWebhook('defaulting.webhook.karpenter.sh'),
        ],
      },
      ['ValidatingWebhookConfiguration validation.webhook.karpenter.sh'],
    ],
    ['stale-webhook-configurations', { admissionWebhooks: [aWebhook('shop')] }, []],
    ['stale-webhook-configurations', {}, undefined],
    [
      'stale-defaulting-webhook',
      { admissionWebhooks: [aWebhook('defaulting.webhook.karpenter.sh')] },
      ['ValidatingWebhookConfiguration defaulting.webhook.karpenter.sh'],
    ],
    ['stale-defaulting-webhook', { admissionWebhooks: [aWebhook('defaulting.webhook.karpenter.sh', byArgo)] }, []],
    ['stale-defaulting-webhook', {}, undefined],
    ['conversion-service-elsewhere', { karpenterCrds: theCrds({ owner: byNobody }) }, []],
    ['conversion-service-elsewhere', { karpenterCrds: theCrds({ owner: byHelm('crds') }) }, allCrds],
    [
      'conversion-service-elsewhere',
      { karpenterCrds: theCrds({ owner: byHelm('crds'), ...converting('kube-system') }) },
      [],
    ],
    ['conversion-service-elsewhere', { karpenterCrds: theCrds({ owner: byArgo }) }, undefined],
    ['conversion-service-elsewhere', { karpenterCrds: [] }, undefined],
    ['conversion-service-elsewhere', {}, undefined],
    [
      'applied-by-gitops',
      { karpenterCrds: theCrds({ owner: byArgo }), karpenterPools: [], karpenterNodeClasses: [] },
      allCrds,
    ],
    [
      'applied-by-gitops',
      {
        karpenterCrds: theCrds({ owner: { ...byHelm('kube-system'), managedBy: 'Flux' } }),
        karpenterPools: [aNodePool('a', { owner: byFlux }), aNodePool('b')],
        karpenterNodeClasses: [],
      },
      ['NodePool a'],
    ],
    ['applied-by-gitops', { karpenterCrds: theCrds(), karpenterPools: [], karpenterNodeClasses: [] }, []],
    ['applied-by-gitops', { karpenterPools: [], karpenterNodeClasses: [] }, undefined],
    ['inferentia-selected', { karpenterKeys: keyed('inferentia'), karpenterPools: [] }, ['Deployment ml/infer']],
    ['inferentia-selected', { karpenterKeys: keyed('t4'), karpenterPools: [] }, []],
    [
      'inferentia-selected',
      {
        karpenterKeys: [],
        karpenterPools: [
          aNodePool('ml', { requirements: [{ key: accelerator, operator: 'In', values: ['inferentia'] }] }),
        ],
      },
      ['NodePool ml'],
    ],
    ['inferentia-selected', { karpenterPools: [] }, undefined],
  ])('%s', (detect, seen, expected) => {
    expect(lookFor(detect, { ...allKindsRead, ...seen }, aKarpenter())).toEqual(expected);
  });

  it('conversion-service-elsewhere, with a controller outside kube-system', () => {
    const karpenterCrds = theCrds({ owner: { release: null, releaseNamespace: null, managedBy: null } });
    const controller = aKarpenter({ namespace: 'karpenter' });
    expect(lookFor('conversion-service-elsewhere', { karpenterCrds }, controller)).toHaveLength(3);
  });
});
