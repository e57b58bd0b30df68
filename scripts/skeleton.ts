import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A text that goes before a line of a file that is there. */
export interface Insertion {
  file: string;
  /** The whole line, or its beginning. */
  before: string;
  text: string;
}

/** What a generator writes: files that are not there yet, and lines in files that are. */
export interface Skeleton {
  files: Readonly<Record<string, string>>;
  insertions?: readonly Insertion[];
}

/** Ends the program with one line. */
export function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Writes all of a skeleton or, where a file is there already or a line is not found, nothing; then the generated lists. */
export function write({ files, insertions = [] }: Skeleton): void {
  const there = Object.keys(files).find((file) => existsSync(path.join(root, file)));
  if (there !== undefined) refuse(`${there} exists: nothing was written`);
  const changed = new Map<string, string>();
  for (const insertion of insertions) {
    const text = changed.get(insertion.file) ?? readFileSync(path.join(root, insertion.file), 'utf8');
    changed.set(insertion.file, inserted(text, insertion));
  }
  for (const [file, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  spawnSync('npx', ['oxfmt', ...Object.keys(files), ...changed.keys()], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  spawnSync('npx', ['tsx', 'scripts/lists.ts'], { cwd: root, stdio: 'inherit' });
  for (const file of Object.keys(files)) process.stdout.write(`written: ${file}\n`);
  for (const file of changed.keys()) process.stdout.write(`changed: ${file}\n`);
}

function inserted(text: string, { file, before, text: added }: Insertion): string {
  const at = text.indexOf(`\n${before}`);
  if (at < 0) refuse(`${file} has no line '${before}': nothing was written`);
  return `${text.slice(0, at + 1)}${added}\n${text.slice(at + 1)}`;
}

/** `priorityClasses` -> `priority-classes` */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
