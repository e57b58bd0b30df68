/**
 * @public
 * @enum
 */
export declare const AuthenticationMode: {
    readonly API: "API";
    readonly API_AND_CONFIG_MAP: "API_AND_CONFIG_MAP";
    readonly CONFIG_MAP: "CONFIG_MAP";
};
/**
 * @public
 */
export type AuthenticationMode = (typeof AuthenticationMode)[keyof typeof AuthenticationMode];
/**
 * @public
 * @enum
 */
export declare const AccessScopeType: {
    readonly cluster: "cluster";
    readonly namespace: "namespace";
};
/**
 * @public
 */
export type AccessScopeType = (typeof AccessScopeType)[keyof typeof AccessScopeType];
/**
 * @public
 * @enum
 */
export declare const CertificateAuthorityActivatedBy: {
    readonly CUSTOMER: "CUSTOMER";
    readonly EKS: "EKS";
};
/**
 * @public
 */
export type CertificateAuthorityActivatedBy = (typeof CertificateAuthorityActivatedBy)[keyof typeof CertificateAuthorityActivatedBy];
/**
 * @public
 * @enum
 */
export declare const CertificateAuthorityCreatedBy: {
    readonly CUSTOMER: "CUSTOMER";
    readonly EKS: "EKS";
};
/**
 * @public
 */
export type CertificateAuthorityCreatedBy = (typeof CertificateAuthorityCreatedBy)[keyof typeof CertificateAuthorityCreatedBy];
/**
 * @public
 * @enum
 */
export declare const CertificateAuthorityDistributionStatus: {
    readonly COMPLETE: "COMPLETE";
    readonly DELETING: "DELETING";
    readonly FAILED: "FAILED";
    readonly IN_PROGRESS: "IN_PROGRESS";
};
/**
 * @public
 */
export type CertificateAuthorityDistributionStatus = (typeof CertificateAuthorityDistributionStatus)[keyof typeof CertificateAuthorityDistributionStatus];
/**
 * @public
 * @enum
 */
export declare const CertificateAuthoritySigningStatus: {
    readonly ACTIVATING: "ACTIVATING";
    readonly IN_USE: "IN_USE";
    readonly NOT_USED: "NOT_USED";
};
/**
 * @public
 */
export type CertificateAuthoritySigningStatus = (typeof CertificateAuthoritySigningStatus)[keyof typeof CertificateAuthoritySigningStatus];
/**
 * @public
 * @enum
 */
export declare const CancellationStatus: {
    readonly FAILED: "Failed";
    readonly IN_PROGRESS: "InProgress";
    readonly SUCCESSFUL: "Successful";
};
/**
 * @public
 */
export type CancellationStatus = (typeof CancellationStatus)[keyof typeof CancellationStatus];
/**
 * @public
 * @enum
 */
export declare const ErrorCode: {
    readonly ACCESS_DENIED: "AccessDenied";
    readonly ADMISSION_REQUEST_DENIED: "AdmissionRequestDenied";
    readonly CLUSTER_UNREACHABLE: "ClusterUnreachable";
    readonly CONFIGURATION_CONFLICT: "ConfigurationConflict";
    readonly ENI_LIMIT_REACHED: "EniLimitReached";
    readonly INSUFFICIENT_FREE_ADDRESSES: "InsufficientFreeAddresses";
    readonly INSUFFICIENT_NUMBER_OF_REPLICAS: "InsufficientNumberOfReplicas";
    readonly IP_NOT_AVAILABLE: "IpNotAvailable";
    readonly K8S_RESOURCE_NOT_FOUND: "K8sResourceNotFound";
    readonly NODE_CREATION_FAILURE: "NodeCreationFailure";
    readonly OPERATION_NOT_PERMITTED: "OperationNotPermitted";
    readonly POD_EVICTION_FAILURE: "PodEvictionFailure";
    readonly SECURITY_GROUP_NOT_FOUND: "SecurityGroupNotFound";
    readonly SUBNET_NOT_FOUND: "SubnetNotFound";
    readonly UNKNOWN: "Unknown";
    readonly UNSUPPORTED_ADDON_MODIFICATION: "UnsupportedAddonModification";
    readonly VPC_ID_NOT_FOUND: "VpcIdNotFound";
};
/**
 * @public
 */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
/**
 * @public
 * @enum
 */
