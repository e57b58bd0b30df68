import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventoryText, readInventory } from '../../src/commands/files/inventory-file.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { printable, printableBlock, printableData, printableJson } from '../../src/syntax/printable.ts';
import { aManagedGroup, healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** External text never ends a line, moves the cursor, reorders the text next to it or hides in it. */

const breaks = ['\n', '\r', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const hidden = [
  '\u0000',
  '\u0007',
  '\u001B[2J',
  '\u001B]0;title\u0007',
  '\u001Bc',
  '\u007F',
  '\u009B',
  '\u00AD',
  '\u061C',
  '\u180E',
  '\u200B',
  '\u200D',
  '\u200E',
  '\u202E',
  '\u2060',
  '\u2066',
  '\uFEFF',
  '\uFFF9',
  '\u{E0001}',
  '\u{E0041}',
];
const hostile = `x${hidden.join('')}${breaks.join('')}READY prod`;
const seen = 'x READY prod';
/** Characters that no output may contain, except for line feeds. */
const forbidden = /[^\P{Cc}\n]|\p{Cf}|\p{Cs}|[\u2028\u2029]/u;
const forged = /^\s*READY prod/m;

describe('a text', () => {
  it.each(breaks.map((text) => [JSON.stringify(text), text]))('is one line, whatever ends it: %s', (_name, text) => {
    expect(printable(`a${text}b`)).toBe('a b');
    expect(printableBlock(`a${text}b`)).toBe(text === '\n' || text === '\r\n' ? 'a\nb' : 'a b');
  });

  it.each(hidden.map((text) => [JSON.stringify(text), text]))('loses what is not seen: %s', (_name, text) => {
    expect(printable(`a${text}b`)).toBe('ab');
    expect(printableBlock(`  a${text}b\n    c  d`)).toBe('  ab\n    c  d');
  });

  it('stays as it is where it holds nothing of that', () => {
    for (const text of ['', 'a  b', ' résumé 日本 👍 ', 'a - b']) expect(printable(text)).toBe(text);
  });

  it('shows a lone surrogate as every encoder does, and pairs as they are', () => {
    expect(printable('a\uD800b\uDC00 👍')).toBe('a\uFFFDb\uFFFD 👍');
  });

  it('keeps what stands behind an escape sequence that does not end', () => {
    expect(printable('a\u001B]0;b is denied')).toBe('a0;b is denied');
    expect(printable('a\u001B[')).toBe('a');
  });
});

describe('data', () => {
  it('keep line feeds in the Markdown of a report only, and lose the rest everywhere, in keys too', () => {
    const data = { message: 'a\nb', fix: 'a\nb\tc', findings: [{ fix: 'd\ne', name: 'd\ne' }], ['k\n\u200Bey']: 1 };
    expect(printableData(data)).toEqual({
      message: 'a b',
      fix: 'a\nb c',
      findings: [{ fix: 'd\ne', name: 'd e' }],
      'k ey': 1,
    });
  });

  it('come back themselves where nothing is to be done', () => {
    const data = { list: [{ name: 'a' }, 'b', null, 1, true], fix: 'a' };
    expect(printableData(data)).toBe(data);
    expect(printableData({ list: [{ name: 'a' }, 'b\u200B'] })).toEqual({ list: [{ name: 'a' }, 'b'] });
  });

  it('may lie a million levels deep', () => {
    let deep: unknown = 'a\nb';
    for (let level = 0; level < 1_000_000; level++) deep = [deep];
    expect(JSON.stringify(printableData(deep))).toBe(`${'['.repeat(101)}null${']'.repeat(101)}`);
  });

  it('may have a hundred thousand keys that are not printable', () => {
    const data = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`${at}\n`, '\u200B']));
    expect(Object.keys(printableData(data))).toHaveLength(100_000);
  });
});

it('JSON escapes what a terminal would not show, and is read back as it was', () => {
  const data = { [hostile]: [hostile, '\uD800', '\u{E0041}', '👍'] };
  const json = printableJson(JSON.stringify(data, null, 1));
  expect(json).not.toMatch(forbidden);
  expect(JSON.parse(json)).toEqual(data);
  expect(json).toContain(String.raw`\udb40\udc41`);
});

