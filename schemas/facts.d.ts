/** Written by `npm run generate` from the schemas in src/facts/. docs/own-checks.md says what is promised. */

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
    /** CIDR blocks of those networks. */
    readonly remoteNodeCidrs: readonly string[];
    /** Where the API server's endpoint can be reached from: the internet, the VPC, both; null if EKS does not return it. */
    readonly endpointAccess: 'public' | 'private' | 'both' | null;
    readonly vpcId: string | null;
    readonly subnetIds: readonly string[];
    readonly securityGroupIds: readonly string[];
    readonly clusterSecurityGroupId: string | null;
    readonly roleArn: string | null;
    /** URL of the identity provider of its ServiceAccounts; null: EKS names none. */
    readonly oidcIssuer: string | null;
    /** Null if EKS returned no health information. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
  };
  /** eks:DescribeClusterVersions, unsupported ones included; or, where a region lacks the operation, the table eks-versions. */
  readonly clusterVersions: {
    readonly source: 'live' | 'table';
    readonly versions: readonly {
      readonly version: string;
      readonly clusterType: string;
      readonly status: 'STANDARD_SUPPORT' | 'EXTENDED_SUPPORT' | 'UNSUPPORTED' | 'UNKNOWN';
      readonly endOfStandardSupport: string | null;
      readonly endOfExtendedSupport: string | null;
    }[];
  };
  /** eks:ListUpdates and DescribeUpdate, of the cluster itself (not of its node groups or add-ons). */
  readonly updates: readonly {
    readonly id: string;
    readonly type: string;
    readonly status: string;
    readonly createdAt: string | null;
    /** The version a VersionUpdate went to. */
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
  readonly subnets: readonly {
    readonly id: string;
    readonly availabilityZone: string;
    readonly availabilityZoneId: string;
    readonly vpcId: string;
    readonly state: string;
    readonly availableIpAddressCount: number;
    readonly cidrBlock: string | null;
    readonly outpostArn: string | null;
  }[];
  /** ec2:DescribeSubnets of the cluster's VPC, those of the nodes among them. */
  readonly vpcSubnets: readonly {
    readonly id: string;
    readonly cidrs: readonly string[];
    /** IPv4 addresses that are free. */
    readonly free?: number | undefined;
  }[];
  /** ec2:DescribeVpcAttribute of the cluster's VPC; null if the VPC is not found. */
  readonly vpcDns: {
    readonly hostnames: boolean;
    readonly support: boolean;
  } | null;
  /** ec2:DescribeRouteTables of the cluster's VPC. Routes within the VPC (`local`) and to gateway endpoints are left out. */
  readonly routeTables: readonly {
    readonly id: string;
    /** Of every subnet that is not associated with another. */
    readonly main: boolean;
    readonly subnetIds: readonly string[];
    /** `target` is the id of what the route leads to; `state` is `active` or `blackhole`. */
    readonly routes: readonly {
      readonly destination: string;
      readonly target: string;
      readonly state: string;
    }[];
  }[];
  /** ec2:DescribeVpcEndpoints of the cluster's VPC: interface endpoints of STS. `dnsNames`: they answer for STS's own name. */
  readonly stsEndpoints: readonly {
    readonly id: string;
    readonly serviceName: string;
    readonly state: string;
    readonly dnsNames: boolean;
  }[];
  /** ec2:DescribeInstances that carry the cluster's tag: the network interfaces of nodes, those alike together. An interface is primary, or one that the VPC CNI gave the instance for pods. */
  readonly nodeInterfaces: readonly {
    readonly primary: boolean;
    readonly securityGroupIds: readonly string[];
    readonly subnetId: string;
    readonly instances: readonly string[];
  }[];
  /** ec2:DescribeSecurityGroups of the groups that control plane and nodes carry: an id that is missing here does not exist. Rules and prefix lists only as far as they concern the ports of the table cluster-ports. */
  readonly securityGroups: {
    readonly groups: readonly ({
      readonly id: string;
      readonly name: string;
      readonly rules: readonly ({
        readonly direction: 'ingress' | 'egress';
        /** `-1`: all. */
        readonly protocol: string;
        /** Null: all ports. */
        readonly ports: {
          readonly from: number;
          readonly to: number;
        } | null;
        readonly groups: readonly string[];
        /** IPv4 and IPv6. */
        readonly cidrs: readonly string[];
        readonly prefixLists: readonly string[];
      })[];
    })[];
    /** CIDRs null: no such list is found, or it is no longer shared. */
    readonly prefixLists: readonly {
      readonly id: string;
      readonly cidrs: readonly string[] | null;
    }[];
  };
  /** iam:GetRole and ListAttachedRolePolicies of the cluster's role; null if no such role exists. */
  readonly clusterRole: {
    readonly name: string;
    /** As IAM returns it: a role of this name may have another path than the cluster's. */
    readonly arn: string;
    /** Null: the trust policy cannot be read. */
    readonly trust: readonly {
      readonly effect: string;
      /** Service principals, `*` for anyone; null: NotPrincipal. Principals of other kinds are left out. */
      readonly services: readonly string[] | null;
      /** Null: NotAction. */
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
    /** Left out: none. */
    readonly tags?: { readonly [name: string]: string } | undefined;
  } | null;
  /** Policies of the cluster's role: inline ones, attached ones but for those of AWS that the table cluster-role names. Null: no such role. */
  readonly clusterRolePolicies: {
    /** One policy of a role, reduced to the statements that concern the relevant services. */
    readonly policies: readonly {
      readonly name: string;
      /** Null: an inline policy. */
      readonly arn: string | null;
      /** The policy document as JSON (a managed policy's default version); null: it could not be read, or is invalid JSON. */
      readonly document: unknown;
      /** Characters of the whole document without white space, as IAM counts them. Left out: it was not read. */
      readonly size?: number | undefined;
    }[];
    /** Null: the role has none. */
    readonly boundary: {
      readonly name: string;
      /** Null: an inline policy. */
      readonly arn: string | null;
      /** The policy document as JSON (a managed policy's default version); null: it could not be read, or is invalid JSON. */
      readonly document: unknown;
      /** Characters of the whole document without white space, as IAM counts them. Left out: it was not read. */
      readonly size?: number | undefined;
    } | null;
  } | null;
  /** eks:ListNodegroups and DescribeNodegroup. */
  readonly nodegroups: readonly ({
    readonly name: string;
    readonly status: string;
    /** Null if EKS names none (custom AMIs). */
    readonly version: string | null;
    readonly releaseVersion: string | null;
    readonly amiType: string | null;
    readonly capacityType: string | null;
    readonly minSize: number | null;
    readonly desiredSize: number | null;
    readonly maxSize: number | null;
    readonly launchTemplate: boolean;
    readonly nodeRole: string | null;
    readonly subnetIds: readonly string[];
    /** Of its nodes, as EKS returns them; left out, like `taints`, in inventories of versions that did not read them. */
    readonly labels?: { readonly [name: string]: string } | undefined;
    readonly taints?: readonly {
      readonly key: string;
      readonly value: string | null;
      readonly effect: string;
    }[] | undefined;
    /** In GiB; left out if the launch template sets it. */
    readonly diskSize?: number | undefined;
    /** Left out if EKS configures no SSH access to its nodes. */
    readonly remoteAccess?: {
      readonly sshKey: string | null;
      readonly securityGroupIds: readonly string[];
    } | undefined;
    /** Empty if the launch template names the type. */
    readonly instanceTypes: readonly string[];
    /** Null if EKS returned no health information. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
  })[];
  /** eks:ListAccessEntries and DescribeAccessEntry of the roles of managed node groups; null if the cluster has none (CONFIG_MAP). A separate fact: an inventory without it does not show that such a role has no entry. */
  readonly nodegroupAccessEntries: readonly {
    readonly principalArn: string;
    /** Null: it could not be described. */
    readonly type: string | null;
  }[] | null;
  /** ConfigMap kube-system/aws-auth, of `mapRoles` the lines of the roles of managed node groups; else like `nodeAuthRoles`. */
  readonly nodegroupAuthRoles: {
    readonly state: 'read';
    readonly roles: readonly {
      readonly arn: string;
      readonly username: string;
      readonly groups: readonly string[];
    }[];
  } | {
    readonly state: 'unreadable';
    readonly message: string;
  } | null;
  /** ec2:DescribeImages of the images that node groups of a custom AMI start from: only those that Amazon owns. */
  readonly nodeImages: readonly {
    readonly id: string;
    readonly name: string;
  }[];
  /** eks:ListFargateProfiles and DescribeFargateProfile. Selectors are not read: the pods of a profile carry its name. */
  readonly fargateProfiles: readonly {
    readonly name: string;
    /** The source of the requests that Fargate makes for it. */
    readonly arn: string;
    readonly status: string;
    /** ARN of its pod execution role. */
    readonly roleArn: string;
    readonly subnetIds: readonly string[];
    /** What went wrong when EKS created or deleted it; null if EKS lists nothing. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
  }[];
  /** iam:GetRole and the policies of each pod execution role, but for those of AWS that the table fargate-role names. Roles that do not exist in IAM are included. */
  readonly fargateRoles: readonly ({
    readonly name: string;
    /** Null: no such role exists. */
    readonly found: {
      /** As IAM returns it: a role of this name may have another path than the ARN that names it. */
      readonly arn: string;
      /** Null: the trust policy cannot be read. */
      readonly trust: readonly {
        readonly effect: string;
        /** Service principals, `*` for anyone; null: NotPrincipal. Principals of other kinds are left out. */
        readonly services: readonly string[] | null;
        /** Null: NotAction. */
        readonly actions: readonly string[] | null;
        readonly conditions: readonly {
          readonly operator: string;
          readonly key: string;
          readonly values: readonly string[];
        }[];
      }[] | null;
      /** ARNs, sorted. */
      readonly attachedPolicies: readonly string[];
      /** Its inline policies, attached ones but for those of AWS that the table of such roles names, the boundary. */
      readonly own: {
        /** One policy of a role, reduced to the statements that concern the relevant services. */
        readonly policies: readonly {
          readonly name: string;
          /** Null: an inline policy. */
          readonly arn: string | null;
          /** The policy document as JSON (a managed policy's default version); null: it could not be read, or is invalid JSON. */
          readonly document: unknown;
          /** Characters of the whole document without white space, as IAM counts them. Left out: it was not read. */
          readonly size?: number | undefined;
        }[];
        /** Null: the role has none. */
        readonly boundary: {
          readonly name: string;
          /** Null: an inline policy. */
          readonly arn: string | null;
          /** The policy document as JSON (a managed policy's default version); null: it could not be read, or is invalid JSON. */
          readonly document: unknown;
          /** Characters of the whole document without white space, as IAM counts them. Left out: it was not read. */
          readonly size?: number | undefined;
        } | null;
      };
      /** Left out: none. */
      readonly tags?: { readonly [name: string]: string } | undefined;
    } | null;
  })[];
  /** eks:ListAddons. */
  readonly addonNames: readonly string[];
  /** eks:DescribeAddon of every installed EKS add-on. */
  readonly addons: readonly {
    readonly name: string;
    readonly version: string;
    readonly status: string;
    /** `aws`, `aws-marketplace`, `community`; null if EKS returns none. */
    readonly owner: string | null;
    /** Null if EKS returned no health information. */
    readonly healthIssues: readonly {
      readonly code: string;
      readonly message: string;
      readonly resourceIds: readonly string[];
    }[] | null;
  }[];
  /** eks:DescribeAddonVersions of every installed add-on, and of VPC CNI, CoreDNS and kube-proxy in any case (without EKS Auto Mode), for the cluster's version and all later ones. */
  readonly addonVersions: readonly {
    /** The add-on; without versions if EKS does not know it (any more). */
    readonly name: string;
    /** `aws`, `aws-marketplace`, `community`; null if EKS returns none. */
    readonly owner: string | null;
    readonly publisher: string | null;
    readonly versions: readonly {
      readonly version: string;
      readonly compatibilities: readonly {
        /** The cluster's Kubernetes version. */
        readonly cluster: string;
        /** EKS platform versions; empty: any. */
        readonly platforms: readonly string[];
        /** What EKS installs by default on that Kubernetes version. */
        readonly isDefault: boolean;
      }[];
    }[];
  }[];
  /** eks:ListInsights of the category UPGRADE_READINESS; those of a later version that do not pass are described, too. Null if the region offers no insights. Times are ISO 8601. */
  readonly insights: readonly ({
    readonly id: string;
    readonly name: string;
    /** The version that EKS checks the cluster for. */
    readonly kubernetesVersion: string | null;
    readonly status: string;
    readonly reason: string | null;
    readonly lastRefreshTime: string | null;
    /** Null: not described, because it passes, is about a version that the cluster has already, or the call failed. */
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
  /** autoscaling:DescribeAutoScalingGroups that carry the cluster's tag. */
  readonly autoScalingGroups: readonly ({
    readonly name: string;
    /** The managed node group that owns it. */
    readonly nodegroup: string | null;
    readonly maxSize: number;
    /** Null: no mixed-instances policy. Counts and percent as Auto Scaling defines them, defaults filled in. */
    readonly mixedInstances: {
      readonly onDemandBaseCapacity: number;
      readonly onDemandPercentageAboveBaseCapacity: number;
    } | null;
    /** Of a self-managed group; left out for a node group's own, and in older inventories. */
    readonly instanceIds?: readonly string[] | undefined;
    /** Each launch template or configuration that it starts instances from. Of a self-managed group only. */
    readonly launches?: readonly {
      /** Id of the launch template, or its name; null: a launch configuration, which is not read. */
      readonly template: string | null;
      /** A number, `$Latest` or `$Default`. */
      readonly version: string | null;
      /** The image that an override names; null: the one of the launch template. */
      readonly imageId: string | null;
    }[] | undefined;
  })[];
  /** The self-managed Auto Scaling groups that carry the cluster's tag, may start an instance and have no Node today, with the images that their next instances start from: ec2:DescribeLaunchTemplateVersions, ec2:DescribeImages. */
  readonly emptyAutoScalingGroups: readonly {
    readonly name: string;
    /** Empty: its launch template, or that version of it, does not exist, so it starts no instance. */
    readonly images: readonly {
      readonly template: string | null;
      readonly version: string | null;
      readonly imageId: string | null;
      /** True: `imageId` is a parameter of Systems Manager, `resolve:ssm:...`. */
      readonly isParameter: boolean;
      /** Null: Amazon owns no image of this id, or there is no id. */
      readonly name: string | null;
    }[];
  }[];
  /** iam:GetRole of AWSServiceRoleForEC2Spot. */
  readonly spotServiceLinkedRole: {
    readonly exists: boolean;
  };
  /** v1 Nodes. */
  readonly nodes: readonly {
    readonly name: string;
    /** Left out if the API server names none. */
    readonly createdAt?: string | undefined;
    readonly computeType: 'managed' | 'self-managed' | 'karpenter' | 'auto' | 'fargate' | 'hybrid' | 'virtual';
    /** Node group or NodePool (or Provisioner) that made it. */
    readonly group: string | null;
    /** Its group is a Provisioner: Karpenter before 0.32 launched the node. */
    readonly ofProvisioner?: true | undefined;
    readonly kubeletVersion: string;
    readonly containerRuntimeVersion: string;
    readonly osImage: string;
    readonly kernelVersion: string;
    readonly zone: string | null;
    readonly instanceType: string | null;
    /** The node group or Karpenter says that it is a Spot instance. */
    readonly spot?: true | undefined;
    /** Of EC2, from `spec.providerID`; null for nodes that are not an EC2 instance. */
    readonly instanceId: string | null;
    /** The Ready condition; null: Unknown, or not reported. */
    readonly ready: boolean | null;
    /** When Ready last changed, if it is not True. */
    readonly notReadySince: string | null;
    /** The conditions that report a problem and are True: MemoryPressure, DiskPressure, PIDPressure, NetworkUnavailable. */
    readonly pressures: readonly string[];
    /** Cordoned: `spec.unschedulable`. */
    readonly unschedulable: boolean;
    /** Its deletion was requested and waits for a finalizer. */
    readonly deletingSince: string | null;
    /** `nvidia.com/gpu` of the capacity, which a running device plugin reports; 0 if none is reported. */
    readonly nvidiaGpus: number;
  }[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly deployments: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 where unset); null for kinds without. */
    readonly replicas: number | null;
    /** Labels that name what runs: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** Of a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Left out: no. */
    readonly timeZoneInSchedule?: true | undefined;
    /** Of a StatefulSet: the claim templates that name no StorageClass. Left out: none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** Its pods run on nodes of Windows only. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that a check names; null: set from elsewhere (`valueFrom`). No other is read. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only where the container runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
      } | undefined;
    })[];
    /** hostPath volumes. */
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; left out: none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** A seccomp profile is named by an annotation, and by no field; left out: no. */
    readonly seccompByAnnotation?: true | undefined;
    /** A volume of its pods is a PersistentVolumeClaim, or a StatefulSet makes one for each. Left out: it was not looked for. */
    readonly claims?: boolean | undefined;
  })[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly daemonSets: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 where unset); null for kinds without. */
    readonly replicas: number | null;
    /** Labels that name what runs: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** Of a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Left out: no. */
    readonly timeZoneInSchedule?: true | undefined;
    /** Of a StatefulSet: the claim templates that name no StorageClass. Left out: none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** Its pods run on nodes of Windows only. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that a check names; null: set from elsewhere (`valueFrom`). No other is read. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only where the container runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
      } | undefined;
    })[];
    /** hostPath volumes. */
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; left out: none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** A seccomp profile is named by an annotation, and by no field; left out: no. */
    readonly seccompByAnnotation?: true | undefined;
    /** A volume of its pods is a PersistentVolumeClaim, or a StatefulSet makes one for each. Left out: it was not looked for. */
    readonly claims?: boolean | undefined;
  })[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly statefulSets: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 where unset); null for kinds without. */
    readonly replicas: number | null;
    /** Labels that name what runs: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** Of a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Left out: no. */
    readonly timeZoneInSchedule?: true | undefined;
    /** Of a StatefulSet: the claim templates that name no StorageClass. Left out: none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** Its pods run on nodes of Windows only. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that a check names; null: set from elsewhere (`valueFrom`). No other is read. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only where the container runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
      } | undefined;
    })[];
    /** hostPath volumes. */
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; left out: none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** A seccomp profile is named by an annotation, and by no field; left out: no. */
    readonly seccompByAnnotation?: true | undefined;
    /** A volume of its pods is a PersistentVolumeClaim, or a StatefulSet makes one for each. Left out: it was not looked for. */
    readonly claims?: boolean | undefined;
  })[];
  /** Deployments, DaemonSets, StatefulSets or CronJobs: their labels and pod templates, and who applies them. */
  readonly cronJobs: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    /** `spec.replicas` (1 where unset); null for kinds without. */
    readonly replicas: number | null;
    /** Labels that name what runs: app, k8s-app, app.kubernetes.io/{name,version,managed-by}, helm.sh/chart. */
    readonly labels: { readonly [name: string]: string };
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** Of a CronJob: `spec.schedule` sets a time zone (`TZ=`, `CRON_TZ=`). Left out: no. */
    readonly timeZoneInSchedule?: true | undefined;
    /** Of a StatefulSet: the claim templates that name no StorageClass. Left out: none. */
    readonly claimsWithoutClass?: readonly string[] | undefined;
    /** Its pods run on nodes of Windows only. */
    readonly windows?: true | undefined;
    readonly containers: readonly ({
      readonly name: string;
      readonly image: string;
      /** Path of an HTTP readiness probe, without its query. */
      readonly readinessPath?: string | undefined;
      /** Environment variables that a check names; null: set from elsewhere (`valueFrom`). No other is read. */
      readonly variables?: { readonly [name: string]: string | null } | undefined;
      /** Flags of kube-proxy, only where the container runs it. */
      readonly kubeProxy?: {
        readonly mode: string | null;
        readonly config: string | null;
      } | undefined;
    })[];
    /** hostPath volumes. */
    readonly hostPaths: readonly {
      readonly volume: string;
      readonly path: string;
    }[];
    /** Names of ConfigMaps mounted as volumes. */
    readonly configMaps: readonly string[];
    /** Volumes of removed types; left out: none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
    /** A seccomp profile is named by an annotation, and by no field; left out: no. */
    readonly seccompByAnnotation?: true | undefined;
    /** A volume of its pods is a PersistentVolumeClaim, or a StatefulSet makes one for each. Left out: it was not looked for. */
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
    /** The owner that controls it; a ReplicaSet of a Deployment is already folded into the Deployment's name. */
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
    /** Volumes of removed types; left out: none. */
    readonly removedVolumes?: readonly {
      readonly volume: string;
      readonly type: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume';
    }[] | undefined;
  })[];
  /** policy/v1 PodDisruptionBudgets (v1beta1 where that is all that is served). */
  readonly podDisruptionBudgets: readonly ({
    readonly namespace: string;
    readonly name: string;
    /** Null: it matches no pod (none is set, or `{}` in v1beta1). */
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
    /** IfHealthyBudget (what null means, too) or AlwaysAllow. */
    readonly unhealthyPodEvictionPolicy: string | null;
    /** The object that it belongs to: an operator's custom resource. */
    readonly owner: {
      readonly apiGroup: string;
      readonly kind: string;
      readonly name: string;
    } | null;
    readonly generation: number;
    readonly status: {
      /** Below the generation: the rest of the status describes an earlier budget. 0: not processed by its controller yet. */
      readonly observedGeneration: number;
      readonly currentHealthy: number;
      readonly desiredHealthy: number;
      readonly expectedPods: number;
      readonly disruptionsAllowed: number;
      /** The message of the condition DisruptionAllowed if its reason is SyncFailed. */
      readonly syncFailure: string | null;
    };
  })[];
  /** Each budget with the names of the pods that its selector matches, whatever their phase; labels themselves are not kept. */
  readonly budgetedPods: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly pods: readonly string[];
    /** One of the pods mounts a PersistentVolumeClaim. Left out: it was not looked for. */
    readonly claims?: boolean | undefined;
  }[];
  /** Each Deployment and StatefulSet with the names of the budgets that match its pod template. */
  readonly budgetedWorkloads: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number;
    readonly budgets: readonly string[];
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** v1 Namespaces. */
  readonly namespaces: readonly {
    readonly name: string;
    /** True if a pod-security.kubernetes.io/* label is set. */
    readonly podSecurityLabelled: boolean;
    /** The value of the label that `--team-label` names; left out: it has none, or no label was named. */
    readonly team?: string | undefined;
  }[];
  /** policy/v1beta1 PodSecurityPolicies; null if the server does not serve them. */
  readonly podSecurityPolicies: readonly {
    readonly name: string;
    readonly privileged: boolean;
  }[] | null;
  /** Workloads that run on Fargate, each with the virtual nodes of its pods. */
  readonly fargateWorkloads: readonly {
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly nodes: readonly string[];
    /** Fargate profiles that its pods run with, by the pods' label. Left out: no label names one. */
    readonly profiles?: readonly string[] | undefined;
  }[];
  /** Copies of the VPC CNI. */
  readonly vpcCni: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** Copies of the AWS Load Balancer Controller, and of its first generation, the ALB Ingress Controller (generation 1). */
  readonly loadBalancerControllers: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly generation: '1' | '2';
  })[];
  /** Copies of CoreDNS, each with the Corefile it runs: parsed, unreadable, or its ConfigMap missing. Arguments that may be secrets are masked. */
  readonly coredns: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    /** Path of the readiness probe; null: none over HTTP. */
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
  /** Copies of kube-proxy. */
  readonly kubeProxy: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** The proxy mode of each copy of kube-proxy, and nothing else of its configuration. */
  readonly kubeProxyModes: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly configuration: {
      readonly state: 'read';
      /** As written; empty: kube-proxy chooses by itself (iptables on Linux). */
      readonly mode: string;
      /** Where it was read: the ConfigMap's name; null: the command line. */
      readonly configMap: string | null;
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
  /** Copies of the components of the table `token-floors`, which read a service account token. */
  readonly apiClients: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly component: string;
  })[];
  /** Copies of what a cluster cannot do without, each with its pods. */
  readonly coreComponents: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly component: 'coredns' | 'vpc-cni' | 'kube-proxy' | 'aws-load-balancer-controller' | 'ebs-csi-controller';
    /** Pods that it wants and those that are available; null: no controller has reported on it yet. */
    readonly pods: {
      readonly wanted: number;
      readonly available: number;
    } | null;
  })[];
  /** API groups that discovery shows. */
  readonly apiGroups: readonly string[];
  /** Of the API versions that a later Kubernetes version removes, those that this API server serves, by discovery. */
  readonly servedApis: readonly {
    /** `autoscaling/v2beta2` */
    readonly api: string;
    /** The plural of the kind. */
    readonly resource: string;
  }[];
  /** Objects of the kinds of which {@link servedApis} lists a version, with metadata alone. Which version an object is stored or read at says nothing; which one its writers used does. */
  readonly apiObjects: {
    readonly kinds: readonly ({
      readonly resource: string;
      /** The version that was listed: the newest that is served; null if that one is deprecated, so nothing was listed. */
      readonly api: string | null;
      readonly count: number;
      /** How many of them have Helm metadata (its annotations, its label, its field manager), and the releases that the annotations name. Left out: not looked for, or nothing was listed. */
      readonly helm?: {
        readonly count: number;
        readonly releases: readonly {
          readonly namespace: string | null;
          readonly name: string;
        }[];
      } | undefined;
    })[];
    /** Those that were written with a version that Kubernetes removes, or that name one in an owner reference. Left out: FlowSchemas and PriorityLevelConfigurations that the API server keeps up to date by itself (annotation `apf.kubernetes.io/autoupdate-spec`), and the EndpointSlices of the control plane's own controllers. */
    readonly objects: readonly ({
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
      /** Left out: no release, Argo CD or Flux has left a mark. */
      readonly owner?: {
        /** Annotations of Helm. */
        readonly release: string | null;
        readonly releaseNamespace: string | null;
        /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
        readonly managedBy: string | null;
        /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
        readonly applier?: {
          readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
          readonly namespace: string | null;
          readonly name: string;
        } | undefined;
      } | undefined;
      /** Owner references that name a version that Kubernetes removes. Left out: none. */
      readonly oldOwners?: readonly {
        readonly api: string;
        readonly kind: string;
        readonly name: string;
      }[] | undefined;
      /** The controller that made it: its template has to change, not the object. Left out: none. */
      readonly controller?: {
        readonly kind: string;
        readonly name: string;
      } | undefined;
      /** What clients noted of the manifest that they applied. */
      readonly applied: readonly {
        readonly by: 'kubectl' | 'kapp';
        readonly api: string;
      }[];
      /** All that `metadata.managedFields` names, the last one first. */
      readonly writers: readonly {
        /** The field manager: a program, as it calls itself. */
        readonly manager: string;
        readonly operation: 'Apply' | 'Update';
        /** `status`, `scale`; null: the object itself. */
        readonly subresource: string | null;
        /** The version that it wrote with. */
        readonly api: string;
        readonly time: string | null;
      }[];
    })[];
  };
  /** Applications of Argo CD that deploy to this cluster, with what `status.resources` says of their manifests. Left out: those that hold no such object, and those of other clusters. Empty if the API server does not serve the kind, or if no object of a kind that loses a version exists: then Applications are not read. */
  readonly argoApplications: readonly ({
    readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
    readonly namespace: string;
    readonly name: string;
    /** Where Argo CD and Flux read manifests from, and the objects in these manifests. */
    readonly sources: readonly ({
      /** The URL of a repository, without credentials. Left out: Flux, whose source is an object. */
      readonly url?: string | undefined;
      /** The object of Flux that names the repository. */
      readonly object?: {
        readonly kind: string;
        readonly namespace: string;
        readonly name: string;
      } | undefined;
      readonly path: string | null;
      readonly chart: string | null;
      /** A branch, a tag; of a chart, its version or a range. */
      readonly revision: string | null;
    })[];
    /** Of kinds that lose a version which this API server serves, whatever version the manifest names. */
    readonly objects: readonly {
      readonly kind: string;
      /** The version that the manifest names. */
      readonly api: string;
      readonly namespace: string | null;
      readonly name: string;
    }[];
  })[];
  /** Kustomizations and HelmReleases of Flux that apply to this cluster, with `status.inventory`. Left out: Kustomizations that hold no such object, and all objects that set a kubeconfig. Older releases of helm-controller write no inventory: such a HelmRelease has its chart and no objects. Empty as above. */
  readonly fluxInventories: readonly ({
    readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
    readonly namespace: string;
    readonly name: string;
    /** Where Argo CD and Flux read manifests from, and the objects in these manifests. */
    readonly sources: readonly ({
      /** The URL of a repository, without credentials. Left out: Flux, whose source is an object. */
      readonly url?: string | undefined;
      /** The object of Flux that names the repository. */
      readonly object?: {
        readonly kind: string;
        readonly namespace: string;
        readonly name: string;
      } | undefined;
      readonly path: string | null;
      readonly chart: string | null;
      /** A branch, a tag; of a chart, its version or a range. */
      readonly revision: string | null;
    })[];
    /** Of kinds that lose a version which this API server serves, whatever version the manifest names. */
    readonly objects: readonly {
      readonly kind: string;
      /** The version that the manifest names. */
      readonly api: string;
      readonly namespace: string | null;
      readonly name: string;
    }[];
  })[];
  /** `apiserver_requested_deprecated_apis` of `GET /metrics`, where it is 1: a client has requested the version since this API server started. There may be several API servers behind the endpoint; one of them answered. Versions that the table of removals does not hold are left out. */
  readonly requestedApis: readonly {
    /** `autoscaling/v2beta2` */
    readonly api: string;
    readonly resource: string;
    /** `status`; null: the object itself. */
    readonly subresource: string | null;
    /** The release that no longer serves it, as the API server knows it. */
    readonly removedRelease: string | null;
  }[];
  /** Requests at deprecated versions that the audit log of the control plane holds (CloudWatch Logs Insights), without those of the control plane and of EKS. Versions that the table of removals does not hold are left out. Where the API server serves none of them, the log is not read. */
  readonly auditedCalls: {
    /** From when on every request is in the log, as far as it was read; null: EKS writes no audit log for the cluster. */
    readonly since: string | null;
    readonly until: string;
    readonly calls: readonly {
      /** The user name of Kubernetes: `system:serviceaccount:shop:scaler`. */
      readonly user: string;
      readonly userAgent: string;
      readonly verb: string;
      readonly api: string;
      readonly resource: string;
      readonly requests: number;
      readonly lastRequestTime: string;
      /** Objects that the requests named, the most requested first; {@link mostObjects} at most. */
      readonly objects: readonly {
        readonly namespace: string | null;
        readonly name: string | null;
      }[];
      /** Of all objects, those that `objects` leaves out among them. */
      readonly objectCount: number;
    }[];
  };
  /** APIServices: which group and version of the API is served by whom. */
  readonly apiServices: readonly ({
    /** `v1beta1.metrics.k8s.io` */
    readonly name: string;
    /** Null: the API server itself. */
    readonly service: {
      readonly namespace: string;
      readonly name: string;
    } | null;
    /** Its condition Available; null: it has none. */
    readonly available: {
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    } | null;
    /** As of a webhook. */
    readonly caExpires?: string | null | undefined;
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
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
      /** The version that is written now. */
      readonly storage: boolean;
      /** The CRD itself calls it deprecated. Left out: it does not. */
      readonly deprecated?: true | undefined;
      /** The warning that the API server returns to clients that request it. */
      readonly deprecationWarning?: string | undefined;
    }[];
    /** Versions in which objects may be stored: `status.storedVersions`. */
    readonly storedVersions: readonly string[];
    readonly conversion: {
      readonly strategy: string;
      /** Null: the API server calls a URL, or nothing. */
      readonly service: {
        readonly namespace: string;
        readonly name: string;
        readonly port: number;
      } | null;
      /** `control-plane`: EKS's own webhooks, which it runs there. Left out: the API server calls a Service, or nothing. */
      readonly url?: 'control-plane' | 'elsewhere' | undefined;
      /** When the last certificate of the CA bundle expires; null: it holds no certificate that can be read. Left out: no bundle. */
      readonly caExpires?: string | null | undefined;
    };
    /** Left out: no release, Argo CD or Flux has left a mark. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** Every webhook of every ValidatingWebhookConfiguration and MutatingWebhookConfiguration. */
  readonly admissionWebhooks: readonly ({
    readonly kind: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration';
    readonly configuration: string;
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
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
      /** With subresources: `pods/eviction`, `*`, `*` + `/*`. */
      readonly resources: readonly string[];
      readonly operations: readonly string[];
      readonly scope: 'Cluster' | 'Namespaced' | '*';
    }[];
    /** Of the existing namespaces, what its namespaceSelector selects; null: they could not be read. */
    readonly namespaces: {
      readonly kubeSystem: boolean;
      readonly kubeNodeLease: boolean;
      readonly any: boolean;
      /** Any of them has pods that its rules concern: any pod for evictions and deletions, otherwise pods that a controller recreates and that its objectSelector selects. Null: pods could not be read. Left out: it selects all, or no request for pods. */
      readonly pods?: boolean | null | undefined;
      /** How many there are, and the names of the first ten. Left out: it selects all. */
      readonly selected?: {
        readonly count: number;
        readonly names: readonly string[];
      } | undefined;
    } | null;
    /** Its objectSelector: none (`all`), one that objects without labels meet (`most`), or another one (`some`). */
    readonly objects: 'all' | 'most' | 'some';
    /** It has matchConditions, which are not evaluated. */
    readonly conditional: boolean;
    /** Null: the API server calls a URL, or nothing. */
    readonly service: {
      readonly namespace: string;
      readonly name: string;
      readonly port: number;
    } | null;
    /** `control-plane`: EKS's own webhooks, which it runs there. Left out: the API server calls a Service, or nothing. */
    readonly url?: 'control-plane' | 'elsewhere' | undefined;
    /** When the last certificate of the CA bundle expires; null: it holds no certificate that can be read. Left out: no bundle. */
    readonly caExpires?: string | null | undefined;
  })[];
  /** The Services that admission webhooks and the conversion webhooks of CRDs call, each once. */
  readonly webhookServices: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Its ports, each with the ready endpoints that offer it (null: they could not be read); null: no such Service exists. */
    readonly ports: readonly {
      readonly port: number;
      readonly ready: number | null;
    }[] | null;
    /** Of type ExternalName: it has no endpoints. */
    readonly external: boolean;
  }[];
  /** v1 PersistentVolumes, only what checks read. */
  readonly persistentVolumes: readonly {
    readonly name: string;
    /** `spec.csi.driver`; null for volumes of another kind. */
    readonly driver: string | null;
    /** `spec.awsElasticBlockStore`: the EBS volume type that is built into Kubernetes. */
    readonly inTreeEbs: boolean;
    /** Its type, where Kubernetes has removed or removes it; left out: another one. */
    readonly removedType?: 'gitRepo' | 'scaleIO' | 'flocker' | 'quobyte' | 'storageos' | 'glusterfs' | 'cephfs' | 'rbd' | 'photonPersistentDisk' | 'portworxVolume' | undefined;
    readonly phase: string;
    /** Namespace and name of the claim that it is bound to. */
    readonly claim: string | null;
    readonly storageClass: string | null;
  }[];
  /** Names of the storage.k8s.io/v1 CSIDrivers. */
  readonly csiDrivers: readonly string[];
  /** storage.k8s.io/v1 StorageClasses. */
  readonly storageClasses: readonly {
    readonly name: string;
    /** Claims that name no class get it. */
    readonly isDefault: boolean;
  }[];
  /** Roles and bindings that checks read, none of them those that Kubernetes or EKS maintains. From the last version on that changes anything about them, nothing is listed. */
  readonly accessGrants: {
    /** Bound roles that name a stream with `get` and nowhere grant `create` on it. */
    readonly streamReaders: readonly {
      readonly kind: 'Role' | 'ClusterRole';
      /** Null for a ClusterRole. */
      readonly namespace: string | null;
      readonly name: string;
      readonly streams: readonly ('pods/exec' | 'pods/attach' | 'pods/portforward')[];
      /** To whom its bindings grant it; the first of them. */
      readonly subjects: readonly {
        readonly kind: 'User' | 'Group' | 'ServiceAccount';
        /** Of a ServiceAccount; null for the others. */
        readonly namespace: string | null;
        readonly name: string;
      }[];
      /** How many bindings grant it. */
      readonly bindings: number;
    }[];
    /** Bindings that grant something to unauthenticated users, but the one to `system:public-info-viewer`. */
    readonly anonymousBindings: readonly {
      readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
      /** Null for a ClusterRoleBinding. */
      readonly namespace: string | null;
      readonly name: string;
      readonly role: string;
      readonly subjects: readonly ('system:anonymous' | 'system:unauthenticated')[];
    }[];
  };
  /** v1 Services: how many there are, and those that checks read. */
  readonly serviceAddresses: {
    readonly listed: number;
    readonly found: readonly {
      readonly namespace: string;
      readonly name: string;
      /** How many addresses `spec.externalIPs` holds; 0 where the Service does not use it: headless, ExternalName. */
      readonly externalIPs: number;
      readonly sloppy: readonly {
        readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress';
        readonly value: string;
        readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
      }[];
    }[];
  };
  /** networking.k8s.io/v1 NetworkPolicies: how many there are, and those with an address that a strict parser refuses. */
  readonly networkPolicyAddresses: {
    readonly listed: number;
    readonly found: readonly {
      readonly namespace: string;
      readonly name: string;
      readonly sloppy: readonly {
        readonly field: 'spec.clusterIPs' | 'spec.externalIPs' | 'spec.loadBalancerSourceRanges' | 'annotation service.beta.kubernetes.io/load-balancer-source-ranges' | 'spec.ingress' | 'spec.egress';
        readonly value: string;
        readonly problem: 'leading zeros' | 'bits beyond the prefix length' | 'IPv4-mapped IPv6';
      }[];
    }[];
  };
  /** Copies of the EBS CSI driver's controller, that of the EKS add-on as well. */
  readonly ebsCsiControllers: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
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
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** DaemonSets of NVIDIA's device plugin; `operator`: made and updated by the GPU Operator. */
  readonly nvidiaDevicePlugins: readonly ({
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
    readonly operator: boolean;
  })[];
  /** DaemonSets that ship the logs of containers: Fluentd, and Fluent Bit as Container Insights installs it. */
  readonly logAgents: readonly {
    readonly agent: 'fluentd' | 'fluent-bit';
    readonly namespace: string;
    readonly name: string;
    readonly image: string;
    /** FLUENT_CONTAINER_TAIL_PARSER_TYPE, the parser of container logs. Unset: Fluentd's images take `json`. Null: set from elsewhere. */
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
    /** `1.18.1`; null: present, but no source shows its version. */
    readonly version: string | null;
    /** EKS's own count of builds of that version: 3 of `v1.18.1-eksbuild.3`; left out if there is none. */
    readonly build?: number | undefined;
    /** Where the version was read: the image's tag, a chart or version label, the EKS add-on. */
    readonly versionSource: string | null;
    /** Name of the EKS add-on that manages this copy. */
    readonly addon: string | null;
    /** It runs on nodes of Windows only. */
    readonly windows?: true | undefined;
    /** Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** networking.k8s.io/v1 IngressClasses. */
  readonly ingressClasses: readonly {
    readonly name: string;
    /** `spec.controller`; null: none is set. */
    readonly controller: string | null;
    /** The controller's name is one that Ingress NGINX answers to. */
    readonly ingressNginx: boolean;
  }[];
  /** networking.k8s.io/v1 Ingresses: how many there are, and those that name a class of Ingress NGINX by class and namespace. */
  readonly nginxIngresses: {
    readonly listed: number;
    readonly counts: readonly {
      readonly class: string;
      readonly namespace: string;
      readonly count: number;
    }[];
  };
  /** Karpenter's controllers, one a Deployment, in any namespace. Empty: not installed. */
  readonly karpenterControllers: readonly ({
    readonly namespace: string;
    readonly name: string;
    readonly replicas: number | null;
    readonly image: string;
    /** `1.5.0`, of a release; null: no source shows it, or the build is not a release. */
    readonly version: string | null;
    /** image tag, image digest, version label, chart label. */
    readonly versionSource: string | null;
    /** What other sources say, if they differ. */
    readonly disagreement: string | null;
    /** A nightly build or a release candidate. */
    readonly snapshot: boolean;
    /** Pods of more than one ReplicaSet: an update is in progress, or stuck. */
    readonly upgrading: boolean;
    /** `default` if the pod names none. */
    readonly serviceAccount: string;
    /** The settings that checks name, from environment and arguments; those of `karpenter-global-settings` as `configMap:<key>`. */
    readonly settings: { readonly [name: string]: string };
    /** `aws.tags` of the ConfigMap, which every instance gets; null: they are set and cannot be read. Left out: none. */
    readonly globalTags?: { readonly [name: string]: string } | null | undefined;
    /** Settings whose value comes from a source that is not read. */
    readonly settingsUnread: readonly string[];
    /** The AWS identity of a controller. `node`: the role of the node under it; `unknown`: it could not be determined. */
    readonly identity: {
      readonly kind: 'irsa' | 'pod-identity' | 'node' | 'unknown';
      /** Of the ServiceAccount's annotation, or of the EKS Pod Identity association. */
      readonly roleArn: string | null;
      /** The role that EKS Pod Identity assumes from the first one. */
      readonly targetRoleArn: string | null;
      /** The role that new pods get, if running ones have another. */
      readonly nextRoleArn?: string | undefined;
      /** False: EKS Pod Identity gives its sessions no tags. Left out: it does, or it is not EKS Pod Identity. */
      readonly sessionTags?: false | undefined;
    };
    /** Of the Deployment. Left out: no label or annotation names one. */
    readonly owner?: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    } | undefined;
  })[];
  /** CLUSTER_ENDPOINT (or its key in the ConfigMap) of each controller that has one, beside eks:DescribeCluster. */
  readonly karpenterEndpoints: readonly {
    readonly endpoint: string;
    /** The endpoint of the cluster that it runs in. */
    readonly isOwn: boolean;
  }[];
  /** iam:GetInstanceProfile, GetRole and the policies of what node classes and settings name, but for those of AWS that the table karpenter-node-role names. What does not exist in IAM is included. */
  readonly karpenterNodeRoles: {
    readonly roles: readonly ({
      readonly name: string;
      /** Null: no such role exists. Older inventories lack its own policies. */
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
          /** One policy of a role, reduced to the statements that concern the relevant services. */
          readonly policies: readonly {
            readonly name: string;
            /** Null: an inline policy. */
            readonly arn: string | null;
            /** The policy document as JSON (a managed policy's default version); null: it could not be read, or is invalid JSON. */
            readonly document: unknown;
            /** Characters of the whole document without white space, as IAM counts them. Left out: it was not read. */
            readonly size?: number | undefined;
          }[];
          /** Null: the role has none. */
          readonly boundary: {
            readonly name: string;
            /** Null: an inline policy. */
            readonly arn: string | null;
            /** The policy document as JSON (a managed policy's default version); null: it could not be read, or is invalid JSON. */
            readonly document: unknown;
            /** Characters of the whole document without white space, as IAM counts them. Left out: it was not read. */
            readonly size?: number | undefined;
          } | null;
        } | undefined;
        readonly tags?: { readonly [name: string]: string } | undefined;
      } | null;
    })[];
    readonly instanceProfiles: readonly {
      readonly name: string;
      readonly exists: boolean;
      /** Name of the role that it holds; null: none. */
      readonly role: string | null;
    }[];
  };
  /** eks:ListAccessEntries and DescribeAccessEntry of Karpenter's node roles; null if the cluster has none (CONFIG_MAP). */
  readonly nodeAccessEntries: readonly {
    readonly principalArn: string;
    /** Null: it could not be described. */
    readonly type: string | null;
  }[] | null;
  /** ConfigMap kube-system/aws-auth, of `mapRoles` the lines of Karpenter's node roles; null if the ConfigMap does not exist or is not read (authentication mode API). No users and no other roles. */
  readonly nodeAuthRoles: {
    readonly state: 'read';
    readonly roles: readonly {
      readonly arn: string;
      readonly username: string;
      readonly groups: readonly string[];
    }[];
  } | {
    readonly state: 'unreadable';
    readonly message: string;
  } | null;
  /** Whether the VPC CNI has its own role, by its ServiceAccount's annotation or an EKS Pod Identity association. */
  readonly vpcCniRole: {
    readonly own: boolean;
  };
  /** ec2:DescribeSubnets, by the terms of Karpenter's node classes. */
  readonly karpenterSubnets: readonly {
    readonly kind: string;
    readonly name: string;
    /** Each term in readable form; terms are ORed. Empty: nothing selects. */
    readonly terms: readonly {
      readonly text: string;
      readonly found: readonly string[];
      /** Images of other accounts among them, and from when on Karpenter before 1.0.7 does not find them. */
      readonly deprecated?: readonly {
        readonly id: string;
        readonly since: string;
      }[] | undefined;
      /** Of images, for each architecture the newest of all, and the newest of those that are never deprecated. */
      readonly newest?: readonly {
        readonly id: string;
        readonly architecture: string;
        readonly createdAt: string | null;
        /** The minor version in its name; null: the name has none. */
        readonly kubernetes: string | null;
      }[] | undefined;
    }[];
  }[];
  /** sqs:GetQueueUrl, events:ListRuleNamesByTarget and DescribeRule of the interruption queues that settings name, in the cluster's account and region. A queue of a controller whose role is another account's is not looked for. */
  readonly karpenterQueues: readonly ({
    readonly name: string;
    /** Null: SQS has no queue of that name. */
    readonly found: {
      readonly arn: string;
      /** Rules of the default event bus that have it as a target; null: they could not all be read. */
      readonly rules: readonly {
        readonly ruleName: string;
        readonly enabled: boolean;
        /** Of the events that Karpenter reads, those that the pattern matches. */
        readonly detailTypes: readonly string[];
        /** Of them, those for which the pattern cannot be evaluated. */
        readonly unread: readonly string[];
      }[] | null;
    } | null;
  })[];
  /** Each role that a controller of Karpenter has, or assumes by EKS Pod Identity or a setting. */
  readonly karpenterRoles: readonly ({
    readonly arn: string;
    readonly name: string;
    /** Null: no role of that ARN exists. */
    readonly found: {
      /** As JSON, with the values of only those conditions that are judged; null: it is invalid JSON. */
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
  /** ec2:DescribeSecurityGroups, by the terms of Karpenter's node classes. */
  readonly karpenterSecurityGroups: readonly {
    readonly kind: string;
    readonly name: string;
    /** Each term in readable form; terms are ORed. Empty: nothing selects. */
    readonly terms: readonly {
      readonly text: string;
      readonly found: readonly string[];
      /** Images of other accounts among them, and from when on Karpenter before 1.0.7 does not find them. */
      readonly deprecated?: readonly {
        readonly id: string;
        readonly since: string;
      }[] | undefined;
      /** Of images, for each architecture the newest of all, and the newest of those that are never deprecated. */
      readonly newest?: readonly {
        readonly id: string;
        readonly architecture: string;
        readonly createdAt: string | null;
        /** The minor version in its name; null: the name has none. */
        readonly kubernetes: string | null;
      }[] | undefined;
    }[];
  }[];
  /** ec2:DescribeImages, by the terms of Karpenter's node classes that name images by id, name or tags. */
  readonly karpenterImages: readonly {
    readonly kind: string;
    readonly name: string;
    /** Each term in readable form; terms are ORed. Empty: nothing selects. */
    readonly terms: readonly {
      readonly text: string;
      readonly found: readonly string[];
      /** Images of other accounts among them, and from when on Karpenter before 1.0.7 does not find them. */
      readonly deprecated?: readonly {
        readonly id: string;
        readonly since: string;
      }[] | undefined;
      /** Of images, for each architecture the newest of all, and the newest of those that are never deprecated. */
      readonly newest?: readonly {
        readonly id: string;
        readonly architecture: string;
        readonly createdAt: string | null;
        /** The minor version in its name; null: the name has none. */
        readonly kubernetes: string | null;
      }[] | undefined;
    }[];
  }[];
  /** The CRDs of Karpenter and of EKS Auto Mode (groups karpenter.sh, karpenter.k8s.aws, autoscaling.x-k8s.io, eks.amazonaws.com). */
  readonly karpenterCrds: readonly ({
    /** `nodepools.karpenter.sh` */
    readonly name: string;
    readonly group: string;
    readonly kind: string;
    /** Versions that are served, in the CRD's order. */
    readonly served: readonly string[];
    /** The version that is written now; null: none is marked. */
    readonly storage: string | null;
    /** Versions in which objects may be stored: `status.storedVersions`. */
    readonly storedVersions: readonly string[];
    readonly conversion: {
      /** `None` or `Webhook`. */
      readonly strategy: string;
      readonly service: {
        readonly namespace: string;
        readonly name: string;
        readonly port: number;
      } | null;
      /** A certificate authority is set for the webhook. */
      readonly caBundle: boolean;
      /** When the last certificate of it expires; null: it holds no certificate that can be read. Left out: not looked at. */
      readonly caExpires?: string | null | undefined;
    };
    /** Markers of the table `karpenter-crds` that the schema has. */
    readonly markers: readonly string[];
    /** Markers that were looked for and are not there. One in neither list is of a later table: not looked for. */
    readonly lacks: readonly string[];
    /** Who applies an object of Kubernetes, by the annotations and labels that Helm, Argo CD and Flux leave on it. */
    readonly owner: {
      /** Annotations of Helm. */
      readonly release: string | null;
      readonly releaseNamespace: string | null;
      /** `Argo CD`, `Flux`, or the label app.kubernetes.io/managed-by. */
      readonly managedBy: string | null;
      /** The object by which Argo CD or Flux applies it. Left out: they do not, or do not say by which. */
      readonly applier?: {
        readonly kind: 'Application' | 'Kustomization' | 'HelmRelease';
        readonly namespace: string | null;
        readonly name: string;
      } | undefined;
    };
    /** Its deletion was requested. */
    readonly terminating: boolean;
  })[];
  /** The Services that CRDs of Karpenter name for the conversion of their objects, each once. */
  readonly karpenterConversionServices: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Its ports; null: no such Service exists. */
    readonly ports: readonly number[] | null;
  }[];
  /** NodePools of every group of node classes, and Provisioners. */
  readonly karpenterPools: readonly ({
    readonly kind: 'NodePool' | 'Provisioner';
    /** With its version: `karpenter.sh/v1`. */
    readonly apiVersion: string;
    readonly name: string;
    /** Annotations of Karpenter's domains. */
    readonly annotations: { readonly [name: string]: string };
    readonly fields: readonly string[];
    /** Its condition Ready; null: it has none, or it is Unknown. */
    readonly ready: boolean | null;
    /** Why it is not ready, as the condition says it. */
    readonly readyMessage: string | null;
    readonly conditions: readonly {
      readonly type: string;
      /** True, False or Unknown. */
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    }[];
    readonly terminating: boolean;
    readonly nodeClass: {
      readonly group: string;
      readonly kind: string;
      readonly name: string;
    } | null;
    /** The EC2 settings of a Provisioner itself, in `spec.provider`. */
    readonly provider: {
      readonly amiFamily: string | null;
      readonly instanceProfile: string | null;
      /** The alpha selectors, whose keys are ANDed and whose values may be comma lists; null: not set. */
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
    /** Labels of the nodes. */
    readonly labels: { readonly [name: string]: string };
    /** Annotations of the nodes, of Karpenter's domains. */
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
    /** The total capacity of its nodes: `status.resources`. Left out: not looked for. */
    readonly resources?: { readonly [name: string]: string } | undefined;
    readonly weight: number | null;
    /** How many nodes a static pool has: `spec.replicas`. Left out: not set, or not looked for (`fields` shows which). */
    readonly replicas?: number | undefined;
    readonly disruption: {
      /** As a NodePool has it; of a Provisioner: `WhenUnderutilized` for consolidation, `WhenEmpty` for ttlSecondsAfterEmpty. */
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
  /** EC2NodeClasses and AWSNodeTemplates; without the NodeClasses of EKS Auto Mode (eks.amazonaws.com). */
  readonly karpenterNodeClasses: readonly ({
    readonly kind: 'EC2NodeClass' | 'AWSNodeTemplate';
    /** With its version: `karpenter.sh/v1`. */
    readonly apiVersion: string;
    readonly name: string;
    /** Annotations of Karpenter's domains. */
    readonly annotations: { readonly [name: string]: string };
    readonly fields: readonly string[];
    /** Its condition Ready; null: it has none, or it is Unknown. */
    readonly ready: boolean | null;
    /** Why it is not ready, as the condition says it. */
    readonly readyMessage: string | null;
    readonly conditions: readonly {
      readonly type: string;
      /** True, False or Unknown. */
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    }[];
    readonly terminating: boolean;
    readonly role: string | null;
    readonly instanceProfile: string | null;
    readonly amiFamily: string | null;
    /** `al2023@latest`, of the AMI terms. */
    readonly alias: string | null;
    /** Of an AWSNodeTemplate. */
    readonly selectors: {
      readonly subnets: { readonly [name: string]: string } | null;
      readonly securityGroups: { readonly [name: string]: string } | null;
      readonly amis: { readonly [name: string]: string } | null;
    };
    /** Of an EC2NodeClass. */
    readonly terms: {
      /** One term of a selector; terms are ORed, what one term says is ANDed. */
      readonly subnets: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        readonly tags: { readonly [name: string]: string };
      }[];
      /** One term of a selector; terms are ORed, what one term says is ANDed. */
      readonly securityGroups: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        readonly tags: { readonly [name: string]: string };
      }[];
      /** One term of a selector; terms are ORed, what one term says is ANDed. */
      readonly amis: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        readonly tags: { readonly [name: string]: string };
      }[];
      /** One term of a selector; terms are ORed, what one term says is ANDed. */
      readonly capacityReservations: readonly {
        readonly id: string | null;
        readonly name: string | null;
        readonly owner: string | null;
        readonly alias: string | null;
        readonly ssmParameter: string | null;
        readonly tags: { readonly [name: string]: string };
      }[];
    };
    /** Tags of the instances. */
    readonly tags: { readonly [name: string]: string };
    /** `metadataOptions.httpPutResponseHopLimit`; null: not set. */
    readonly hopLimit: number | null;
    /** The user data names the taint karpenter.sh/unregistered; null: there is no user data. */
    readonly registersTaint: boolean | null;
  })[];
  /** NodeClaims and Machines. */
  readonly karpenterClaims: readonly {
    readonly kind: 'NodeClaim' | 'Machine';
    readonly name: string;
    /** The NodePool or Provisioner that it belongs to; null: none. */
    readonly pool: string | null;
    /** Group of its node class: eks.amazonaws.com is EKS Auto Mode's. */
    readonly nodeClassGroup: string;
    readonly createdAt: string | null;
    /** Conditions that show a problem: Launched, Registered or Initialized that is not True, Drifted that is. */
    readonly conditions: readonly {
      readonly type: string;
      /** True, False or Unknown. */
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
    }[];
    readonly terminating: boolean;
    /** Karpenter 1.0 or newer has seen the tag eks:eks-cluster-name on its instance, or given it. */
    readonly clusterNameTagged?: true | undefined;
  }[];
  /** Kinds of `karpenterPools` that were read: objects of a kind that is not listed here may exist. A kind that is not installed counts as read. */
  readonly karpenterPoolKinds: readonly ('NodePool' | 'Provisioner')[];
  /** Kinds of `karpenterNodeClasses` that were read, like `karpenterPoolKinds`. */
  readonly karpenterNodeClassKinds: readonly ('EC2NodeClass' | 'AWSNodeTemplate')[];
  /** Kinds of `karpenterClaims` that were read, like `karpenterPoolKinds`. */
  readonly karpenterClaimKinds: readonly ('NodeClaim' | 'Machine')[];
  /** Objects that name keys of karpenter.sh or karpenter.k8s.aws: workload templates, pods whose template does not (by their controller), namespaces, and nodes (of these only what Karpenter does not write on every node by itself). */
  readonly karpenterKeys: readonly {
    readonly kind: string;
    /** Null for nodes and namespaces. */
    readonly namespace: string | null;
    readonly name: string;
    /** Pods that were seen with it; null if a template, a node or a namespace names it. */
    readonly pods: number | null;
    /** A key of Karpenter's domains, as one object names it. */
    readonly uses: readonly {
      readonly key: string;
      readonly place: 'annotation' | 'label' | 'taint' | 'toleration' | 'node selector' | 'required node affinity' | 'preferred node affinity' | 'required pod affinity' | 'preferred pod affinity' | 'required pod anti-affinity' | 'preferred pod anti-affinity' | 'required topology spread' | 'preferred topology spread';
      /** Of an affinity; `In` for a node selector. */
      readonly operator: string | null;
      readonly values: readonly string[];
    }[];
  }[];
  /** Each release of Helm, as the labels of its Secrets or ConfigMaps describe it. */
  readonly helmHistories: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Helm's storage driver: Secrets by default, or ConfigMaps. */
    readonly storage: 'Secret' | 'ConfigMap';
    readonly newest: {
      readonly revision: number;
      /** Helm's release status: deployed, failed, pending-install, pending-upgrade, pending-rollback, uninstalling. */
      readonly status: string;
    };
    /** The newest revision that is deployed; null: none is. */
    readonly deployed: number | null;
  }[];
  /** The revision of each release that the next `helm upgrade` starts from: the newest that is deployed, or else the newest. Uninstalled releases, whose history was kept, are left out. */
  readonly helmManifests: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Helm's storage driver: Secrets by default, or ConfigMaps. */
    readonly storage: 'Secret' | 'ConfigMap';
    readonly revision: number;
    readonly status: string;
    /** The newest revision. */
    readonly newest: {
      readonly revision: number;
      /** Helm's release status: deployed, failed, pending-install, pending-upgrade, pending-rollback, uninstalling. */
      readonly status: string;
    };
    readonly chart: string;
    readonly chartVersion: string;
    /** What its manifest and its hooks hold in an API version that a Kubernetes version removes, served here or not. */
    readonly objects: readonly {
      readonly api: string;
      readonly kind: string;
      /** Null: the kind has none. */
      readonly namespace: string | null;
      readonly name: string;
      /** The events of a hook; null: it is part of the manifest. */
      readonly hook: readonly string[] | null;
    }[];
  }[];
  /** The newest revision of each Helm release that may be Karpenter's: `karpenter`, `karpenter-crd`, and whatever owns its CRDs. Of the values only the paths are kept. */
  readonly helmReleases: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly revision: number;
    readonly status: string;
    /** `karpenter`, `karpenter-crd`; null if the release could not be unpacked. */
    readonly chart: string | null;
    /** Of the chart: `1.5.0`, `v0.32.1`. */
    readonly chartVersion: string | null;
    /** Values that the user set, below `settings`, `webhook` and `controller.image`: `settings.aws.clusterName`. */
    readonly values: readonly string[];
  }[];
  /** A program on PATH with its version, as the program prints it; null if PATH has none of that name. */
  readonly kubectl: {
    readonly version: string;
  } | null;
  /** A program on PATH with its version, as the program prints it; null if PATH has none of that name. */
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