export declare const UpdateParamType: {
    readonly ACTIVE_CERTIFICATE_AUTHORITY: "ActiveCertificateAuthority";
    readonly ADDON_VERSION: "AddonVersion";
    readonly AUTHENTICATION_MODE: "AuthenticationMode";
    readonly CERTIFICATE_AUTHORITY_ID: "CertificateAuthorityId";
    readonly CLUSTER_LOGGING: "ClusterLogging";
    readonly COMPUTE_CONFIG: "ComputeConfig";
    readonly CONFIGURATION_VALUES: "ConfigurationValues";
    readonly CONTROL_PLANE_EGRESS_MODE: "ControlPlaneEgressMode";
    readonly DELETION_PROTECTION: "DeletionProtection";
    readonly DESIRED_SIZE: "DesiredSize";
    readonly DISABLED_SERVICES: "DisabledServices";
    readonly ENABLE_CROSS_NAMESPACE: "EnableCrossNamespace";
    readonly ENCRYPTION_CONFIG: "EncryptionConfig";
    readonly ENDPOINT_PRIVATE_ACCESS: "EndpointPrivateAccess";
    readonly ENDPOINT_PUBLIC_ACCESS: "EndpointPublicAccess";
    readonly IDENTITY_PROVIDER_CONFIG: "IdentityProviderConfig";
    readonly KUBERNETES_NETWORK_CONFIG: "KubernetesNetworkConfig";
    readonly KUBE_API_SERVER_CONFIG: "KubeApiServerConfig";
    readonly KUBE_CONTROLLER_MANAGER_CONFIG: "KubeControllerManagerConfig";
    readonly KUBE_SCHEDULER_CONFIG: "KubeSchedulerConfig";
    readonly LABELS_TO_ADD: "LabelsToAdd";
    readonly LABELS_TO_REMOVE: "LabelsToRemove";
    readonly LAUNCH_TEMPLATE_NAME: "LaunchTemplateName";
    readonly LAUNCH_TEMPLATE_VERSION: "LaunchTemplateVersion";
    readonly MAX_SIZE: "MaxSize";
    readonly MAX_UNAVAILABLE: "MaxUnavailable";
    readonly MAX_UNAVAILABLE_PERCENTAGE: "MaxUnavailablePercentage";
    readonly MIN_SIZE: "MinSize";
    readonly NETWORK_ACCESS: "NetworkAccess";
    readonly NODE_REPAIR_CONFIG: "NodeRepairConfig";
    readonly NODE_REPAIR_ENABLED: "NodeRepairEnabled";
    readonly PLATFORM_VERSION: "PlatformVersion";
    readonly POD_IDENTITY_ASSOCIATIONS: "PodIdentityAssociations";
    readonly PREVIOUS_TIER: "PreviousTier";
    readonly PUBLIC_ACCESS_CIDRS: "PublicAccessCidrs";
    readonly RELEASE_VERSION: "ReleaseVersion";
    readonly REMOTE_NETWORK_CONFIG: "RemoteNetworkConfig";
    readonly RESOLVE_CONFLICTS: "ResolveConflicts";
    readonly ROLE_ARN: "RoleArn";
    readonly ROLE_MAPPINGS_TO_ADD_OR_UPDATE: "RoleMappingsToAddOrUpdate";
    readonly ROLE_MAPPINGS_TO_REMOVE: "RoleMappingsToRemove";
    readonly SECURITY_GROUPS: "SecurityGroups";
    readonly SERVICE_ACCOUNT_ROLE_ARN: "ServiceAccountRoleArn";
    readonly SIGNING_STATUS: "SigningStatus";
    readonly STORAGE_CONFIG: "StorageConfig";
    readonly SUBNETS: "Subnets";
    readonly TAINTS_TO_ADD: "TaintsToAdd";
    readonly TAINTS_TO_REMOVE: "TaintsToRemove";
    readonly TRUSTED_CERTIFICATE_AUTHORITIES: "TrustedCertificateAuthorities";
    readonly UPDATED_TIER: "UpdatedTier";
    readonly UPDATE_STRATEGY: "UpdateStrategy";
    readonly UPGRADE_POLICY: "UpgradePolicy";
    readonly VENDED_LOGS: "VendedLogs";
    readonly VERSION: "Version";
    readonly WARM_POOL_ENABLED: "WarmPoolEnabled";
    readonly WARM_POOL_MAX_GROUP_PREPARED_CAPACITY: "WarmPoolMaxGroupPreparedCapacity";
    readonly WARM_POOL_MIN_SIZE: "WarmPoolMinSize";
    readonly WARM_POOL_REUSE_ON_SCALE_IN: "WarmPoolReuseOnScaleIn";
    readonly WARM_POOL_STATE: "WarmPoolState";
    readonly ZONAL_SHIFT_CONFIG: "ZonalShiftConfig";
};
/**
 * @public
 */
