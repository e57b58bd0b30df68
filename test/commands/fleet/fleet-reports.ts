import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Fleet, FleetCluster } from '../../../src/report/fleet/schema.ts';
import type { Report } from '../../../src/report/schema.ts';
import type { State } from '../../../src/schedule/changes/state.ts';
import { runCommand, runMain, type Ended } from '../../world/in-process.ts';
import { storedInventory } from '../../world/stored.ts';

/** Reports of stored inventories under other names, in folders as scans write them. */

/** The time of the commands, and of the stored inventories. */
export const now = '2026-11-20T12:00:00.000Z';
const made = new Map<string, Promise<string>>();

/** The report of a stored inventory, fresh. */
export async function makeReport(inventory: string, ...options: readonly string[]): Promise<Report> {
  const key = [inventory, ...options].join(' ');
  const json = made.get(key) ?? scanned(inventory, options);
  made.set(key, json);
  return JSON.parse(await json) as Report;
}

async function scanned(inventory: string, options: readonly string[]): Promise<string> {
  const args = ['scan', '--inventory', storedInventory(inventory), '--format', 'json', ...options];
  return (await runCommand(args, { env: {} })).stdout;
}

/** Where a cluster is, and what else its report says. */
export interface Place {
  name?: string;
  account?: string;
  region?: string;
  scannedAt?: string;
  tags?: Record<string, string>;
}

/** The report under another name. */
export function placed(report: Report, place: Place): Report {
  if (report.cluster === null) return report;
  const { scannedAt = report.scannedAt, ...own } = place;
  const cluster = { ...report.cluster, ...own };
  const { partition, region, account, name } = cluster;
  const arn = `arn:${partition}:eks:${region}:${account}:cluster/${name}`;
  return { ...report, scannedAt, judgedAt: scannedAt, cluster: { ...cluster, arn } };
}

export function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'eks-preflight-fleet-'));
}

/** Writes any text or data to a file in a folder that need not exist; returns its path. */
export function write(folder: string, file: string, content: unknown): string {
  const to = path.join(folder, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content));
  return to;
}

/** Writes the latest report of a cluster, and its state if there is one, as scan --state does. */
export function writeLatest(folder: string, report: Report, state?: State): string {
  const { account = '', region = '', name = '' } = report.cluster ?? {};
  const home = `${account}/${region}/${name}`;
  if (state !== undefined) write(folder, `${home}/state.json`, { ...state, cluster: { account, region, name } });
  return write(folder, `${home}/latest.json`, report);
}

/** A state without findings. */
export function stateWith(more: Partial<State>): State {
  const told = { scan: null, findings: [], support: null, trouble: null };
  const cluster = { account: '111122223333', region: 'eu-west-1', name: 'prod' };
  return { schemaVersion: 1, cluster, updatedAt: now, told, behind: [], destinations: [], ...more };
}

/** Runs fleet with JSON on stdout, at the time of the stored inventories. */
export function runFleet(...args: readonly string[]): Promise<FleetEnded> {
  return runFleetAt(now, ...args);
}

type FleetEnded = Ended & { fleet: Fleet; rows: FleetCluster[] };

/** As {@link runFleet}, at another time. */
export async function runFleetAt(at: string, ...args: readonly string[]): Promise<FleetEnded> {
  const ended = await runMain(['fleet', ...args, '--format', 'json'], { env: {}, now: () => new Date(at) });
  const fleet = JSON.parse(ended.stdout) as Fleet;
  return { ...ended, fleet, rows: fleet.clusters };
}

/** Rows in short: `prod ready`, `prod not-scanned: no report at ...`. */
export function rowsText(rows: readonly FleetCluster[]): string[] {
  return rows.map(({ name, status, reason }) => `${name} ${status}${reason === null ? '' : `: ${reason}`}`);
}

export function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
