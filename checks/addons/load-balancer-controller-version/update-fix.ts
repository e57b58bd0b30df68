import { isEarlySecondGeneration } from '../shared/alb-ingress-controller.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { lackText } from '../../../src/for-checks/permissions-first.ts';
import type { Lack } from '../../../src/for-checks/release-permissions.ts';
import { applyKeeping } from '../../../src/for-checks/release-manifest.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';

type Controller = Facts['loadBalancerControllers'][number];
type Cluster = Facts['cluster'];

const project = 'https://raw.githubusercontent.com/kubernetes-sigs/aws-load-balancer-controller';

/** File names of the project's IAM policies by partition, in docs/install of each release. */
const policies: Readonly<Record<string, string>> = {
  aws: 'iam_policy.json',
  'aws-cn': 'iam_policy_cn.json',
  'aws-us-gov': 'iam_policy_us-gov.json',
  'aws-iso': 'iam_policy_iso.json',
  'aws-iso-b': 'iam_policy_isob.json',
  'aws-iso-e': 'iam_policy_isoe.json',
  'aws-iso-f': 'iam_policy_isof.json',
};

/**
 * How to update the IAM policy, then the CRDs, then the controller, all to one release. The chart and the manifest of a
 * release bring its ClusterRole.
 * @param lacking permissions of the release that the controller's role lacks
 */
export function updateFix(copy: Controller, release: string, cluster: Cluster, lacking: readonly Lack[]): Advice {
  const { namespace, name } = copy;
  // Helm does not update CRDs.
  const crds = [
    sh`kubectl get crd ingressclassparams.elbv2.k8s.aws targetgroupbindings.elbv2.k8s.aws -o yaml > elbv2-crds-old.yaml`,
    sh`kubectl apply -f ${project}/v${release}/helm/aws-load-balancer-controller/crds/crds.yaml`,
  ];
  return advice`Update the controller to ${release} or newer before the control plane (2.5 and later needs Kubernetes
    1.22 or later). For a newer release, replace v${release} in the commands.\n${policyFix(release, cluster, lacking)}\nThen update its CRDs, which Helm does not update, then the controller. ${changeByOwner(
      copy,
      {
        goal: advice`${release} or newer, with the CRDs of that release,`,
        chart: {
          name: 'aws-load-balancer-controller',
          repository: { name: 'eks', url: 'https://aws.github.io/eks-charts' },
          version: 'newer',
          before: crds,
          values: sh`--set clusterName=${cluster.name}`,
        },
        byHand: advice`${commands(sh`helm -n ${namespace} list`, ...crds)}\nIf no release is listed:\n${applyKeeping({
          file: 'aws-load-balancer-controller.yaml',
          save: [sh`kubectl -n ${namespace} get deployment ${name} -o yaml > aws-load-balancer-controller-old.yaml`],
          get: [
            continued(
              sh`curl -fsSL -o aws-load-balancer-controller.yaml`,
              sh`https://github.com/kubernetes-sigs/aws-load-balancer-controller/releases/download/v${release}/${manifestName(release)}`,
            ),
          ],
          resets: advice`It contains \`--cluster-name=your-cluster-name\`, and a ServiceAccount without the annotation of its IAM role.`,
          after: [sh`kubectl -n ${namespace} rollout status deployment/${name}`],
        })}`,
      },
    )}`;
}

/** `v2_14_1_full.yaml` */
function manifestName(release: string): string {
  return `v${release.replaceAll('.', '_')}_full.yaml`;
}

/** How to update the IAM policy. The last command creates a new version of the policy; IAM keeps the old one. */
function policyFix(release: string, { partition, account }: Cluster, lacking: readonly Lack[]): Advice {
  const file = policies[partition];
  const actions = lacking.map(lackText);
  const lacks = actions.length === 0 ? advice`` : advice` The role lacks ${formatList(actions, actions.length)}.`;
  const update = advice`First update the IAM policy of its role to that of the release, and keep custom statements.${lacks} If Terraform or
    CloudFormation defines the policy, update it there.`;
  if (file === undefined) return update;
  return advice`${update}\n${commands(
    sh`curl -fsS -o iam_policy.json ${project}/v${release}/docs/install/${file}`,
    sh`aws iam list-policies --scope Local --query "Policies[?contains(PolicyName, 'LoadBalancerController')].Arn" --output text`,
    continued(
      sh`aws iam create-policy-version --policy-arn arn:${partition}:iam::${account}:policy/POLICY_NAME`,
      sh`--policy-document file://iam_policy.json --set-as-default`,
    ),
  )}`;
}

/** How to remove the first generation of the controller and install the current one. */
export function replaceFix(copy: Controller, minimum: string): Advice {
  const { namespace, name } = copy;
  const first = isEarlySecondGeneration(copy)
    ? advice`A pre-release is replaced, not updated: save it, remove it`
    : advice`The first generation cannot be updated in place. Update a release before 1.1.3 to 1.1.9 first, so that the
      load balancers are kept. Then save it, remove it`;
  return advice`${first} and install the AWS Load Balancer Controller ${minimum} or newer, with
    its own IAM policy, before the control plane update; Ingresses and their load balancers are kept.\n${commands(
      sh`kubectl -n ${namespace} get deployment ${name} -o yaml > ${`${name}-old.yaml`}`,
      sh`kubectl -n ${namespace} delete deployment ${name}`,
    )}\nThen follow the
    [migration guide](https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/upgrade/migrate_v1_v2/): it describes what changes in security groups.`;
}
