import { expect } from 'vitest';
import check from '../../../checks/karpenter/crds/check.ts';
import type { KeyUse } from '../../../src/facts/karpenter-keys.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { aCrd, aNodeClass, aNodePool, theCrds } from './objects.ts';

const nobody = { release: null, releaseNamespace: null, managedBy: null };
/** The owner of CRDs that Flux installs from a chart's `crds` folder, labels, and never updates. */
const ofHelmRelease = {
  ...nobody,
  managedBy: 'Flux',
  applier: { kind: 'HelmRelease' as const, namespace: 'flux-system', name: 'karpenter' },
};
/** A value that anyone may write into the annotations by which Helm identifies its objects. */
const attack = 'karpenter-crd;$(touch PWNED)';
const alpha = ['provisioners.karpenter.sh', 'machines.karpenter.sh', 'awsnodetemplates.karpenter.k8s.aws'];
const alphaCrds = (more: Partial<KarpenterCrd> = {}) =>
  alpha.map((name) => aCrd(name, { served: [name.endsWith('aws') ? 'v1alpha1' : 'v1alpha5'], ...more }));
const beta = { served: ['v1beta1'], storedVersions: ['v1beta1'] };
const webhook = {
  strategy: 'Webhook',
  service: { namespace: 'kube-system', name: 'karpenter', port: 8443 },
  caBundle: true,
};
const kind = 'CustomResourceDefinition';
const gt = { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Gt', values: ['4'] };
const buildKeyUsage = (use: Partial<KeyUse>, kind = 'Deployment') => ({
  kind,
  namespace: 'shop',
  name: 'cart',
  pods: null,
  uses: [{ ...gt, place: 'required node affinity' as const, ...use }],
});
const withoutGte = (owner?: KarpenterCrd['owner']) =>
  theCrds(owner === undefined ? {} : { owner }).map((crd) =>
    crd.kind === 'nodeclaims' ? { ...crd, lacks: ['nodeclaims/v1/operator-gte'] } : crd,
  );
const buffers = (more: Partial<KarpenterCrd> = {}) =>
  aCrd('capacitybuffers.autoscaling.x-k8s.io', { served: ['v1beta1'], ...more });
const autoscaler = { release: 'cluster-autoscaler', releaseNamespace: 'kube-system', managedBy: 'Helm' };
const lackedBy: Record<string, string> = {
  nodepools: 'nodepools/v1/replicas',
  nodeclaims: 'nodeclaims/v1/instance-capability-flex',
  ec2nodeclasses: 'ec2nodeclasses/v1/ip-prefix-count',
};
const olderCrds = theCrds().map((crd) => aCrd(crd.name, { lacks: [lackedBy[crd.kind] ?? ''] }));
const pools = { karpenterPools: [aNodePool('default')], karpenterKeys: [] };
const at = (version: string) => ({ karpenterControllers: [aKarpenter({ version })], ...pools });

checkCases(check, [
  {
    it: 'skips where no controller runs',
    facts: { karpenterControllers: [], karpenterCrds: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'says why it skips where only EKS Auto Mode has pools',
    cluster: { autoMode: true },
    facts: { karpenterControllers: [], karpenterCrds: [aCrd('nodeclasses.eks.amazonaws.com')] },
    skip: 'Karpenter is not installed in this cluster: AWS runs the node pools of EKS Auto Mode',
  },
  {
    it: 'is silent about CRDs of the running version',
    facts: { ...at('1.8.1'), karpenterCrds: theCrds() },
    findings: [],
  },
  {
    it: 'is silent about the alpha CRDs of 0.30, and leaves gates that are off alone',
    facts: { ...at('0.30.0'), karpenterCrds: alphaCrds() },
    findings: [],
  },
  {
    it: 'is silent about markers that only later versions need',
    facts: { ...at('1.3.0'), karpenterCrds: theCrds({ lacks: ['nodepools/v1/replicas'] }) },
    findings: [],
  },
  {
    it: 'is silent where 0.33 finds no alpha CRDs',
    facts: { ...at('0.33.12'), karpenterCrds: theCrds({ served: ['v1beta1', 'v1'], conversion: webhook }) },
    findings: [],
  },
  {
    it: 'does not know what a version needs that is not told',
    facts: { karpenterControllers: [aKarpenter({ version: null })], karpenterCrds: [] },
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'fails on a CRD that is not there today',
    facts: { ...at('0.32.1'), karpenterCrds: [...theCrds(beta), ...alphaCrds().slice(0, 1), ...alphaCrds().slice(2)] },
    findingsLike: [
      {
        level: 'fail',
        rule: 'missing',
        atKarpenter: '0.32.1',
        resource: { kind, name: 'machines.karpenter.sh' },
        message:
          'does not exist, but Karpenter 0.32.1 needs it: the controller exits at startup: no matches for kind "Machine"',
      },
    ],
  },
  {
    it: 'fails on the way from 0.30 to 0.32 without the beta CRDs, and says how to own the old ones',
    facts: {
      karpenterControllers: [aKarpenter({ version: '0.30.0', namespace: 'karpenter' })],
      ...pools,
      karpenterCrds: alphaCrds({ owner: nobody }),
    },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findings: [
      { name: 'nodepools.karpenter.sh', file: 'karpenter.sh_nodepools.yaml' },
      { name: 'nodeclaims.karpenter.sh', file: 'karpenter.sh_nodeclaims.yaml' },
      { name: 'ec2nodeclasses.karpenter.k8s.aws', file: 'karpenter.k8s.aws_ec2nodeclasses.yaml' },
    ].map(({ name, file }) => ({
      level: 'fail',
      rule: 'missing',
      atKarpenter: '0.32.1',
      resource: { kind, name },
      message:
        'does not exist, but Karpenter 0.32.1 needs it: the controller exits at startup, because the API server does not serve this kind',
      evidence: [{ observed: 'no such CRD', required: 'one that serves v1beta1' }],
      links: [`https://github.com/aws/karpenter-provider-aws/blob/v0.32.0/pkg/apis/crds/${file}`],
      fix: `Helm installs the CRDs of the chart \`karpenter\` once and never updates them. Transfer them to the chart \`karpenter-crd\`, and update it before the controller. Never delete a CRD to replace it: this also deletes all its objects and their nodes.

\`\`\`sh
kubectl label crd provisioners.karpenter.sh machines.karpenter.sh awsnodetemplates.karpenter.k8s.aws app.kubernetes.io/managed-by=Helm --overwrite
kubectl annotate crd provisioners.karpenter.sh machines.karpenter.sh awsnodetemplates.karpenter.k8s.aws meta.helm.sh/release-name=karpenter-crd meta.helm.sh/release-namespace=karpenter --overwrite
helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd --version v0.32.1 --namespace karpenter
\`\`\``,
    })),
  },
  {
    it: 'fails under 1.0 where v1 is not served, and tells the chart where the webhook is',
    facts: { ...at('1.0.14'), karpenterCrds: theCrds(beta) },
    findingsLike: [1, 2, 3].map(() => ({
      level: 'fail' as const,
      rule: 'version',
      atKarpenter: '1.0.14',
      message:
        'serves v1beta1, but Karpenter 1.0.14 needs v1: the controller exits at startup, because the API server does not serve this version',
      fix: `Update the release \`karpenter-crd\` before the controller. Never delete a CRD to replace it: this also deletes all its objects and their nodes.

\`\`\`sh
helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd --version 1.0.14 --namespace kube-system --set webhook.enabled=true --set webhook.serviceName=karpenter --set webhook.serviceNamespace=kube-system --set webhook.port=8443
\`\`\``,
    })),
  },
  {
    it: 'fails today on a marker without which no node starts',
    facts: {
      ...at('1.2.0'),
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'nodeclaims' ? aCrd(crd.name, { lacks: ['nodeclaims/v1/ec2nodeclass'] }) : crd,
      ),
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'schema',
        atKarpenter: '1.2.0',
        message:
          'is older than Karpenter 1.2.0: the API server rejects every new NodeClaim, and Karpenter cannot launch nodes: label domain "karpenter.k8s.aws" is restricted',
        evidence: [
          {
            observed: 'v1: spec.requirements[].key rejects karpenter.k8s.aws/ec2nodeclass',
            required: 'the CRD of 1.1.0 or newer',
          },
        ],
      },
    ],
  },
  {
    it: 'warns once of all CRDs that a step brings, and names no feature that no object uses',
    facts: {
      ...at('1.6.8'),
      karpenterNodeClasses: [aNodeClass('default')],
      karpenterCrds: olderCrds,
    },
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    findings: [
      {
        level: 'warn',
        rule: 'schema-features',
        atKarpenter: '1.8.1',
        resource: { kind, name: 'nodepools.karpenter.sh', note: 'and 2 more' },
        message:
          'update the CRDs to Karpenter 1.8.1 first: the current CRDs are older, and no object uses what is missing from them',
        evidence: [
          { observed: 'an older CRD', required: 'the CRD of 1.8.0 or newer', resource: 'nodepools.karpenter.sh' },
          { observed: 'an older CRD', required: 'the CRD of 1.7.0 or newer', resource: 'nodeclaims.karpenter.sh' },
          {
            observed: 'an older CRD',
            required: 'the CRD of 1.8.0 or newer',
            resource: 'ec2nodeclasses.karpenter.k8s.aws',
          },
        ],
        links: expect.any(Array) as string[],
        fix: expect.stringContaining(
          'helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd --version 1.8.1',
        ) as string,
      },
    ],
  },
  {
    it: 'links three of the pages about what the CRDs lack',
    facts: {
      ...at('1.8.1'),
      karpenterNodeClasses: [aNodeClass('default')],
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'ec2nodeclasses'
          ? {
              ...crd,
              lacks: [
                'capacity-reservations',
                'ssm-parameter',
                'volume-initialization-rate',
                'instance-match-criteria',
              ].map((id) => `ec2nodeclasses/v1/${id}`),
            }
          : crd,
      ),
    },
    findingsLike: [
      {
        level: 'warn',
        links: ['1.3.0', '1.4.0', '1.5.0'].map(
          (version) =>
            `https://github.com/aws/karpenter-provider-aws/blob/v${version}/pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml`,
        ),
      },
    ],
  },
  {
    it: 'names the features that pools and node classes use, and no other',
    facts: {
      ...at('1.6.8'),
      karpenterPools: [
        aNodePool('default', {
          requirements: [{ key: 'karpenter.k8s.aws/instance-capability-flex', operator: 'In', values: ['false'] }],
        }),
      ],
      karpenterNodeClasses: [aNodeClass('default', { fields: ['spec.ipPrefixCount'] })],
      karpenterCrds: olderCrds,
    },
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    findingsLike: [
      {
        level: 'warn',
        message:
          'update the CRDs to Karpenter 1.8.1 first: with the current CRDs, the API server rejects NodeClaims with a requirement for or against flex instances; spec.ipPrefixCount of an EC2NodeClass is dropped when it is written',
      },
    ],
  },
  {
    it: 'does not say that no object uses what was not read',
    facts: {
      ...at('1.6.8'),
      karpenterNodeClasses: [],
      karpenterNodeClassKinds: [],
      karpenterCrds: olderCrds,
    },
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    findingsLike: [
      {
        message:
          'update the CRDs to Karpenter 1.8.1 first: the current CRDs are older, and it is unknown whether an object uses what is missing from them',
      },
    ],
  },
  {
    it: 'speaks again at a later step of whose CRDs an object uses something, not at one between',
    facts: {
      ...at('1.6.8'),
      karpenterPools: [
        aNodePool('default', {
          requirements: [{ key: 'karpenter.k8s.aws/instance-tenancy', operator: 'In', values: ['dedicated'] }],
        }),
      ],
      karpenterNodeClasses: [aNodeClass('default')],
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'nodeclaims'
          ? aCrd(crd.name, { lacks: ['nodeclaims/v1/instance-capability-flex', 'nodeclaims/v1/instance-tenancy'] })
          : aCrd(crd.name, { lacks: crd.kind === 'nodepools' ? ['nodepools/v1/replicas'] : [] }),
      ),
    },
    karpenter: karpenterPath('1.6.8', '1.7.6', '1.8.8', '1.9.2'),
    findingsLike: [
      { level: 'warn', atKarpenter: '1.7.6', resource: { kind, name: 'nodeclaims.karpenter.sh' } },
      {
        level: 'warn',
        atKarpenter: '1.9.2',
        message:
          'update the CRDs to Karpenter 1.9.2 first: with the current CRDs, the API server rejects NodeClaims with a requirement for a tenancy',
      },
    ],
  },
  ...[
    { owner: undefined, level: 'warn' as const, rule: 'schema-features', who: 'a release owns' },
    { owner: nobody, level: 'fail' as const, rule: 'schema', who: 'nobody owns' },
    { owner: ofHelmRelease, level: 'fail' as const, rule: 'schema', who: 'a HelmRelease of Flux has installed' },
  ].map(({ owner, level, rule, who }) => ({
    it: `${level}s on the way to 1.9 where a pool asks by Gt and ${who} the CRDs`,
    facts: {
      ...at('1.8.1'),
      karpenterPools: [
        aNodePool('default', {
          requirements: [{ key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['2'] }],
        }),
      ],
      karpenterNodeClasses: [],
      karpenterCrds: theCrds().map((crd) =>
        aCrd(crd.name, {
          ...(owner === undefined ? {} : { owner }),
          lacks: crd.kind === 'nodeclaims' ? ['nodeclaims/v1/operator-gte'] : [],
        }),
      ),
    },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findingsLike: [
      {
        level,
        rule,
        atKarpenter: '1.9.2',
        message: expect.stringContaining(
          'for requirements with Gt, Lt, Gte or Lte, which Karpenter 1.9 and newer writes as Gte and Lte',
        ) as string,
      },
    ],
  })),
  {
    it: 'warns once of a prepared 1.0.14 on the way to 1.1: its CRDs, with webhook and old rules, go with the step',
    facts: {
      ...at('1.0.14'),
      karpenterNodeClasses: [],
      karpenterCrds: theCrds({ served: ['v1', 'v1beta1'], storedVersions: ['v1'], conversion: webhook }).map((crd) =>
        crd.kind === 'nodeclaims' ? { ...crd, lacks: ['nodeclaims/v1/ec2nodeclass'] } : crd,
      ),
    },
    karpenter: karpenterPath('1.0.14', '1.1.10'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'schema-features',
        atKarpenter: '1.1.10',
        resource: { kind, name: 'nodepools.karpenter.sh', note: 'and 2 more' },
        message:
          'update the CRDs to Karpenter 1.1.10 first: with the current CRDs, the API server rejects every new NodeClaim, and Karpenter cannot launch nodes: label domain "karpenter.k8s.aws" is restricted; a webhook that Karpenter 1.1.10 does not run converts the objects',
      },
    ],
  },
  {
    it: 'warns of the same where 1.0 on the way rewrites what is stored in v1beta1',
    facts: {
      ...at('0.37.8'),
      karpenterNodeClasses: [],
      karpenterCrds: theCrds({ served: ['v1beta1', 'v1'], storedVersions: ['v1beta1'], conversion: webhook }),
    },
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.1.10'),
    findingsLike: [{ level: 'warn', atKarpenter: '1.1.10' }],
  },
  ...[
    { stored: ['v1beta1', 'v1'], owner: undefined, because: 'objects are stored in v1beta1, too' },
    { stored: ['v1'], owner: nobody, because: 'nobody owns the CRDs' },
  ].map(({ stored, owner, because }) => ({
    it: `fails on the way from 1.0 to 1.1 on the webhook where ${because}`,
    facts: {
      ...at('1.0.14'),
      karpenterNodeClasses: [],
      karpenterCrds: theCrds({
        served: ['v1', 'v1beta1'],
        storedVersions: stored,
        conversion: webhook,
        ...(owner === undefined ? {} : { owner }),
      }),
    },
    karpenter: karpenterPath('1.0.14', '1.1.10'),
    findingsLike: [1, 2, 3].map(() => ({ level: 'fail' as const, rule: 'conversion', atKarpenter: '1.1.10' })),
  })),
  ...[
    ...['Gt', 'Lt', 'Gte', 'Lte'].map((operator) => ({ operator, level: 'fail' as const })),
    { operator: 'In', level: 'warn' as const },
  ].map(({ operator, level }) => ({
    it: `${level}s on a NodeClaim CRD without Gte under 1.9 where a pool asks by ${operator}`,
    facts: {
      ...at('1.9.0'),
      karpenterPools: [
        aNodePool('default', { requirements: [{ key: 'karpenter.k8s.aws/instance-cpu', operator, values: ['4'] }] }),
      ],
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'nodeclaims' ? aCrd(crd.name, { lacks: ['nodeclaims/v1/operator-gte'] }) : crd,
      ),
    },
    findingsLike: [
      {
        level,
        rule: level === 'fail' ? 'schema' : 'schema-features',
        evidence: [
          level === 'fail'
            ? {
                observed: 'v1: spec.requirements[].operator does not accept Gte',
                required: 'the CRD of 1.9.0 or newer',
              }
            : { observed: 'an older CRD', required: 'the CRD of 1.9.0 or newer', resource: 'nodeclaims.karpenter.sh' },
        ],
      },
    ],
  })),
  {
    it: 'tells of older CRDs once where the fix of a blocker at the same version brings them',
    facts: {
      ...at('1.8.1'),
      karpenterNodeClasses: [aNodeClass('default')],
      karpenterPools: [
        aNodePool('default', {
          requirements: [{ key: 'karpenter.k8s.aws/instance-cpu', operator: 'Gt', values: ['4'] }],
        }),
      ],
      karpenterCrds: theCrds().map((crd) => {
        if (crd.kind === 'nodeclaims') return aCrd(crd.name, { owner: nobody, lacks: ['nodeclaims/v1/operator-gte'] });
        if (crd.kind !== 'nodepools') return crd;
        return aCrd(crd.name, { owner: nobody, lacks: ['nodepools/v1/operator-gte'] });
      }),
    },
    karpenter: karpenterPath('1.8.1', '1.9.0'),
    findingsLike: [
      { level: 'fail', rule: 'schema', atKarpenter: '1.9.0', resource: { kind, name: 'nodeclaims.karpenter.sh' } },
    ],
  },
  {
    it: 'leaves a pool of EKS Auto Mode that asks by Gt out',
    facts: {
      ...at('1.9.0'),
      karpenterPools: [
        aNodePool('system', {
          nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' },
          requirements: [{ key: 'eks.amazonaws.com/instance-cpu', operator: 'Gt', values: ['4'] }],
        }),
      ],
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'nodeclaims' ? aCrd(crd.name, { lacks: ['nodeclaims/v1/operator-gte'] }) : crd,
      ),
    },
    findingsLike: [{ level: 'warn' }],
  },
  {
    it: 'does not pass where an old inventory did not look for a marker',
    facts: {
      ...at('1.2.0'),
      karpenterCrds: theCrds().map((crd) => ({ ...crd, markers: crd.kind === 'nodeclaims' ? [] : crd.markers })),
    },
    findingsLike: [{ level: 'unknown', rule: 'schema-not-read', resource: { kind, name: 'nodeclaims.karpenter.sh' } }],
  },
  {
    it: 'fails on a conversion webhook that 1.1 left behind',
    facts: {
      ...at('1.1.10'),
      karpenterCrds: theCrds({ served: ['v1', 'v1beta1'], conversion: webhook })
        .slice(0, 1)
        .concat(theCrds().slice(1)),
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'conversion',
        message:
          'is converted by a webhook (Service kube-system/karpenter, port 8443), which Karpenter 1.1.10 does not run: requests for v1beta1 fail',
        evidence: [{ observed: 'conversion strategy Webhook', required: 'None' }],
      },
    ],
  },
  {
    it: 'fails where 1.0 holds beta objects that nobody converts',
    facts: {
      ...at('1.0.14'),
      karpenterCrds: theCrds({ served: ['v1', 'v1beta1'], conversion: webhook }).map((crd) =>
        crd.kind === 'nodepools'
          ? {
              ...crd,
              storedVersions: ['v1beta1', 'v1'],
              conversion: { strategy: 'None', service: null, caBundle: false },
            }
          : crd,
      ),
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'conversion',
        message:
          'stores objects as v1beta1, v1 and has no conversion webhook: Karpenter 1.0.14 cannot read the old ones',
      },
    ],
  },
  {
    it: 'fails on a CRD that is being deleted',
    facts: {
      ...at('1.8.1'),
      karpenterCrds: theCrds().map((crd) => ({ ...crd, terminating: crd.kind === 'nodepools' })),
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'terminating',
        resource: { kind, name: 'nodepools.karpenter.sh' },
        message: 'is being deleted, with all its objects; deleting NodePools and NodeClaims deletes their nodes',
      },
    ],
  },
  ...[
    { crd: 'nodeclaims.karpenter.sh', lost: '; deleting NodePools and NodeClaims deletes their nodes' },
    { crd: 'provisioners.karpenter.sh', lost: '; deleting Provisioners and Machines deletes their nodes' },
    { crd: 'machines.karpenter.sh', lost: '; deleting Provisioners and Machines deletes their nodes' },
    { crd: 'awsnodetemplates.karpenter.k8s.aws', lost: '' },
    { crd: 'ec2nodeclasses.karpenter.k8s.aws', lost: '' },
  ].map(({ crd, lost }) => ({
    it: `says which nodes a CRD that is being deleted takes along: ${crd}`,
    facts: {
      ...at('1.8.1'),
      karpenterCrds: [...theCrds().filter(({ name }) => name !== crd), aCrd(crd, { terminating: true })],
    },
    findingsLike: [
      { level: 'fail' as const, rule: 'terminating', message: `is being deleted, with all its objects${lost}` },
    ],
  })),
  {
    it: 'warns that nobody updates the CRDs, where an update is planned and they are good enough for it',
    facts: { ...at('1.8.1'), karpenterCrds: theCrds({ owner: nobody }) },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'owner',
        atKarpenter: '1.9.2',
        resource: { kind, name: 'nodepools.karpenter.sh', note: 'and 2 more' },
        message:
          'no Helm release owns nodepools.karpenter.sh, nodeclaims.karpenter.sh, ec2nodeclasses.karpenter.k8s.aws: an update of the chart karpenter to 1.9.2 does not update them',
      },
    ],
  },
  {
    it: 'has the release that owns the others take the CRD of a gate, too, without which Helm refuses its update',
    facts: {
      ...at('1.8.1'),
      karpenterCrds: [
        ...theCrds({ owner: { release: 'crds', releaseNamespace: 'karpenter', managedBy: 'Helm' } }),
        aCrd('nodeoverlays.karpenter.sh', { served: ['v1alpha1'], owner: nobody }),
      ],
    },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'owner',
        resource: { kind, name: 'nodeoverlays.karpenter.sh' },
        fix: expect.stringContaining(`\`\`\`sh
kubectl label crd nodeoverlays.karpenter.sh app.kubernetes.io/managed-by=Helm --overwrite
kubectl annotate crd nodeoverlays.karpenter.sh meta.helm.sh/release-name=crds meta.helm.sh/release-namespace=karpenter --overwrite
helm upgrade --install crds oci://public.ecr.aws/karpenter/karpenter-crd --version 1.9.2 --namespace karpenter
\`\`\``) as string,
      },
    ],
  },
  {
    it: 'installs no chart of CRDs as a release that may hold the controller',
    facts: {
      ...at('1.6.8'),
      karpenterCrds: theCrds({
        owner: { release: 'karpenter', releaseNamespace: 'kube-system', managedBy: 'Helm' },
        lacks: ['nodepools/v1/replicas'],
      }),
    },
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    findingsLike: [
      {
        rule: 'schema-features',
        fix: "The release `karpenter` in namespace kube-system owns the CRDs, and judging by its name it contains more than the chart `karpenter-crd`: do not install that chart under this name, or Helm deletes everything else in the release. Update its own chart (`helm list --namespace kube-system --filter '^karpenter$'` names it) to the CRDs of Karpenter 1.8.1, before the controller. Never delete a CRD to replace it: this also deletes all its objects and their nodes.",
      },
    ],
  },
  {
    it: 'quotes the release and the namespace that annotations name, each as one word',
    facts: {
      ...at('1.8.1'),
      karpenterCrds: [
        ...theCrds({ owner: { release: attack, releaseNamespace: 'karpenter`reboot`', managedBy: 'Helm' } }),
        aCrd('nodeoverlays.karpenter.sh', { served: ['v1alpha1'], owner: nobody }),
      ],
    },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findingsLike: [
      {
        rule: 'owner',
        fix: expect.stringContaining(`\`\`\`sh
kubectl label crd nodeoverlays.karpenter.sh app.kubernetes.io/managed-by=Helm --overwrite
kubectl annotate crd nodeoverlays.karpenter.sh meta.helm.sh/release-name='karpenter-crd;$(touch PWNED)' meta.helm.sh/release-namespace='karpenter\`reboot\`' --overwrite
helm upgrade --install 'karpenter-crd;$(touch PWNED)' oci://public.ecr.aws/karpenter/karpenter-crd --version 1.9.2 --namespace 'karpenter\`reboot\`'
\`\`\``) as string,
      },
    ],
  },
  {
    it: 'quotes the release of another chart, too',
    facts: {
      ...at('1.6.8'),
      karpenterCrds: theCrds({
        owner: { release: "all'$(touch PWNED)", releaseNamespace: '-n', managedBy: 'Helm' },
        lacks: ['nodepools/v1/replicas'],
      }),
    },
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    findingsLike: [
      {
        rule: 'schema-features',
        fix: expect.stringContaining(`(\`helm list --namespace=-n --filter '^all'\\''$(touch PWNED)$'\` names it)`),
      },
    ],
  },
  {
    it: 'withholds the commands for a release that helm would take for an option',
    facts: {
      ...at('1.6.8'),
      karpenterCrds: theCrds({
        owner: { release: '--post-renderer=crd', releaseNamespace: 'karpenter', managedBy: 'Helm' },
        lacks: ['nodepools/v1/replicas'],
      }),
    },
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    findingsLike: [
      {
        rule: 'schema-features',
        fix: 'Update the release `--post-renderer=crd` before the controller. Never delete a CRD to replace it: this also deletes all its objects and their nodes.\n\n(Command not shown: it includes a name that begins with `-`.)',
      },
    ],
  },
  {
    it: 'quotes the name of a CRD that is being deleted',
    facts: { ...at('1.8.1'), karpenterCrds: [...theCrds(), aCrd(attack, { terminating: true })] },
    findingsLike: [
      { rule: 'terminating', fix: expect.stringContaining("(`kubectl get 'karpenter-crd;$(touch PWNED)' -o yaml`)") },
    ],
  },
  {
    it: "leaves the release of the cluster's autoscaler alone: Helm refuses the chart of the CRDs, so the others go one by one",
    facts: {
      ...at('1.14.0'),
      karpenterCrds: [
        aCrd('capacitybuffers.autoscaling.x-k8s.io', {
          served: ['v1beta1'],
          owner: { release: 'cluster-autoscaler', releaseNamespace: 'kube-system', managedBy: 'Helm' },
        }),
        ...theCrds({ lacks: ['nodepools/v1/balanced'] }),
      ],
    },
    findingsLike: [
      {
        rule: 'schema-features',
        fix: expect.stringMatching(
          /^Do not adopt capacitybuffers\.autoscaling\.x-k8s\.io(?![^]*(?:helm|capacitybuffers\.yaml))[^]*```sh\nkubectl apply -f \S+\/v1\.14\.0\/pkg\/apis\/crds\/karpenter\.sh_nodepools\.yaml\n/,
        ) as string,
      },
    ],
  },
  {
    it: 'takes Argo CD for an owner, and tells its repository to change',
    facts: {
      ...at('1.6.8'),
      karpenterCrds: theCrds({ owner: { ...nobody, managedBy: 'Argo CD' }, lacks: ['nodepools/v1/replicas'] }),
    },
    karpenter: karpenterPath('1.6.8', '1.8.1'),
    findingsLike: [
      {
        rule: 'schema-features',
        fix: 'Update the CRDs in the repository of Argo CD to those of Karpenter 1.8.1, and sync them before the controller. Never delete a CRD to replace it: this also deletes all its objects and their nodes.',
      },
    ],
  },
  {
    it: 'leaves the CRDs that EKS Auto Mode shares to EKS, and has its own one applied alone',
    cluster: { autoMode: true },
    facts: {
      ...at('1.7.6'),
      karpenterCrds: theCrds({ owner: nobody, lacks: ['nodepools/v1/replicas', 'ec2nodeclasses/v1/ip-prefix-count'] }),
    },
    karpenter: karpenterPath('1.7.6', '1.8.8'),
    findingsLike: [
      {
        rule: 'schema-features',
        resource: { kind, name: 'nodepools.karpenter.sh' },
        fix: expect.stringMatching(/^EKS Auto Mode and Karpenter share this CRD\. EKS manages it/),
      },
      {
        rule: 'schema-features',
        resource: { kind, name: 'ec2nodeclasses.karpenter.k8s.aws' },
        fix: expect.stringContaining(
          'kubectl apply -f https://raw.githubusercontent.com/aws/karpenter-provider-aws/v1.8.8/pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml',
        ),
      },
    ],
  },
  {
    it: 'does not ask who owns CRDs beside EKS Auto Mode',
    cluster: { autoMode: true },
    facts: { ...at('1.8.1'), karpenterCrds: theCrds({ owner: nobody }) },
    karpenter: karpenterPath('1.8.1', '1.8.8'),
    findings: [],
  },
  {
    it: 'warns of v1 at 1.0 where a release owns the CRDs, whose own CRDs serve it',
    facts: { ...at('0.37.0'), karpenterNodeClasses: [], karpenterCrds: theCrds(beta) },
    karpenter: karpenterPath('0.37.0', '0.37.8', '1.0.14'),
    findings: [
      {
        level: 'warn',
        rule: 'schema-features',
        atKarpenter: '1.0.14',
        resource: { kind, name: 'nodepools.karpenter.sh', note: 'and 2 more' },
        message:
          'update the CRDs to Karpenter 1.0.14 first: with the current CRDs, the controller exits at startup, because the API server does not serve this version',
        evidence: ['nodepools.karpenter.sh', 'nodeclaims.karpenter.sh', 'ec2nodeclasses.karpenter.k8s.aws'].map(
          (resource) => ({
            observed: 'serves v1beta1',
            required: 'v1, which comes with the CRDs of 1.0.14',
            resource,
          }),
        ),
        links: ['https://github.com/aws/karpenter-provider-aws/issues/6973'],
        fix: expect.stringContaining('karpenter-crd --version 1.0.14') as string,
      },
    ],
  },
  {
    it: 'fails on the same where nobody owns them',
    facts: { ...at('0.37.0'), karpenterCrds: theCrds({ ...beta, owner: nobody }) },
    karpenter: karpenterPath('0.37.0', '0.37.8', '1.0.14'),
    findingsLike: [1, 2, 3].map(() => ({ level: 'fail' as const, rule: 'version', atKarpenter: '1.0.14' })),
  },
  {
    it: 'warns of the beta CRDs that come with the step to 0.32 where a release owns the alpha ones',
    facts: { ...at('0.30.0'), karpenterCrds: alphaCrds() },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'schema-features',
        atKarpenter: '0.32.10',
        resource: { kind, name: 'nodepools.karpenter.sh', note: 'and 2 more' },
        message:
          'update the CRDs to Karpenter 0.32.10 first: with the current CRDs, the controller exits at startup, because the API server does not serve this kind',
        evidence: [1, 2, 3].map(
          () =>
            expect.objectContaining({
              observed: 'no such CRD',
              required: 'v1beta1, which comes with the CRDs of 0.32.10',
            }) as { observed: string },
        ),
      },
    ],
  },
  {
    it: 'fails on them where one of the alpha ones has no owner: Helm refuses the chart',
    facts: {
      ...at('0.30.0'),
      karpenterCrds: [...alphaCrds().slice(0, 2), ...alphaCrds({ owner: nobody }).slice(2)],
    },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10'),
    findingsLike: [1, 2, 3].map(() => ({ level: 'fail' as const, rule: 'missing', atKarpenter: '0.32.10' })),
  },
  ...[
    { gate: 'NodeOverlay', from: '1.6.8', to: '1.8.8', name: 'nodeoverlays.karpenter.sh' },
    { gate: 'CapacityBuffer', from: '1.13.1', to: '1.14.1', name: 'capacitybuffers.autoscaling.x-k8s.io' },
  ].map(({ gate, from, to, name }) => ({
    it: `warns of the CRD of ${gate} that comes with the step to ${to}`,
    facts: {
      karpenterControllers: [
        aKarpenter({ version: from, settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: `${gate}=true` } }),
      ],
      ...pools,
      karpenterCrds: theCrds(),
    },
    karpenter: karpenterPath(from, to),
    findingsLike: [
      {
        level: 'warn' as const,
        atKarpenter: to,
        resource: { kind, name },
        message: `update the CRDs to Karpenter ${to} first: with the current CRDs, the feature ${gate} has nothing to read`,
      },
    ],
  })),
  {
    it: 'fails on the CRD of a gate beside EKS Auto Mode, where no chart brings it',
    cluster: { autoMode: true },
    facts: {
      karpenterControllers: [
        aKarpenter({ version: '1.6.8', settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'NodeOverlay=true' } }),
      ],
      ...pools,
      karpenterCrds: theCrds(),
    },
    karpenter: karpenterPath('1.6.8', '1.8.8'),
    findingsLike: [{ level: 'fail', rule: 'missing', atKarpenter: '1.8.8' }],
  },
  ...[
    { place: 'required node affinity' as const, operator: 'Lt' },
    { place: 'preferred node affinity' as const, operator: 'Gt' },
  ].map(({ place, operator }) => ({
    it: `fails on the way to 1.9 where a workload asks by ${operator} in its ${place} and nobody owns the CRDs`,
    facts: { ...at('1.8.1'), karpenterKeys: [buildKeyUsage({ place, operator })], karpenterCrds: withoutGte(nobody) },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'schema',
        atKarpenter: '1.9.2',
        resource: { kind, name: 'nodeclaims.karpenter.sh' },
        message:
          'is older than Karpenter 1.9.2: the API server rejects NodeClaims for requirements with Gt, Lt, Gte or Lte, which Karpenter 1.9 and newer writes as Gte and Lte (Deployment shop/cart)',
      },
    ],
  })),
  {
    it: 'fails on the same under 1.9 with CRDs of 1.8, whoever owns them',
    facts: {
      ...at('1.9.2'),
      karpenterKeys: [buildKeyUsage({}), buildKeyUsage({}, 'StatefulSet')],
      karpenterCrds: withoutGte(),
    },
    findingsLike: [{ level: 'fail', message: expect.stringContaining('(Deployment shop/cart and 1 more)') as string }],
  },
  {
    it: 'names the first of two things that the CRD of NodeClaims rejects',
    facts: {
      ...at('1.9.2'),
      karpenterKeys: [
        buildKeyUsage({}),
        buildKeyUsage({ key: 'karpenter.k8s.aws/instance-tenancy', operator: 'In' }, 'StatefulSet'),
      ],
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'nodeclaims'
          ? { ...crd, lacks: ['nodeclaims/v1/operator-gte', 'nodeclaims/v1/instance-tenancy'] }
          : crd,
      ),
    },
    findingsLike: [
      {
        level: 'fail',
        message:
          'is older than Karpenter 1.9.2: the API server rejects NodeClaims with a requirement for a tenancy (StatefulSet shop/cart and 1 more), and 1 more',
      },
    ],
  },
  {
    it: 'warns of a workload that asks by Gt where a release brings the CRDs',
    facts: { ...at('1.8.1'), karpenterKeys: [buildKeyUsage({})], karpenterCrds: withoutGte() },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findingsLike: [
      {
        level: 'warn',
        message:
          'update the CRDs to Karpenter 1.9.2 first: with the current CRDs, the API server rejects NodeClaims for requirements with Gt, Lt, Gte or Lte, which Karpenter 1.9 and newer writes as Gte and Lte',
      },
    ],
  },
  ...[
    { it: 'the pods of a DaemonSet ask', karpenterKeys: [buildKeyUsage({}, 'DaemonSet')] },
    { it: 'it is asked for by In', karpenterKeys: [buildKeyUsage({ operator: 'In' })] },
    {
      it: 'each pool lists the values, so that no bound is written',
      karpenterKeys: [buildKeyUsage({})],
      karpenterPools: [aNodePool('default', { requirements: [{ ...gt, operator: 'In', values: ['8', '16'] }] })],
    },
  ].map(({ it, ...facts }) => ({
    it: `does not fail on the missing Gte where ${it}`,
    facts: { ...at('1.9.2'), karpenterNodeClasses: [], karpenterCrds: withoutGte(nobody), ...facts },
    findingsLike: [
      { level: 'warn' as const, message: 'is older than Karpenter 1.9.2; no object uses what is missing from them' },
    ],
  })),
  {
    it: 'does not know whether a workload asks by Gt where workloads were not read',
    facts: {
      karpenterControllers: [aKarpenter({ version: '1.9.2' })],
      karpenterPools: [aNodePool('default')],
      karpenterCrds: withoutGte(nobody),
    },
    findingsLike: [
      {
        level: 'unknown',
        message: expect.stringContaining('unknown whether a pool or a workload requires that') as string,
      },
    ],
  },
  ...[
    {
      by: 'workload',
      karpenterKeys: [
        buildKeyUsage({ key: 'karpenter.k8s.aws/instance-tenancy', place: 'node selector', operator: 'In' }),
      ],
    },
    {
      by: 'pool',
      karpenterPools: [
        aNodePool('default', {
          requirements: [{ key: 'karpenter.k8s.aws/instance-tenancy', operator: 'In', values: ['dedicated'] }],
        }),
      ],
    },
  ].map(({ by, ...facts }) => ({
    it: `fails on a label that the CRD of NodeClaims rejects where a ${by} asks for it`,
    facts: {
      ...at('1.8.8'),
      ...facts,
      karpenterCrds: theCrds({ owner: nobody }).map((crd) =>
        crd.kind === 'nodeclaims' ? { ...crd, lacks: ['nodeclaims/v1/instance-tenancy'] } : crd,
      ),
    },
    karpenter: karpenterPath('1.8.8', '1.9.2'),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'schema',
        message: expect.stringContaining(
          'the API server rejects NodeClaims with a requirement for a tenancy',
        ) as string,
      },
    ],
  })),
  {
    it: 'warns of a CRD that does not know instanceMatchCriteria of 1.8',
    facts: {
      ...at('1.8.8'),
      karpenterNodeClasses: [],
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'ec2nodeclasses' ? aCrd(crd.name, { lacks: ['ec2nodeclasses/v1/instance-match-criteria'] }) : crd,
      ),
    },
    findingsLike: [
      { level: 'warn', resource: { kind, name: 'ec2nodeclasses.karpenter.k8s.aws' }, rule: 'schema-features' },
    ],
  },
  {
    it: 'does not name Balanced where a pool has another consolidation policy',
    facts: {
      ...at('1.13.1'),
      karpenterPools: [aNodePool('default', { fields: ['spec.disruption.consolidationPolicy'] })],
      karpenterNodeClasses: [],
      karpenterCrds: theCrds({ lacks: ['nodepools/v1/balanced'] }).map((crd) =>
        crd.kind === 'nodepools' ? crd : { ...crd, lacks: [] },
      ),
    },
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findingsLike: [
      {
        level: 'warn',
        message:
          'update the CRDs to Karpenter 1.14.1 first: the current CRDs are older, and no object uses what is missing from them',
      },
    ],
  },
  {
    it: 'names it where a pool has it',
    facts: {
      ...at('1.14.1'),
      karpenterPools: [
        aNodePool('default', { disruption: { ...aNodePool('default').disruption, consolidationPolicy: 'Balanced' } }),
      ],
      karpenterNodeClasses: [],
      karpenterCrds: theCrds().map((crd) =>
        crd.kind === 'nodepools' ? { ...crd, lacks: ['nodepools/v1/balanced'] } : crd,
      ),
    },
    findingsLike: [
      {
        level: 'warn',
        message: 'is older than Karpenter 1.14.1: a NodePool with the consolidation policy Balanced is rejected',
      },
    ],
  },
  {
    it: 'warns once of webhooks that nothing calls, because all is served and stored as v1',
    facts: { ...at('1.1.10'), karpenterCrds: theCrds({ conversion: webhook }) },
    findings: [
      {
        level: 'warn',
        rule: 'unused-webhook',
        atKarpenter: '1.1.10',
        resource: { kind, name: 'nodepools.karpenter.sh', note: 'and 2 more' },
        message:
          'has a conversion webhook that Karpenter 1.1.10 does not run; nothing calls it, because v1 is the only version served and stored',
        evidence: ['nodepools.karpenter.sh', 'nodeclaims.karpenter.sh', 'ec2nodeclasses.karpenter.k8s.aws'].map(
          (resource) => ({ observed: 'conversion strategy Webhook', required: 'None', resource }),
        ),
        fix: `Remove the webhook. This does not change objects.

\`\`\`sh
kubectl patch crd nodepools.karpenter.sh --type merge --patch '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'
kubectl patch crd nodeclaims.karpenter.sh --type merge --patch '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'
kubectl patch crd ec2nodeclasses.karpenter.k8s.aws --type merge --patch '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'
\`\`\``,
      },
    ],
  },
  {
    it: 'sends to the repository for such a webhook where Argo CD applies the CRDs',
    facts: {
      ...at('1.1.10'),
      karpenterCrds: theCrds({ conversion: webhook, owner: { ...nobody, managedBy: 'Argo CD' } }),
    },
    findingsLike: [
      {
        rule: 'unused-webhook',
        fix: 'Remove `spec.conversion` from the CRDs in the repository that Argo CD applies. This does not change objects.',
      },
    ],
  },
  {
    it: 'fails on the webhook where objects are stored in v1beta1, too, though only v1 is served',
    facts: { ...at('1.1.10'), karpenterCrds: theCrds({ conversion: webhook, storedVersions: ['v1beta1', 'v1'] }) },
    findingsLike: [1, 2, 3].map(() => ({ level: 'fail' as const, rule: 'conversion' })),
  },
  {
    it: 'warns that Helm refuses the chart of 1.14 where another release owns a CRD of it, and adopts nothing',
    facts: { ...at('1.13.1'), karpenterNodeClasses: [], karpenterCrds: [buffers({ owner: autoscaler }), ...theCrds()] },
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findings: [
      {
        level: 'warn',
        rule: 'foreign',
        atKarpenter: '1.14.1',
        resource: { kind, name: 'capacitybuffers.autoscaling.x-k8s.io' },
        message:
          'the chart karpenter-crd 1.14.1 is rejected with all its CRDs, because it contains this CRD, and release cluster-autoscaler owns it',
        evidence: [
          {
            observed: 'release cluster-autoscaler, serves v1beta1, stores v1beta1',
            required: 'a CRD of the release karpenter-crd',
          },
        ],
        fix: expect.stringMatching(/^Do not adopt capacitybuffers(?![^]*(?:helm|kubectl label))/) as string,
      },
    ],
  },
  {
    it: 'warns of the same where nobody owns it and it stores a version that the chart would take away',
    facts: {
      ...at('1.13.1'),
      karpenterNodeClasses: [],
      karpenterCrds: [buffers({ owner: nobody, served: ['v1alpha1'] }), ...theCrds()],
    },
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findingsLike: [
      {
        rule: 'foreign',
        message:
          'the chart karpenter-crd 1.14.1 is rejected with all its CRDs, because it contains this CRD, and it has the version v1alpha1, which the CRD of Karpenter 1.14.1 does not have',
      },
    ],
  },
  {
    it: 'adopts it where nobody owns it and it has the versions of the chart',
    facts: {
      ...at('1.13.1'),
      karpenterNodeClasses: [],
      karpenterCrds: [buffers({ owner: nobody }), ...theCrds()],
    },
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findingsLike: [
      {
        rule: 'owner',
        fix: expect.stringContaining('kubectl label crd capacitybuffers.autoscaling.x-k8s.io ') as string,
      },
    ],
  },
  {
    it: 'is silent about it where the release of the CRDs owns it, too',
    facts: { ...at('1.13.1'), karpenterNodeClasses: [], karpenterCrds: [buffers(), ...theCrds()] },
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findings: [],
  },
  {
    it: 'counts no CRD as coming with a chart that is refused',
    facts: {
      ...at('1.8.1'),
      karpenterKeys: [buildKeyUsage({})],
      karpenterCrds: [buffers({ owner: autoscaler }), ...withoutGte()],
    },
    karpenter: karpenterPath('1.8.1', '1.14.1'),
    findingsLike: [
      { level: 'fail', rule: 'schema', atKarpenter: '1.14.1' },
      { level: 'warn', rule: 'foreign', atKarpenter: '1.14.1' },
    ],
  },
  {
    it: "leaves the CRD of the cluster's autoscaler out of the repository of Karpenter's",
    facts: {
      ...at('1.13.1'),
      karpenterNodeClasses: [],
      karpenterCrds: [
        buffers({ owner: autoscaler }),
        ...theCrds({ owner: { ...nobody, managedBy: 'Argo CD' }, lacks: ['nodepools/v1/balanced'] }),
      ],
    },
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findingsLike: [
      {
        rule: 'schema-features',
        fix: expect.stringMatching(/^Update the CRDs in the repository of Argo CD[^]* Omit capacitybuffers/) as string,
      },
      { rule: 'foreign' },
    ],
  },
  {
    it: 'writes the values of the webhook as YAML where Argo CD applies the CRDs',
    facts: {
      ...at('0.37.8'),
      karpenterNodeClasses: [],
      karpenterCrds: theCrds({ ...beta, owner: { ...nobody, managedBy: 'Argo CD' } }),
    },
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findingsLike: [
      {
        level: 'warn',
        fix: `Update the CRDs in the repository of Argo CD to those of Karpenter 1.0.14, and sync them before the controller. Never delete a CRD to replace it: this also deletes all its objects and their nodes. Set these values of the chart \`karpenter-crd\`:

\`\`\`yaml
webhook:
  enabled: true
  serviceName: "karpenter"
  serviceNamespace: "kube-system"
  port: 8443
\`\`\``,
      },
    ],
  },
  {
    it: 'asks for the CRD of a feature only where its gate is on',
    facts: {
      karpenterControllers: [aKarpenter({ settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'NodeOverlay=true' } })],
      ...pools,
      karpenterCrds: theCrds(),
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'missing',
        message: 'does not exist, but Karpenter 1.8.1 needs it: the feature NodeOverlay has nothing to read',
      },
    ],
  },
]);