export type UpdateParamType = (typeof UpdateParamType)[keyof typeof UpdateParamType];
/**
 * @public
 * @enum
 */
export declare const UpdateStatus: {
    readonly CANCELLED: "Cancelled";
    readonly FAILED: "Failed";
    readonly IN_PROGRESS: "InProgress";
    readonly SUCCESSFUL: "Successful";
};
/**
 * @public
 */
export type UpdateStatus = (typeof UpdateStatus)[keyof typeof UpdateStatus];
/**
 * @public
 * @enum
 */
export declare const UpdateType: {
    readonly ACCESS_CONFIG_UPDATE: "AccessConfigUpdate";
    readonly ADDON_UPDATE: "AddonUpdate";
    readonly ASSOCIATE_ENCRYPTION_CONFIG: "AssociateEncryptionConfig";
    readonly ASSOCIATE_IDENTITY_PROVIDER_CONFIG: "AssociateIdentityProviderConfig";
    readonly AUTO_MODE_UPDATE: "AutoModeUpdate";
    readonly CAPABILITY_UPDATE: "CapabilityUpdate";
    readonly CERTIFICATE_AUTHORITY_UPDATE: "CertificateAuthorityUpdate";
    readonly CONFIG_UPDATE: "ConfigUpdate";
    readonly CONTROL_PLANE_COMPONENT_CONFIG_UPDATE: "ControlPlaneComponentConfigUpdate";
    readonly CONTROL_PLANE_EGRESS_UPDATE: "ControlPlaneEgressUpdate";
    readonly CONTROL_PLANE_SCALING_CONFIG_UPDATE: "ControlPlaneScalingConfigUpdate";
    readonly DELETION_PROTECTION_UPDATE: "DeletionProtectionUpdate";
    readonly DISASSOCIATE_IDENTITY_PROVIDER_CONFIG: "DisassociateIdentityProviderConfig";
    readonly ENDPOINT_ACCESS_UPDATE: "EndpointAccessUpdate";
    readonly LOGGING_UPDATE: "LoggingUpdate";
    readonly REMOTE_NETWORK_CONFIG_UPDATE: "RemoteNetworkConfigUpdate";
    readonly UPGRADE_POLICY_UPDATE: "UpgradePolicyUpdate";
    readonly VENDED_LOGS_UPDATE: "VendedLogsUpdate";
    readonly VERSION_ROLLBACK: "VersionRollback";
    readonly VERSION_UPDATE: "VersionUpdate";
    readonly VPC_CONFIG_UPDATE: "VpcConfigUpdate";
    readonly ZONAL_SHIFT_CONFIG_UPDATE: "ZonalShiftConfigUpdate";
};
/**
 * @public
 */
export type UpdateType = (typeof UpdateType)[keyof typeof UpdateType];
/**
 * @public
 * @enum
 */
export declare const AddonIssueCode: {
    readonly ACCESS_DENIED: "AccessDenied";
    readonly ADDON_PERMISSION_FAILURE: "AddonPermissionFailure";
    readonly ADDON_SUBSCRIPTION_NEEDED: "AddonSubscriptionNeeded";
    readonly ADMISSION_REQUEST_DENIED: "AdmissionRequestDenied";
    readonly CLUSTER_UNREACHABLE: "ClusterUnreachable";
    readonly CONFIGURATION_CONFLICT: "ConfigurationConflict";
    readonly INSUFFICIENT_NUMBER_OF_REPLICAS: "InsufficientNumberOfReplicas";
    readonly INTERNAL_FAILURE: "InternalFailure";
    readonly K8S_RESOURCE_NOT_FOUND: "K8sResourceNotFound";
    readonly UNSUPPORTED_ADDON_MODIFICATION: "UnsupportedAddonModification";
};
/**
 * @public
 */
export type AddonIssueCode = (typeof AddonIssueCode)[keyof typeof AddonIssueCode];
/**
 * @public
 * @enum
 */
export declare const AddonStatus: {
    readonly ACTIVE: "ACTIVE";
    readonly CREATE_FAILED: "CREATE_FAILED";
    readonly CREATING: "CREATING";
    readonly DEGRADED: "DEGRADED";
    readonly DELETE_FAILED: "DELETE_FAILED";
    readonly DELETING: "DELETING";
    readonly UPDATE_FAILED: "UPDATE_FAILED";
    readonly UPDATING: "UPDATING";
};
/**
 * @public
 */
