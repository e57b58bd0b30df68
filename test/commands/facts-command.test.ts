import { describe, expect, it } from 'vitest';
import { unknownField } from '../../src/custom-checks/rule-files/known-fields.ts';
import pages from '../../src/commands/facts/fields.json' with { type: 'json' };
import type { FactPage } from '../../src/commands/facts/facts.ts';
import { factNames, type FactName } from '../../src/facts/facts.ts';
import { runCommand } from '../world/in-process.ts';

/** What authors of custom checks look up: the facts, and their fields. */

const run = (...args: string[]) => runCommand(['facts', ...args], { env: { PATH: process.env['PATH'] } });

describe('facts', () => {
  it('lists every fact with what it is and how it is read', async () => {
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    const names = stdout.split('\n').filter((line) => /^[a-z]\w+$/i.test(line));
    expect(names).toEqual(factNames);
    expect(stdout).toContain('\nnodes\n  v1 Nodes.\n  Requires nodes: list.\n');
    expect(stdout).toContain(`\n${factNames.length} facts. Show the fields of one`);
  });

  it.each<[FactName, RegExp]>([
    ['nodes', /\n {2}Type: list of objects, with these fields\.\n {4}name: string\n/],
    ['nodes', /\n {4}createdAt: string, optional\n {8}Omitted if the API server returns none\.\n/],
    ['nodes', /Checks that read it: .*nodes\/kubelet-skew/s],
    ['nodes', /The first of \d+ in the inventory of the demo .*\n {4}\{\n {6}"name": ".*\n {4}\}\n$/s],
    ['podDisruptionBudgets', /\n {4}selector: object or null\n.*\n {6}matchLabels: map of strings\n/],
    ['helmReleases', /Requires secrets: get, .* Not read by default: needs --with secrets\./s],
    ['budgetedPods', /Computed from /],
    ['kubectl', /Read from a program on this machine\./],
    ['addonNames', /\n {2}Type: list of strings\.\n/],
  ])('%s shows %s', async (name, text) => {
    const { code, stdout, stderr } = await run(name);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(text);
    expect(stdout.split('\n').filter((line) => line.length > 80 && !/^ {4,}["{}[\]]/.test(line))).toEqual([]);
  });

  it.each([
    ['nods', 'Did you mean nodes or pods?'],
    ['budget', 'Did you mean podDisruptionBudgets, budgetedPods or budgetedWorkloads?'],
    ['Nodes', 'Did you mean '],
    ['toString', 'Run `eks-preflight facts` to list all facts.'],
  ])('%s is an error with what was meant', async (name, hint) => {
    const { code, stdout, stderr } = await run(name);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr.startsWith(`eks-preflight: unknown fact '${name}'\n${hint}`)).toBe(true);
  });

  it('names only fields that rules can read', () => {
    const unknown = factNames.flatMap((name) => {
      const page: FactPage = (pages as Record<FactName, FactPage>)[name];
      const isList = page.type.startsWith('list of');
      return page.fields
        .filter(({ depth }) => depth === 0)
        .filter((field) => unknownField(name, [field.name], isList) !== undefined)
        .map((field) => `${name}.${field.name}`);
    });
    expect(unknown).toEqual([]);
  });
});
