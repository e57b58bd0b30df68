/** Written by `npm run generate` from the schemas in src/facts/. docs/own-checks/reference.md says what is promised. */

/** The value of each fact of eks-preflight, by its name. Checks get them frozen. */
export interface Facts {
  /** eks:DescribeCluster, without anything that grants access. Dates are ISO 8601. */
  readonly cluster: {
    readonly name: string;
    readonly arn: string;
    readonly region: string;
    readonly account: string;
    readonly partition: string;
    readonly version: string;
    readonly platformVersion: string | null;
    readonly status: string;
    readonly createdAt: string | null;
    readonly supportPolicy: string | null;
    readonly autoMode: boolean;
    readonly authenticationMode: string | null;
    readonly ipFamily: string | null;
    /** A local cluster on AWS Outposts. */
    readonly outpost: boolean;
    /** Remote networks are configured for EKS Hybrid Nodes. */
    readonly hybrid: boolean;
    /** CIDR blocks of the remote node networks. */
    readonly remoteNodeCidrs: readonly string[];
    /** From where the API server can be reached (`private`: from the VPC); null if EKS reports neither. */
    readonly endpointAccess: 'public' | 'private' | 'both' | null;
    readonly vpcId: string | null;
    readonly subnetIds: readonly string[];
    readonly securityGroupIds: readonly string[];
    readonly clusterSecurityGroupId: string | null;
    readonly roleArn: string | null;
    /** URL of the OIDC identity provider for its ServiceAccounts; null if EKS returns none. */
    readonly oidcIssuer: string | null;
    /** Null if EKS returned no health information. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
    /** The customer managed KMS key for Secrets; null if the cluster has none. Missing if EKS names none, and in older inventories. */
    readonly encryptionKeyArn?: string | null | undefined;
    /** Empty if it has none. Older inventories have no such field. */
    readonly tags?: { readonly [name: string]: string } | undefined;
    /** EKS sends the audit log to CloudWatch Logs. Older inventories have no such field. */
    readonly auditLog?: boolean | undefined;
    /** Older inventories have no such field. */
    readonly controlPlane?: {
      /** Null if EKS returns none. */
      readonly tier: string | null;
      readonly options: readonly {
        readonly name: 'kubeApiServerConfig.eventTtl' | 'kubeApiServerConfig.serviceNodePortRange.minPort' | 'kubeApiServerConfig.serviceNodePortRange.maxPort' | 'kubeControllerManagerConfig.podGcControllerConfig.terminatedPodGcThreshold' | 'kubeControllerManagerConfig.horizontalPodAutoscalerControllerConfig.horizontalPodAutoscalerSyncPeriod' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.type' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.name' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.weight';
        readonly value: string;
      }[];
    } | undefined;
  };
  /** eks:DescribeClusterVersions, including unsupported versions; in Regions without the operation, the rows of the table `eks-versions`. */
  readonly clusterVersions: {
    readonly source: 'live' | 'table';
    readonly versions: readonly ({
      readonly version: string;
      readonly clusterType: string;
      readonly status: 'STANDARD_SUPPORT' | 'EXTENDED_SUPPORT' | 'UNSUPPORTED' | 'UNKNOWN';
      readonly endOfStandardSupport: string | null;
      readonly endOfExtendedSupport: string | null;
      /** Omitted in older inventories and for versions of the table. */
      readonly defaultPlatformVersion?: string | null | undefined;
      /** Omitted if EKS lists nothing of it, for versions of the table, and in older inventories. */
      readonly controlPlane?: {
        /** Null if EKS lists no options. */
        readonly rules: readonly {
          readonly name: 'kubeApiServerConfig.eventTtl' | 'kubeApiServerConfig.serviceNodePortRange.minPort' | 'kubeApiServerConfig.serviceNodePortRange.maxPort' | 'kubeControllerManagerConfig.podGcControllerConfig.terminatedPodGcThreshold' | 'kubeControllerManagerConfig.horizontalPodAutoscalerControllerConfig.horizontalPodAutoscalerSyncPeriod' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.type' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.name' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.weight';
          /** Empty if EKS returns none. */
          readonly defaults: readonly string[];
          readonly min: string | null;
          readonly max: string | null;
          readonly allowed: readonly string[] | null;
        }[] | null;
        /** The tiers, each with the options that differ in it; null if EKS lists no tiers. */
        readonly tiers: readonly {
          readonly name: string;
          /** What a version allows for an option; `min` and `max` are null without a bound, `allowed` without a list. */
          readonly rules: readonly {
            readonly name: 'kubeApiServerConfig.eventTtl' | 'kubeApiServerConfig.serviceNodePortRange.minPort' | 'kubeApiServerConfig.serviceNodePortRange.maxPort' | 'kubeControllerManagerConfig.podGcControllerConfig.terminatedPodGcThreshold' | 'kubeControllerManagerConfig.horizontalPodAutoscalerControllerConfig.horizontalPodAutoscalerSyncPeriod' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.type' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.name' | 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.weight';
            /** Empty if EKS returns none. */
            readonly defaults: readonly string[];
            readonly min: string | null;
            readonly max: string | null;
            readonly allowed: readonly string[] | null;
          }[];
        }[] | null;
      } | undefined;
    })[];
  };
  /** eks:ListUpdates and DescribeUpdate for the cluster itself, not for its node groups or add-ons. */
  readonly updates: readonly {
    readonly id: string;
    readonly type: string;
    readonly status: string;
    /** Null if EKS returns none. */
    readonly createdAt: string | null;
    /** The target version: of Kubernetes for the control plane and a node group, of the add-on for an add-on; null if the update sets none. */
    readonly version: string | null;
    readonly errors: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[];
  }[];
  /** eks:ListCertificateAuthorities; null if the region does not offer certificate authority rotation. */
  readonly certificateAuthorities: readonly {
    readonly id: string;
    readonly signingStatus: string;
    readonly distributionStatus: string;
  }[] | null;
  /** ec2:DescribeSubnets, filtered by the cluster's subnet ids: an id that is missing here does not exist. */
  readonly subnets: readonly ({
    readonly id: string;
    readonly availabilityZone: string;
    readonly availabilityZoneId: string;
    readonly vpcId: string;
    readonly state: string;
    readonly availableIpAddressCount: number;
    readonly cidrBlock: string | null;
    readonly outpostArn: string | null;
    /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[];
  /** ec2:DescribeSubnets for the cluster's VPC, including the subnets of nodes. */
  readonly vpcSubnets: readonly ({
    readonly id: string;
    readonly cidrs: readonly string[];
    /** Its Availability Zone. Omitted in older inventories. */
    readonly zone?: string | undefined;
    /** The number of free IPv4 addresses. */
    readonly free?: number | undefined;
    /** Its tag kubernetes.io/role/cni lets the VPC CNI create network interfaces for pods in it. */
    readonly forPods?: true | undefined;
    /** New network interfaces get an IPv6 address. Omitted without an IPv6 block, and in older inventories. */
    readonly assignsIpv6?: boolean | undefined;
    /** Another account owns it and shares it with AWS RAM. Omitted otherwise, and in older inventories. */
    readonly shared?: true | undefined;
    /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[];
  /** ec2:DescribeVpcAttribute of the cluster's VPC; null if the VPC is not found. */
  readonly vpcDns: {
    readonly hostnames: boolean;
    readonly support: boolean;
  } | null;
  /** ec2:DescribeRouteTables for the cluster's VPC. Omits routes within the VPC (`local`) and to gateway endpoints. */
  readonly routeTables: readonly {
    readonly id: string;
    /** The main route table: it applies to every subnet without an association. */
    readonly main: boolean;
    readonly subnetIds: readonly string[];
    /** `target` is the id of what the route leads to; `state` is `active` or `blackhole`. */
    readonly routes: readonly {
      readonly destination: string;
      readonly target: string;
      readonly state: string;
    }[];
  }[];
  /** ec2:DescribeVpcEndpoints for the cluster's VPC: interface and gateway endpoints of AWS services. */
  readonly vpcEndpoints: readonly {
    readonly id: string;
    /** `com.amazonaws.eu-west-1.ecr.api`. */
    readonly serviceName: string;
    readonly type: 'interface' | 'gateway';
    readonly state: string;
    /** The service's own name resolves to the endpoint: `PrivateDnsEnabled`. */
    readonly dnsNames: boolean;
    /** The route tables that lead to a gateway endpoint. */
    readonly routeTableIds: readonly string[];
  }[];
  /** ec2:DescribeVpcEndpoints for interface endpoints of STS. `dnsNames`: STS's own name resolves to the endpoint. */
  readonly stsEndpoints: readonly {
    readonly id: string;
    readonly serviceName: string;
    readonly state: string;
    readonly dnsNames: boolean;
  }[];
  /** ec2:DescribeInstances for pending and running instances with the cluster's tag: the network interfaces of nodes, equal ones grouped. Each is a primary interface, or one that the VPC CNI attached for pods. */
  readonly nodeInterfaces: readonly {
    readonly primary: boolean;
    readonly securityGroupIds: readonly string[];
    readonly subnetId: string;
    readonly instances: readonly string[];
  }[];
  /** ec2:DescribeSecurityGroups for the groups of the control plane and the nodes: an id that is missing here does not exist. Omits rules and prefix lists that do not concern the ports of the table `cluster-ports`. */
  readonly securityGroups: {
    readonly groups: readonly ({
      readonly id: string;
      readonly name: string;
      readonly rules: readonly ({
        readonly direction: 'ingress' | 'egress';
        /** `-1` for all protocols. */
        readonly protocol: string;
        /** Null for all ports. */
        readonly ports: {
          readonly from: number;
          readonly to: number;
        } | null;
        readonly groups: readonly string[];
        /** IPv4 and IPv6. */
        readonly cidrs: readonly string[];
        readonly prefixLists: readonly string[];
      })[];
      /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
      readonly tags?: { readonly [name: string]: string } | undefined;
    })[];
    /** `cidrs` is null if the list does not exist, or is no longer shared. */
    readonly prefixLists: readonly {
      readonly id: string;
      readonly cidrs: readonly string[] | null;
    }[];
  };
  /** iam:GetRole and ListAttachedRolePolicies of the cluster's role; null if the role does not exist. */
  readonly clusterRole: {
    readonly name: string;
    /** As IAM returns it: the path may differ from that in `cluster.roleArn`. */
    readonly arn: string;
    /** Null if the trust policy cannot be read. */
    readonly trust: readonly {
      readonly effect: string;
      /** Service principals, `*` for anyone; null for NotPrincipal. Omits principals of other types. */
      readonly services: readonly string[] | null;
      /** Null for NotAction. */
      readonly actions: readonly string[] | null;
      readonly conditions: readonly {
        readonly operator: string;
        readonly key: string;
        readonly values: readonly string[];
      }[];
    }[] | null;
    /** ARNs, sorted. */
    readonly attachedPolicies: readonly string[];
    /** ARN of the role's permissions boundary. */
    readonly permissionsBoundary: string | null;
    /** Without possible secrets. Omitted if there are none. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  } | null;
  /** kms:DescribeKey and ListGrants for the key in `cluster.encryptionKeyArn`; null if the cluster has none. */
  readonly encryptionKey: {
    readonly arn: string;
    /** Null if KMS has no such key. */
    readonly state: string | null;
    /** When KMS will delete the key. */
    readonly deletionDate: string | null;
    /** The number of grants that allow Decrypt. Null if the call was denied, or if the key is not enabled. */
    readonly grants: {
      /** For grantees that EKS may use: the cluster role, principals of EKS, principals of other accounts. */
      readonly possible: number;
      readonly others: number;
    } | null;
  } | null;
  /** Policies of the cluster's role, except AWS managed ones that suffice. Null if the role does not exist. */
  readonly clusterRolePolicies: {
    /** One policy of a role. Omits statements whose actions all belong to services that are not judged. */
    readonly policies: readonly {
      readonly name: string;
      /** Null for an inline policy. */
      readonly arn: string | null;
      /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
      readonly document: unknown;
      /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
      readonly size?: number | undefined;
    }[];
    /** Null if the role has none. */
    readonly boundary: {
      readonly name: string;
      /** Null for an inline policy. */
      readonly arn: string | null;
      /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
      readonly document: unknown;
      /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
      readonly size?: number | undefined;
    } | null;
  } | null;
  /** eks:ListNodegroups and DescribeNodegroup. */
  readonly nodegroups: readonly ({
    readonly name: string;
    readonly status: string;
    /** Null if EKS returns none (custom AMIs). */
    readonly version: string | null;
    readonly releaseVersion: string | null;
    readonly amiType: string | null;
    readonly capacityType: string | null;
    readonly minSize: number | null;
    readonly desiredSize: number | null;
    readonly maxSize: number | null;
    readonly launchTemplate: boolean;
    /** The launch template that it was given; omitted if it has none, and in older inventories. */
    readonly template?: {
      readonly template: string;
      readonly version: string;
    } | undefined;
    readonly nodeRole: string | null;
    readonly subnetIds: readonly string[];
    /** Labels of its nodes, as EKS returns them. Older inventories have neither `labels` nor `taints`. */
    readonly labels?: { readonly [name: string]: string } | undefined;
    readonly taints?: readonly {
      readonly key: string;
      readonly value: string | null;
      readonly effect: string;
    }[] | undefined;
    /** In GiB; omitted if the launch template sets it. */
    readonly diskSize?: number | undefined;
    /** Omitted if EKS configures no SSH access to its nodes. */
    readonly remoteAccess?: {
      readonly sshKey: string | null;
      readonly securityGroupIds: readonly string[];
    } | undefined;
    /** Empty if the launch template names the type. */
    readonly instanceTypes: readonly string[];
    /** How EKS replaces its nodes; omitted in older inventories. The two numbers exclude each other. */
    readonly update?: {
      /** `MINIMAL`: old nodes end before new ones start, so the group has no spare node. */
      readonly strategy: string;
      readonly maxUnavailable: number | null;
      readonly maxUnavailablePercentage: number | null;
    } | undefined;
    /** Null if EKS returned no health information. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
    /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[];
  /** eks:ListUpdates and DescribeUpdate for each managed node group. */
  readonly nodegroupUpdates: readonly {
    readonly nodegroup: string;
    readonly id: string;
    readonly type: string;
    readonly status: string;
    readonly createdAt: string | null;
    readonly version: string | null;
    readonly errors: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[];
    /** The target release of the AMI; null if the update sets none. */
    readonly releaseVersion: string | null;
  }[];
  /** eks:ListAccessEntries and DescribeAccessEntry for the roles of managed node groups and of `selfManagedRoles`. Empty if no group has a role; otherwise null in the mode CONFIG_MAP. Separate from `nodeAccessEntries`, because older inventories have only the entries of Karpenter's roles. */
  readonly nodegroupAccessEntries: readonly ({
    readonly principalArn: string;
    /** Null if it could not be described. */
    readonly type: string | null;
    /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[] | null;
  /** The entries of the same roles in aws-auth; null if that ConfigMap does not exist or is not read (authentication mode API, or no group has a role). */
  readonly nodegroupAuthRoles: {
    readonly state: 'read';
    /** As the authenticator reads them: the last entry of each ARN, whatever its case. */
    readonly roles: readonly {
      readonly arn: string;
      readonly username: string;
      readonly groups: readonly string[];
    }[];
  } | {
    readonly state: 'refused';
    readonly message: string;
  } | {
    readonly state: 'unreadable';
    readonly message: string;
  } | null;
  /** iam:GetInstanceProfile for the instance profiles in the launch templates of self-managed Auto Scaling groups that can launch instances. Omits launch configurations, which are not read, and launch templates without an instance profile. */
  readonly selfManagedRoles: readonly {
    /** The Auto Scaling group. */
    readonly group: string;
    readonly instanceProfile: string;
    /** False if IAM has no such instance profile. */
    readonly exists: boolean;
    /** The ARN of its role; null if it has none. */
    readonly role: string | null;
  }[];
  /** ec2:DescribeImages for the images of node groups with a custom AMI; only images that Amazon owns. */
  readonly nodeImages: readonly {
    readonly id: string;
    readonly name: string;
  }[];
  /** eks:ListFargateProfiles and DescribeFargateProfile. Selectors are not read: pods carry the name of their profile. */
  readonly fargateProfiles: readonly ({
    readonly name: string;
    /** The source ARN (aws:SourceArn) of requests that Fargate makes for it. */
    readonly arn: string;
    readonly status: string;
    /** ARN of its pod execution role. */
    readonly roleArn: string;
    readonly subnetIds: readonly string[];
    /** Problems when EKS created or deleted it; null if EKS returned no health information. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
    /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[];
  /** iam:GetRole and the policies of each pod execution role, except AdministratorAccess and the AWS managed policies in the table `fargate-role`. Includes roles that do not exist in IAM. */
  readonly fargateRoles: readonly ({
    readonly name: string;
    /** Null if the role does not exist. */
    readonly found: {
      /** As IAM returns it: the path may differ from that of the ARN by which the role was found. */
      readonly arn: string;
      /** Null if the trust policy cannot be read. */
      readonly trust: readonly {
        readonly effect: string;
        /** Service principals, `*` for anyone; null for NotPrincipal. Omits principals of other types. */
        readonly services: readonly string[] | null;
        /** Null for NotAction. */
        readonly actions: readonly string[] | null;
        readonly conditions: readonly {
          readonly operator: string;
          readonly key: string;
          readonly values: readonly string[];
        }[];
      }[] | null;
      /** ARNs, sorted. */
      readonly attachedPolicies: readonly string[];
      /** Its inline policies, its attached policies except AWS managed ones that suffice, and its boundary. */
      readonly own: {
        /** One policy of a role. Omits statements whose actions all belong to services that are not judged. */
        readonly policies: readonly {
          readonly name: string;
          /** Null for an inline policy. */
          readonly arn: string | null;
          /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
          readonly document: unknown;
          /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
          readonly size?: number | undefined;
        }[];
        /** Null if the role has none. */
        readonly boundary: {
          readonly name: string;
          /** Null for an inline policy. */
          readonly arn: string | null;
          /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
          readonly document: unknown;
          /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
          readonly size?: number | undefined;
        } | null;
      };
      /** Without possible secrets. Omitted if there are none. */
      readonly tags?: { readonly [name: string]: string } | undefined;
    } | null;
  })[];
  /** Names of the installed EKS add-ons: eks:ListAddons. */
  readonly addonNames: readonly string[];
  /** eks:DescribeAddon of every installed EKS add-on. */
  readonly addons: readonly ({
    readonly name: string;
    readonly version: string;
    readonly status: string;
    /** `aws`, `aws-marketplace`, `community`; null if EKS returns none. */
    readonly owner: string | null;
    /** The IAM role of its service account; null if it has none. Omitted in older inventories. */
    readonly serviceAccountRoleArn?: string | null | undefined;
    /** It has EKS Pod Identity associations. Omitted in older inventories. */
    readonly podIdentity?: boolean | undefined;
    /** Null if EKS returned no health information. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
    /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[];
  /** eks:ListUpdates and DescribeUpdate for each EKS add-on whose status is not ACTIVE. */
  readonly addonUpdates: readonly {
    readonly addon: string;
    readonly id: string;
    readonly type: string;
    readonly status: string;
    readonly createdAt: string | null;
    readonly version: string | null;
    readonly errors: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[];
  }[];
  /** eks:DescribeAddonVersions for every installed add-on; without EKS Auto Mode, also for VPC CNI, CoreDNS and kube-proxy if they are not installed as add-ons. Omits Kubernetes versions before the cluster's. */
  readonly addonVersions: readonly {
    /** The name of the add-on. If EKS does not offer the add-on, or no longer does, `versions` is empty. */
    readonly name: string;
    /** `aws`, `aws-marketplace`, `community`; null if EKS returns none. */
    readonly owner: string | null;
    readonly publisher: string | null;
    readonly versions: readonly {
      readonly version: string;
      /** It needs permissions in IAM. Omitted if EKS does not say so, and in older inventories. */
      readonly requiresIam?: true | undefined;
      readonly compatibilities: readonly {
        /** A Kubernetes version with which this version of the add-on is compatible. */
        readonly cluster: string;
        /** EKS platform versions; empty if all are compatible. */
        readonly platforms: readonly string[];
        /** EKS installs this version by default on that Kubernetes version. */
        readonly isDefault: boolean;
      }[];
    }[];
  }[];
  /** eks:ListInsights of the category UPGRADE_READINESS, and eks:DescribeInsight for insights that do not pass, except for those about versions that the cluster already has. Null if the Region does not offer insights. Times are ISO 8601. */
  readonly insights: readonly ({
    readonly id: string;
    readonly name: string;
    /** The version that EKS checks the cluster for. */
    readonly kubernetesVersion: string | null;
    readonly status: string;
    readonly reason: string | null;
    readonly lastRefreshTime: string | null;
    /** Null: it passes, is about a version that the cluster already has, or could not be described. */
    readonly details: {
      readonly recommendation: string | null;
      /** Objects or API paths that do not pass. */
      readonly resources: readonly {
        readonly uri: string;
        readonly status: string;
        readonly reason: string | null;
      }[];
      readonly deprecations: readonly {
        /** `/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas`. */
        readonly usage: string;
        readonly replacedWith: string | null;
        readonly stopServingVersion: string | null;
        readonly clients: readonly {
          readonly userAgent: string;
          readonly requestsLast30Days: number;
          readonly lastRequestTime: string | null;
        }[];
      }[];
      readonly addons: readonly {
        readonly name: string;
        readonly compatibleVersions: readonly string[];
      }[];
    } | null;
  })[] | null;
  /** eks:ListInsights of the category ROLLBACK_READINESS, and eks:DescribeInsight for those that do not pass. EKS has them only while a rollback is possible. Null if the Region does not offer insights. Times are ISO 8601. */
  readonly rollbackInsights: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly reason: string | null;
    readonly lastRefreshTime: string | null;
    /** Objects that do not pass; null: it passes, or could not be described. */
    readonly resources: readonly string[] | null;
  }[] | null;
  /** autoscaling:DescribeAutoScalingGroups for groups with the cluster's tag. */
  readonly autoScalingGroups: readonly ({
    readonly name: string;
    /** The managed node group that owns it. */
    readonly nodegroup: string | null;
    readonly maxSize: number;
    /** Null without a mixed instances policy. Values as Auto Scaling defines them, with defaults filled in. */
    readonly mixedInstances: {
      readonly onDemandBaseCapacity: number;
      readonly onDemandPercentageAboveBaseCapacity: number;
    } | null;
    /** Instances of a self-managed group; omitted for other groups, and in older inventories. */
    readonly instanceIds?: readonly string[] | undefined;
    /** Each launch template or configuration that it launches instances from; only for a self-managed group. */
    readonly launches?: readonly {
      /** Id or name of the launch template; null for a launch configuration, which is not read. */
      readonly template: string | null;
      /** A version number, `$Latest` or `$Default`. */
      readonly version: string | null;
      /** In `autoScalingGroups`, the image that an override sets; null if no override sets one. In `emptyAutoScalingGroups`, the image of the override, or else of the launch template; null if neither sets one. */
      readonly imageId: string | null;
    }[] | undefined;
    /** Of a self-managed group, those that can tell what manages it (table `manager-tags`), without possible secrets. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[];
  /** autoscaling:DescribeInstanceRefreshes for the Auto Scaling groups that belong to no managed node group. */
  readonly instanceRefreshes: readonly {
    /** The Auto Scaling group. */
    readonly group: string;
    readonly id: string;
    readonly status: string;
    /** Why it has this status; null if Auto Scaling returns no reason. */
    readonly reason: string | null;
    /** Null before it starts. */
    readonly startedAt: string | null;
    /** Null before it ends. */
    readonly endedAt: string | null;
    /** How much is complete; in a rollback, it decreases. Null if Auto Scaling returns none. */
    readonly percentage: number | null;
    /** The number of instances that are not updated yet; null if Auto Scaling returns none. */
    readonly instancesToUpdate: number | null;
  }[];
  /** Self-managed Auto Scaling groups with the cluster's tag that can launch instances but have no Nodes today, with the images of their next instances: ec2:DescribeLaunchTemplateVersions, ec2:DescribeImages. */
  readonly emptyAutoScalingGroups: readonly {
    readonly name: string;
    /** Empty: the launch template or its version does not exist, so the group cannot launch instances. */
    readonly images: readonly {
      readonly template: string | null;
      readonly version: string | null;
      readonly imageId: string | null;
      /** True if `imageId` is a parameter of Systems Manager: `resolve:ssm:...`. */
      readonly isParameter: boolean;
      /** Of an image that Amazon owns, or of a public parameter; otherwise null. */
      readonly name: string | null;
    }[];
  }[];
  /** ec2:DescribeLaunchTemplateVersions for the launch templates that managed node groups and self-managed Auto Scaling groups name, each version once. */
  readonly launchTemplates: readonly ({
    /** The id or the name, and the version (a number, `$Latest` or `$Default`), as the groups refer to it. */
    readonly template: string;
    readonly version: string;
    /** Null if the template or its version does not exist. */
    readonly found: {
      /** The version, and the template's default and latest version. */
      readonly number: number;
      readonly default: number;
      readonly latest: number;
      /** An AMI id, or `resolve:ssm:...`; null if the template leaves it to EKS. */
      readonly imageId: string | null;
      readonly instanceType: string | null;
      /** Name of the instance profile; null if the template sets none, as in managed node groups. */
      readonly instanceProfile: string | null;
      /** `MetadataOptions.HttpPutResponseHopLimit`; null if the template leaves it to EC2. */
      readonly hopLimit: number | null;
      /** The lowest IMDS version: `v1` if HttpTokens is optional, for which the hop limit does not count; null if not set. */
      readonly imds?: 'v1' | 'v2' | null | undefined;
      /** Null without user data. */
      readonly boot: {
        /** Names of the flags that it passes to the kubelet, without `--`: letters and hyphens only; sorted. */
        readonly kubeletFlags: readonly string[];
        /** Where it passes them. */
        readonly flagsIn: readonly ('--kubelet-extra-args' | '-KubeletExtraArgs' | 'NodeConfig' | 'KUBELET_EXTRA_ARGS' | 'kubelet command')[];
        /** A kernel parameter chooses cgroup v1 (`systemd.unified_cgroup_hierarchy=0`); null if none chooses a version. */
        readonly cgroupV1: boolean | null;
        /** `failCgroupV1` of the kubelet's configuration; null if it does not set it. */
        readonly failCgroupV1: boolean | null;
        /** It mentions an HTTP proxy, also in comments. Omitted if it does not, and in older inventories. */
        readonly proxy?: true | undefined;
        /** Keys of the labels that it gives to nodes; values may be secrets. Omitted if a part of them comes from elsewhere, and in older inventories. */
        readonly nodeLabels?: readonly string[] | undefined;
        /** Taints that it gives to nodes, without their values. Omitted if a part of them comes from elsewhere, and in older inventories. */
        readonly nodeTaints?: readonly {
          readonly key: string;
          readonly effect: string;
        }[] | undefined;
        /** Feature gates that it sets, of those in the table. Omitted if a part of them comes from elsewhere, and in older inventories. */
        readonly featureGates?: { readonly [name: string]: boolean } | undefined;
        /** It configures the CRI plugin of containerd 1. Omitted in older inventories. */
        readonly containerdV1?: boolean | undefined;
        /** A part of it could not be read: a URL, a variable from elsewhere, an unknown format. */
        readonly unread: boolean;
      } | null;
      /** The default and the latest version, unless they are this one, and their `imageId`. */
      readonly others?: readonly {
        readonly number: number;
        readonly imageId: string | null;
      }[] | undefined;
    } | null;
    /** The default and the latest version of a template that exists without the named version. */
    readonly left?: {
      readonly default: number;
      readonly latest: number;
    } | undefined;
  })[];
  /** ec2:DescribeImages for the images of these versions that Amazon owns; and public parameters, `resolve:ssm:/aws/service/...`. */
  readonly launchTemplateImages: readonly {
    readonly id: string;
    readonly name: string;
  }[];
  /** ec2:DescribeInstanceTypes for the types of nodes, node groups and launch templates. A type that EC2 does not know is omitted. */
  readonly instanceTypes: readonly ({
    readonly name: string;
    readonly vcpus: number;
    /** The maximum number of network interfaces, and of IPv4 addresses of each. */
    readonly interfaces: number;
    readonly addressesPerInterface: number;
    /** Only Nitro instances have prefixes and trunk interfaces. */
    readonly nitro: boolean;
    /** The maximum number of EBS volumes (`EbsInfo`), and whether network interfaces count, too. Omitted if EC2 does not say. */
    readonly volumes?: {
      readonly most: number;
      readonly shared: boolean;
    } | undefined;
  })[];
  /** ec2:DescribeInstanceTypeOfferings for the types of managed node groups: the zones in which EC2 offers each. A type that EC2 does not know has no zones. */
  readonly instanceTypeOfferings: readonly {
    readonly name: string;
    readonly zones: readonly string[];
  }[];
  /** ec2:GetSubnetCidrReservations and DescribeNetworkInterfaces for the subnets of managed node groups and ENIConfigs, if the VPC CNI uses prefix delegation; otherwise empty. */
  readonly subnetBlocks: readonly {
    readonly id: string;
    /** The number of whole /28 blocks that EC2 can still assign as prefixes: without a taken address, and at most as many as the free addresses have room for. A subnet of another account is a gap. */
    readonly free: number;
    /** A part of it is reserved for prefixes: EC2 does not count it among the free addresses. */
    readonly reserved: boolean;
  }[];
  /** iam:GetRole of AWSServiceRoleForEC2Spot. */
  readonly spotServiceLinkedRole: {
    readonly exists: boolean;
  };
  /** v1 Nodes. */
  readonly nodes: readonly {
    readonly name: string;
    /** Omitted if the API server returns none. */
    readonly createdAt?: string | undefined;
    readonly computeType: 'managed' | 'self-managed' | 'karpenter' | 'auto' | 'fargate' | 'hybrid' | 'virtual';
    /** The node group, NodePool or Provisioner that created it. */
    readonly group: string | null;
    /** `group` is a Provisioner: Karpenter 0.32 or an earlier version launched the node. */
    readonly ofProvisioner?: true | undefined;
    readonly kubeletVersion: string;
    readonly containerRuntimeVersion: string;
    readonly osImage: string;
    readonly kernelVersion: string;
    readonly zone: string | null;
    readonly instanceType: string | null;
    /** The labels of the node group or of Karpenter mark it as a Spot instance. */
    readonly spot?: true | undefined;
    /** The EC2 instance id in `spec.providerID`; null for other nodes. */
    readonly instanceId: string | null;
    /** The Ready condition; null if it is Unknown or missing. */
    readonly ready: boolean | null;
    /** When Ready last changed, if it is not True. */
    readonly notReadySince: string | null;
    /** Conditions that report a problem and are True. */
    readonly pressures: readonly string[];
    /** Cordoned: `spec.unschedulable`. */
    readonly unschedulable: boolean;
    /** When it was cordoned: `timeAdded` of the taint node.kubernetes.io/unschedulable. Omitted if it is not cordoned, and in older inventories. */
    readonly cordonedSince?: string | undefined;
    /** Karpenter empties it: it has the taint karpenter.sh/disrupted or karpenter.sh/disruption. */
    readonly disrupted?: true | undefined;
    /** When its deletion was requested (it waits for a finalizer); null if it was not requested. */
    readonly deletingSince: string | null;
    /** Capacity of `nvidia.com/gpu`, which a running device plugin reports; 0 if it is missing. */
    readonly nvidiaGpus: number;
    /** The annotation `karpenter.sh/do-not-disrupt` is `true`. */
    readonly doNotDisrupt?: true | undefined;
  }[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly deployments: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 if unset); null for kinds without replicas. */
    readonly replicas: number | null;
    /** Labels that identify the application: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** For a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Omitted otherwise. */
    readonly timeZoneInSchedule?: true | undefined;
    /** For a DaemonSet: its pods tolerate the taint karpenter.sh/disruption=disrupting:NoSchedule. Omitted for other kinds, and in older inventories. */
    readonly toleratesDisruption?: boolean | undefined;
    /** For a StatefulSet: names of claim templates that do not set a StorageClass. Omitted if there are none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** For a StatefulSet: how many pods a rolling update may stop at the same time, if its manifest allows more than one. */
    readonly maxUnavailable?: number | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that checks read; null if set through `valueFrom`. Others are not kept. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only for a container that runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
        /** Those of `--feature-gates` that are in the table. Omitted if there are none. */
        readonly featureGates?: { readonly [name: string]: boolean } | undefined;
      } | undefined;
      /** For the AWS Load Balancer Controller: an argument names its VPC, or it uses the network of the node. */
      readonly knowsVpc?: boolean | undefined;
    })[];
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; omitted if there are none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** Only an annotation, not a field, sets a seccomp profile. Omitted otherwise. */
    readonly seccompByAnnotation?: true | undefined;
    /** Addresses in `hostAliases` that a strict parser rejects; omitted if there are none. */
    readonly sloppyHosts?: readonly {
      readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress' | 'spec.hostAliases';
      readonly value: string;
      readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
    }[] | undefined;
    /** Init containers, without sidecars, with the resize policy RestartContainer; omitted if there are none. */
    readonly resizedInitContainers?: readonly string[] | undefined;
    /** Image volumes whose `reference` is empty; omitted if there are none. */
    readonly imagesWithoutReference?: readonly string[] | undefined;
    /** Labels of its pods that the API server takes from the node from 1.35 on; omitted if there are none. */
    readonly placeLabels?: readonly string[] | undefined;
    /** Omitted if it has none, and in older inventories. */
    readonly securityTraits?: readonly {
      readonly trait: 'probe-host' | 'sysctl' | 'selinux-type' | 'user-namespace-proc-mount' | 'user-namespace-root' | 'windows';
      /** The container that has it; omitted for the pod. */
      readonly container?: string | undefined;
      /** For `probe-host`: the field that sets a host. */
      readonly field?: string | undefined;
      /** For `sysctl` its name, for `selinux-type` the type. */
      readonly value?: string | undefined;
    }[] | undefined;
    /** Its pods use PersistentVolumeClaims, such as those of claim templates. Omitted if this was not checked. */
    readonly claims?: boolean | undefined;
  })[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly daemonSets: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 if unset); null for kinds without replicas. */
    readonly replicas: number | null;
    /** Labels that identify the application: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** For a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Omitted otherwise. */
    readonly timeZoneInSchedule?: true | undefined;
    /** For a DaemonSet: its pods tolerate the taint karpenter.sh/disruption=disrupting:NoSchedule. Omitted for other kinds, and in older inventories. */
    readonly toleratesDisruption?: boolean | undefined;
    /** For a StatefulSet: names of claim templates that do not set a StorageClass. Omitted if there are none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** For a StatefulSet: how many pods a rolling update may stop at the same time, if its manifest allows more than one. */
    readonly maxUnavailable?: number | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that checks read; null if set through `valueFrom`. Others are not kept. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only for a container that runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
        /** Those of `--feature-gates` that are in the table. Omitted if there are none. */
        readonly featureGates?: { readonly [name: string]: boolean } | undefined;
      } | undefined;
      /** For the AWS Load Balancer Controller: an argument names its VPC, or it uses the network of the node. */
      readonly knowsVpc?: boolean | undefined;
    })[];
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; omitted if there are none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** Only an annotation, not a field, sets a seccomp profile. Omitted otherwise. */
    readonly seccompByAnnotation?: true | undefined;
    /** Addresses in `hostAliases` that a strict parser rejects; omitted if there are none. */
    readonly sloppyHosts?: readonly {
      readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress' | 'spec.hostAliases';
      readonly value: string;
      readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
    }[] | undefined;
    /** Init containers, without sidecars, with the resize policy RestartContainer; omitted if there are none. */
    readonly resizedInitContainers?: readonly string[] | undefined;
    /** Image volumes whose `reference` is empty; omitted if there are none. */
    readonly imagesWithoutReference?: readonly string[] | undefined;
    /** Labels of its pods that the API server takes from the node from 1.35 on; omitted if there are none. */
    readonly placeLabels?: readonly string[] | undefined;
    /** Omitted if it has none, and in older inventories. */
    readonly securityTraits?: readonly {
      readonly trait: 'probe-host' | 'sysctl' | 'selinux-type' | 'user-namespace-proc-mount' | 'user-namespace-root' | 'windows';
      /** The container that has it; omitted for the pod. */
      readonly container?: string | undefined;
      /** For `probe-host`: the field that sets a host. */
      readonly field?: string | undefined;
      /** For `sysctl` its name, for `selinux-type` the type. */
      readonly value?: string | undefined;
    }[] | undefined;
    /** Its pods use PersistentVolumeClaims, such as those of claim templates. Omitted if this was not checked. */
    readonly claims?: boolean | undefined;
  })[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly statefulSets: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 if unset); null for kinds without replicas. */
    readonly replicas: number | null;
    /** Labels that identify the application: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** For a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Omitted otherwise. */
    readonly timeZoneInSchedule?: true | undefined;
    /** For a DaemonSet: its pods tolerate the taint karpenter.sh/disruption=disrupting:NoSchedule. Omitted for other kinds, and in older inventories. */
    readonly toleratesDisruption?: boolean | undefined;
    /** For a StatefulSet: names of claim templates that do not set a StorageClass. Omitted if there are none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** For a StatefulSet: how many pods a rolling update may stop at the same time, if its manifest allows more than one. */
    readonly maxUnavailable?: number | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that checks read; null if set through `valueFrom`. Others are not kept. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only for a container that runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
        /** Those of `--feature-gates` that are in the table. Omitted if there are none. */
        readonly featureGates?: { readonly [name: string]: boolean } | undefined;
      } | undefined;
      /** For the AWS Load Balancer Controller: an argument names its VPC, or it uses the network of the node. */
      readonly knowsVpc?: boolean | undefined;
    })[];
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; omitted if there are none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** Only an annotation, not a field, sets a seccomp profile. Omitted otherwise. */
    readonly seccompByAnnotation?: true | undefined;
    /** Addresses in `hostAliases` that a strict parser rejects; omitted if there are none. */
    readonly sloppyHosts?: readonly {
      readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress' | 'spec.hostAliases';
      readonly value: string;
      readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
    }[] | undefined;
    /** Init containers, without sidecars, with the resize policy RestartContainer; omitted if there are none. */
    readonly resizedInitContainers?: readonly string[] | undefined;
    /** Image volumes whose `reference` is empty; omitted if there are none. */
    readonly imagesWithoutReference?: readonly string[] | undefined;
    /** Labels of its pods that the API server takes from the node from 1.35 on; omitted if there are none. */
    readonly placeLabels?: readonly string[] | undefined;
    /** Omitted if it has none, and in older inventories. */
    readonly securityTraits?: readonly {
      readonly trait: 'probe-host' | 'sysctl' | 'selinux-type' | 'user-namespace-proc-mount' | 'user-namespace-root' | 'windows';
      /** The container that has it; omitted for the pod. */
      readonly container?: string | undefined;
      /** For `probe-host`: the field that sets a host. */
      readonly field?: string | undefined;
      /** For `sysctl` its name, for `selinux-type` the type. */
      readonly value?: string | undefined;
    }[] | undefined;
    /** Its pods use PersistentVolumeClaims, such as those of claim templates. Omitted if this was not checked. */
    readonly claims?: boolean | undefined;
  })[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly cronJobs: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 if unset); null for kinds without replicas. */
    readonly replicas: number | null;
    /** Labels that identify the application: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** For a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Omitted otherwise. */
    readonly timeZoneInSchedule?: true | undefined;
    /** For a DaemonSet: its pods tolerate the taint karpenter.sh/disruption=disrupting:NoSchedule. Omitted for other kinds, and in older inventories. */
    readonly toleratesDisruption?: boolean | undefined;
    /** For a StatefulSet: names of claim templates that do not set a StorageClass. Omitted if there are none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** For a StatefulSet: how many pods a rolling update may stop at the same time, if its manifest allows more than one. */
    readonly maxUnavailable?: number | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that checks read; null if set through `valueFrom`. Others are not kept. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only for a container that runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
        /** Those of `--feature-gates` that are in the table. Omitted if there are none. */
        readonly featureGates?: { readonly [name: string]: boolean } | undefined;
      } | undefined;
      /** For the AWS Load Balancer Controller: an argument names its VPC, or it uses the network of the node. */
      readonly knowsVpc?: boolean | undefined;
    })[];
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; omitted if there are none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** Only an annotation, not a field, sets a seccomp profile. Omitted otherwise. */
    readonly seccompByAnnotation?: true | undefined;
    /** Addresses in `hostAliases` that a strict parser rejects; omitted if there are none. */
    readonly sloppyHosts?: readonly {
      readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress' | 'spec.hostAliases';
      readonly value: string;
      readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
    }[] | undefined;
    /** Init containers, without sidecars, with the resize policy RestartContainer; omitted if there are none. */
    readonly resizedInitContainers?: readonly string[] | undefined;
    /** Image volumes whose `reference` is empty; omitted if there are none. */
    readonly imagesWithoutReference?: readonly string[] | undefined;
    /** Labels of its pods that the API server takes from the node from 1.35 on; omitted if there are none. */
    readonly placeLabels?: readonly string[] | undefined;
    /** Omitted if it has none, and in older inventories. */
    readonly securityTraits?: readonly {
      readonly trait: 'probe-host' | 'sysctl' | 'selinux-type' | 'user-namespace-proc-mount' | 'user-namespace-root' | 'windows';
      /** The container that has it; omitted for the pod. */
      readonly container?: string | undefined;
      /** For `probe-host`: the field that sets a host. */
      readonly field?: string | undefined;
      /** For `sysctl` its name, for `selinux-type` the type. */
      readonly value?: string | undefined;
    }[] | undefined;
    /** Its pods use PersistentVolumeClaims, such as those of claim templates. Omitted if this was not checked. */
    readonly claims?: boolean | undefined;
  })[];
  /** v1 Pods, only what checks read. */
  readonly pods: readonly ({
    readonly namespace: string;
    readonly name: string;
    readonly node: string | null;
    readonly phase: string;
    /** The condition Ready is True. */
    readonly ready: boolean;
    /** Its deletion was requested. */
    readonly terminating: boolean;
    /** It uses the network and the address of its node. */
    readonly hostNetwork?: true | undefined;
    /** Its controller; the Deployment instead of its ReplicaSet. */
    readonly controller: {
      readonly kind: string;
      readonly name: string;
    } | null;
    /** The pod security policy that admitted it (annotation kubernetes.io/psp). */
    readonly podSecurityPolicy: string | null;
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Volumes of removed types; omitted if there are none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** Those of the first pod of its controller. Omitted if it has none or no controller, and in older inventories. */
    readonly securityTraits?: readonly {
      readonly trait: 'probe-host' | 'sysctl' | 'selinux-type' | 'user-namespace-proc-mount' | 'user-namespace-root' | 'windows';
      /** The container that has it; omitted for the pod. */
      readonly container?: string | undefined;
      /** For `probe-host`: the field that sets a host. */
      readonly field?: string | undefined;
      /** For `sysctl` its name, for `selinux-type` the type. */
      readonly value?: string | undefined;
    }[] | undefined;
  })[];
  /** Controllers with a running pod whose image, of a container or an init container, is below a path in the table `retired-images`. Read of the first pod of each controller. */
  readonly podImages: readonly {
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly images: readonly {
      readonly container: string;
      readonly image: string;
    }[];
  }[];
  /** policy/v1 PodDisruptionBudgets (v1beta1 if the API server does not serve v1). */
  readonly podDisruptionBudgets: readonly ({
    readonly namespace: string;
    readonly name: string;
    /** Null: it matches no pods (no selector, or `{}` in v1beta1). */
    readonly selector: {
      readonly matchLabels: { readonly [name: string]: string };
      readonly matchExpressions: readonly {
        readonly key: string;
        readonly operator: string;
        readonly values: readonly string[];
      }[];
    } | null;
    readonly minAvailable: number | string | null;
    readonly maxUnavailable: number | string | null;
    /** Null means IfHealthyBudget. */
    readonly unhealthyPodEvictionPolicy: string | null;
    /** Its owner, such as the custom resource of an operator. */
    readonly owner: {
      readonly apiGroup: string;
      readonly kind: string;
      readonly name: string;
    } | null;
    /** Who applies it. Omitted if it has neither Helm's release annotation nor a label or annotation of Argo CD or Flux, and in older inventories. */
    readonly appliedBy?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly generation: number;
    readonly status: {
      /** Below `generation`: the status describes an earlier spec. 0: the controller has not set a status yet. */
      readonly observedGeneration: number;
      readonly currentHealthy: number;
      readonly desiredHealthy: number;
      readonly expectedPods: number;
      readonly disruptionsAllowed: number;
      /** The message of the condition DisruptionAllowed if its reason is SyncFailed. */
      readonly syncFailure: string | null;
      /** Since when the condition DisruptionAllowed is False. Omitted if it is not, and in older inventories. */
      readonly closedSince?: string | undefined;
    };
  })[];
  /** Each budget with the names of the pods that its selector matches, in any phase. Labels are not kept. */
  readonly budgetedPods: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly pods: readonly string[];
    /** One of the pods mounts a PersistentVolumeClaim. Omitted if this was not checked. */
    readonly claims?: boolean | undefined;
  }[];
  /** Each Deployment and StatefulSet with the names of the budgets that match its pod template or one of its pods. */
  readonly budgetedWorkloads: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number;
    readonly budgets: readonly string[];
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** Pods with a trait that matters when their node is drained: each trait is omitted if a pod lacks it, and a pod without any is omitted. Not the pods of DaemonSets, static pods and finished pods: a drain ignores them. */
  readonly drainTraits: readonly {
    readonly namespace: string;
    readonly name: string;
    /** It tolerates every NoSchedule taint, so it can return to a cordoned node. */
    readonly toleratesEveryTaint?: true | undefined;
    /** `terminationGracePeriodSeconds`, if it is above 30, the default. */
    readonly graceSeconds?: number | undefined;
    /** The annotation karpenter.sh/do-not-disrupt: `true`, or a duration. */
    readonly doNotDisrupt?: string | undefined;
    /** Names of its PersistentVolumeClaims. */
    readonly claims?: readonly string[] | undefined;
    /** Names of emptyDir volumes on disk, of a pod of a StatefulSet. Without those for temporary files, by their names. */
    readonly emptyDirs?: readonly string[] | undefined;
    /** Host ports of its containers. */
    readonly hostPorts?: readonly number[] | undefined;
    /** Topology keys of required anti-affinity that selects pods with its own labels. */
    readonly apartBy?: readonly string[] | undefined;
    /** Topology keys of spread constraints with `whenUnsatisfiable: DoNotSchedule`. */
    readonly spreadBy?: readonly string[] | undefined;
    /** The labels of {@link nodeBoundLabels} that its node must have. */
    readonly boundTo?: readonly string[] | undefined;
    /** When it became not ready: a moment. Omitted if it is ready, or never was. */
    readonly notReadySince?: string | undefined;
    /** A container waits in CrashLoopBackOff. */
    readonly crashLoop?: true | undefined;
  }[];
  /** Pods that are being deleted, that have no node, or that have a node but have not started. Each field is omitted if it does not apply. */
  readonly waitingPods: readonly ({
    readonly namespace: string;
    readonly name: string;
    /** Its deletion was requested. */
    readonly deletion?: {
      /** `metadata.deletionTimestamp`: the time of the request plus the grace period. */
      readonly graceEnds: string;
      /** `metadata.deletionGracePeriodSeconds`; null if it is missing. */
      readonly graceSeconds: number | null;
      /** What must be removed before the API server deletes it. */
      readonly finalizers: readonly string[];
    } | undefined;
    /** It has no node and has not finished. */
    readonly unplaced?: {
      /** Of the condition PodScheduled, if it is False: `Unschedulable`. Null if the scheduler has not tried yet. */
      readonly reason: string | null;
      /** Why no node fits, in the words of the scheduler. */
      readonly message: string | null;
      /** When the condition became False. */
      readonly since: string | null;
    } | undefined;
    /** It has a node, but its phase is still Pending: its containers have not started. */
    readonly starting?: true | undefined;
    /** The PersistentVolumeClaims of a pod that is `starting`, with those of generic ephemeral volumes. */
    readonly claims?: readonly string[] | undefined;
  })[];
  /** Pods that are not ready, have not finished and are not being deleted. */
  readonly unreadyPods: readonly ({
    readonly namespace: string;
    readonly name: string;
    /** Its controller; the Deployment instead of its ReplicaSet. Null if it has none. */
    readonly workload: {
      readonly kind: string;
      readonly name: string;
    } | null;
    /** The reason why a container waits, such as `CrashLoopBackOff`; that of an init container comes first. Otherwise `Pending` in the phase Pending, and `NotReady` in the others. */
    readonly state: string;
    /** When it became not ready; the time of its creation if it has no condition Ready. Null if that is unreadable. */
    readonly since: string | null;
    /** Why no node fits, in the words of the scheduler. Omitted if the condition PodScheduled is not False. */
    readonly message?: string | undefined;
    /** Labels that name a group, with the values that its `nodeSelector` or required node affinity allows. Omitted if there are none, or if it has a node. */
    readonly groupLabels?: readonly {
      readonly label: string;
      readonly values: readonly string[];
      /** The node affinity names the label. Omitted if the `nodeSelector` does. */
      readonly inAffinity?: true | undefined;
    }[] | undefined;
  })[];
  /** Deployments, StatefulSets and DaemonSets that want pods, with the number of ready pods that their controller counted. Omits a workload that its controller has not reported on yet. */
  readonly workloadPods: readonly {
    readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet';
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas`; of a DaemonSet, the number of nodes that should run its pod. Above 0. */
    readonly wanted: number;
    /** `status.readyReplicas`; of a DaemonSet, `status.numberReady`. */
    readonly ready: number;
    /** Its rollout is in progress: its controller has not seen the newest spec, or not every pod is of the newest template. Omitted if neither holds, and for old pods that the strategy OnDelete or a partition keeps. */
    readonly rolling?: true | undefined;
  }[];
  /** Pod templates of Deployments, StatefulSets, DaemonSets and CronJobs, whether they run or not; of every other controller, and of pods without one, what its first pod that has not finished requires. */
  readonly podTemplates: readonly ({
    readonly nodeSelector?: { readonly [name: string]: string } | undefined;
    readonly terms?: readonly {
      readonly labels: readonly {
        readonly key: string;
        readonly operator: string;
        readonly values: readonly string[];
      }[];
      readonly fields: readonly {
        readonly key: string;
        readonly operator: string;
        readonly values: readonly string[];
      }[];
    }[] | undefined;
    readonly tolerations?: readonly {
      readonly key: string | null;
      readonly operator: string;
      readonly value: string | null;
      readonly effect: string | null;
    }[] | undefined;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 if unset); null for kinds without replicas. */
    readonly replicas: number | null;
    /** Its pods that have a node and have not finished. */
    readonly running: number;
    /** One of its containers runs an image of kubectl. Omitted otherwise. */
    readonly runsKubectl?: true | undefined;
    /** Omitted if it has no mark of Helm, Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** v1 Nodes: those labels that a pod template names in a node selector or required node affinity, and the taints. */
  readonly nodeLabels: readonly {
    readonly name: string;
    readonly labels: { readonly [name: string]: string };
    /** Who set a label, by the field manager that owns it: a person with kubectl, or software (the kubelet too). Omits labels without a field manager. */
    readonly setBy: { readonly [name: string]: 'person' | 'software' };
    /** Without those that Kubernetes and Karpenter set for a time (not ready, unschedulable, under pressure, disrupted). */
    readonly taints: readonly {
      readonly key: string;
      readonly value: string | null;
      readonly effect: string;
    }[];
  }[];
  /** Workloads of these programs that take their AWS credentials from the node, through instance metadata: their pods have neither a role of IRSA or EKS Pod Identity nor access keys, and not the network of the node. */
  readonly nodeRoleUsers: readonly {
    readonly component: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** The nodes that run its pods. */
    readonly nodes: readonly string[];
  }[];
  /** v1 Namespaces. */
  readonly namespaces: readonly ({
    readonly name: string;
    /** True if a pod-security.kubernetes.io/* label is set. */
    readonly podSecurityLabelled: boolean;
    /** Those labels. Omitted if none is set, and in older inventories. */
    readonly podSecurity?: {
      /** `pod-security.kubernetes.io/enforce`; null without the label. */
      readonly enforce: string | null;
      /** `pod-security.kubernetes.io/enforce-version`; null without the label. */
      readonly version: string | null;
    } | undefined;
    /** Value of the label in `--team-label`; omitted if the namespace lacks it, or the option is not set. */
    readonly team?: string | undefined;
  })[];
  /** policy/v1beta1 PodSecurityPolicies; null if the server does not serve them. */
  readonly podSecurityPolicies: readonly {
    readonly name: string;
    readonly privileged: boolean;
  }[] | null;
  /** Workloads with pods on Fargate, each with the Fargate nodes of its pods. */
  readonly fargateWorkloads: readonly {
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly nodes: readonly string[];
    /** The Fargate profiles in the labels of its pods. Omitted if no label names one. */
    readonly profiles?: readonly string[] | undefined;
  }[];
  /** Copies of the VPC CNI; if DaemonSets cannot be read, the EKS add-on instead. */
  readonly vpcCni: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** Omitted for the EKS add-on, and in older inventories. */
    readonly addresses?: {
      /** ENABLE_PREFIX_DELEGATION: whole /28 prefixes instead of single addresses. */
      readonly prefixes: boolean;
      /** AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG: pods have addresses in the subnets of ENIConfigs. */
      readonly customNetworking: boolean;
      /** ENABLE_POD_ENI: security groups for pods. */
      readonly podInterfaces: boolean;
      /** ENABLE_SUBNET_DISCOVERY: interfaces for pods also in subnets with the tag kubernetes.io/role/cni. */
      readonly subnetDiscovery: boolean;
      /** WARM_ENI_TARGET, WARM_IP_TARGET, MINIMUM_IP_TARGET and WARM_PREFIX_TARGET. */
      readonly warmInterfaces: number | null;
      readonly warmAddresses: number | null;
      readonly minimumAddresses: number | null;
      readonly warmPrefixes: number | null;
    } | undefined;
  })[];
  /** crd.k8s.amazonaws.com/v1alpha1 ENIConfigs, if the VPC CNI uses custom networking; otherwise empty. */
  readonly eniConfigs: readonly {
    /** Often that of the Availability Zone for which it is. */
    readonly name: string;
    /** The subnet of pods; null if it names none. */
    readonly subnetId: string | null;
  }[];
  /** Copies of the AWS Load Balancer Controller, and of the ALB Ingress Controller, its first generation (1). */
  readonly loadBalancerControllers: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly generation: '1' | '2';
    /** It needs no instance metadata for its VPC. Omitted if its container was not recognized. */
    readonly knowsVpc?: boolean | undefined;
  })[];
  /** Copies of CoreDNS, each with its Corefile. Arguments that may be secrets are masked. */
  readonly coredns: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** Path of the readiness probe; null if there is no HTTP probe. */
    readonly readinessPath: string | null;
    readonly corefile: {
      readonly state: 'parsed';
      readonly configMap: string;
      readonly blocks: readonly {
        readonly keys: readonly string[];
        readonly line: number;
        readonly directives: readonly CorefileDirective[];
      }[];
      readonly unresolvedImports: readonly {
        readonly pattern: string;
        readonly line: number;
      }[];
    } | {
      readonly state: 'unreadable';
      readonly configMap: string;
      readonly line: number;
      readonly message: string;
    } | {
      readonly state: 'missing';
      readonly configMap: string;
    };
  })[];
  /** Copies of kube-proxy; if DaemonSets cannot be read, the EKS add-on instead. */
  readonly kubeProxy: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** The proxy mode of each copy of kube-proxy; the rest of its configuration is not kept. */
  readonly kubeProxyModes: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly configuration: {
      readonly state: 'read';
      /** As configured; empty: kube-proxy chooses (iptables on Linux). */
      readonly mode: string;
      /** The name of the ConfigMap that sets it; null if the command line or nothing sets it. */
      readonly configMap: string | null;
      /** Feature gates that it sets, of those in the table. Omitted if there are none, and in older inventories. */
      readonly featureGates?: { readonly [name: string]: boolean } | undefined;
    } | {
      readonly state: 'unreadable';
      readonly configMap: string;
      readonly message: string;
    } | {
      readonly state: 'missing';
      readonly file: string | null;
      readonly configMaps: readonly string[];
    };
  })[];
  /** Copies of the components in the table `token-floors`, which use a service account token. */
  readonly apiClients: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly component: string;
  })[];
  /** Copies of the components that most clusters depend on, each with its pod counts. */
  readonly coreComponents: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly component: 'coredns' | 'vpc-cni' | 'kube-proxy' | 'aws-load-balancer-controller' | 'ebs-csi-controller';
    /** Desired and available pods; null if the workload has no status yet. */
    readonly pods: {
      readonly wanted: number;
      readonly available: number;
    } | null;
  })[];
  /** Of the API groups that checks look for, those that the API server serves. */
  readonly apiGroups: readonly string[];
  /** API versions that this API server serves, according to discovery, and that Kubernetes removes in some version. */
  readonly servedApis: readonly {
    /** `autoscaling/v2beta2` */
    readonly api: string;
    /** The plural of the kind. */
    readonly resource: string;
  }[];
  /** What the metadata of objects of the kinds in {@link servedApis} shows; omits events and PodSecurityPolicies. An object can be read at any served version; only the versions that its clients wrote it with show which clients must change. */
  readonly apiObjects: {
    readonly kinds: readonly ({
      readonly resource: string;
      /** The newest served version, at which objects were listed. Null if it is deprecated: then none were listed. */
      readonly api: string | null;
      readonly count: number;
      /** How many objects have metadata of Helm (annotations, label or field manager), and the releases that the annotations name. Omitted if this was not checked, or `count` is 0. */
      readonly helm?: {
        readonly count: number;
        readonly releases: readonly {
          readonly namespace: string | null;
          readonly name: string;
        }[];
      } | undefined;
    })[];
    /** Objects that were written with a version that Kubernetes removes, or that name one in an owner reference. Omits FlowSchemas and PriorityLevelConfigurations that the API server updates itself (annotation `apf.kubernetes.io/autoupdate-spec`), and EndpointSlices of the control plane's controllers. */
    readonly objects: readonly ({
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
      /** Omitted if the object has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
      readonly owner?: {
        /** From Helm's annotations. */
        readonly release: string | null;
        readonly releaseNamespace: string | null;
        /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
        readonly managedBy: string | null;
        /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
        readonly applier?: {
          readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
          readonly namespace: string | null;
          readonly name: string;
        } | undefined;
        /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
        readonly controller?: {
          readonly apiGroup: string;
          readonly kind: string;
          readonly name: string;
        } | undefined;
      } | undefined;
      /** Owner references that name a version that Kubernetes removes. Omitted if there are none. */
      readonly oldOwners?: readonly {
        readonly api: string;
        readonly kind: string;
        readonly name: string;
      }[] | undefined;
      /** The controller that created it: its template must change, not the object. Omitted if there is none. */
      readonly controller?: {
        readonly kind: string;
        readonly name: string;
      } | undefined;
      /** API versions of the applied manifests, from the annotations of the clients. */
      readonly applied: readonly {
        readonly by: 'kubectl' | 'kapp';
        readonly api: string;
      }[];
      /** All entries of `metadata.managedFields`, the newest first. */
      readonly writers: readonly {
        /** The field manager: the name that a client gives itself. */
        readonly manager: string;
        readonly operation: 'Apply' | 'Update';
        /** `status`, `scale`; null for the object itself. */
        readonly subresource: string | null;
        /** The API version with which it wrote the object. */
        readonly api: string;
        readonly time: string | null;
      }[];
    })[];
  };
  /** Objects of the kinds that the API server serves in an API version that its own Kubernetes version introduced: after a rollback, clients can no longer use that API version. */
  readonly introducedObjects: {
    /** The Kubernetes version of the API server: `1.34`. */
    readonly version: string;
    /** The kinds with an API version that this Kubernetes version introduced, according to the table at that time. */
    readonly kinds: readonly {
      readonly resource: string;
      /** The introduced API version at which objects were listed. Null if the API server serves none, or they could not be listed. */
      readonly api: string | null;
      /** How many objects there are. Omits those that the control plane creates for itself: the ServiceCIDR `kubernetes`, IPAddresses of Services, and the ClusterTrustBundle with the certificates of the API server. Null if they could not be listed. */
      readonly count: number | null;
      /** How many objects `objects` omits because it holds at most 1,000 of a kind. */
      readonly omitted: number;
    }[];
    /** The objects of a kind that the version before serves in no API version. Of other kinds, those that a client wrote with an introduced API version; omits those that only the control plane wrote with it. */
    readonly objects: readonly ({
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
      /** Omitted if the object has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
      readonly owner?: {
        /** From Helm's annotations. */
        readonly release: string | null;
        readonly releaseNamespace: string | null;
        /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
        readonly managedBy: string | null;
        /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
        readonly applier?: {
          readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
          readonly namespace: string | null;
          readonly name: string;
        } | undefined;
        /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
        readonly controller?: {
          readonly apiGroup: string;
          readonly kind: string;
          readonly name: string;
        } | undefined;
      } | undefined;
      /** The controller that created it, or else its first owner. Omitted if there is none. */
      readonly controller?: {
        readonly kind: string;
        readonly name: string;
      } | undefined;
      /** API versions of the applied manifests, from the annotations of the clients. */
      readonly applied: readonly {
        readonly by: 'kubectl' | 'kapp';
        readonly api: string;
      }[];
      /** All entries of `metadata.managedFields`, the newest first. */
      readonly writers: readonly {
        /** The field manager: the name that a client gives itself. */
        readonly manager: string;
        readonly operation: 'Apply' | 'Update';
        /** `status`; null for the object itself. */
        readonly subresource: string | null;
        /** The API version with which it wrote the object. */
        readonly api: string;
        readonly time: string | null;
      }[];
    })[];
  };
  /** Argo CD Applications that deploy to this cluster, with objects from `status.resources`. Omits Applications without an object of a kind that loses a served version. Empty if the API server does not serve Applications; also if no object of such a kind exists, in which case Applications are not read. */
  readonly argoApplications: readonly ({
    readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
    readonly namespace: string;
    readonly name: string;
    /** A source from which Argo CD or Flux reads manifests. */
    readonly sources: readonly ({
      /** The URL of a repository, without credentials. Omitted if they cannot be removed, and for Flux, whose source is an object. */
      readonly url?: string | undefined;
      /** The Flux object that names the repository. */
      readonly object?: {
        readonly kind: string;
        readonly namespace: string;
        readonly name: string;
      } | undefined;
      readonly path: string | null;
      readonly chart: string | null;
      /** A branch or a tag; for a chart, its version or a range. */
      readonly revision: string | null;
    })[];
    /** Objects of the kinds that lose a served version, whatever version their manifests name. */
    readonly objects: readonly {
      readonly kind: string;
      /** The version that the manifest names. */
      readonly api: string;
      readonly namespace: string | null;
      readonly name: string;
    }[];
  })[];
  /** Flux Kustomizations and HelmReleases that apply to this cluster, with objects from `status.inventory`. Omits Kustomizations without an object of a kind that loses a served version, and Kustomizations and HelmReleases that set a kubeconfig. Older releases of helm-controller write no inventory: their HelmReleases have no objects. Empty in the same cases as {@link argoApplications}. */
  readonly fluxInventories: readonly ({
    readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
    readonly namespace: string;
    readonly name: string;
    /** A source from which Argo CD or Flux reads manifests. */
    readonly sources: readonly ({
      /** The URL of a repository, without credentials. Omitted if they cannot be removed, and for Flux, whose source is an object. */
      readonly url?: string | undefined;
      /** The Flux object that names the repository. */
      readonly object?: {
        readonly kind: string;
        readonly namespace: string;
        readonly name: string;
      } | undefined;
      readonly path: string | null;
      readonly chart: string | null;
      /** A branch or a tag; for a chart, its version or a range. */
      readonly revision: string | null;
    })[];
    /** Objects of the kinds that lose a served version, whatever version their manifests name. */
    readonly objects: readonly {
      readonly kind: string;
      /** The version that the manifest names. */
      readonly api: string;
      readonly namespace: string | null;
      readonly name: string;
    }[];
  })[];
  /** `apiserver_requested_deprecated_apis` of `GET /metrics`, if it is 1: a client has requested the version since this API server started. A cluster has several API servers; only the one that answered is read. Omits versions that the table `api-removals` does not list. */
  readonly requestedApis: readonly {
    /** `autoscaling/v2beta2` */
    readonly api: string;
    readonly resource: string;
    /** `status`; null for the object itself. */
    readonly subresource: string | null;
    /** The release that no longer serves it, according to the API server. */
    readonly removedRelease: string | null;
  }[];
  /** Requests at deprecated versions in the control plane's audit log (CloudWatch Logs Insights), except those of the control plane and of EKS. Omits versions that the table `api-removals` does not list. If the API server serves none of the versions in the table, the log is not read. */
  readonly auditedCalls: {
    /** The time from which the log was read; equal to `until` if it was not read. Null if EKS writes no audit log. */
    readonly since: string | null;
    readonly until: string;
    readonly calls: readonly {
      /** The Kubernetes user name: `system:serviceaccount:shop:scaler`. */
      readonly user: string;
      readonly userAgent: string;
      readonly verb: string;
      readonly api: string;
      readonly resource: string;
      readonly requests: number;
      readonly lastRequestTime: string;
      /** Objects that the requests named, the most requested first; at most {@link mostObjects}. */
      readonly objects: readonly {
        readonly namespace: string | null;
        readonly name: string | null;
      }[];
      /** The number of all objects, including those that `objects` omits. */
      readonly objectCount: number;
    }[];
  };
  /** APIServices: which server serves each group and version of the API. */
  readonly apiServices: readonly ({
    /** `v1beta1.metrics.k8s.io` */
    readonly name: string;
    /** The Service of the aggregated API server; null: the API server itself. */
    readonly service: {
      readonly namespace: string;
      readonly name: string;
    } | null;
    /** The condition Available; null if it is missing. */
    readonly available: {
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    } | null;
    /** When the CA bundle expires, as for a webhook. */
    readonly caExpires?: string | null | undefined;
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** All CRDs, without their schemas. */
  readonly crds: readonly ({
    /** `certificates.cert-manager.io` */
    readonly name: string;
    readonly group: string;
    readonly kind: string;
    readonly plural: string;
    /** In the CRD's order. */
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      /** Objects are written in this version. */
      readonly storage: boolean;
      /** The CRD marks the version as deprecated. Omitted otherwise. */
      readonly deprecated?: true | undefined;
      /** The warning that the API server returns to clients that request it. */
      readonly deprecationWarning?: string | undefined;
    }[];
    /** Versions in which objects may be stored: `status.storedVersions`. */
    readonly storedVersions: readonly string[];
    readonly conversion: {
      readonly strategy: string;
      /** Null if the API server calls a URL, or nothing. */
      readonly service: {
        readonly namespace: string;
        readonly name: string;
        readonly port: number;
      } | null;
      /** `control-plane`: EKS runs the webhook in the control plane. Omitted if `service` is set, or nothing is called. */
      readonly url?: 'control-plane' | 'elsewhere' | undefined;
      /** When the last certificate of the CA bundle expires; null if none is readable. Omitted without a bundle. */
      readonly caExpires?: string | null | undefined;
    };
    /** Omitted if the CRD has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** ValidatingAdmissionPolicies and MutatingAdmissionPolicies. */
  readonly admissionPolicies: {
    /** The number of all policies. */
    readonly read: number;
    /** Those with a paramKind, `failurePolicy: Fail` and a binding: without it, the API server does not evaluate a policy. */
    readonly policies: readonly ({
      readonly kind: 'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy';
      readonly name: string;
      readonly owner?: {
        /** From Helm's annotations. */
        readonly release: string | null;
        readonly releaseNamespace: string | null;
        /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
        readonly managedBy: string | null;
        /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
        readonly applier?: {
          readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
          readonly namespace: string | null;
          readonly name: string;
        } | undefined;
        /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
        readonly controller?: {
          readonly apiGroup: string;
          readonly kind: string;
          readonly name: string;
        } | undefined;
      } | undefined;
      readonly matchPolicy: 'Exact' | 'Equivalent';
      /** Without rules for objects of certain names. */
      readonly rules: readonly {
        readonly apiGroups: readonly string[];
        readonly apiVersions: readonly string[];
        /** Resources, or subresources such as `pods/eviction`; a `*` before or after the slash matches any name. */
        readonly resources: readonly string[];
        readonly operations: readonly string[];
        readonly scope: 'Cluster' | 'Namespaced' | '*';
      }[];
      /** Rules for requests to which the policy does not apply; omitted if there are none. */
      readonly excluded?: readonly {
        readonly apiGroups: readonly string[];
        readonly apiVersions: readonly string[];
        /** Resources, or subresources such as `pods/eviction`; a `*` before or after the slash matches any name. */
        readonly resources: readonly string[];
        readonly operations: readonly string[];
        readonly scope: 'Cluster' | 'Namespaced' | '*';
      }[] | undefined;
      /** Which existing namespaces its namespaceSelector selects; null if the namespaces could not be read. */
      readonly namespaces: {
        readonly kubeSystem: boolean;
        readonly kubeNodeLease: boolean;
        readonly any: boolean;
        /** Whether the selected namespaces have pods that a failure of the webhook affects: any pod if the webhook intercepts evictions or deletions and `objects` is not `some`; otherwise only pods that a controller recreates and that the objectSelector selects. Null if pods or namespaces could not be read. Omitted if a failure affects no requests for pods, or if the webhook selects all namespaces and `objects` is not `some`. */
        readonly pods?: boolean | null | undefined;
        /** The number of selected namespaces, and the names of the first ten. Omitted without a namespaceSelector. */
        readonly selected?: {
          readonly count: number;
          readonly names: readonly string[];
        } | undefined;
      } | null;
      /** `all` without an objectSelector, `most` if the objectSelector matches objects without labels, else `some`. */
      readonly objects: 'all' | 'most' | 'some';
      readonly paramKind: {
        readonly group: string;
        readonly version: string;
        readonly kind: string;
        /** Whether discovery shows the kind; null if that could not be read. */
        readonly served: boolean | null;
      };
      readonly bindings: readonly string[];
    })[];
  };
  /** Every webhook of every ValidatingWebhookConfiguration and MutatingWebhookConfiguration. */
  readonly admissionWebhooks: readonly ({
    readonly kind: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration';
    readonly configuration: string;
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly name: string;
    /** `Fail`: a request is rejected if the webhook does not answer. */
    readonly failurePolicy: 'Fail' | 'Ignore';
    readonly matchPolicy: 'Exact' | 'Equivalent';
    readonly timeoutSeconds: number;
    readonly rules: readonly {
      readonly apiGroups: readonly string[];
      readonly apiVersions: readonly string[];
      /** Resources, or subresources such as `pods/eviction`; a `*` before or after the slash matches any name. */
      readonly resources: readonly string[];
      readonly operations: readonly string[];
      readonly scope: 'Cluster' | 'Namespaced' | '*';
    }[];
    /** Which existing namespaces its namespaceSelector selects; null if the namespaces could not be read. */
    readonly namespaces: {
      readonly kubeSystem: boolean;
      readonly kubeNodeLease: boolean;
      readonly any: boolean;
      /** Whether the selected namespaces have pods that a failure of the webhook affects: any pod if the webhook intercepts evictions or deletions and `objects` is not `some`; otherwise only pods that a controller recreates and that the objectSelector selects. Null if pods or namespaces could not be read. Omitted if a failure affects no requests for pods, or if the webhook selects all namespaces and `objects` is not `some`. */
      readonly pods?: boolean | null | undefined;
      /** The number of selected namespaces, and the names of the first ten. Omitted without a namespaceSelector. */
      readonly selected?: {
        readonly count: number;
        readonly names: readonly string[];
      } | undefined;
    } | null;
    /** `all` without an objectSelector, `most` if the objectSelector matches objects without labels, else `some`. */
    readonly objects: 'all' | 'most' | 'some';
    /** The webhook has matchConditions, which are not evaluated. */
    readonly conditional: boolean;
    /** Of the pods in the namespace of its Service, those whose replacement it intercepts. Null if pods or namespaces could not be read. Omitted if it has no Service, its failure rejects no new pod, and in older inventories. */
    readonly guardedPods?: readonly string[] | null | undefined;
    /** Null if the API server calls a URL, or nothing. */
    readonly service: {
      readonly namespace: string;
      readonly name: string;
      readonly port: number;
    } | null;
    /** `control-plane`: EKS runs the webhook in the control plane. Omitted if `service` is set, or nothing is called. */
    readonly url?: 'control-plane' | 'elsewhere' | undefined;
    /** When the last certificate of the CA bundle expires; null if none is readable. Omitted without a bundle. */
    readonly caExpires?: string | null | undefined;
  })[];
  /** The Services that admission webhooks and the conversion webhooks of CRDs call, each once. */
  readonly webhookServices: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Its ports, each with its number of ready endpoints (null if unknown); null if the Service does not exist. */
    readonly ports: readonly {
      readonly port: number;
      readonly ready: number | null;
      /** The pods of its ready endpoints; omitted if unknown, if an endpoint is no pod, and in older inventories. */
      readonly pods?: readonly string[] | undefined;
    }[] | null;
    /** The Service is of type ExternalName, which has no endpoints. */
    readonly external: boolean;
  }[];
  /** v1 PersistentVolumes, only what checks read. */
  readonly persistentVolumes: readonly ({
    readonly name: string;
    /** `spec.csi.driver`; null for volumes of another kind. */
    readonly driver: string | null;
    /** `spec.awsElasticBlockStore`: the in-tree EBS volume type. */
    readonly inTreeEbs: boolean;
    /** Its type, if Kubernetes has removed or will remove it; otherwise omitted. */
    readonly removedType?: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume' | undefined;
    readonly phase: string;
    /** Namespace and name of the claim that is bound to it. */
    readonly claim: string | null;
    readonly storageClass: string | null;
    /** Where it can be mounted; null if on every node. Omitted in older inventories. */
    readonly reach?: {
      /** The zones in its node affinity; empty if it names none. */
      readonly zones: readonly string[];
      /** It is on the disk of one node: `spec.local`, or a node affinity for a host name. */
      readonly local: boolean;
    } | null | undefined;
  })[];
  /** storage.k8s.io/v1 VolumeAttachments: the volumes that a CSI driver attaches to nodes, or detaches from them. */
  readonly volumeAttachments: readonly {
    readonly node: string;
    /** The PersistentVolume; null for an inline volume. */
    readonly volume: string | null;
    /** The CSI driver, `spec.attacher`. */
    readonly driver: string;
    readonly attached: boolean;
    /** When the detaching was requested. Omitted if it was not. */
    readonly deletingSince?: string | undefined;
    /** Why the last try to detach it failed. Omitted if none failed. */
    readonly detachError?: string | undefined;
  }[];
  /** Names of the storage.k8s.io CSIDrivers. */
  readonly csiDrivers: readonly string[];
  /** storage.k8s.io/v1 CSINodes: how many volumes of a CSI driver a node can have attached. */
  readonly csiNodes: readonly {
    readonly node: string;
    /** Drivers that report a limit (`allocatable.count`). */
    readonly drivers: readonly {
      readonly driver: string;
      readonly limit: number;
    }[];
  }[];
  /** Volumes that pods with different SELinux labels share. */
  readonly seLinuxVolumes: {
    /** Names of CSIDrivers with `spec.seLinuxMount: true`. */
    readonly drivers: readonly string[];
    /** Claims that pods mount whose labels differ; without finished pods. */
    readonly claims: readonly {
      readonly namespace: string;
      readonly claim: string;
      readonly pods: readonly {
        readonly name: string;
        readonly node: string | null;
        /** `user:role:type:level` as the pod sets them; empty if the kubelet mounts the volume without a label. */
        readonly label: string;
      }[];
    }[];
  };
  /** storage.k8s.io/v1 StorageClasses. */
  readonly storageClasses: readonly {
    readonly name: string;
    /** The default class, for claims that name none. */
    readonly isDefault: boolean;
  }[];
  /** Roles and bindings that checks read. Omits roles that Kubernetes or EKS maintains. Both lists are empty if the cluster already runs the last Kubernetes version that changes what they grant, or a newer one. */
  readonly accessGrants: {
    /** Bound roles that grant `get` on a stream by name, not only through the resource `*`, but not `create`. */
    readonly streamReaders: readonly {
      readonly kind: 'Role' | 'ClusterRole';
      /** Null for a ClusterRole. */
      readonly namespace: string | null;
      readonly name: string;
      readonly streams: readonly ('pods/exec' | 'pods/attach' | 'pods/portforward')[];
      /** The subjects to which bindings grant the role; at most ten. */
      readonly subjects: readonly {
        readonly kind: 'User' | 'Group' | 'ServiceAccount';
        /** The namespace of a ServiceAccount; null for users and groups. */
        readonly namespace: string | null;
        readonly name: string;
      }[];
      /** The number of bindings that grant the role. */
      readonly bindings: number;
    }[];
    /** Bindings that grant something to unauthenticated users, except ClusterRoleBinding system:public-info-viewer. */
    readonly anonymousBindings: readonly {
      readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
      /** Null for a ClusterRoleBinding. */
      readonly namespace: string | null;
      readonly name: string;
      readonly role: string;
      readonly subjects: readonly ('system:anonymous' | 'system:unauthenticated')[];
    }[];
  };
  /** ClusterRoles, bound for the whole cluster, that grant `update` or `patch` on `resourceclaims/status` by name, to subjects without a role for `resourceclaims/driver` or `resourceclaims/binding`. Omits roles that Kubernetes or EKS maintains. Empty if the cluster already runs the Kubernetes version that demands the other two, or a newer one. */
  readonly claimStatusWriters: readonly {
    readonly name: string;
    /** At most ten. */
    readonly subjects: readonly {
      readonly kind: 'User' | 'Group' | 'ServiceAccount';
      /** The namespace of a ServiceAccount; null for users and groups. */
      readonly namespace: string | null;
      readonly name: string;
    }[];
  }[];
  /** v1 Services: their number, and those that use external IPs or have an address that a strict parser rejects. */
  readonly serviceAddresses: {
    readonly listed: number;
    readonly found: readonly {
      readonly namespace: string;
      readonly name: string;
      /** The number of `spec.externalIPs`; 0 for a headless Service or type ExternalName, which do not use them. */
      readonly externalIPs: number;
      /** An address in an object, and what a strict parser rejects in it. */
      readonly sloppy: readonly {
        readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress' | 'spec.hostAliases';
        readonly value: string;
        readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
      }[];
    }[];
  };
  /** networking.k8s.io/v1 NetworkPolicies: their number, and those with an address that a strict parser rejects. */
  readonly networkPolicyAddresses: {
    readonly listed: number;
    readonly found: readonly {
      readonly namespace: string;
      readonly name: string;
      /** An address in an object, and what a strict parser rejects in it. */
      readonly sloppy: readonly {
        readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress' | 'spec.hostAliases';
        readonly value: string;
        readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
      }[];
    }[];
  };
  /** Queries of PrometheusRules and ScaledObjects that use what the table `renamed-metrics` lists. */
  readonly metricUses: {
    /** The number of monitoring.coreos.com/v1 PrometheusRules; null if the API server does not serve them. */
    readonly prometheusRules: number | null;
    /** The number of keda.sh/v1alpha1 ScaledObjects; null if the API server does not serve them. */
    readonly scaledObjects: number | null;
    readonly uses: readonly {
      readonly kind: 'PrometheusRule' | 'ScaledObject';
      readonly namespace: string;
      readonly name: string;
      /** The alert, the recorded metric or the trigger; empty for a trigger without a name. */
      readonly query: string;
      /** As the table has it. */
      readonly metric: string;
      /** The label that the query uses, if the table has one. */
      readonly label: string | null;
    }[];
  };
  /** Copies of the EBS CSI driver's controller, as an EKS add-on or self-managed. */
  readonly ebsCsiControllers: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** Copies of the Cluster Autoscaler. */
  readonly clusterAutoscalers: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** Controllers of the table `controllers`, one entry for each copy: the workloads of one namespace with the same version, instance and revision. The workload is the one that the table names first. */
  readonly controllers: readonly ({
    readonly controller: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** The label istio.io/rev. */
    readonly revision?: string | undefined;
    readonly replicas: number | null;
    readonly image: string;
    /** What shows that it is this controller: the end of its image's path, or only a label with its name. */
    readonly recognizedBy: 'image' | 'label';
    readonly version: string | null;
    readonly versionSource: string | null;
    /** The vendor of the build; omitted if it is the project's own, or a mirror of it. */
    readonly vendor?: string | undefined;
    /** Flags and variables that are set, of those that the table names. */
    readonly settings: readonly string[];
    /** Containers take variables from ConfigMaps or Secrets (`envFrom`), which were not read. Omitted otherwise. */
    readonly hasOtherVariables?: true | undefined;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** What the components of the table `release-permissions` may do. A part that could not be read is null: it hides no finding, because the fix of an update then has the command that shows the permission. */
  readonly componentRights: readonly ({
    readonly component: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly serviceAccount: string;
    /** The requests of the table's rows, and whether a bound ClusterRole allows them in the whole cluster. */
    readonly requests: readonly {
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly allowed: boolean;
    }[] | null;
    /** Its IAM role; if it has none, those of all node groups. Null if it is unknown which it uses. */
    readonly roles: readonly ({
      readonly arn: string;
      /** Statements about the services of the table's rows. Null if the role was not read. */
      readonly own: {
        /** One policy of a role. Omits statements whose actions all belong to services that are not judged. */
        readonly policies: readonly {
          readonly name: string;
          /** Null for an inline policy. */
          readonly arn: string | null;
          /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
          readonly document: unknown;
          /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
          readonly size?: number | undefined;
        }[];
        /** Null if the role has none. */
        readonly boundary: {
          readonly name: string;
          /** Null for an inline policy. */
          readonly arn: string | null;
          /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
          readonly document: unknown;
          /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
          readonly size?: number | undefined;
        } | null;
      } | null;
      /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
      readonly tags?: { readonly [name: string]: string } | undefined;
    })[] | null;
  })[];
  /** DaemonSets of NVIDIA's device plugin; `operator`: the GPU Operator creates and updates them. */
  readonly nvidiaDevicePlugins: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly operator: boolean;
    /** The container that runs the plugin. Omitted if several or none run its image, and in older inventories. */
    readonly container?: string | undefined;
  })[];
  /** DaemonSets that ship the logs of containers: Fluentd, and Fluent Bit as Container Insights installs it. */
  readonly logAgents: readonly {
    readonly agent: 'fluentd' | 'fluent-bit';
    readonly namespace: string;
    readonly name: string;
    readonly image: string;
    /** FLUENT_CONTAINER_TAIL_PARSER_TYPE, the log parser; the default of the images for Kubernetes is `json`. Null if set by `valueFrom`, or unset in another image. */
    readonly parser?: string | null | undefined;
    /** CI_VERSION, the release of the Container Insights manifests: `k8s/1.3.12`. */
    readonly manifests?: string | null | undefined;
  }[];
  /** Deployments and DaemonSets of the Ingress NGINX controller of the Kubernetes project, found by image or labels. */
  readonly ingressNginxControllers: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null if no source shows it. */
    readonly version: string | null;
    /** The EKS build number: 3 in `v1.18.1-eksbuild.3`; omitted if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, the EKS add-on or the version label. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** The IAM role of that add-on's service account; null if it has none. Omitted without an add-on and in older inventories. */
    readonly addonRole?: string | null | undefined;
    /** Those tags of that add-on that can tell what manages it (table `manager-tags`). Omitted if there are none, and in older inventories. */
    readonly addonTags?: { readonly [name: string]: string } | undefined;
    /** Its pods can run only on Windows nodes. */
    readonly windows?: true | undefined;
    /** A DaemonSet with no desired pod although nodes are there that could run one: its node selector or affinity matches none. Omitted otherwise, if nodes could not be read, and in older inventories. */
    readonly matchesNoNode?: true | undefined;
    /** Omitted if the workload has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** networking.k8s.io IngressClasses. */
  readonly ingressClasses: readonly {
    readonly name: string;
    /** `spec.controller`; null if it is not set. */
    readonly controller: string | null;
    /** The controller's name is one that Ingress NGINX uses. */
    readonly ingressNginx: boolean;
  }[];
  /** The number of all Ingresses, and the number of those of Ingress NGINX, by class and namespace. */
  readonly nginxIngresses: {
    readonly listed: number;
    readonly counts: readonly {
      readonly class: string;
      readonly namespace: string;
      readonly count: number;
    }[];
  };
  /** Karpenter controllers, one per Deployment, in any namespace. Empty if Karpenter is not installed. */
  readonly karpenterControllers: readonly ({
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas`, 1 if unset. */
    readonly replicas: number;
    readonly image: string;
    /** A release: `1.5.0`; null if no source shows it, or the build is not a release. */
    readonly version: string | null;
    /** Where the version was read: image tag, image digest, version label or chart label. */
    readonly versionSource: string | null;
    /** What sources with a different version say; null if all agree. */
    readonly disagreement: string | null;
    /** A nightly build or a release candidate. */
    readonly snapshot: boolean;
    /** Pods of several ReplicaSets exist: an update is in progress, or stuck. */
    readonly upgrading: boolean;
    /** `default` if the pod spec sets none. */
    readonly serviceAccount: string;
    /** Settings from environment and arguments; keys of ConfigMap `karpenter-global-settings` as `configMap:<key>`. */
    readonly settings: { readonly [name: string]: string };
    /** `aws.tags` of the ConfigMap, set on every instance; null if they cannot be parsed. Omitted if not set. */
    readonly globalTags?: { readonly [name: string]: string } | null | undefined;
    /** Settings whose value comes, or may come, from a source that was not read. */
    readonly settingsUnread: readonly string[];
    /** The AWS identity of a controller. `node`: the role of its node; `unknown`: the identity could not be determined. */
    readonly identity: {
      readonly kind: 'irsa' | 'pod-identity' | 'node' | 'unknown';
      /** From running pods, the ServiceAccount's annotation or the EKS Pod Identity association; else null. */
      readonly roleArn: string | null;
      /** The target role that EKS Pod Identity assumes from `roleArn`. */
      readonly targetRoleArn: string | null;
      /** Only in older inventories: the role of new pods, if running pods have another one. */
      readonly nextRoleArn?: string | undefined;
      /** How new pods get their role, if running pods have another role, or the same in another way. */
      readonly next?: {
        readonly kind: 'irsa' | 'pod-identity';
        readonly roleArn: string;
        readonly targetRoleArn: string | null;
        readonly sessionTags?: false | undefined;
      } | undefined;
      /** What new pods lack: without a ServiceAccount, none is created; without a role, they have no permissions, though running pods have a role. Omitted if they lack nothing, if it could not be determined, and in older inventories. */
      readonly newPodsLack?: string | undefined;
      /** False: EKS Pod Identity sets no session tags. Omitted otherwise. */
      readonly sessionTags?: false | undefined;
    };
    /** Its pods run on Fargate. Omitted if they do not, if none runs, and in older inventories. */
    readonly onFargate?: true | undefined;
    /** Omitted if the Deployment has neither Helm's release annotation nor a label or annotation of Argo CD or Flux. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** CLUSTER_ENDPOINT (or its ConfigMap key) of each controller that sets it, compared with eks:DescribeCluster. */
  readonly karpenterEndpoints: readonly {
    readonly endpoint: string;
    /** It is the endpoint of this cluster. */
    readonly isOwn: boolean;
  }[];
  /** iam:GetInstanceProfile, GetRole and the policies of the roles and instance profiles that node classes, Provisioners and settings name, except AdministratorAccess and the AWS managed policies in the table `karpenter-node-role`. Includes roles and instance profiles that do not exist in IAM. */
  readonly karpenterNodeRoles: {
    readonly roles: readonly ({
      readonly name: string;
      /** Null if the role does not exist. Older inventories lack `own`. */
      readonly found: {
        readonly arn: string;
        readonly trust: readonly {
          readonly effect: string;
          readonly services: readonly string[] | null;
          readonly actions: readonly string[] | null;
          readonly conditions: readonly {
            readonly operator: string;
            readonly key: string;
            readonly values: readonly string[];
          }[];
        }[] | null;
        readonly attachedPolicies: readonly string[];
        readonly own?: {
          /** One policy of a role. Omits statements whose actions all belong to services that are not judged. */
          readonly policies: readonly {
            readonly name: string;
            /** Null for an inline policy. */
            readonly arn: string | null;
            /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
            readonly document: unknown;
            /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
            readonly size?: number | undefined;
          }[];
          /** Null if the role has none. */
          readonly boundary: {
            readonly name: string;
            /** Null for an inline policy. */
            readonly arn: string | null;
            /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
            readonly document: unknown;
            /** Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read. A document from a public template would show how long the name of the cluster is. */
            readonly size?: number | undefined;
          } | null;
        } | undefined;
        readonly tags?: { readonly [name: string]: string } | undefined;
      } | null;
    })[];
    readonly instanceProfiles: readonly {
      readonly name: string;
      readonly exists: boolean;
      /** The name of its role; null if it has none. */
      readonly role: string | null;
    }[];
  };
  /** eks:ListAccessEntries and DescribeAccessEntry for Karpenter's node roles; null in the mode CONFIG_MAP or without Karpenter. */
  readonly nodeAccessEntries: readonly ({
    readonly principalArn: string;
    /** Null if it could not be described. */
    readonly type: string | null;
    /** Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older inventories. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  })[] | null;
  /** The entries of Karpenter's node roles in the ConfigMap kube-system/aws-auth; null if the ConfigMap does not exist or is not read (authentication mode API, or no Karpenter). Other roles and users are not kept. */
  readonly nodeAuthRoles: {
    readonly state: 'read';
    /** As the authenticator reads them: the last entry of each ARN, whatever its case. */
    readonly roles: readonly {
      readonly arn: string;
      readonly username: string;
      readonly groups: readonly string[];
    }[];
  } | {
    readonly state: 'refused';
    readonly message: string;
  } | {
    readonly state: 'unreadable';
    readonly message: string;
  } | null;
  /** Whether the VPC CNI has its own role, by its ServiceAccount's annotation or an EKS Pod Identity association. False if no Deployment runs Karpenter. */
  readonly vpcCniRole: {
    readonly own: boolean;
  };
  /** ec2:DescribeSubnets for the selector terms of Karpenter's node classes. */
  readonly karpenterSubnets: readonly {
    readonly kind: string;
    readonly name: string;
    /** The terms, which are ORed: each as text, with the ids of what it selects. */
    readonly terms: readonly {
      readonly text: string;
      readonly found: readonly string[];
      /** Images of other accounts with a deprecation time, after which Karpenter before 1.0.7 does not find them. */
      readonly deprecated?: readonly {
        readonly id: string;
        readonly since: string;
      }[] | undefined;
      /** For images: per architecture, the newest one, and the newest one without a deprecation time. */
      readonly newest?: readonly {
        readonly id: string;
        readonly architecture: string;
        readonly createdAt: string | null;
        /** The Kubernetes minor in its name; null if the name has none. */
        readonly kubernetes: string | null;
      }[] | undefined;
    }[];
  }[];
  /** sqs:GetQueueUrl, events:ListRuleNamesByTarget and DescribeRule for the interruption queues in settings, in the cluster's account and Region. The queue of a controller whose role belongs to another account is not read. */
  readonly karpenterQueues: readonly ({
    readonly name: string;
    /** Null if SQS has no queue of that name. */
    readonly found: {
      readonly arn: string;
      /** Rules of the default event bus with this target; null if they could not all be read. */
      readonly rules: readonly {
        readonly ruleName: string;
        readonly enabled: boolean;
        /** The events that Karpenter reads and that the rule's pattern matches. */
        readonly detailTypes: readonly string[];
        /** The events that Karpenter reads, but for which the rule's pattern cannot be evaluated. */
        readonly unread: readonly string[];
      }[] | null;
    } | null;
  })[];
  /** Each role that a Karpenter controller has, or assumes through EKS Pod Identity or a setting. */
  readonly karpenterRoles: readonly ({
    readonly arn: string;
    readonly name: string;
    /** Null if no role has that ARN. */
    readonly found: {
      /** The trust policy as JSON, with values only for conditions that are evaluated; null if it is invalid JSON. */
      readonly trust: unknown;
      readonly tags: { readonly [name: string]: string };
      readonly policies: readonly {
        readonly name: string;
        readonly arn: string | null;
        readonly document: unknown;
        readonly size?: number | undefined;
      }[];
      readonly boundary: {
        readonly name: string;
        readonly arn: string | null;
        readonly document: unknown;
        readonly size?: number | undefined;
      } | null;
    } | null;
  })[];
  /** ec2:DescribeSecurityGroups for the selector terms of Karpenter's node classes. */
  readonly karpenterSecurityGroups: readonly {
    readonly kind: string;
    readonly name: string;
    /** The terms, which are ORed: each as text, with the ids of what it selects. */
    readonly terms: readonly {
      readonly text: string;
      readonly found: readonly string[];
      /** Images of other accounts with a deprecation time, after which Karpenter before 1.0.7 does not find them. */
      readonly deprecated?: readonly {
        readonly id: string;
        readonly since: string;
      }[] | undefined;
      /** For images: per architecture, the newest one, and the newest one without a deprecation time. */
      readonly newest?: readonly {
        readonly id: string;
        readonly architecture: string;
        readonly createdAt: string | null;
        /** The Kubernetes minor in its name; null if the name has none. */
        readonly kubernetes: string | null;
      }[] | undefined;
    }[];
  }[];
  /** ec2:DescribeImages for those AMI selector terms of Karpenter's node classes that have ids, names or tags. */
  readonly karpenterImages: readonly {
    readonly kind: string;
    readonly name: string;
    /** The terms, which are ORed: each as text, with the ids of what it selects. */
    readonly terms: readonly {
      readonly text: string;
      readonly found: readonly string[];
      /** Images of other accounts with a deprecation time, after which Karpenter before 1.0.7 does not find them. */
      readonly deprecated?: readonly {
        readonly id: string;
        readonly since: string;
      }[] | undefined;
      /** For images: per architecture, the newest one, and the newest one without a deprecation time. */
      readonly newest?: readonly {
        readonly id: string;
        readonly architecture: string;
        readonly createdAt: string | null;
        /** The Kubernetes minor in its name; null if the name has none. */
        readonly kubernetes: string | null;
      }[] | undefined;
    }[];
  }[];
  /** ec2:DescribeCapacityReservations: the active EC2 Capacity Reservations for Linux and Windows in the cluster's account and Region, its own and those shared with it. Empty if no Deployment runs Karpenter. */
  readonly capacityReservations: readonly {
    readonly id: string;
    /** `open`: EC2 launches matching instances into it; `targeted`: only instances that request it. */
    readonly match: 'open' | 'targeted';
    readonly instanceType: string;
    readonly availabilityZone: string | null;
    /** The number of reserved instances. */
    readonly total: number;
    /** The number of reserved instances that do not run. */
    readonly available: number;
    /** A term in `capacityReservationSelectorTerms` of a node class selects it. */
    readonly selected: boolean;
  }[];
  /** CRDs of Karpenter and EKS Auto Mode: karpenter.sh, karpenter.k8s.aws, autoscaling.x-k8s.io, eks.amazonaws.com. */
  readonly karpenterCrds: readonly ({
    /** `nodepools.karpenter.sh` */
    readonly name: string;
    readonly group: string;
    readonly kind: string;
    /** Served versions, in the CRD's order. */
    readonly served: readonly string[];
    /** The storage version; null if none is marked. */
    readonly storage: string | null;
    /** Versions in which objects may be stored: `status.storedVersions`. */
    readonly storedVersions: readonly string[];
    readonly conversion: {
      readonly strategy: string;
      readonly service: {
        readonly namespace: string;
        readonly name: string;
        readonly port: number;
      } | null;
      /** A CA bundle is set for the webhook. */
      readonly caBundle: boolean;
      /** When its last certificate expires; null if none is readable. Omitted without a bundle, or if not checked. */
      readonly caExpires?: string | null | undefined;
    };
    /** Markers of the table `karpenter-crds` that the schema contains. */
    readonly markers: readonly string[];
    /** Markers that the schema lacks. A marker in neither list was not checked: the CRD lacks its version, or the marker is from a newer table. */
    readonly lacks: readonly string[];
    /** Who applies an object of Kubernetes, by the annotations and labels that Helm, Argo CD and Flux leave on it, and by its owner references. */
    readonly owner: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    };
    /** Its deletion was requested. */
    readonly terminating: boolean;
  })[];
  /** The Services of the conversion webhooks in Karpenter's CRDs, each once. */
  readonly karpenterConversionServices: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Its ports; null if the Service does not exist. */
    readonly ports: readonly number[] | null;
  }[];
  /** NodePools with node classes of any group, and Provisioners. */
  readonly karpenterPools: readonly ({
    readonly kind: 'NodePool' | 'Provisioner';
    /** The API version with its group: `karpenter.sh/v1`. */
    readonly apiVersion: string;
    readonly name: string;
    /** Annotations with keys in Karpenter's domains. */
    readonly annotations: { readonly [name: string]: string };
    readonly fields: readonly string[];
    /** The condition Ready; null if it is missing or Unknown. */
    readonly ready: boolean | null;
    /** Reason and message of the condition, if it is not True. */
    readonly readyMessage: string | null;
    /** A condition in the status of an object. */
    readonly conditions: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    }[];
    readonly terminating: boolean;
    /** When its deletion was requested; omitted if it was not, or in inventories of older versions. */
    readonly deletingSince?: string | undefined;
    /** Omitted if the object has neither Helm's release annotation, nor a label or annotation of Argo CD or Flux, nor a controller; and in older inventories. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly nodeClass: {
      readonly group: string;
      readonly kind: string;
      readonly name: string;
    } | null;
    /** The fields of its nodeClassRef that are empty. Only of a NodePool of v1; omitted in older inventories. */
    readonly emptyInNodeClass?: readonly string[] | undefined;
    /** The EC2 settings in the `spec.provider` of a Provisioner. */
    readonly provider: {
      readonly amiFamily: string | null;
      readonly instanceProfile: string | null;
      /** Selectors of alpha objects: keys are ANDed, values may be comma-separated lists; null if not set. */
      readonly selectors: {
        readonly subnets: { readonly [name: string]: string } | null;
        readonly securityGroups: { readonly [name: string]: string } | null;
        readonly amis: { readonly [name: string]: string } | null;
      };
    } | null;
    readonly requirements: readonly {
      readonly key: string;
      readonly operator: string;
      readonly values: readonly string[];
    }[];
    /** Labels for its nodes. */
    readonly labels: { readonly [name: string]: string };
    /** Annotations for its nodes with keys in Karpenter's domains. */
    readonly nodeAnnotations: { readonly [name: string]: string };
    readonly taints: readonly {
      readonly key: string;
      readonly value: string | null;
      readonly effect: string;
    }[];
    readonly startupTaints: readonly {
      readonly key: string;
      readonly value: string | null;
      readonly effect: string;
    }[];
    readonly limits: { readonly [name: string]: string };
    /** The total capacity of its nodes: `status.resources`. Omitted if it was not read. */
    readonly resources?: { readonly [name: string]: string } | undefined;
    readonly weight: number | null;
    /** The number of nodes of a static pool: `spec.replicas`. Omitted if not set or not read (`fields` shows which). */
    readonly replicas?: number | undefined;
    readonly disruption: {
      /** In a Provisioner, `WhenUnderutilized` if consolidation is on, else `WhenEmpty` with ttlSecondsAfterEmpty. */
      readonly consolidationPolicy: string | null;
      readonly consolidateAfter: string | null;
      readonly expireAfter: string | null;
      readonly terminationGracePeriod: string | null;
      readonly budgets: readonly {
        readonly nodes: string;
        readonly schedule: string | null;
        readonly duration: string | null;
        readonly reasons: readonly string[];
      }[];
    };
  })[];
  /** EC2NodeClasses and AWSNodeTemplates, without the NodeClasses of EKS Auto Mode (eks.amazonaws.com). */
  readonly karpenterNodeClasses: readonly ({
    readonly kind: 'EC2NodeClass' | 'AWSNodeTemplate';
    /** The API version with its group: `karpenter.sh/v1`. */
    readonly apiVersion: string;
    readonly name: string;
    /** Annotations with keys in Karpenter's domains. */
    readonly annotations: { readonly [name: string]: string };
    readonly fields: readonly string[];
    /** The condition Ready; null if it is missing or Unknown. */
    readonly ready: boolean | null;
    /** Reason and message of the condition, if it is not True. */
    readonly readyMessage: string | null;
    /** A condition in the status of an object. */
    readonly conditions: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    }[];
    readonly terminating: boolean;
    /** When its deletion was requested; omitted if it was not, or in inventories of older versions. */
    readonly deletingSince?: string | undefined;
    /** Omitted if the object has neither Helm's release annotation, nor a label or annotation of Argo CD or Flux, nor a controller; and in older inventories. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly role: string | null;
    readonly instanceProfile: string | null;
    readonly amiFamily: string | null;
    /** `al2023@latest`, from the AMI selector terms. */
    readonly alias: string | null;
    /** Set in an AWSNodeTemplate only. */
    readonly selectors: {
      readonly subnets: { readonly [name: string]: string } | null;
      readonly securityGroups: { readonly [name: string]: string } | null;
      readonly amis: { readonly [name: string]: string } | null;
    };
    /** Set in an EC2NodeClass only. */
    readonly terms: {
      /** One term of a selector: its conditions are ANDed, terms are ORed. */
      readonly subnets: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        /** Only in a term for capacity reservations. Omitted if not set, and in older inventories. */
        readonly instanceMatchCriteria?: 'open' | 'targeted' | undefined;
        readonly tags: { readonly [name: string]: string };
      }[];
      /** One term of a selector: its conditions are ANDed, terms are ORed. */
      readonly securityGroups: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        /** Only in a term for capacity reservations. Omitted if not set, and in older inventories. */
        readonly instanceMatchCriteria?: 'open' | 'targeted' | undefined;
        readonly tags: { readonly [name: string]: string };
      }[];
      /** One term of a selector: its conditions are ANDed, terms are ORed. */
      readonly amis: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        /** Only in a term for capacity reservations. Omitted if not set, and in older inventories. */
        readonly instanceMatchCriteria?: 'open' | 'targeted' | undefined;
        readonly tags: { readonly [name: string]: string };
      }[];
      /** One term of a selector: its conditions are ANDed, terms are ORed. */
      readonly capacityReservations: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        /** Only in a term for capacity reservations. Omitted if not set, and in older inventories. */
        readonly instanceMatchCriteria?: 'open' | 'targeted' | undefined;
        readonly tags: { readonly [name: string]: string };
      }[];
    };
    /** Tags for its instances. */
    readonly tags: { readonly [name: string]: string };
    /** A block device mapping names a snapshot. Omitted without block device mappings (`fields` shows whether there are any), and in older inventories. */
    readonly namesSnapshot?: boolean | undefined;
    /** `metadataOptions.httpPutResponseHopLimit`; null if not set. */
    readonly hopLimit: number | null;
    /** The user data contains the taint karpenter.sh/unregistered; null without user data. */
    readonly registersTaint: boolean | null;
    /** What checks read of its user data; null without user data. Omitted in older inventories. */
    readonly boot?: {
      /** Names of the flags that it passes to the kubelet, without `--`: letters and hyphens only; sorted. */
      readonly kubeletFlags: readonly string[];
      /** Where it passes them. */
      readonly flagsIn: readonly ('--kubelet-extra-args' | '-KubeletExtraArgs' | 'NodeConfig' | 'KUBELET_EXTRA_ARGS' | 'kubelet command')[];
      /** A kernel parameter chooses cgroup v1 (`systemd.unified_cgroup_hierarchy=0`); null if none chooses a version. */
      readonly cgroupV1: boolean | null;
      /** `failCgroupV1` of the kubelet's configuration; null if it does not set it. */
      readonly failCgroupV1: boolean | null;
      /** It mentions an HTTP proxy, also in comments. Omitted if it does not, and in older inventories. */
      readonly proxy?: true | undefined;
      /** Keys of the labels that it gives to nodes; values may be secrets. Omitted if a part of them comes from elsewhere, and in older inventories. */
      readonly nodeLabels?: readonly string[] | undefined;
      /** Taints that it gives to nodes, without their values. Omitted if a part of them comes from elsewhere, and in older inventories. */
      readonly nodeTaints?: readonly {
        readonly key: string;
        readonly effect: string;
      }[] | undefined;
      /** Feature gates that it sets, of those in the table. Omitted if a part of them comes from elsewhere, and in older inventories. */
      readonly featureGates?: { readonly [name: string]: boolean } | undefined;
      /** It configures the CRI plugin of containerd 1. Omitted in older inventories. */
      readonly containerdV1?: boolean | undefined;
      /** A part of it could not be read: a URL, a variable from elsewhere, an unknown format. */
      readonly unread: boolean;
    } | null | undefined;
  })[];
  /** The NodeClasses of EKS Auto Mode (eks.amazonaws.com); empty without Auto Mode. */
  readonly autoModeNodeClasses: readonly ({
    /** The API version with its group: `eks.amazonaws.com/v1`. */
    readonly apiVersion: string;
    readonly name: string;
    /** The condition Ready; null if it is missing or Unknown. */
    readonly ready: boolean | null;
    /** Reason and message of the condition, if it is not True. */
    readonly readyMessage: string | null;
    /** A condition in the status of an object. */
    readonly conditions: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    }[];
    /** As of Karpenter's node classes. */
    readonly owner?: {
      /** From Helm's annotations. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The Argo CD or Flux object that applies it. Omitted if there is none, or its name is unknown. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
      /** The owner reference with `controller: true`. Omitted if there is none, and in older inventories. */
      readonly controller?: {
        readonly apiGroup: string;
        readonly kind: string;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** NodeClaims and Machines. */
  readonly karpenterClaims: readonly {
    readonly kind: 'NodeClaim' | 'Machine';
    readonly name: string;
    /** Its NodePool or Provisioner; null if it has none. */
    readonly pool: string | null;
    /** The group of its node class; eks.amazonaws.com for EKS Auto Mode. */
    readonly nodeClassGroup: string;
    /** The fields of its nodeClassRef that are empty. Only of a NodeClaim of v1; omitted if there are none. */
    readonly emptyInNodeClass?: readonly string[] | undefined;
    readonly createdAt: string | null;
    /** Conditions that show a problem: Launched, Registered or Initialized if not True, Drifted if True. During a deletion also what it waits for: Drained or VolumesDetached if not True, InstanceTerminating if True. */
    readonly conditions: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    }[];
    readonly terminating: boolean;
    /** When its deletion was requested; omitted if it was not, or in inventories of older versions. */
    readonly deletingSince?: string | undefined;
    /** During a deletion: when its `terminationGracePeriod` ends. Omitted if it has none. */
    readonly terminatesAt?: string | undefined;
    /** During a deletion: its node. Omitted if it has none. */
    readonly node?: string | undefined;
    /** Karpenter 1.0 or later has found the tag eks:eks-cluster-name on its instance, or set it. */
    readonly clusterNameTagged?: true | undefined;
  }[];
  /** Kinds of `karpenterPools` that were read: objects of a missing kind may exist. A kind that is not installed counts as read. */
  readonly karpenterPoolKinds: readonly ('NodePool' | 'Provisioner')[];
  /** Kinds of `karpenterNodeClasses` that were read, like `karpenterPoolKinds`. */
  readonly karpenterNodeClassKinds: readonly ('EC2NodeClass' | 'AWSNodeTemplate')[];
  /** Kinds of `karpenterClaims` that were read, like `karpenterPoolKinds`. */
  readonly karpenterClaimKinds: readonly ('NodeClaim' | 'Machine')[];
  /** Objects that use keys of karpenter.sh or karpenter.k8s.aws: workload templates, pods with keys that their template lacks (grouped by controller), namespaces, and nodes (only their taints, annotations `karpenter.sh/do-not-*` and the label of their Provisioner). */
  readonly karpenterKeys: readonly {
    readonly kind: string;
    /** Null for nodes and namespaces. */
    readonly namespace: string | null;
    readonly name: string;
    /** The number of pods with these keys; null for a template, a node or a namespace. */
    readonly pods: number | null;
    /** A key in Karpenter's domains, as one object uses it. */
    readonly uses: readonly {
      readonly key: string;
      readonly place: 'annotation' | 'label' | 'taint' | 'toleration' | 'node selector' | 'required node affinity' | 'preferred node affinity' | 'required pod affinity' | 'preferred pod affinity' | 'required pod anti-affinity' | 'preferred pod anti-affinity' | 'required topology spread' | 'preferred topology spread';
      /** The operator of an affinity; `In` for a node selector; null elsewhere. */
      readonly operator: string | null;
      readonly values: readonly string[];
    }[];
  }[];
  /** Each Helm release, from the labels of its Secrets or ConfigMaps. */
  readonly helmHistories: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Helm's storage driver: Secrets by default, or ConfigMaps. */
    readonly storage: 'Secret' | 'ConfigMap';
    readonly newest: {
      readonly revision: number;
      /** Helm's release status: `deployed`, `failed`, `pending-upgrade`. */
      readonly status: string;
    };
    /** The newest deployed revision; null if none is deployed. */
    readonly deployed: number | null;
  }[];
  /** The revision of each release that the next `helm upgrade` starts from: the newest deployed one, or else the newest. Omits uninstalled releases with a kept history. */
  readonly helmManifests: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Helm's storage driver: Secrets by default, or ConfigMaps. */
    readonly storage: 'Secret' | 'ConfigMap';
    readonly revision: number;
    readonly status: string;
    /** The newest revision, deployed or not. */
    readonly newest: {
      readonly revision: number;
      /** Helm's release status: `deployed`, `failed`, `pending-upgrade`. */
      readonly status: string;
    };
    readonly chart: string;
    readonly chartVersion: string;
    /** Objects in its manifest and hooks with an API version that Kubernetes removes, served here or not. */
    readonly objects: readonly {
      readonly api: string;
      readonly kind: string;
      /** Null for a cluster-scoped kind. */
      readonly namespace: string | null;
      readonly name: string;
      /** The events of a hook; null for an object of the manifest. */
      readonly hook: readonly string[] | null;
    }[];
  }[];
  /** The newest revision of each Helm release that may be Karpenter's: `karpenter`, `karpenter-crd`, and the owners of its CRDs. Only the paths of values are kept. */
  readonly helmReleases: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly revision: number;
    readonly status: string;
    /** `karpenter`, `karpenter-crd`; null if the release cannot be unpacked. */
    readonly chart: string | null;
    /** Version of the chart: `1.5.0`, `v0.32.1`. */
    readonly chartVersion: string | null;
    /** Values that the user set, below `settings`, `webhook` and `controller.image`: `settings.aws.clusterName`. */
    readonly values: readonly string[];
  }[];
  /** servicequotas:GetServiceQuota (GetAWSDefaultServiceQuota if the account has no value) for the EC2 quotas on vCPUs that managed node groups and Karpenter use. Its order is that of the codes. */
  readonly vcpuQuotas: readonly ({
    readonly code: string;
    /** Null if Service Quotas has no such quota in this Region. */
    readonly found: {
      readonly name: string;
      readonly vcpus: number;
      /** `Class` of the metric that counts the vCPUs in use: `Standard/OnDemand`; null without such a metric. */
      readonly metricClass: string | null;
    } | null;
  })[];
  /** cloudwatch:GetMetricData for the metric of each of `vcpuQuotas`: the vCPUs that the whole account uses in the Region. Omits a quota without a metric, or without a value in the last hour. */
  readonly vcpuUsage: readonly {
    readonly code: string;
    readonly vcpus: number;
  }[];
  /** A program on PATH with the version that it prints; null if PATH has no such program. */
  readonly kubectl: {
    readonly version: string;
  } | null;
  /** A program on PATH with the version that it prints; null if PATH has no such program. */
  readonly eksctl: {
    readonly version: string;
  } | null;
}

/** The name of a fact of eks-preflight. */
export type FactName = keyof Facts;

interface CorefileDirective {
  readonly name: string;
  readonly args: readonly string[];
  readonly line: number;
  readonly importedAt?: number | undefined;
  readonly file?: {
    readonly configMap: string;
    readonly key: string;
  } | undefined;
  readonly block: readonly CorefileDirective[];
}

export {};
