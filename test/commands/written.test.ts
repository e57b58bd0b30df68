import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../world/in-process.ts';

/** Each command says on stderr which files it wrote, on a terminal or not. */

const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-written-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (line: string) => runCommand(line.split(' '), { env: { PATH: process.env['PATH'] }, cwd: folder });

describe('a written file', () => {
  it.each([
    ['demo -o r.json -o r.html --save-inventory i.json', ['i.json', 'r.json', 'r.html']],
    ['scan --inventory i.json --output text=r.txt', ['r.txt']],
    ['render r.json -o r.md', ['r.md']],
    ['fleet r.json --max-age 999d -o fleet.html', ['fleet.html']],
  ])('is named on stderr: %s', async (line, files) => {
    const { stderr, written } = await run(line);
    expect([stderr, written]).toEqual(['', files]);
  });

  it.each(['demo', 'demo -q -o quiet.json', 'render r.json'])(
    'is not named if there is none, or with -q: %s',
    async (line) => {
      const { stderr, written } = await run(line);
      expect([stderr, written]).toEqual(['', undefined]);
    },
  );
});
