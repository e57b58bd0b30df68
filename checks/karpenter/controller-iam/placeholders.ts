import { anyText } from '../../../src/for-checks/iam/request.ts';

/** The values that fill the placeholders in the table's requests. */
export interface RequestEnvironment {
  partition: string;
  region: string;
  /** The account of the controller's role, in which its instances run. */
  account: string;
  clusterName: string;
  vpcId: string | null;
  nodeRoleArns: readonly string[];
  queueArn: string;
  /** ARNs of AMI parameters, which may contain placeholders. */
  amiParameters: readonly string[];
  /** Tags that users set on instances, one record for each distinct set in node classes; undefined: unknown. */
  userTags: readonly Readonly<Record<string, string>>[] | undefined;
  /** Condition keys that describe the controller itself: `aws:PrincipalArn`. */
  principal: Readonly<Record<string, readonly string[]>>;
}

/** EC2 has a different service principal in China. */
export function passedTo(value: string, { partition }: RequestEnvironment): string {
  return value === 'ec2.amazonaws.com' && partition === 'aws-cn' ? 'ec2.amazonaws.com.cn' : value;
}

/** One resource of the table may represent several. */
export function resolveResources(resource: string, environment: RequestEnvironment): string[] {
  if (resource === '${NodeRoleArn}') return [...environment.nodeRoleArns];
  return resource === '${AmiParameter}' ? [...environment.amiParameters] : [resource];
}

/** Fills in a text of the table: `*` in a text is a name that is unknown in advance. */
export function fillPlaceholders(text: string, environment: RequestEnvironment): string {
  if (text === '*') return text;
  const known: Record<string, string> = {
    Partition: environment.partition,
    Region: environment.region,
    AccountId: environment.account,
    ClusterName: environment.clusterName,
    InterruptionQueueArn: environment.queueArn,
    InstanceNameTag: `karpenter.sh/provisioner-name/${anyText}`,
  };
  return text.replaceAll('*', anyText).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => known[name] ?? anyText);
}
