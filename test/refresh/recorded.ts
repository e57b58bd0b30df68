import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Files } from '../../scripts/refresh/refresher.ts';

/**
 * Files of real sources, byte for byte. Each is stored under its address: a path in a Go module at a version, in an npm
 * package, or on the web. `sums.json` holds their checksums.
 */
const folder = fileURLToPath(new URL('recorded/', import.meta.url));
const sumsFile = path.join(folder, 'sums.json');

/** The checksum of each recorded file, SHA-256 in hexadecimal digits, by its address. */
export function readSums(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(sumsFile, 'utf8')) as Record<string, string>;
}

/** The recorded files whose address begins so. @throws Error if one is not what was recorded */
export function readRecorded(...prefixes: readonly string[]): Files {
  const sums = Object.entries(readSums()).filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)));
  return new Map(
    sums.map(([name, sum]) => {
      const text = readFileSync(toPath(name), 'utf8');
      if (checksum(text) !== sum) throw new Error(`${name} is not what was recorded`);
      return [name, text];
    }),
  );
}

/** Stores files as a refresher fetched them. */
export function record(files: Files): void {
  const sums = { ...readSums() };
  for (const [name, text] of files) {
    mkdirSync(path.dirname(toPath(name)), { recursive: true });
    writeFileSync(toPath(name), text);
    sums[name] = checksum(text);
  }
  const sorted = Object.fromEntries(Object.entries(sums).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(sumsFile, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Pages are stored without `https://`. */
function toPath(name: string): string {
  return path.join(folder, name.replace('https://', ''));
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
