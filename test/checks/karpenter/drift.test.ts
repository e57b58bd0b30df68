import { expect } from 'vitest';
import check from '../../../checks/karpenter/drift/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { aClaim, aNodePool, aProvisioner } from './objects.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const inConfigMap = { 'configMap:aws.clusterName': 'prod' };

function facts(version: string | null, settings: Record<string, string>, more: Partial<Facts> = {}) {
  return {
    karpenterControllers: [aKarpenter({ version, settings })],
    karpenterPools: [aNodePool('default'), aNodePool('batch', budgets({ nodes: '0', reasons: ['Drifted'] }))],
    karpenterClaims: [aClaim('default-1'), aClaim('default-2'), aClaim('batch-1', { pool: 'batch' })],
    ...more,
  };
}

function budgets(...list: Partial<Facts['karpenterPools'][number]['disruption']['budgets'][number]>[]) {
  const whole = list.map((one) => ({ nodes: '10%', schedule: null, duration: null, reasons: [], ...one }));
  return { disruption: { ...aNodePool('x').disruption, budgets: whole } };
}

const alpha = {
  karpenterPools: [aProvisioner('default')],
  karpenterClaims: [
    aClaim('default-1', { kind: 'Machine' as const }),
    aClaim('default-2', { kind: 'Machine' as const }),
  ],
};

