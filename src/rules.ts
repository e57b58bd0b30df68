import * as z from 'zod/mini';
import clusterHealthCodes from '../rules/cluster-health-codes.json' with { type: 'json' };
import componentFloors from '../rules/component-floors.json' with { type: 'json' };
import components from '../rules/components.json' with { type: 'json' };
import corefile from '../rules/corefile.json' with { type: 'json' };
import eksVersions from '../rules/eks-versions.json' with { type: 'json' };
import runtimeSockets from '../rules/runtime-sockets.json' with { type: 'json' };
import skew from '../rules/skew.json' with { type: 'json' };
import subnetAddresses from '../rules/subnet-addresses.json' with { type: 'json' };
import { parseMinor, type Minor } from './versions.ts';

/** A Kubernetes minor in a table: `"1.25"` becomes 25. */
const minor = z.pipe(
  z.string().check(z.regex(/^1\.\d+$/)),
  z.transform((text): Minor => parseMinor(text) ?? 0),
);
const version = z.string().check(z.regex(/^\d+\.\d+\.\d+$/));
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const source = z.url({ protocol: /^https$/ });
/** Where a row rests on one reading only. */
const confidence = z.optional(z.enum(['single-source', 'unconfirmed']));

function table<Row extends z.ZodMiniType>(row: Row) {
  return z.strictObject({
    $schema: z.optional(z.string()),
    about: z.string(),
    /** The last version that somebody has looked into. A table of policy has none: it does not end. */
    knownThrough: z.optional(z.strictObject({ kubernetes: minor })),
    rows: z.array(row),
  });
}

/** The schema of each table; its JSON Schema is `rules/schema.json`. */
export const tableSchemas = {
  /** How many minors a kubelet may be behind the API server, by the kubelet's own minor. */
  skew: table(z.strictObject({ kubeletFrom: minor, maxBehind: z.number(), source })),
  /** Free addresses that an update asks of the cluster's subnets, and zones that EKS does not use. */
  'subnet-addresses': table(
    z.discriminatedUnion('rule', [
      z.strictObject({ rule: z.literal('needed-in-all'), addresses: z.number(), source }),
      z.strictObject({ rule: z.literal('comfortable-in-each'), addresses: z.number(), source }),
      z.strictObject({ rule: z.literal('zones'), zones: z.number(), source }),
      z.strictObject({ rule: z.literal('excluded-zone'), zoneId: z.string(), source }),
    ]),
  ),
  /** Issue codes of DescribeCluster's health and of failed updates, with what they mean for an update. */
  'cluster-health-codes': table(
    z.strictObject({ code: z.string(), level: z.enum(['fail', 'warn']), recoverable: z.boolean(), source }),
  ),
  /** Support dates of EKS versions, for regions without DescribeClusterVersions. */
  'eks-versions': table(
    z.strictObject({ version: minor, endOfStandardSupport: date, endOfExtendedSupport: date, source, confidence }),
  ),
  /** Lowest version of a component from a Kubernetes version on (`from: null`: at any). */
  'component-floors': table(
    z.strictObject({
      component: z.enum(['vpc-cni', 'aws-load-balancer-controller']),
      from: z.nullable(minor),
      minimum: version,
      level: z.enum(['fail', 'warn']),
      reason: z.string(),
      source,
      confidence,
    }),
  ),
  /** How a component is recognised: the tail of its image's path, its labels, its chart. */
  components: table(
    z.strictObject({
      component: z.enum(['vpc-cni', 'coredns', 'aws-load-balancer-controller', 'alb-ingress-controller']),
      kinds: z.array(z.string()),
      images: z.array(z.string()),
      names: z.array(z.string()),
      charts: z.array(z.string()),
      addon: z.nullable(z.string()),
      source,
    }),
  ),
  /** Corefile options that a CoreDNS version no longer starts with, and the CoreDNS that EKS ships from a version on. */
  corefile: table(
    z.discriminatedUnion('rule', [
      z.strictObject({
        rule: z.literal('removed-option'),
        plugin: z.string(),
        option: z.string(),
        removedIn: version,
        source,
      }),
      z.strictObject({ rule: z.literal('shipped'), from: minor, coredns: version, source }),
    ]),
  ),
  /** Runtime sockets that workloads mount, and when they stop answering. */
  'runtime-sockets': table(
    z.strictObject({
      path: z.string(),
      runtime: z.enum(['docker', 'containerd']),
      changesAt: minor,
      crossing: z.enum(['fail', 'warn']),
      after: z.nullable(z.enum(['warn'])),
      source,
    }),
  ),
} as const;

const files: { [Name in TableName]: unknown } = {
  skew,
  'subnet-addresses': subnetAddresses,
  'cluster-health-codes': clusterHealthCodes,
  'eks-versions': eksVersions,
  'component-floors': componentFloors,
  components,
  corefile,
  'runtime-sockets': runtimeSockets,
};

export type TableName = keyof typeof tableSchemas;
type TableOf<Name extends TableName> = z.infer<(typeof tableSchemas)[Name]>;

/** The rows of each table. */
export type Tables = { [Name in TableName]: TableOf<Name>['rows'] };

export const tableNames = Object.keys(tableSchemas) as TableName[];

const loaded = new Map<TableName, { knownThrough?: { kubernetes: Minor } | undefined; rows: unknown }>();

/**
 * Loads one table, validated, once.
 * @throws zod's error where the file breaks its schema: a defect of this build
 */
export function loadTable<Name extends TableName>(name: Name): { rows: Tables[Name]; knownThrough: Minor | undefined } {
  const table = loaded.get(name) ?? tableSchemas[name].parse(files[name]);
  loaded.set(name, table);
  return { rows: table.rows as Tables[Name], knownThrough: table.knownThrough?.kubernetes };
}
