import { describe, expect, it } from 'vitest';
import { mergeRows } from '../../scripts/refresh/merge.ts';
import type { Stated, WrittenRow, WrittenTable } from '../../scripts/refresh/refresher.ts';
import { parseWritten, rewriteTable } from '../../scripts/refresh/table-file.ts';

const table: WrittenTable = {
  read: '2026-01-01',
  knownThrough: { kubernetes: '1.36' },
  rows: [
    { flag: 'a', from: '1.35', source: 's' },
    { flag: 'b', from: '1.36', by: 'hand', source: 's' },
    { flag: 'c', from: '1.36', source: 's' },
  ],
};
const identify = ({ flag }: WrittenRow): string => String(flag);
const flaw = ({ source }: WrittenRow): string | undefined => (source === undefined ? 'source: missing' : undefined);
const merge = (rows: Stated['rows'], others: Partial<Stated> = {}) =>
  mergeRows(table, { rows, covers: () => true, ...others }, { identify, flaw });

const asTheyAre: Stated['rows'] = [{ states: { flag: 'a', from: '1.35' } }, { states: { flag: 'c', from: '1.36' } }];

describe('a table after its source was read again', () => {
  it('stays where the source says the same', () => {
    expect(merge(asTheyAre)).toEqual({
      rows: table.rows,
      knownThrough: table.knownThrough,
      changes: [],
      questions: [],
    });
  });

  it('follows a member that changed, and keeps the members that the source does not state', () => {
    const { rows, changes, questions } = merge([{ states: { flag: 'a', from: '1.34' } }, ...asTheyAre.slice(1)]);
    expect({ changes, questions }).toEqual({ changes: ['a: from 1.35 -> 1.34'], questions: [] });
    expect(rows[0]).toEqual({ flag: 'a', from: '1.34', source: 's' });
  });

  it('gets a new row after the row that the source names before it', () => {
    const added = { states: { flag: 'd', from: '1.36' }, whenNew: { source: 'n' } };
    const { rows, changes } = merge([...asTheyAre.slice(0, 1), added, ...asTheyAre.slice(1)]);
    expect(changes).toEqual(['d: new']);
    expect(rows.map(identify)).toEqual(['a', 'd', 'b', 'c']);
  });

  it.each([
    ['a row that the source no longer states', asTheyAre.slice(1), 'a: the source no longer states it'],
    [
      'a new row that is not complete',
      [...asTheyAre, { states: { flag: 'd' } }],
      'd: new, and a person must complete it (source: missing): {"flag":"d"}',
    ],
  ])('keeps its rows and asks about %s', (_what, rows, question) => {
    const merged = merge(rows);
    expect(merged).toEqual({ rows: table.rows, knownThrough: table.knownThrough, changes: [], questions: [question] });
  });

  it('changes nothing of a row by hand', () => {
    expect(merge([...asTheyAre, { states: { flag: 'b', from: '1.30' }, whenNew: { source: 'n' } }]).rows[1]).toEqual(
      table.rows[1],
    );
  });

  it('says how far it now reaches', () => {
    const { knownThrough, changes } = merge(asTheyAre, { knownThrough: { kubernetes: '1.37' } });
    expect({ knownThrough, changes }).toEqual({
      knownThrough: { kubernetes: '1.37' },
      changes: ['knownThrough kubernetes 1.36 -> 1.37'],
    });
  });

  it('reaches no further while a question is open', () => {
    const { knownThrough, changes } = merge(asTheyAre, { knownThrough: { kubernetes: '1.37' }, questions: ['what?'] });
    expect({ knownThrough, changes }).toEqual({ knownThrough: table.knownThrough, changes: [] });
  });

  it('reaches no less far after a reading of earlier versions', () => {
    const { knownThrough, changes } = merge(asTheyAre, { knownThrough: { kubernetes: '1.9' } });
    expect({ knownThrough, changes }).toEqual({ knownThrough: table.knownThrough, changes: [] });
  });
});

describe('its file', () => {
  const text = `{
  "about": "Flags.",
  "read": "2026-01-01",
  "knownThrough": { "kubernetes": "1.36" },
  "rows": [
    { "flag": "a", "list": [1, 2], "source": "s" },
    {
      "flag": "b",
      "source": "s"
    }
  ]
}
`;
  const { rows, knownThrough } = parseWritten(text);
  const refreshed = { rows, knownThrough, changes: [], questions: [] };

  it('stays as it is where no row changes', () => {
    expect(rewriteTable(text, refreshed, undefined)).toBe(text);
  });

  it('gets the day of the reading, and a line for each row that changed', () => {
    const changed = [...rows, { flag: 'c', from: { a: '1.37' }, list: [] }];
    expect(rewriteTable(text, { ...refreshed, rows: changed }, '2026-02-03')).toBe(
      text
        .replace('2026-01-01', '2026-02-03')
        .replace('    }\n  ]', '    },\n    { "flag": "c", "from": { "a": "1.37" }, "list": [] }\n  ]'),
    );
  });
});
