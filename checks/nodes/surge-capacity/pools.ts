import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { ExtraNodes } from '../../../src/for-checks/extra-nodes.ts';
import { subnetsRemedy } from '../../../src/for-checks/cluster-subnets.ts';
import { toPoolKind } from '../../../src/for-checks/node-owners.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { forCount, formatCount, formatFirst } from '../../../src/syntax/english.ts';
import { measure, total, type Sizing } from '../../../src/for-checks/node-demands.ts';

interface Selected {
  karpenterPools?: Facts['karpenterPools'] | undefined;
  karpenterSubnets?: Facts['karpenterSubnets'] | undefined;
  vpcSubnets: Facts['vpcSubnets'];
}

/** Findings for pools of Karpenter whose subnets have too few addresses for the nodes that drift replaces at a time. */
export function* poolFindings(
  extra: readonly ExtraNodes[],
  { karpenterPools = [], karpenterSubnets = [], vpcSubnets }: Selected,
  sizing: Sizing,
): Generator<Finding> {
  for (const one of extra) {
    const [node] = one.group.nodes;
    const kind = toPoolKind(node);
    const pool = karpenterPools.find((some) => some.kind === kind && some.name === node.group);
    const own = pool?.nodeClass ?? (kind === 'Provisioner' ? pool : undefined);
    const selected = karpenterSubnets.find((some) => some.kind === own?.kind && some.name === own.name);
    if (one.nodegroup !== undefined || pool === undefined || selected === undefined) continue;
    const subnets = selectSubnets(selected, vpcSubnets);
    const finding = toFinding(one, { kind, name: pool.name }, { selected, subnets }, measure(one, sizing));
    if (finding !== undefined) yield finding;
  }
}

type Selection = Facts['karpenterSubnets'][number];

/** The subnets that a node class selects, with their free addresses; empty if one of these numbers is unknown. */
function selectSubnets({ terms }: Selection, all: Facts['vpcSubnets']): { id: string; free: number }[] {
  const ids = new Set(terms.flatMap(({ found }) => found));
  const known = all.flatMap(({ id, free }) => (ids.has(id) && free !== undefined ? [{ id, free }] : []));
  return known.length === ids.size ? known : [];
}

function toFinding(
  { group, total: { to: nodes } }: ExtraNodes,
  resource: Finding['resource'],
  { selected, subnets }: { selected: Selection; subnets: readonly { id: string; free: number }[] },
  size: ReturnType<typeof measure>,
): Finding | undefined {
  const free = subnets.reduce((sum, subnet) => sum + subnet.free, 0);
  // Subnets of ENIConfigs have the addresses of pods.
  const each = size === undefined || size.need.apart > 0 ? 1 : total(size.need);
  const needed = nodes * each;
  if (nodes === 0 || subnets.length === 0 || free >= needed) return undefined;
  const atOnce = `${formatCount(nodes, 'new node')} at a time`;
  return {
    level: free === 0 ? 'fail' : 'warn',
    rule: free === 0 ? 'pool-none' : 'pool-few',
    remedy: subnetsRemedy(selected),
    resource,
    ...(free === 0 ? { groups: [group.text] } : {}),
    message:
      free === 0
        ? `no subnet of ${selected.kind} ${selected.name} has a free address: drift cannot replace its nodes`
        : `drift starts ${atOnce}, which ${forCount(nodes, 'needs', 'need')} ${needed} addresses with ${forCount(nodes, 'its', 'their')} pods; ${free} are free in the subnets of ${selected.kind} ${selected.name}`,
    evidence: [
      {
        observed: `${free} free in ${formatFirst(subnets.map(({ id }) => id))}`,
        required: `${needed} free for ${atOnce}`,
        fact: 'vpcSubnets',
      },
    ],
    fix: advice`Select a subnet with more free addresses in ${selected.kind} ${selected.name}, or lower the disruption
      budget of ${resource.kind} ${resource.name}, so that drift replaces fewer nodes at a time.`,
  };
}
