import { anyText } from '../../../src/iam-evaluator/request.ts';

/** What fills the requests of the table in. */
export interface Surroundings {
  partition: string;
  region: string;
  /** Of the controller's role: its instances run there. */
  account: string;
  clusterName: string;
  vpcId: string | null;
  nodeRoleArns: readonly string[];
  queueArn: string;
  /** Names of parameters of AMIs, from `/aws/service/` on. */
  amiParameters: readonly string[];
  /** Tags that users give to instances, one record for each node class that gives others; undefined: they are not known. */
  userTags: readonly Readonly<Record<string, string>>[] | undefined;
  /** Keys that tell of the controller itself: `aws:PrincipalArn`. */
  principal: Readonly<Record<string, readonly string[]>>;
}

/** EC2 goes by another name in China. */
export function passedTo(value: string, { partition }: Surroundings): string {
  return value === 'ec2.amazonaws.com' && partition === 'aws-cn' ? 'ec2.amazonaws.com.cn' : value;
}

/** A resource of the table may stand for several. */
export function resourcesOf(resource: string, around: Surroundings): string[] {
  if (resource === '${NodeRoleArn}') return [...around.nodeRoleArns];
  if (resource !== '${AmiParameter}') return [resource];
  return around.amiParameters.map((name) => `arn:\${Partition}:ssm:\${Region}::parameter${name}`);
}

/** Fills a text of the table in: `*` within a text is a name that is not known before. */
export function filled(text: string, around: Surroundings): string {
  if (text === '*') return text;
  const known: Record<string, string> = {
    Partition: around.partition,
    Region: around.region,
    AccountId: around.account,
    ClusterName: around.clusterName,
    InterruptionQueueArn: around.queueArn,
    InstanceNameTag: `karpenter.sh/provisioner-name/${anyText}`,
  };
  return text.replaceAll('*', anyText).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => known[name] ?? anyText);
}
