import { beforeAll, describe, expect, it } from 'vitest';
import { patternsIn, verdictsOf, type Pattern } from './patterns.ts';

/**
 * S9: no search takes a time that grows faster than the text it looks through: names, messages and files come from outside.
 * Judged by recheck, which finds the text that hurts.
 */

/** Not judged, and why. */
const left: Readonly<Record<string, string>> = {
  'src/redact/karpenter-names.ts': 'being replaced',
  'src/redact/names.ts': 'being replaced',
  'src/redact/name-parts.ts': 'being replaced',
  'src/redact/text.ts': 'being replaced',
};

/** Made at run time. */
const madeOf: Readonly<Record<string, string>> = {
  'src/glob.ts': 'of a glob of the command line or of a named configuration file, for ids of checks, which are short',
  'src/markdown.ts': 'of a number',
};

const { literals, made } = patternsIn(['src', 'checks']);
const judged = literals.filter(({ files }) => files.some((file) => left[file] === undefined));

it('S9: what is left out is there', () => {
  const files = new Set([...literals.flatMap((pattern) => pattern.files), ...made.map(({ file }) => file)]);
  for (const file of [...Object.keys(left), ...Object.keys(madeOf)]) expect([...files]).toContain(file);
});

it('S9: each pattern that is made at run time is made of what is short', () => {
  const files = made.map(({ file }) => file).filter((file) => left[file] === undefined);
  expect([...new Set(files)].sort()).toEqual(Object.keys(madeOf).sort());
});

it.each([
  ['an address in mail', String.raw`[\w.+-]+@`],
  ['a link', String.raw`\[([^\]]+)\]\((https:[^)]+)\)`],
  ['the end of a text', String.raw`\d+$`],
])('S9: %s is told to be quadratic', async (_name, source) => {
  const pattern: Pattern = { source, flags: 'g', files: [] };
  expect((await verdictsOf([pattern])).get(pattern)).toBe('vulnerable: 2nd degree polynomial');
});

describe('S9: every pattern', () => {
  let verdicts: Map<Pattern, string>;
  beforeAll(async () => {
    verdicts = await verdictsOf(judged);
  }, 600_000);

  it('is found', () => {
    expect(judged.length).toBeGreaterThan(150);
  });

  it('takes a time that grows as the text does', () => {
    const slow = judged.filter((pattern) => verdicts.get(pattern) !== 'safe');
    expect(
      slow.map((pattern) => `/${pattern.source}/${pattern.flags} ${pattern.files.join(' ')}: ${verdicts.get(pattern)}`),
    ).toEqual([]);
  });
});
