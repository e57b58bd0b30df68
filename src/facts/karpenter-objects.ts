import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import {
  amiFamily,
  amountText,
  apiVersion,
  conditionReason,
  conditionType,
  cronSchedule,
  effect,
  fieldPath,
  imageAlias,
  kind,
  moment,
  operator,
} from './public-texts.ts';
import { bootSettings } from './launch-templates.ts';
import { objectOwner } from './owner.ts';

/** CRDs of Karpenter and EKS Auto Mode: karpenter.sh, karpenter.k8s.aws, autoscaling.x-k8s.io, eks.amazonaws.com. */
export const karpenterCrds = z.array(
  z.object({
    /** `nodepools.karpenter.sh` */
    name: name('host'),
    group: name('host'),
    kind: kind(),
    /** Served versions, in the CRD's order. */
    served: z.array(apiVersion()),
    /** The storage version; null if none is marked. */
    storage: z.nullable(apiVersion()),
    /** Versions in which objects may be stored: `status.storedVersions`. */
    storedVersions: z.array(apiVersion()),
    conversion: z.object({
      strategy: publicText(['None', 'Webhook']),
      service: z.nullable(z.object({ namespace: name('ns'), name: name('app'), port: z.number() })),
      /** A CA bundle is set for the webhook. */
      caBundle: z.boolean(),
      /** When its last certificate expires; null if none is readable. Omitted without a bundle, or if not checked. */
      caExpires: z.optional(z.nullable(moment())),
    }),
    /** Markers of the table `karpenter-crds` that the schema contains. */
    markers: z.array(publicText({ table: 'karpenter-crds' })),
    /**
     * Markers that the schema lacks. A marker in neither list was not checked: the CRD lacks its version, or the marker
     * is from a newer table.
     */
    lacks: z.array(publicText({ table: 'karpenter-crds' })),
    owner: objectOwner,
    /** Its deletion was requested. */
    terminating: z.boolean(),
  }),
);
export type KarpenterCrd = z.infer<typeof karpenterCrds>[number];

/** The Services of the conversion webhooks in Karpenter's CRDs, each once. */
export const karpenterConversionServices = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    /** Its ports; null if the Service does not exist. */
    ports: z.nullable(z.array(z.number())),
  }),
);

const requirement = z.object({ key: name('label'), operator: operator(), values: z.array(name('label')) });
export type KarpenterRequirement = z.infer<typeof requirement>;

const taint = z.object({ key: name('label'), value: z.nullable(name('label')), effect: effect() });
export type KarpenterTaint = z.infer<typeof taint>;

/** A condition in the status of an object. */
export const condition = z.object({
  type: conditionType(),
  status: publicText(['True', 'False', 'Unknown']),
  reason: z.nullable(conditionReason()),
  message: z.nullable(prose()),
});
export type KarpenterCondition = z.infer<typeof condition>;

const texts = z.record(name('label'), name('label'));

/** When its deletion was requested; omitted if it was not, or in inventories of older versions. */
const deletingSince = z.exactOptional(moment());

/**
 * Common fields of all objects. `fields`: the paths that the spec sets; omits values, and the keys of maps that users
 * choose, such as labels.
 */
const object = {
  /** The API version with its group: `karpenter.sh/v1`. */
  apiVersion: apiVersion(),
  name: name('group'),
  /** Annotations with keys in Karpenter's domains. */
  annotations: texts,
  fields: z.array(fieldPath()),
  /** The condition Ready; null if it is missing or Unknown. */
  ready: z.nullable(z.boolean()),
  /** Reason and message of the condition, if it is not True. */
  readyMessage: z.nullable(prose()),
  conditions: z.array(condition),
  terminating: z.boolean(),
  deletingSince,
  /**
   * Omitted if the object has neither Helm's release annotation, nor a label or annotation of Argo CD or Flux, nor a
   * controller; and in older inventories.
   */
  owner: z.exactOptional(objectOwner),
};

/** Selectors of alpha objects: keys are ANDed, values may be comma-separated lists; null if not set. */
const selectors = z.object({ subnets: z.nullable(texts), securityGroups: z.nullable(texts), amis: z.nullable(texts) });
export type KarpenterSelectors = z.infer<typeof selectors>;

/** A reference to a node class, with Karpenter's defaults for what an alpha or beta object omits. */
const nodeClass = z.object({ group: name('host'), kind: kind(), name: name('group') });

