import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commandOptions } from '../../src/commands/options/command-options.ts';
import { action, root, toEnvironment } from './run-action.ts';

/** The inputs of the GitHub action, and the arguments that they give. */

interface Arguments {
  optionInputs: string[];
  splitWords(text: string): string[];
  toArguments(env: NodeJS.ProcessEnv): string[];
}
const { optionInputs, splitWords, toArguments } = (await import(
  new URL('../../action/arguments.mjs', import.meta.url).href
)) as Arguments;

/** The inputs that are not options of `scan`. */
const own = ['args', 'comment', 'github-token'];

describe('the inputs', () => {
  it('are options of scan with the same names, and its own', () => {
    const flags: (string | undefined)[] = commandOptions.scan.map(({ option }) => option.long);
    expect(optionInputs.filter((name) => !flags.includes(`--${name}`))).toEqual([]);
    expect(Object.keys(action.inputs).toSorted()).toEqual([...optionInputs, ...own].toSorted());
  });

  it.each(optionInputs)('%s becomes its option, with whatever value', (name) => {
    const value = '-x $(id) "; *';
    expect(toArguments(toEnvironment({ [name]: value }))).toEqual([`--${name}=${value}`]);
  });

  it('that are not set give no argument', () => {
    expect(toArguments(toEnvironment({}))).toEqual([]);
  });

  it('args comes last, so that its options are added to the others', () => {
    const given = toEnvironment({ args: "--skip 'addons/*' --timeout 5m", cluster: 'prod' });
    expect(toArguments(given)).toEqual(['--cluster=prod', '--skip', 'addons/*', '--timeout', '5m']);
  });
});

describe('args', () => {
  it.each([
    { text: '', words: [] },
    { text: ' \t\r\n ', words: [] },
    { text: '--all  --skip\tnodes\r\n--verbose\n', words: ['--all', '--skip', 'nodes', '--verbose'] },
    { text: '$(touch pwned) `touch pwned`', words: ['$(touch', 'pwned)', '`touch', 'pwned`'] },
    { text: '"$(touch pwned)" "`id`" "$HOME"', words: ['$(touch pwned)', '`id`', '$HOME'] },
    { text: '; touch pwned & | > file < file', words: [';', 'touch', 'pwned', '&', '|', '>', 'file', '<', 'file'] },
    { text: '* ? [a-z] {a,b} ~ !! #word', words: ['*', '?', '[a-z]', '{a,b}', '~', '!!', '#word'] },
    { text: '${IFS} $((1+1)) <(id) \u0000', words: ['${IFS}', '$((1+1))', '<(id)', '\u0000'] },
    { text: 'naïve\u00a0name \u2028', words: ['naïve\u00a0name', '\u2028'] },
  ])('$text is read literally', ({ text, words }) => {
    expect(splitWords(text)).toEqual(words);
  });

  it.each([
    `--output 'json=my report.json' "a b" c\\ d`,
    `a'b'"c"\\d`,
    `'' "" x`,
    `'a"b' "a'b" '\\' "\\\\"`,
    `"\\$HOME \\\`id\\\` \\"q\\" \\n \\'"`,
    `a \\\n  b c\\\nd "e\\\nf" 'g\\\nh'`,
    `"two\nlines" \\" \\' \\# \\*`,
    `'$(id)' '*' '\`id\`' ';'`,
  ])('%j has the words that a shell reads', (text) => {
    // Nothing in these texts expands, so the shell is the reference.
    const read = execFileSync('bash', ['-c', `printf '%s\\0' ${text}`], { encoding: 'utf8' });
    expect(splitWords(text)).toEqual(read.split('\0').slice(0, -1));
  });

  it.each([`--only 'nodes`, `--only "nodes`, '--only nodes\\', `"a\\"`, `it's`])('%s is refused', (text) => {
    expect(() => splitWords(text)).toThrow('args: a quote has no end, or nothing follows the last backslash');
  });
});

it('this repository has no bundle of its own: a release downloads the bundle whose digest its commit names', () => {
  const { stdout } = spawnSync('git', ['ls-files', 'action/*.tgz'], { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('');
});
