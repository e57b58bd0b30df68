import { readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const chunk = (name: string) => new RegExp(`import\\("((?:\\./|\\./chunks/)${name}-[A-Z0-9]{8}\\.js)"\\)`);

/** The file, and all that it imports statically. */
function loadedWith(file: string): string[] {
  const found = new Set([file]);
  for (const one of found) {
    for (const [, to = ''] of readFileSync(one, 'utf8').matchAll(/(?:from|\bimport)"(\.{1,2}\/[^"]+\.js)"/g))
      found.add(path.resolve(path.dirname(one), to));
  }
  return [...found];
}

/** The chunk that a file imports dynamically. */
function imported(file: string, name: string): string {
  const [, found = ''] = chunk(name).exec(readFileSync(file, 'utf8')) ?? [];
  return path.resolve(path.dirname(file), found);
}

const cli = path.join(dist, 'cli.js');
const start = imported(cli, 'process-io');
const main = imported(start, 'main');
const catalog = imported(main, 'registry');

it('handles signals before it loads more than the exit codes', () => {
  const sizes = loadedWith(cli).map((file) => statSync(file).size);
  expect(sizes.length).toBeLessThanOrEqual(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000);
});

it('loads one large file before the first request, and one while it waits', () => {
  const before = new Set([cli, start, main].flatMap(loadedWith));
  const large = (files: Iterable<string>) => [...files].filter((file) => statSync(file).size > 5_000);
  expect(large(before)).toEqual([main]);
  expect(before.size).toBeLessThanOrEqual(12);
  expect(large(loadedWith(catalog).filter((file) => !before.has(file)))).toEqual([catalog]);
});

it.each(['index.js', 'plugin-worker.js', 'plugin-resolve.js'])('%s loads no file of the command', (entry) => {
  const loaded = loadedWith(path.join(dist, entry));
  expect(loaded).not.toContain(main);
  expect(loaded).not.toContain(catalog);
});

it('imports none of the modules of Node for which an import costs more', () => {
  for (const file of [cli, start, main, catalog]) {
    const from = Array.from(readFileSync(file, 'utf8').matchAll(/\bfrom"([a-z:/_0-9]+)";/g), ([, name = '']) => name);
    const builtin = from.filter((name) => builtinModules.includes(name.replace(/^node:/, '')));
    expect(builtin.filter((name) => name !== 'node:module')).toEqual([]);
  }
});
