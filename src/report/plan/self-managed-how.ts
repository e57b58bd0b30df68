import { lookUpImages, type ImageTables } from '../../for-checks/image-variants.ts';
import { setTemplate, toTemplateOption } from '../../for-checks/launch-template-commands.ts';
import { listNamedTemplates, type NamedTemplate } from '../../for-checks/named-templates.ts';
import { drainNode } from '../../for-checks/node-replacement.ts';
import type { Facts, NodeFact } from '../../facts/facts.ts';
import { advice, commands, joinAdvice, type Advice } from '../../syntax/advice.ts';
import { formatList } from '../../syntax/english.ts';
import { chained, continued, json, sh, type Command } from '../../syntax/shell.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import type { Known } from './draft.ts';
import type { MovedNodes } from './moved-nodes.ts';

type Cluster = Facts['cluster'];
type ScalingGroup = Pick<Facts['autoScalingGroups'][number], 'name' | 'mixedInstances' | 'launches'>;

/** More nodes are not named one by one. */
const mostNamed = 20;

/** The Auto Scaling groups that launch the nodes, as far as they were read. */
export function scalingGroups({ resource, nodes }: MovedNodes, { readings }: Pick<Known, 'readings'>): ScalingGroup[] {
  const { autoScalingGroups: read, emptyAutoScalingGroups: empty } = readings;
  const ids = new Set(nodes.flatMap(({ instanceId }) => instanceId ?? []));
  const own = (read?.ok === true ? read.value : []).filter(
    ({ name, instanceIds = [] }) => name === resource.name || instanceIds.some((id) => ids.has(id)),
  );
  if (own.length > 0 || resource.kind !== 'AutoScalingGroup') return own;
  const launches = (empty?.ok === true ? empty.value : []).find(({ name }) => name === resource.name)?.images ?? [];
  return [{ name: resource.name, mixedInstances: null, launches }];
}

/** How to replace self-managed nodes: those of eksctl by another group, the others through their Auto Scaling groups. */
export function selfManagedHow(
  owner: MovedNodes,
  nodes: readonly NodeFact[],
  to: Minor,
  { known, tables }: { known: Pick<Known, 'cluster' | 'readings'>; tables: ImageTables },
): Advice {
  const groups = scalingGroups(owner, known);
  if (owner.resource.kind === 'SelfManagedNodeGroup') return eksctlHow({ owner, nodes, to }, groups, known.cluster);
  const { region } = known.cluster;
  const names = groups.map(({ name }) => name);
  const where =
    names.length === 0 ? advice`the Auto Scaling group of each node` : advice`Auto Scaling group ${formatList(names)}`;
  const look = lookUpImages(nodes, to, {
    intro: advice`Replace \`AMI_ID\` with the ID that this prints, of the EKS AMI`,
    region,
    tables,
  });
  const image = look ?? advice`Replace \`AMI_ID\` with the ID of an AMI of that version.`;
  const templates =
    groups.length === 0 ? [unreadTemplate(nodes, known.cluster)] : groups.map((one) => newTemplate(one, known.cluster));
  return joinAdvice(
    [
      advice`Set an AMI for ${format(to)} in ${where}${nodes.length === 0 ? '' : ', then replace the nodes one at a time'}.`,
      image,
      ...templates,
      ...replaceNodes(nodes, known.cluster),
    ],
    '\n\n',
  );
}

/** Source: https://docs.aws.amazon.com/eks/latest/eksctl/nodegroup-unmanaged.html */
function eksctlHow(
  { owner, nodes, to }: { owner: MovedNodes; nodes: readonly NodeFact[]; to: Minor },
  groups: readonly ScalingGroup[],
  cluster: Cluster,
): Advice {
  const { name } = owner.resource;
  const types = [...new Set(nodes.flatMap(({ instanceType }) => instanceType ?? []))];
  const of =
    groups.length === 0 ? advice`` : advice` (Auto Scaling group ${formatList(groups.map((one) => one.name))})`;
  const where = sh`--region ${cluster.region} --cluster ${cluster.name}`;
  const type = types[0] === undefined ? [] : [sh`--node-type ${types[0]}`];
  return advice`eksctl created the group${of}, and replaces it by another one: a new group has the version of the control
    plane. If you have the configuration file of the group, give the group another name there and pass the file with
    \`-f\`. The command takes the defaults of eksctl for what it does not name: add labels, taints and other settings.\n${commands(
      continued(
        sh`eksctl create nodegroup ${where} --name ${eksctlSuccessor(owner, to)}`,
        sh`--managed=false --nodes ${Math.max(1, nodes.length)}`,
        ...type,
      ),
    )}\nContinue when the new nodes are Ready. eksctl drains the old nodes, then deletes the old group:\n${commands(
      sh`eksctl delete nodegroup ${where} --name ${name}`,
    )}`;
}

/** The name of the group that replaces a self-managed group of eksctl: `batch-1-34`. */
export function eksctlSuccessor({ key }: Pick<MovedNodes, 'key'>, to: Minor): string {
  return `${key.slice(key.indexOf('/') + 1)}-${format(to).replace('.', '-')}`;
}

