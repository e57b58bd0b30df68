import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';
import { scenarios } from '../world/scenarios/index.ts';
import { foreignEscape, rawControls } from './printed.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { mutate, pickOne, seeded, type Mutated } from './mutate.ts';
import { fuzzRuns } from './rounds.ts';

/**
 * Inventories with one broken value, from argv to the exit code. A scan refuses each in at most two lines, or judges it
 * without a crash, and no check that did not pass before passes because of the broken value.
 */

const names = Object.keys(scenarios).filter((name) => scenarios[name]?.exitCode !== 0);
const stored = new Map(names.map((name) => [name, JSON.parse(readFileSync(storedInventory(name), 'utf8'))]));
let folder = '';
const before = new Map<string, Record<string, string>>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-fuzz-'));
  for (const [name, inventory] of stored) before.set(name, statuses(parseReport(await judged(name, inventory))));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The output, and the report as JSON; `''` if there is no report. */
async function judged(name: string, inventory: unknown): Promise<Outcome & { json: string }> {
  const [file, report] = [path.join(folder, 'inventory.json'), path.join(folder, 'report.json')];
  writeFileSync(file, JSON.stringify(inventory));
  const options = scenarios[name]?.options ?? [];
  const ended = await runCommand(['scan', '--inventory', file, ...options, '--output', `json=${report}`], {
    env: {},
    cwd: folder,
    terminal: true,
  });
  return { ...ended, json: ended.code === 3 ? '' : readFileSync(report, 'utf8') };
}

function parseReport({ json }: { json: string }): Report {
  return reportSchema.parse(JSON.parse(json));
}

function statuses({ results }: Report): Record<string, string> {
  return Object.fromEntries(results.map(({ id, status }) => [id, status]));
}

/** The fact with the broken value; undefined if the value is outside of the readings. */
function brokenFact({ path: [root, fact] }: Mutated): string | undefined {
  return root === 'readings' && typeof fact === 'string' ? fact : undefined;
}

/** Checks that read the fact, reported something before it was broken, and pass now. */
/** A check of later versions of Karpenter applies if its version is unknown, and passes if nothing depends on it. */
const versionless = /karpenterControllers\.value\.\d+\.version null$/;

function falsePasses(name: string, { fact, where }: { fact: string; where: string }, report: Report): string[] {
  const now = statuses(report);
  const readers = checks.filter(({ needs, uses = [], applies }) =>
    [...needs, ...uses, ...(applies?.needs ?? [])].some((need) => need === fact),
  );
  const earned = ['pass', ...(versionless.test(where) ? ['skip'] : [])];
  return readers
    .map(({ id }) => id)
    .filter((id) => now[id] === 'pass' && !earned.includes(before.get(name)?.[id] ?? ''));
}

/** Marks that an inventory sets on its readings: without them, the readings count as complete. */
const marks = /^\w+\.(?:gaps|stale|inconsistent)/;

/**
 * Values that may be null or missing without being a gap: a pod without a node blocks no drain, a workload without a
 * replica count is of a kind that has none, a statement without its condition allows more, an APIService without a
 * Service is served by the API server itself, and annotations, volume mounts, settings, selectors, aliases and the node
 * class of a Provisioner are optional.
 */
const anotherWorld = [
  /pods\.value\.\d+\.node null$/,
  /(?:deployments|statefulSets)\.value\.\d+\.replicas null$/,
  /\.Statement\.\d+\.Condition\b.* removed$/,
  /\.(?:annotations|labels)\..* removed$/,
  /\.removedVolumes removed$/,
  /apiServices\.value\.\d+\.service null$/,
  /karpenterControllers\.value\.\d+\.settings\..* removed$/,
  /karpenterNodeClasses\.value\.\d+\.(?:alias|selectors\.\w+) null$/,
  /karpenterPools\.value\.\d+\.nodeClass null$/,
];

describe.each(fuzzRuns(process.env))('$rounds broken inventories (seed $seed)', ({ seed, rounds, timeout }) => {
  it(
    'are refused or judged; nothing crashes, nothing raw is printed, nothing passes by it',
    async () => {
      const random = seeded(seed);
      const faults: string[] = [];
      const counted = { refused: 0, judged: 0 };
      for (let round = 0; round < rounds; round += 1) {
        const name = pickOne(random, names);
        const broken = mutate(stored.get(name), random);
        const where = `round ${round}, ${name}: ${broken.path.join('.')} ${broken.kind}`;
        const ended = await judged(name, broken.document);
        const output = `${ended.stdout}${ended.stderr}${ended.json}`;
        if (/crashed/.test(output)) faults.push(`${where}: crashed: ${/[^\n]*crashed[^\n]*/.exec(output)?.[0] ?? ''}`);
        if (rawControls.test(output) || foreignEscape.test(output)) faults.push(`${where}: raw characters`);
        if (ended.code === 3) {
          counted.refused++;
          if (ended.stderr.trim().split('\n').length > 2) faults.push(`${where}: ${ended.stderr}`);
          continue;
        }
        counted.judged++;
        const fact = brokenFact(broken);
        if (fact === undefined || broken.kind === 'hostile text' || broken.kind === 'huge') continue;
        const removedItem = broken.kind === 'removed' && typeof broken.path.at(-1) === 'number';
        if (removedItem || marks.test(broken.path.slice(1).join('.'))) continue;
        if (anotherWorld.some((one) => one.test(where))) continue;
        for (const id of falsePasses(name, { fact, where }, parseReport(ended))) faults.push(`${where}: ${id} passes`);
      }
      console.log(`fuzz, inventories, seed ${seed}: ${counted.refused} refused, ${counted.judged} judged`);
      expect(faults.join('\n')).toBe('');
    },
    timeout,
  );
});