export type AddonStatus = (typeof AddonStatus)[keyof typeof AddonStatus];
/**
 * @public
 * @enum
 */
export declare const AMITypes: {
    readonly AL2023_ARM_64_NVIDIA: "AL2023_ARM_64_NVIDIA";
    readonly AL2023_ARM_64_STANDARD: "AL2023_ARM_64_STANDARD";
    readonly AL2023_x86_64_NEURON: "AL2023_x86_64_NEURON";
    readonly AL2023_x86_64_NVIDIA: "AL2023_x86_64_NVIDIA";
    readonly AL2023_x86_64_STANDARD: "AL2023_x86_64_STANDARD";
    readonly AL2_ARM_64: "AL2_ARM_64";
    readonly AL2_x86_64: "AL2_x86_64";
    readonly AL2_x86_64_GPU: "AL2_x86_64_GPU";
    readonly BOTTLEROCKET_ARM_64: "BOTTLEROCKET_ARM_64";
    readonly BOTTLEROCKET_ARM_64_FIPS: "BOTTLEROCKET_ARM_64_FIPS";
    readonly BOTTLEROCKET_ARM_64_NVIDIA: "BOTTLEROCKET_ARM_64_NVIDIA";
    readonly BOTTLEROCKET_ARM_64_NVIDIA_FIPS: "BOTTLEROCKET_ARM_64_NVIDIA_FIPS";
    readonly BOTTLEROCKET_x86_64: "BOTTLEROCKET_x86_64";
    readonly BOTTLEROCKET_x86_64_FIPS: "BOTTLEROCKET_x86_64_FIPS";
    readonly BOTTLEROCKET_x86_64_NVIDIA: "BOTTLEROCKET_x86_64_NVIDIA";
    readonly BOTTLEROCKET_x86_64_NVIDIA_FIPS: "BOTTLEROCKET_x86_64_NVIDIA_FIPS";
    readonly CUSTOM: "CUSTOM";
    readonly WINDOWS_CORE_2019_x86_64: "WINDOWS_CORE_2019_x86_64";
    readonly WINDOWS_CORE_2022_x86_64: "WINDOWS_CORE_2022_x86_64";
    readonly WINDOWS_CORE_2025_x86_64: "WINDOWS_CORE_2025_x86_64";
    readonly WINDOWS_FULL_2019_x86_64: "WINDOWS_FULL_2019_x86_64";
    readonly WINDOWS_FULL_2022_x86_64: "WINDOWS_FULL_2022_x86_64";
    readonly WINDOWS_FULL_2025_x86_64: "WINDOWS_FULL_2025_x86_64";
};
/**
 * @public
 */
export type AMITypes = (typeof AMITypes)[keyof typeof AMITypes];
/**
 * @public
 * @enum
 */
export declare const SsoIdentityType: {
    readonly SSO_GROUP: "SSO_GROUP";
    readonly SSO_USER: "SSO_USER";
};
/**
 * @public
 */
export type SsoIdentityType = (typeof SsoIdentityType)[keyof typeof SsoIdentityType];
/**
 * @public
 * @enum
 */
export declare const ArgoCdRole: {
    readonly ADMIN: "ADMIN";
    readonly EDITOR: "EDITOR";
    readonly VIEWER: "VIEWER";
};
/**
 * @public
 */
export type ArgoCdRole = (typeof ArgoCdRole)[keyof typeof ArgoCdRole];
/**
 * @public
 * @enum
 */
export declare const ResolveConflicts: {
    readonly NONE: "NONE";
    readonly OVERWRITE: "OVERWRITE";
    readonly PRESERVE: "PRESERVE";
};
/**
 * @public
 */
export type ResolveConflicts = (typeof ResolveConflicts)[keyof typeof ResolveConflicts];
/**
 * @public
 * @enum
 */
export declare const CapabilityDeletePropagationPolicy: {
    readonly RETAIN: "RETAIN";
};
/**
 * @public
 */
export type CapabilityDeletePropagationPolicy = (typeof CapabilityDeletePropagationPolicy)[keyof typeof CapabilityDeletePropagationPolicy];
/**
 * @public
 * @enum
 */
export declare const CapabilityType: {
    readonly ACK: "ACK";
    readonly ARGOCD: "ARGOCD";
    readonly KRO: "KRO";
};
/**
 * @public
 */
