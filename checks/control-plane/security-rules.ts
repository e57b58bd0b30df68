import { coverage, parseCidr, type AddressRange } from '../../src/cidr.ts';
import type { Facts } from '../../src/facts.ts';
import type { SecurityGroupRule } from '../../src/facts/control-plane.ts';
import type { Party } from './network-parties.ts';

type SecurityGroups = Facts['securityGroups'];

/** One direction of one kind of traffic, seen from the interfaces whose rules are asked. */
export interface Traffic {
  direction: SecurityGroupRule['direction'];
  protocol: 'tcp' | 'udp';
  port: number;
  /** Address families, any of which is enough. */
  families: readonly (4 | 6)[];
}

/** `part`: some of the other side's addresses; `unseen`: rules that may allow it were not read, which is said elsewhere. */
export type Verdict = 'allowed' | 'missing' | 'part' | 'unseen';

/**
 * Whether the groups of one side let traffic through from or to the other. The rules of all groups of an interface count
 * together; a rule names the other side by a group that it carries, by CIDR, or by a prefix list.
 */
export function verdictOf(groups: SecurityGroups, side: Party, other: Party, traffic: Traffic): Verdict {
  const own = groups.groups.filter(({ id }) => side.groupIds.includes(id));
  const rules = own.flatMap((group) => group.rules).filter((rule) => concerns(rule, traffic));
  if (rules.some((rule) => rule.groups.some((id) => other.groupIds.includes(id)))) return 'allowed';
  const named = new Set(rules.flatMap(({ prefixLists }) => prefixLists));
  const lists = groups.prefixLists.filter(({ id }) => named.has(id));
  const cidrs = [...rules.flatMap((rule) => rule.cidrs), ...lists.flatMap((list) => list.cidrs ?? [])];
  const ranges = rangesOf(cidrs);
  const covered = traffic.families.map((family) => coveredIn(family, other.cidrs, ranges));
  if (covered.includes('all')) return 'allowed';
  if (own.length < side.groupIds.length || lists.length < named.size) return 'unseen';
  const lost = lists.some((list) => list.cidrs === null) || ranges.length < cidrs.length;
  return lost || covered.includes('part') ? 'part' : 'missing';
}

function concerns({ direction, protocol, ports }: SecurityGroupRule, traffic: Traffic): boolean {
  return (
    direction === traffic.direction &&
    (protocol === '-1' || protocol === traffic.protocol) &&
    (ports === null || (ports.from <= traffic.port && traffic.port <= ports.to))
  );
}

/** Where the other side's addresses are not known, only the whole address space covers them for sure. */
function coveredIn(family: 4 | 6, cidrs: readonly string[], by: readonly AddressRange[]): 'all' | 'part' | 'none' {
  const ranges = rangesOf(cidrs).filter((range) => range.family === family);
  const wanted = ranges.length > 0 ? ranges : rangesOf([family === 4 ? '0.0.0.0/0' : '::/0']);
  const found = wanted.map((range) => coverage(range, by));
  if (found.every((one) => one === 'all')) return 'all';
  return found.every((one) => one === 'none') ? 'none' : 'part';
}

function rangesOf(cidrs: readonly string[]): AddressRange[] {
  return cidrs.flatMap((cidr) => parseCidr(cidr) ?? []);
}
