import { describe, expect, it } from 'vitest';
import { createLabelMatcher, type LabelSelector } from '../../src/syntax/label-selector.ts';

const pod = { app: 'cart', tier: 'web', empty: '', 'app.kubernetes.io/name': 'cart' };
const expression = (key: string, operator: string, ...values: string[]): LabelSelector => ({
  matchLabels: {},
  matchExpressions: [{ key, operator, values }],
});
const labels = (matchLabels: Record<string, string>): LabelSelector => ({ matchLabels, matchExpressions: [] });

describe('a selector', () => {
  it.each<[string, LabelSelector | null, boolean]>([
    ['null selects nothing', null, false],
    ['an empty one selects everything', labels({}), true],
    ['a label that is there', labels({ app: 'cart' }), true],
    ['a label with another value', labels({ app: 'till' }), false],
    ['a label that is absent', labels({ team: 'blue' }), false],
    ['an empty value that is there', labels({ empty: '' }), true],
    ['an empty value for an absent key', labels({ team: '' }), false],
    ['all labels have to match', labels({ app: 'cart', tier: 'db' }), false],
    ['In with the value', expression('app', 'In', 'till', 'cart'), true],
    ['In without the value', expression('app', 'In', 'till'), false],
    ['In with an absent key', expression('team', 'In', 'blue'), false],
    ['NotIn with the value', expression('app', 'NotIn', 'cart'), false],
    ['NotIn with another value', expression('app', 'NotIn', 'till'), true],
    ['NotIn with an absent key', expression('team', 'NotIn', 'blue'), true],
    ['Exists', expression('app', 'Exists'), true],
    ['Exists with an empty value', expression('empty', 'Exists'), true],
    ['Exists with an absent key', expression('team', 'Exists'), false],
    ['DoesNotExist', expression('app', 'DoesNotExist'), false],
    ['DoesNotExist with an absent key', expression('team', 'DoesNotExist'), true],
    ['a key with a prefix', expression('app.kubernetes.io/name', 'In', 'cart'), true],
    ["the words that objects inherit: 'constructor' is no label", expression('constructor', 'Exists'), false],
    [
      'the label that stands for v1beta1 {}',
      expression('pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match', 'Exists'),
      false,
    ],
  ])('%s', (_title, selector, selects) => {
    expect(createLabelMatcher(selector)(pod)).toBe(selects);
  });

  it('needs labels and expressions together', () => {
    const both = { matchLabels: { app: 'cart' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['db'] }] };
    expect(createLabelMatcher(both)(pod)).toBe(false);
    expect(createLabelMatcher(both)({ app: 'cart', tier: 'db' })).toBe(true);
  });

  it('that is empty selects an object without labels', () => {
    expect(createLabelMatcher(labels({}))({})).toBe(true);
  });

  it.each<[string, LabelSelector]>([
    ['an operator that does not exist', expression('app', 'Gt', '1')],
    ['In without values', expression('app', 'In')],
    ['NotIn without values', expression('team', 'NotIn')],
    ['Exists with values', expression('app', 'Exists', 'cart')],
    ['DoesNotExist with values', expression('team', 'DoesNotExist', 'blue')],
    ['a key that is none', expression('a b', 'DoesNotExist')],
    ['a key of two slashes', expression('a/b/c', 'DoesNotExist')],
    ['a key whose prefix is none', expression('A_/b', 'DoesNotExist')],
    ['a key that is too long', expression('a'.repeat(64), 'DoesNotExist')],
    ['an empty key', expression('', 'DoesNotExist')],
    ['a value that is none', expression('team', 'NotIn', '-blue-')],
    ['a value that is too long', expression('team', 'NotIn', 'a'.repeat(64))],
  ])('%s selects nothing', (_title, selector) => {
    expect(createLabelMatcher(selector)(pod)).toBe(false);
    expect(createLabelMatcher(selector)({})).toBe(false);
  });

  it('takes a key and a value of 63 characters', () => {
    const long = 'a'.repeat(63);
    expect(createLabelMatcher(expression(long, 'In', long))({ [long]: long })).toBe(true);
  });
});
