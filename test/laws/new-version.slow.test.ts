import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/schema.ts';
import { loadTable, tableNames } from '../../src/tables/tables.ts';
import { storedInventory } from '../world/stored.ts';

/**
 * Extends the tables that docs/new-eks-version.md lists to an invented version after the newest one that a table covers:
 * then no other table may end before it.
 */

const next = Math.max(...tableNames.map((name) => loadTable(name).knownThrough ?? 0)) + 1;
const page = await readFile(new URL('../../docs/new-eks-version.md', import.meta.url), 'utf8');
const named = [...page.matchAll(/^- \[rules\/([a-z0-9-]+)\.json\]/gm)].map(([, name = '']) => name);

interface Offer {
  version: string;
  isDefault: boolean;
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-new-version-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An installation whose tables reach the next version, except one. */
async function installation(except: string): Promise<string> {
  const home = path.join(folder, except === '' ? 'all' : except);
  await cp(fileURLToPath(new URL('../../dist', import.meta.url)), home, { recursive: true });
  await writeFile(path.join(home, 'package.json'), '{ "type": "module" }');
  for (const name of named.filter((one) => one !== except)) {
    const file = path.join(home, 'rules', `${name}.json`);
    const table = JSON.parse(await readFile(file, 'utf8')) as { knownThrough: { kubernetes: number } };
    table.knownThrough.kubernetes = next;
    await writeFile(file, JSON.stringify(table));
  }
  return path.join(home, 'cli.js');
}

/** A cluster to which EKS offers the next version. */
async function writeInventory(): Promise<string> {
  const stored = await readFile(storedInventory('ordinary-newest'), 'utf8');
  // Nodes that follow the newest AMI get its kernel.
  const inventory = JSON.parse(stored.replaceAll(/al2023@v\d+/g, 'al2023@latest')) as {
    readings: { clusterVersions: { value: { versions: Offer[] } } };
  };
  const offers = inventory.readings.clusterVersions.value.versions;
  const [newest] = offers.toSorted((a, b) => minorOf(b) - minorOf(a));
  if (newest === undefined) throw new Error('EKS offers no version to the newest ordinary cluster');
  for (let minor = minorOf(newest) + 1; minor <= next; minor++)
    offers.push({ ...newest, version: `1.${minor}`, isDefault: false });
  const file = path.join(folder, 'inventory.json');
  await writeFile(file, JSON.stringify(inventory));
  return file;
}

function minorOf({ version }: Offer): number {
  return Number(version.split('.')[1]);
}

/** The tables that end before the next version, according to the report. */
async function endedTables(cli: string, inventory: string): Promise<string[]> {
  const args = [cli, 'scan', '--inventory', inventory, '--target', `1.${next}`, '--format', 'json'];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 26 }, (_error, out) => resolve(out));
  });
  const { results } = reportSchema.parse(JSON.parse(stdout));
  const ended = results.flatMap(({ findings }) =>
    findings.flatMap(({ unseen }) => (unseen?.kind === 'table' && unseen.version === `1.${next}` ? unseen.table : [])),
  );
  return [...new Set(ended)];
}

describe('a cluster whose next version is made up', () => {
  it('is judged without an unknown table by an installation that the page leads to', async () => {
    expect(await endedTables(await installation(''), await writeInventory())).toEqual([]);
  });

  // `eks-versions` is read while facts are collected, where a Region does not offer DescribeClusterVersions.
  // `api-introductions` is read only for a rollback: the test of its check ends it. No check reads `feature-gates` yet. No namespace
  // of the cluster enforces a level of `pod-security-standards`.
  const others = ['api-introductions', 'eks-versions', 'feature-gates', 'pod-security-standards'];
  it.each(named.filter((name) => !others.includes(name)))('needs %s', async (name) => {
    expect(await endedTables(await installation(name), await writeInventory())).toEqual([name]);
  });
});
