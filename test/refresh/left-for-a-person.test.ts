import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listLeft } from '../../scripts/refresh/left-for-a-person.ts';

const ending = (kubernetes?: string): string =>
  JSON.stringify({ read: '2026-11-01', refresh: 'Read the page.', knownThrough: { kubernetes }, rows: [] });
const page = readFileSync(new URL('../../docs/new-eks-version.md', import.meta.url), 'utf8');

it('lists the tables that still end before the version, and then the other steps of the page', () => {
  const tables = [
    ['behind', ending('1.37')],
    ['read-by-program', ending('1.37')],
    ['written', ending('1.38')],
    ['without-end', ending()],
  ] as const;
  const lines = listLeft({ tables, read: ['read-by-program'], page, minor: 38 });
  expect(lines.slice(0, 2)).toEqual([expect.stringContaining('do not state 1.38 yet'), '  rules/read-by-program.json']);
  expect(lines[2]).toContain('Left for a person: 1 table ends before 1.38.');
  expect(lines.filter((line) => line.includes('rules/') && line.includes(' ends at '))).toEqual([
    '  rules/behind.json ends at 1.37. Read the page.',
  ]);
  const steps = lines.flatMap((line) => /^ {2}(\d)\. /.exec(line)?.[1] ?? []);
  expect(steps).toEqual(['3', '4', '5', '6', '7', '8']);
  expect(lines.join('\n')).not.toMatch(/\]\(|\*\*/);
});
