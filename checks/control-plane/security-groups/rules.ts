import { coverage, type AddressRange } from '../../../src/syntax/cidr.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { SecurityGroupRule } from '../../../src/facts/control-plane.ts';
import { parseCidrs, type Party } from './parties.ts';

type SecurityGroups = Facts['securityGroups'];

/** One kind of traffic in one direction, from the view of the interfaces whose rules are evaluated. */
export interface Traffic {
  direction: SecurityGroupRule['direction'];
  protocol: 'tcp' | 'udp';
  port: number;
}

/**
 * `missing`: no address of `places` is allowed; `part`: only a part of a subnet is allowed, or a prefix list does not
 * exist, or a CIDR block is invalid; `unseen`: rules that may allow the traffic were not read; another finding reports
 * this.
 */
export type Verdict =
  | { kind: 'allowed' | 'part' | 'unseen' }
  | {
      kind: 'missing';
      /** Empty: everywhere. */
      places: readonly string[];
    };

/** What all security groups of an interface together allow for one kind of traffic. */
export interface Opening {
  /** The groups that a rule references as source or destination. */
  groupIds: ReadonlySet<string>;
  ranges: readonly AddressRange[];
  /** True if a group or a prefix list was not read. */
  isUnseen: boolean;
  /** True if a prefix list does not exist, or a CIDR block is invalid. */
  isLost: boolean;
}

export function resolveOpening(groups: SecurityGroups, side: Party, traffic: Traffic): Opening {
  const own = groups.groups.filter(({ id }) => side.groupIds.includes(id));
  const rules = own.flatMap((group) => group.rules).filter((rule) => concerns(rule, traffic));
  const named = new Set(rules.flatMap(({ prefixLists }) => prefixLists));
  const lists = groups.prefixLists.filter(({ id }) => named.has(id));
  const cidrs = [...rules.flatMap((rule) => rule.cidrs), ...lists.flatMap((list) => list.cidrs ?? [])];
  const ranges = parseCidrs(cidrs);
  return {
    groupIds: new Set(rules.flatMap((rule) => rule.groups)),
    ranges,
    isUnseen: own.length < side.groupIds.length || lists.length < named.size,
    isLost: lists.some((list) => list.cidrs === null) || ranges.length < cidrs.length,
  };
}

/**
 * Whether the rules allow traffic from or to the other side: a rule references one of its groups or covers its
 * addresses.
 * @param families address families; one is enough
 */
export function resolveVerdict(opening: Opening, other: Party, families: readonly (4 | 6)[]): Verdict {
  const { groupIds, ranges, isUnseen, isLost } = opening;
  if (other.groupIds.some((id) => groupIds.has(id))) return { kind: 'allowed' };
  const covered = families.map((family) => coveredIn(family, other, ranges));
  if (covered.includes('all')) return { kind: 'allowed' };
  if (isUnseen) return { kind: 'unseen' };
  if (isLost || covered.includes('part')) return { kind: 'part' };
  const places = covered.flatMap((one) => (typeof one === 'string' ? [] : [one.lacking]));
  return { kind: 'missing', places: places[0] ?? [] };
}

function concerns({ direction, protocol, ports }: SecurityGroupRule, traffic: Traffic): boolean {
  return (
    direction === traffic.direction &&
    (protocol === '-1' || protocol === traffic.protocol) &&
    (ports === null || (ports.from <= traffic.port && traffic.port <= ports.to))
  );
}

const whole = { 4: parseCidrs(['0.0.0.0/0']), 6: parseCidrs(['::/0']) };

type Covered = 'all' | 'part' | 'none' | { lacking: readonly string[] };

/**
 * If the other side's addresses are unknown, only a rule for the whole address space covers them. If each subnet is
 * covered entirely or not at all, the result lists those that are not.
 */
function coveredIn(family: 4 | 6, { ranges }: Party, by: readonly AddressRange[]): Covered {
  const known = ranges.filter((range) => range.family === family);
  const found = (known.length > 0 ? known : whole[family]).map((range) => coverage(range, by));
  if (found.every((one) => one === 'all')) return 'all';
  if (found.every((one) => one === 'none')) return 'none';
  if (found.includes('part')) return 'part';
  return { lacking: known.filter((_, index) => found[index] === 'none').map(({ place }) => place) };
}
