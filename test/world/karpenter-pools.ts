type Json = Record<string, unknown>;

/** Karpenter's objects for worlds, in the API's shape. */

const capacityType = 'karpenter.sh/capacity-type';
const ready = [{ type: 'Ready', status: 'True', reason: 'Ready', message: '' }];

/** A v1 NodePool that requires on-demand instances; `more` changes its spec. */
export function aNodePoolObject(name: string, more: Json = {}, nodeClass = 'default'): Json {
  const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: nodeClass };
  const requirements = [{ key: capacityType, operator: 'In', values: ['on-demand'] }];
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: { spec: { nodeClassRef, requirements, expireAfter: '720h' } },
      disruption: {
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        consolidateAfter: '1m',
        budgets: [{ nodes: '10%' }],
      },
      ...more,
    },
    status: { conditions: ready },
  };
}

/** A NodePool of EKS Auto Mode, like those that AWS creates: on-demand by default. */
export function anAutoModePoolObject(
  name: string,
  capacityTypes: readonly string[] = ['on-demand'],
  nodeClass = 'default',
): Json {
  const nodeClassRef = { group: 'eks.amazonaws.com', kind: 'NodeClass', name: nodeClass };
  const requirements = [
    { key: capacityType, operator: 'In', values: capacityTypes },
    { key: 'eks.amazonaws.com/instance-category', operator: 'In', values: ['c', 'm', 'r'] },
  ];
  return aNodePoolObject(name, { template: { spec: { nodeClassRef, requirements, expireAfter: '336h' } } });
}

/** The NodeClass of EKS Auto Mode's own pools, which is ready. */
export function anAutoModeNodeClassObject(name = 'default', conditions: readonly Json[] = ready): Json {
  const spec = { role: 'AmazonEKSAutoNodeRole' };
  return { apiVersion: 'eks.amazonaws.com/v1', kind: 'NodeClass', metadata: { name }, spec, status: { conditions } };
}

/** A v1 EC2NodeClass; `more` adds to its spec. */
export function aNodeClassObject(name: string, more: Json = {}): Json {
  const terms = [{ tags: { 'karpenter.sh/discovery': 'prod' } }];
  return {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name },
    spec: {
      role: nodeRole,
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      subnetSelectorTerms: terms,
      securityGroupSelectorTerms: terms,
      ...more,
    },
    status: { conditions: ready },
  };
}

/** A v1alpha5 Provisioner, with the webhook's defaults. */
export function aProvisionerObject(name: string, more: Json = {}): Json {
  return {
    apiVersion: 'karpenter.sh/v1alpha5',
    kind: 'Provisioner',
    metadata: { name },
    spec: {
      providerRef: { name: 'default' },
      requirements: [
        { key: capacityType, operator: 'In', values: ['on-demand'] },
        { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
        { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
      ],
      ttlSecondsAfterEmpty: 30,
      ...more,
    },
    status: {},
  };
}

/** A v1alpha1 AWSNodeTemplate, without an instance profile. */
export function aNodeTemplateObject(name: string, more: Json = {}): Json {
  const selector = { 'karpenter.sh/discovery': 'prod' };
  return {
    apiVersion: 'karpenter.k8s.aws/v1alpha1',
    kind: 'AWSNodeTemplate',
    metadata: { name },
    spec: { subnetSelector: selector, securityGroupSelector: selector, ...more },
    status: {},
  };
}

/** A launched NodeClaim of a NodePool; before 0.32, a Machine of a Provisioner. */
export function aClaimObject(kind: 'NodeClaim' | 'Machine', name: string, pool: string): Json {
  const isMachine = kind === 'Machine';
  return {
    apiVersion: isMachine ? 'karpenter.sh/v1alpha5' : 'karpenter.sh/v1',
    kind,
    metadata: {
      name,
      labels: { [isMachine ? 'karpenter.sh/provisioner-name' : 'karpenter.sh/nodepool']: pool },
      creationTimestamp: '2026-11-01T08:00:00Z',
    },
    spec: isMachine
      ? { machineTemplateRef: { name: 'default' } }
      : { nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' } },
    status: { conditions: [{ type: isMachine ? 'MachineLaunched' : 'Launched', status: 'True' }] },
  };
}

const account = '111122223333';

/** The name that Karpenter's template gives the node role. */
export const nodeRole = 'KarpenterNodeRole-prod';
export const nodeRoleArn = `arn:aws:iam::${account}:role/${nodeRole}`;

/** A role for nodes as GetRole returns it, by its name. */
export function nodeRoles(RoleName: string = nodeRole): Record<string, Json> {
  const document = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  };
  return {
    [RoleName]: {
      RoleName,
      Path: '/',
      RoleId: 'AROAEXAMPLENODE',
      Arn: `arn:aws:iam::${account}:role/${RoleName}`,
      CreateDate: '2024-01-15T08:00:00Z',
      AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(document)),
    },
  };
}

/** The node role's policies: to pull images, join the cluster, run the VPC CNI, and use Systems Manager. */
export const nodeRolePolicies: readonly string[] = [
  'AmazonEC2ContainerRegistryPullOnly',
  'AmazonEKSWorkerNodePolicy',
  'AmazonEKS_CNI_Policy',
  'AmazonSSMManagedInstanceCore',
].map((policy) => `arn:aws:iam::aws:policy/${policy}`);

/** The document of the only policy that nodes do not require. A scan does not read the others, which it knows. */
export const nodeManagedPolicies: Readonly<Record<string, unknown>> = {
  'arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore': {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['ssm:UpdateInstanceInformation', 'ssmmessages:*'], Resource: '*' }],
  },
};

/** The tag by which node classes find subnets and security groups. */
export const discoveryTag = { Key: 'karpenter.sh/discovery', Value: 'prod' };