export type CapabilityType = (typeof CapabilityType)[keyof typeof CapabilityType];
/**
 * @public
 * @enum
 */
export declare const CapabilityIssueCode: {
    readonly ACCESS_DENIED: "AccessDenied";
    readonly CLUSTER_UNREACHABLE: "ClusterUnreachable";
};
/**
 * @public
 */
export type CapabilityIssueCode = (typeof CapabilityIssueCode)[keyof typeof CapabilityIssueCode];
/**
 * @public
 * @enum
 */
export declare const CapabilityStatus: {
    readonly ACTIVE: "ACTIVE";
    readonly CREATE_FAILED: "CREATE_FAILED";
    readonly CREATING: "CREATING";
    readonly DEGRADED: "DEGRADED";
    readonly DELETE_FAILED: "DELETE_FAILED";
    readonly DELETING: "DELETING";
    readonly UPDATING: "UPDATING";
};
/**
 * @public
 */
export type CapabilityStatus = (typeof CapabilityStatus)[keyof typeof CapabilityStatus];
/**
 * @public
 * @enum
 */
export declare const ProvisionedControlPlaneTier: {
    readonly STANDARD: "standard";
    readonly TIER_2XL: "tier-2xl";
    readonly TIER_4XL: "tier-4xl";
    readonly TIER_8XL: "tier-8xl";
    readonly TIER_XL: "tier-xl";
};
/**
 * @public
 */
export type ProvisionedControlPlaneTier = (typeof ProvisionedControlPlaneTier)[keyof typeof ProvisionedControlPlaneTier];
/**
 * @public
 * @enum
 */
export declare const IpFamily: {
    readonly IPV4: "ipv4";
    readonly IPV6: "ipv6";
};
/**
 * @public
 */
export type IpFamily = (typeof IpFamily)[keyof typeof IpFamily];
/**
 * @public
 * @enum
 */
export declare const ScoringStrategyType: {
    readonly LEAST_ALLOCATED: "LeastAllocated";
    readonly MOST_ALLOCATED: "MostAllocated";
};
/**
 * @public
 */
export type ScoringStrategyType = (typeof ScoringStrategyType)[keyof typeof ScoringStrategyType];
/**
 * @public
 * @enum
 */
export declare const LogType: {
    readonly API: "api";
    readonly AUDIT: "audit";
    readonly AUTHENTICATOR: "authenticator";
    readonly CONTROLLER_MANAGER: "controllerManager";
    readonly SCHEDULER: "scheduler";
};
/**
 * @public
 */
export type LogType = (typeof LogType)[keyof typeof LogType];
/**
 * @public
 * @enum
 */
export declare const SpreadLevel: {
    readonly HOST: "host";
    readonly RACK: "rack";
};
/**
 * @public
 */
export type SpreadLevel = (typeof SpreadLevel)[keyof typeof SpreadLevel];
/**
 * @public
 * @enum
 */
export declare const ControlPlaneEgressModeType: {
    readonly AWS_MANAGED: "AWS_MANAGED";
    readonly CUSTOMER_ISOLATED: "CUSTOMER_ISOLATED";
    readonly CUSTOMER_ROUTED: "CUSTOMER_ROUTED";
};
/**
 * @public
 */
export type ControlPlaneEgressModeType = (typeof ControlPlaneEgressModeType)[keyof typeof ControlPlaneEgressModeType];
/**
 * @public
 * @enum
 */
export declare const SupportType: {
    readonly EXTENDED: "EXTENDED";
    readonly STANDARD: "STANDARD";
};
/**
 * @public
 */
export type SupportType = (typeof SupportType)[keyof typeof SupportType];
/**
 * @public
 * @enum
 */
