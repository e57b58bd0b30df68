import { ownValue } from '../syntax/own-value.ts';
import { commented, joinAdvice, ofTable, type Advice } from '../syntax/advice.ts';

/** What replaces each placeholder of a command, unless the text of the fix says so itself. */
const meanings: Readonly<Record<string, string>> = {
  AMI_ID: 'the ID of an AMI for the new version, which the first command prints',
  APPLICATION: 'the name of the Application of Argo CD',
  APPLIER_NAMESPACE: 'the namespace of the Kustomization or HelmRelease',
  ASSOCIATION_ID: 'the ID of the association, which the list shows',
  AUTO_SCALING_GROUP: 'the name of the Auto Scaling group of the node',
  CHART_VERSION: 'the version of the chart that you choose',
  CONFIG_FILE: 'the path of the ClusterConfig file of eksctl',
  CONTROLLER_ROLE_ARN: 'the ARN of the controller role',
  CUSTOM_KEY_STORE_ID: 'the ID of the custom key store that holds the key',
  EBS_CSI_ROLE: 'the name of the IAM role of the EBS CSI driver',
  HELM_RELEASE: 'the name of the HelmRelease of Flux',
  INSTANCE_ID: 'the ID of a running instance of the group',
  INSTANCE_IDS: 'the IDs of these instances',
  KEY_ARN: 'the ARN of the KMS key',
  KUSTOMIZATION: 'the name of the Kustomization of Flux',
  LAUNCH_TEMPLATE: 'a name for the new launch template',
  LAUNCH_TEMPLATE_ID: 'the ID of the launch template',
  NAME: 'the name that the first command prints',
  NEW_PROFILE: 'a name for the new profile',
  NEW_SECURITY_GROUP_ID: 'the ID of the security group that replaces the deleted one',
  NODEGROUP: 'the name of the node group',
  NODE_NAME: 'the name of a node at an older version',
  POLICY: 'a name for the policy',
  POLICY_ARN: 'the ARN that the first command prints',
  POLICY_NAME: 'the name of the policy that is attached to the role',
  PRIVATE_SUBNET_ID: 'the IDs of private subnets in the VPC of the cluster',
  RELEASE: 'the name of the Helm release',
  ROLE: 'the name of the node role',
  ROLE_ARN: 'the ARN of the role that the pods use',
  SERVICE_ACCOUNT: 'the ServiceAccount that the first command shows',
  SECURITY_GROUP_ID: 'the ID of that security group',
  SUBNET_ID: 'the IDs of these subnets',
  TAG: 'the tag of the image, which the user guide lists',
  TEMPLATE_VERSION: 'the number of the new version of the launch template',
  UPDATE_ID:
    'the update ID that the commands print; after eksctl, one that `aws eks list-updates` prints with the same --region, --name and --nodegroup-name',
  VERSION: 'the version that you choose',
  VPC_ID: 'the ID of the VPC that the cluster uses',
};

/** Words in capitals: neither variables of the shell, nor headers of columns, nor names of files. */
const inCommands = /(?<![\w$.{-])[A-Z][A-Z_]*(?![\w:-])/g;

/**
 * The fix of a finding, with what replaces each placeholder that its text does not mention: as comments in front of the
 * commands, so that fixes that differ only in their commands keep the same text; at the end if there are several blocks
 * or none.
 */
export function explainPlaceholders(fix: Advice): Advice {
  const text = fix.commands.reduce((rest, command) => rest.replaceAll(command, ''), fix.text);
  const said = new Set(text.match(/[A-Z][A-Z_]*/g));
  const unsaid = placeholdersIn(fix.commands).flatMap((name) => {
    const meaning = said.has(name) ? undefined : meanings[name];
    return meaning === undefined ? [] : [{ name, meaning }];
  });
  if (unsaid.length === 0) return fix;
  const comments = unsaid.map(({ name, meaning }) => ofTable(`${name}: ${meaning}`));
  const replaced = unsaid.map(({ name, meaning }) => `${name} with ${meaning}`).join(', ');
  const between = fix.text.endsWith('```') ? '\n' : ' ';
  return commented(fix, comments) ?? joinAdvice([fix, ofTable(`Replace ${replaced}.`)], between);
}

/** What replaces a placeholder of a command; undefined for any other word. */
export function placeholderMeaning(name: string): string | undefined {
  return ownValue(meanings, name);
}

/** The words in commands that may be placeholders, each once. */
export function placeholdersIn(lines: readonly string[]): string[] {
  return [...new Set(lines.flatMap((line) => line.match(inCommands) ?? []))];
}
