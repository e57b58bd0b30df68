import type { World } from '../../world.ts';
import type { AwsRequest, Form } from '../request.ts';
import { toText } from '../request.ts';
import { replaceNodes, withoutNodes } from './nodes.ts';
import { missing, required, toObject, type Json, type Write } from './write.ts';

/** What EKS changes. Sources: the members' descriptions in the API reference, as docs/commands.md quotes them. */
export const eksWrites: Readonly<Record<string, Write>> = {
  'eks:UpdateAddon': updateAddon,
  'eks:UpdateClusterVersion': (world, { path, form }) =>
    changeCluster(world, path, 'VersionUpdate', (cluster) => ({ ...cluster, version: required(form, 'version') }), [
      { type: 'Version', value: required(form, 'version') },
    ]),
  'eks:UpdateClusterConfig': updateClusterConfig,
  'eks:UpdateNodegroupVersion': updateNodegroupVersion,
  'eks:UpdateNodegroupConfig': updateNodegroupConfig,
  'eks:CreateNodegroup': createNodegroup,
  'eks:DeleteNodegroup': deleteNodegroup,
  'eks:CreateAccessEntry': createAccessEntry,
  'eks:DeleteAccessEntry': deleteAccessEntry,
  'eks:ListAssociatedAccessPolicies': () => ({ associatedAccessPolicies: [] }),
};

/** Starts an update, which is successful when it is described. */
function startUpdate(
  world: World,
  type: string,
  of?: `addon/${string}` | `nodegroup/${string}`,
  params: readonly Json[] = [],
): ReturnType<Write> {
  const started = Object.keys(world.aws.updates).filter((one) => one.startsWith('update-new')).length;
  const id = started === 0 ? 'update-new' : `update-new-${started + 1}`;
  const update = {
    ...(of === undefined ? {} : { of }),
    id,
    status: 'InProgress',
    type,
    params,
    createdAt: 1_795_176_000,
    errors: [],
  };
  world.aws.updates = { ...world.aws.updates, [id]: { ...update, status: 'Successful' } };
  return { update };
}

/** The role falls back to the node role; blank Pod Identity associations and values are no change. */
function updateAddon(world: World, { path, form }: AwsRequest): ReturnType<Write> {
  const name = path[3] ?? '';
  const { serviceAccountRoleArn: _role, ...addon } = world.aws.addons[name] ?? {};
  if (world.aws.addons[name] === undefined) return missing('ResourceNotFoundException', `No addon: ${name} found`);
  world.aws.addons = {
    ...world.aws.addons,
    [name]: { ...addon, ...given(form, ['addonVersion', 'configurationValues', 'serviceAccountRoleArn']) },
  };
  return startUpdate(world, 'AddonUpdate', `addon/${name}`);
}

function given(form: Form, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])));
}

function changeCluster(
  world: World,
  [, name = '']: readonly string[],
  type: string,
  change: (cluster: Json) => Json,
  params: readonly Json[] = [],
): ReturnType<Write> {
  const cluster = world.aws.clusters[name];
  if (cluster === undefined) return missing('ResourceNotFoundException', `No cluster found for name: ${name}.`);
  world.aws.clusters = { ...world.aws.clusters, [name]: change(cluster) };
  return startUpdate(world, type, undefined, params);
}

/**
 * Each log type is apart. No source says whether EKS keeps the subnets if a request has only security groups, or the
 * reverse: here it does not, so that a command that relies on it fails.
 */
function updateClusterConfig(world: World, { path, form }: AwsRequest): ReturnType<Write> {
  const network = toObject(form['resourcesVpcConfig']);
  const logging = toObject(form['logging'])['clusterLogging'];
  const policy = toObject(form['upgradePolicy']);
  return changeCluster(world, path, 'ConfigUpdate', (cluster) => ({
    ...cluster,
    ...(form['resourcesVpcConfig'] === undefined
      ? {}
      : {
          resourcesVpcConfig: {
            ...(cluster['resourcesVpcConfig'] as Json),
            subnetIds: network['subnetIds'] ?? [],
            securityGroupIds: network['securityGroupIds'] ?? [],
          },
        }),
    ...(logging === undefined ? {} : { logging: { clusterLogging: logsAfter(cluster, logging) } }),
    ...(policy['supportType'] === undefined ? {} : { upgradePolicy: policy }),
  }));
}

interface LogSetup {
  types: string[];
  enabled: boolean;
}

