/** Words that stay, and why: they do not identify the owner of a cluster, but a reader needs them. */
export interface Words {
  why: string;
  /** Where the words come from. */
  source: string;
  words: string;
}

const kubernetes = 'https://kubernetes.io/docs/reference';
const arns = 'https://docs.aws.amazon.com/service-authorization/latest/reference/reference.html';

/** IAM actions that this program requests or evaluates and that no table lists. */
export const iamActions: Words = {
  why: 'actions of IAM that this program asks for or evaluates, beside those of the tables',
  source: arns,
  words: `AssumeRole AssumeRoleWithWebIdentity AssumeRoleWithSAML TagSession SetSourceIdentity AssumeRoleForPodIdentity
    GetCallerIdentity DescribeCluster DescribeClusterVersions ListUpdates DescribeUpdate ListNodegroups DescribeNodegroup
    ListAddons DescribeAddon DescribeAddonVersions ListInsights DescribeInsight ListCertificateAuthorities ListAccessEntries
    ListFargateProfiles DescribeFargateProfile DescribeLaunchTemplateVersions DescribeLogGroups FilterLogEvents GetQueryResults StartQuery StopQuery DescribeAccessEntry ListPodIdentityAssociations DescribePodIdentityAssociation GetRole GetRolePolicy GetPolicy
    GetPolicyVersion ListRolePolicies ListAttachedRolePolicies GetInstanceProfile ListInstanceProfiles
    CreateServiceLinkedRole PassRole DescribeKey GetQueueUrl ListRuleNamesByTarget DescribeRule DescribeSubnets DescribeImages
    DescribeSecurityGroups DescribeInstances DescribeRouteTables DescribeVpcAttribute DescribeVpcEndpoints SendMessage
    GetManagedPrefixListEntries GetSubnetCidrReservations ListGrants GetServiceQuota GetAWSDefaultServiceQuota GetMetricData DescribeAutoScalingGroups DescribeInstanceRefreshes
    CreateFleet RunInstances CreateLaunchTemplate CreateTags`,
};

