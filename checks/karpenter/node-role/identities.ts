import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { toAtKarpenter } from '../../../src/karpenter/generations.ts';
import type { NodeIdentity } from '../../../src/karpenter/node-identities.ts';
import { json, sh } from '../../../src/syntax/shell.ts';
import { trustDocument, type FoundRole } from './rights.ts';

type Here = Pick<Context, 'cluster'>;
type Roles = Facts['karpenterNodeRoles'];

/** The role of an identity, or a finding; empty if the role is not judged. */
export type Outcome = { finding: Finding } | { role: FoundRole } | Record<string, never>;

/** The role of an identity, or a finding that explains why there is none; empty if it was not or need not be read. */
export function resolveRole(identity: NodeIdentity, { roles, instanceProfiles }: Roles, { cluster }: Here): Outcome {
  const { written } = identity;
  if (written === 'launch template') return {};
  if (written === 'unread')
    return {
      finding: {
        ...about(identity),
        level: 'unknown',
        rule: 'profile',
        short: 'instance profile unknown',
        message: 'its instance profile is unknown: the settings that name it were not read',
      },
    };
  if (written === 'nothing') return { finding: nothingWritten(identity) };
  const slip = slipIn(identity, written);
  if (slip !== undefined) return { finding: slip };
  if (written.what === 'role') {
    const role = roles.find((one) => one.name === written.text);
    if (role?.found === null) return { finding: missingRole(identity, written.text, cluster) };
    return role === undefined ? {} : { role: { ...role.found, name: role.name } };
  }
  const profile = instanceProfiles.find((one) => one.name === written.text);
  if (profile === undefined) return {};
  if (!profile.exists || profile.role === null)
    return { finding: brokenProfile(identity, written, profile.exists, cluster) };
  const role = roles.find((one) => one.name === profile.role);
  if (role?.found === null) return { finding: missingRole(identity, role.name, cluster) };
  return role === undefined ? {} : { role: { ...role.found, name: role.name } };
}

/**
 * The common fields of a finding. Only a warning if no pool uses the node class: Karpenter then launches no nodes with
 * it.
 */
function about({
  kind,
  name,
  users,
  served,
}: NodeIdentity): Pick<Finding, 'level' | 'resource'> & { atKarpenter?: string } {
  return { level: users.length > 0 ? 'fail' : 'warn', resource: { kind, name }, ...toAtKarpenter(served) };
}

function nothingWritten(identity: NodeIdentity): Finding {
  const isTemplate = identity.kind !== 'EC2NodeClass';
  return {
    ...about(identity),
    rule: 'nothing',
    message: isTemplate
      ? 'names no instance profile, and neither do the settings: Karpenter cannot launch its nodes'
      : 'names neither a role nor an instance profile: Karpenter cannot launch its nodes',
    evidence: [
      {
        observed: 'nothing',
        required: isTemplate
          ? 'spec.instanceProfile, or settings.aws.defaultInstanceProfile'
          : 'spec.role or spec.instanceProfile',
      },
    ],
    fix: isTemplate
      ? advice`Set \`spec.instanceProfile\`, or restore \`settings.aws.defaultInstanceProfile\` until nothing uses the
        template any more.`
      : advice`Set \`spec.role\` to the name of the node role.`,
  };
}

/** IAM names contain neither colons nor dollar signs. */
function slipIn(
  identity: NodeIdentity,
  { what, text, place }: { what: string; text: string; place: string },
): Finding | undefined {
  const common = {
    ...about(identity),
    evidence: [
      { observed: `${place}: ${text}`, required: `the name of ${what === 'role' ? 'a role' : 'an instance profile'}` },
    ],
  };
  if (text.includes('$')) {
    return {
      ...common,
      rule: 'placeholder',
      message: `${place} is ${text}, the placeholder of karpenter-convert or of a template: Karpenter cannot launch its nodes`,
      fix: advice`Set ${place} to the name of the node role. The current instance profile has it:\n${commands(
        sh`aws iam get-instance-profile --instance-profile-name PROFILE --query 'InstanceProfile.Roles[].RoleName'`,
      )}`,
    };
  }
  if (!text.startsWith('arn:')) return undefined;
  const name = text.slice(text.lastIndexOf('/') + 1);
  return {
    ...common,
    rule: 'arn',
    message: `${place} is an ARN (${text}) instead of a name: Karpenter cannot launch its nodes`,
    fix: advice`Set only the name: \`${name}\`.`,
  };
}

function missingRole(identity: NodeIdentity, role: string, cluster: Facts['cluster']): Finding {
  return {
    ...about(identity),
    rule: 'missing-role',
    message: `its role ${role} does not exist in account ${cluster.account}: Karpenter cannot launch its nodes`,
    evidence: [{ observed: 'not found by iam:GetRole', required: role, fact: 'karpenterNodeRoles' }],
    fix: advice`Set a role that exists, or create it:\n${commands(
      sh`aws iam create-role --role-name ${role} --assume-role-policy-document ${json(trustDocument)}`,
    )}`,
  };
}

function brokenProfile(
  identity: NodeIdentity,
  { text, place }: { text: string; place: string },
  exists: boolean,
  { account }: Facts['cluster'],
): Finding {
  const lacks = exists ? 'contains no role' : `does not exist in account ${account}`;
  return {
    ...about(identity),
    rule: 'profile',
    ...(exists ? { short: 'instance profile contains no role' } : {}),
    message: `its instance profile ${text} (${place}) ${lacks}: Karpenter cannot launch its nodes`,
    evidence: [
      {
        observed: exists ? 'no role' : 'not found by iam:GetInstanceProfile',
        required: `${text} with the node role`,
        fact: 'karpenterNodeRoles',
      },
    ],
    fix: advice`${exists ? 'Add the node role to it' : 'Create it again, and keep it until nothing references it'}:\n${commands(
      ...(exists ? [] : [sh`aws iam create-instance-profile --instance-profile-name ${text}`]),
      sh`aws iam add-role-to-instance-profile --instance-profile-name ${text} --role-name ROLE`,
    )}`,
  };
}
