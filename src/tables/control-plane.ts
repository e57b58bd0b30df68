import * as z from 'zod/mini';
import { confidence, date, minor, source, table } from './cells.ts';

const clusterKind = z.enum(['region', 'auto-mode', 'local']);

/** Tables about the control plane, its network and its account. */
export const controlPlaneTables = {
  /** Free addresses and zones that an update needs in the cluster's subnets, and zones that EKS does not support. */
  'subnet-addresses': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('needed-in-subnet'), addresses: z.number(), source }),
      z.strictObject({ rowKind: z.literal('comfortable-in-each'), addresses: z.number(), source }),
      z.strictObject({ rowKind: z.literal('zones'), zones: z.number(), source }),
      z.strictObject({ rowKind: z.literal('excluded-zone'), zoneId: z.string(), source }),
    ]),
  ),
  /**
   * EKS insights: the insights whose topic a check covers, the ages at which an insight is old or too old, and how many
   * days an insight remembers calls of a removed API.
   */
  insights: table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('topic'), name: z.string(), check: z.string(), source }),
      z.strictObject({ rowKind: z.literal('old'), hours: z.number(), source }),
      z.strictObject({ rowKind: z.literal('too-old'), hours: z.number(), source }),
      z.strictObject({ rowKind: z.literal('memory'), days: z.number(), source }),
    ]),
  ),
  /** Programs that read removed API versions only to report them, by the product in their user agent. */
  'api-scanners': table(() =>
    z.strictObject({ product: z.string().check(z.regex(/^[a-z0-9-]+$/)), name: z.string(), source, confidence }),
  ),
  /** API versions that a Kubernetes version removes, also of kinds that are never stored, such as TokenReview. */
  'api-removals': table(() =>
    z.strictObject({
      /** The first version that does not serve it. */
      version: minor,
      deprecated: z.nullable(minor),
      /** `autoscaling/v2beta2` */
      api: z.string(),
      kind: z.string(),
      resource: z.string(),
      namespaced: z.boolean(),
      /** The replacement, and the first Kubernetes version that serves it; null if there is none. */
      instead: z.nullable(z.strictObject({ api: z.string(), from: minor })),
      /** `default`: every API server serves it until its removal. `eks`: EKS enables it, upstream does not. */
      served: z.enum(['default', 'eks']),
      source,
    }),
  ),
  /** API versions that a Kubernetes version begins to serve, of kinds whose objects are stored. */
  'api-introductions': table(() =>
    z.strictObject({
      /** The first version that serves it. */
      version: minor,
      /** `resource.k8s.io/v1` */
      api: z.string(),
      kind: z.string(),
      resource: z.string(),
      namespaced: z.boolean(),
      /** An API version in which the version before serves the kind; null if it serves the kind in none. */
      before: z.nullable(z.string()),
      /** `default`: every API server serves it from then on. `eks`: EKS enables it, upstream does not. */
      served: z.enum(['default', 'eks']),
      source,
      confidence,
    }),
  ),
  /**
   * What each field manager is: a part of the control plane, a tool that applies manifests (`delivery`) or a manual
   * command (`by-hand`). A field manager without a row is a program that calls the API itself.
   */
  'field-managers': table(() =>
    z.strictObject({
      manager: z.string(),
      match: z.enum(['exact', 'prefix']),
      is: z.enum(['control-plane', 'delivery', 'by-hand']),
      /** The tool that it belongs to. */
      tool: z.string(),
      confidence,
      source,
    }),
  ),
  /** Users of the control plane in the audit log. If a row has an agent, the user agent must match, too. */
  'control-plane-users': table(() =>
    z.strictObject({
      user: z.string(),
      match: z.enum(['exact', 'prefix']),
      /** Prefix of the user agent; null for any. */
      agent: z.nullable(z.string()),
      source,
    }),
  ),
  /** Ports that the security groups of the control plane and the nodes must allow. */
  'cluster-ports': table(() =>
    z.strictObject({
      flow: z.enum(['nodes-to-control-plane', 'control-plane-to-nodes', 'nodes-to-nodes']),
      protocols: z.array(z.enum(['tcp', 'udp'])),
      port: z.number(),
      source,
    }),
  ),
  /** What the cluster's IAM role must trust and allow. `local`: clusters on AWS Outposts. */
  'cluster-role': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({
        rowKind: z.literal('trusts'),
        kind: clusterKind,
        service: z.string(),
        action: z.string(),
        source,
      }),
      z.strictObject({ rowKind: z.literal('holds'), kind: clusterKind, policy: z.string(), source }),
      z.strictObject({
        rowKind: z.literal('own-policies-need'),
        from: z.optional(minor),
        action: z.string(),
        /** The resource of the request; omitted if the action has no resource types. */
        resource: z.optional(z.string()),
        /** Key of the tag in the request. */
        tagKey: z.optional(z.string()),
        source,
      }),
      z.strictObject({
        /** What a feature of the VPC CNI needs besides; the policy holds the actions. */
        rowKind: z.literal('feature-needs'),
        feature: z.enum(['pod-eni', 'windows']),
        policy: z.string(),
        actions: z.array(z.string()),
        /** What fails without it. */
        without: z.string(),
        source,
      }),
    ]),
  ),
  /** US dollars per hour for a cluster, by the support of its version. */
  'cluster-prices': table(() =>
    z.strictObject({ partition: z.string(), standard: z.number(), extended: z.number(), source }),
  ),
  /** How many days before the end of support the check warns. */
  'support-window': table(() => z.strictObject({ days: z.number(), source })),
  /** Support dates of EKS versions, for regions without DescribeClusterVersions. */
  'eks-versions': table(() =>
    z.strictObject({ version: minor, endOfStandardSupport: date, endOfExtendedSupport: date, source, confidence }),
  ),
  /** For how long after an update EKS can roll back the control plane; `marginHours`: how long an update may take. */
  rollback: table(() => z.strictObject({ days: z.number(), marginHours: z.number(), source, confidence })),
} as const;
