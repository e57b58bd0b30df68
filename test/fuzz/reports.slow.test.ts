import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedInventory } from '../world/stored.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { scenarios } from '../world/scenarios/index.ts';
import { mutate, pickOne, seeded, type Mutated, type Random } from './mutate.ts';
import { foreignEscape, rawControls } from './printed.ts';
import { fuzzRuns } from './rounds.ts';

/**
 * Reports with one broken value, in `gate` and one of the other commands that read a report. Each command refuses the
 * report in at most three lines, or reads it without a crash, and no broken report passes `gate` if the original one
 * did not.
 */

const names = [
  'demo',
  'lists-denied',
  'everything-denied',
  'karpenter-0.30',
  'large',
  'newest-version',
  'past-the-tables',
  'healthy',
];
const whole = new Map<string, { code: number | null; report: Record<string, unknown> }>();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-reports-'));
  for (const name of names) {
    const options = scenarios[name]?.options ?? [];
    const { stdout } = await run(['scan', '--inventory', storedInventory(name), ...options, '--format', 'json']);
    await writeFile(path.join(folder, `${name}.json`), stdout);
    const { code } = await run(['gate', `${name}.json`]);
    whole.set(name, { code, report: JSON.parse(stdout) as Record<string, unknown> });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (args: readonly string[]): Promise<Outcome> => runCommand(args, { env: {}, cwd: folder, terminal: true });
const why = ['--reason', 'r', '--owner', 'o', '--until', '2099-12-31'];

/** The other commands that read a report. */
const commands: readonly ((name: string, random: Random) => readonly string[])[] = [
  (name) => ['diff', `${name}.json`, 'broken.json'],
  (name) => ['diff', 'broken.json', `${name}.json`, '--format', 'json'],
  (_name, random) => ['render', 'broken.json', '--format', pickOne(random, formats)],
  () => ['render', 'broken.json', '--show', '1'],
  () => ['accept', '1', '--report', 'broken.json', ...why],
  (name) => [
    'scan',
    '--inventory',
    storedInventory(name),
    '--baseline',
    'broken.json',
    ...(scenarios[name]?.options ?? []),
  ],
  (name) => ['gate', `${name}.json`, '--baseline', 'broken.json'],
];
const formats = ['text', 'json', 'markdown', 'html', 'junit', 'sarif', 'github', 'prometheus'];

/** Breaks one value; half of the removed list items are instead replaced by a copy of another item. */
function broken(report: unknown, random: Random): Mutated {
  const made = mutate(report, random);
  const parent = made.path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], made.document);
  if (made.kind === 'removed' && Array.isArray(parent) && parent.length > 0 && random() < 0.5)
    parent.push(pickOne(random, parent));
  return made;
}

function flaws({ code, stdout, stderr }: Outcome): string[] {
  const printed = `${stdout}${stderr}`;
  return [
    ...(/crashed|Report it|eks-preflight bug|\n {4}at /.test(stderr) ? [`crashes: ${stderr.slice(0, 400)}`] : []),
    ...(code !== null && code <= 3 ? [] : [`exit code ${code}`]),
    ...(code === 3 && !/^(?:|\{\s*"schemaVersion": 1,\s*"error": [^]*)$/.test(stdout)
      ? ['a report beside an error']
      : []),
    ...(code === 3 && stderr.trimEnd().split('\n').length > 3 ? [`${stderr.split('\n').length} lines`] : []),
    ...(rawControls.test(printed) || foreignEscape.test(printed) ? ['raw characters'] : []),
  ];
}

describe.each(fuzzRuns(process.env, 2))('$rounds broken reports (seed $seed)', ({ seed, rounds, timeout }) => {
  it('are refused or judged, and none passes that did not', { timeout }, async () => {
    const random = seeded(seed);
    const found: string[] = [];
    const outcomes = { refused: 0, judged: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const name = pickOne(random, names);
      const { code, report } = whole.get(name) ?? { code: 3, report: {} };
      const { document, path: at, kind } = broken(report, random);
      await writeFile(path.join(folder, 'broken.json'), JSON.stringify(document));
      const gated = await run(['gate', 'broken.json']);
      const other = pickOne(random, commands)(name, random);
      const shown = await run(other);
      outcomes[gated.code === 3 ? 'refused' : 'judged'] += 1;
      const reportedFlaws = [
        ...flaws(gated).map((flaw) => `gate: ${flaw}`),
        ...flaws(shown).map((flaw) => `${other.join(' ')}: ${flaw}`),
        ...(gated.code === 0 && code !== 0 ? [`gate passes, before: ${code}`] : []),
      ];
      found.push(...reportedFlaws.map((flaw) => `round ${round}, ${name}: ${at.join('.')} ${kind}: ${flaw}`));
      if (found.length > 20) break;
    }
    console.log(`fuzz, reports, seed ${seed}: ${outcomes.refused} refused, ${outcomes.judged} judged`);
    expect(found).toEqual([]);
    expect(outcomes.refused).toBeGreaterThan(outcomes.judged / 10);
  });
});
