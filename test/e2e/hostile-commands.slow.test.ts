import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { karpenterUpdate, updateCommands } from '../../src/for-checks/update-commands.ts';
import { commands } from '../../src/syntax/advice.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import type { Selection } from '../../src/commands/select-checks.ts';
import { resolvePolicy } from '../../src/commands/options/policy.ts';
import { taskText } from '../../src/formats/text/plan/one-task.ts';
import { reportText } from '../../src/formats/text/text.ts';
import { numberedEntries } from '../../src/report/entries.ts';
import { toPlanDocument } from '../../src/report/plan/document.ts';
import { sh } from '../../src/syntax/shell.ts';
import { lexShell } from './shell-lexer.ts';
import { trialsIn, createTrials } from './hostile-trials.ts';
import { readStoredInput, karpenterTargets } from '../judge/stored-input.ts';
import { storedInventory, storedNames } from '../world/stored.ts';
import {
  expectHarmless,
  harmless,
  hostileTexts,
  listOperators,
  withText,
  type HostileText,
  type FixText,
  type Tried,
} from './hostile-texts.ts';

/**
 * Printed commands are safe, for every stored inventory: each distinct external text is replaced with a hostile one,
 * everywhere at once, and stays within one word of each command. Each check is tried with the texts that it reads;
 * other texts do not change its findings. Tables of cases are tested the same way, row by row (test/checks/cases.ts).
 */

const names = Object.keys(hostileTexts) as HostileText[];
const all: Record<HostileText, Tried> = {
  metacharacters: { texts: 0, commands: 0, carrying: 0, withheld: 0 },
  'line break and fence': { texts: 0, commands: 0, carrying: 0, withheld: 0 },
  dash: { texts: 0, commands: 0, carrying: 0, withheld: 0 },
};

afterAll(() => {
  for (const [name, { texts, commands: tried, carrying, withheld }] of Object.entries(all)) {
    process.stderr.write(
      `${name}: ${texts} texts, ${tried} commands, ${carrying} with the text in one word, ${withheld} withheld\n`,
    );
  }
});

/** Inventories share facts: each check judges the same facts only once. */
const done = new Set<string>();

/** Every command that contains a hostile text, keyed without the suffixes that distinguish such texts. */
const carriers = new Map<string, string>();

function carry(command: string): void {
  carriers.set(command.replaceAll(/end-\d+/g, 'end'), command);
}

const ownPrograms = [
  'aws',
  'kubectl',
  'helm',
  'eksctl',
  'go',
  'curl',
  'sudo',
  'karpenter-convert',
  'envsubst',
  'grep',
  'sed',
  'base64',
  'tr',
  'argocd',
  'cdk',
  'flux',
  'pulumi',
  'terraform',
  'terragrunt',
  'tofu',
];

function which(program: string): string {
  return program === 'sh' ? '/bin/sh' : '/bin/bash';
}

describe.each(storedNames())('%s', (file) => {
  const trials = createTrials(readStoredInput(file));
  const tries = checks.map((check) => ({
    check,
    own: listOperators(trials.originalFixTexts(check)),
    of: trials.textGroups(check),
  }));

  it.each(names)('lets no text out of its word: %s', { timeout: 1_800_000 }, (name) => {
    const hostile = hostileTexts[name];
    const tried = all[name];
    for (const { check, own, of } of tries) {
      const key = `${name}\n${trials.key(check)}`;
      if (done.has(key)) continue;
      done.add(key);
      for (const texts of of) {
        tried.texts += texts.length;
        const good = () => listOperators(trials.replacedFixTexts(check, texts, harmless));
        const found = trials.replacedFixTexts(check, texts, hostile);
        expectHarmless(found, hostile, own, good, tried);
        for (const command of found.flatMap((one) => one.commands)) if (command.includes('zq')) carry(command);
      }
    }
    expect(tried.texts).toBeGreaterThan(0);
  });
});

it('tries texts in the same places each alone, or each without any other one', () => {
  expect(trialsIn(['a', 'b', 'c'])).toEqual([['a'], ['b'], ['c']]);
  const many = Array.from({ length: 100 }, (_, at) => `text ${at}`);
  const trials = trialsIn(many).map((texts) => new Set(texts));
  expect(trials.length).toBeLessThan(20);
  for (const one of many)
    for (const other of many)
      if (one !== other) expect(trials.some((texts) => texts.has(one) && !texts.has(other))).toBe(true);
});