export declare const ClusterIssueCode: {
    readonly ACCESS_DENIED: "AccessDenied";
    readonly CLUSTER_UNREACHABLE: "ClusterUnreachable";
    readonly CONFIGURATION_CONFLICT: "ConfigurationConflict";
    readonly EC2_SECURITY_GROUP_NOT_FOUND: "Ec2SecurityGroupNotFound";
    readonly EC2_SERVICE_NOT_SUBSCRIBED: "Ec2ServiceNotSubscribed";
    readonly EC2_SUBNET_NOT_FOUND: "Ec2SubnetNotFound";
    readonly IAM_ROLE_NOT_FOUND: "IamRoleNotFound";
    readonly INSUFFICIENT_FREE_ADDRESSES: "InsufficientFreeAddresses";
    readonly INTERNAL_FAILURE: "InternalFailure";
    readonly KMS_GRANT_REVOKED: "KmsGrantRevoked";
    readonly KMS_KEY_DISABLED: "KmsKeyDisabled";
    readonly KMS_KEY_MARKED_FOR_DELETION: "KmsKeyMarkedForDeletion";
    readonly KMS_KEY_NOT_FOUND: "KmsKeyNotFound";
    readonly OTHER: "Other";
    readonly RESOURCE_LIMIT_EXCEEDED: "ResourceLimitExceeded";
    readonly RESOURCE_NOT_FOUND: "ResourceNotFound";
    readonly STS_REGIONAL_ENDPOINT_DISABLED: "StsRegionalEndpointDisabled";
    readonly UNSUPPORTED_VERSION: "UnsupportedVersion";
    readonly VPC_NOT_FOUND: "VpcNotFound";
};
/**
 * @public
 */
export type ClusterIssueCode = (typeof ClusterIssueCode)[keyof typeof ClusterIssueCode];
/**
 * @public
 * @enum
 */
export declare const ClusterStatus: {
    readonly ACTIVE: "ACTIVE";
    readonly CREATING: "CREATING";
    readonly DELETING: "DELETING";
    readonly FAILED: "FAILED";
    readonly PENDING: "PENDING";
    readonly UPDATING: "UPDATING";
};
/**
 * @public
 */
export type ClusterStatus = (typeof ClusterStatus)[keyof typeof ClusterStatus];
/**
 * @public
 * @enum
 */
export declare const EksAnywhereSubscriptionLicenseType: {
    readonly Cluster: "Cluster";
};
/**
 * @public
 */
export type EksAnywhereSubscriptionLicenseType = (typeof EksAnywhereSubscriptionLicenseType)[keyof typeof EksAnywhereSubscriptionLicenseType];
/**
 * @public
 * @enum
 */
export declare const EksAnywhereSubscriptionTermUnit: {
    readonly MONTHS: "MONTHS";
};
/**
 * @public
 */
export type EksAnywhereSubscriptionTermUnit = (typeof EksAnywhereSubscriptionTermUnit)[keyof typeof EksAnywhereSubscriptionTermUnit];
/**
 * @public
 * @enum
 */
export declare const FargateProfileIssueCode: {
    readonly ACCESS_DENIED: "AccessDenied";
    readonly CLUSTER_UNREACHABLE: "ClusterUnreachable";
    readonly INTERNAL_FAILURE: "InternalFailure";
    readonly POD_EXECUTION_ROLE_ALREADY_IN_USE: "PodExecutionRoleAlreadyInUse";
};
/**
 * @public
 */
export type FargateProfileIssueCode = (typeof FargateProfileIssueCode)[keyof typeof FargateProfileIssueCode];
/**
 * @public
 * @enum
 */
export declare const FargateProfileStatus: {
    readonly ACTIVE: "ACTIVE";
    readonly CREATE_FAILED: "CREATE_FAILED";
    readonly CREATING: "CREATING";
    readonly DELETE_FAILED: "DELETE_FAILED";
    readonly DELETING: "DELETING";
};
/**
 * @public
 */
export type FargateProfileStatus = (typeof FargateProfileStatus)[keyof typeof FargateProfileStatus];
/**
 * @public
 * @enum
 */
export declare const CapacityTypes: {
    readonly CAPACITY_BLOCK: "CAPACITY_BLOCK";
    readonly ON_DEMAND: "ON_DEMAND";
    readonly SPOT: "SPOT";
};
/**
 * @public
 */
export type CapacityTypes = (typeof CapacityTypes)[keyof typeof CapacityTypes];
/**
 * @public
 * @enum
 */
export declare const RepairAction: {
    readonly NoAction: "NoAction";
    readonly Reboot: "Reboot";
    readonly Replace: "Replace";
};
/**
 * @public
 */
export type RepairAction = (typeof RepairAction)[keyof typeof RepairAction];
/**
 * @public
 * @enum
 */
export declare const TaintEffect: {
    readonly NO_EXECUTE: "NO_EXECUTE";
    readonly NO_SCHEDULE: "NO_SCHEDULE";
    readonly PREFER_NO_SCHEDULE: "PREFER_NO_SCHEDULE";
};
/**
 * @public
 */
export type TaintEffect = (typeof TaintEffect)[keyof typeof TaintEffect];
/**
 * @public
 * @enum
 */
