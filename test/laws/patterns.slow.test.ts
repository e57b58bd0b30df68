import { beforeAll, describe, expect, it } from 'vitest';
import { madeWhileLoading, patternsIn, judgePatterns, type Pattern } from './patterns.ts';

/**
 * The time that a search takes grows at most in proportion to the length of the text, because names, messages and files
 * come from outside. recheck judges the regular expressions and finds texts that would be slow.
 */

/**
 * Files whose expressions are built from other constants while the file is loaded; these are judged in their final
 * form.
 */
const madeAtLoad = [
  'src/facts/public-texts.ts',
  'src/facts/reason-texts.ts',
  'src/facts/vcpu-quotas.ts',
  'src/inventory/redact/public.ts',
  'src/inventory/redact/shapes.ts',
  'src/inventory/redact/text.ts',
];

/** Files that build expressions at run time, and from what. */
const madeOf: Readonly<Record<string, string>> = {
  'src/collectors/kube/metric-uses.ts': 'of a label in the table renamed-metrics',
  'src/commands/failure.ts': "of an option's name",
  'src/commands/options/check-globs.ts':
    'of a glob of the command line or of a named configuration file, for ids of checks, which are short',
  'src/syntax/markdown.ts': 'of a number',
};

const { literals, made } = patternsIn(['src', 'checks']);

it('each pattern that is made at run time is made of what is short', () => {
  const files = made.map(({ file }) => file);
  expect([...new Set(files)].sort()).toEqual([...madeAtLoad, ...Object.keys(madeOf)].sort());
});

it.each([
  ['an address in mail', String.raw`[\w.+-]+@`],
  ['a link', String.raw`\[([^\]]+)\]\((https:[^)]+)\)`],
  ['the end of a text', String.raw`\d+$`],
])('%s is told to be quadratic', async (_name, source) => {
  const pattern: Pattern = { source, flags: 'g', files: [] };
  expect((await judgePatterns([pattern])).get(pattern)).toBe('vulnerable: 2nd degree polynomial');
});

describe('every pattern', () => {
  let verdicts: Map<Pattern, string>;
  let all: readonly Pattern[] = [];
  beforeAll(async () => {
    const atLoad = await madeWhileLoading(() => import('../../src/inventory/redact/redact.ts'));
    for (const file of madeAtLoad) expect(atLoad.flatMap(({ files }) => files)).toContain(file);
    all = [...literals, ...atLoad];
    verdicts = await judgePatterns(all);
  }, 3_600_000);

  it('is found', () => {
    expect(all.length).toBeGreaterThan(200);
  });

  it('takes a time that grows as the text does', () => {
    const slow = all.filter((pattern) => verdicts.get(pattern) !== 'safe');
    expect(
      slow.map((pattern) => `/${pattern.source}/${pattern.flags} ${pattern.files.join(' ')}: ${verdicts.get(pattern)}`),
    ).toEqual([]);
  });
});
