import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import {
  amiFamily,
  amountText,
  apiVersion,
  conditionType,
  cronSchedule,
  effect,
  fieldPath,
  imageAlias,
  kind,
  moment,
  operator,
} from './public-texts.ts';
import { keyPlaces } from './key-places.ts';
import { objectOwner } from './owner.ts';

/** Karpenter's own objects, in one shape whatever version they are read at. User data itself is not kept. */

/** The CRDs of Karpenter and of EKS Auto Mode (groups karpenter.sh, karpenter.k8s.aws, autoscaling.x-k8s.io, eks.amazonaws.com). */
export const karpenterCrds = z.array(
  z.object({
    /** `nodepools.karpenter.sh` */
    name: name('host'),
    group: name('host'),
    kind: kind(),
    /** Versions that are served, in the CRD's order. */
    served: z.array(apiVersion()),
    /** The version that is written now; null: none is marked. */
    storage: z.nullable(apiVersion()),
    /** Versions in which objects may be stored: `status.storedVersions`. */
    storedVersions: z.array(apiVersion()),
    conversion: z.object({
      /** `None` or `Webhook`. */
      strategy: publicText(['None', 'Webhook']),
      service: z.nullable(z.object({ namespace: name('ns'), name: name('app'), port: z.number() })),
      /** A certificate authority is set for the webhook. */
      caBundle: z.boolean(),
      /** When the last certificate of it expires; null: it holds no certificate that can be read. Left out: not looked at. */
      caExpires: z.optional(z.nullable(moment())),
    }),
    /** Markers of the table `karpenter-crds` that the schema has. */
    markers: z.array(publicText({ table: 'karpenter-crds' })),
    /** Markers that were looked for and are not there. One in neither list is of a later table: not looked for. */
    lacks: z.array(publicText({ table: 'karpenter-crds' })),
    owner: objectOwner,
    /** Its deletion was requested. */
    terminating: z.boolean(),
  }),
);
export type KarpenterCrd = z.infer<typeof karpenterCrds>[number];

/** The Services that CRDs of Karpenter name for the conversion of their objects, each once. */
export const karpenterConversionServices = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Its ports; null: no such Service exists. */
    ports: z.nullable(z.array(z.number())),
  }),
);

const requirement = z.object({ key: name('label'), operator: operator(), values: z.array(name('label')) });
export type KarpenterRequirement = z.infer<typeof requirement>;

const taint = z.object({ key: name('label'), value: z.nullable(name('label')), effect: effect() });
export type KarpenterTaint = z.infer<typeof taint>;

const condition = z.object({
  type: conditionType(),
  /** True, False or Unknown. */
  status: publicText(['True', 'False', 'Unknown']),
  reason: z.nullable(prose()),
  message: z.nullable(prose()),
});
export type KarpenterCondition = z.infer<typeof condition>;

const texts = z.record(name('label'), name('label'));

/** What every object has; `fields` are the paths that its spec sets, without values and without the keys of free maps. */
const object = {
  /** With its version: `karpenter.sh/v1`. */
  apiVersion: apiVersion(),
  name: name('group'),
  /** Annotations of Karpenter's domains. */
  annotations: texts,
  fields: z.array(fieldPath()),
  /** Its condition Ready; null: it has none, or it is Unknown. */
  ready: z.nullable(z.boolean()),
  /** Why it is not ready, as the condition says it. */
  readyMessage: z.nullable(prose()),
  conditions: z.array(condition),
  terminating: z.boolean(),
};

/** The alpha selectors, whose keys are ANDed and whose values may be comma lists; null: not set. */
const selectors = z.object({ subnets: z.nullable(texts), securityGroups: z.nullable(texts), amis: z.nullable(texts) });
export type KarpenterSelectors = z.infer<typeof selectors>;

/** A node class by group, kind and name; if an alpha or beta object omits them, Karpenter's defaults. */
const nodeClass = z.object({ group: name('host'), kind: kind(), name: name('group') });

/** NodePools of every group of node classes, and Provisioners. */
export const karpenterPools = z.array(
  z.object({
    kind: z.enum(['NodePool', 'Provisioner']),
    ...object,
    nodeClass: z.nullable(nodeClass),
    /** The EC2 settings of a Provisioner itself, in `spec.provider`. */
    provider: z.nullable(
      z.object({ amiFamily: z.nullable(amiFamily()), instanceProfile: z.nullable(name('role')), selectors }),
    ),
    requirements: z.array(requirement),
    /** Labels of the nodes. */
    labels: texts,
    /** Annotations of the nodes, of Karpenter's domains. */
    nodeAnnotations: texts,
    taints: z.array(taint),
    startupTaints: z.array(taint),
    limits: texts,
    /** The total capacity of its nodes: `status.resources`. Left out: not looked for. */
    resources: z.optional(texts),
    weight: z.nullable(z.number()),
    /** How many nodes a static pool has: `spec.replicas`. Left out: not set, or not looked for (`fields` shows which). */
    replicas: z.optional(z.number()),
    disruption: z.object({
      /** As a NodePool has it; of a Provisioner: `WhenUnderutilized` for consolidation, `WhenEmpty` for ttlSecondsAfterEmpty. */
      consolidationPolicy: z.nullable(
        publicText(['WhenEmpty', 'WhenUnderutilized', 'WhenEmptyOrUnderutilized', 'Balanced']),
      ),
      consolidateAfter: z.nullable(amountText()),
      expireAfter: z.nullable(amountText()),
      terminationGracePeriod: z.nullable(amountText()),
      budgets: z.array(
        z.object({
          nodes: amountText(),
          schedule: z.nullable(cronSchedule()),
          duration: z.nullable(amountText()),
          reasons: z.array(publicText(['Underutilized', 'Empty', 'Drifted'])),
        }),
      ),
    }),
  }),
);
export type KarpenterPool = z.infer<typeof karpenterPools>[number];

