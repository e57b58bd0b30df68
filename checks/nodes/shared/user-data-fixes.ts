import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { setTemplate, toEksTemplate, toTemplateOption } from '../../../src/for-checks/launch-template-commands.ts';
import { behindManager, whereManaged } from '../../../src/for-checks/managed-fix.ts';
import { setGroupTemplate } from '../../../src/for-checks/node-replacement.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { continued, sh, type Command } from '../../../src/syntax/shell.ts';
import type { Launch, LaunchedGroup } from './launch.ts';

type Cluster = Facts['cluster'];

/** `node group blue, Auto Scaling group gpu and NodePool default`. */
export function formatGroups(groups: readonly LaunchedGroup[]): string {
  const words: Readonly<Record<string, string>> = { NodeGroup: 'node group', AutoScalingGroup: 'Auto Scaling group' };
  return formatList(groups.map(({ resource: { kind, name } }) => `${words[kind] ?? kind} ${name}`));
}

/**
 * The finding that all checks of user data share for one that was not read: they are one entry.
 * @param launch one with `unread`
 */
export function unreadFinding(
  { resource, unread = '', template, groups }: Launch,
  cluster: Cluster,
): Pick<Finding<'unknown'>, 'level' | 'short' | 'resource' | 'message' | 'remedy' | 'fix'> {
  const look = advice`Read the user data. If it has none of the kubelet flags and kernel parameters that the check names,
    accept the finding (${sh`eks-preflight accept`}).`;
  const read =
    template === undefined
      ? advice``
      : advice`\n${commands(pipedTo(describeUserData(template, cluster), sh`base64 -d`))}`;
  return {
    level: 'unknown',
    short: 'user data cannot be read',
    resource,
    message: `${unread}${resource.kind === 'LaunchTemplate' ? ` (${formatGroups(groups)})` : ''}`,
    remedy: `read-user-data:${resource.kind}/${resource.name}`,
    fix: advice`${look}${read}`,
  };
}

/**
 * How to change user data and start nodes with it, and where it is managed.
 * @param edit what to change, as a sentence
 */
export function changeUserData(
  launch: Launch,
  edit: Advice,
  { cluster, tables: { 'managed-changes': rows } }: { cluster: Cluster; tables: Pick<Tables, 'managed-changes'> },
): Advice {
  const { template, groups, resource, owner } = launch;
  if (template === undefined) {
    const fix = advice`${edit} It is in \`spec.userData\`; Karpenter replaces the nodes through drift.\n${commands(
      sh`kubectl edit ${resource.kind.toLowerCase()} ${resource.name}`,
    )}`;
    return behindManager(fix, { of: { owner }, subject: 'the node class', change: 'node-class', rows });
  }
  const where = whereDefined(groups, rows);
  const before =
    where === undefined
      ? advice`${edit} `
      : advice`${edit} ${where}\nThe direct commands, if nothing else manages it:\n\n`;
  const steps = [
    ...toNewVersion(template, cluster),
    ...groups.slice(0, shownGroups).map((group) => useVersion(group, template, cluster)),
  ];
  return advice`${before}${joinAdvice(steps, '\n\n')}`;
}

/** Where a launch template is defined: like the first of its groups whose manager is seen. */
function whereDefined(groups: readonly LaunchedGroup[], rows: Tables['managed-changes']): Advice | undefined {
  const [first] = groups.flatMap(({ nodegroup, autoScalingGroup }) => {
    const subject = nodegroup === undefined ? 'the Auto Scaling group' : 'the node group';
    const of = nodegroup ?? autoScalingGroup ?? {};
    return whereManaged({ of, subject, change: 'launch-template', rows }) ?? [];
  });
  return first;
}

function toNewVersion(template: NonNullable<Launch['template']>, cluster: Cluster): Advice[] {
  const data = sh`--launch-template-data UserData=$(base64 user-data.txt | tr -d '\\n')`;
  const save = sh`base64 -d > user-data.txt`;
  return [
    advice`Save the user data (decompress a gzip file with \`gunzip < user-data.txt\`), and change the file.\n${commands(
      pipedTo(describeUserData(template, cluster), save),
    )}`,
    advice`Create a new version of the launch template from it.\n${commands(
      continued(
        sh`aws ec2 create-launch-template-version --region ${cluster.region} ${toTemplateOption(template.name)}`,
        sh`--source-version ${template.number}`,
        data,
      ),
    )}`,
  ];
}

/** More groups than that need the same commands with another name. */
const shownGroups = 3;

function useVersion(
  { resource, nodegroup, autoScalingGroup }: LaunchedGroup,
  { name, version }: NonNullable<Launch['template']>,
  cluster: Cluster,
): Advice {
  if (nodegroup !== undefined) {
    return advice`Update the node group to the new version, now or together with its Kubernetes version.\n${setGroupTemplate(
      cluster,
      nodegroup,
      toEksTemplate(name),
    )}`;
  }
  if (version === '$Latest') return advice`The Auto Scaling group uses the latest version: its next instances have it.`;
  if (version === '$Default') {
    return advice`Make it the default version, which the Auto Scaling group uses.\n${commands(
      sh`aws ec2 modify-launch-template --region ${cluster.region} ${toTemplateOption(name)} --default-version TEMPLATE_VERSION`,
    )}`;
  }
  if (autoScalingGroup?.mixedInstances !== null) {
    return advice`Set the new version in the mixed instances policy of the Auto Scaling group.`;
  }
  return advice`Set the new version in the Auto Scaling group, then replace its nodes.\n${commands(
    setTemplate(resource.name, { template: name, version: 'TEMPLATE_VERSION' }, cluster),
  )}`;
}

function describeUserData({ name, number }: NonNullable<Launch['template']>, { region }: Cluster): Command {
  return continued(
    sh`aws ec2 describe-launch-template-versions --region ${region} ${toTemplateOption(name)}`,
    sh`--versions ${number} --output text`,
    sh`--query 'LaunchTemplateVersions[0].LaunchTemplateData.UserData'`,
  );
}

function pipedTo(first: Command, second: Command): Command {
  return sh`${first} | ${second}`;
}
