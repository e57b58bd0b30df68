import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { lacksClusterTag } from '../../../src/karpenter/own-objects.ts';
import { firstFrom, isWithin } from '../../../src/karpenter/version-range.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import type { Running } from './running.ts';

/**
 * The first version that lists instances only by the tag eks:eks-cluster-name. Source: List of its instance provider.
 */
const seesTaggedAlone = '1.1.0';
const shown = 5;

/**
 * The finding for instances that 1.0 has not tagged yet (it tags one per second); 1.1 ignores instances without the
 * tag.
 */
export function* untagged(
  controller: KarpenterController,
  versions: readonly string[],
  { claims }: Running,
): Generator<Finding> {
  const [today = ''] = versions;
  const at = firstFrom(versions, seesTaggedAlone);
  if (at === undefined || !isWithin(today, '1.0.0', seesTaggedAlone)) return;
  const names = claims.filter(lacksClusterTag).map(({ name }) => name);
  if (names.length === 0) return;
  const list = `${names.slice(0, shown).join(', ')}${names.length > shown ? ` and ${names.length - shown} more` : ''}`;
  const [lack, its] = forCount(names.length, ['lacks', 'its instance'], ['lack', 'their instances']);
  yield {
    level: 'fail',
    rule: 'untagged',
    atKarpenter: at,
    resource: toDeploymentResource(controller),
    message: `${formatCount(names.length, 'NodeClaim')} (${list}) ${lack} the tag that Karpenter ${at} needs to find ${its}: it deletes such a NodeClaim when its node is not ready, and never terminates a leaked instance`,
    evidence: names.map((name) => ({
      resource: `NodeClaim ${name}`,
      observed: 'no annotation compatibility.karpenter.k8s.aws/cluster-name-tagged',
      required: 'its instance has the tag eks:eks-cluster-name',
    })),
    fix: advice`Stay on 1.0.14 until every NodeClaim has the annotation: Karpenter 1.0 tags one instance per second, and
      needs \`ec2:CreateTags\` for it (\`karpenter/controller-iam\` judges that).\n\n${commands(
        sh`kubectl get nodeclaims -o custom-columns=${columns}`,
      )}`,
    links: ['https://github.com/aws/karpenter-provider-aws/blob/v1.1.0/pkg/providers/instance/instance.go'],
  };
}

const columns = String.raw`NAME:.metadata.name,TAGGED:.metadata.annotations.compatibility\.karpenter\.k8s\.aws/cluster-name-tagged`;