function logsAfter(cluster: Json, wanted: unknown): LogSetup[] {
  const before = ((cluster['logging'] as { clusterLogging?: LogSetup[] } | undefined)?.clusterLogging ?? []).flatMap(
    ({ types, enabled }) => types.map((type) => [type, enabled] as const),
  );
  const after = (wanted as LogSetup[]).flatMap(({ types, enabled }) => types.map((type) => [type, enabled] as const));
  return [...new Map([...before, ...after])].map(([type, enabled]) => ({ types: [type], enabled }));
}

/** Without a version, the group gets that of the control plane; without a launch template, it keeps its version of it. */
function updateNodegroupVersion(world: World, { path, form }: AwsRequest): ReturnType<Write> {
  const [, cluster = '', , name = ''] = path;
  const group = world.aws.nodegroups[name];
  if (group === undefined) return missing('ResourceNotFoundException', `No node group found for name: ${name}.`);
  const template = toObject(form['launchTemplate']);
  const isCustom = group['amiType'] === 'CUSTOM';
  if (isCustom && form['version'] !== undefined)
    return missing('InvalidParameterException', 'You cannot specify a Kubernetes version for a custom AMI.', 400);
  const version = toText(form['version']) ?? String(world.aws.clusters[cluster]?.['version']);
  world.aws.nodegroups = {
    ...world.aws.nodegroups,
    [name]: {
      ...group,
      ...(isCustom ? {} : { version, releaseVersion: `${version}.5-20261101` }),
      ...(form['launchTemplate'] === undefined
        ? {}
        : { launchTemplate: { ...(group['launchTemplate'] as Json), ...template } }),
    },
  };
  replaceNodes(world, name, isCustom ? undefined : version);
  return startUpdate(world, 'VersionUpdate', `nodegroup/${name}`, [{ type: 'Version', value: version }]);
}

function updateNodegroupConfig(world: World, { path, form }: AwsRequest): ReturnType<Write> {
  const name = path[3] ?? '';
  const group = world.aws.nodegroups[name];
  if (group === undefined) return missing('ResourceNotFoundException', `No node group found for name: ${name}.`);
  world.aws.nodegroups = {
    ...world.aws.nodegroups,
    [name]: { ...group, ...given(form, ['scalingConfig', 'updateConfig']) },
  };
  return startUpdate(world, 'ConfigUpdate', `nodegroup/${name}`);
}

function createNodegroup(world: World, { path, form }: AwsRequest): ReturnType<Write> {
  const [, clusterName = ''] = path;
  const name = required(form, 'nodegroupName');
  if (world.aws.nodegroups[name] !== undefined)
    return missing('ResourceInUseException', 'NodeGroup already exists', 409);
  const version = String(world.aws.clusters[clusterName]?.['version']);
  const nodegroup = {
    capacityType: 'ON_DEMAND',
    ...form,
    clusterName,
    version,
    releaseVersion: `${version}.5-20261101`,
    status: 'ACTIVE',
    health: { issues: [] },
  };
  world.aws.nodegroups = { ...world.aws.nodegroups, [name]: nodegroup };
  return { nodegroup };
}

/** EKS drains the nodes of the group and ends them. */
function deleteNodegroup(world: World, { path }: AwsRequest): ReturnType<Write> {
  const name = path[3] ?? '';
  const { [name]: nodegroup, ...others } = world.aws.nodegroups;
  if (nodegroup === undefined) return missing('ResourceNotFoundException', `No node group found for name: ${name}.`);
  world.aws.nodegroups = others;
  withoutNodes(world, name);
  return { nodegroup: { ...nodegroup, status: 'DELETING' } };
}

function createAccessEntry(world: World, { form }: AwsRequest): ReturnType<Write> {
  const principalArn = required(form, 'principalArn');
  if (world.aws.accessEntries?.[principalArn] !== undefined)
    return missing('ResourceInUseException', 'The specified access entry resource is already in use.', 409);
  const accessEntry = { type: 'STANDARD', kubernetesGroups: [], ...form };
  world.aws.accessEntries = { ...world.aws.accessEntries, [principalArn]: accessEntry };
  return { accessEntry };
}

function deleteAccessEntry(world: World, { path }: AwsRequest): ReturnType<Write> {
  const arn = path[3] ?? '';
  const { [arn]: entry, ...others } = world.aws.accessEntries ?? {};
  if (entry === undefined)
    return missing('ResourceNotFoundException', 'The specified principalArn could not be found.');
  world.aws.accessEntries = others;
  return {};
}
