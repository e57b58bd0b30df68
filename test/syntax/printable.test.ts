import { describe, expect, it } from 'vitest';
import { isDense } from '../../src/syntax/json.ts';
import { printableBlock, printableData, printInPlace } from '../../src/syntax/printable.ts';

const evil = 'a\u001B[2J\u0007b\r\n\t::set-output\u200B\u202E\uD800 c';
const nested = (depth: number): object => (depth === 0 ? { a: evil } : { a: nested(depth - 1) });

describe('what is printed in place', () => {
  it.each([
    ['texts', { a: evil, b: 'plain', c: 1, d: null, e: true }],
    ['lists', { a: [evil, ['x', evil], { b: evil }] }],
    ['blocks', { fix: `${evil}\n  ${evil}`, commands: [`a\n  b${evil}`, 'c'], why: 'a\r\nb', title: 'a\nb' }],
    ['blocks in lists of lists', { commands: [['a\nb']], results: [{ commands: ['a\nb'], a: { fix: 'a\nb' } }] }],
    ['blocks of a task', { how: { text: `a\n  b${evil}` }, undo: { text: 'a\nb' }, done: [{ text: 'a\nb' }] }],
    ['a list', [evil, { fix: 'a\nb' }, 'a\nb']],
    ['nothing', {}],
    ['what is nested', nested(90)],
    ['what is nested too deeply', nested(200)],
  ])('is what is printed of a copy: %s', (_, data) => {
    const copy = structuredClone(data);
    const shown = printInPlace(data);
    expect(shown).toBe(data);
    expect(shown).toEqual(printableData(copy));
  });

  it('keeps the lines of how to do and undo a task, of no other text', () => {
    const texts = { how: { text: 'a\nb' }, undo: { text: 'a\nb' }, resource: { text: 'a\nb' }, text: 'a\nb' };
    const shown = { how: { text: 'a\nb' }, undo: { text: 'a\nb' }, resource: { text: 'a b' }, text: 'a b' };
    expect(printableData(texts)).toEqual(shown);
  });

  it('keeps a key that is named as a prototype', () => {
    const data = JSON.parse('{ "__proto__": "a\\u0007b" }') as object;
    expect(JSON.stringify(printInPlace(data))).toBe('{"__proto__":"ab"}');
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });
});

describe('a block', () => {
  it.each([
    ['a\n  b\n', 'a\n  b\n'],
    ['a\r\n  b\r\n', 'a\n  b\n'],
    ['a\tb\n  c\u0007\u200B', 'a b\n  c'],
  ])('keeps its lines and its indentation: %j', (text, shown) => {
    expect(printableBlock(text)).toBe(shown);
  });
});

describe('dense JSON', () => {
  it.each([
    ['[]'.repeat(10), 10, false],
    ['[]'.repeat(11), 10, true],
    ['{}'.repeat(11), 10, true],
    ['"a",'.repeat(100), 10, false],
    ['['.repeat(20), 10, false],
    ['['.repeat(21), 10, true],
  ])('%s, at most %d: %s', (json, most, dense) => {
    expect(isDense(json, most)).toBe(dense);
  });
});
