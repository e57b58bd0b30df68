import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount, formatFirst, forCount } from '../../../src/syntax/english.ts';
import { requireCount } from '../../../src/for-checks/cluster-subnets.ts';
import { findRouteTable } from '../../../src/for-checks/route-tables.ts';
import { replaceFix } from './replace-fix.ts';
import { levelFor, outcomeFor, type Users } from './users.ts';

type Profile = Facts['fargateProfiles'][number];
type Here = Pick<Context<'subnet-addresses' | 'managed-changes'>, 'cluster' | 'tables'>;
type Found = Omit<Finding, 'resource'>;

/** A subnet whose free addresses are known. */
interface CountedSubnet {
  id: string;
  free: number;
}

interface Network {
  vpcSubnets: Facts['vpcSubnets'] | undefined;
  routeTables: Facts['routeTables'] | undefined;
}

/** Findings for subnets of a profile that do not exist, lack free addresses, or are not private. */
export function* subnetFindings(
  profile: Profile,
  users: Users,
  { vpcSubnets, routeTables }: Network,
  here: Here,
): Generator<Found> {
  if (vpcSubnets === undefined) return;
  const found = vpcSubnets.filter(({ id }) => profile.subnetIds.includes(id));
  yield* missingFindings(profile, users, found, here);
  yield* addressFindings(profile, users, found, here);
  yield* publicFindings(profile, found, routeTables, here);
}

function* missingFindings(profile: Profile, users: Users, found: Facts['vpcSubnets'], here: Here): Generator<Found> {
  const kept = found.map(({ id }) => id);
  const gone = profile.subnetIds.filter((id) => !kept.includes(id));
  if (gone.length === 0) return;
  const isAll = kept.length === 0;
  const lost = `${gone.length} of its ${formatCount(profile.subnetIds.length, 'subnet')} ${forCount(gone.length, 'does', 'do')} not exist`;
  yield {
    level: isAll ? levelFor(users) : 'warn',
    rule: 'missing-subnet',
    short: isAll ? 'none of its subnets exists' : lost,
    message: isAll
      ? `none of its subnets exists (${formatFirst(gone)}): ${outcomeFor(users)}`
      : `${lost} (${formatFirst(gone)}): pods that are placed there stay Pending`,
    evidence: gone.map((id) => ({
      observed: 'not found in the VPC by ec2:DescribeSubnets',
      required: 'available',
      resource: `Subnet ${id}`,
      fact: 'vpcSubnets',
    })),
    fix: replaceFix(profile, here, { kept }),
  };
}

/** Each Fargate pod needs one address. */
function* addressFindings(profile: Profile, users: Users, found: Facts['vpcSubnets'], here: Here): Generator<Found> {
  const known = found.flatMap(({ id, free }) => (free === undefined ? [] : [{ id, free }]));
  const unreported = found.filter(({ free }) => free === undefined).map(({ id }) => id);
  const isFull = found.length > 0 && known.every(({ free }) => free === 0);
  const fix = advice`Free addresses there: each pod on Fargate takes one. Or use other subnets. ${replaceFix(
    profile,
    here,
    { kept: found.filter(({ free }) => free !== 0).map(({ id }) => id) },
  )}`;
  if (isFull && unreported.length > 0) {
    const others = known.length === 0 ? '' : ', and its other subnets have none';
    const message = `the number of free addresses in ${formatFirst(unreported)} is unknown${others}`;
    yield { level: 'unknown', rule: 'addresses', short: 'free IP addresses unknown', message };
  } else if (isFull) yield { ...fullFinding(known, users, here), fix };
  // If workloads were not read, the engine reports that as unknown, so no warning is needed.
  else if (users.kind === 'known' || users.kind === 'possible') yield* smallFindings(known, found.length, fix, here);
}

/** A warning for IPv6 clusters: AWS does not document whether their pods also need a free IPv4 address. */
function fullFinding(full: readonly CountedSubnet[], users: Users, here: Here): Found {
  const isSure = here.cluster.ipFamily !== 'ipv6';
  const none = `none of its subnets has a free IPv4 address (${formatFirst(full.map(({ id }) => id))})`;
  return {
    level: isSure ? levelFor(users) : 'warn',
    rule: 'addresses',
    short: 'no free IPv4 addresses',
    message: isSure ? `${none}: ${outcomeFor(users)}` : `${none}, which pods may need in an IPv6 cluster, too`,
    evidence: freeEvidence(full, here),
  };
}

function* smallFindings(subnets: readonly CountedSubnet[], of: number, fix: Advice, here: Here): Generator<Found> {
  const comfortable = comfortableIn(here);
  const small = subnets.filter(({ free }) => free < comfortable);
  if (small.length === 0) return;
  const list = formatFirst(small.map(({ id, free }) => `${id}: ${free}`));
  const message = `${small.length} of its ${formatCount(of, 'subnet')} ${forCount(small.length, 'has', 'have')} fewer than ${comfortable} free addresses (${list})`;
  const short = `fewer than ${comfortable} free addresses`;
  yield { level: 'warn', rule: 'addresses', short, message, evidence: freeEvidence(small, here), fix };
}

function freeEvidence(subnets: readonly CountedSubnet[], here: Here): Evidence[] {
  return subnets.map(({ id, free }) => ({
    observed: `${free} free`,
    required: `${comfortableIn(here)} free`,
    resource: `Subnet ${id}`,
    fact: 'vpcSubnets',
  }));
}

function comfortableIn({ tables }: Here): number {
  return requireCount(tables['subnet-addresses'], 'comfortable-in-each');
}

/** EKS accepts only private subnets when it creates a profile, but a route may be added later. */
function* publicFindings(
  profile: Profile,
  found: Facts['vpcSubnets'],
  tables: Facts['routeTables'] | undefined,
  here: Here,
): Generator<Found> {
  const open = found.flatMap(({ id }) => {
    const table = findRouteTable(id, tables ?? []);
    const route = table?.routes.find(
      ({ destination, target, state }) =>
        destination === '0.0.0.0/0' && target.startsWith('igw-') && state === 'active',
    );
    return table === undefined || route === undefined ? [] : [{ id, table: table.id, target: route.target }];
  });
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const are = forCount(open.length, 'is a public subnet', 'are public subnets');
  yield {
    level: 'warn',
    rule: 'public-subnet',
    message: `${formatFirst(ids)} ${are}: pods on Fargate get no public IP address, and cannot reach the internet from there`,
    evidence: open.map(({ id, table, target }) => ({
      observed: `${table}: 0.0.0.0/0 to ${target}`,
      required: 'no direct route to an internet gateway',
      resource: `Subnet ${id}`,
      fact: 'routeTables',
    })),
    fix: advice`Route the subnet through a NAT gateway if nothing else in it needs the internet gateway. Or use other
        subnets. ${replaceFix(profile, here, {
          kept: found.map(({ id }) => id).filter((id) => !ids.includes(id)),
        })}`,
  };
}