describe.each(['bash', 'sh'])('pasted into %s', (shell) => {
  it('they start nothing but their own programs', async () => {
    const scratch = await mkdtemp(path.join(tmpdir(), 'eks-preflight-pasted-'));
    try {
      const programs = path.join(scratch, 'programs');
      const place = path.join(scratch, 'place');
      await Promise.all([mkdir(programs), mkdir(place)]);
      // The program that an escaped text would start exists; the programs of the commands do nothing.
      await symlink('/usr/bin/touch', path.join(programs, 'touch'));
      for (const program of ownPrograms) await symlink('/bin/true', path.join(programs, program));
      const script = [...carriers.values()].map((command) => `(\n${command}\n)`).join('\n');
      const ended = spawnSync(which(shell), [], { input: script, cwd: place, env: { PATH: programs, HOME: '/none' } });
      expect(ended.stderr.toString()).toBe('');
      expect(carriers.size).toBeGreaterThan(300);
      expect((await readdir(place)).filter((name) => /^PWNED$|^pwned$/.test(name))).toEqual([]);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
});

/** Invalid cluster names, which a report must not show in a command: as displayed, they would mean something else. */
const hidden = ['p\u200Bq', 'x\ny', 'a\u009Bb', '--all', '[zz](https://evil.example)', "it's  two"];

describe('the report of a cluster that is ready', () => {
  it.each(hidden)('gives no update command of another cluster: %j', async (name) => {
    const { takenAt, readings } = parseInventory(readFileSync(storedInventory('healthy'), 'utf8'), '', '0.0.0');
    if (readings.cluster?.ok !== true) throw new Error('no cluster');
    const cluster = { ...readings.cluster, value: { ...readings.cluster.value, name } };
    const selection: Selection = {
      ids: new Set(checks.map(({ id }) => id)),
      required: [],
      failOn: ['fail'],
      notCovered: [],
      policy: resolvePolicy({}, checks),
    };
    const io = { version: '0.0.0', now: () => new Date(takenAt) };
    const report = judgeByOwnChecks(
      { takenAt, readings: { ...readings, cluster } },
      { checks, selection, options: {}, source: 'inventory', io },
    );
    expect(report.verdict).toBe('ready');
    const isSpeakable = !/[\p{Cc}\p{Cf}]/u.test(name);
    const task = report.plan?.tasks.find(({ kind }) => kind === 'control-plane');
    const commands = task?.how.commands ?? [];
    const words = commands.flatMap((command) => lexShell(command).words);
    if (isSpeakable) expect(words.filter((word) => word.includes(name)).length).toBeGreaterThan(1);
    else expect(task?.how).toMatchObject({ commands: [], text: expect.stringContaining('not shown: ') as string });
    expect(task?.begins === undefined).toBe(!isSpeakable);
    for (const columns of [40, 80, 110]) {
      const text = await reportText(report, { columns, color: false, all: true });
      if (!isSpeakable) expect(text).not.toMatch(/update-cluster-version|eksctl upgrade/);
      expectVerbatim(text, task?.begins === undefined ? [] : [task.begins]);
    }
  });
});

describe.each(storedNames())('the text of %s', (name) => {
  it('shows each command verbatim, whatever the width', async () => {
    const { takenAt, readings } = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.0.0');
    const selection: Selection = {
      ids: new Set(checks.map(({ id }) => id)),
      required: [],
      failOn: ['fail'],
      notCovered: [],
      policy: resolvePolicy({}, checks),
    };
    const io = { version: '0.0.0', now: () => new Date(takenAt) };
    const target = karpenterTargets[name];
    const options = target === undefined ? {} : { karpenterTarget: target };
    for (const text of [undefined, 'shop', 'prod', 'karpenter']) {
      // In the facts about a node, `karpenter` is not a name: it says what created the node.
      const { nodes } = readings;
      const hostile = text === undefined ? readings : withText(readings, text, '[zz](https://evil.example)  `x`');
      const facts = text === 'karpenter' && nodes !== undefined ? { ...hostile, nodes } : hostile;
      const report = judgeByOwnChecks(
        { takenAt, readings: facts },
        { checks, selection, options, source: 'inventory', io },
      );
      const printed = numberedEntries(report).flatMap(({ findings }) =>
        findings.flatMap((finding) => finding.commands),
      );
      const plan = toPlanDocument(report);
      for (const columns of [40, 80, 110]) {
        expectVerbatim(await reportText(report, { columns, color: false, all: true }), printed);
        if (plan === undefined) continue;
        const shown = { document: plan, again: sh`eks-preflight demo plan`, report: undefined };
        for (const task of plan.plan.tasks)
          expectVerbatim(taskText(task, shown, { columns, color: false, all: true }), task.how.commands);
      }
    }
  });
});

/**
 * Expects that the text contains each command unchanged: its first line within a line, its other lines as the next
 * lines.
 */
function expectVerbatim(text: string, printed: readonly string[]): void {
  const lines = text.split('\n').map((line) => line.trim());
  for (const command of new Set(printed)) {
    const [first = '', ...more] = command.split('\n').map((line) => line.trim());
    const found = lines.some(
      (line, at) => line.includes(first) && more.every((next, index) => lines[at + index + 1] === next),
    );
    expect(found, `not verbatim: ${command}`).toBe(true);
  }
}

describe('the commands of an update', () => {
  it.each(names)('let no name out of its word: %s', (name) => {
    const hostile = hostileTexts[name];
    const made = (text: string): FixText[] => {
      const { aws, eksctl } = updateCommands({ name: text, region: text, outpost: false }, 34);
      const owner = { release: `karpenter-crd-${text}`, releaseNamespace: text, managedBy: 'Helm' };
      const move = { from: '1.6.1', controller: { namespace: text, name: text, owner }, crds: { found: [], rows: [] } };
      const advices = [commands(aws), commands(...eksctl), karpenterUpdate({ ...move, to: '1.8.8', autoMode: false })];
      return advices.map((one) => ({ fix: one.text, commands: one.commands }));
    };
    expectHarmless(made(hostile), hostile, listOperators(made(harmless)), () => new Set(), all[name]);
  });
});