describe('an inventory with hostile texts', () => {
  let folder: string;
  let file: string;
  let planted: string;
  const run = (...args: string[]) => runCommand(args, { env: { PATH: process.env['PATH'] }, cwd: folder });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-printable-'));
    file = path.join(folder, 'hostile.json');
    const stored = await readFile(new URL('../inventories/everything-wrong.json', import.meta.url), 'utf8');
    const inventory = JSON.parse(stored) as { readings: unknown };
    planted = JSON.stringify({ ...inventory, readings: plant(inventory.readings) });
    await writeFile(file, planted);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is written escaped, and read back as it was', async () => {
    const inventory = parseInventory(planted, 'planted', '0.1.0');
    const text = await inventoryText(inventory, '0.1.0');
    expect(text).not.toMatch(forbidden);
    expect(parseInventory(text, 'written', '0.1.0')).toEqual(inventory);
    expect((await readInventory(file, '0.1.0')).readings).toEqual(inventory.readings);
  });

  it('forges no line of the text report', async () => {
    const { stdout, stderr } = await run('scan', '--inventory', 'hostile.json', '--show', 'all');
    expect(stdout).toContain('READY prod');
    expect(stdout).not.toMatch(forbidden);
    // A wrapped line may begin with any word of a text; it is never at column 0.
    expect(stdout).not.toMatch(/^READY/m);
    expect(stderr).not.toMatch(forbidden);
  });

  it('has names, resources, messages and evidence of one line in JSON', async () => {
    const { stdout } = await run('scan', '--inventory', 'hostile.json', '--format', 'json');
    expect(stdout).not.toMatch(forbidden);
    const long: string[] = [];
    walk(JSON.parse(stdout), (key, text) => {
      if (/\n/.test(text)) long.push(key);
      expect(text, key).not.toMatch(forged);
    });
    expect(long.length).toBeGreaterThan(3);
    expect(new Set(long)).toEqual(new Set(['fix', 'why', 'commands', 'text']));
  });

  it.each([
    ['a cluster of another name', ['scan', '--inventory', 'hostile.json', '--cluster', `q${hostile}`]],
    ['a target that is none', ['scan', '--inventory', 'hostile.json', '--target', hostile]],
    ['a file that is not there', ['scan', '--inventory', `${hostile}.json`]],
  ])('says in one line what is wrong: %s', async (_name, args) => {
    const { code, stderr } = await run(...args.map((text) => text.replaceAll('\0', '')));
    expect(code).toBe(3);
    expect(stderr).not.toMatch(forbidden);
    expect(stderr).not.toMatch(forged);
    expect(stderr).toMatch(/^eks-preflight: [^\n]+\n([^\n]+\n)?$/);
    expect(stderr).toContain(seen);
  });

  it('names facts that it does not know, and who wrote them, in one line', async () => {
    const inventory = JSON.parse(planted) as { tool: { version: string }; readings: Record<string, unknown> };
    inventory.tool.version = hostile;
    inventory.readings[hostile] = {};
    await writeFile(path.join(folder, 'unknown.json'), JSON.stringify(inventory));
    const { stderr } = await run('scan', '--inventory', 'unknown.json', '--format', 'json');
    expect(stderr).toContain(`written by ${seen}, contains unknown facts, which are ignored: ${seen}`);
    expect(stderr).not.toMatch(forged);
    expect(stderr).not.toMatch(forbidden);
  });
});

/** Appends the hostile text to every name and human-readable message in an inventory. */
function plant(data: unknown, key = ''): unknown {
  if (typeof data === 'string') return /^(?:name|namespace|message|image|what|pool)$/.test(key) ? data + hostile : data;
  if (Array.isArray(data)) return data.map((entry) => plant(entry, key === 'resourceIds' ? 'name' : ''));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, plant(value, name)]));
}

function walk(data: unknown, look: (key: string, text: string) => void, key = ''): void {
  if (typeof data === 'string') look(key, data);
  else if (typeof data === 'object' && data !== null)
    for (const [name, value] of Object.entries(data)) walk(value, look, Array.isArray(data) ? key : name);
}

describe('a live cluster with hostile texts', () => {
  let world: World;
  let running: RunningWorld;
  beforeAll(async () => {
    world = healthyWorld();
    const prod = world.aws.clusters['prod'];
    const issues = [{ code: 'Ec2SubnetNotFound', message: `gone ${hostile}`, resourceIds: [`subnet-0${hostile}`] }];
    Object.assign(prod ?? {}, { health: { issues } });
    world.aws.nodegroups[`ng${hostile}`] = aManagedGroup(`ng${hostile}`, {
      health: { issues: [{ code: 'AccessDenied', message: hostile, resourceIds: [hostile] }] },
    });
    world.faults = [
      { on: 'pods: list', does: { status: 500, body: { kind: 'Status', message: hostile, reason: hostile } } },
    ];
    running = await startWorld(world);
  });
  afterAll(() => running.close());
  const run = (...args: string[]) => runCommand(args, { env: running.env, cwd: running.folder });

  it.each([
    ['text', ['--show', 'all']],
    ['json', ['--format', 'json']],
    ['every call', ['--verbose']],
  ])('forges no line: %s', async (_name, args) => {
    const { code, stdout, stderr } = await run('scan', '--cluster', 'prod', ...args);
    expect([1, 2]).toContain(code);
    expect(stdout).toContain('READY prod');
    for (const text of [stdout, stderr]) {
      expect(text).not.toMatch(forbidden);
      expect(text).not.toMatch(/^READY/m);
    }
  });

  it('leaves the facts as they were in an inventory that a terminal can show', async () => {
    const { stdout, stderr } = await run('collect', '--cluster', 'prod', '--output', '-');
    expect(stdout).not.toMatch(forbidden);
    expect(stderr).not.toMatch(forbidden);
    expect(stderr).not.toMatch(forged);
    const { cluster } = parseInventory(stdout, 'stdout', '0.1.0').readings;
    const ids = cluster?.ok === true ? cluster.value.healthIssues?.[0]?.resourceIds : undefined;
    expect(ids).toEqual([`subnet-0${hostile}`]);
  });

  it('says in one line that there is no such cluster', async () => {
    const name = `prod${hostile.replaceAll('\0', '')}`;
    for (const args of [[], ['--format', 'json'], ['--verbose']]) {
      const { code, stdout, stderr } = await run('scan', '--cluster', name, ...args);
      expect(code).toBe(3);
      for (const text of [stdout, stderr]) {
        expect(text).not.toMatch(forbidden);
        expect(text).not.toMatch(forged);
      }
    }
  });
});
