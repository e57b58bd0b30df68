import {
  addressInName,
  groupLabel,
  isWithin,
  readLabels,
  minorNumber,
  poolLabel,
  runsDaemonSets,
  type KubeObject,
  type NodeGroup,
  type WorldRule,
  type WorldView,
} from './world-view.ts';

/** Rules about nodes: what the Kubernetes API, EKS, EC2 and Auto Scaling report about the same machines. */

const zoneLabel = 'topology.kubernetes.io/zone';
const computeType = 'eks.amazonaws.com/compute-type';

function listNodes({ nodes }: WorldView, { nodegroupName }: NodeGroup): readonly KubeObject[] {
  return nodes.filter((node) => readLabels(node)[groupLabel] === nodegroupName);
}

function isOnEc2(node: KubeObject): boolean {
  return runsDaemonSets(node) && readLabels(node)[computeType] !== 'hybrid';
}

/** The subnet of a node's primary interface. */
function findSubnet({ findInstance, subnets }: WorldView, node: KubeObject) {
  const interfaces = findInstance(node)?.NetworkInterfaces ?? [];
  const primary = interfaces.find(({ Attachment }) => Attachment?.DeviceIndex === 0) ?? interfaces[0];
  return subnets.get(primary?.SubnetId ?? '');
}

const groupExists: WorldRule = {
  name: 'group-of-node',
  says: 'the node group that the label of a node names exists in EKS',
  contradictions: ({ nodes, groups }) =>
    nodes.flatMap((node) => {
      const name = readLabels(node)[groupLabel];
      return name === undefined || groups.some(({ nodegroupName }) => nodegroupName === name)
        ? []
        : [`${node.metadata.name}: ${name}`];
    }),
};

const groupSize: WorldRule = {
  name: 'group-size',
  says: 'the desired size of a node group is the number of its nodes, between its minimum and maximum',
  contradictions: (view) =>
    view.groups.flatMap((group) => {
      const { minSize = 0, desiredSize = 0, maxSize = 0 } = group.scalingConfig ?? {};
      const count = listNodes(view, group).length;
      return desiredSize === count && minSize <= desiredSize && desiredSize <= maxSize
        ? []
        : [`${group.nodegroupName}: ${minSize} <= ${desiredSize} <= ${maxSize}, nodes: ${count}`];
    }),
};

const groupSubnets: WorldRule = {
  name: 'group-subnets',
  says: 'each node of a node group is in one of its subnets, and in the zone of that subnet',
  contradictions: (view) =>
    view.groups.flatMap((group) =>
      listNodes(view, group).flatMap((node) => {
        const subnet = findSubnet(view, node);
        const isOwn = subnet !== undefined && (group.subnets ?? []).includes(subnet.SubnetId);
        return isOwn && subnet.AvailabilityZone === readLabels(node)[zoneLabel]
          ? []
          : [`${group.nodegroupName}: ${node.metadata.name} is in ${subnet?.SubnetId}`];
      }),
    ),
};

const groupImage: WorldRule = {
  name: 'group-image',
  says: 'the nodes of a node group run the operating system of its AMI type',
  contradictions: (view) =>
    view.groups.flatMap((group) => {
      const [family] = /^(?:AL2023|AL2|BOTTLEROCKET|WINDOWS)/.exec(group.amiType ?? '') ?? [];
      const expected = { AL2023: 'Amazon Linux 2023', AL2: 'Amazon Linux 2', BOTTLEROCKET: 'Bottlerocket' }[
        `${family}`
      ];
      return listNodes(view, group).flatMap((node) => {
        const { osImage = '' } = node.status?.nodeInfo ?? {};
        const fits = expected === undefined || new RegExp(`^${expected}(?!\\d)`).test(osImage);
        return fits ? [] : [`${group.nodegroupName} (${group.amiType}): ${node.metadata.name} runs ${osImage}`];
      });
    }),
};

const groupKubelet: WorldRule = {
  name: 'group-kubelet',
  says: 'the version of a node group, its release version and the kubelets of its nodes have one minor version',
  contradictions: (view) =>
    view.groups.flatMap((group) => {
      if (group.version === undefined) return [];
      const kubelets = listNodes(view, group).map(({ status }) => status?.nodeInfo?.kubeletVersion);
      const release = group.amiType === 'CUSTOM' ? [] : [group.releaseVersion];
      const others = [...release, ...kubelets].filter((text) => minorNumber(text) !== minorNumber(group.version));
      return others.map((text) => `${group.nodegroupName} at ${group.version}: ${text}`);
    }),
};

