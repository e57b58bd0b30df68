import { describe, expect, it } from 'vitest';
import { tableDateLines } from '../../src/report/table-dates.ts';
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
const dates = 'Tables read: AWS and controllers 2026-11-10, Karpenter 2026-11-29, Kubernetes 2026-11-20.';

describe('the dates of tables', () => {
  it.each([
    ['a date for each family, that of its oldest table', tables, '2026-11-29T12:00:00.000Z', [dates]],
    ['no warning 45 days after the oldest', tables, '2026-12-25T23:59:59.000Z', [dates]],
    [
      'one warning after that',
      tables,
      '2026-12-26T00:00:00.000Z',
      [dates, 'Warning: tables are 46 days old, and later releases are missing in them: update eks-preflight.'],
    ],
    ['no warning if the facts are older than the tables', tables, '2026-01-01T00:00:00.000Z', [dates]],
    ['nothing for a report without dates', [row('controllers')], '2027-01-01T00:00:00.000Z', []],
    ['nothing for a report without tables', [], '2027-01-01T00:00:00.000Z', []],
  ])('are %s', (_what, given, judgedAt, lines) => {
    expect(tableDateLines({ tables: given, judgedAt })).toEqual(lines);
  });
});

it('only a table that is closed has no date', () => {
  expect(tableNames.filter((name) => loadTable(name).read === undefined)).toEqual([
    'log-formats',
    'karpenter-empty-terms',
    'runtime-sockets',
  ]);
});
