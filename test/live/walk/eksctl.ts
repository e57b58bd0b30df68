import type { Json } from '../../world/aws/writes/write.ts';
import { deleteGroup, fillGroup } from './eks.ts';
import { endNodes, findNodes, startNodes, type Stage } from './nodes.ts';

/** What a program wrote, and its exit code. */
export interface Answer {
  said: string;
  code: number;
}

type Flags = ReadonlyMap<string, string>;

const ownLabel = 'alpha.eksctl.io/nodegroup-name';

/** Stands in for eksctl: it changes the account and the cluster as its commands do, by nothing but their flags. */
export async function playEksctl(stage: Stage, args: readonly string[]): Promise<Answer> {
  const [verb = '', noun = ''] = args;
  const flags = parseFlags(args.slice(2));
  switch (`${verb} ${noun}`) {
    case 'create nodegroup':
      return createGroup(stage, flags);
    case 'delete nodegroup':
      return removeGroup(stage, flags);
    case 'upgrade cluster':
      return upgradeCluster(stage, flags);
    default:
      return { said: `eksctl: no part is played by "${verb} ${noun}"\n`, code: 1 };
  }
}

function parseFlags(args: readonly string[]): Flags {
  const flags = new Map<string, string>();
  for (const [index, arg] of args.entries()) {
    if (!arg.startsWith('--')) continue;
    const [name = '', value] = arg.slice(2).split('=');
    const next = args[index + 1];
    flags.set(name, value ?? (next === undefined || next.startsWith('--') ? 'true' : next));
  }
  return flags;
}

/** eksctl does nothing if the control plane has the version. */
function upgradeCluster({ world }: Stage, flags: Flags): Answer {
  const version = world.aws.clusters[flags.get('name') ?? '']?.['version'];
  if (version === flags.get('version')) return { said: 'no cluster version update required\n', code: 0 };
  return { said: `the cluster is at ${String(version)}: its update is played by the AWS CLI\n`, code: 1 };
}

async function createGroup(stage: Stage, flags: Flags): Promise<Answer> {
  const name = flags.get('name') ?? '';
  if (flags.get('managed') === 'false') await createOwn(stage, name, flags);
  else await createManaged(stage, name, flags);
  return { said: `created nodegroup "${name}"\n`, code: 0 };
}

async function createManaged(stage: Stage, name: string, flags: Flags): Promise<void> {
  const { aws } = stage.world;
  const clusterName = flags.get('cluster') ?? '';
  const version = String(aws.clusters[clusterName]?.['version']);
  const [like = {}] = Object.values(aws.nodegroups);
  const number = (flag: string, other: number): number => Number(flags.get(flag) ?? other);
  const labels = { 'alpha.eksctl.io/cluster-name': clusterName, [ownLabel]: name };
  const group = {
    nodegroupName: name,
    nodegroupArn: String(like['nodegroupArn']).replace(/[^/]+\/[^/]+$/, `${name}/1`),
    clusterName,
    version,
    releaseVersion: `${version}.5-20261101`,
    status: 'ACTIVE',
    capacityType: 'ON_DEMAND',
    amiType: flags.get('node-ami-family') === 'AmazonLinux2' ? 'AL2_x86_64' : 'AL2023_x86_64_STANDARD',
    scalingConfig: {
      minSize: number('nodes-min', 2),
      maxSize: number('nodes-max', 2),
      desiredSize: number('nodes', 2),
    },
    nodeRole: like['nodeRole'],
    subnets: flags.get('subnet-ids')?.split(',') ?? like['subnets'],
    instanceTypes: flags.get('instance-types')?.split(','),
    labels,
    health: { issues: [] },
    tags: stackTags(name, clusterName),
  };
  aws.nodegroups = { ...aws.nodegroups, [name]: group };
  await fillGroup(stage, name);
}

function stackTags(name: string, cluster: string): Record<string, string> {
  return {
    'alpha.eksctl.io/cluster-name': cluster,
    'alpha.eksctl.io/eksctl-version': '0.230.0',
    [ownLabel]: name,
    'aws:cloudformation:stack-name': `eksctl-${cluster}-nodegroup-${name}`,
    'eksctl.cluster.k8s.io/v1alpha1/cluster-name': cluster,
  };
}

async function createOwn(stage: Stage, name: string, flags: Flags): Promise<void> {
  const { world } = stage;
  const cluster = flags.get('cluster') ?? '';
  const { version, resourcesVpcConfig } = world.aws.clusters[cluster] ?? {};
  const { subnetIds = [] } = (resourcesVpcConfig ?? {}) as { subnetIds?: readonly string[] };
  const labels = { 'alpha.eksctl.io/cluster-name': cluster, [ownLabel]: name };
  const names = await startNodes(stage, labels, String(version), Number(flags.get('nodes') ?? 2));
  const started = (world.aws.network.instances ?? []).filter((one) => names.includes(String(one['PrivateDnsName'])));
  const tags = { [`kubernetes.io/cluster/${cluster}`]: 'owned', ...stackTags(name, cluster) };
  const [LaunchTemplateId, ImageId] = [`lt-${name}`, `ami-${name}`];
  const launch = { LaunchTemplateId, LaunchTemplateName: `eksctl-${cluster}-nodegroup-${name}`, VersionNumber: 1 };
  const group = {
    AutoScalingGroupName: `eksctl-${cluster}-nodegroup-${name}-NodeGroup`,
    MinSize: 0,
    MaxSize: Math.max(2, names.length),
    DesiredCapacity: names.length,
    VPCZoneIdentifier: subnetIds.join(','),
    Instances: started.map(({ InstanceId }) => ({
      InstanceId,
      InstanceType: flags.get('node-type'),
      AvailabilityZone: `${world.region}b`,
      LifecycleState: 'InService',
      HealthStatus: 'Healthy',
    })),
    Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value, PropagateAtLaunch: true })),
    LaunchTemplate: { LaunchTemplateId, Version: '1' },
  };
  const { aws } = world;
  aws.autoScalingGroups = [...aws.autoScalingGroups, group];
  aws.launchTemplateVersions = [
    ...(aws.launchTemplateVersions ?? []),
    { ...launch, DefaultVersion: true, LaunchTemplateData: { ImageId } },
  ];
  const Name = `amazon-eks-node-al2023-x86_64-standard-${String(version)}-v20261101`;
  aws.images = [...(aws.images ?? []), { ImageId, Name, OwnerId: '602401143452', ImageOwnerAlias: 'amazon' }];
}

/** Drains the nodes, then deletes the stack. */
async function removeGroup(stage: Stage, flags: Flags): Promise<Answer> {
  const name = flags.get('name') ?? '';
  if (stage.world.aws.nodegroups[name] !== undefined) await deleteGroup(stage, name);
  else {
    const nodes = await findNodes(stage, ownLabel, name);
    const ended = nodes.map(({ metadata }) => metadata.name);
    await endNodes(stage, ended);
    stage.world.aws.autoScalingGroups = stage.world.aws.autoScalingGroups.filter((group) => !isTagged(group, name));
  }
  return { said: `deleted nodegroup "${name}"\n`, code: 0 };
}

function isTagged({ Tags }: Json, name: string): boolean {
  return ((Tags ?? []) as { Key: string; Value: string }[]).some(
    ({ Key, Value }) => Key === ownLabel && Value === name,
  );
}