/** One term of a selector; terms are ORed, what one term says is ANDed. */
const term = z.object({
  id: z.nullable(name('id')),
  name: z.nullable(name('label')),
  owner: z.nullable(name('id')),
  alias: z.nullable(imageAlias()),
  ssmParameter: z.nullable(name('label')),
  tags: texts,
});
export type KarpenterTerm = z.infer<typeof term>;

/** EC2NodeClasses and AWSNodeTemplates; without the NodeClasses of EKS Auto Mode (eks.amazonaws.com). */
export const karpenterNodeClasses = z.array(
  z.object({
    kind: z.enum(['EC2NodeClass', 'AWSNodeTemplate']),
    ...object,
    role: z.nullable(name('role')),
    instanceProfile: z.nullable(name('role')),
    amiFamily: z.nullable(amiFamily()),
    /** `al2023@latest`, of the AMI terms. */
    alias: z.nullable(imageAlias()),
    /** Of an AWSNodeTemplate. */
    selectors,
    /** Of an EC2NodeClass. */
    terms: z.object({
      subnets: z.array(term),
      securityGroups: z.array(term),
      amis: z.array(term),
      capacityReservations: z.array(term),
    }),
    /** Tags of the instances. */
    tags: texts,
    /** `metadataOptions.httpPutResponseHopLimit`; null: not set. */
    hopLimit: z.nullable(z.number()),
    /** The user data names the taint karpenter.sh/unregistered; null: there is no user data. */
    registersTaint: z.nullable(z.boolean()),
  }),
);
export type KarpenterNodeClass = z.infer<typeof karpenterNodeClasses>[number];

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** NodeClaims and Machines. */
export const karpenterClaims = z.array(
  z.object({
    kind: z.enum(['NodeClaim', 'Machine']),
    name: name('group'),
    /** The NodePool or Provisioner that it belongs to; null: none. */
    pool: z.nullable(name('group')),
    /** Group of its node class: eks.amazonaws.com is EKS Auto Mode's. */
    nodeClassGroup: name('host'),
    createdAt: z.nullable(moment()),
    /** Conditions that show a problem: Launched, Registered or Initialized that is not True, Drifted that is. */
    conditions: z.array(condition),
    terminating: z.boolean(),
    /** Karpenter 1.0 or newer has seen the tag eks:eks-cluster-name on its instance, or given it. */
    clusterNameTagged: z.optional(z.literal(true)),
  }),
);
export type KarpenterClaim = z.infer<typeof karpenterClaims>[number];

/**
 * Kinds of `karpenterPools` that were read: objects of a kind that is not listed here may exist. A kind that is not
 * installed counts as read.
 */
export const karpenterPoolKinds = z.array(z.enum(['NodePool', 'Provisioner']));
/** Kinds of `karpenterNodeClasses` that were read, like `karpenterPoolKinds`. */
export const karpenterNodeClassKinds = z.array(z.enum(['EC2NodeClass', 'AWSNodeTemplate']));
/** Kinds of `karpenterClaims` that were read, like `karpenterPoolKinds`. */
export const karpenterClaimKinds = z.array(z.enum(['NodeClaim', 'Machine']));

/** A key of Karpenter's domains, as one object names it. */
const keyUse = z.object({
  key: name('label'),
  place: z.enum(keyPlaces),
  /** Of an affinity; `In` for a node selector. */
  operator: z.nullable(operator()),
  values: z.array(name('label')),
});
export type KeyUse = z.infer<typeof keyUse>;

/**
 * Objects that name keys of karpenter.sh or karpenter.k8s.aws: workload templates, pods whose template does not (by their
 * controller), namespaces, and nodes (of these only what Karpenter does not write on every node by itself).
 */
export const karpenterKeys = z.array(
  z.object({
    kind: kind(),
    /** Null for nodes and namespaces. */
    namespace: z.nullable(name('ns')),
    name: name('app'),
    /** Pods that were seen with it; null if a template, a node or a namespace names it. */
    pods: z.nullable(z.number()),
    uses: z.array(keyUse),
  }),
);
export type KarpenterKeyed = z.infer<typeof karpenterKeys>[number];