/** Words that may stay in any text, even in a name, in addition to those of the tables in `rules/`. */
export const publicVocabulary: readonly Words[] = [
  {
    why: 'namespaces, users and groups that every Kubernetes or EKS has',
    source: `${kubernetes}/access-authn-authz/rbac/`,
    words: `default kube-system kube-public kube-node-lease system masters nodes node bootstrappers authenticated anonymous
      unauthenticated serviceaccounts aws-auth eks.privileged privileged restricted baseline public-info-viewer
      kube-controller-manager kube-scheduler kube-apiserver default-scheduler kubelet serviceaccount serviceaccounts`,
  },
  {
    why: 'software that many clusters run, by the names that its charts and manifests give it; checks look for some',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-add-ons.html',
    words: `coredns kube-dns kube-proxy kube-proxy-config aws-node amazon-vpc-cni eks cluster-autoscaler metrics-server
      cluster-proportional-autoscaler karpenter karpenter-crd karpenter-global-settings cert-manager ingress-nginx nginx
      controller admission manager-role prometheus grafana fluentd fluent-bit fluentbit cloudwatch-agent amazon-cloudwatch
      aws-for-fluent-bit nvidia-device-plugin gpu-operator ebs-csi-controller ebs-csi-node efs-csi-controller efs-csi-node
      aws-ebs-csi-driver aws-efs-csi-driver aws-load-balancer-controller external-dns eks-pod-identity-agent
      snapshot-controller amazon bitnami library jetstack aws-network-policy-agent aws-eks-nodeagent
      nvidia-device-plugin-ctr argocd-application-controller kube-state-metrics velero vpc-admission-webhook
      vpc-resource-controller eks-auto-mode guardduty-agent adot-collector adot bottlerocket node-problem-detector
      k8s aws-observability eks-node-monitoring-agent amazon-cloudwatch-observability aws-guardduty-agent kubernetes prometheus Karpenter
      vpc-cni kubectl helm eksctl eks-preflight Helm Tiller ArgoCD Argo CD Flux flux argocd argo-workflows argocd-server
      terraform terraform-provider-kubernetes pulumi k9s Lens OpenLens Go-http-client okhttp python-requests curl
      kustomize-controller helm-controller source-controller kyverno gatekeeper istiod spinnaker rancher datadog-agent`,
  },
  {
    why: 'API groups, versions and resources of Kubernetes, as paths and messages write them',
    source: `${kubernetes}/generated/kubernetes-api/v1.34/`,
    words: `api apis apps batch policy autoscaling extensions core networking v1 v1beta1 v1beta2 v1beta3 v2 v2beta1 v2beta2
      v1alpha1 v1alpha2 v1alpha3 v1alpha5 node events storage discovery scheduling flowcontrol admissionregistration
      apiextensions apiregistration authentication authorization certificates coordination metrics internal apiserver rbac
      pods services endpoints configmaps secrets namespaces nodes events replicationcontrollers serviceaccounts
      persistentvolumes persistentvolumeclaims limitranges resourcequotas deployments daemonsets statefulsets replicasets
      jobs cronjobs ingresses ingressclasses networkpolicies poddisruptionbudgets podsecuritypolicies
      horizontalpodautoscalers storageclasses csidrivers csinodes csistoragecapacities volumeattachments endpointslices
      priorityclasses flowschemas prioritylevelconfigurations mutatingwebhookconfigurations leases runtimeclasses
      validatingwebhookconfigurations validatingadmissionpolicies validatingadmissionpolicybindings
      mutatingadmissionpolicies mutatingadmissionpolicybindings customresourcedefinitions apiservices clusterroles
      clusterrolebindings roles rolebindings certificatesigningrequests tokenreviews subjectaccessreviews webhooks version
      healthz livez readyz eviction status scale log exec nodepools nodeclaims ec2nodeclasses nodeclasses provisioners
      machines awsnodetemplates nodeoverlays eniconfigs applications prometheusrules scaledobjects Deployment DaemonSet StatefulSet ReplicaSet ReplicationController Rollout Job
      CronJob Node Pod Namespace ConfigMap Secret ServiceAccount EC2NodeClass NodeClass NodePool NodeClaim Provisioner
      AWSNodeTemplate Machine apiVersion kind name namespace group deployments.apps daemonsets.apps statefulsets.apps
      replicasets.apps cronjobs.batch jobs.batch poddisruptionbudgets.policy podsecuritypolicies.policy horizontalpodautoscalers.autoscaling`,
  },
  {
    why: 'keys and values of labels, annotations and taints that Kubernetes, EKS, EC2, Helm and Karpenter set themselves',
    source: `${kubernetes}/labels-annotations-taints/`,
    words: `hostname lifecycle app name role component instance version part-of managed-by heritage release chart tier zone
      region owned shared enabled disabled true false linux windows amd64 arm64 spot on-demand ondemand capacity-type auto
      general-purpose k8s-app track environment env pod-template-hash controller-revision-hash pod-name topology
      discovery id owner alias self owned Name EC2PrivateDNSName SessionName private created-by arch os instance-type
      instance-category instance-family instance-size instance-generation instance-cpu instance-memory instance-gpu-name
      instance-gpu-count instance-gpu-manufacturer instance-hypervisor instance-local-nvme instance-cpu-manufacturer
      instance-network-bandwidth instance-ebs-bandwidth instance-encryption-in-transit-supported topology-zone-id zone-id
      nodepool nodeclaim ec2nodeclass nodeclass provisioner-name initialized registered do-not-evict do-not-consolidate
      do-not-disrupt not-ready unreachable unschedulable memory-pressure disk-pressure pid-pressure network-unavailable
      uninitialized disrupted disruption unregistered master control-plane os-sku windows-build provider-name
      eks-cluster-name eks-nodegroup cluster-name nodegroup-name nodegroup nodegroup-image compute-type managed
      fargate hybrid NoSchedule NoExecute PreferNoSchedule In NotIn Exists DoesNotExist Gt Lt nano micro small medium large
      xlarge metal intel amd nvidia amazon nitro xen v1beta1-nodeclass-reference v1beta1-kubelet-conversion
      cpu memory ephemeral-storage pods gpu hugepages-2Mi hugepages-1Gi neuron neuroncore efa pod-eni nodeclass-hash
      nodeclass-hash-version nodepool-hash nodepool-hash-version provisioner-hash resource-group cluster owned
      stable latest metadata.name capacityType sourceLaunchTemplateId sourceLaunchTemplateVersion CriticalAddonsOnly
      instance-gpu-memory instance-accelerator-name instance-accelerator-manufacturer instance-accelerator-count
      instance-cpu-sustained-clock-speed-mhz instance-capability-flex instance-tenancy instance-placement-group-id
      agent-not-ready ignore-taint startup-taint status-taint readiness aws-node-termination-handler`,
  },
  {
    why: "fields of a kubelet's configuration, which stand in annotations of Karpenter's conversion",
    source: `${kubernetes}/config-api/kubelet-config.v1beta1/`,
    words: `maxPods podsPerCore clusterDNS systemReserved kubeReserved evictionHard evictionSoft evictionSoftGracePeriod
      evictionMaxPodGracePeriod imageGCHighThresholdPercent imageGCLowThresholdPercent cpuCFSQuota memory.available
      nodefs.available nodefs.inodesFree imagefs.available imagefs.inodesFree pid.available containerRuntime`,
  },
  {
    why: 'settings of Karpenter that its charts have had, beside those of the table karpenter-settings',
    source: 'https://karpenter.sh/docs/reference/settings/',
    words: `settings aws configMap featureGates webhook settings.aws webhook.enabled webhook.port webhook.serviceName
      settings.aws.clusterName settings.aws.clusterEndpoint settings.aws.interruptionQueueName settings.aws.tags
      settings.aws.defaultInstanceProfile settings.interruptionQueueName set batchIdleDuration batchMaxDuration
      driftEnabled DriftEnabled Drift SpotToSpotConsolidation NodeRepair ReservedCapacity NodeOverlay StaticCapacity`,
  },
  {
    why: 'ARNs, and types of resources in them',
    source: arns,
    words: `arn aws aws-cn aws-us-gov user group assumed-role federated-user policy instance-profile cluster nodegroup addon
      fargateprofile access-entry podidentityassociation identityproviderconfig key alias autoScalingGroup role service-role
      autoScalingGroupName launchTemplate launch-template subnet vpc security-group network-interface volume image snapshot
      loadbalancer net targetgroup outpost secret parameter log-group function queue rule aws-service-role aws-reserved
      oidc-provider saml-provider sso.amazonaws.com eks.amazonaws.com eks-nodegroup.amazonaws.com fleet spot-instances-request
      capacity-reservation placement-group instance root service`,
  },
  {
    why: 'services of AWS, and labels of their hosts',
    source: 'https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html',
    words: `iam sts ec2 ecr dkr elb s3 kms sqs events logs ssm compute compute-1 internal ecr-fips dualstack autoscaling rds
      oidc gr7 yl4 sk1 lambda execute-api elasticache es vpce elasticfilesystem eks-auth pricing spot pods eks-fargate
      eks-fargate-pods eks-nodegroup elasticloadbalancing cloudwatch monitoring servicequotas fargate outposts guardduty health wafv2
      shield acm cognito-idp tag resource-groups s3-control api-fips eks-connector amazonaws com svc pod local cluster.local
      amazonaws.com amazonaws.com.cn ecs-tasks edgelambda ssm-messages ssmmessages ec2messages aws.ec2 aws.health`,
  },
  {
    why: 'words of IAM policies: elements, operators, condition keys that name nobody',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies.html',
    words: `Version Id Statement Sid Effect Allow Deny Action NotAction Resource NotResource Condition Principal NotPrincipal
      Federated Service AWS CanonicalUser StringEquals StringNotEquals StringEqualsIgnoreCase StringNotEqualsIgnoreCase
      StringLike StringNotLike NumericEquals NumericNotEquals NumericLessThan NumericLessThanEquals NumericGreaterThan
      NumericGreaterThanEquals DateEquals DateNotEquals DateLessThan DateLessThanEquals DateGreaterThan Bool Null
      DateGreaterThanEquals BinaryEquals IpAddress NotIpAddress ArnEquals ArnLike ArnNotEquals ArnNotLike ForAllValues
      ForAnyValue StringEqualsIfExists StringNotEqualsIfExists StringLikeIfExists StringNotLikeIfExists BoolIfExists
      ArnEqualsIfExists ArnLikeIfExists ArnNotLikeIfExists ArnNotEqualsIfExists IpAddressIfExists NotIpAddressIfExists
      ResourceTag RequestTag TagKeys PrincipalTag PrincipalArn PrincipalAccount PrincipalType PrincipalOrgID
      PrincipalOrgPaths PrincipalIsAWSService PrincipalServiceName PrincipalServiceNamesList ResourceAccount ResourceOrgID
      ResourceOrgPaths RequestedRegion SourceAccount SourceArn SourceIp SourceVpc SourceVpce SourceOrgID SourceOrgPaths
      SourceIdentity SecureTransport CurrentTime EpochTime CalledVia CalledViaFirst CalledViaLast ViaAWSService userid
      username UserAgent Referer VpcSourceIp MultiFactorAuthPresent MultiFactorAuthAge TokenIssueTime FederatedProvider
      Ec2InstanceSourceVpc Ec2InstanceSourcePrivateIPv4 EC2InstanceSourceVPC EC2InstanceSourcePrivateIPv4 CreateAction Vpc
      Subnet InstanceType InstanceProfile IsLaunchTemplateResource LaunchTemplate Region AvailabilityZone AccountId
      Partition ResourceID PassedToService AssociatedResourceArn AWSServiceName PolicyARN PermissionsBoundary
      aud sub amr ExternalId RoleSessionName TransitiveTagKeys kubernetes-namespace kubernetes-service-account
      kubernetes-pod-name kubernetes-pod-uid eks-cluster-arn principalisawsservice sourceaccount sourcearn
      AWSServiceRoleForEC2Spot AWSServiceRoleForAutoScaling AWSServiceRoleForAmazonEKS AWSServiceRoleForAmazonEKSNodegroup`,
  },
  iamActions,
  {
    why: 'policies that AWS manages and that roles of clusters and nodes often have',
    source: 'https://docs.aws.amazon.com/aws-managed-policy/latest/reference/policy-list.html',
    words: `AdministratorAccess PowerUserAccess ReadOnlyAccess AmazonEKSClusterPolicy AmazonEKSServicePolicy
      AmazonEKSVPCResourceController AmazonEKSWorkerNodePolicy AmazonEKSWorkerNodeMinimalPolicy AmazonEKS_CNI_Policy
      AmazonEKSComputePolicy AmazonEKSNetworkingPolicy AmazonEKSBlockStoragePolicy AmazonEKSLoadBalancingPolicy
      AmazonEKSFargatePodExecutionRolePolicy AmazonEKSLocalOutpostClusterPolicy AmazonSSMManagedInstanceCore
      AmazonEC2ContainerRegistryReadOnly AmazonEC2ContainerRegistryPullOnly AmazonEC2ContainerRegistryPowerUser
      AmazonEBSCSIDriverPolicy AmazonEFSCSIDriverPolicy CloudWatchAgentServerPolicy AmazonS3ReadOnlyAccess
      AmazonEC2FullAccess AmazonEC2ReadOnlyAccess AmazonSSMReadOnlyAccess AutoScalingFullAccess IAMFullAccess`,
  },
  {
    why: 'status words of AWS and Kubernetes that names may hold',
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_Types.html',
    words: `ACTIVE CREATING UPDATING DELETING FAILED DEGRADED CREATE_FAILED DELETE_FAILED UPDATE_FAILED PENDING InProgress
      Successful Cancelled Running Pending Succeeded Failed Unknown Bound available in-use STANDARD EXTENDED ON_DEMAND SPOT
      API CONFIG_MAP API_AND_CONFIG_MAP ipv4 ipv6 VersionUpdate gp2 gp3 io1 io2 standard EKS any yes no on off`,
  },
  {
    why: 'folders that every Linux node has, and sockets below them; programs of a container image',
    source: 'https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html',
    words: `root path etc var run lib lib64 opt dev proc sys tmp home mnt usr bin sbin boot certs cgroup cni config configs bpf
      cpuinfo csi data dbus debug device-plugins firmware flexvolume host hostfs hugepages journal kernel libexec localtime
      machine-id modules mount mounts netns os-release pki plugins plugins_registry pod-resources rootfs selinux share
      socket sock src srv ssl state storage systemd tracing volumes xtables.lock containers log docker containerd pause crio
      sha256 docker.sock containerd.sock dockershim.sock resolv.conf Corefile passwd kubeconfig`,
  },
  {
    why: 'plugins and options of CoreDNS',
    source: 'https://coredns.io/plugins/',
    words: `errors log health ready kubernetes prometheus forward proxy cache loop reload loadbalance hosts file rewrite
      template autopath import upstream fallthrough pods insecure endpoint ttl lameduck max_concurrent prefer_udp force_tcp
      success denial prefetch serve_stale stop answer continue minimal bind acl bufsize cancel chaos clouddns debug dns64
      dnssec dnstap erratic etcd expire federation geoip grpc grpc_server header k8s_external local metadata multisocket
      nomad nsid on pprof quic root route53 secondary sign timeouts tls trace transfer tsig view whoami verified disabled
      to from dns https http in-addr.arpa ip6.arpa cluster.local policy health_check random round_robin sequential
      noerror nxdomain servfail coredns credentials namespaces labels
      endpoint_pod_names tls_servername max_fails kubeconfig resyncperiod ignore empty_service multicluster override`,
  },
  {
    why: 'operating systems, processors and builds, as images and kernels write them',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-optimized-amis.html',
    words: `Linux Amazon Windows Server Ubuntu Bottlerocket Debian CentOS AlmaLinux SUSE
      x86_64 x86 aarch64 amzn2 amzn2023 el7 el8 el9 generic AL2 AL2023 al2 al2023 AL1 al1 eksbuild alpha beta rc pre
      minimal debian alpine ubuntu distroless bookworm bullseye buster jammy focal cloudwatch cri-o LTS Datacenter
      optimized-ami amazon-linux-2 amazon-linux-2023 amazon-linux-2-gpu amazon-linux-2-arm64 recommended image_id
      release_version ami-windows-latest EKS_Optimized aws-k8s Windows2019 Windows2022 Windows2025 nvidia fips
      kubernetes-daemonset k8s-device-plugin fluent aws-alb-ingress-controller cluster-autoscaler-arm64 autoscaling`,
  },
];

