import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { readReadingList } from '../../scripts/behind.ts';
import type { Release } from '../../scripts/refresh/behind.ts';
import {
  describeOpen,
  type Draft,
  listDueMinors,
  listOpen,
  listUnread,
  parseDraft,
  parseReadingList,
  type ReadingRow,
  selectNotes,
} from '../../scripts/refresh/reading-list.ts';

const list = readReadingList();
const page = readFileSync(new URL('../../docs/behaviour-changes.md', import.meta.url), 'utf8');
const released = ['1.32.0', '1.36.0', '1.37.0'].map((version, at): Release => {
  return { of: 'Kubernetes', version, day: `2026-0${at + 1}-15` };
});

const write = (...rows: ReadingRow[]) => JSON.stringify({ about: '', rows });
const gate: ReadingRow = { release: '1.37', pull: 1, note: 'removed gate A', answer: 'open', by: '#59' };

describe('the reading list', () => {
  it('names checks that exist', () => {
    const ids = new Set<string>(checks.map(({ id }) => id));
    expect(list.rows.filter(({ answer, by }) => answer === 'judged' && !ids.has(by))).toEqual([]);
  });

  it('has each change that no check can see on the page of behaviour changes, in a line with its version', () => {
    const lines = page.split('\n').filter((line) => line.includes('not judged'));
    const isThere = ({ release, pull }: ReadingRow) =>
      lines.some((line) => line.split(' | ')[0]?.includes(release) && line.includes(`/kubernetes/pull/${pull})`));
    expect(list.rows.filter((row) => row.answer === 'unseen' && !isThere(row))).toEqual([]);
  });

  it('has no row twice, and is in order', () => {
    const keys = list.rows.map(({ release, pull, note }) => [release, String(pull).padStart(6, '0'), note].join(' '));
    expect(new Set(keys).size).toBe(keys.length);
    const pulls = keys.map((key) => key.slice(0, '1.37 139870'.length));
    expect(pulls).toEqual(pulls.toSorted());
  });

  it('refuses a reason that is not on its list, an issue without a number, and an answer that does not exist', () => {
    expect(parseReadingList(write(gate)).rows).toEqual([gate]);
    for (const wrong of [{ answer: 'irrelevant' }, { by: '59' }, { answer: 'later' }, { pull: 0 }, { release: '37' }])
      expect(() => parseReadingList(write({ ...gate, ...wrong } as ReadingRow))).toThrow();
  });
});

/** A draft in the form of sig-release's, with a note for each row of the list. */
const draftWithRows = (release: string): string => {
  const own = list.rows.filter((row) => row.release === release);
  const notes = own.map(({ pull, note }) => [
    pull,
    { pr_number: pull, text: note, sigs: ['node'], action_required: true },
  ]);
  return JSON.stringify(Object.fromEntries(notes));
};

describe('the notes of a release', () => {
  const text = draftWithRows('1.35');
  const selected = selectNotes(parseDraft(text));

  it('that all have a row are read', () => {
    expect(selected).toHaveLength(44);
    expect(listUnread(list, new Map([['1.35', text]]))).toEqual([]);
  });

  it('are named where rows are missing', () => {
    const rows = list.rows.filter(({ release }) => release !== '1.35');
    const [first, second, third] = selected.map(({ pr_number: pull }) => `kubernetes#${pull}`);
    expect(listUnread({ about: '', rows }, new Map([['1.35', text]]))).toEqual([
      `reading list: 1.35 has ${selected.length} without a row: ${first}, ${second}, ${third}, ${selected.length - 3} more`,
    ]);
    expect(() => listUnread(list, new Map([['1.35', '<html>']]))).toThrow();
  });
});

const plain = { pr_number: 1, text: 'Added a metric', sigs: ['scheduling'], areas: [], kinds: ['feature'] };

it.each<[string, Partial<Draft[string]>, boolean]>([
  ['what demands an action', { action_required: true }, true],
  ['a deprecation', { kinds: ['deprecation'] }, true],
  ['what a group of nodes removed', { sigs: ['node'], text: 'Removed a metric' }, true],
  ['what the kubelet rejects', { areas: ['kubelet'], text: 'It rejects such pods.' }, true],
  ['nothing that another group removed', { text: 'Removed a metric' }, false],
  ['nothing that a group of nodes added', { sigs: ['node'] }, false],
  ['no other word that holds one of the words', { sigs: ['node'], text: 'A mustache, and a renaming.' }, false],
  ['nothing that is not published', { action_required: true, do_not_publish: true }, false],
])('the rule selects %s', (_what, changes, isSelected) => {
  expect(selectNotes({ 1: { ...plain, ...changes } })).toHaveLength(isSelected ? 1 : 0);
});

describe('what is open', () => {
  const lone: ReadingRow = { ...gate, pull: 2, by: 'no issue' };
  const rows: ReadingRow[] = [gate, lone, ...[3, 4, 5, 6].map((pull) => ({ ...gate, pull }))];

  it('counts once the minor is released', () => {
    const later: ReadingRow[] = rows.map((one) => ({ ...one, release: '1.38' }));
    expect(listOpen({ about: '', rows: [...rows, ...later] }, released)).toEqual(rows);
    expect(listOpen({ about: '', rows }, [{ of: 'EKS', version: '1.37.0', day: '2026-01-01' }])).toEqual([]);
  });

  it('is wrong without an issue, and one line for each issue', () => {
    const { wrong, planned } = describeOpen(listOpen({ about: '', rows }, released));
    expect(wrong).toEqual(['reading list: 1.37 kubernetes#2 is open: removed gate A']);
    expect(planned).toEqual([
      'reading list: 5 open until issue #59: 1.37 kubernetes#1 (removed gate A), 1.37 kubernetes#3 (removed gate A), ' +
        '1.37 kubernetes#4 (removed gate A), 2 more',
    ]);
  });

  it('has an issue everywhere today', () => {
    expect(describeOpen(listOpen(list, released)).wrong).toEqual([]);
  });
});

it('notes are due two weeks after the release of a minor that the list begins with or that comes later', () => {
  const others = [...released, { of: 'Kubernetes', version: '1.31.0', day: '2026-01-01' }];
  const due = (today: string) => listDueMinors(list, others, today);
  expect(due('2026-03-29')).toEqual(['1.32', '1.36']);
  expect(due('2026-03-30')).toEqual(['1.32', '1.36', '1.37']);
});