export declare const NodegroupUpdateStrategies: {
    readonly DEFAULT: "DEFAULT";
    readonly MINIMAL: "MINIMAL";
};
/**
 * @public
 */
export type NodegroupUpdateStrategies = (typeof NodegroupUpdateStrategies)[keyof typeof NodegroupUpdateStrategies];
/**
 * @public
 * @enum
 */
export declare const WarmPoolState: {
    readonly HIBERNATED: "HIBERNATED";
    readonly RUNNING: "RUNNING";
    readonly STOPPED: "STOPPED";
};
/**
 * @public
 */
export type WarmPoolState = (typeof WarmPoolState)[keyof typeof WarmPoolState];
/**
 * @public
 * @enum
 */
export declare const NodegroupIssueCode: {
    readonly ACCESS_DENIED: "AccessDenied";
    readonly AMI_ID_NOT_FOUND: "AmiIdNotFound";
    readonly ASG_INSTANCE_LAUNCH_FAILURES: "AsgInstanceLaunchFailures";
    readonly AUTO_SCALING_GROUP_INSTANCE_REFRESH_ACTIVE: "AutoScalingGroupInstanceRefreshActive";
    readonly AUTO_SCALING_GROUP_INVALID_CONFIGURATION: "AutoScalingGroupInvalidConfiguration";
    readonly AUTO_SCALING_GROUP_NOT_FOUND: "AutoScalingGroupNotFound";
    readonly AUTO_SCALING_GROUP_OPT_IN_REQUIRED: "AutoScalingGroupOptInRequired";
    readonly AUTO_SCALING_GROUP_RATE_LIMIT_EXCEEDED: "AutoScalingGroupRateLimitExceeded";
    readonly CLUSTER_UNREACHABLE: "ClusterUnreachable";
    readonly EC2_INSTANCE_TYPE_DOES_NOT_EXIST: "Ec2InstanceTypeDoesNotExist";
    readonly EC2_LAUNCH_TEMPLATE_DELETION_FAILURE: "Ec2LaunchTemplateDeletionFailure";
    readonly EC2_LAUNCH_TEMPLATE_INVALID_CONFIGURATION: "Ec2LaunchTemplateInvalidConfiguration";
    readonly EC2_LAUNCH_TEMPLATE_MAX_LIMIT_EXCEEDED: "Ec2LaunchTemplateMaxLimitExceeded";
    readonly EC2_LAUNCH_TEMPLATE_NOT_FOUND: "Ec2LaunchTemplateNotFound";
    readonly EC2_LAUNCH_TEMPLATE_VERSION_MAX_LIMIT_EXCEEDED: "Ec2LaunchTemplateVersionMaxLimitExceeded";
    readonly EC2_LAUNCH_TEMPLATE_VERSION_MISMATCH: "Ec2LaunchTemplateVersionMismatch";
    readonly EC2_SECURITY_GROUP_DELETION_FAILURE: "Ec2SecurityGroupDeletionFailure";
    readonly EC2_SECURITY_GROUP_NOT_FOUND: "Ec2SecurityGroupNotFound";
    readonly EC2_SUBNET_INVALID_CONFIGURATION: "Ec2SubnetInvalidConfiguration";
    readonly EC2_SUBNET_LIST_TOO_LONG: "Ec2SubnetListTooLong";
    readonly EC2_SUBNET_MISSING_IPV6_ASSIGNMENT: "Ec2SubnetMissingIpv6Assignment";
    readonly EC2_SUBNET_NOT_FOUND: "Ec2SubnetNotFound";
    readonly IAM_INSTANCE_PROFILE_NOT_FOUND: "IamInstanceProfileNotFound";
    readonly IAM_LIMIT_EXCEEDED: "IamLimitExceeded";
    readonly IAM_NODE_ROLE_NOT_FOUND: "IamNodeRoleNotFound";
    readonly IAM_THROTTLING: "IamThrottling";
    readonly INSTANCE_LIMIT_EXCEEDED: "InstanceLimitExceeded";
    readonly INSUFFICIENT_FREE_ADDRESSES: "InsufficientFreeAddresses";
    readonly INTERNAL_FAILURE: "InternalFailure";
    readonly KUBERNETES_LABEL_INVALID: "KubernetesLabelInvalid";
    readonly LIMIT_EXCEEDED: "LimitExceeded";
    readonly NODE_CREATION_FAILURE: "NodeCreationFailure";
    readonly NODE_TERMINATION_FAILURE: "NodeTerminationFailure";
    readonly POD_EVICTION_FAILURE: "PodEvictionFailure";
    readonly SOURCE_EC2_LAUNCH_TEMPLATE_NOT_FOUND: "SourceEc2LaunchTemplateNotFound";
    readonly UNKNOWN: "Unknown";
};
/**
 * @public
 */
