import { anyText } from '../../../src/for-checks/iam/request.ts';
import type { SelectedTags } from './selected-tags.ts';

/** The values that complete the table's requests: placeholders, tags, and condition keys. */
export interface RequestEnvironment {
  partition: string;
  region: string;
  /** The account of the controller's role, in which Karpenter's instances run. */
  account: string;
  clusterName: string;
  vpcId: string | null;
  nodeRoleArns: readonly string[];
  queueArn: string;
  /** ARNs of SSM parameters for AMIs; they may contain placeholders. */
  amiParameters: readonly string[];
  /** Users' tags for instances, one record for each distinct set in node classes; undefined: unknown. */
  userTags: readonly Readonly<Record<string, string>>[] | undefined;
  /** Tags of the subnets and security groups that node classes select; undefined: unknown. */
  selectedTags: SelectedTags | undefined;
  /** Condition keys that all requests of the controller have, with their values: `aws:PrincipalArn` and others. */
  principal: Readonly<Record<string, readonly string[]>>;
}

/** The value of a condition key in this partition: EC2 has a different service principal in China. */
export function passedTo(value: string, { partition }: RequestEnvironment): string {
  return value === 'ec2.amazonaws.com' && partition === 'aws-cn' ? 'ec2.amazonaws.com.cn' : value;
}

/** The resources of a request: a placeholder may represent several ARNs. */
export function resolveResources(resource: string, environment: RequestEnvironment): string[] {
  if (resource === '${NodeRoleArn}') return [...environment.nodeRoleArns];
  return resource === '${AmiParameter}' ? [...environment.amiParameters] : [resource];
}

/**
 * Fills in the placeholders of a string. Unknown placeholders become `anyText`, and so does each `*`, unless it is the
 * whole string.
 */
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