checkCases(check, [
  { it: 'is silent where Karpenter stays', facts: facts('1.8.1', {}), findings: [] },
  {
    it: 'is silent where drift is on before and after',
    facts: facts('1.5.8', {}),
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    findings: [],
  },
  {
    it: 'warns of the step to 0.33, which turns it on, with what may go at once',
    facts: facts('0.32.10', { FEATURE_GATES: 'Drift=false' }),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findings: [
      {
        level: 'warn',
        rule: 'turned-on',
        atKarpenter: '0.33.12',
        resource,
        message:
          'drift is off today and on by default in Karpenter 0.33.12: of 3 nodes those are replaced that differ from their pool',
        evidence: [
          { observed: '1 node of batch', required: 'one at a time', fact: 'karpenterClaims' },
          { observed: '2 nodes of default', required: 'one at a time', fact: 'karpenterClaims' },
        ],
        fix: expect.stringContaining('settings.featureGates.drift: false'),
      },
    ],
  },
  {
    it: 'warns of it from the ConfigMap of 0.30 on',
    facts: facts('0.30.0', { ...inConfigMap, 'configMap:featureGates.driftEnabled': 'false' }, alpha),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12'),
    findingsLike: [
      { rule: 'turned-on', atKarpenter: '0.33.12' },
      { rule: 'left-behind', atKarpenter: '0.32.10' },
    ],
  },
  {
    it: 'warns of 1.0, where it can no longer be switched off, and names the budgets',
    facts: facts('0.37.8', { FEATURE_GATES: 'Drift=false,SpotToSpotConsolidation=false' }),
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.1.10'),
    findingsLike: [
      {
        rule: 'turned-on',
        atKarpenter: '1.0.14',
        message:
          'drift is off today and always on from Karpenter 1.0.14: of 3 nodes those are replaced that differ from their pool',
        evidence: [
          { observed: '1 node of batch', required: 'at a time: 0', fact: 'karpenterClaims' },
          { observed: '2 nodes of default', required: 'at a time: 10%', fact: 'karpenterClaims' },
        ],
      },
    ],
  },
  {
    it: 'takes a gate that FEATURE_GATES leaves out for off (0.33 to 0.37)',
    facts: facts('0.35.12', { FEATURE_GATES: 'SpotToSpotConsolidation=true' }),
    karpenter: karpenterPath('0.35.12', '1.0.14'),
    findingsLike: [{ rule: 'turned-on', atKarpenter: '1.0.14' }],
  },
  {
    it: 'is silent where it is switched off by hand and stays so',
    facts: facts('0.33.12', { FEATURE_GATES: 'Drift=false' }),
    karpenter: karpenterPath('0.33.12', '0.37.8'),
    findings: [],
  },
  {
    it: 'is silent where drift was on already, by hand',
    facts: facts('0.32.10', { FEATURE_GATES: 'Drift=true' }),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findings: [],
  },
  {
    it: 'is silent where there are no nodes to replace, and about those of Auto Mode and those that go anyway',
    facts: facts(
      '0.32.10',
      { FEATURE_GATES: 'Drift=false' },
      {
        karpenterClaims: [
          aClaim('auto', { nodeClassGroup: 'eks.amazonaws.com' }),
          aClaim('going', { terminating: true }),
        ],
      },
    ),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findings: [],
  },
  {
    it: 'warns of 1.12, whose guide announces that all nodes drift',
    facts: facts(
      '1.11.3',
      {},
      { karpenterPools: [aNodePool('default', budgets({ nodes: '1', schedule: '0 9 * * *', duration: '8h' }))] },
    ),
    karpenter: karpenterPath('1.11.3', '1.12.2'),
    findingsLike: [
      {
        rule: 'drifts-all:1.12.0',
        atKarpenter: '1.12.2',
        message:
          'the upgrade guide lets Karpenter 1.12.2 take 3 nodes for drifted: the hash of a node class holds the CA bundle from then on',
        evidence: [
          { observed: '1 node of batch', required: '10% at a time' },
          { observed: '2 nodes of default', required: 'at a time: 1 at 0 9 * * * for 8h' },
        ],
      },
    ],
  },
  {
    it: 'warns of 0.32 with drift off while nodes of a Provisioner wait (document 002)',
    facts: facts('0.32.1', { FEATURE_GATES: 'Drift=false' }, alpha),
    findings: [
      {
        level: 'warn',
        rule: 'left-behind',
        resource,
        message:
          'drift is off in Karpenter 0.32.1 unless asked for: 2 nodes of the Provisioner default wait for somebody to replace them',
        evidence: [
          {
            observed: 'Drift off, 2 Machines',
            required: 'Drift=true while a Provisioner is drained by the taint karpenter.sh/legacy',
          },
        ],
        fix: expect.stringContaining('`kubectl delete provisioner default --cascade=foreground`'),
      },
    ],
  },
  {
    it: 'is silent about 0.32 with drift on, and about one without Provisioners',
    facts: facts('0.32.1', { FEATURE_GATES: 'Drift=true' }, alpha),
    findings: [],
  },
  {
    it: 'is silent about 0.32 that has nothing of alpha left',
    facts: facts('0.32.10', { FEATURE_GATES: 'Drift=false' }),
    findings: [],
  },
  {
    it: 'does not know whether drift is on where the version or the gates are not readable',
    facts: {
      ...facts('1.8.1', {}),
      karpenterControllers: [
        aKarpenter({ version: null }),
        aKarpenter({ name: 'second', version: '0.33.12', settings: {}, settingsUnread: ['FEATURE_GATES'] }),
      ],
    },
    findingsLike: [
      { level: 'unknown', rule: 'not-known', message: 'whether drift is on is not known: its version is not known' },
      {
        level: 'unknown',
        rule: 'not-known',
        message: 'whether drift is on is not known: FEATURE_GATES comes from a place that is not read',
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [], karpenterPools: [], karpenterClaims: [] },
    skip: 'Karpenter is not installed here',
  },
  {
    it: 'counts no further than it has read',
    facts: facts(
      '0.32.10',
      { FEATURE_GATES: 'Drift=false' },
      { karpenterClaimKinds: ['NodeClaim'], karpenterPoolKinds: ['Provisioner'], karpenterPools: [] },
    ),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        message:
          'drift is off today and on by default in Karpenter 0.33.12: of 3 nodes or more those are replaced that differ from their pool',
      },
    ],
  },
]);
