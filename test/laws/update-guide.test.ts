import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { parseArea } from '../../src/judge/check-id.ts';

const guide = readFileSync(new URL('../../docs/eks-update-guide.md', import.meta.url), 'utf8');

it('names no check that does not exist, and answers each line', () => {
  const ids = checks.map(({ id }) => id);
  const areas = [...new Set(ids.map(parseArea))].join('|');
  const named = [...guide.matchAll(new RegExp(`\\b(?:${areas})/[a-z0-9-]+`, 'g'))].map(([id]) => id);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  const rows = guide.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const answer = new RegExp(`\\b(?:${areas})/[a-z0-9-]+|manual check: \\w|the report's last lines`);
  expect(rows.filter((row) => !answer.test(row.split(' | ').at(-1) ?? ''))).toEqual([]);
});

it('names as manual checks what CHECKS.md says of it', () => {
  const checksPage = readFileSync(new URL('../../CHECKS.md', import.meta.url), 'utf8').toLowerCase();
  const byHand = [...guide.matchAll(/manual check: ([^|]+?) \|/g)].flatMap(([, text = '']) => text.split('; '));
  const topics = byHand.map((text) => text.replace(/ \(.*$/, '').trim()).filter((text) => !text.includes('/'));
  expect(topics.length).toBeGreaterThan(3);
  expect(topics.filter((topic) => !checksPage.includes(`**${topic.toLowerCase()}.`))).toEqual([]);
});
