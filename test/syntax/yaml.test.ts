import { describe, expect, it } from 'vitest';
import { parseData, parseDocuments } from '../../src/syntax/yaml.ts';
import { yamlShapes } from '../fuzz/text-shapes.ts';

describe('data of a text', () => {
  it.each([
    ['a: 1', { data: { a: 1 } }],
    ['', { data: null }],
    ['a: 1\nb: 2\na: 3', { flaw: 'Map keys must be unique at line 3, column 1' }],
    ['- {a: 1, "a": 2}', { flaw: 'Map keys must be unique at line 1, column 10' }],
    ['a: 1\n1: a\n"1": b', { data: { a: 1, '1': 'b' } }],
    ['a: 1\n---\nb: 2', { flaw: 'there is more than one document at line 2, column 1' }],
    ['a: "x', { flaw: 'Missing closing "quote at line 1, column 6' }],
    ['a: *b', { flaw: 'Unresolved alias (the anchor must be set before the alias): b' }],
    ['[a,', { flaw: 'Flow sequence must end with a ] at line 1, column 4' }],
  ])('%j', (text, expected) => {
    expect(parseData(text)).toEqual(expected);
  });

  it('takes the last of a repeated key where that is allowed', () => {
    expect(parseData('a: 1\na: 2', { repeated: 'allowed' })).toEqual({ data: { a: 2 } });
  });

  it('merges where that is asked for', () => {
    expect(parseData('x: &x {a: 1}\ny: {<<: *x}', { merge: true })).toEqual({ data: { x: { a: 1 }, y: { a: 1 } } });
  });
});

it.each([
  ['open brackets', 'is nested too deeply'],
  ['open braces', 'is nested too deeply'],
  ['indicators', 'is nested too deeply'],
  ['deep keys', 'is nested too deeply'],
  ['anchors and aliases', 'has too many aliases'],
  ['aliases of one anchor', 'has too many aliases'],
] as const)('does not parse %s', (shape, refusal) => {
  expect(parseDocuments(yamlShapes[shape]?.(128 * 1024) ?? '')).toBe(refusal);
});

it('parses real nesting and a few aliases', () => {
  const deep = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}a:\n`).join('');
  expect(typeof parseDocuments(deep)).toBe('object');
  expect(typeof parseDocuments(`a: &a 1\n${Array.from({ length: 200 }, (_, at) => `b${at}: *a\n`).join('')}`)).toBe(
    'object',
  );
});

it.each(Object.keys(yamlShapes))('ends on %s', (shape) => {
  expect(parseData(yamlShapes[shape]?.(4_000) ?? '')).toBeTypeOf('object');
});
