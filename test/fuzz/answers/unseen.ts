import type { Change } from './mutation.ts';

/** Changes of one member of the answers to one call that give a pass, and that no second reading contradicts. */
export interface Unseen {
  call: string;
  /** As in a mutation: `items.*.spec`; empty: the whole answer. */
  member: string;
  changes: readonly Change[];
  reason: string;
}

/** Why these changes cannot be seen: by reason, the call, the member and its changes. */
const byReason: Readonly<Record<string, readonly (readonly [call: string, member: string, ...Change[]])[]>> = {
  'the AWS SDK parses the answer, and of two members with one name it keeps the last': [
    ['eks:DescribeAddonVersions', '', 'list twice'],
    ['eks:DescribeClusterVersions', '', 'list twice'],
    ['eks:ListAddons', '', 'list twice'],
    ['eks:ListCertificateAuthorities', '', 'list twice'],
    ['eks:ListFargateProfiles', '', 'list twice'],
    ['eks:ListInsights', '', 'list twice'],
    ['eks:ListNodegroups', '', 'list twice'],
    ['eks:ListUpdates', '', 'list twice'],
    ['events:ListRuleNamesByTarget', '', 'list twice'],
  ],
  'the AWS SDK parses the answer, and reads a text in place of a list of XML as an empty list': [
    ['ec2:DescribeImages', 'imagesSet', 'other type'],
  ],
  'the answer does not name the cluster or the page that it is of': [
    ['eks:DescribeClusterVersions', '', 'of another object', 'of another world'],
    ['eks:ListAddons', '', 'of another object', 'of another world'],
    ['eks:ListCertificateAuthorities', '', 'of another world'],
    ['eks:ListFargateProfiles', '', 'of another world'],
    ['eks:ListNodegroups', '', 'of another object', 'of another world'],
    ['ec2:DescribeSubnets', '', 'of another world'],
    ['GET /api/v1/nodes', '', 'of another world'],
    ['GET /apis/apps/v1/daemonsets', '', 'of another world'],
    ['GET /apis/apps/v1/deployments', '', 'of another world'],
    ['GET /api/v1/pods', '', 'of another world'],
    ['GET /api/v1/namespaces/kube-system/configmaps/kube-proxy-config', '', 'of another world'],
    ['GET /apis/apiregistration.k8s.io/v1/apiservices', '', 'of another world'],
    ['GET /apis/apps/v1/statefulsets', '', 'of another world'],
    ['GET /apis/discovery.k8s.io/v1/endpointslices', '', 'of another object', 'of another world'],
    ['GET /apis', '', 'of another world'],
    ['GET /api/v1/pods', '', 'of another object'],
    ['servicequotas:GetServiceQuota', '', 'of another world'],
  ],
  'a page without a token is the last page': [
    ['eks:DescribeClusterVersions', 'nextToken', 'removed', 'null'],
    ['eks:ListNodegroups', 'nextToken', 'removed', 'null'],
  ],
  'a shorter list is a valid list': [
    ['eks:DescribeCluster', 'cluster.resourcesVpcConfig.securityGroupIds', 'emptied'],
    ['eks:ListAddons', 'addons', 'emptied', 'last dropped'],
    ['eks:ListCertificateAuthorities', 'certificateAuthorities', 'emptied', 'last dropped'],
    ['eks:ListFargateProfiles', 'fargateProfileNames', 'emptied'],
    ['eks:ListNodegroups', 'nodegroups', 'last dropped'],
    ['eks:DescribeCluster', 'cluster.resourcesVpcConfig.subnetIds', 'last dropped'],
    ['eks:ListNodegroups', 'nodegroups', 'emptied'],
    ['GET /api/v1/nodes', 'items', 'emptied'],
    ['GET /api/v1/pods', 'items', 'emptied'],
    ['GET /apis/apps/v1/daemonsets', 'items.*.spec.template.spec.volumes', 'emptied'],
    ['GET /apis/apps/v1/deployments', 'items', 'emptied'],
    ['GET /apis/apps/v1/statefulsets', 'items', 'emptied'],
    ['GET /apis/discovery.k8s.io/v1/endpointslices', 'items', 'last dropped'],
    ['GET /apis/discovery.k8s.io/v1/endpointslices', 'items.*.endpoints', 'emptied'],
    ['GET /apis/karpenter.k8s.aws/v1beta1/ec2nodeclasses', 'items', 'emptied'],
    ['GET /apis/karpenter.k8s.aws/v1beta1/ec2nodeclasses', 'items.*.spec.subnetSelectorTerms', 'emptied'],
    ['GET /apis/karpenter.sh/v1/nodepools', 'items', 'emptied'],
    ['GET /apis/karpenter.sh/v1/nodepools', 'items.*.spec.template.spec.requirements.*.values', 'emptied'],
    ['GET /apis/karpenter.sh/v1alpha5', 'resources', 'last dropped'],
    ['GET /apis/policy/v1/poddisruptionbudgets', 'items', 'last dropped'],
    ['GET /api/v1/persistentvolumes', 'items', 'emptied'],
    ['GET /api/v1/secrets', 'items', 'emptied', 'last dropped'],
    ['GET /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', 'items', 'emptied'],
    ['GET /apis/karpenter.sh/v1alpha5/machines', 'items', 'emptied'],
    ['GET /apis/policy/v1/poddisruptionbudgets', 'items', 'emptied'],
    ['GET /apis/storage.k8s.io/v1beta1/csistoragecapacities', 'items', 'emptied'],
  ],
  'lines of metrics may be there twice': [['GET /metrics', '', 'body twice']],
  'the API omits the member if it is not set': [
    ['eks:DescribeNodegroup', 'nodegroup.launchTemplate', 'removed', 'null'],
    ['GET /apis/apps/v1/deployments', 'items.*.spec.template.metadata', 'removed', 'null'],
    ['GET /apis/apps/v1/deployments', 'items.*.spec.template.metadata.annotations', 'removed', 'null'],
    [
      'GET /apis/apps/v1/deployments',
      'items.*.spec.template.metadata.annotations.karpenter.sh/do-not-evict',
      'removed',
      'null',
    ],
    [
      'GET /apis/apps/v1/deployments',
      'items.*.spec.template.spec.nodeSelector.karpenter.sh/provisioner-name',
      'removed',
    ],
    ['GET /apis/policy/v1/poddisruptionbudgets', 'items.*.spec.selector', 'removed', 'null'],
    ['GET /apis/storage.k8s.io/v1beta1/csistoragecapacities', 'items.*.metadata.managedFields', 'removed', 'null'],
    ['ec2:DescribeSubnets', 'subnetSet.*.tagSet.*.value', 'removed', 'null'],
    ['GET /api/v1/pods', 'items.*.metadata.annotations', 'removed', 'null'],
    ['GET /api/v1/pods', 'items.*.metadata.annotations.karpenter.sh/do-not-disrupt', 'removed'],
    ['GET /api/v1/pods', 'items.*.metadata.ownerReferences', 'removed', 'null', 'emptied'],
    ['GET /api/v1/pods', 'items.*.metadata.ownerReferences.*.controller', 'removed', 'null'],
    ['GET /api/v1/pods', 'items.*.spec.nodeName', 'removed', 'null'],
    ['GET /api/v1/pods', 'items.*.spec.nodeSelector', 'removed', 'null'],
    ['GET /api/v1/pods', 'items.*.spec.nodeSelector.kubernetes.io/hostname', 'removed'],
    ['GET /api/v1/pods', 'items.*.spec.volumes', 'removed', 'null', 'emptied'],
    ['GET /api/v1/nodes', 'items.*.metadata.labels', 'removed', 'null'],
    ['GET /api/v1/nodes', 'items.*.metadata.labels.karpenter.sh/provisioner-name', 'removed', 'null'],
    [
      'GET /api/v1/namespaces/karpenter/configmaps/karpenter-global-settings',
      'data.aws.interruptionQueueName',
      'removed',
    ],
    ['GET /api/v1/persistentvolumes', 'items.*.spec.claimRef', 'removed', 'null'],
    ['GET /api/v1/persistentvolumes', 'items.*.spec.awsElasticBlockStore', 'removed', 'null'],
    ['GET /api/v1/pods', 'items.*.metadata.labels.eks.amazonaws.com/fargate-profile', 'removed', 'null'],
    ['GET /api/v1/pods', 'items.*.spec.volumes.*.persistentVolumeClaim', 'removed', 'null'],
    ['GET /api/v1/secrets', 'items.*.metadata.labels.name', 'removed', 'null'],
    ['GET /apis', 'items.*.versions.*.resources', 'removed', 'null'],
    ['GET /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', 'items.*.webhooks', 'emptied'],
    [
      'GET /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
      'items.*.webhooks.*.clientConfig.service',
      'removed',
      'null',
    ],
    ['GET /apis/apps/v1/deployments', 'items.*.spec.template.spec.containers.*.image', 'removed'],
    [
      'GET /apis/discovery.k8s.io/v1/endpointslices',
      'items.*.metadata.labels.kubernetes.io/service-name',
      'removed',
      'null',
    ],
    ['GET /apis/storage.k8s.io/v1beta1/csistoragecapacities', 'items.*.metadata.managedFields.*.apiVersion', 'null'],
    ['ec2:DescribeSubnets', 'subnetSet.*.tagSet', 'removed', 'null'],
    ['eks:DescribeCluster', 'cluster.encryptionConfig', 'removed', 'null'],
    [
      'GET /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
      'items.*.webhooks',
      'removed',
      'null',
    ],
    [
      'GET /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
      'items.*.webhooks.*.rules',
      'removed',
      'null',
    ],
    ['GET /apis/discovery.k8s.io/v1/endpointslices', 'items.*.endpoints', 'null'],
    ['GET /apis/discovery.k8s.io/v1/endpointslices', 'items.*.ports.*.port', 'removed', 'null'],
    ['GET /apis/karpenter.k8s.aws/v1alpha1/awsnodetemplates', 'items.*.spec.subnetSelector', 'removed', 'null'],
    ['GET /apis/karpenter.k8s.aws/v1beta1/ec2nodeclasses', 'items.*.spec.amiSelectorTerms', 'removed', 'null'],
    ['GET /apis/karpenter.sh/v1alpha5/machines', 'items.*.metadata.deletionTimestamp', 'removed', 'null'],
    ['GET /apis/karpenter.sh/v1alpha5/provisioners', 'items.*.spec.provider', 'removed', 'null'],
  ],
  'an owner of another kind is a valid owner': [
    ['GET /api/v1/pods', 'items.*.metadata.ownerReferences.*.kind', 'other kind'],
  ],
  'a Deployment may have any number of replicas, 1 if it is not set': [
    ['GET /apis/apps/v1/deployments', 'items.*.spec.replicas', 'removed', 'null', 'contradicting'],
  ],
};

/** Every change that cannot be seen, counted apart by the tests. */
export const unseen: readonly Unseen[] = Object.entries(byReason).flatMap(([reason, rows]) =>
  rows.map(([call, member, ...changes]) => ({ call, member, changes, reason })),
);

/** The entry of a change; undefined: what passes by it is a fault. */
export function findUnseen(call: string, { member, change }: { member: string; change: Change }): Unseen | undefined {
  return unseen.find((entry) => entry.call === call && entry.member === member && entry.changes.includes(change));
}
