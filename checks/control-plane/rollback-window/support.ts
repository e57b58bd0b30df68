import type { Facts } from '../../../src/facts/facts.ts';
import { dayAfter } from '../../../src/syntax/dates.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import type { Obstacle } from './obstacle.ts';

type Cluster = Facts['cluster'];
type Offer = Facts['clusterVersions']['versions'][number];

/** What stops a rollback to a version: its support has ended or ends within seven days, or needs another policy. */
export function supportObstacles(
  to: Minor,
  { versions }: Facts['clusterVersions'],
  { supportPolicy, outpost }: Cluster,
  now: string,
): Obstacle[] {
  const type = outpost ? 'eks-local-outposts' : 'eks';
  const offer = versions.find(({ version, clusterType }) => parseMinor(version) === to && clusterType === type);
  if (offer === undefined) return [];
  const ended = endOfSupport(to, offer, now);
  if (ended !== undefined) return [ended];
  const standard = endOfPolicy(offer, now);
  if (supportPolicy !== 'STANDARD' || standard === undefined) return [];
  const evidence = { observed: 'support policy STANDARD', required: 'EXTENDED', fact: 'cluster' };
  return [{ text: `${format(to)} ${standard}, and the support policy is STANDARD`, evidence, task: 'policy' }];
}

function endOfSupport(to: Minor, { status, endOfExtendedSupport }: Offer, now: string): Obstacle | undefined {
  const day = endOfExtendedSupport?.slice(0, 10);
  const required = 'support for seven days';
  if (status === 'UNSUPPORTED') {
    const evidence = { observed: `${format(to)} UNSUPPORTED`, required, fact: 'clusterVersions' };
    return { text: `EKS no longer supports ${format(to)}`, evidence, task: 'support' };
  }
  if (day === undefined || day > dayAfter(now, 7)) return undefined;
  const evidence = { observed: `extended support until ${day}`, required, fact: 'clusterVersions' };
  return {
    text: `extended support for ${format(to)} ${day <= now.slice(0, 10) ? 'ended' : 'ends'} on ${day}`,
    evidence,
    task: 'support',
  };
}

function endOfPolicy({ status, endOfStandardSupport }: Offer, now: string): string | undefined {
  if (status === 'EXTENDED_SUPPORT') return 'is in extended support';
  const day = endOfStandardSupport?.slice(0, 10);
  return day === undefined || day > dayAfter(now, 7) ? undefined : `leaves standard support on ${day}`;
}
