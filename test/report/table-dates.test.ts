import { describe, expect, it } from 'vitest';
import { oldTableLines, tablesReadText } from '../../src/report/table-dates.ts';
import { loadTable, tableNames } from '../../src/tables/tables.ts';

const row = (name: string, read?: string, kubernetes?: string) => ({
  name,
  knownThrough: kubernetes === undefined ? null : { kubernetes },
  ended: false,
  ...(read === undefined ? {} : { read }),
});
const tables = [
  row('api-removals', '2026-11-28', '1.37'),
  row('kubelet-flags', '2026-11-20', '1.37'),
  row('karpenter-crds', '2026-11-29'),
  row('controllers', '2026-11-10'),
  row('log-formats'),
];
describe('the dates of tables', () => {
  it.each([
    [
      'that of its oldest table for each family',
      tables,
      'tables read: AWS and controllers 2026-11-10, Karpenter 2026-11-29, Kubernetes 2026-11-20',
    ],
    [
      'one if all families have it',
      [row('karpenter-crds', '2026-11-29'), row('controllers', '2026-11-29')],
      'tables read 2026-11-29',
    ],
    ['none for a report without dates', [row('controllers')], ''],
    ['none for a report without tables', [], ''],
  ])('are %s', (_what, given, text) => {
    expect(tablesReadText(given)).toBe(text);
  });
});

describe('a warning about old tables', () => {
  const warning = 'Warning: tables are 46 days old, and later releases are missing in them: update eks-preflight.';
  it.each([
    ['is given after 45 days', tables, '2026-12-26T00:00:00.000Z', [warning]],
    ['is not given before that', tables, '2026-12-25T23:59:59.000Z', []],
    ['is not given if the facts are older than the tables', tables, '2026-01-01T00:00:00.000Z', []],
    ['is not given for a report without dates', [row('controllers')], '2027-01-01T00:00:00.000Z', []],
  ])('%s', (_what, given, judgedAt, lines) => {
    expect(oldTableLines({ tables: given, judgedAt })).toEqual(lines);
  });
});

it('only a table that is closed has no date', () => {
  expect(tableNames.filter((name) => loadTable(name).read === undefined)).toEqual([
    'log-formats',
    'karpenter-empty-terms',
    'runtime-sockets',
  ]);
});
