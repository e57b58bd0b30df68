import type { Facts } from '../facts/facts.ts';
import { continued, sh, type Command } from '../syntax/shell.ts';
import { recreateTemplate } from './launch-template-commands.ts';
import { plainCode } from './health-issues.ts';

/** What has a health issue, and the resources that EKS lists for it. */
interface Place {
  cluster: Facts['cluster'];
  nodegroup?: string;
  resourceIds: readonly string[];
}

/** The commands by kind and health code, in the spelling of `plainCode`. */
const commandsOf: Readonly<Record<string, (place: Place) => Command[]>> = {
  'cluster kmskeydisabled': (place) => [enableKey(place)],
  'cluster kmskeymarkedfordeletion': (place) => [
    sh`aws kms cancel-key-deletion --region ${place.cluster.region} --key-id ${keyOf(place)}`,
    enableKey(place),
  ],
  'cluster assumeroleaccessdeniedusingslr': () => [
    continued(
      sh`aws iam get-role --role-name AWSServiceRoleForAmazonEKS ||`,
      sh`aws iam create-service-linked-role --aws-service-name eks.amazonaws.com`,
    ),
  ],
  'cluster etcddbsizeexceeded': () => [
    sh`kubectl get --raw /metrics | grep -E '^apiserver_(storage|resource)_objects' | sort -g -k 2 | tail`,
  ],
  'nodegroup accessdenied': () => [managerRoles('eks:node-manager')],
  'nodegroup ec2launchtemplatenotfound': ({ cluster }) => recreateTemplate('LAUNCH_TEMPLATE', 'INSTANCE_ID', cluster),
  'nodegroup sourceec2launchtemplatenotfound': ({ cluster }) =>
    recreateTemplate('LAUNCH_TEMPLATE', 'INSTANCE_ID', cluster),
  'nodegroup ec2launchtemplateversionmismatch': (place) => [
    findScalingGroup(place),
    continued(
      sh`aws autoscaling describe-auto-scaling-groups --region ${place.cluster.region} --auto-scaling-group-names "$GROUP"`,
      sh`--query 'AutoScalingGroups[].[LaunchTemplate,MixedInstancesPolicy.LaunchTemplate.LaunchTemplateSpecification]'`,
    ),
  ],
  'nodegroup asginstancelaunchfailures': ({ cluster, ...place }) => [
    findScalingGroup({ cluster, ...place }),
    continued(
      sh`aws autoscaling describe-scaling-activities --region ${cluster.region} --auto-scaling-group-name "$GROUP"`,
      sh`--max-items 5 --query 'Activities[].[StartTime,StatusCode,StatusMessage]'`,
    ),
  ],
  'addon accessdenied': () => [managerRoles('eks:addon-manager')],
};

/** The commands that fix a code's cause or show it; empty if there are none for the code. */
export function healthCommands(of: 'cluster' | 'nodegroup' | 'addon', code: string, place: Place): Command[] {
  return commandsOf[`${of} ${plainCode(code)}`]?.(place) ?? [];
}

/** Sets the variable GROUP to the name of the node group's Auto Scaling group. */
function findScalingGroup({ cluster: { region, name }, nodegroup = '' }: Place): Command {
  return continued(
    sh`GROUP=$(aws eks describe-nodegroup --region ${region} --cluster-name ${name} --nodegroup-name ${nodegroup}`,
    sh`--query 'nodegroup.resources.autoScalingGroups[0].name' --output text)`,
  );
}

function enableKey(place: Place): Command {
  return sh`aws kms enable-key --region ${place.cluster.region} --key-id ${keyOf(place)}`;
}

function keyOf({ resourceIds }: Place): string {
  return resourceIds[0] ?? 'KEY_ARN';
}

function managerRoles(name: string): Command {
  return sh`kubectl get clusterrole,clusterrolebinding ${name} -o yaml`;
}
