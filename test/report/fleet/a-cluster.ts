import { notScanned } from '../../../src/report/fleet/cluster.ts';
import type { FleetCluster } from '../../../src/report/fleet/schema.ts';

/** A row of a fleet: by default, a ready cluster with an update to 1.34. */
export function aCluster(name: string, more: Partial<FleetCluster> = {}): FleetCluster {
  const { account = '111122223333', region = 'eu-west-1' } = more;
  const arn = `arn:aws:eks:${region}:${account}:cluster/${name}`;
  return {
    ...notScanned({ name, account, region, arn, report: `${name}.json` }, ''),
    status: 'ready',
    reason: null,
    version: '1.33',
    target: '1.34',
    verdict: 'ready',
    entries: { fail: 0, unknown: 0, warn: 0 },
    tags: {},
    ...more,
  };
}
