import { describe, expect, it } from 'vitest';
import { loadTable, parseTable, type Tables } from '../../src/tables/tables.ts';
import { isBelow } from '../../src/syntax/versions.ts';

type Row = Tables['controllers'][number];
type Range = Extract<Row, { rowKind: 'ranges' }>['versions'][number];

const { rows } = loadTable('controllers');
const controllers = rows.filter((row) => row.rowKind === 'controller');
const breaks = rows.filter((row) => row.rowKind === 'break');
const ranges = rows.filter((row) => row.rowKind === 'ranges');

const listRanges = (controller: string): Range[] =>
  ranges.flatMap((row) => (row.controller === controller ? row.versions : []));

function parseRow(row: Readonly<Record<string, unknown>>): Row | undefined {
  const { rows: parsed } = parseTable('controllers', { about: 'x', read: '2026-11-23', refresh: 'x', rows: [row] });
  return (parsed as Row[])[0];
}

const rangesRow = { rowKind: 'ranges', controller: 'relay', meaning: 'supported', source: 'https://example.com/' };
const breakRow = {
  rowKind: 'break',
  controller: 'relay',
  effect: 'stops',
  certainty: 'high',
  what: 'does not start',
  source: 'https://example.com/',
};

describe('a row of ranges', () => {
  it.each([
    ['1.18', '1.29-1.33', { from: '1.18.0', below: '1.19.0', min: 29, max: 33 }],
    ['0.45.1', '1.25-1.33', { from: '0.45.1', below: '0.45.2', min: 25, max: 33 }],
    ['2', '1.30+', { from: '2.0.0', below: '3.0.0', min: 30, max: null }],
    ['0.10-0.17', '1.19-1.32', { from: '0.10.0', below: '0.18.0', min: 19, max: 32 }],
    ['0-0.9', '-1.21', { from: '0.0.0', below: '0.10.0', min: null, max: 21 }],
    ['1.0.1-1.0.4', '1.34-1.34', { from: '1.0.1', below: '1.0.5', min: 34, max: 34 }],
    ['0.18+', '1.21+', { from: '0.18.0', below: null, min: 21, max: null }],
  ])('reads %s: %s', (releases, kubernetes, expected) => {
    expect(parseRow({ ...rangesRow, versions: { [releases]: kubernetes } })).toMatchObject({
      versions: [{ releases, ...expected }],
    });
  });

  it.each([
    ['v1.18', '1.29-1.33'],
    ['1.x', '1.29-1.33'],
    ['1.18.0.1', '1.29-1.33'],
    ['1.18-', '1.29-1.33'],
    ['1.18-1.19+', '1.29-1.33'],
    ['', '1.29-1.33'],
    ['1.18', '1.29'],
    ['1.18', '1.29-'],
    ['1.18', '1.29-33'],
    ['1.18', '1.29+-1.33'],
    ['1.18', '-'],
    ['1.18', '+'],
    ['1.18', '-1.33+'],
    ['1.18', '2.0-2.3'],
    ['1.18', '1.29 - 1.33'],
    ['1.18', 'all'],
    ['1.18', '1.33-1.29'],
    ['1.19-1.18', '1.29-1.33'],
    ['0.45.2-0.45.1', '1.29-1.33'],
    ['1.18', ''],
  ])('refuses %j: %j', (releases, kubernetes) => {
    expect(() => parseRow({ ...rangesRow, versions: { [releases]: kubernetes } })).toThrow(/^rows\.0\.versions/);
  });
});

describe('a row of a break', () => {
  it.each([
    ['a minor as a release', { below: '1.5' }],
    ['a patch as a Kubernetes version', { kubernetesFrom: '1.33.1' }],
    ['another effect', { effect: 'explodes' }],
    ['another certainty', { certainty: 'sure' }],
    ['another condition', { condition: { label: 'x' } }],
    ['two conditions', { condition: { flag: '--x', text: 'y' } }],
  ])('refuses %s', (_what, more) => {
    expect(() => parseRow({ ...breakRow, ...more })).toThrow(/^rows\.0/);
  });
});

describe('rules/controllers.json', () => {
  it('has one row of kind controller for each controller', () => {
    const ids = controllers.map(({ controller }) => controller);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('has ranges and breaks of its controllers only, and breaks of the Cluster Autoscaler, which has a check', () => {
    const ids = new Set(['cluster-autoscaler', ...controllers.map(({ controller }) => controller)]);
    expect([...ranges, ...breaks].filter(({ controller }) => !ids.has(controller))).toEqual([]);
    expect(ranges.filter(({ controller }) => controller === 'cluster-autoscaler')).toEqual([]);
  });

  it.each(controllers)('$controller has ranges unless its project lists none', ({ controller, outsideRange }) => {
    expect(listRanges(controller).length === 0).toBe(outsideRange === 'none');
  });

  it.each(controllers)('$controller has no two ranges of one release', ({ controller }) => {
    const own = listRanges(controller).toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : 1));
    const wrong = own.filter(({ below }, index) => {
      const next = own[index + 1];
      return next !== undefined && (below === null || isBelow(next.from, below));
    });
    expect(wrong.map(({ releases }) => releases)).toEqual([]);
  });

  it('has no range of a newer release that ends before that of an older one, except of patched old releases', () => {
    const earlier = controllers.flatMap(({ controller, title }) => {
      const own = listRanges(controller).toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : 1));
      return own.flatMap(({ releases, max }, index) => {
        const next = own[index + 1];
        const isEarlier = next !== undefined && (next.max ?? Infinity) < (max ?? Infinity);
        return isEarlier ? [`${title} ${releases}, ${next.releases}`] : [];
      });
    });
    expect(earlier).toEqual(['cert-manager 1.12, 1.13', 'Strimzi 0.45.2, 0.46']);
  });

  it.each(breaks)('the break of $controller at $source has releases and Kubernetes versions', (row) => {
    const { only, from, below, kubernetesFrom, kubernetesBelow } = row;
    expect([only, from, below].some((one) => one !== undefined)).toBe(true);
    expect([kubernetesFrom, kubernetesBelow].some((one) => one !== undefined)).toBe(true);
    expect(from === undefined || below === undefined || isBelow(from, below)).toBe(true);
    expect((kubernetesFrom ?? 0) < (kubernetesBelow ?? Infinity)).toBe(true);
  });

  it.each(breaks)('the break of $controller at $source continues the name and version of a release', ({ what }) => {
    expect(what).toMatch(/^(?:cannot|may|[a-z]+s) [^.]+(?:\.\S[^.]*)*[^.]$/);
  });
});
