import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Text to insert before a line of an existing file. */
export interface Insertion {
  file: string;
  /** The whole line, or its beginning. */
  before: string;
  text: string;
}

/** What a generator writes: new files, and lines in existing files. */
export interface Skeleton {
  files: Readonly<Record<string, string>>;
  insertions?: readonly Insertion[];
}

/** Prints one line on stderr and exits. */
export function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Writes a whole skeleton, then the generated lists. Writes nothing if a file exists or a line is not found. */
export function write({ files, insertions = [] }: Skeleton): void {
  const there = Object.keys(files).find((file) => existsSync(path.join(root, file)));
  if (there !== undefined) refuse(`${there} already exists; no files written`);
  const changed = new Map<string, string>();
  for (const insertion of insertions) {
    const text = changed.get(insertion.file) ?? readFileSync(path.join(root, insertion.file), 'utf8');
    changed.set(insertion.file, inserted(text, insertion));
  }
  for (const [file, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  run('oxfmt', ...Object.keys(files), ...changed.keys());
  run('tsx', 'scripts/lists.ts');
  for (const file of Object.keys(files)) process.stdout.write(`created ${file}\n`);
  for (const file of changed.keys()) process.stdout.write(`updated ${file}\n`);
}

/** Runs a tool of this package. If it fails, the files are already written. */
function run(...command: string[]): void {
  const { status } = spawnSync('npx', command, { cwd: root, stdio: 'ignore' });
  if (status === 0) return;
  refuse(`files written, but this command failed; run it to see why: npx ${command.join(' ')}`);
}

function inserted(text: string, { file, before, text: added }: Insertion): string {
  const at = text.indexOf(`\n${before}`);
  if (at < 0) refuse(`${file} has no line '${before}'; no files written`);
  return `${text.slice(0, at + 1)}${added}\n${text.slice(at + 1)}`;
}

/** `priorityClasses` -> `priority-classes` */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
