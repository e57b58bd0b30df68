import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { servedFrom } from '../../../src/karpenter/generations.ts';
import { isNodeClassKind, selectPools, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { formatCount, formatFirst, forCount } from '../../../src/syntax/english.ts';
import { requireCount, leakedInterfaces, subnetsRemedy } from '../../../src/for-checks/cluster-subnets.ts';

type Here = Pick<Context<'subnet-addresses'>, 'karpenter' | 'tables' | 'cluster'>;
type Subnet = Facts['vpcSubnets'][number] & { free: number };

/**
 * Findings for node classes in use whose subnets lack free addresses. A node needs at least one, and more for its pods.
 * @param vpcSubnets undefined: not read
 */
export function* addressFindings(
  selections: Facts['karpenterSubnets'] | undefined,
  vpcSubnets: Facts['vpcSubnets'] | undefined,
  { pools }: OwnObjects,
  { karpenter, tables, cluster }: Here,
): Generator<Finding> {
  const comfortable = requireCount(tables['subnet-addresses'], 'comfortable-in-each');
  for (const selected of selections ?? []) {
    const { kind, name } = selected;
    const isUsed = kind === 'Provisioner' || (isNodeClassKind(kind) && selectPools(selected, pools).length > 0);
    if (!isUsed || servedFrom(karpenter.versions, kind) === undefined) continue;
    const ids = new Set(selected.terms.flatMap((term) => term.found));
    const subnets = selectSubnets(ids, vpcSubnets ?? []);
    const unreported = (vpcSubnets ?? []).filter(({ id, free }) => ids.has(id) && free === undefined);
    if (unreported.length > 0) yield buildUnreportedFinding({ kind, name }, unreported);
    const small = subnets.filter(({ free }) => free < comfortable);
    if (small.length === 0) continue;
    const isFull = subnets.length === ids.size && subnets.every(({ free }) => free === 0);
    yield {
      level: isFull ? 'fail' : 'warn',
      rule: 'addresses',
      ...(isFull ? { short: 'no subnet has a free address' } : {}),
      remedy: subnetsRemedy(selected),
      resource: { kind, name },
      message: isFull ? fullText(small) : smallText(small, subnets.length, comfortable),
      evidence: small.map(({ id, free }) => ({
        observed: `${free} free`,
        required: `${comfortable} free`,
        resource: `Subnet ${id}`,
        fact: 'vpcSubnets',
      })),
      fix: advice`Select a subnet with more free addresses, or free addresses: check whether the VPC CNI reserves more
        addresses than the pods need (WARM_ENI_TARGET, WARM_IP_TARGET). ${leakedInterfaces(
          cluster,
          small.map(({ id }) => id),
        )}`,
    };
  }
}

function buildUnreportedFinding(resource: Finding['resource'], unreported: Facts['vpcSubnets']): Finding {
  return {
    level: 'unknown',
    rule: 'addresses-not-told',
    resource,
    message: `unknown how many addresses are free in ${formatFirst(unreported.map(({ id }) => id))}, which it selects`,
    evidence: unreported.map(({ id }) => ({
      observed: 'EC2 did not report a number of free addresses',
      resource: `Subnet ${id}`,
      fact: 'vpcSubnets',
    })),
    fix: advice`Scan again. If the number stays unknown, look at the subnet in the Amazon VPC console.`,
  };
}

function fullText(subnets: readonly Subnet[]): string {
  return `no subnet that it selects has a free address (${subnets.map(({ id }) => id).join(', ')}): Karpenter cannot launch nodes`;
}

function smallText(small: readonly Subnet[], of: number, comfortable: number): string {
  const list = small.map(({ id, free }) => `${id}: ${free}`).join(', ');
  const have = forCount(small.length, 'has', 'have');
  return `${small.length} of the ${formatCount(of, 'subnet', 'subnets')} that it selects ${have} fewer than ${comfortable} free addresses (${list})`;
}

/** The subnets whose number of free addresses is known. */
function selectSubnets(ids: ReadonlySet<string>, all: Facts['vpcSubnets']): Subnet[] {
  return all.flatMap(({ id, cidrs, free }) => (ids.has(id) && free !== undefined ? [{ id, cidrs, free }] : []));
}
