import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding, type Resource } from '../../../src/check.ts';
import { atKarpenterOf } from '../../../src/karpenter/generations.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { nodeIdentities, type NodeIdentity } from '../../../src/karpenter/node-identities.ts';
import { roleOf } from './identities.ts';
import { startingOf } from './keeps-out.ts';
import { policyFindings, type Around } from './policies.ts';
import { trustFinding, type FoundRole } from './rights.ts';
import { joiningFinding, type Doors } from '../../../src/subjects/node-access.ts';
import { servingController } from '../../../src/subjects/karpenter-controller.ts';

type Here = Context<'karpenter-node-role'>;
interface Known extends Doors, Around {}

const facts = { entries: 'nodeAccessEntries', auth: 'nodeAuthRoles' } as const;

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
    VPC CNI has a role of its own. Where policies of your own take their place, those are evaluated as IAM does, with every
    Deny and the permissions boundary, for what nodes ask for: describe instances, their types and the cluster, pull images,
    manage network interfaces. It fails where no node becomes Ready without an action: nodeadm (Amazon Linux 2023) asks EC2
    for the name of the node, the VPC CNI's image is pulled from Amazon ECR, and the VPC CNI describes and tags its network
    interfaces as it starts. What only hurts later is a warning, and so is all of it where a Ready node of the role shows
    that nodes start without, or where custom images, user data or an image from elsewhere may do without. What EKS Pod Identity needs of the node (\`eks-auth:AssumeRoleForPodIdentity\`) is not asked
    for, nor, for IPv6, whose network policy everybody writes for themselves, the network. Whether the controller may pass the role is judged by karpenter/controller-iam.`,
  fix: advice`Name the role that is meant, create what is missing, and let it join.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodeclasses/#specrole',
    'https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterPools', 'karpenterNodeClasses', 'karpenterNodeRoles'],
  uses: ['nodeAccessEntries', 'nodeAuthRoles', 'vpcCniRole', 'vpcCni', 'nodes'],
  tables: ['karpenter-node-role'],

  *run({ karpenterControllers, karpenterPools, karpenterNodeClasses, karpenterNodeRoles, ...more }, context) {
    const controller = servingController(karpenterControllers, context.karpenter);
    const identities = nodeIdentities(karpenterNodeClasses, karpenterPools, controller, context.karpenter);
    const outcomes = identities.map((identity) => ({ identity, ...roleOf(identity, karpenterNodeRoles, context) }));
    yield* outcomes.flatMap((outcome) => ('finding' in outcome ? [outcome.finding] : []));
    const named = outcomes.flatMap((outcome) => ('role' in outcome ? [outcome] : []));
    const { nodeAccessEntries: entries, nodeAuthRoles: auth, vpcCniRole, vpcCni, nodes } = more;
    const isWithoutCni = vpcCni === undefined || vpcCni.length === 0;
    const networkRole = vpcCniRole === undefined || isWithoutCni ? null : vpcCniRole.own;
    for (const [first, ...others] of grouped(named, ({ role }) => role.name).values()) {
      if (first === undefined) continue;
      const users = [first, ...others].map(({ identity }) => identity);
      const starting = startingOf(users, karpenterNodeClasses, nodes, vpcCni);
      yield* roleFindings(first.role, users, { entries, auth, facts, networkRole, starting }, context);
    }
  },
});

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
  const levelFor = ({ level }: Pick<Finding, 'level'>) => (level === 'fail' && !isUsed ? 'warn' : level);
  const trust = trustFinding(role, context);
  if (trust !== undefined) yield { ...common, ...trust, level: levelFor(trust) };
  for (const missing of policyFindings(role, known, context)) yield { ...common, ...missing };
  const joining = joiningFinding(role, known, context);
  if (joining === undefined) return;
  yield { ...common, rule: 'join', ...joining, level: levelFor(joining) };
}
