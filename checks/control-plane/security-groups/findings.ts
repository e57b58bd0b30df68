import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Blocks, Context, Finding, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { pieces, sh } from '../../../src/syntax/shell.ts';
import { behindManager } from '../../../src/for-checks/managed-fix.ts';
import { leftOut } from '../../../src/for-checks/omitted-ids.ts';
import { partyText, type Party } from './parties.ts';
import type { Problem } from './problems.ts';

type Cluster = Facts['cluster'];
type SecurityGroups = Facts['securityGroups'];
export type Here = Pick<Context<'managed-changes'>, 'cluster' | 'gone' | 'tables'>;
type Port = Tables['cluster-ports'][number];

const effects: { [Flow in Port['flow']]: { effect: string; blocks: Blocks } } = {
  'nodes-to-control-plane': { effect: 'nodes cannot reach the API server', blocks: 'nodes' },
  'control-plane-to-nodes': { effect: 'the control plane cannot reach the kubelets', blocks: 'nodes' },
  'nodes-to-nodes': { effect: 'pods cannot reach CoreDNS on these nodes', blocks: 'workloads' },
};

const unseenBecause = 'the rules allow only a part of a subnet, or a prefix list that was not found';

/** The finding for one problem. Its commands add rules for only the first few of the other sides. */
export function toFinding(problem: Problem, groups: SecurityGroups, here: Here): Finding {
  const { side, direction, row, verdict, others } = problem;
  const { effect, blocks } = effects[row.flow];
  const resource = resolveTargetGroup(side, groups, here.cluster);
  const ports = `${[...problem.protocols].join(' and ')} ${row.port}`;
  const who = partiesText(others);
  const where = direction === 'ingress' ? `in from ${who}` : `out to ${who}`;
  const message =
    verdict === 'missing'
      ? `no rule allows ${ports} ${where}: ${effect}`
      : `unknown whether the rules allow ${ports} ${where}: ${unseenBecause}`;
  return {
    level: verdict === 'missing' ? 'warn' : 'unknown',
    rule: `${direction}:${row.port}`,
    short: verdict === 'missing' ? `no ${direction} rule for ${ports}` : `unknown whether it allows ${ports}`,
    resource,
    message,
    evidence: [{ observed: carriers(side), required: `${ports} ${where}` }],
    fix: behindManager(addRuleFix(problem, resource.name, groups, here), {
      of: { tags: groups.groups.find(({ id }) => id === resource.name)?.tags },
      subject: 'the security group',
      change: 'security-group-rule',
      rows: here.tables['managed-changes'],
    }),
    links: [row.source],
    blocks,
  };
}

/** The group that gets the rule: preferably a separate group of the nodes, otherwise the cluster security group. */
function resolveTargetGroup({ kind, groupIds }: Party, { groups }: SecurityGroups, cluster: Cluster): Resource {
  const own = groupIds.find((id) => kind !== 'control-plane' && id !== cluster.clusterSecurityGroupId);
  const name = own ?? groupIds[0] ?? '';
  const note = groups.find(({ id }) => id === name)?.name;
  return { kind: 'SecurityGroup', name, ...(note === undefined ? {} : { note }) };
}

function carriers({ kind, groupIds, instances }: Party): string {
  const together = groupIds.length === 1 ? '' : `, together with ${groupIds.slice(1).join(', ')}`;
  if (kind === 'control-plane') return `${groupIds[0] ?? ''} of the control plane${together}`;
  const some = instances.slice(0, 3).join(', ');
  const rest = instances.length > 3 ? ` and ${instances.length - 3} more` : '';
  return `${groupIds[0] ?? ''} of ${instances.length === 0 ? 'Fargate pods or future nodes' : `${some}${rest}`}${together}`;
}

/** How many other sides a finding shows: each of hundreds of groups may lack rules for hundreds of others. */
const shown = 3;

function partiesText(others: Problem['others']): string {
  const rest = others.size - shown;
  const texts = [...others].slice(0, shown).map(([party, places]) => partyText(party, places));
  return `${texts.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function addRuleFix(problem: Problem, groupId: string, groups: SecurityGroups, { cluster, gone }: Here): Advice {
  const { direction, row, protocols, others } = problem;
  const named = [...others.keys()].slice(0, shown);
  const permissions = named.flatMap((other) => {
    const range = formatPeer(other, groups, gone);
    return [...protocols].map(
      (protocol) => `IpProtocol=${protocol.toLowerCase()},FromPort=${row.port},ToPort=${row.port},${range}`,
    );
  });
  const rest =
    others.size > shown
      ? advice` Do the same for the others; or attach one common, self-referencing security group to all nodes.`
      : advice``;
  const left = new Set(named.flatMap(({ groupIds }) => groupIds.filter((id) => gone.has(id))));
  return advice`Add the rule, unless this traffic takes another path.${rest}${leftOut([...left])}\n${commands(
    ...[...new Set(permissions)].map((permission) =>
      pieces(
        sh`aws ec2 authorize-security-group-${direction} --region ${cluster.region}`,
        sh`--group-id ${groupId} --ip-permissions ${permission}`,
      ),
    ),
  )}`;
}

/**
 * The other side in a rule: preferably one of its groups that was read, otherwise one that may exist; its CIDR blocks
 * if it has no groups.
 */
function formatPeer({ groupIds, cidrs }: Party, { groups }: SecurityGroups, gone: Here['gone']): string {
  if (groupIds.length === 0) return `IpRanges=[${cidrs.map((cidr) => `{CidrIp=${cidr}}`).join(',')}]`;
  const there = groupIds.filter((id) => !gone.has(id));
  const peer = there.find((id) => groups.some((group) => group.id === id)) ?? there[0] ?? 'NEW_SECURITY_GROUP_ID';
  return `UserIdGroupPairs=[{GroupId=${peer}}]`;
}