/** NodePools with node classes of any group, and Provisioners. */
export const karpenterPools = z.array(
  z.object({
    kind: z.enum(['NodePool', 'Provisioner']),
    ...object,
    nodeClass: z.nullable(nodeClass),
    /** The fields of its nodeClassRef that are empty. Only of a NodePool of v1; omitted in older inventories. */
    emptyInNodeClass: z.exactOptional(z.array(publicText(['group', 'kind']))),
    /** The EC2 settings in the `spec.provider` of a Provisioner. */
    provider: z.nullable(
      z.object({ amiFamily: z.nullable(amiFamily()), instanceProfile: z.nullable(name('role')), selectors }),
    ),
    requirements: z.array(requirement),
    /** Labels for its nodes. */
    labels: texts,
    /** Annotations for its nodes with keys in Karpenter's domains. */
    nodeAnnotations: texts,
    taints: z.array(taint),
    startupTaints: z.array(taint),
    limits: texts,
    /** The total capacity of its nodes: `status.resources`. Omitted if it was not read. */
    resources: z.optional(texts),
    weight: z.nullable(z.number()),
    /** The number of nodes of a static pool: `spec.replicas`. Omitted if not set or not read (`fields` shows which). */
    replicas: z.optional(z.number()),
    disruption: z.object({
      /** In a Provisioner, `WhenUnderutilized` if consolidation is on, else `WhenEmpty` with ttlSecondsAfterEmpty. */
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

/** One term of a selector: its conditions are ANDed, terms are ORed. */
const term = z.object({
  id: z.nullable(name('id')),
  name: z.nullable(name('label')),
  owner: z.nullable(name('id')),
  alias: z.nullable(imageAlias()),
  ssmParameter: z.nullable(name('label')),
  /** Only in a term for capacity reservations. Omitted if not set, and in older inventories. */
  instanceMatchCriteria: z.exactOptional(z.enum(['open', 'targeted'])),
  tags: texts,
});
export type KarpenterTerm = z.infer<typeof term>;

/** EC2NodeClasses and AWSNodeTemplates, without the NodeClasses of EKS Auto Mode (eks.amazonaws.com). */
export const karpenterNodeClasses = z.array(
  z.object({
    kind: z.enum(['EC2NodeClass', 'AWSNodeTemplate']),
    ...object,
    role: z.nullable(name('role')),
    instanceProfile: z.nullable(name('role')),
    amiFamily: z.nullable(amiFamily()),
    /** `al2023@latest`, from the AMI selector terms. */
    alias: z.nullable(imageAlias()),
    /** Set in an AWSNodeTemplate only. */
    selectors,
    /** Set in an EC2NodeClass only. */
    terms: z.object({
      subnets: z.array(term),
      securityGroups: z.array(term),
      amis: z.array(term),
      capacityReservations: z.array(term),
    }),
    /** Tags for its instances. */
    tags: texts,
    /**
     * A block device mapping names a snapshot. Omitted without block device mappings (`fields` shows whether there are
     * any), and in older inventories.
     */
    namesSnapshot: z.exactOptional(z.boolean()),
    /** `metadataOptions.httpPutResponseHopLimit`; null if not set. */
    hopLimit: z.nullable(z.number()),
    /** The user data contains the taint karpenter.sh/unregistered; null without user data. */
    registersTaint: z.nullable(z.boolean()),
    /** What checks read of its user data; null without user data. Omitted in older inventories. */
    boot: z.exactOptional(z.nullable(bootSettings)),
  }),
);
export type KarpenterNodeClass = z.infer<typeof karpenterNodeClasses>[number];

// The collector projects API objects by hand, since there may be thousands; this schema describes what is kept.
/** NodeClaims and Machines. */
export const karpenterClaims = z.array(
  z.object({
    kind: z.enum(['NodeClaim', 'Machine']),
    name: name('group'),
    /** Its NodePool or Provisioner; null if it has none. */
    pool: z.nullable(name('group')),
    /** The group of its node class; eks.amazonaws.com for EKS Auto Mode. */
    nodeClassGroup: name('host'),
    /** The fields of its nodeClassRef that are empty. Only of a NodeClaim of v1; omitted if there are none. */
    emptyInNodeClass: z.exactOptional(z.array(publicText(['group', 'kind']))),
    createdAt: z.nullable(moment()),
    /**
     * Conditions that show a problem: Launched, Registered or Initialized if not True, Drifted if True. During a deletion
     * also what it waits for: Drained or VolumesDetached if not True, InstanceTerminating if True.
     */
    conditions: z.array(condition),
    terminating: z.boolean(),
    deletingSince,
    /** During a deletion: when its `terminationGracePeriod` ends. Omitted if it has none. */
    terminatesAt: z.exactOptional(moment()),
    /** During a deletion: its node. Omitted if it has none. */
    node: z.exactOptional(name('node')),
    /** Karpenter 1.0 or later has found the tag eks:eks-cluster-name on its instance, or set it. */
    clusterNameTagged: z.optional(z.literal(true)),
  }),
);
export type KarpenterClaim = z.infer<typeof karpenterClaims>[number];

/**
 * Kinds of `karpenterPools` that were read: objects of a missing kind may exist. A kind that is not installed counts as
 * read.
 */
export const karpenterPoolKinds = z.array(z.enum(['NodePool', 'Provisioner']));
/** Kinds of `karpenterNodeClasses` that were read, like `karpenterPoolKinds`. */
export const karpenterNodeClassKinds = z.array(z.enum(['EC2NodeClass', 'AWSNodeTemplate']));
/** Kinds of `karpenterClaims` that were read, like `karpenterPoolKinds`. */
export const karpenterClaimKinds = z.array(z.enum(['NodeClaim', 'Machine']));
