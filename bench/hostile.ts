import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatCount } from '../src/syntax/english.ts';
import { built, measureUsage, type Command } from './command.ts';
import type { Figure } from './figure.ts';
import { interleaved, toSpread, type Spread } from './rounds.ts';

/** Strings that are repeated to make text that may be slow for backtracking regular expressions. */
const shapes: Readonly<Record<string, string>> = {
  words: 'word ',
  blanks: ' ',
  digits: '1',
  'equals signs': '=',
  colons: ':',
  brackets: '[',
  links: '[a](https:',
  'mail without an at sign': 'a.b+c-',
  'escape sequences': '\u001B]0;',
  'zero-width characters': '\u200B',
};

/** Keys where the text is appended: to the first string of each key, in every fact except `cluster`. */
const places = /^(?:name|message|image|what|args|Action|Resource|labels|annotations|nodeAnnotations|userAgent)$/;
const inventories = ['everything-wrong', 'karpenter-1.6'];
const lengths = [100_000, 200_000] as const;

/**
 * How much more CPU time `scan --inventory` takes if each external text is twice as long: at most 2 is linear, a
 * quadratic search comes near 4. The time of the same scan without these texts is subtracted first.
 */
export async function* hostileFigures(rounds: number): AsyncGenerator<Figure> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-bench-'));
  try {
    const none = await prepareScans('', 0, folder);
    const floors = [await none(), await none(), await none()];
    for (const [name, unit] of Object.entries(shapes)) {
      const scans = {
        short: await prepareScans(unit, lengths[0], folder),
        long: await prepareScans(unit, lengths[1], folder),
      };
      yield toFigure(name, await interleaved(rounds, scans, 0), toSpread(floors).min, rounds);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prepares scans of all inventories with a text of this length; returns what measures their CPU time. */
async function prepareScans(unit: string, length: number, folder: string): Promise<() => Promise<number>> {
  const text = length === 0 ? '' : unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const commands = await Promise.all(inventories.map((inventory) => prepareHostileScan(inventory, text, folder)));
  return async () => {
    let sum = 0;
    for (const command of commands) sum += (await measureUsage(command)).cpu;
    return sum;
  };
}

function toFigure(
  name: string,
  { short, long }: Record<'short' | 'long', Spread>,
  floor: number,
  rounds: number,
): Figure {
  return {
    name: `twice the text: ${name}`,
    value: (long.median - floor) / Math.max(short.median - floor, floor / 10),
    unit: 'times as long',
    goal: 2.5,
    note: `${Math.round(long.median)} ms of CPU, ${Math.round(short.median)} ms with half of it, ${Math.round(floor)} ms without; ${formatCount(rounds, 'round')}`,
  };
}

async function prepareHostileScan(inventory: string, text: string, folder: string): Promise<Command> {
  const stored = await readFile(new URL(`../test/inventories/${inventory}.json`, import.meta.url), 'utf8');
  const facts = JSON.parse(stored) as { readings: Record<string, unknown> };
  const readings = Object.fromEntries(
    Object.entries(facts.readings).map(([fact, reading]) => [
      fact,
      fact === 'cluster' ? reading : plant(reading, text, new Set(), ''),
    ]),
  );
  const file = path.join(await mkdtemp(path.join(folder, 'inventory-')), 'hostile.json');
  await writeFile(file, JSON.stringify({ ...facts, readings }));
  return { args: [built, 'scan', '--inventory', file, '--fail-on', 'never', '--show', 'all'], env: {} };
}

/** Appends the text to the first string at each place; everything below a place counts as that place. */
function plant(data: unknown, text: string, planted: Set<string>, place: string): unknown {
  if (typeof data === 'string') {
    if (place === '' || planted.has(place)) return data;
    planted.add(place);
    return data + text;
  }
  if (Array.isArray(data)) return data.map((entry) => plant(entry, text, planted, place));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, plant(value, text, planted, places.test(key) ? key : place)]),
  );
}
