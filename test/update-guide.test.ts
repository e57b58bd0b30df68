import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks } from '../checks/index.ts';
import { areaOf } from '../src/judge/engine.ts';

const guide = readFileSync(new URL('../docs/eks-update-guide.md', import.meta.url), 'utf8');

it('names no check that does not exist, and every check of its areas', () => {
  // The guide is about EKS's own update: Karpenter has guides of its own.
  const ids = checks.map(({ id }) => id).filter((id) => areaOf(id) !== 'karpenter');
  const areas = [...new Set(ids.map(areaOf))].join('|');
  const named = [...guide.matchAll(new RegExp(`\\b(?:${areas})/[a-z0-9-]+`, 'g'))].map(([id]) => id);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => !named.includes(id))).toEqual([]);
});

it('points by hand to what CHECKS.md says of it', () => {
  const checksPage = readFileSync(new URL('../CHECKS.md', import.meta.url), 'utf8').toLowerCase();
  const byHand = [...guide.matchAll(/by hand: ([^|]+?) \|/g)].flatMap(([, text = '']) => text.split('; '));
  const topics = byHand.map((text) => text.replace(/ \(.*$/, '').trim()).filter((text) => !text.includes('/'));
  expect(topics.length).toBeGreaterThan(4);
  expect(topics.filter((topic) => !checksPage.includes(`**${topic.toLowerCase()}.`))).toEqual([]);
});
