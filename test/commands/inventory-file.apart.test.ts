import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInventory, writeInventory } from '../../src/commands/files/inventory-file.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { runCommand } from '../world/in-process.ts';

/** An inventory may be compressed: its bytes show that, and no content exhausts the memory. */

let folder: string;
const stored = new URL('../inventories/healthy.json', import.meta.url);
let text: string;
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-inventory-'));
  text = await readFile(stored, 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an inventory', () => {
  it('is packed where its name ends in .gz, and read back as it was', async () => {
    const inventory = parseInventory(text, 'stored', '0.1.0');
    for (const name of ['a.json', 'a.json.gz']) {
      await writeInventory(at(name), inventory, '0.1.0');
      expect(await readInventory(at(name), '0.1.0')).toEqual(inventory);
    }
    expect(gunzipSync(await readFile(at('a.json.gz'))).toString('utf8')).toBe(await readFile(at('a.json'), 'utf8'));
    expect((await readFile(at('a.json.gz'))).length * 3).toBeLessThan(text.length);
  });

  it('is known as packed by its bytes, not by its name, and may begin with a byte order mark', async () => {
    await writeFile(at('packed.json'), gzipSync(text));
    await writeFile(at('plain.json.gz'), text);
    await writeFile(at('marked.json'), `\uFEFF${text}`);
    for (const name of ['packed.json', 'plain.json.gz', 'marked.json']) {
      expect((await readInventory(at(name), '0.1.0')).readings.cluster?.ok).toBe(true);
    }
  });

  it.each([
    ['plain', () => text],
    ['packed', () => gzipSync(text)],
  ])('longer than the limit is refused: %s', async (_name, make) => {
    await writeFile(at('long.json'), make());
    await expect(readInventory(at('long.json'), '0.1.0', { longest: 10_000 })).rejects.toThrow(
      `${at('long.json')} holds more than 0.01 MB`,
    );
    await expect(readInventory(at('long.json'), '0.1.0', { longest: text.length })).resolves.toBeDefined();
  });

  it('a bomb is refused before it is unpacked whole', async () => {
    const bomb = gzipSync(Buffer.alloc(40_000_000));
    expect(bomb.length).toBeLessThan(50_000);
    await writeFile(at('bomb.json.gz'), bomb);
    const before = process.memoryUsage().arrayBuffers;
    await expect(readInventory(at('bomb.json.gz'), '0.1.0', { longest: 1_000_000 })).rejects.toThrow(
      'holds more than 1 MB',
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it.each<[string, (packed: Buffer) => Buffer, RegExp]>([
    ['cut off', (packed) => packed.subarray(0, packed.length / 2), /broken\.json is cut off: the gzip data cannot/],
    ['cut in its head', (packed) => packed.subarray(0, 4), /broken\.json is cut off/],
    [
      'damaged',
      (packed) => Buffer.concat([packed.subarray(0, 100), Buffer.alloc(50), packed.subarray(150)]),
      /is damaged/,
    ],
    ['of another text', () => gzipSync('no inventory'), /broken\.json is not JSON/],
    ['of nothing', () => gzipSync(''), /broken\.json is empty/],
  ])('%s: 3, and one line', async (_name, damage, message) => {
    await writeFile(at('broken.json'), damage(gzipSync(text)));
    const { code, stdout, stderr } = await runCommand(['scan', '--inventory', 'broken.json'], {
      env: { PATH: process.env['PATH'] },
      cwd: folder,
    });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^eks-preflight: [^\n]+\n[^\n]+\n$/);
    expect(stderr).toMatch(message);
  });
});