export type NodegroupIssueCode = (typeof NodegroupIssueCode)[keyof typeof NodegroupIssueCode];
/**
 * @public
 * @enum
 */
export declare const NodegroupStatus: {
    readonly ACTIVE: "ACTIVE";
    readonly CREATE_FAILED: "CREATE_FAILED";
    readonly CREATING: "CREATING";
    readonly DEGRADED: "DEGRADED";
    readonly DELETE_FAILED: "DELETE_FAILED";
    readonly DELETING: "DELETING";
    readonly UPDATING: "UPDATING";
};
/**
 * @public
 */
export type NodegroupStatus = (typeof NodegroupStatus)[keyof typeof NodegroupStatus];
/**
 * @public
 * @enum
 */
export declare const ClusterVersionStatus: {
    readonly extended_support: "extended-support";
    readonly standard_support: "standard-support";
    readonly unsupported: "unsupported";
};
/**
 * @public
 */
export type ClusterVersionStatus = (typeof ClusterVersionStatus)[keyof typeof ClusterVersionStatus];
/**
 * @public
 * @enum
 */
export declare const VersionStatus: {
    readonly EXTENDED_SUPPORT: "EXTENDED_SUPPORT";
    readonly STANDARD_SUPPORT: "STANDARD_SUPPORT";
    readonly UNSUPPORTED: "UNSUPPORTED";
};
/**
 * @public
 */
export type VersionStatus = (typeof VersionStatus)[keyof typeof VersionStatus];
/**
 * @public
 * @enum
 */
export declare const ConfigStatus: {
    readonly ACTIVE: "ACTIVE";
    readonly CREATING: "CREATING";
    readonly DELETING: "DELETING";
};
/**
 * @public
 */
export type ConfigStatus = (typeof ConfigStatus)[keyof typeof ConfigStatus];
/**
 * @public
 * @enum
 */
export declare const Category: {
    readonly MISCONFIGURATION: "MISCONFIGURATION";
    readonly ROLLBACK_READINESS: "ROLLBACK_READINESS";
    readonly UPGRADE_READINESS: "UPGRADE_READINESS";
};
/**
 * @public
 */
export type Category = (typeof Category)[keyof typeof Category];
/**
 * @public
 * @enum
 */
export declare const InsightStatusValue: {
    readonly ERROR: "ERROR";
    readonly PASSING: "PASSING";
    readonly UNKNOWN: "UNKNOWN";
    readonly WARNING: "WARNING";
};
/**
 * @public
 */
export type InsightStatusValue = (typeof InsightStatusValue)[keyof typeof InsightStatusValue];
/**
 * @public
 * @enum
 */
export declare const InsightsRefreshStatus: {
    readonly COMPLETED: "COMPLETED";
    readonly FAILED: "FAILED";
    readonly IN_PROGRESS: "IN_PROGRESS";
};
/**
 * @public
 */
export type InsightsRefreshStatus = (typeof InsightsRefreshStatus)[keyof typeof InsightsRefreshStatus];
/**
 * @public
 * @enum
 */
export declare const EksAnywhereSubscriptionStatus: {
    readonly ACTIVE: "ACTIVE";
    readonly CREATING: "CREATING";
    readonly DELETING: "DELETING";
    readonly EXPIRED: "EXPIRED";
    readonly EXPIRING: "EXPIRING";
    readonly UPDATING: "UPDATING";
};
/**
 * @public
 */
export type EksAnywhereSubscriptionStatus = (typeof EksAnywhereSubscriptionStatus)[keyof typeof EksAnywhereSubscriptionStatus];
/**
 * @public
 * @enum
 */
export declare const ConnectorConfigProvider: {
    readonly AKS: "AKS";
    readonly ANTHOS: "ANTHOS";
    readonly EC2: "EC2";
    readonly EKS_ANYWHERE: "EKS_ANYWHERE";
    readonly GKE: "GKE";
    readonly OPENSHIFT: "OPENSHIFT";
    readonly OTHER: "OTHER";
    readonly RANCHER: "RANCHER";
    readonly TANZU: "TANZU";
};
/**
 * @public
 */
export type ConnectorConfigProvider = (typeof ConnectorConfigProvider)[keyof typeof ConnectorConfigProvider];
