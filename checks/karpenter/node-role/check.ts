import { advice, commands } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { atKarpenterOf } from '../../../src/karpenter/pools.ts';
import { json, sh } from '../../../src/languages/shell.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { nodeIdentities, type NodeIdentity } from '../../../src/karpenter/node-identities.ts';
import { joiningFinding, type Doors } from './joining.ts';
import { policyFindings, trustDocument, trustFinding, type FoundRole } from './rights.ts';
import { servingController } from '../../../src/subjects/karpenter-controller.ts';

type Here = Context<'karpenter-node-role'>;
type Roles = Facts['karpenterNodeRoles'];
/** Null: not known, or there is no VPC CNI. */
interface Known extends Doors {
  networkRole: boolean | null;
}

export default defineCheck({
  id: 'karpenter/node-role',
  title: 'Roles that nodes of Karpenter cannot start or join with',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Karpenter gives its nodes the role that a node class names (\`spec.role\`, from which it makes an instance profile of
    its own, or \`spec.instanceProfile\`; before 0.33 the \`instanceProfile\` of an AWSNodeTemplate or the one of the settings).
    karpenter-convert leaves \`$KARPENTER_NODE_ROLE\` in its place, Terraform hands out ARNs where a name belongs, and a
    module that no longer creates the instance profile deletes the one that templates still name: then no node starts. A
    node whose role has no access entry of type EC2_LINUX (authentication mode API) or no line of aws-auth (CONFIG_MAP)
    starts and never joins. All of it shows only with the next new node, and an update needs many.

    The role must trust EC2 and hold AmazonEKSWorkerNodePolicy, a policy to pull images, and AmazonEKS_CNI_Policy unless the
    VPC CNI has a role of its own; policies of your own are not evaluated, and for IPv6, whose network policy everybody writes
    for themselves, the network is not judged. Whether the controller may pass the role is judged by karpenter/controller-iam.`,
  fix: advice`Name the role that is meant, create what is missing, and let it join.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodeclasses/#specrole',
    'https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterPools', 'karpenterNodeClasses', 'karpenterNodeRoles'],
  uses: ['nodeAccessEntries', 'nodeAuthRoles', 'vpcCniRole', 'vpcCni'],
  tables: ['karpenter-node-role'],

  *run({ karpenterControllers, karpenterPools, karpenterNodeClasses, karpenterNodeRoles, ...more }, context) {
    const controller = servingController(karpenterControllers, context.karpenter);
    const identities = nodeIdentities(karpenterNodeClasses, karpenterPools, controller, context.karpenter);
    const inUse = new Map<string, { role: FoundRole; users: NodeIdentity[] }>();
    for (const identity of identities) {
      const found = roleOf(identity, karpenterNodeRoles, context);
      if ('finding' in found) yield found.finding;
      if (!('role' in found)) continue;
      const known = inUse.get(found.role.name) ?? { role: found.role, users: [] };
      inUse.set(found.role.name, { ...known, users: [...known.users, identity] });
    }
    const { nodeAccessEntries: entries, nodeAuthRoles: auth, vpcCniRole, vpcCni } = more;
    const isWithoutCni = vpcCni === undefined || vpcCni.length === 0;
    const networkRole = vpcCniRole === undefined || isWithoutCni ? null : vpcCniRole.own;
    for (const { role, users } of inUse.values())
      yield* roleFindings(role, users, { entries, auth, networkRole }, context);
  },
});

type Outcome = { finding: Finding } | { role: FoundRole } | Record<string, never>;

/** The role behind an identity; what keeps it from having one; nothing where it could not be read, or need not be. */
function roleOf(identity: NodeIdentity, { roles, instanceProfiles }: Roles, { cluster }: Here): Outcome {
  const { written } = identity;
  if (written === 'launch template') return {};
  if (written === 'unread')
    return {
      finding: {
        ...about(identity),
        level: 'unknown',
        rule: 'profile',
        message: 'its instance profile is not known: the settings that name it were not read',
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

/** A class that no pool uses starts no node today. */
function about({
  kind,
  name,
  users,
  served,
}: NodeIdentity): Pick<Finding, 'level' | 'resource'> & { atKarpenter?: string } {
  return { level: users.length > 0 ? 'fail' : 'warn', resource: { kind, name }, ...atKarpenterOf(served) };
}

function nothingWritten(identity: NodeIdentity): Finding {
  const isTemplate = identity.kind !== 'EC2NodeClass';
  return {
    ...about(identity),
    rule: 'nothing',
    message: isTemplate
      ? 'names no instance profile, and the settings name none either: none of its nodes starts'
      : 'names neither a role nor an instance profile: none of its nodes starts',
    evidence: [
      {
        observed: 'nothing',
        required: isTemplate
          ? 'spec.instanceProfile, or settings.aws.defaultInstanceProfile'
          : 'spec.role or spec.instanceProfile',
      },
    ],
    fix: isTemplate
      ? advice`Set \`spec.instanceProfile\`, or bring \`settings.aws.defaultInstanceProfile\` back until nothing uses the template any more.`
      : advice`Set \`spec.role\` to the name of the nodes' role.`,
  };
}

/** IAM's names hold neither colons nor dollar signs. */
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
      message: `${place} is ${text}, the placeholder that karpenter-convert or a template leaves: none of its nodes starts`,
      fix: advice`Write the name of the nodes' role into ${place}. What runs today has it:\n${commands(
        sh`aws iam get-instance-profile --instance-profile-name PROFILE --query 'InstanceProfile.Roles[].RoleName'`,
      )}`,
    };
  }
  if (!text.startsWith('arn:')) return undefined;
  const name = text.slice(text.lastIndexOf('/') + 1);
  return {
    ...common,
    rule: 'arn',
    message: `${place} is an ARN (${text}), where a name belongs: none of its nodes starts`,
    fix: advice`Write the name alone: \`${name}\`.`,
  };
}

