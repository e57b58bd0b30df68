import { describe, expect, it } from 'vitest';
import { tableCommand } from '../../src/syntax/shell.ts';
import { changeManagers, managedChangeNames } from '../../src/tables/managed-changes.ts';
import { loadTable } from '../../src/tables/tables.ts';

const { rows } = loadTable('managed-changes');

const valueNames = ['cluster', 'nodegroup', 'version', 'application', 'applier', 'namespace'];

describe('rules/managed-changes.json', () => {
  it('has each change and each manager, in order, and no pair twice', () => {
    const sorted = rows.toSorted(
      (a, b) =>
        managedChangeNames.indexOf(a.change) - managedChangeNames.indexOf(b.change) ||
        changeManagers.indexOf(a.manager) - changeManagers.indexOf(b.manager),
    );
    expect(rows).toEqual(sorted);
    expect([...new Set(rows.map(({ change }) => change))]).toEqual(managedChangeNames);
    expect(new Set(rows.map(({ manager }) => manager))).toEqual(new Set(changeManagers));
    expect(new Set(rows.map(({ change, manager }) => `${change} ${manager}`)).size).toBe(rows.length);
  });

  it('says for each change of an AWS resource where CloudFormation and plain Terraform resources define it', () => {
    const ofKubernetes = ['karpenter-chart', 'controller-chart', 'node-pool', 'node-class', 'disruption-budget'];
    const changes = managedChangeNames.filter((name) => ![...ofKubernetes, 'replicas', 'webhook'].includes(name));
    const lists = (change: string, by: string) => rows.some((row) => row.change === change && row.manager === by);
    expect(changes.filter((change) => !lists(change, 'cloudformation'))).toEqual([]);
    expect(managedChangeNames.filter((change) => !lists(change, 'terraform-provider'))).toEqual([]);
  });

  it('has noun phrases, sentences and commands', () => {
    for (const { change, manager, where, command, note } of rows) {
      const pair = `${change} by ${manager}`;
      expect(where ?? command, pair).toBeDefined();
      if (where !== undefined) {
        expect(where, pair).toMatch(/^(?:[a-z]|`)[^\n]*[^.,; ]$/);
        expect(where.split('`').length % 2, pair).toBe(1);
      }
      if (note !== undefined) expect(note, pair).toMatch(/^[A-Z][^\n]*\.$/);
      if (manager === 'eksctl') expect(command, pair).toMatch(/^eksctl (?:upgrade|update|create|set|scale|utils) /);
    }
  });

  it('has commands that the shell takes, with names in braces that have values', () => {
    const texts = rows.flatMap(({ command }) => command ?? []);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      const names = Array.from(text.matchAll(/\{([^}]*)\}/g), ([, name]) => name);
      for (const name of names) expect(valueNames).toContain(name);
      expect(tableCommand(text, {}).text).toMatch(/^(?:eksctl|argocd|flux) [\w ./=-]+$/);
    }
  });
});
