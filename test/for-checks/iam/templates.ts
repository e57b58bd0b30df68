import policies from './karpenter-policies.json' with { type: 'json' };

export type TemplateMinor = keyof typeof policies;
export const templateMinors = Object.keys(policies) as TemplateMinor[];

/** The parameters of the templates. */
const values: Readonly<Record<string, string>> = {
  ClusterName: 'prod',
  Region: 'eu-west-1',
  AccountId: '111122223333',
  Partition: 'aws',
  NodeRoleArn: 'arn:aws:iam::111122223333:role/KarpenterNodeRole-prod',
  InterruptionQueueArn: 'arn:aws:sqs:eu-west-1:111122223333:prod',
};

/**
 * The controller's policy in a minor's getting-started template, for the cluster prod. From 1.9, the template has
 * several policies; karpenter-policies.json contains them merged into one.
 */
export function templatePolicy(minor: TemplateMinor, more: Readonly<Record<string, string>> = {}) {
  const written = policies[minor];
  if (typeof written === 'string') return templatePolicy(written as TemplateMinor, more);
  const text = JSON.stringify(written).replaceAll(
    /\$\{(\w+)\}/g,
    (whole, name: string) => more[name] ?? values[name] ?? whole,
  );
  return { Version: '2012-10-17', Statement: JSON.parse(text) as Record<string, unknown>[] };
}
