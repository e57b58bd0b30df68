import { describe, expect, it } from 'vitest';
import { isBelow } from '../../src/syntax/versions.ts';
import { loadTable } from '../../src/tables/tables.ts';

const { rows } = loadTable('release-permissions');
const listKeys = (row: (typeof rows)[number]): string[] =>
  row.rowKind === 'iam'
    ? row.actions
    : row.resources.flatMap((resource) => row.verbs.map((verb) => `${verb} ${resource}.${row.group}`));

describe('rules/release-permissions.json', () => {
  it('lists the releases of a component in order, rules before actions', () => {
    const sorted = rows.toSorted(
      (a, b) =>
        components.indexOf(a.component) - components.indexOf(b.component) ||
        Number(a.rowKind === 'iam') - Number(b.rowKind === 'iam') ||
        (isBelow(a.from, b.from) ? -1 : Number(isBelow(b.from, a.from))),
    );
    expect(rows).toEqual(sorted);
  });

  it('names a permission twice only if releases between need it not, or for another reason', () => {
    for (const [index, row] of rows.entries()) {
      const later = rows.slice(index + 1).filter((other) => other.component === row.component);
      for (const other of later.filter((one) => listKeys(one).some((key) => listKeys(row).includes(key)))) {
        expect(row.below, `${row.component} ${listKeys(row).join(', ')}`).toBeDefined();
        expect(isBelow(other.from, row.below ?? '0.0.0')).toBe(false);
      }
    }
  });

  it('ends no row before it begins', () => {
    const ended = rows.flatMap(({ from, below }) => (below === undefined ? [] : [isBelow(from, below)]));
    expect(ended.length).toBeGreaterThan(0);
    expect(new Set(ended)).toEqual(new Set([true]));
  });

  it('names actions as IAM does, and rules that kubectl can ask for', () => {
    for (const row of rows) {
      if (row.rowKind === 'iam') for (const action of row.actions) expect(action).toMatch(/^[a-z\d]+:[A-Z][A-Za-z]+$/);
      else for (const resource of row.resources) expect(resource).toMatch(/^[a-z]+(?:\/[a-z]+)?$/);
    }
  });

  it('has what a release does in words that follow "it"', () => {
    for (const { what } of rows) expect(what).toMatch(/^[a-z]+s .*[^.]$/);
  });
});

const components = [...new Set(rows.map(({ component }) => component))];
