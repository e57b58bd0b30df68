import { describe, expect, it } from 'vitest';
import { renderFleet } from '../../src/formats/fleet/formats.ts';
import { fleetMetricDefinitions } from '../../src/formats/fleet/prometheus.ts';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { aFleet, aFleetCluster } from '../world/fleet.ts';
import { mixedFleet } from '../world/mixed-fleet.ts';

const metrics = (fleet: Fleet) => renderFleet(fleet, 'prometheus', { columns: 80, color: false, all: false });

/** The samples of a metric, without its name. */
async function samples(fleet: Fleet, name: string): Promise<string[]> {
  const lines = (await metrics(fleet)).split('\n');
  return lines
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => line.slice(name.length));
}

const sampleLine = /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)*\})? (-?\d+(?:\.\d+)?)$/;

describe('a fleet as Prometheus metrics', () => {
  it('declares each metric once, before its samples, and repeats no series', async () => {
    const text = await metrics(aFleet([...mixedFleet.clusters, ...mixedFleet.clusters], { shared: [] }));
    const lines = text.trimEnd().split('\n');
    const declared = lines.flatMap((line) => /^# HELP (\S+) \S.*\.$/.exec(line)?.[1] ?? []);
    expect(declared).toEqual(fleetMetricDefinitions.map(({ name }) => name));
    const series = lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => sampleLine.exec(line)?.slice(1, 3).join(''));
    expect(series).not.toContain(undefined);
    expect(new Set(series).size).toBe(series.length);
    expect(lines.indexOf(`# TYPE ${declared[1]} gauge`)).toBe(
      lines.indexOf(lines.find((line) => line.startsWith(`# HELP ${declared[1]} `)) ?? '') + 1,
    );
  });

  it.each([
    [
      'eks_preflight_fleet_clusters',
      ['{status="blocked"} 2', '{status="not-scanned"} 2', '{status="incomplete"} 1', '{status="ready"} 3'],
    ],
    ['eks_preflight_fleet_exit_code', [' 1']],
    ['eks_preflight_fleet_made_timestamp_seconds', [` ${Date.parse('2026-11-20T12:00:00Z') / 1000}`]],
  ])('has the total %s', async (name, expected) => {
    expect(await samples(mixedFleet, name)).toEqual(expected);
  });

  const place = 'cluster="payments-prod",region="eu-west-1",account="111122223333"';
  it.each([
    ['status', ['status="blocked"} 1', 'status="not-scanned"} 0', 'status="incomplete"} 0', 'status="ready"} 0']],
    ['entries', ['level="fail"} 3', 'level="unknown"} 1', 'level="warn"} 9']],
    ['scanned_timestamp_seconds', [`} ${Date.parse('2026-11-20T02:00:00Z') / 1000}`]],
    [
      'support_end_timestamp_seconds',
      [`kind="standard"} ${Date.parse('2025-11-26') / 1000}`, `kind="extended"} ${Date.parse('2026-11-26') / 1000}`],
    ],
    ['extra_cost_usd', ['period="so_far"} 4308', 'period="next_year"} 66']],
  ])('has the %s of each cluster', async (name, expected) => {
    const all = await samples(mixedFleet, `eks_preflight_fleet_cluster_${name}`);
    const own = all.filter((line) => line.startsWith(`{${place}`));
    expect(own.map((line) => line.slice(place.length + 1).replace(/^,/, ''))).toEqual(expected);
  });

  it('has only the status and the date of a cluster whose report does not count', async () => {
    const text = await metrics(mixedFleet);
    const own = text.split('\n').filter((line) => line.includes('cluster="legacy"') && !line.endsWith(' 0'));
    expect(own.map((line) => line.slice(0, line.indexOf('{')))).toEqual([
      'eks_preflight_fleet_cluster_status',
      'eks_preflight_fleet_cluster_scanned_timestamp_seconds',
    ]);
  });

  it('has the worst status of two rows of one cluster', async () => {
    const fleet = aFleet([aFleetCluster(), aFleetCluster({ arn: null, status: 'not-scanned' })]);
    const own = (await samples(fleet, 'eks_preflight_fleet_cluster_status')).filter((line) => line.endsWith(' 1'));
    expect(own).toEqual(['{cluster="prod",region="eu-west-1",account="111122223333",status="not-scanned"} 1']);
  });
});
