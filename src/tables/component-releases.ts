import * as z from 'zod/mini';
import { confidence, source, table, version } from './cells.ts';

/** Components whose releases need permissions that earlier ones do not. */
const permittedComponent = z.enum([
  'aws-ebs-csi-driver',
  'aws-efs-csi-driver',
  'aws-fsx-csi-driver',
  'aws-load-balancer-controller',
  'cluster-autoscaler',
  'external-dns',
  'metrics-server',
  'vpc-cni',
]);

/** A permission that releases of [from, below) need. */
const newPermission = {
  component: permittedComponent,
  from: version,
  /** The first release that no longer needs it; omitted if all do. */
  below: z.optional(version),
  /** What the release does with it: `clones volumes`. */
  what: z.string(),
  /** What happens without it, if the release does not work then: `it exits`. Omitted if it only lacks a function. */
  without: z.optional(z.string()),
  source,
};

/** Tables about single releases of add-ons and other components. */
export const componentReleasesTables = {
  /** Releases of add-ons with known defects, which no fix names; `onUpdate`: what to do, if leaving one has an effect. */
  'addon-releases': table(() =>
    z.discriminatedUnion('rowKind', [
      z.strictObject({ rowKind: z.literal('read-through'), addon: z.string(), release: version, source }),
      z.strictObject({
        rowKind: z.literal('defect'),
        addon: z.string(),
        from: version,
        through: version,
        defect: z.string(),
        onUpdate: z.optional(z.string()),
        goodAgain: z.nullable(version),
        source,
        confidence,
      }),
    ]),
  ),
  /** Permissions that releases of components need and earlier ones do not. */
  'release-permissions': table(() =>
    z.discriminatedUnion('rowKind', [
      /** Rules of the component's ClusterRole. */
      z.strictObject({
        rowKind: z.literal('rbac'),
        ...newPermission,
        /** Empty for the core group. */
        group: z.string(),
        resources: z.array(z.string()),
        verbs: z.array(z.string()),
        /** The first version of the component's Helm chart that has the rule. */
        chart: z.optional(version),
      }),
      /** Actions of the component's IAM role. */
      z.strictObject({
        rowKind: z.literal('iam'),
        ...newPermission,
        actions: z.array(z.string()),
        /** Only while the VPC CNI discovers subnets, which it does by default. */
        when: z.optional(z.literal('subnet-discovery')),
      }),
    ]),
  ),
} as const;
