import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Report } from '../../src/report/schema.ts';
import { stateAfter } from '../../src/schedule/changes/next-state.ts';
import { buildNotifiedAfterScan } from '../../src/schedule/changes/notified.ts';
import { storedInventory } from '../../test/world/stored.ts';
import { built } from '../command.ts';

/** Inventories of clusters in several conditions: their reports have 200 kB, one has 600 kB. */
const inventories = ['everything-wrong', 'healthy', 'hybrid', 'ordinary-team', 'rollback-open'];
const accounts = 20;

/** The reports of the stored inventories, by the built command: `fleet` applies its stricter rules to them. */
export function makeReports(): Report[] {
  return inventories.map((name) => {
    const args = ['scan', '--inventory', storedInventory(name), '--format', 'json', '--fail-on', 'never'];
    const json = execFileSync(process.execPath, [built, ...args], { maxBuffer: 100_000_000 });
    return JSON.parse(json.toString()) as Report;
  });
}

/**
 * Writes a history with the latest report and the state of many clusters, as `scan --state` does.
 * @returns the size of all files, in bytes
 */
export function writeHistory(folder: string, reports: readonly Report[], number: number): number {
  let bytes = 0;
  for (let index = 0; index < number; index += 1) {
    const report = reports[index % reports.length];
    if (report?.cluster == null) throw new Error('a report has no cluster');
    const place = { account: String(100_000_000_000 + (index % accounts)), region: 'eu-west-1', name: `c${index}` };
    const arn = `arn:aws:eks:${place.region}:${place.account}:cluster/${place.name}`;
    const own = { ...report, cluster: { ...report.cluster, ...place, arn } };
    const notified = buildNotifiedAfterScan(null, own);
    const state = stateAfter(place, null, { notified, messages: [], failed: [], now: report.scannedAt });
    const home = path.join(folder, place.account, place.region, place.name);
    mkdirSync(home, { recursive: true });
    for (const [file, content] of Object.entries({ 'latest.json': own, 'state.json': state })) {
      const text = `${JSON.stringify(content)}\n`;
      bytes += Buffer.byteLength(text);
      writeFileSync(path.join(home, file), text);
    }
  }
  return bytes;
}
