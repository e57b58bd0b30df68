import { expect } from 'vitest';
import check from '../../../checks/karpenter/alpha-resources/check.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { applierRows, argoSays, byArgo } from '../managers.ts';
import { aClaim, aCrd, aMachine, aNodeClass, aNodePool, aNodeTemplate, aProvisioner } from './objects.ts';

const nothing = { karpenterPools: [], karpenterNodeClasses: [], karpenterClaims: [] };
const at = (version: string | null) => ({ karpenterControllers: [aKarpenter({ version })], ...nothing });
const legacy = [{ key: 'karpenter.sh/legacy', value: 'true', effect: 'NoSchedule' }];
/** The NodePool that karpenter-convert writes for `aProvisioner`. */
const twin = aNodePool('default', {
  apiVersion: 'karpenter.sh/v1beta1',
  disruption: { ...aProvisioner('default').disruption, expireAfter: 'Never' },
});
const provisioner = { kind: 'Provisioner', name: 'default', apiVersion: 'karpenter.sh/v1alpha5' };
const template = { kind: 'AWSNodeTemplate', name: 'default', apiVersion: 'karpenter.k8s.aws/v1alpha1' };
const to33 = karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12');

checkCases(check, [
  ...applierRows('the Provisioner', /Add the migration taint to the Provisioner; [^]* at once\. /).map(
    ({ who, owner, fix }) => ({
      it: `says first where a Provisioner without the taint is managed: ${who}`,
      facts: { ...at('0.32.10'), karpenterPools: [aProvisioner('default', { owner }), twin] },
      findingsLike: [{ rule: 'both-provision', fix }],
    }),
  ),
  {
    it: 'says where the objects to convert are managed',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [aProvisioner('default', { owner: byArgo })],
      karpenterNodeClasses: [aNodeTemplate('default', { owner: byArgo })],
    },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12'),
    findingsLike: [
      { rule: 'alpha-object', fix: argoSays('the Provisioner') },
      { rule: 'alpha-object', fix: argoSays('the node class') },
    ],
  },
  {
    it: 'skips where no controller runs',
    facts: { karpenterControllers: [], ...nothing },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'is silent about NodePools',
    facts: { ...at('1.8.1'), karpenterPools: [aNodePool('default')], karpenterNodeClasses: [aNodeClass('default')] },
    findings: [],
  },
  {
    it: 'is silent about Provisioners where the way ends before 0.32',
    facts: { ...at('0.30.0'), karpenterPools: [aProvisioner('default')], karpenterClaims: [aMachine('default-a')] },
    karpenter: karpenterPath('0.30.0', '0.31.5'),
    findings: [],
  },
  {
    it: 'warns of what a way back left under 0.30, which reads no NodePool, EC2NodeClass or NodeClaim',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [aProvisioner('default'), aNodePool('default'), aNodePool('batch')],
      karpenterNodeClasses: [aNodeClass('default')],
      karpenterClaims: [aClaim('default-1')],
    },
    karpenter: karpenterPath('0.30.0', '0.31.5'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'unread-beta',
        resource: { kind: 'NodePool', name: 'default', note: 'and 1 more' },
        message:
          'Karpenter 0.30.0 does not read NodePools: it launches no nodes, and Karpenter does not manage its existing nodes',
      },
      {
        rule: 'unread-beta',
        resource: { kind: 'EC2NodeClass', name: 'default' },
        message: 'Karpenter 0.30.0 does not read EC2NodeClasses: Provisioners cannot use it',
      },
      {
        rule: 'unread-beta',
        resource: { kind: 'NodeClaim', name: 'default-1' },
        message:
          'Karpenter 0.30.0 does not read NodeClaims: its node keeps running, and Karpenter does not replace, consolidate or expire it',
      },
    ],
  },
  {
    it: 'is silent about a NodePool that is prepared for 0.32 on the way',
    facts: { ...at('0.30.0'), karpenterPools: [aNodePool('default')], karpenterNodeClasses: [aNodeClass('default')] },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10'),
    findings: [],
  },
  {
    it: 'leaves the pools of EKS Auto Mode to EKS',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [
        aNodePool('system', { nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' } }),
      ],
    },
    findings: [],
  },
  {
    it: 'does not know where the version is not told',
    facts: at(null),
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  ...[
    { release: 'karpenter-crd', it: 'says that Helm takes the CRD of Machines away where a release owns it' },
    { release: null, it: 'says no such thing where none does' },
  ].map(({ release, it }) => ({
    it,
    facts: {
      ...at('0.32.10'),
      karpenterClaims: [aMachine('default-a')],
      karpenterCrds: [
        aCrd('machines.karpenter.sh', {
          served: ['v1alpha5'],
          owner: { release, releaseNamespace: release, managedBy: null },
        }),
      ],
    },
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'machines',
        fix: expect.stringMatching(
          release === null
            ? /`kubectl get machines` shows none\.$/
            : /Do not update earlier: the release `karpenter-crd` owns the CRD machines\.karpenter\.sh.*drains all their nodes at once\.$/,
        ) as string,
      },
    ],
  })),
  {
    it: 'fails at 0.33 on each object, warns of nothing else',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [aProvisioner('default')],
      karpenterNodeClasses: [aNodeTemplate('default')],
      karpenterClaims: [aMachine('default-a'), aMachine('default-b')],
    },
    karpenter: to33,
    findingsLike: [
      {
        level: 'fail',
        rule: 'alpha-object',
        atKarpenter: '0.33.12',
        resource: provisioner,
        message: 'Karpenter 0.33.12 does not read it: no NodePool replaces it, 2 Machines are left',
        evidence: [{ observed: 'karpenter.sh/v1alpha5 Provisioner', required: 'NodePool' }],
      },
      {
        level: 'fail',
        rule: 'alpha-object',
        resource: template,
        message: 'Karpenter 0.33.12 does not read it: no EC2NodeClass replaces it',
      },
      {
        level: 'fail',
        rule: 'machines',
        atKarpenter: '0.33.12',
        resource: { kind: 'Provisioner', name: 'default', note: 'Machine default-a and 1 more' },
        message:
          'Karpenter 0.33.12 does not read 2 Machines of Provisioner default: their nodes keep running, and Karpenter does not manage them',
        evidence: [{ observed: 'Machines default-a, default-b', required: 'none' }],
      },
    ],
  },
  {
    it: 'warns at 0.32, the last version that reads it, with the commands to convert it',
    facts: { ...at('0.30.0'), karpenterPools: [aProvisioner('default')] },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findings: [
      {
        level: 'warn',
        rule: 'alpha-object',
        atKarpenter: '0.32.1',
        resource: provisioner,
        short: 'no NodePool replaces it',
        message: 'Karpenter 0.32.1 is the last version that reads it: no NodePool replaces it',
        evidence: [{ observed: 'karpenter.sh/v1alpha5 Provisioner', required: 'NodePool' }],
        fix: `With Karpenter 0.32, create the NodePool, review it, and apply it. karpenter-convert adds the old defaults (including on-demand); a NodePool without \`karpenter.sh/capacity-type\` also allows Spot.

\`\`\`sh
go install github.com/aws/karpenter/tools/karpenter-convert/cmd/karpenter-convert@release-v0.32.x
kubectl get provisioners.karpenter.sh default -o yaml > provisioner-default.yaml
karpenter-convert -f provisioner-default.yaml > nodepool-default.yaml
kubectl apply -f nodepool-default.yaml
\`\`\``,
      },
    ],
  },
  {
    it: 'is silent under 0.32 where all is converted, tainted and rolled',
    facts: {
      ...at('0.32.10'),
      karpenterPools: [aProvisioner('default', { taints: legacy }), twin],
      karpenterNodeClasses: [aNodeTemplate('default'), aNodeClass('default', { amiFamily: 'AL2', alias: null })],
    },
    findings: [],
  },
  {
    it: 'warns where both start nodes, with the taint for this Provisioner',
    facts: {
      ...at('0.32.10'),
      karpenterPools: [
        aProvisioner('default', { taints: [{ key: 'team', value: null, effect: 'NoExecute' }] }),
        { ...twin, taints: [{ key: 'team', value: null, effect: 'NoExecute' }] },
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'both-provision',
        message: 'launches nodes beside NodePool default: it does not have the taint karpenter.sh/legacy',
        evidence: [{ observed: 'team:NoExecute', required: 'karpenter.sh/legacy=true:NoSchedule' }],
        fix: aroundCommand(
          `kubectl patch provisioners.karpenter.sh default --type merge -p '{
  "spec": {
    "taints": [
      {"key":"team","effect":"NoExecute"},
      {"key":"karpenter.sh/legacy","value":"true","effect":"NoSchedule"}
    ]
  }
}'`,
        ),
      },
    ],
  },
  {
    it: 'finds the NodePool of another name that asks for the same',
    facts: {
      ...at('0.32.10'),
      karpenterPools: [aProvisioner('old', { taints: legacy }), { ...twin, name: 'new' }],
    },
    findings: [],
  },
  {
    it: 'takes no NodePool of EKS Auto Mode for one that replaces it',
    facts: {
      ...at('0.32.10'),
      karpenterPools: [
        aProvisioner('default'),
        { ...twin, nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' } },
      ],
    },
    findingsLike: [
      { rule: 'alpha-object', message: 'Karpenter 0.32.10 is the last version that reads it: no NodePool replaces it' },
    ],
  },
  {
    it: 'says what differs, capacity type and expiry first among the traps',
    facts: {
      ...at('0.32.1'),
      karpenterPools: [
        aProvisioner('default', {
          taints: legacy,
          labels: { 'created-by': 'karpenter' },
          limits: { cpu: '1000' },
          fields: ['spec.kubeletConfiguration'],
        }),
        aNodePool('default', {
          requirements: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['b', 'a'] }],
          disruption: {
            consolidationPolicy: 'WhenUnderutilized',
            consolidateAfter: null,
            expireAfter: '720h',
            terminationGracePeriod: null,
            budgets: [],
          },
        }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'differs',
        atKarpenter: '0.32.1',
        resource: provisioner,
        message:
          'NodePool default, which replaces it, differs: requirement karpenter.sh/capacity-type is not set, here In on-demand, and 6 more',
        evidence: [
          ['requirement karpenter.sh/capacity-type: not set', 'In on-demand'],
          ['requirement topology.kubernetes.io/zone: In a, b', 'not set'],
          ['label created-by: not set', 'karpenter'],
          ['limit cpu: not set', '1000'],
          ['consolidation: of empty and underused nodes', 'of empty nodes'],
          ['nodes expire: 2592000s', 'never'],
          ['kubelet settings: not set', 'set'],
        ].map(([observed = '', required = '']) => ({ observed, required, resource: 'NodePool default' })),
      },
    ],
  },
  {
    it: 'says what differs in a requirement and a label that are named as a property of every object',
    facts: {
      ...at('0.32.1'),
      karpenterPools: [
        aProvisioner('default', {
          taints: legacy,
          labels: { constructor: 'x' },
          requirements: [{ key: 'toString', operator: 'Exists', values: [] }],
        }),
        aNodePool('default', { requirements: [], labels: {} }),
      ],
    },
    findingsLike: [
      {
        rule: 'differs',
        evidence: [
          { observed: 'requirement toString: not set', required: 'Exists' },
          { observed: 'label constructor: not set', required: 'x' },
          {},
          {},
        ] as never,
      },
    ],
  },
  {
    it: 'says what differs between node classes',
    facts: {
      ...at('0.32.1'),
      karpenterNodeClasses: [
        aNodeTemplate('default', { tags: { Name: 'a' }, fields: ['spec.userData'], amiFamily: null }),
        aNodeClass('default', { alias: 'al2023@latest' }),
      ],
    },
    findingsLike: [
      {
        rule: 'differs',
        resource: template,
        evidence: [
          { observed: 'AMI family: al2023' },
          { observed: 'tag Name: not set' },
          { observed: 'spec.userData: not set' },
        ] as never,
      },
    ],
  },
  {
    it: 'takes the hop limit that the CRD writes for what an AWSNodeTemplate without options had',
    facts: {
      ...at('0.32.1'),
      karpenterNodeClasses: [
        aNodeTemplate('default', { amiFamily: 'AL2' }),
        aNodeClass('default', { alias: 'al2@latest', hopLimit: 2, fields: ['spec.metadataOptions'] }),
      ],
    },
    findings: [],
  },
  {
    it: 'says that the hop limit differs where it does',
    facts: {
      ...at('0.32.1'),
      karpenterNodeClasses: [
        aNodeTemplate('default', { amiFamily: 'AL2' }),
        aNodeClass('default', { alias: 'al2@latest', hopLimit: 1 }),
      ],
    },
    findingsLike: [{ rule: 'differs', evidence: [{ observed: 'hop limit: 1', required: '2' }] as never }],
  },
  {
    it: 'counts the Machines that still have to roll under 0.32',
    facts: {
      ...at('0.32.10'),
      karpenterPools: [aProvisioner('default', { taints: legacy }), twin],
      karpenterClaims: ['a', 'b', 'c', 'd'].map((name) => aMachine(name)),
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'machines',
        message: 'Provisioner default still has 4 Machines: its nodes have not been replaced yet',
        evidence: [{ observed: 'Machines a, b, c and 1 more', required: 'none' }],
      },
    ],
  },
  {
    it: 'warns, after the update, of a converted object that 0.33 leaves over',
    facts: { ...at('0.32.10'), karpenterPools: [aProvisioner('default', { taints: legacy }), twin] },
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'left-over',
        phase: 'after',
        atKarpenter: '0.33.12',
        message: 'Karpenter 0.33.12 does not read it: NodePool default replaces it',
        fix: 'Delete it after its nodes are replaced: `kubectl delete provisioners.karpenter.sh default`.',
      },
    ],
  },
  {
    it: 'warns of what nobody reads or manages under a version from 0.33 on',
    facts: {
      ...at('1.8.1'),
      karpenterPools: [aProvisioner('default')],
      karpenterKeys: [
        {
          kind: 'Node',
          namespace: null,
          name: 'ip-10-1-35-97',
          pods: null,
          uses: [{ key: 'karpenter.sh/provisioner-name', place: 'label', operator: null, values: ['default'] }],
        },
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'left-over',
        phase: 'after',
        message: 'Karpenter 1.8.1 does not read it: no NodePool replaces it',
      },
      {
        level: 'warn',
        rule: 'unmanaged-nodes',
        blocks: 'nodes',
        resource: { kind: 'Provisioner', name: 'default', note: 'Node ip-10-1-35-97' },
        message:
          'created by Provisioner default, but Karpenter 1.8.1 does not manage it: it does not replace, consolidate or update it',
      },
    ],
  },
  {
    it: 'warns of alpha CRDs once nothing of theirs is left',
    facts: {
      ...at('1.8.1'),
      karpenterCrds: [
        aCrd('nodepools.karpenter.sh'),
        aCrd('machines.karpenter.sh', { served: ['v1alpha5'] }),
        aCrd('nodeoverlays.karpenter.sh', { served: ['v1alpha1'] }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'left-over-crds',
        phase: 'after',
        resource: { kind: 'CustomResourceDefinition', name: 'machines.karpenter.sh' },
        message: 'Karpenter 1.8.1 does not read machines.karpenter.sh, and no objects of them exist',
        // Prose, without a command that deletes a CRD.
        fix: 'Check again that no objects exist: `kubectl get machines.karpenter.sh`. You can keep these CRDs; the next update of a Helm release removes those that it owns. If you delete a CRD, you also delete every object of it and, with a Provisioner or a Machine, its nodes.',
      },
    ],
  },
  {
    it: 'takes the role of its nodes from their instance profile, and leaves variables of user data alone',
    facts: {
      ...nothing,
      karpenterControllers: [
        aKarpenter({ version: '0.31.5', settings: { 'configMap:aws.defaultInstanceProfile': 'usual' } }),
      ],
      karpenterNodeClasses: [aNodeTemplate('default'), aNodeTemplate('own', { instanceProfile: 'own-nodes' })],
    },
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    findingsLike: ['usual', 'own-nodes'].map((profile) => ({
      rule: 'alpha-object',
      fix: expect.stringContaining(
        `KARPENTER_NODE_ROLE=$(aws iam get-instance-profile --instance-profile-name ${profile} --query 'InstanceProfile.Roles[0].RoleName' --output text) envsubst '$KARPENTER_NODE_ROLE' > `,
      ),
    })),
  },
  {
    it: 'warns of the taint that a way back has left',
    facts: { ...at('0.31.5'), karpenterPools: [aProvisioner('default', { taints: legacy })] },
    findingsLike: [
      {
        level: 'warn',
        rule: 'taint-left',
        message:
          'has the taint karpenter.sh/legacy with Karpenter 0.31.5, which does not support NodePools: no nodes are launched for it',
      },
    ],
  },
  {
    it: 'says nothing of alpha CRDs where an alpha object is left, read or not',
    facts: {
      ...at('1.8.1'),
      karpenterPools: [aProvisioner('default')],
      karpenterCrds: [aCrd('provisioners.karpenter.sh', { served: ['v1alpha5'] })],
    },
    findingsLike: [{ rule: 'left-over', resource: provisioner }],
  },
  {
    it: 'does not know what takes the place of a Provisioner where NodePools are not read',
    facts: { ...at('0.30.0'), karpenterPools: [aProvisioner('default')], karpenterPoolKinds: ['Provisioner'] },
    karpenter: to33,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'alpha-object',
        resource: provisioner,
        message: 'Karpenter 0.33.12 does not read it: unknown whether a NodePool replaces it',
      },
    ],
  },
  {
    it: 'fails a Provisioner with Machines, whatever replaces it',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [aProvisioner('default')],
      karpenterPoolKinds: ['Provisioner'],
      karpenterClaims: [aMachine('default-1')],
    },
    karpenter: to33,
    findingsLike: [
      {
        level: 'fail',
        message: 'Karpenter 0.33.12 does not read it: unknown whether a NodePool replaces it, 1 Machine is left',
      },
      { level: 'fail', rule: 'machines' },
    ],
  },
  {
    it: 'does not know whether a converted Provisioner is done where Machines are not read',
    facts: { ...at('0.30.0'), karpenterPools: [aProvisioner('default'), twin], karpenterClaimKinds: ['NodeClaim'] },
    karpenter: to33,
    findingsLike: [
      {
        level: 'unknown',
        message:
          'Karpenter 0.33.12 does not read it: NodePool default replaces it, and an unknown number of Machines is left',
      },
    ],
  },
]);

/** The fix that adds the migration taint to a Provisioner, with this command. */
function aroundCommand(command: string): string {
  return `Add the migration taint to the Provisioner; its nodes are replaced one by one if drift is enabled, otherwise when they expire or are deleted. Do not delete the Provisioner with \`--cascade=foreground\`: this drains all its nodes at once.\n\n\`\`\`sh\n${command}\n\`\`\``;
}
