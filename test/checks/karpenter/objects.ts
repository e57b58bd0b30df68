import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterQueue } from '../../../src/facts/karpenter-account.ts';
import type {
  KarpenterClaim,
  KarpenterCrd,
  KarpenterNodeClass,
  KarpenterPool,
  KarpenterTerm,
} from '../../../src/facts/karpenter-objects.ts';
import { loadTable } from '../../../src/tables/tables.ts';

/** Karpenter's objects as the facts hold them, for tables of cases. */

const object = {
  annotations: {},
  fields: [],
  ready: true,
  readyMessage: null,
  conditions: [],
  terminating: false,
};

const noSelectors = { subnets: null, securityGroups: null, amis: null };

/** All kinds of Karpenter's objects were read. */
export const allKindsRead: Pick<Facts, 'karpenterPoolKinds' | 'karpenterNodeClassKinds' | 'karpenterClaimKinds'> = {
  karpenterPoolKinds: ['NodePool', 'Provisioner'],
  karpenterNodeClassKinds: ['EC2NodeClass', 'AWSNodeTemplate'],
  karpenterClaimKinds: ['NodeClaim', 'Machine'],
};

/** A v1 NodePool that requires on-demand instances and uses the EC2NodeClass `default`. */
export function aNodePool(name: string, more: Partial<KarpenterPool> = {}): KarpenterPool {
  return {
    kind: 'NodePool',
    apiVersion: 'karpenter.sh/v1',
    name,
    ...object,
    nodeClass: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
    emptyInNodeClass: [],
    provider: null,
    requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] }],
    labels: {},
    nodeAnnotations: {},
    taints: [],
    startupTaints: [],
    limits: {},
    weight: null,
    disruption: {
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfter: '1m',
      expireAfter: '720h',
      terminationGracePeriod: null,
      budgets: [{ nodes: '10%', schedule: null, duration: null, reasons: [] }],
    },
    ...more,
  };
}

/** A Provisioner with the defaults that its webhook sets, such as the requirement of on-demand instances. */
export function aProvisioner(name: string, more: Partial<KarpenterPool> = {}): KarpenterPool {
  return {
    ...aNodePool(name),
    kind: 'Provisioner',
    apiVersion: 'karpenter.sh/v1alpha5',
    nodeClass: { group: 'karpenter.k8s.aws', kind: 'AWSNodeTemplate', name: 'default' },
    disruption: {
      consolidationPolicy: 'WhenEmpty',
      consolidateAfter: '30s',
      expireAfter: null,
      terminationGracePeriod: null,
      budgets: [],
    },
    ...more,
  };
}

/** A selector term with only these fields set. */
export function aTerm(more: Partial<KarpenterTerm>): KarpenterTerm {
  return { id: null, name: null, owner: null, alias: null, ssmParameter: null, tags: {}, ...more };
}

const discovery = [aTerm({ tags: { 'karpenter.sh/discovery': 'prod' } })];

/** A v1 EC2NodeClass with the role KarpenterNodeRole-prod that selects by the usual discovery tag. */
export function aNodeClass(name: string, more: Partial<KarpenterNodeClass> = {}): KarpenterNodeClass {
  return {
    kind: 'EC2NodeClass',
    apiVersion: 'karpenter.k8s.aws/v1',
    name,
    ...object,
    role: 'KarpenterNodeRole-prod',
    instanceProfile: null,
    amiFamily: null,
    alias: 'al2023@latest',
    selectors: noSelectors,
    terms: {
      subnets: discovery,
      securityGroups: discovery,
      amis: [aTerm({ alias: 'al2023@latest' })],
      capacityReservations: [],
    },
    tags: {},
    hopLimit: null,
    registersTaint: null,
    ...more,
  };
}

/** An AWSNodeTemplate that uses the instance profile of the settings. */
export function aNodeTemplate(name: string, more: Partial<KarpenterNodeClass> = {}): KarpenterNodeClass {
  const tag = { 'karpenter.sh/discovery': 'prod' };
  return {
    ...aNodeClass(name),
    kind: 'AWSNodeTemplate',
    apiVersion: 'karpenter.k8s.aws/v1alpha1',
    role: null,
    amiFamily: 'AL2',
    alias: null,
    selectors: { subnets: tag, securityGroups: tag, amis: null },
    terms: { subnets: [], securityGroups: [], amis: [], capacityReservations: [] },
    ...more,
  };
}

/** A NodeClaim for which no check reports anything. */
export function aClaim(name: string, more: Partial<KarpenterClaim> = {}): KarpenterClaim {
  return {
    kind: 'NodeClaim',
    name,
    pool: 'default',
    nodeClassGroup: 'karpenter.k8s.aws',
    createdAt: '2026-11-01T08:00:00Z',
    conditions: [],
    terminating: false,
    ...more,
  };
}

/** A Machine of the Provisioner `default`. */
export function aMachine(name: string, more: Partial<KarpenterClaim> = {}): KarpenterClaim {
  return aClaim(name, { kind: 'Machine', ...more });
}

/** A CRD of one API version with all its known markers, owned by the release karpenter-crd. */
export function aCrd(name: string, more: Partial<KarpenterCrd> = {}): KarpenterCrd {
  const [resource = '', ...group] = name.split('.');
  const served = more.served ?? ['v1'];
  const markers = loadTable('karpenter-crds').rows.flatMap((row) =>
    row.rowKind === 'marker' && row.crd === name && served.includes(row.version) ? [row.id] : [],
  );
  return {
    name,
    group: group.join('.'),
    kind: resource,
    served,
    storage: served[0] ?? null,
    storedVersions: served.slice(0, 1),
    conversion: { strategy: 'None', service: null, caBundle: false },
    markers: markers.filter((id) => more.lacks?.includes(id) !== true),
    lacks: [],
    owner: { release: 'karpenter-crd', releaseNamespace: 'kube-system', managedBy: 'Helm' },
    terminating: false,
    ...more,
  };
}

/** The three CRDs of Karpenter since 0.32, alike. */
export function theCrds(more: Partial<KarpenterCrd> = {}): KarpenterCrd[] {
  return ['nodepools.karpenter.sh', 'nodeclaims.karpenter.sh', 'ec2nodeclasses.karpenter.k8s.aws'].map((name) =>
    aCrd(name, more),
  );
}

type EventRule = NonNullable<NonNullable<KarpenterQueue['found']>['rules']>[number];

/** An EventBridge rule that sends these events to its target. */
export function anEventRule(ruleName: string, detailTypes: string[], more: Partial<EventRule> = {}): EventRule {
  return { ruleName, enabled: true, detailTypes, unread: [], ...more };
}

/** The queue with the cluster's name and the rules of Karpenter's template. */
export function aQueue(name = 'prod', rules?: EventRule[] | null): KarpenterQueue {
  const all = loadTable('karpenter-events').rows.map(({ rule, detailType }) => anEventRule(rule, [detailType]));
  return {
    name,
    found: { arn: `arn:aws:sqs:eu-west-1:111122223333:${name}`, rules: rules === undefined ? all : rules },
  };
}