function missingRole(identity: NodeIdentity, role: string, cluster: Facts['cluster']): Finding {
  return {
    ...about(identity),
    rule: 'missing-role',
    message: `its role ${role} does not exist in account ${cluster.account}: none of its nodes starts`,
    evidence: [{ observed: 'not found by iam:GetRole', required: role, fact: 'karpenterNodeRoles' }],
    fix: advice`Name a role that exists, or create it:\n${commands(
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
  return {
    ...about(identity),
    rule: 'profile',
    message: `its instance profile ${text} (${place}) ${exists ? 'holds no role' : `does not exist in account ${account}`}: none of its nodes starts`,
    evidence: [
      {
        observed: exists ? 'no role' : 'not found by iam:GetInstanceProfile',
        required: `${text} with the nodes' role`,
        fact: 'karpenterNodeRoles',
      },
    ],
    fix: advice`${exists ? "Put the nodes' role into it" : 'Create it anew until nothing names it any more'}:\n${commands(
      ...(exists ? [] : [sh`aws iam create-instance-profile --instance-profile-name ${text}`]),
      sh`aws iam add-role-to-instance-profile --instance-profile-name ${text} --role-name ROLE`,
    )}`,
  };
}

function* roleFindings(
  role: FoundRole,
  users: readonly NodeIdentity[],
  known: Known,
  context: Here,
): Generator<Finding> {
  const resource: Resource = {
    kind: 'Role',
    name: role.name,
    arn: role.arn,
    note: users.map(({ kind, name }) => `${kind} ${name}`).join(', '),
  };
  const [first] = users;
  const common = {
    resource,
    ...atKarpenterOf(users.some(({ served }) => served === null) ? null : (first?.served ?? null)),
  };
  const isUsed = users.some((user) => user.users.length > 0);
  const trust = trustFinding(role, context);
  if (trust !== undefined) yield { ...common, ...trust };
  for (const missing of policyFindings(role, known.networkRole, context)) yield { ...common, ...missing };
  const joining = joiningFinding(role, known, context);
  if (joining === undefined) return;
  yield { ...common, rule: 'join', ...joining, level: joining.level === 'fail' && !isUsed ? 'warn' : joining.level };
}
