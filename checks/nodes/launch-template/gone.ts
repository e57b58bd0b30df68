import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import {
  isTemplateId,
  recreateTemplate,
  setTemplate,
  toEksTemplate,
  toTemplateOption,
} from '../../../src/for-checks/launch-template-commands.ts';
import { behindManager, besideManager, type Managed } from '../../../src/for-checks/managed-fix.ts';
import { behindGroupManager } from '../../../src/for-checks/managed-groups.ts';
import { setGroupTemplate } from '../../../src/for-checks/node-replacement.ts';
import type { TemplateUser } from './users.ts';

type Cluster = Context['cluster'];
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/** Where a self-managed group with several instance types names its launch template. */
export const inPolicy = advice`If the group has a mixed instances policy, change the launch template there instead.`;

/**
 * The finding for a launch template, or a version of it, that does not exist. A managed node group launches instances
 * from a copy that EKS made, and an update can name another version of the same template. Sources:
 * https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html,
 * https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateNodegroupVersion.html
 */
export function goneFinding(user: TemplateUser, { cluster, tables }: Here): Finding {
  const { resource, nodegroup, template } = user;
  const { left } = template;
  if (left === undefined) {
    const effect = nodegroup === undefined ? 'the group cannot launch instances' : 'EKS cannot update the group';
    return {
      level: 'fail',
      rule: 'template',
      resource,
      message: `launch template ${template.template} does not exist: ${effect}`,
      evidence: [{ observed: 'no such launch template', required: template.template, fact: 'launchTemplates' }],
      fix: nameManager(
        nodegroup === undefined ? recreateFix(user, cluster) : newGroupFix(nodegroup.name, cluster),
        user,
        {
          cluster,
          tables,
        },
      ),
    };
  }
  const effect =
    nodegroup === undefined ? 'the group cannot launch instances' : 'update the group to a version that exists';
  return {
    level: nodegroup === undefined ? 'fail' : 'warn',
    rule: 'version',
    resource,
    message: `version ${template.version} of launch template ${template.template} does not exist: ${effect}`,
    evidence: [
      {
        observed: `default version ${left.default}, latest version ${left.latest}`,
        required: `version ${template.version}`,
        fact: 'launchTemplates',
      },
    ],
    fix: nameManager(otherVersionFix(user, String(left.latest), cluster), user, { cluster, tables }),
  };
}

/** A fix that gives a group another version of its launch template, with what manages the group. */
export function nameManager(
  fix: Advice,
  { resource, nodegroup, group }: TemplateUser,
  { cluster, tables }: Here,
): Advice {
  if (nodegroup !== undefined)
    return behindGroupManager(fix, resource, 'node-group-launch-template', {
      cluster,
      nodegroups: [nodegroup],
      tables,
    });
  return behindManager(fix, toScalingGroup(group, tables));
}

/** A fix of a self-managed group whose command only shows the group, with what manages the group. */
export function besideScalingManager(fix: Advice, { group }: TemplateUser, { tables }: Pick<Here, 'tables'>): Advice {
  return besideManager(fix, toScalingGroup(group, tables));
}

function toScalingGroup(group: TemplateUser['group'], tables: Here['tables']): Managed {
  return { of: group, subject: 'the Auto Scaling group', change: 'launch-template', rows: tables['managed-changes'] };
}

/** The finding for a node group whose launch template the inventory does not name. */
export function unnamedFinding({ name }: Facts['nodegroups'][number]): Finding {
  return {
    level: 'unknown',
    rule: 'not-read',
    resource: { kind: 'NodeGroup', name },
    message: 'unknown which launch template the node group uses: the inventory does not name it',
    evidence: [{ observed: 'a launch template without id and version', required: 'both', fact: 'nodegroups' }],
    fix: advice`An older version of eks-preflight took this inventory and did not read them: scan the cluster again.`,
  };
}

function recreateFix({ resource, template, nodes }: TemplateUser, cluster: Cluster): Advice {
  const name = isTemplateId(template.template) ? `${resource.name}-nodes` : template.template;
  return advice`Create the launch template again, with the tool that created it, or from an instance of the group (remove
    its private IP address and its subnet from the file). Then set it in the Auto Scaling group. ${inPolicy}\n${commands(
      ...recreateTemplate(name, nodes[0]?.instanceId ?? 'INSTANCE_ID', cluster),
      setTemplate(resource.name, { template: name, version: '1' }, cluster),
    )}`;
}

function newGroupFix(group: string, cluster: Cluster): Advice {
  return advice`A node group cannot change to another launch template: create a node group with a launch template that
    exists,
    move the pods, then delete \`${group}\`. Create the launch template with the tool that created the old one, or from
    an instance of \`${group}\`. In that case, remove from the file what EKS does not accept (the instance
    profile, the private IP address, the subnet, the shutdown and hibernation behavior), and the AMI and the user data
    unless the AMI is a custom one.\n${commands(...recreateTemplate(`${group}-nodes`, 'INSTANCE_ID', cluster))}`;
}

function otherVersionFix({ resource, nodegroup, template }: TemplateUser, latest: string, cluster: Cluster): Advice {
  const named = { template: template.template, version: latest };
  const list = commands(
    continued(
      sh`aws ec2 describe-launch-template-versions --region ${cluster.region} ${toTemplateOption(named.template)}`,
      sh`--query ${'LaunchTemplateVersions[].[VersionNumber,CreateTime,VersionDescription]'}`,
    ),
  );
  const choose = advice`Choose a version that exists.\n${list}\n`;
  if (nodegroup === undefined) {
    return advice`${choose}Set it in the Auto Scaling group. ${inPolicy}\n${commands(
      setTemplate(resource.name, named, cluster),
    )}`;
  }
  return advice`${choose}Update the node group to it: EKS replaces the nodes.\n${setGroupTemplate(
    cluster,
    nodegroup,
    toEksTemplate(named.template, named.version),
  )}`;
}
