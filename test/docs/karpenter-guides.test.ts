import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { parseArea } from '../../src/judge/check-id.ts';

const guide = readFileSync(new URL('../../docs/karpenter-guides.md', import.meta.url), 'utf8');
const ids = checks.map(({ id }) => id);

it('names only checks that judge, and every check of Karpenter', () => {
  const areas = [...new Set(ids.map(parseArea))].join('|');
  const named = [...guide.matchAll(new RegExp(`\\b(?:${areas})/[a-z0-9-]+`, 'g'))].map(([id]) => id);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  const own = ids.filter((id) => parseArea(id) === 'karpenter');
  expect([...own, 'account/spot-service-linked-role'].filter((id) => !named.includes(id))).toEqual([]);
});

it('names as manual checks what CHECKS.md says of it', () => {
  const checksPage = readFileSync(new URL('../../CHECKS.md', import.meta.url), 'utf8');
  const topics = [...guide.matchAll(/manual check: ([^|;]+?)(?: \||;)/g)].map(([, topic = '']) => topic);
  expect(new Set(topics).size).toBeGreaterThan(6);
  expect(topics.filter((topic) => !checksPage.includes(`- **${topic}.**`))).toEqual([]);
});

it('answers each line of its tables', () => {
  const rows = guide.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(90);
  expect(rows.filter((row) => row.split(' | ').length !== 3)).toEqual([]);
  expect(
    rows.filter((row) => !/\w+\/[a-z-]+|manual check: |the report's steps/.test(row.split(' | ')[2] ?? '')),
  ).toEqual([]);
});
