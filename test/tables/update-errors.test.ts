import { ErrorCode } from '@aws-sdk/client-eks';
import { expect, it } from 'vitest';
import { findMark } from '../../src/facts/marks.ts';
import { healthCode } from '../../src/facts/public-texts.ts';
import { describeUpdateError } from '../../src/for-checks/update-errors.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { listSpellings } from '../checks/health-codes.ts';

const { rows } = loadTable('update-errors');
const codes = rows.map(({ code }) => code);

it('has a row for each error code of the API, and no other', () => {
  expect(codes).toEqual(Object.values(ErrorCode).sort());
});

it('has codes that a redacted inventory keeps', () => {
  const mark = findMark(healthCode());
  const kept = mark?.is === 'public' ? mark.patterns.filter((pattern) => Array.isArray(pattern)).flat() : [];
  expect(kept).toEqual(expect.arrayContaining(codes));
});

it.each(rows)('says in a sentence each what $code means and what to do next', ({ code, means, next }) => {
  for (const text of [means, next]) {
    expect(text).toMatch(/^[A-Z][^.!?]{20,}\.$/);
    expect(text).not.toContain(code);
  }
});

const messages = {
  eviction: 'Reached max retries while trying to evict pods from nodes in node group general',
  subnet: 'We could not find subnet-0a',
};
it.each([
  ['the message of EKS', messages.subnet, [], messages.subnet],
  [
    'a resource that the message does not name',
    messages.eviction,
    ['ip-10-0-1-17'],
    `${messages.eviction} (ip-10-0-1-17)`,
  ],
  ['a resource that the message names only once', messages.subnet, ['subnet-0a'], messages.subnet],
  ['a resource only once', messages.subnet, ['subnet-0b', 'subnet-0b'], `${messages.subnet} (subnet-0b)`],
  ['the first of many resources', 'No pods', ['a1', 'b1', 'c1', 'd1', 'e1'], 'No pods (a1, b1, c1 and 2 more)'],
  ['the resources without a message', '', ['subnet-0a', 'subnet-0b'], 'subnet-0a and subnet-0b'],
  ['nothing', '', [''], ''],
  ['one line without control characters', ' No\npods\u001B[31m\u202E left ', ['a\n1'], 'No pods left (a 1)'],
])('the message of an error is %s', (_what, message, resourceIds, expected) => {
  const [code = ''] = codes;
  expect(describeUpdateError({ code, message, resourceIds }, rows).message).toBe(expected);
});

it.each(rows)('describes $code in any spelling', ({ code, means, next }) => {
  for (const spelling of listSpellings(code)) {
    const described = describeUpdateError({ code: spelling, message: 'x', resourceIds: [] }, rows);
    expect(described).toEqual({ code: spelling, text: `${means} ${next}`, message: 'x' });
  }
});

it.each([
  ['its code and the message of EKS', 'SomethingNew', 'No\npods', ['i-0a'], 'SomethingNew: No pods (i-0a)'],
  ['its code if EKS returns no message', 'Something\nNew', '', [], 'Something New'],
])('describes an unknown code by %s, on one line', (_what, code, message, resourceIds, text) => {
  expect(describeUpdateError({ code, message, resourceIds }, rows).text).toBe(text);
});