const scalingGroup: WorldRule = {
  name: 'auto-scaling-group-size',
  says: 'the desired capacity of an Auto Scaling group is the desired size of its node group, and counts its instances',
  contradictions: ({ world, groups, instances }) =>
    world.aws.autoScalingGroups.flatMap((scaling) => {
      const tags = (scaling['Tags'] ?? []) as readonly { Key: string; Value: string }[];
      const name = tags.find(({ Key }) => Key === 'eks:nodegroup-name')?.Value;
      const group = groups.find(({ nodegroupName }) => nodegroupName === name);
      const listed = scaling['Instances'] as readonly { InstanceId: string }[] | undefined;
      const sizes = [
        ...(name === undefined ? [] : [group?.scalingConfig?.desiredSize]),
        ...(listed === undefined ? [] : [listed.filter(({ InstanceId }) => instances.has(InstanceId)).length]),
      ];
      const desired = scaling['DesiredCapacity'];
      return sizes
        .filter((size) => size !== desired)
        .map((size) => `${String(scaling['AutoScalingGroupName'])}: ${String(desired)}, not ${size}`);
    }),
};

const nodeInstance: WorldRule = {
  name: 'node-instance',
  says: 'each node on EC2 has a running instance with an interface in a subnet of the zone of the node',
  contradictions: (view) =>
    view.nodes.filter(isOnEc2).flatMap((node) => {
      const zone = findSubnet(view, node)?.AvailabilityZone;
      const isRunning = view.findInstance(node)?.State.Name === 'running';
      return isRunning && zone === readLabels(node)[zoneLabel] ? [] : [`${node.metadata.name}: ${zone}`];
    }),
};

const nodeAddress: WorldRule = {
  name: 'node-address',
  says: 'the address of a node, in its name and in its status, lies in its subnet',
  contradictions: (view) =>
    view.nodes.filter(isOnEc2).flatMap((node) => {
      const subnet = findSubnet(view, node);
      const internal = node.status?.addresses?.filter(({ type }) => type === 'InternalIP') ?? [];
      const addresses = [addressInName(node.metadata.name) ?? [], internal.map(({ address }) => address)].flat(2);
      return addresses
        .filter((address) => subnet === undefined || !isWithin(address, subnet.CidrBlock))
        .map((address) => `${node.metadata.name}: ${address} is not in ${subnet?.CidrBlock}`);
    }),
};

const poolOfNode: WorldRule = {
  name: 'pool-of-node',
  says: 'where NodeClaims are served, the NodePool of a node exists, and has as many NodeClaims as nodes',
  contradictions: ({ world, nodes, ofKind }) => {
    if (!world.kube.served.some(({ kind }) => kind === 'NodeClaim')) return [];
    const pools = ofKind('NodePool');
    const claims = ofKind('NodeClaim');
    const unknown = nodes.filter((node) => {
      const pool = readLabels(node)[poolLabel];
      return pool !== undefined && !pools.some(({ metadata }) => metadata.name === pool);
    });
    const uneven = pools.flatMap(({ metadata: { name } }) => {
      const count = (objects: readonly KubeObject[]) =>
        objects.filter((one) => readLabels(one)[poolLabel] === name).length;
      return count(claims) === count(nodes) ? [] : [`${name}: ${count(claims)} NodeClaims, ${count(nodes)} nodes`];
    });
    return [...unknown.map(({ metadata }) => metadata.name), ...uneven];
  },
};

const claimNode: WorldRule = {
  name: 'claim-node',
  says: 'the node that the status of a NodeClaim names exists',
  contradictions: ({ nodes, ofKind }) =>
    ofKind('NodeClaim').flatMap(({ metadata, status }) =>
      status?.nodeName === undefined || nodes.some((node) => node.metadata.name === status.nodeName)
        ? []
        : [`${metadata.name}: ${status.nodeName}`],
    ),
};

const nodeClass: WorldRule = {
  name: 'node-class',
  says: 'the node class that a NodePool or NodeClaim names exists',
  contradictions: ({ ofKind }) =>
    ofKind('NodePool', 'NodeClaim').flatMap((object) => {
      const ref = object.spec?.template?.spec?.nodeClassRef ?? object.spec?.nodeClassRef;
      const isThere = ref === undefined || ofKind(ref.kind).some(({ metadata }) => metadata.name === ref.name);
      return isThere ? [] : [`${object.kind} ${object.metadata.name}: ${ref.kind} ${ref.name}`];
    }),
};

export const nodeRules: readonly WorldRule[] = [
  groupExists,
  groupSize,
  groupSubnets,
  groupImage,
  groupKubelet,
  scalingGroup,
  nodeInstance,
  nodeAddress,
  poolOfNode,
  claimNode,
  nodeClass,
];
