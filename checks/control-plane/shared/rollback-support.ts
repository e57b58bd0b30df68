import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { behindClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import { findOffer, findSupportLimit, type SupportLimit } from '../../../src/for-checks/rollback-support.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { updateClusterConfig } from '../../../src/for-checks/update-wait.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Obstacle } from './rollback-obstacle.ts';

/** What the support of the version after the rollback stops. */
export function supportObstacle(to: Minor, { ends, day, isOver }: SupportLimit): Obstacle {
  const version = format(to);
  if (ends === 'policy') {
    const standard = isOver || day === null ? 'is in extended support' : `leaves standard support on ${day}`;
    const evidence = { observed: 'support policy STANDARD', required: 'EXTENDED', fact: 'cluster' };
    return { text: `${version} ${standard}, and the support policy is STANDARD`, evidence, task: 'policy' };
  }
  const observed = day === null ? `${version} UNSUPPORTED` : `extended support until ${day}`;
  const evidence = { observed, required: 'support for seven days', fact: 'clusterVersions' };
  const text =
    day === null ? `EKS no longer supports ${version}` : `the support of ${version} ${verb(isOver)} on ${day}`;
  return { text, evidence, task: 'support' };
}

/** Support that decides, but that nothing shows: no dates of the version, or no support policy where it matters. */
export function unknownSupport(
  to: Minor,
  offers: Facts['clusterVersions'],
  { supportPolicy }: Facts['cluster'],
  times: { now: string; last: string },
): Obstacle[] {
  const offer = findOffer(to, offers.versions);
  const isStrict = supportPolicy !== 'EXTENDED';
  const hasNoDates = offer === undefined || (!statuses.has(offer.status) && !hasDates(offer, isStrict));
  const strict = findSupportLimit(to, offers, { supportPolicy: 'STANDARD' }, times);
  const needsPolicy = isStrict && supportPolicy !== 'STANDARD' && strict?.ends === 'policy';
  const obstacle = (text: string, required: string): Obstacle => ({
    text,
    evidence: { observed: text, required, fact: 'clusterVersions' },
    isUnknown: true,
    task: 'unread',
  });
  return [
    ...(hasNoDates ? [obstacle(`no support dates of ${format(to)}`, `the support dates of ${format(to)}`)] : []),
    ...(needsPolicy ? [obstacle('the support policy is unknown', 'EXTENDED')] : []),
  ];
}

/** The statuses that decide without dates. */
const statuses: ReadonlySet<string> = new Set(['STANDARD_SUPPORT', 'EXTENDED_SUPPORT', 'UNSUPPORTED']);

function hasDates(
  { endOfStandardSupport, endOfExtendedSupport }: Facts['clusterVersions']['versions'][number],
  isStrict: boolean,
): boolean {
  return endOfExtendedSupport !== null && (!isStrict || endOfStandardSupport !== null);
}

function verb(isOver: boolean): string {
  return isOver ? 'ended' : 'ends';
}

/** Why no rollback to a version without support is possible. */
export function supportLimit(to: Minor): Advice {
  return advice`EKS rolls back only to a version that it supports: after the support of ${format(to)} ends, no rollback is possible.`;
}

/** How to roll back to a version that is in extended support. */
export function setPolicy({ cluster, tables }: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>): Advice {
  const set = advice`Set the support policy to EXTENDED, which costs more while the version is in extended support:\n${commands(
    updateClusterConfig(cluster, sh`--upgrade-policy supportType=EXTENDED`),
  )}`;
  return behindClusterManager(set, cluster, 'upgrade-policy', tables);
}
