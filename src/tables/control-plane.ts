import * as z from 'zod/mini';
import { confidence, date, minor, source, table } from './cells.ts';

const clusterKind = z.enum(['region', 'auto-mode', 'local']);

/** The control plane, its network and its account. */
export const controlPlaneTables = {
  /** Free addresses that an update asks of the cluster's subnets, and zones that EKS does not use. */
  'subnet-addresses': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('needed-in-subnet'), addresses: z.number(), source }),
      z.strictObject({ rowKind: z.literal('comfortable-in-each'), addresses: z.number(), source }),
      z.strictObject({ rowKind: z.literal('zones'), zones: z.number(), source }),
      z.strictObject({ rowKind: z.literal('excluded-zone'), zoneId: z.string(), source }),
    ]),
  ),
  /** How EKS's insights are read: topics of our own checks, how old one may be, how long calls are remembered. */
  insights: table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('topic'), name: z.string(), check: z.string(), source }),
      z.strictObject({ rowKind: z.literal('old'), hours: z.number(), source }),
      z.strictObject({ rowKind: z.literal('too-old'), hours: z.number(), source }),
      z.strictObject({ rowKind: z.literal('memory'), days: z.number(), source }),
    ]),
  ),
  /** API versions that a Kubernetes version removes: of kinds whose objects are stored, and of reviews. */
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
      /** The version to move to, and the first Kubernetes version that serves it; null: none. */
      instead: z.nullable(z.strictObject({ api: z.string(), from: minor })),
      /** `default`: every API server before it serves it. `eks`: EKS enables it, and upstream does not. */
      served: z.enum(['default', 'eks']),
      source,
    }),
  ),
  /** What a field manager is. A manager without a row is a program that calls the API itself. */
  'field-managers': table(() =>
    z.strictObject({
      manager: z.string(),
      match: z.enum(['exact', 'prefix']),
      is: z.enum(['control-plane', 'delivery', 'by-hand']),
      /** What it belongs to. */
      tool: z.string(),
      confidence,
      source,
    }),
  ),
  /** Users of the control plane in the audit log. A row with an agent needs both. */
  'control-plane-users': table(() =>
    z.strictObject({
      user: z.string(),
      match: z.enum(['exact', 'prefix']),
      /** The beginning of the user agent; null: any. */
      agent: z.nullable(z.string()),
      source,
    }),
  ),
  /** Ports that the security groups of control plane and nodes must let through. */
  'cluster-ports': table(() =>
    z.strictObject({
      flow: z.enum(['nodes-to-control-plane', 'control-plane-to-nodes', 'nodes-to-nodes']),
      protocols: z.array(z.enum(['tcp', 'udp'])),
      port: z.number(),
      source,
    }),
  ),
  /** What the cluster's IAM role must trust and hold: clusters of a region, Auto Mode besides, local ones on AWS Outposts. */
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
        /** What of the account it is asked for; left out: the action knows no resources. */
        resource: z.optional(z.string()),
        /** Key of the tag that is sent. */
        tagKey: z.optional(z.string()),
        source,
      }),
    ]),
  ),
  /** How long before an end of support it is spoken of. */
  'support-window': table(() => z.strictObject({ days: z.number(), source })),
  /** Support dates of EKS versions, for regions without DescribeClusterVersions. */
  'eks-versions': table(() =>
    z.strictObject({ version: minor, endOfStandardSupport: date, endOfExtendedSupport: date, source, confidence }),
  ),
} as const;
