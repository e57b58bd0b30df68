import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src/commands/options/command-line.ts';
import { states } from '../../src/report/status/schema.ts';
import { aConfigurationObject, aServedService, aWebhookObject, aWebhookRule } from '../world/api-extensions.ts';
import { runCommand } from '../world/in-process.ts';
import { aCartBudget, aCartPod, nodeAt, rolledNodes, rollWorld } from '../world/roll-world.ts';
import { startWorld } from '../world/run.ts';
import { readBlocks, requireBlock } from './documented-blocks.ts';

/** docs/upgrade-day.md: its words are those of `status`, and its commands run. `generated.test.ts` compares its screen. */

const file = 'docs/upgrade-day.md';
const page = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const screens = ['screens', 'since']
  .map((name) => readFileSync(new URL(`../formats/status/${name}.txt`, import.meta.url), 'utf8'))
  .join('\n');
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** What the table of causes quotes from `status`: the second cell of each row. */
function quotedTexts(): string[] {
  const [, table = ''] = page.split('| what holds it | `status` says | what to do |\n| --- | --- | --- |\n');
  const [rows = ''] = table.split('\n\n');
  return rows.split('\n').map((row) => /^\|[^|]+\| `([^`]+)` \|/.exec(row)?.[1] ?? `no quotation in ${row}`);
}

/** What `status` says about causes of which no screen is kept. */
async function otherCauses(): Promise<string> {
  const settled = { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1 };
  const budget = aCartBudget({ maxUnavailable: 1 }, { ...settled, observedGeneration: 1 });
  const second = { ...budget, metadata: { ...(budget['metadata'] as object), name: 'cart-too' } };
  const rule = aWebhookRule('', ['pods/eviction'], ['CREATE']);
  const running = await startWorld(
    rollWorld([
      ...rolledNodes,
      aCartPod('cart-5d9c7b6f4-x2x7k', nodeAt('1-17')),
      aCartPod('search-6f7c', nodeAt('2-17'), {
        metadata: { labels: { app: 'search' } },
        spec: { tolerations: [{ operator: 'Exists' }] },
      }),
      budget,
      second,
      aConfigurationObject('Validating', 'mover', [
        aWebhookObject('move.example.com', { calls: 'shop/mover', rules: [rule] }),
      ]),
      ...aServedService('shop/mover', 1),
    ]),
  );
  try {
    const { stdout } = await runCommand(['status', 'prod', '--format', 'json'], { env: running.env });
    const { groups } = JSON.parse(stdout) as { groups: { holds: { text: string }[] }[] };
    return groups.flatMap(({ holds }) => holds.map(({ text }) => text)).join('\n');
  } finally {
    await running.close();
  }
}

it('quotes what status says about each cause', async () => {
  const quoted = quotedTexts();
  const said = flat(`${screens}\n${await otherCauses()}`);
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter((text) => !said.includes(text))).toEqual([]);
});

it('has the first word of every status', () => {
  const words = [...states.map((state) => state.toUpperCase()), 'DONE', 'OPEN'];
  const shown = Array.from(page.matchAll(/^\| `([A-Z]+)` \| (\d) \|/gm), ([, word, code]) => `${word} ${code}`);
  expect(new Set(shown.map((one) => one.split(' ')[0] ?? ''))).toEqual(new Set(words));
  const ends = Array.from(
    screens.matchAll(/(?<!\d )\b([A-Z]+), exit code (\d)$/gm),
    ([, word, code]) => `${word} ${code}`,
  );
  expect([...new Set(ends)].filter((one) => !shown.includes(one))).toEqual([]);
});

it('names every state of a node', () => {
  const source = readFileSync(new URL('../../src/report/status/schema.ts', import.meta.url), 'utf8');
  const names = /state: open\(\[([^\]]+)\]\)/.exec(source)?.[1]?.match(/\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm').test(page))).toEqual([]);
});

it('has only commands that exist', () => {
  const lines = ['The day before', 'Before each task'].flatMap((heading) =>
    readBlocks(file, heading).flatMap((block) => block.trimEnd().split('\n')),
  );
  const parsed = lines.map((line) => {
    const [, ...args] = line
      .replace(/ +#.*$/, '')
      .replace(/ >\S+$/, '')
      .split(' ');
    return readCommandLine(args, '0.1.0', { stdout: () => undefined, stderr: () => undefined, columns: 80 })?.command;
  });
  expect(parsed).toEqual(['permissions', 'scan', 'plan', 'status', 'plan']);
});

/** Runs the loop of the page with a program whose looks end with these codes, the last of them again and again. */
function runLoop(codes: readonly number[]): { code: number | null; looks: number; stdout: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-loop-'));
  const program = (name: string, text: string): void => {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}`);
    chmodSync(path.join(folder, name), 0o755);
  };
  const count = 'echo x >>looks; n=$(wc -l <looks)';
  const pick = `set -- ${codes.join(' ')}; [ "$n" -gt $# ] && n=$#; shift $((n - 1)); echo "ends with $1"; exit "$1"`;
  program('eks-preflight', `${count}; ${pick}\n`);
  program('sleep', 'exit 0\n');
  try {
    const { status, stdout } = spawnSync('sh', ['-eu', '-c', requireBlock(file, 'In a pipeline')], {
      cwd: folder,
      env: { PATH: `${folder}:/usr/bin:/bin` },
      encoding: 'utf8',
    });
    const looks = readFileSync(path.join(folder, 'looks'), 'utf8').trim().split('\n').length;
    return { code: status, looks, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('its loop', () => {
  it.each([
    ['ends with the update', [2, 2, 0], { code: 0, looks: 3, stdout: '' }],
    ['stops where the update is stuck, and shows why', [2, 1], { code: 1, looks: 2, stdout: 'ends with 1\n' }],
    ['stops where status cannot run', [3], { code: 3, looks: 1, stdout: 'ends with 3\n' }],
    ['has a limit', [2], { code: 2, looks: 120, stdout: 'ends with 2\n' }],
  ])('%s', (_what, codes, ended) => {
    expect(runLoop(codes)).toEqual(ended);
  });
});
