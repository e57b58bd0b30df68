import { expect } from 'vitest';
import check from '../../../checks/karpenter/legacy-labels/check.ts';
import type { KarpenterKeyed, KeyUse } from '../../../src/facts/karpenter-keys.ts';
import { aKarpenter, aNode, checkCases, karpenterPath } from '../cases.ts';
import { aNodePool } from './objects.ts';

const at = (version: string | null) => ({ karpenterControllers: [aKarpenter({ version })] });
const doNotEvict: KeyUse = { key: 'karpenter.sh/do-not-evict', place: 'annotation', operator: null, values: ['true'] };
const doNotDisrupt: KeyUse = { ...doNotEvict, key: 'karpenter.sh/do-not-disrupt' };
const selects: KeyUse = {
  key: 'karpenter.sh/provisioner-name',
  place: 'node selector',
  operator: 'In',
  values: ['default'],
};
const keepsOff: KeyUse = { ...selects, place: 'required node affinity', operator: 'DoesNotExist', values: [] };
const cart = (...uses: KeyUse[]): KarpenterKeyed => ({
  kind: 'Deployment',
  namespace: 'shop',
  name: 'cart',
  pods: null,
  uses,
});
const node = (...uses: KeyUse[]): KarpenterKeyed => ({ ...cart(...uses), kind: 'Node', namespace: null, name: 'ip-1' });
const to1 = karpenterPath('0.37.8', '1.0.14');

