import * as z from 'zod/mini';
import { marked, publicText } from './marks.ts';

/**
 * Public texts of facts: versions, times, places, status words. An expression here must not match any word that an
 * owner may choose: apart from digits, it accepts only listed words and short codes.
 */

/** `1.34`, `1.29+`. */
export const minorVersion = () => publicText(/^1\.\d{1,3}\+?$/);

/** A release, as this program normalizes it: `1.18.1`. Other strings are rejected. */
export const release = () =>
  marked(z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)), {
    is: 'public',
    patterns: [/^\d{1,6}\.\d{1,6}\.\d{1,6}$/],
    otherwise: 'name',
  });

/** A number in a version: shorter than an account id. */
const number = String.raw`\d{1,11}`;
const versionWords = 'alpha|beta|rc|pre|minimal|eksbuild|gke|k3s|rke2r|debian|alpine|ubuntu|cloudwatch';

/** `v1.18.1-eksbuild.3`, `0.215.0`, `1.6.0-rc.1`, `v1.33.5-eks-113cf36`. */
export const softwareVersion = () =>
  publicText(
    new RegExp(
      String.raw`^v?${number}(?:\.${number}){0,3}(?:[-+.](?:eks-[0-9a-f]{7,8}|(?:${versionWords})\d{0,11}|${number}))*$`,
    ),
    [''],
  );

const momentPattern = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;
/** Whether a string is a date or time that {@link moment} accepts. */
export const isMoment = (text: string): boolean => momentPattern.test(text) && !Number.isNaN(Date.parse(text));

/** ISO 8601: `2026-11-20`, `2026-11-20T03:12:00.000Z`. Rejects other strings, because checks compute with dates. */
export const moment = () =>
  marked(z.string().check(z.refine(isMoment)), { is: 'public', patterns: [momentPattern], otherwise: 'name' });

const continents = 'af|ap|ca|cn|eu|eusc|il|me|mx|sa|us|us-gov|us-iso|us-isob|us-isof|eu-isoe';
const winds = 'north|south|east|west|central|northeast|northwest|southeast|southwest|de-east';
/** AWS Regions and zones, including Local Zones and Wavelength Zones: `eu-west-1`, `us-west-2-lax-1a`. */
export const placePattern = String.raw`(?:${continents})-(?:${winds})-\d{1,2}(?:[a-z]|-[a-z]{3}-\d[a-z]|-wl\d-[a-z]{3}-wlz-\d)?`;
/** https://docs.aws.amazon.com/general/latest/gr/rande.html */
export const place = () => publicText(new RegExp(`^${placePattern}$`));
/** A zone id, the same in every account: `euw1-az1`, `usw2-lax1-az1`. */
export const zoneId = () =>
  publicText(/^(?:af|ap|ca|cn|eu|il|me|mx|sa|us|usg)[ncsew]{1,2}\d{1,2}(?:-[a-z]{3}\d)?(?:-wl\d)?-az\d$/);

const families = 'a|c|d|dl|f|g|gr|h|hpc|i|im|inf|is|m|mac|p|r|t|trn|u|vt|x|z';
const sizes = String.raw`nano|micro|small|medium|large|metal|(?:\d{1,3})?xlarge`;
/** `m6i.large`, `c7gd.metal-24xl`, `u7in-16tb.224xlarge`: https://docs.aws.amazon.com/ec2/latest/instancetypes/ */
export const instanceTypePattern = String.raw`(?:${families})\d{0,2}[abdefghiqnsz]{0,4}(?:-flex|-\d{1,2}tb\d?|-m\d(?:pro|ultra|max)?|-b\d{3})?\.(?:${sizes})(?:-\d{1,2}xl)?`;
export const instanceType = () => publicText(new RegExp(`^${instanceTypePattern}$`));

/** `aws`, `aws-cn`: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
export const partition = () =>
  publicText(['aws', 'aws-cn', 'aws-us-gov', 'aws-iso', 'aws-iso-b', 'aws-iso-e', 'aws-iso-f', 'aws-eusc']);

/** Numbers, durations, amounts: `10%`, `720h`, `1h30m`, `1000Gi`, `Never`. */
export const amountText = () =>
  publicText(/^-?\d+(?:\.\d+)?(?:%|[numkMGTPE]i?|e\d+)?$/, /^(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|ns))+$/, ['Never', '']);

