import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { parseArea } from '../../src/judge/check-id.ts';
import { notCovered } from '../../src/for-checks/not-covered.ts';

const page = readFileSync(new URL('../../docs/behaviour-changes.md', import.meta.url), 'utf8');

it('the page of behaviour changes names no check that does not exist, and answers each line', () => {
  const ids = checks.map(({ id }) => id);
  const known = new Set([...ids, ...notCovered]);
  const areas = [...new Set(ids.map(parseArea))].join('|');
  const named = [...page.matchAll(new RegExp(`\\b(?:${areas})/[a-z0-9-]+`, 'g'))].map(([id]) => id);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  const answer = new RegExp(`\\b(?:${areas})/[a-z0-9-]+|not judged`);
  expect(rows.filter((row) => !answer.test(row.split(' | ').at(-1) ?? ''))).toEqual([]);
});
