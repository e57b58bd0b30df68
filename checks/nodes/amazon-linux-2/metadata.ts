import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { listClosing } from '../../../src/for-checks/instance-metadata.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { Carrier } from './fixes.ts';

type Controllers = Facts['loadBalancerControllers'];

/**
 * Findings for controllers that read their VPC from instance metadata, which pods lose on Amazon Linux 2023. Sources:
 * https://docs.aws.amazon.com/eks/latest/userguide/al2023.html,
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/3695
 */
export function* metadataFindings(
  carriers: readonly Carrier[],
  controllers: Controllers,
  templates: Facts['launchTemplates'] | undefined,
  { vpcId, region }: Context['cluster'],
): Generator<Finding> {
  const closing = listClosing(
    carriers.flatMap(({ nodegroup }) => nodegroup ?? []),
    templates,
  );
  if (closing.length === 0) return;
  for (const { kind, namespace, name, replicas, knowsVpc } of controllers) {
    if (knowsVpc !== false || replicas === 0) continue;
    yield {
      level: 'warn',
      rule: 'instance-metadata',
      short: 'needs instance metadata',
      resource: { kind, namespace, name },
      message:
        'reads the ID of its VPC from instance metadata: on Amazon Linux 2023 with hop limit 1, it cannot and does not start',
      evidence: closing.map(({ observed, group }) => ({
        observed,
        required: 'hop limit 2, or an argument that names its VPC',
        resource: `NodeGroup ${group.name}`,
      })),
      fix: advice`Before its pods move to Amazon Linux 2023, set the values \`vpcId\` (\`${vpcId ?? 'VPC_ID'}\`) and \`region\` (\`${region}\`) of its
        chart, which become its arguments \`--aws-vpc-id\` and \`--aws-region\`. Or set \`HttpPutResponseHopLimit\` to 2 in
        the launch template of the new nodes. To see its arguments:\n${commands(
          sh`kubectl -n ${namespace} get deployment ${name} -o jsonpath='{.spec.template.spec.containers[*].args}'`,
        )}`,
      links: ['https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/installation/'],
    };
  }
}