/**
 * Suffixes of public domains, as in API groups, keys of labels and registries. The parts of a host name below them stay
 * if the vocabulary has them.
 */
export const publicDomains: Words = {
  why: 'API groups and hosts of software that many run; what stands below them stays where it is in the vocabulary; the longest first',
  source: 'https://artifacthub.io/',
  words: `acme.cert-manager.io acid.zalan.do
    kubernetes.io k8s.io k8s.aws x-k8s.io karpenter.sh helm.sh eksctl.io amazon.com aws.dev docker.io docker.com quay.io
    gcr.io pkg.dev microsoft.com nvcr.io nvidia.com github.com github.io githubusercontent.com cert-manager.io jetstack.io
    istio.io linkerd.io cilium.io projectcalico.org tigera.io coreos.com argoproj.io fluxcd.io knative.dev keda.sh velero.io
    crossplane.io external-secrets.io kyverno.io gatekeeper.sh traefik.io traefik.containo.us konghq.com hashicorp.com
    datadoghq.com dynatrace.com newrelic.com elastic.co grafana.com strimzi.io rook.io longhorn.io tekton.dev ecr.aws
    opentelemetry.io cnpg.io kubevirt.io mongodb.com percona.com rabbitmq.com cockroachlabs.com scylladb.com zalan.do
    aws.com vmware.com netapp.io openebs.io ceph.com openshift.io cncf.io fluentd.org fluentbit.io spotinst.io ghcr.io`,
};