checkCases(check, [
  {
    it: 'skips where no controller runs',
    facts: { karpenterControllers: [], karpenterKeys: [cart(doNotEvict)] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'is silent about keys of today',
    facts: {
      ...at('1.8.1'),
      karpenterKeys: [
        cart(
          doNotDisrupt,
          { ...selects, key: 'karpenter.sh/nodepool' },
          { ...selects, key: 'karpenter.sh/capacity-type', values: ['spot'] },
          { key: 'karpenter.sh/disrupted', place: 'toleration', operator: null, values: [] },
        ),
      ],
    },
    findings: [],
  },
  {
    it: 'warns of an annotation that is written as a label (documents 002 and 003)',
    facts: {
      ...at('1.8.1'),
      karpenterKeys: [
        cart({ ...doNotDisrupt, place: 'label' }),
        { ...cart({ ...doNotEvict, place: 'label' }, doNotDisrupt), name: 'both' },
      ],
    },
    findings: [
      {
        level: 'warn',
        rule: 'label-not-annotation',
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        message:
          'has karpenter.sh/do-not-disrupt as a label, but Karpenter only reads the annotation: the label has no effect',
        evidence: [
          { observed: 'label karpenter.sh/do-not-disrupt', required: 'annotation karpenter.sh/do-not-disrupt' },
        ],
        fix: 'Set it under `metadata.annotations` of the pod template of the Deployment, from 0.32 on as `karpenter.sh/do-not-disrupt: "true"`.',
      },
    ],
  },
  {
    it: 'warns of the new annotation alone where the running version does not read it',
    facts: {
      ...at('0.30.0'),
      karpenterKeys: [
        cart(doNotDisrupt),
        { ...cart(doNotDisrupt), kind: 'Pod', name: 'one' },
        { ...cart(doNotDisrupt, doNotEvict), name: 'both' },
        { ...cart({ ...doNotDisrupt, values: ['false'] }), name: 'off' },
        node(doNotDisrupt),
      ],
    },
    karpenter: karpenterPath('0.30.0', '0.31.5'),
    findings: [
      {
        level: 'warn',
        rule: 'do-not-evict:not-yet-read',
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        message:
          'has only karpenter.sh/do-not-disrupt, which Karpenter 0.30.0 does not read on pods (0.31.0 and newer do): Karpenter evicts the pod when it disrupts the node',
        evidence: [
          { observed: 'annotation karpenter.sh/do-not-disrupt', required: 'annotation karpenter.sh/do-not-evict, too' },
        ],
        fix: 'Add `karpenter.sh/do-not-evict: "true"` beside `karpenter.sh/do-not-disrupt` in the pod template of the Deployment, and keep both until 0.31.0 or newer runs; 1.0.0 and newer ignore `karpenter.sh/do-not-evict`.',
        links: ['https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed'],
      },
      {
        level: 'warn',
        rule: 'do-not-evict:not-yet-read',
        resource: { kind: 'Pod', namespace: 'shop', name: 'one' },
        message: expect.stringContaining('has only karpenter.sh/do-not-disrupt') as string,
        evidence: expect.anything() as [],
        fix: expect.stringContaining('in the Pod, and keep both') as string,
        links: expect.anything() as [],
      },
    ],
  },
  {
    it: 'warns of it on a node and in a Provisioner before 0.30',
    facts: {
      ...at('0.29.2'),
      karpenterKeys: [node(doNotDisrupt)],
      nodes: [aNode('ip-1', 'v1.26.4', { computeType: 'karpenter', group: 'default' })],
      karpenterPools: [
        aNodePool('later', { nodeAnnotations: { 'karpenter.sh/do-not-disrupt': 'true' } }),
        aNodePool('default', { kind: 'Provisioner', nodeAnnotations: { 'karpenter.sh/do-not-disrupt': 'true' } }),
      ],
    },
    findingsLike: [
      { level: 'warn', rule: 'do-not-consolidate:not-yet-read', blocks: 'nodes' },
      {
        level: 'warn',
        rule: 'do-not-consolidate:not-yet-read',
        resource: { kind: 'Provisioner', name: 'default' },
        message: expect.stringMatching(/does not read on nodes \(0\.30\.0 and newer do\)/) as string,
      },
    ],
  },
  {
    it: 'is silent about the new annotation from the version on that reads it',
    facts: { ...at('0.31.0'), karpenterKeys: [cart(doNotDisrupt), node(doNotDisrupt)] },
    findings: [],
  },
  {
    it: 'is silent as long as the version reads them',
    facts: { ...at('0.31.5'), karpenterKeys: [cart(doNotEvict, selects, keepsOff)] },
    findings: [],
  },
  {
    it: 'warns at 0.32 of pods that no node of a NodePool will do for',
    facts: { ...at('0.30.0'), karpenterKeys: [cart(selects, doNotEvict)] },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findings: [
      {
        level: 'warn',
        rule: 'provisioner-selected:rolling',
        atKarpenter: '0.32.1',
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        message:
          'requires karpenter.sh/provisioner-name, which nodes of a NodePool do not have: once Karpenter 0.32.1 has replaced the nodes of the Provisioner, its pods stay Pending',
        evidence: [
          { observed: 'node selector karpenter.sh/provisioner-name In default', required: 'karpenter.sh/nodepool' },
        ],
        fix: 'After you create the NodePool, and before you taint or delete the Provisioner, replace `karpenter.sh/provisioner-name` with `karpenter.sh/nodepool` in the pod template of the Deployment.',
        links: ['https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330'],
      },
      {
        level: 'warn',
        rule: 'do-not-evict:deprecated',
        atKarpenter: '0.32.1',
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        message:
          'karpenter.sh/do-not-evict (annotation) is deprecated from Karpenter 0.32.0 on, and ignored from 1.0.0 on',
        evidence: [{ observed: 'annotation karpenter.sh/do-not-evict true', required: 'karpenter.sh/do-not-disrupt' }],
        fix: 'Add `karpenter.sh/do-not-disrupt` beside `karpenter.sh/do-not-evict` in the pod template of the Deployment: Karpenter 0.30.0 only reads the old key, 0.31.0 and newer the new one. Remove the old key once 1.0.0 or newer runs.',
        links: ['https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed'],
      },
    ],
  },
  {
    it: 'warns at 0.32 of do-not-evict and do-not-consolidate, which are deprecated there',
    facts: {
      ...at('0.32.10'),
      karpenterKeys: [cart(doNotEvict), node({ ...doNotEvict, key: 'karpenter.sh/do-not-consolidate' })],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'do-not-evict:deprecated',
        atKarpenter: '0.32.10',
        fix: 'Replace `karpenter.sh/do-not-evict` with `karpenter.sh/do-not-disrupt` in the pod template of the Deployment.',
      },
      { level: 'warn', rule: 'do-not-consolidate:deprecated', blocks: 'nodes' },
    ],
  },
  {
    it: 'is silent about do-not-evict before 0.32, and where the new key stands beside it',
    facts: { ...at('0.31.5'), karpenterKeys: [cart(doNotEvict), cart(doNotEvict, doNotDisrupt)] },
    findings: [],
  },
  {
    it: 'is silent where both keys stand side by side, or the old one says no',
    facts: {
      ...at('0.37.8'),
      karpenterKeys: [
        cart(doNotEvict, doNotDisrupt),
        cart({ ...doNotEvict, values: ['false'] }),
        cart(keepsOff, { ...keepsOff, key: 'karpenter.sh/nodepool' }),
      ],
    },
    karpenter: to1,
    findings: [],
  },
  {
    it: 'is silent about what Karpenter never read at that place',
    facts: {
      ...at('0.37.8'),
      karpenterKeys: [
        node(doNotEvict),
        cart({ ...doNotEvict, key: 'karpenter.sh/do-not-consolidate' }, { ...doNotEvict, place: 'label' }),
      ],
    },
    karpenter: to1,
    findings: [],
  },
  {
    it: 'does not know where the version is not told',
    facts: { ...at(null), karpenterKeys: [cart(doNotEvict)] },
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'fails at 1.0 on do-not-evict',
    facts: { ...at('0.37.8'), karpenterKeys: [cart(doNotEvict)] },
    karpenter: to1,
    findings: [
      {
        level: 'fail',
        rule: 'do-not-evict',
        atKarpenter: '1.0.14',
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        message:
          'from Karpenter 1.0.14 on karpenter.sh/do-not-evict (annotation) is ignored: Karpenter evicts the pod when it disrupts the node',
        evidence: [{ observed: 'annotation karpenter.sh/do-not-evict true', required: 'karpenter.sh/do-not-disrupt' }],
        fix: 'Replace `karpenter.sh/do-not-evict` with `karpenter.sh/do-not-disrupt` in the pod template of the Deployment.',
        links: ['https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed'],
      },
    ],
  },
  {
    it: 'only warns where the running version ignores it already',
    facts: { ...at('1.8.1'), karpenterKeys: [{ ...cart(doNotEvict), kind: 'Job', pods: 3 }] },
    findingsLike: [
      {
        level: 'warn',
        message:
          'Karpenter 1.8.1 ignores karpenter.sh/do-not-evict (annotation) (3 pods): Karpenter evicts the pod when it disrupts the node',
      },
    ],
  },
  {
    it: 'asks for both keys where the running version knows the old one only',
    facts: { ...at('0.30.0'), karpenterKeys: [cart(doNotEvict)] },
    karpenter: karpenterPath('0.30.0', '0.32.10', '0.37.8', '1.0.14'),
    findingsLike: [
      {
        fix: 'Add `karpenter.sh/do-not-disrupt` beside `karpenter.sh/do-not-evict` in the pod template of the Deployment: Karpenter 0.30.0 only reads the old key, 0.31.0 and newer the new one. Remove the old key once 1.0.0 or newer runs.',
      },
    ],
  },
  {
    it: 'fails at 0.33 on pods that select by the Provisioner, each place once',
    facts: {
      ...at('0.32.10'),
      karpenterKeys: [
        cart(
          selects,
          { ...selects, place: 'required node affinity', operator: 'Exists', values: [] },
          { ...selects, place: 'required topology spread', operator: null, values: [] },
          { ...selects, place: 'preferred node affinity' },
        ),
      ],
    },
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'provisioner-selected',
        atKarpenter: '0.33.12',
        message:
          'from Karpenter 0.33.12 on karpenter.sh/provisioner-name (node selector, required node affinity) is ignored: Karpenter launches no node for such a pod, because nodes of a NodePool do not have the label',
      },
      { level: 'fail', rule: 'provisioner-topology' },
      { level: 'warn', rule: 'provisioner-preferred' },
    ],
  },
  {
    it: 'warns from 0.32 on of pods that keep off Karpenter by the old key alone',
    facts: { ...at('0.31.5'), karpenterKeys: [cart(keepsOff)] },
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'provisioner-avoided',
        atKarpenter: '0.32.10',
        fix: 'Add `karpenter.sh/nodepool` beside `karpenter.sh/provisioner-name` in the pod template of the Deployment: Karpenter 0.31.5 only reads the old key, 0.32.0 and newer the new one. Remove the old key once 0.32.0 or newer runs.',
      },
    ],
  },
  ...(
    [
      ['0.31.5', 0],
      ['0.32.10', 1],
    ] as const
  ).map(([version, count]) => ({
    it: `${count === 0 ? 'leaves' : 'warns of'} what the chart of ${version} wrote into Karpenter's own Deployment`,
    facts: {
      ...at(version),
      karpenterKeys: [{ ...cart(keepsOff), namespace: 'kube-system', name: 'karpenter' }],
    },
    karpenter: karpenterPath(version, '0.33.12'),
    findingsLike: Array.from({ length: count }, () => ({ level: 'warn' as const, rule: 'provisioner-avoided' })),
  })),
  {
    it: 'warns of do-not-consolidate on nodes and in the template of a pool',
    facts: {
      ...at('0.37.8'),
      karpenterKeys: [node({ ...doNotEvict, key: 'karpenter.sh/do-not-consolidate' })],
      karpenterPools: [
        aNodePool('default', { nodeAnnotations: { 'karpenter.sh/do-not-consolidate': 'true' } }),
        aNodePool('system', {
          nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' },
          nodeAnnotations: { 'karpenter.sh/do-not-consolidate': 'true' },
        }),
      ],
    },
    karpenter: to1,
    findingsLike: [
      { level: 'warn', rule: 'do-not-consolidate', resource: { kind: 'Node', name: 'ip-1' }, blocks: 'nodes' },
      { level: 'warn', rule: 'do-not-consolidate', resource: { kind: 'NodePool', name: 'default' }, blocks: 'nodes' },
    ],
  },
  {
    it: 'names the pool of a node, which outlasts it, and the node beside it',
    facts: {
      ...at('0.37.8'),
      karpenterKeys: [node({ ...doNotEvict, key: 'karpenter.sh/do-not-consolidate' })],
      nodes: [aNode('ip-1', 'v1.33.1', { computeType: 'karpenter', group: 'default' })],
    },
    karpenter: to1,
    findingsLike: [
      {
        rule: 'do-not-consolidate',
        resource: { kind: 'NodePool', name: 'default', note: 'Node ip-1' },
        evidence: [
          {
            observed: 'annotation karpenter.sh/do-not-consolidate true',
            required: 'karpenter.sh/do-not-disrupt',
            resource: 'Node ip-1',
          },
        ],
      },
    ],
  },
  {
    it: 'has nothing to offer for the label instance-pods',
    facts: {
      ...at('0.32.10'),
      karpenterKeys: [
        cart({
          ...selects,
          key: 'karpenter.k8s.aws/instance-pods',
          operator: 'Gt',
          place: 'required node affinity',
          values: ['29'],
        }),
      ],
    },
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'instance-pods',
        evidence: [
          { observed: 'required node affinity karpenter.k8s.aws/instance-pods Gt 29', required: 'another label' },
        ],
        fix: 'Select by another label in the pod template of the Deployment: `karpenter.k8s.aws/instance-pods` has no replacement.',
      },
    ],
  },
  {
    it: 'warns of a toleration for the taint before 1.0',
    facts: {
      ...at('1.0.14'),
      karpenterKeys: [
        {
          ...cart({ key: 'karpenter.sh/disruption', place: 'toleration', operator: null, values: [] }),
          kind: 'DaemonSet',
        },
      ],
    },
    findingsLike: [{ level: 'warn', rule: 'disruption-toleration' }],
  },
  {
    it: 'warns of namespaces, which Karpenter never reads',
    facts: {
      ...at('0.30.0'),
      karpenterKeys: [
        { kind: 'Namespace', namespace: null, name: 'shop', pods: null, uses: [doNotEvict, doNotDisrupt] },
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'namespace',
        resource: { kind: 'Namespace', name: 'shop' },
        message: 'has karpenter.sh/do-not-evict, which Karpenter does not read on namespaces',
      },
    ],
  },
]);
