import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Here = Context<'karpenter-settings'>;

/** What to do about a finding, by its rule. */
export const tasks = {
  '': 'Give the controller its role',
  denied: 'Extend the Karpenter role',
  missing: 'Create the role of the controller again',
  trust: 'Let the controller assume its role',
  'old-era': 'Remove the policy statements for Provisioners',
  'foreign-profiles': 'Restrict the controller role to its instance profiles',
};

/** The problem of a finding, by its rule. */
export const problems = {
  'denied:launch': 'not allowed to launch instances',
  'denied:spot': 'not allowed to launch Spot Instances',
  'denied:terminate': 'not allowed to terminate instances',
  'denied:launch-templates': 'not allowed to delete launch templates',
  'denied:instance-tags': 'not allowed to tag instances',
  'denied:old-instances': 'not allowed to tag older instances',
  'denied:discovery': 'not allowed to describe EC2 resources',
  'denied:zone-ids': 'not allowed to describe zones',
  'denied:prices': 'not allowed to read prices',
  'denied:capacity-reservations': 'not allowed to use capacity reservations',
  'denied:snapshots': 'not allowed to use snapshots',
  'denied:placement-groups': 'not allowed to use placement groups',
  'denied:instance-health': 'not allowed to read instance status',
  'denied:images': 'not allowed to look up AMIs',
  'denied:interruption': 'not allowed to read interruption queue',
  'denied:cluster': 'not allowed to describe the cluster',
  'denied:pass-role': 'not allowed to pass the node role',
  'denied:instance-profiles': 'cannot manage instance profiles',
  'denied:profile-cleanup': 'cannot clean up instance profiles',
  'denied:zonal-shift': 'not allowed to read zonal shifts',
  isolated: 'calls IAM from an isolated VPC',
  undecided: 'some permissions unknown',
  'policy-size': 'inline policies would be too large',
  trust: 'controller cannot assume the role',
  missing: 'role does not exist',
  'no-arn': 'role is not an ARN',
  unread: 'controller role not read',
  'assumed-role': 'role that it assumes unknown',
  'next-role': 'role after a restart not judged',
  fargate: 'no EKS Pod Identity on Fargate',
  'new-pods': 'new pods get no role',
  'node-role': 'uses the role of its node, not read',
  identity: 'controller role unknown',
  issuer: 'OIDC issuer unknown, trust not judged',
  version: 'Karpenter version unknown',
  'too-old': 'required permissions unknown',
  'old-era': 'policy has statements for Provisioners',
  'foreign-profiles': 'can change all instance profiles',
};

/** Earlier versions use other tags and requests, which no table lists. */
export const firstKnown = '0.28.0';

/** Findings if the controller's role, version, required permissions or OIDC issuer is unknown. */
export function* identityFindings(controller: KarpenterController, { karpenter, cluster }: Here): Generator<Finding> {
  const { kind, roleArn } = controller.identity;
  const unknown = (rule: string, message: string, fix: Advice): Finding => ({
    level: 'unknown',
    rule,
    resource: toDeploymentResource(controller),
    message,
    fix,
  });
  if (kind === 'node') {
    yield unknown(
      'node-role',
      'uses the role of its node, which is not read',
      advice`Give the controller its own role, with EKS Pod Identity or with an annotation on its ServiceAccount.`,
    );
  } else if (roleArn === null) {
    yield unknown(
      'identity',
      'its role is unknown',
      advice`Check the EKS Pod Identity associations of ServiceAccount
        ${controller.namespace}/${controller.serviceAccount}.`,
    );
  } else if (kind === 'irsa' && cluster.oidcIssuer === null) {
    yield unknown(
      'issuer',
      'the OIDC issuer of the cluster is unknown, so the trust policy is not judged',
      advice`Check the trust policy.`,
    );
  }
  const [today] = listControllerVersions(controller, karpenter);
  if (today === undefined) {
    yield unknown(
      'version',
      'its version is unknown, and so are the permissions that it needs',
      advice`Look up the Karpenter version of its image.`,
    );
  } else if (isBelow(today, firstKnown)) {
    yield unknown(
      'too-old',
      `the permissions that Karpenter ${today} needs are unknown: eks-preflight knows those of 0.28 and later`,
      advice`Compare the role with the policy in the getting started guide of this version.`,
    );
  }
}