/** A kind of object, of Kubernetes or Karpenter; a kind that is not listed, such as one of another CRD, is a name. */
export const kind = () =>
  publicText(
    `Deployment DaemonSet StatefulSet ReplicaSet ReplicationController Job CronJob Pod Node Namespace ConfigMap Secret
     Service ServiceAccount PodDisruptionBudget EC2NodeClass AWSNodeTemplate NodeClass NodePool Provisioner NodeClaim Machine
     NodeOverlay`.split(/\s+/),
    ['EKS add-on'],
  );

/** Operators of selectors and tolerations: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/ */
export const operator = () =>
  publicText(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte', 'Equal', '']);
export const effect = () => publicText(['NoSchedule', 'PreferNoSchedule', 'NoExecute', 'Allow', 'Deny', '']);

/** API versions: `v1beta1`, with or without a group of Karpenter or EKS Auto Mode. */
export const apiVersion = () =>
  publicText(
    /^(?:(?:karpenter\.sh|karpenter\.k8s\.aws|eks\.amazonaws\.com|autoscaling\.x-k8s\.io)\/)?v\d+(?:(?:alpha|beta)\d+)?$/,
  );

/** Where a version was read. */
export const versionSource = () =>
  publicText(['image tag', 'image digest', 'version label', 'chart label', 'EKS add-on']);

/** Who offers an EKS add-on. */
export const addonOwner = () => publicText(['aws', 'aws-marketplace', 'community', 'self']);

/** `eks.12`, `eks-local-outposts.3`: https://docs.aws.amazon.com/eks/latest/userguide/platform-versions.html */
export const platformVersion = () => publicText(/^(?:eks|eks-local-outposts)\.\d+$/);

/** Status words of EKS, EC2 and IAM. */
export const awsStatus = () =>
  publicText(
    `ACTIVE CREATING UPDATING DELETING DELETED FAILED DEGRADED PENDING CREATE_FAILED UPDATE_FAILED DELETE_FAILED COMPLETE
     COMPLETED IN_PROGRESS IN_USE NOT_USED NOT_STARTED InProgress Successful Failed Cancelled available pending unavailable
     failed active blackhole deleting deleted rejected expired partial pendingAcceptance UNKNOWN`.split(/\s+/),
  );

/** Codes of health issues and of errors in updates. */
export const healthCode = () =>
  publicText(
    { table: 'health-codes' },
    // https://docs.aws.amazon.com/eks/latest/APIReference/API_ErrorDetail.html
    `SubnetNotFound SecurityGroupNotFound EniLimitReached IpNotAvailable AccessDenied OperationNotPermitted
     VpcIdNotFound Unknown NodeCreationFailure PodEvictionFailure InsufficientFreeAddresses ClusterUnreachable
     InsufficientNumberOfReplicas ConfigurationConflict AdmissionRequestDenied UnsupportedAddonModification
     K8sResourceNotFound`.split(/\s+/),
  );

/** https://docs.aws.amazon.com/eks/latest/APIReference/API_Update.html */
export const updateType = () =>
  publicText(
    `VersionUpdate VersionRollback EndpointAccessUpdate LoggingUpdate ConfigUpdate AssociateIdentityProviderConfig
     DisassociateIdentityProviderConfig AssociateEncryptionConfig AddonUpdate VpcConfigUpdate AccessConfigUpdate
     UpgradePolicyUpdate ZonalShiftConfigUpdate AutoModeUpdate RemoteNetworkConfigUpdate DeletionProtectionUpdate
     ControlPlaneScalingConfigUpdate VendedLogsUpdate CertificateAuthorityUpdate`.split(/\s+/),
  );

/** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_InstanceRefresh.html */
export const refreshStatus = () =>
  publicText(
    `Pending InProgress Successful Failed Cancelling Cancelled RollbackInProgress RollbackFailed RollbackSuccessful
     Baking`.split(/\s+/),
  );

export const proxyMode = () => publicText(['', 'userspace', 'iptables', 'ipvs', 'nftables', 'kernelspace']);

/** Helm's release status. */
export const helmStatus = () =>
  publicText(
    `unknown deployed uninstalled superseded failed uninstalling pending-install pending-upgrade pending-rollback`.split(
      ' ',
    ),
  );

/** `v1.33.5-eks-113cf36`, and the versions of other distributions. */
export const kubeletVersion = () => publicText(/^v1\.\d+\.\d+(?:[-+](?:eks-[0-9a-f]{7,8}|k3s\d|gke\.\d+|rke2r\d))?$/);

export const containerRuntime = () =>
  publicText(
    /^(?:containerd|docker|cri-o):\/\/v?\d+(?:\.\d+){0,3}(?:[-+~](?:(?:rc|beta|bottlerocket|amzn2|amzn2023|eks|ce|dev|unknown)[.\d]*))?$/,
    ['', 'Unknown'],
  );

const serverEditions = 'Datacenter|Standard|Datacenter Core|Datacenter Azure Edition';
const codeNames =
  'Focal Fossa|Jammy Jellyfish|Noble Numbat|bullseye|bookworm|trixie|Ootpa|Plow|Coughlan|Green Obsidian|Blue Onyx';
/** Operating systems of AWS, Canonical, Microsoft and others; the text of a custom image may be its owner's: a name. */
export const osImage = () =>
  publicText(
    /^Amazon Linux (?:AMI )?\d+(?:\.\d+)*(?: \((?:Karoo)\))?$/,
    /^Bottlerocket(?: OS)?(?: \(EKS Auto(?:, (?:Standard|NVIDIA|Neuron|FIPS))?\))? \d+(?:\.\d+)*(?: \(aws-k8s-1\.\d+(?:-(?:standard|nvidia|neuron|fips))*\))?$/,
    new RegExp(String.raw`^Windows Server \d{4}(?: R2)?(?: (?:${serverEditions}))?$`),
    new RegExp(
      String.raw`^(?:Ubuntu|Debian GNU/Linux|Red Hat Enterprise Linux(?: CoreOS)?|CentOS Linux|CentOS Stream|Rocky Linux|AlmaLinux|Oracle Linux Server|SUSE Linux Enterprise Server|Fedora CoreOS|Talos)(?: \(?v?\d+(?:\.\d+)*\)?)?(?: SP\d)?(?: LTS)?(?: \((?:${codeNames})\))?$`,
    ),
    [''],
  );

const kernelWords = String.raw`generic|aws|amzn1|amzn2|amzn2023|x86_64|aarch64|arm64|amd64|el\d{1,4}(?:_\d{1,4})?|fc\d{1,4}|lts|cloud|fips|default|bpo|deb\d{1,4}|talos|flatcar`;
/** `6.12.46-66.121.amzn2023.x86_64`, `6.8.0-1040-aws`, on Windows `10.0.20348.2762`. */
export const kernelVersion = () =>
  publicText(new RegExp(String.raw`^${number}(?:\.${number}){1,3}(?:[-.+](?:${number}|${kernelWords}))*\+?$`), ['']);

/** https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily */
export const amiFamily = () =>
  publicText(['AL2', 'AL2023', 'Bottlerocket', 'Ubuntu', 'Windows2019', 'Windows2022', 'Windows2025', 'Custom']);

/** https://karpenter.sh/docs/concepts/nodeclasses/#alias */
export const imageAlias = () => publicText(/^(?:al2|al2023|bottlerocket|windows20\d\d)@(?:latest|v?\d+(?:\.\d+)*)$/);

/** A budget's schedule: https://karpenter.sh/docs/concepts/disruption/#schedule */
export const cronSchedule = () =>
  publicText(
    /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/,
    /^[\d*,/-]+(?: (?:[\d*,/-]+|(?:(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[,-]?)+))*$/i,
  );

/** Operators of IAM's conditions: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
export const conditionOperator = () =>
  publicText(
    /^(?:For(?:All|Any)Values?:)?(?:String(?:Not)?(?:Equals|EqualsIgnoreCase|Like)|Numeric(?:Not)?(?:Equals|LessThan|LessThanEquals|GreaterThan|GreaterThanEquals)|Date(?:Not)?(?:Equals|LessThan|LessThanEquals|GreaterThan|GreaterThanEquals)|Arn(?:Not)?(?:Equals|Like)|(?:Not)?IpAddress|BinaryEquals|Bool|Null)(?:IfExists)?$/i,
  );

const karpenterFields = `
  spec metadata template labels annotations tags resources requests limits cpu memory kubelet kubeletConfiguration clusterDNS
  maxPods podsPerCore systemReserved kubeReserved evictionHard evictionSoft evictionSoftGracePeriod evictionMaxPodGracePeriod
  imageGCHighThresholdPercent imageGCLowThresholdPercent cpuCFSQuota containerRuntime taints startupTaints requirements
  nodeClassRef group kind name apiVersion expireAfter terminationGracePeriod weight replicas disruption consolidationPolicy
  consolidateAfter budgets consolidation enabled ttlSecondsAfterEmpty ttlSecondsUntilExpired provider providerRef
  subnetSelector subnetSelectorTerms securityGroupSelector securityGroupSelectorTerms amiSelector amiSelectorTerms
  capacityReservationSelectorTerms placementGroupSelector amiFamily role instanceProfile userData launchTemplate
  launchTemplateName metadataOptions httpEndpoint httpTokens httpProtocolIPv6 httpPutResponseHopLimit blockDeviceMappings
  detailedMonitoring instanceStorePolicy associatePublicIPAddress context cpuOptions coreCount threadsPerCore
  networkInterfaces connectionTracking ipPrefixCount nestedVirtualization capacityBuffer budget nodes schedule duration
  reasons instanceTypes zones architecture operatingSystems nodePoolRef`;
/** A path below the spec of a NodePool, a node class or their alpha kinds; paths with other fields are names. */
export const fieldPath = () =>
  publicText(
    new RegExp(
      String.raw`^(?:${karpenterFields.trim().split(/\s+/).join('|')})(?:\.(?:${karpenterFields.trim().split(/\s+/).join('|')}))*$`,
    ),
  );

/** Conditions of Karpenter's objects. */
export const conditionType = () =>
  publicText(
    `Ready Launched Registered Initialized Drifted Empty Consolidatable Expired Terminating Drained VolumesDetached
     InstanceTerminating ConsistentStateFound NodeClassReady ValidationSucceeded NodeRegistrationHealthy
     DisruptionReason SubnetsReady SecurityGroupsReady AMIsReady InstanceProfileReady
     CapacityReservationsReady Active`.split(/\s+/),
  );

/** Names of EKS insights; the table lists those that checks of this program cover. */
export const insightName = () => publicText({ table: 'insights' }, /^Deprecated APIs removed in Kubernetes v1\.\d+$/);

/** Why a container waits, as the kubelet writes it; `Pending` and `NotReady` are words of the fact `unreadyPods`. */
export const waitingReason = () =>
  publicText(
    `Pending NotReady ContainerCreating PodInitializing CrashLoopBackOff ErrImagePull ImagePullBackOff ErrImageNeverPull
     InvalidImageName ImageInspectError RegistryUnavailable SignatureValidationFailed CreateContainerConfigError
     CreateContainerError RunContainerError StartError PostStartHookError PreCreateHookError PreStartHookError
     KillContainerError VerifyNonRootError RunInitContainerError CreatePodSandboxError ConfigPodSandboxError
     KillPodSandboxError NetworkNotReady`.split(/\s+/),
  );

/** Reasons of conditions: https://karpenter.sh/docs/concepts/nodeclasses/#status-conditions, of the API aggregator and the scheduler. */
export const conditionReason = () =>
  publicText(
    `Ready NotReady NotFound Passed Local Launched Registered Initialized Drifted Empty Consolidatable Expired Terminating
     Drained VolumesDetached AwaitingReconciliation ReconcilingDependencies UnhealthyDependents NotInitialized
     NodeNotFound NodeNotReady MultipleNodesFound NodeClassNotReady NodeClassNotFound NodeClassTerminating
     UnresolvedNodeClass LaunchFailed InsufficientCapacityError StartupTaintsExist KnownEphemeralTaintsExist
     ResourceNotRegistered RegistrationFailed UnregisteredTaintNotFound NodeRegistrationHealthy Draining
     AwaitingVolumeDetachment TerminationGracePeriodElapsed ValidationSucceeded ValidationFailed NodeClassReady
     SubnetsReady SubnetsNotFound SecurityGroupsReady SecurityGroupsNotFound AMIsReady AMINotFound InstanceProfileReady
     InstanceProfileCreateFailed CapacityReservationsReady UnauthorizedNodeRole ServiceNotFound ServiceAccessError
     ServicePortError EndpointsNotFound EndpointsInaccessible MissingEndpoints FailedDiscoveryCheck Unschedulable
     SchedulingGated SchedulerError`.split(/\s+/),
  );
