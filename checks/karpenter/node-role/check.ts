import { advice } from '../../../src/syntax/advice.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';
import { defineCheck, type Context, type Finding, type Resource } from '../../../src/check.ts';
import { toAtKarpenter } from '../../../src/karpenter/generations.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { nodeIdentities, type NodeIdentity } from '../../../src/karpenter/node-identities.ts';
import { resolveManagedRole } from './managers.ts';
import { resolveStarting } from './keeps-out.ts';
import { policyFindings, type Around } from './policies.ts';
import { trustFinding, type FoundRole } from './rights.ts';
import { resolveSystems, type RoleSystems } from './systems.ts';
import { isWanted } from '../../../src/for-checks/components.ts';
import { joiningFinding, type Doors } from '../../../src/for-checks/node-access.ts';
import { servingController } from '../shared/karpenter-controller.ts';

type Here = Context<'karpenter-node-role' | 'managed-changes'>;
interface Known extends Doors, Around, RoleSystems {}

const facts = { entries: 'nodeAccessEntries', auth: 'nodeAuthRoles' } as const;

/** The problem of a finding, by its rule. */
const problems = {
  nothing: 'names no role or instance profile',
  placeholder: 'name is a placeholder',
  arn: 'has an ARN instead of a name',
  'missing-role': 'role does not exist',
  profile: 'instance profile does not exist',
  trust: 'role does not trust EC2',
  'policy:worker': 'lacks permissions of worker nodes',
  'policy:images': 'lacks permissions to pull images',
  'policy:network': 'lacks permissions for the VPC CNI',
  join: 'its nodes cannot join the cluster',
  services: 'Windows nodes cannot reach Services',
  type: 'its access entry is for Windows nodes',
};

export default defineCheck({
  id: 'karpenter/node-role',
  title: 'Node roles with which nodes of Karpenter cannot start or join',
  short: problems,
  task: {
    '': 'Extend the node role',
    nothing: 'Set the node role of the node class',
    placeholder: 'Set the node role of the node class',
    arn: 'Set the name of the node role, not its ARN',
    'missing-role': 'Set a node role that exists',
    profile: 'Set an instance profile that exists',
    trust: 'Let EC2 assume the node role',
    join: 'Let nodes with the role join the cluster',
  },
  severity: 'fail',
  blocks: 'nodes',
  alsoBlocks: ['workloads'],
  phase: 'before',
  why: `Nodes use the role that their node class names (\`spec.role\`, from which Karpenter creates an instance
    profile, or \`spec.instanceProfile\`; before 0.33 the \`instanceProfile\` of an AWSNodeTemplate or of the
    settings). karpenter-convert leaves the placeholder \`$KARPENTER_NODE_ROLE\`, Terraform modules output ARNs where
    a name is needed, and a module that no longer creates the instance profile deletes the one that templates still
    reference: then Karpenter cannot launch nodes. A node whose role has no access entry of type EC2_LINUX
    (authentication mode API) or no entry in aws-auth (CONFIG_MAP) starts but does not join. Windows nodes need an access
    entry of type EC2_WINDOWS, or the group eks:kube-proxy-windows in aws-auth: without it, their pods reach no Services
    and no cluster DNS. All of this shows only
    when the next node starts, and an update needs many.

    The role must trust EC2 and have AmazonEKSWorkerNodePolicy, a policy to pull images, and AmazonEKS_CNI_Policy
    unless the VPC CNI has its own role. If customer managed or inline policies replace them, those are evaluated as
    IAM evaluates them, with every Deny and the permissions boundary, for the requests of nodes: describe instances,
    instance types and the cluster, pull images, manage network interfaces. It is a failure if no node can become
    Ready without an action: nodeadm (Amazon Linux 2023) requests the name of the node from EC2, the image of the VPC
    CNI is pulled from Amazon ECR, and the VPC CNI describes and tags its network interfaces when it starts. Effects
    that come later are a warning, and so is everything if a Ready node of the role shows that nodes start without the
    permission, or if custom AMIs, user data or images from another registry may not need it.

    The permission for EKS Pod Identity (\`eks-auth:AssumeRoleForPodIdentity\`) is not judged, nor, for IPv6, the
    permissions of the VPC CNI, for which no AWS managed policy exists. karpenter/controller-iam judges whether the
    controller can pass the role.`,
  fix: advice`Set the correct role, create what is missing, and give the role access to the cluster.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodeclasses/#specrole',
    'https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterPools', 'karpenterNodeClasses', 'karpenterNodeRoles'],
  uses: ['nodeAccessEntries', 'nodeAuthRoles', 'vpcCniRole', 'vpcCni', 'nodes'],
  tables: ['karpenter-node-role', 'managed-changes'],

  *run({ karpenterControllers, karpenterPools, karpenterNodeClasses, karpenterNodeRoles, ...more }, context) {
    const controller = servingController(karpenterControllers, context.karpenter);
    const identities = nodeIdentities(karpenterNodeClasses, karpenterPools, controller, context.karpenter);
    const outcomes = identities.map((identity) => ({
      identity,
      ...resolveManagedRole(identity, karpenterNodeRoles, karpenterNodeClasses, context),
    }));
    yield* outcomes.flatMap((outcome) => ('finding' in outcome ? [outcome.finding] : []));
    const named = outcomes.flatMap((outcome) => ('role' in outcome ? [outcome] : []));
    const { nodeAccessEntries: entries, nodeAuthRoles: auth, vpcCniRole, nodes } = more;
    const vpcCni = more.vpcCni?.filter(isWanted);
    const isWithoutCni = vpcCni === undefined || vpcCni.length === 0;
    const networkRole = vpcCniRole === undefined || isWithoutCni ? null : vpcCniRole.own;
    for (const [first, ...others] of grouped(named, ({ role }) => role.name).values()) {
      if (first === undefined) continue;
      const users = [first, ...others].map(({ identity }) => identity);
      const starting = resolveStarting(users, karpenterNodeClasses, nodes, vpcCni);
      const known = {
        entries,
        auth,
        facts,
        networkRole,
        starting,
        ...resolveSystems(users, karpenterNodeClasses, nodes),
      };
      yield* roleFindings(first.role, users, known, context);
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
    ...toAtKarpenter(users.some(({ served }) => served === null) ? null : (first?.served ?? null)),
  };
  const isUsed = users.some((user) => user.users.length > 0);
  const levelFor = ({ level }: Pick<Finding, 'level'>) => (level === 'fail' && !isUsed ? 'warn' : level);
  const trust = trustFinding(role, context);
  if (trust !== undefined) yield { ...common, ...trust, level: levelFor(trust) };
  for (const missing of policyFindings(role, known, context)) yield { ...common, ...missing };
  const joining = joiningFinding({ ...role, systems: known.systems }, known, context);
  if (joining === undefined) return;
  const short = joining.level === 'unknown' ? 'unknown whether its nodes can join' : undefined;
  // As in nodes/node-role-access: a Ready node has today what its successor will have.
  const isAsToday = joining.rule === 'services' && known.hasReadyWindowsNode;
  const blocked = joining.rule === 'services' ? ({ blocks: 'workloads' } as const) : {};
  const level = isAsToday ? 'warn' : levelFor(joining);
  yield { ...common, ...blocked, ...joining, ...setFields({ short }), level };
}