/** Labels that may stay in a host name or an API group, in addition to {@link publicVocabulary}. */
export const publicLabels: Words = {
  why: 'labels of hosts and API groups below the domains above',
  source: `${kubernetes}/labels-annotations-taints/`,
  words: `www docs registry public mcr raw node topology app batch networking storage rbac apiextensions apiregistration
    admissionregistration authentication authorization autoscaling certificates coordination discovery events flowcontrol
    internal metrics policy scheduling apiserver snapshot gateway compatibility karpenter vpcresources eks elbv2 csi ebs efs
    beta pod-security alpha failure-domain groupsnapshot resource dra kafka core monitoring postgresql toolkit
    image kustomize source notification serving operator security telemetry install crd ingress service kubelet kubeadm
    leader controller nfd cluster addons external custom k8s fargate compute cloud provider kubectl meta field-manager
    volume endpointslice statefulset job config audit policies wgpolicyk8s secrets-store infrastructure bootstrap ceph
    objectbucket pxc psmdb nodefeature metallb trust services sns sqs s3 lambda rds dynamodb iam ec2 acm route53 gpu
    cache appmesh argocd argo`,
};

/** Suffixes of AWS and of the cluster itself; names and IDs of users occur below them. */
export const sharedDomains: Words = {
  why: 'hosts of AWS and of the cluster itself; each label below is looked at by itself',
  source: 'https://docs.aws.amazon.com/general/latest/gr/rande.html',
  words: 'amazonaws.com.cn amazonaws.com api.aws on.aws compute.internal ec2.internal cluster.local',
};

export function listWords({ words }: Words): string[] {
  return words.split(/\s+/).filter((word) => word !== '');
}
