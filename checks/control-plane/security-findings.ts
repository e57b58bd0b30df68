import type { Blocks, Finding, Resource } from '../../src/check.ts';
import type { Facts } from '../../src/facts.ts';
import { commands } from '../../src/markdown.ts';
import type { Tables } from '../../src/rules.ts';
import { partyText, type Party } from './network-parties.ts';
import type { Traffic } from './security-rules.ts';

type Cluster = Facts['cluster'];
type SecurityGroups = Facts['securityGroups'];
type Port = Tables['cluster-ports'][number];

/** Traffic that the groups of one side do not let through, or not for sure. */
export interface Problem {
  side: Party;
  direction: Traffic['direction'];
  row: Port;
  verdict: 'missing' | 'part';
  protocols: Set<string>;
  others: Set<Party>;
}

const effects: { [Flow in Port['flow']]: { effect: string; blocks: Blocks } } = {
  'nodes-to-control-plane': { effect: 'nodes do not reach the API server', blocks: 'nodes' },
  'control-plane-to-nodes': { effect: 'the control plane does not reach the kubelets', blocks: 'nodes' },
  'nodes-to-nodes': { effect: 'pods do not reach a CoreDNS that runs there', blocks: 'workloads' },
};

/** The finding about one problem, with the command for each rule that is missing. */
export function findingOf(problem: Problem, groups: SecurityGroups, cluster: Cluster): Finding {
  const { side, direction, row, verdict, others } = problem;
  const { effect, blocks } = effects[row.flow];
  const resource = groupOf(side, groups, cluster);
  const ports = `${[...problem.protocols].join(' and ')} ${row.port}`;
  const who = partiesText([...others]);
  const where = direction === 'ingress' ? `in from ${who}` : `out to ${who}`;
  const message =
    verdict === 'missing'
      ? `no rule lets ${ports} ${where}: ${effect}`
      : `whether ${ports} gets ${where} is not seen: the rules name a part of the addresses, or a prefix list that is not found`;
  return {
    level: verdict === 'missing' ? 'warn' : 'unknown',
    rule: `${direction}:${row.port}`,
    resource,
    message,
    evidence: [{ observed: carriers(side), required: `${ports} ${where}` }],
    fix: fixOf(problem, resource.name, cluster),
    links: [row.source],
    blocks,
  };
}

/** The group to add the rule to: one of the nodes' own, else the cluster security group. */
function groupOf({ kind, groupIds }: Party, { groups }: SecurityGroups, cluster: Cluster): Resource {
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
  return `${groupIds[0] ?? ''} of ${instances.length === 0 ? 'Fargate pods or nodes to come' : `${some}${rest}`}${together}`;
}

/** With hundreds of groups, hundreds may be missing at each of them. */
const shown = 3;

function partiesText(others: readonly Party[]): string {
  const rest = others.length - shown;
  return `${others.slice(0, shown).map(partyText).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function fixOf({ direction, row, protocols, others }: Problem, groupId: string, cluster: Cluster): string {
  const lines = [...others].slice(0, shown).flatMap((other) =>
    [...protocols].map((protocol) => {
      const peer = other.groupIds[0];
      const range =
        peer === undefined
          ? `IpRanges=[${other.cidrs.map((cidr) => `{CidrIp=${cidr}}`).join(',')}]`
          : `UserIdGroupPairs=[{GroupId=${peer}}]`;
      const permission = `IpProtocol=${protocol.toLowerCase()},FromPort=${row.port},ToPort=${row.port},${range}`;
      return `aws ec2 authorize-security-group-${direction} --region ${cluster.region} --group-id ${groupId} --ip-permissions '${permission}'`;
    }),
  );
  const rest =
    others.size > shown
      ? ' The same for the others; or give all nodes one security group in common that lets itself in.'
      : '';
  return `Add the rule, unless another way is meant.${rest}\n${commands(...new Set(lines))}`;
}
