import type { Rate } from './aws/throttle.ts';

/**
 * A whole EKS cluster and its account as data: the loopback API server and the loopback AWS endpoint answer from one
 * World. AWS parts have the shape of the API's JSON answers (EKS: camelCase as REST-JSON; EC2, IAM, Auto Scaling: the
 * field names of the SDK's outputs, in PascalCase; the endpoint renders them as XML). Kubernetes objects are plain
 * manifests.
 */
export interface World {
  region: string;
  account: string;
  partition: 'aws' | 'aws-cn' | 'aws-us-gov';
  aws: {
    /** DescribeCluster's `cluster`, by name; the running world adds a missing `endpoint` and `certificateAuthority`. */
    clusters: Record<string, Record<string, unknown>>;
    clusterVersions: readonly Record<string, unknown>[];
    nodegroups: Record<string, Record<string, unknown>>;
    fargateProfiles: Record<string, Record<string, unknown>>;
    addons: Record<string, Record<string, unknown>>;
    /** DescribeAddonVersions' `addons`, whether or not the cluster has them installed. */
    addonVersions: readonly Record<string, unknown>[];
    /** DescribeInsight's `insight`, by its id. */
    insights: Record<string, Record<string, unknown>>;
    /** The response of DescribeInsightsRefresh; COMPLETED by default. */
    insightsRefresh?: { status: 'COMPLETED' | 'FAILED' | 'IN_PROGRESS'; message?: string };
    /**
     * DescribeUpdate's `update`, by its id. `of`, which no answer has: it is an update of `nodegroup/NAME` or
     * `addon/NAME`, not of the cluster itself.
     */
    updates: Record<string, Record<string, unknown>>;
    /** DescribePodIdentityAssociation's `association`, by its id; none by default. */
    podIdentityAssociations?: Readonly<Record<string, Record<string, unknown>>>;
    /** DescribeAccessEntry's `accessEntry`, by the principal's ARN; none by default. */
    accessEntries?: Readonly<Record<string, Record<string, unknown>>>;
    certificateAuthorities: readonly Record<string, unknown>[];
    subnets: readonly Record<string, unknown>[];
    /** DescribeNetworkInterfaces' entries; none by default. */
    interfaces?: readonly Record<string, unknown>[];
    /** SubnetIpv4CidrReservations of GetSubnetCidrReservations, by subnet id; none by default. */
    reservations?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
    /** The zones in which EC2 offers an instance type; by default all zones of the subnets. */
    offerings?: Readonly<Record<string, readonly string[]>>;
    autoScalingGroups: readonly Record<string, unknown>[];
    /** DescribeInstanceRefreshes' entries without the name of their group, by that name; none by default. */
    instanceRefreshes?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
    /** DescribeLaunchTemplateVersions' entries; none by default. */
    launchTemplateVersions?: readonly Record<string, unknown>[];
    /** What a VPC holds besides subnets. Without `instances`, it has one for each EC2 node in `kube.objects`. */
    network: {
      /** DNS attributes, by VPC id. */
      vpcs: Readonly<Record<string, { hostnames: boolean; support: boolean }>>;
      routeTables: readonly Record<string, unknown>[];
      vpcEndpoints: readonly Record<string, unknown>[];
      securityGroups: readonly Record<string, unknown>[];
      /** CIDRs, by prefix list id. */
      prefixLists: Readonly<Record<string, readonly string[]>>;
      instances?: readonly Record<string, unknown>[];
    };
    /** DescribeCapacityReservations' entries; none by default. */
    capacityReservations?: readonly Record<string, unknown>[];
    /** Images that DescribeImages returns; `ImageOwnerAlias: 'amazon'` marks Amazon's. None by default. */
    images?: readonly Record<string, unknown>[];
    roles: Record<string, Record<string, unknown>>;
    /** The role of each instance profile, by the profile's name; null if it has none. No profiles by default. */
    instanceProfiles?: Readonly<Record<string, string | null>>;
    /** ARNs of managed policies, by role name. */
    attachedPolicies: Readonly<Record<string, readonly string[]>>;
    /** Documents of inline policies, by role name and policy name. */
    inlinePolicies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** Documents of managed policies, by ARN. */
    managedPolicies?: Readonly<Record<string, unknown>>;
    /** KMS keys by ARN, each with its grants; none by default. */
    keys?: Readonly<Record<string, { key: Record<string, unknown>; grants: readonly Record<string, unknown>[] }>>;
    /** Names of SQS queues in the world's account and region; none by default. */
    queues?: readonly string[];
    /** DescribeRule's responses by rule name, each with the ARNs of its targets. No rules by default. */
    eventRules?: Readonly<Record<string, { targets: readonly string[]; rule: Record<string, unknown> }>>;
    /** CloudWatch Logs: DescribeLogGroups' entries, and how each query of Logs Insights ends. Nothing by default. */
    logs?: {
      groups: readonly Record<string, unknown>[];
      /** Rows of the result; the query's filters are not applied. */
      rows?: readonly Readonly<Record<string, string>>[];
      /** Complete by default. */
      status?: 'Complete' | 'Running' | 'Failed' | 'Timeout';
      rowsInPage?: number;
      /** The time of the first audit event, in milliseconds since 1970; 0 by default. */
      firstEvent?: number;
      /** How many pages without events FilterLogEvents returns first; 0 by default. */
      emptyPages?: number;
      /** Scanned bytes in every answer to a query, also in the first; a million by default. */
      scans?: number;
    };
    /**
     * EC2's quotas on vCPUs by their code: the account's own value and AWS's default (at least one of them), and the
     * vCPUs in use with the `Class` of their metric. None by default.
     */
    vcpuQuotas?: Readonly<
      Record<string, { name: string; own?: number; standard?: number; metricClass: string; used?: number }>
    >;
    /** Every page of a list has at most this many entries, whatever the request asks for. */
    pageSize: number;
    /** How often each action may be called, by action; `aws` is for every other one. No limits by default. */
    rates?: Readonly<Record<string, Rate>>;
  };
  kube: {
    /** `gitVersion` of /version. */
    version: string;
    /** False: answers discovery as servers before 1.26 do (APIGroupList, an APIResourceList for each group version). */
    aggregatedDiscovery: boolean;
    /** Kinds served besides the built-in ones of `version`, such as those of CRDs. */
    served: readonly ServedKind[];
    objects: readonly Record<string, unknown>[];
    /** Lines of /metrics besides those that every API server has; none by default. */
    metrics?: readonly string[];
    /**
     * Every page of a list has at most this many items, whatever `limit` asks for (as a server may), except with
     * `resourceVersion=0`.
     */
    pageSize: number;
    /** True for a server that writes no protobuf: it answers with JSON, as aggregated API servers may. */
    jsonOnly?: boolean;
  };
  /** The only programs on the command's PATH, by name, whatever this machine has. */
  tools: Readonly<Record<string, Tool>>;
  /**
   * Denied permissions, as `permissionText` writes them: `ec2:DescribeSubnets`, `deployments.apps: list`, `/version:
   * get`.
   */
  deny: readonly string[];
  /** If set, only calls to STS and what these documents grant are allowed. `deny` applies in any case. */
  grants?: {
    /** Manifests of Roles and ClusterRoles, which count as bound to the caller. */
    kube: readonly Record<string, unknown>[];
    /** An IAM policy document. */
    aws: { Statement: readonly { Action: readonly string[]; Resource: string | readonly string[] }[] };
  };
  faults: readonly Fault[];
  /**
   * Changes the body of an answer with status 200 before it is sent. `call` is, for example, `GET /api/v1/pods` or
   * `eks:ListAddons`; `request` is the query of the URL, or the path and the parameters of a call of AWS. The API
   * server sends bytes as they are, as protobuf.
   */
  rewrite?(call: string, body: string, request: string): string | Buffer;
}

export interface ServedKind {
  group: string;
  version: string;
  kind: string;
  resource: string;
  namespaced: boolean;
}

/** What a program does, whatever its arguments. */
export type Tool = { prints: string } | { exits: number; says: string } | 'hangs';

/** What goes wrong with the calls that match `on`. */
export interface Fault {
  /** A permission's text (`pods: list`, `eks:ListNodegroups`), `kube` or `aws` for every call of that side. */
  on: string;
  does:
    | { status: number; body?: unknown; retryAfter?: number } // answer this instead (401, 403, 404, 410, 429, 500, 503)
    | { awsError: string; status: number } // ThrottlingException, AccessDenied, ...
    | { delay: number } // milliseconds before answering as usual
    | 'silent' // accepts the request, never answers
    | 'reset' // closes the socket before any byte
    | 'cut'; // sends half of the body, then closes the socket
  /** The first matching call to which the fault applies, counted from 0; `count` limits how many. All by default. */
  from?: number;
  count?: number;
}
