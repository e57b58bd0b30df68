import { readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The file, and all that it imports statically. */
function loadedWith(file: string): string[] {
  const found = new Set([file]);
  for (const one of found) {
    for (const [, to = ''] of readFileSync(one, 'utf8').matchAll(/(?:from|\bimport)"(\.{1,2}\/[^"]+\.js)"/g))
      found.add(path.resolve(path.dirname(one), to));
  }
  return [...found];
}

/** What is loaded with a chunk that one of the files imports dynamically. */
function imported(files: readonly string[], name: string): string[] {
  const chunk = new RegExp(`import\\("(\\./(?:chunks/)?${name}-[a-z0-9]{8}\\.js)"\\)`);
  const found = files.flatMap((file) => {
    const to = chunk.exec(readFileSync(file, 'utf8'))?.[1];
    return to === undefined ? [] : [path.resolve(path.dirname(file), to)];
  });
  expect(found.length, `files that import ${name}`).toBeGreaterThan(0);
  return loadedWith(found[0] ?? '');
}

const large = (files: Iterable<string>) => [...files].filter((file) => statSync(file).size > 100_000);

const cli = loadedWith(path.join(dist, 'cli.js'));
const begin = imported(cli, 'process-io');
const start = imported(begin, 'main');
const beforeRequest = new Set([
  ...cli,
  ...begin,
  ...start,
  ...['scan', 'eks', 'http'].flatMap((name) => imported(start, name)),
]);
const catalog = ['registry', 'collect', 'select-checks'].flatMap((name) => imported(start, name));

it('handles signals before it loads more than the exit codes', () => {
  const sizes = cli.map((file) => statSync(file).size);
  expect(sizes.length).toBeLessThanOrEqual(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000);
});

it('loads one large file before the first request, and one while it waits', () => {
  expect(large(beforeRequest)).toHaveLength(1);
  expect(beforeRequest.size).toBeLessThanOrEqual(11);
  expect(new Set(large(catalog).filter((file) => !beforeRequest.has(file)))).toHaveProperty('size', 1);
});

const workers = ['plugin-worker.js', 'plugin-resolve.js'].flatMap((name) => loadedWith(path.join(dist, name)));

it.each([
  ['the API', loadedWith(path.join(dist, 'index.js'))],
  ['the worker of plug-ins', workers],
  ['the worker of rule files', [...workers, ...imported(workers, 'read')]],
])('%s loads no large file of the command', (_, files) => {
  const ofCommand = large([...beforeRequest, ...catalog]);
  expect(files.filter((file) => ofCommand.includes(file))).toEqual([]);
});

it('imports none of the modules of Node for which an import costs more', () => {
  for (const file of [...beforeRequest, ...catalog]) {
    const from = Array.from(readFileSync(file, 'utf8').matchAll(/\bfrom"([a-z:/_0-9]+)";/g), ([, name = '']) => name);
    const builtin = from.filter((name) => builtinModules.includes(name.replace(/^node:/, '')));
    expect(builtin.filter((name) => name !== 'node:module')).toEqual([]);
  }
});
