import { describe, expect, it } from 'vitest';
import { advice, commands } from '../../src/syntax/advice.ts';
import { matchIds } from '../../src/commands/options/check-globs.ts';
import { sentence, unwrap } from '../../src/syntax/markdown.ts';
import { printable, printableData } from '../../src/syntax/printable.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { wrap, wrapMarkdown } from '../../src/formats/text/layout.ts';
import { setFields } from '../../src/syntax/set-fields.ts';
import { continued, sh } from '../../src/syntax/shell.ts';
import { format, isBelow, parseMinor, parseVersion } from '../../src/syntax/versions.ts';

describe('setFields', () => {
  it('leaves out what is undefined, and nothing else', () => {
    const unset: string | undefined = undefined;
    const fields = setFields({ a: 0, b: '', c: null, d: false, e: unset });
    expect(Object.entries(fields)).toEqual(Object.entries({ a: 0, b: '', c: null, d: false }));
  });
});

describe('versions', () => {
  it.each([
    ['1.34', 34],
    ['v1.33.5-eks-3025e55', 33],
    ['1.29+', 29],
    [' 1.30 ', 30],
    ['1.', undefined],
    ['2.1', undefined],
    ['1.34x', undefined],
    ['dev', undefined],
    ['', undefined],
  ])('reads the minor of %j', (text, minor) => {
    expect(parseMinor(text)).toBe(minor);
    if (minor !== undefined) expect(parseMinor(format(minor))).toBe(minor);
  });

  it.each([
    ['v1.18.1-eksbuild.3', '1.18.1'],
    ['v2.4.7', '2.4.7'],
    ['1.7', '1.7.0'],
    ['v1.12.4-eksbuild.1-linux', '1.12.4'],
    ['latest', undefined],
    ['main-2024', undefined],
    ['sha256', undefined],
  ])('reads the version in %j', (tag, version) => {
    expect(parseVersion(tag)).toBe(version);
  });

  it('compares versions by number', () => {
    expect([isBelow('2.4.7', '2.13.0'), isBelow('2.13.0', '2.4.7'), isBelow('1.8.0', '1.8.0')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('what is printed', () => {
  it.each([
    ['a\u001B[31mred\u001B[0m', 'ared'],
    ['title\u001B]0;gone\u0007!', 'title!'],
    ['bell\u0007 null\u0000', 'bell null'],
    ['c1\u009B31m', 'c131m'],
    ['\u202Eevil', 'evil'],
    ['carriage\rreturn', 'carriage return'],
    ['tab\tand\nline fold', 'tab and line fold'],
    ['Grüße 日本', 'Grüße 日本'],
  ])('%j is made safe', (text, safe) => {
    expect(printable(text)).toBe(safe);
  });

  it('is made safe in the depth of data, keys included', () => {
    expect(printableData({ 'a\u0007': [{ b: 'c\u001B[2J', d: 1, e: null, f: true }] })).toEqual({
      a: [{ b: 'c', d: 1, e: null, f: true }],
    });
  });

  it('is wrapped without breaking a word', () => {
    const lines = wrap(
      'the quick brown fox jumps over averyverylongwordthatfitsnowhereatallreally',
      { columns: 40, color: false, all: false },
      4,
    );
    expect(lines).toEqual(['    the quick brown fox jumps over', '    averyverylongwordthatfitsnowhereatallreally']);
  });

  it('hangs what is wrapped of a list behind its dash', () => {
    const text = 'Look into these:\n\n- the first one, which is too long for a line\n- the second';
    expect(wrapMarkdown(text, { columns: 40, color: false, all: false }, 9, '    Fix: ')).toEqual([
      '    Fix: Look into these:',
      '         - the first one, which is too',
      '           long for a line',
      '         - the second',
    ]);
    expect(wrapMarkdown('- only', { columns: 40, color: false, all: false }, 9, '    Fix: ')).toEqual([
      '    Fix: - only',
    ]);
  });

  it('leaves commands alone', () => {
    const long = continued(sh`aws eks a-very-long-command --with many --options that --do not --fit`, sh`--more`);
    const { text } = advice`Do it:\n${commands(long)}`;
    expect(wrapMarkdown(text, { columns: 40, color: false, all: false }, 2)).toEqual([
      '  Do it:',
      '    aws eks a-very-long-command --with many --options that --do not --fit \\',
      '      --more',
    ]);
  });
});

describe('texts of checks', () => {
  it('are joined to paragraphs; lists and code stay', () => {
    expect(unwrap('one\n    two\n\n    three\n    - a\n    - b\n    ```sh\n    run\n      it\n    ```')).toBe(
      'one two\n\nthree\n- a\n- b\n```sh\nrun\n  it\n```',
    );
  });

  it('become sentences', () => {
    expect([sentence('check the clock'), sentence('Is it?'), sentence('run `x`')]).toEqual([
      'Check the clock.',
      'Is it?',
      'Run `x`',
    ]);
  });
});

describe('globs over check ids', () => {
  const ids = ['addons/coredns-upstream', 'addons/vpc-cni-version', 'nodes/kubelet-skew'];
  it.each([
    [['addons/*'], ['addons/coredns-upstream', 'addons/vpc-cni-version']],
    [['addons'], ['addons/coredns-upstream', 'addons/vpc-cni-version']],
    [['*/kubelet-skew'], ['nodes/kubelet-skew']],
    [['**'], ids],
    [
      ['nodes/kubelet-skew', '*/vpc*'],
      ['nodes/kubelet-skew', 'addons/vpc-cni-version'],
    ],
  ])('%j', (globs, expected) => {
    expect([...matchIds(globs, ids, '--only')]).toEqual(expected);
  });

  it.each(['*', 'kubelet-skew', 'addon', 'a.dons/*', ''])('%j matches nothing, which is an error', (glob) => {
    expect(() => matchIds([glob], ids, '--only')).toThrow(`--only ${glob} matches no check`);
  });
});

describe('permissions', () => {
  it('are written as people look them up', () => {
    expect([
      permissionText({ iam: 'ec2:DescribeSubnets' }),
      permissionText({ apiGroup: '', resource: 'pods', verb: 'list' }),
      permissionText({ apiGroup: 'apps', resource: 'deployments', verb: 'list' }),
      permissionText({ nonResourceURL: '/apis' }),
    ]).toEqual(['ec2:DescribeSubnets', 'pods: list', 'deployments.apps: list', '/apis: get']);
  });
});