function newTemplate({ name, mixedInstances, launches = [] }: ScalingGroup, cluster: Cluster): Advice {
  const named = listNamedTemplates({ name, mixedInstances, launches, nodegroup: null, maxSize: 0 });
  if (named.length === 0) {
    return advice`Auto Scaling group ${name} launches from a launch configuration: create a launch template with \`AMI_ID\` from it, and set that in the group.`;
  }
  const create = named.map((template) => newVersion(template, cluster));
  const after = named.flatMap((template) => useVersion(name, template, mixedInstances === null, cluster));
  return advice`Create a version of its launch template. Replace \`TEMPLATE_VERSION\` with the number that the command prints.\n${joinAdvice(
    [...create.map((one) => commands(one)), ...after],
    '\n',
  )}`;
}

function newVersion({ template, version }: NamedTemplate, { region }: Cluster): Command {
  return continued(
    sh`aws ec2 create-launch-template-version --region ${region} ${toTemplateOption(template)}`,
    sh`--source-version ${version} --launch-template-data ${json({ ImageId: 'AMI_ID' })}`,
    sh`--query LaunchTemplateVersion.VersionNumber`,
  );
}

/** `$Latest` needs nothing more; a mixed instances policy has its own field for the version. */
function useVersion(group: string, { template, version }: NamedTemplate, isPlain: boolean, cluster: Cluster): Advice[] {
  if (version === '$Latest') return [];
  if (version === '$Default') {
    return [
      advice`The group uses the default version:\n${commands(
        continued(
          sh`aws ec2 modify-launch-template --region ${cluster.region} ${toTemplateOption(template)}`,
          sh`--default-version TEMPLATE_VERSION`,
        ),
      )}`,
    ];
  }
  if (!isPlain) return [advice`Set that version in the mixed instances policy of Auto Scaling group ${group}.`];
  return [
    advice`Set it in the group:\n${commands(setTemplate(group, { template, version: 'TEMPLATE_VERSION' }, cluster))}`,
  ];
}

function unreadTemplate(nodes: readonly NodeFact[], cluster: Cluster): Advice {
  const ids = nodes.flatMap(({ instanceId }) => instanceId ?? []).slice(0, mostNamed);
  const { region } = cluster;
  return advice`Find the Auto Scaling group and the launch template of each node, create a version of the launch template, and set it in the group. Replace \`TEMPLATE_VERSION\` with the number that the second command prints:\n${commands(
    continued(
      sh`aws autoscaling describe-auto-scaling-instances --region ${region}`,
      sh`--instance-ids ${ids.length === 0 ? 'INSTANCE_IDS' : ids}`,
      sh`--query 'AutoScalingInstances[].[InstanceId,AutoScalingGroupName,LaunchTemplate]'`,
    ),
    continued(
      sh`aws ec2 create-launch-template-version --region ${region} --launch-template-id LAUNCH_TEMPLATE_ID`,
      sh`--source-version '$Default' --launch-template-data ${json({ ImageId: 'AMI_ID' })}`,
      sh`--query LaunchTemplateVersion.VersionNumber`,
    ),
    continued(
      sh`aws autoscaling update-auto-scaling-group --region ${region} --auto-scaling-group-name AUTO_SCALING_GROUP`,
      sh`--launch-template LaunchTemplateId=LAUNCH_TEMPLATE_ID,Version=TEMPLATE_VERSION`,
    ),
  )}`;
}

/**
 * No source says that an instance refresh drains nodes.
 * Source: https://docs.aws.amazon.com/autoscaling/ec2/userguide/instance-refresh-overview.html
 */
function replaceNodes(nodes: readonly NodeFact[], { region }: Cluster): Advice[] {
  if (nodes.length === 0) return [advice`The group has no nodes to replace.`];
  const named = nodes.length > mostNamed ? [{ name: 'NODE_NAME', instanceId: 'INSTANCE_ID' }] : nodes;
  const list =
    nodes.length > mostNamed
      ? advice` This lists them with the IDs of their instances:\n${commands(
          sh`kubectl get nodes -o custom-columns=NODE:.metadata.name,INSTANCE:.spec.providerID,KUBELET:.status.nodeInfo.kubeletVersion`,
        )}\nFor each node at an older version:`
      : advice``;
  return [
    advice`Then drain and terminate one old node after the other: continue when its replacement is Ready. The group launches it. If a lifecycle hook of the group drains nodes, \`aws autoscaling start-instance-refresh\` does the same; without one, it stops pods without an eviction.${list}\n${commands(
      ...named.map(({ name, instanceId }) => replaceNode(name, instanceId, region)),
    )}`,
  ];
}

function replaceNode(name: string, instanceId: string | null, region: string): Command {
  const drain = drainNode(name);
  if (instanceId === null) return drain;
  return chained(
    drain,
    continued(
      sh`aws autoscaling terminate-instance-in-auto-scaling-group --region ${region}`,
      sh`--instance-id ${instanceId} --no-should-decrement-desired-capacity`,
    ),
  );
}
