import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documents } from './documents.ts';

export type Answer = { username: string; groups: string[] } | null;

const program = path.join(import.meta.dirname, 'authenticator', 'main.go');

/** The answers of a version of the authenticator, by document. Downloads its module and builds it: minutes the first time. */
export function askAuthenticator(module: string, version: string): Record<string, Answer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aws-auth-'));
  try {
    copyFileSync(program, path.join(folder, 'main.go'));
    // Go takes a function without a body for one in assembly.
    writeFileSync(path.join(folder, 'empty.s'), '');
    writeFileSync(path.join(folder, 'go.mod'), `module ask\n\ngo 1.24\n\nrequire ${module} ${version}\n`);
    execFileSync('go', ['mod', 'tidy'], { cwd: folder, stdio: 'pipe' });
    const input = JSON.stringify(documents.map(({ data, identity }) => ({ data, identity })));
    const output = execFileSync('go', ['run', '.'], { cwd: folder, input, encoding: 'utf8' });
    const answers = JSON.parse(output) as Answer[];
    return Object.fromEntries(documents.map(({ it }, index) => [it, answers[index] ?? null]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
