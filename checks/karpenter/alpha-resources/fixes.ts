import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { json, pieces, sh } from '../../../src/syntax/shell.ts';
import { legacyTaint } from '../../../src/karpenter/alpha-twins.ts';

/** Source: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#upgrade-procedure */

const install = sh`go install github.com/aws/karpenter/tools/karpenter-convert/cmd/karpenter-convert@release-v0.32.x`;

/** How to convert a Provisioner to a NodePool. */
export function convertPool({ name }: KarpenterPool): Advice {
  return advice`With Karpenter 0.32, create the NodePool, review it, and apply it. karpenter-convert adds the old
    defaults (including on-demand); a NodePool without \`karpenter.sh/capacity-type\` also allows Spot.\n\n${commands(
      install,
      sh`kubectl get provisioners.karpenter.sh ${name} -o yaml > provisioner-${name}.yaml`,
      sh`karpenter-convert -f provisioner-${name}.yaml > nodepool-${name}.yaml`,
      sh`kubectl apply -f nodepool-${name}.yaml`,
    )}`;
}

/**
 * How to convert an AWSNodeTemplate to an EC2NodeClass. envsubst gets the variable's name, because it would otherwise
 * also replace variables in the user data.
 * @param profile the current instance profile of its nodes, which contains their role; undefined: unknown
 */
export function convertTemplate({ name }: KarpenterNodeClass, profile: string | undefined): Advice {
  const role =
    profile === undefined
      ? sh`ROLE`
      : sh`$(aws iam get-instance-profile --instance-profile-name ${profile} --query 'InstanceProfile.Roles[0].RoleName' --output text)`;
  return advice`With Karpenter 0.32, create the EC2NodeClass with the name (not the ARN) of the node role, review it, and
    apply it.\n\n${commands(
      install,
      sh`kubectl get awsnodetemplates.karpenter.k8s.aws ${name} -o yaml > awsnodetemplate-${name}.yaml`,
      pieces(
        sh`karpenter-convert -f awsnodetemplate-${name}.yaml |`,
        sh`KARPENTER_NODE_ROLE=${role} envsubst '$KARPENTER_NODE_ROLE' > ec2nodeclass-${name}.yaml`,
      ),
      sh`kubectl apply -f ec2nodeclass-${name}.yaml`,
    )}`;
}

/** How to add a taint that stops the Provisioner from launching nodes, and makes its existing nodes drift. */
export function taintPool({ name, taints }: KarpenterPool): Advice {
  const patch = {
    spec: {
      taints: [...taints, legacyTaint].map(({ key, value, effect }) => ({
        key,
        ...(value === null ? {} : { value }),
        effect,
      })),
    },
  };
  return advice`Add the migration taint to the Provisioner; its nodes are replaced one by one if drift is enabled,
    otherwise when they expire or are deleted. Do not delete the Provisioner with \`--cascade=foreground\`: this drains
    all its nodes at once.\n\n${commands(sh`kubectl patch provisioners.karpenter.sh ${name} --type merge -p ${json(patch)}`)}`;
}
