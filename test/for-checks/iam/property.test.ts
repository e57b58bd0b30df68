import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../src/for-checks/iam/document.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { anyText } from '../../../src/for-checks/iam/request.ts';
import { isAllowed, type World, type WrittenPolicy, type WrittenStatement } from './reference.ts';

/** A small seeded random number generator: mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const actions = ['ec2:RunInstances', 'ec2:CreateTags', 'iam:PassRole'];
const actionPatterns = [
  '*',
  'ec2:*',
  'EC2:run*',
  'ec2:CreateTags',
  'ec2:Create?ags',
  'iam:pass?ole',
  '*:PassRole',
  'sqs:*',
];
const resources = [
  'arn:aws:ec2:r1:1:instance/a',
  'arn:aws:ec2:r1:1:volume/b',
  'arn:aws:iam::1:role/a',
  'arn:aws:logs:r1:1:log-group:a',
  '*',
];
const resourcePatterns = [
  '*',
  'arn:aws:ec2:*:*:instance/*',
  'arn:aws:ec2:r?:1:volume/?',
  'arn:aws:ec2:*',
  'arn:aws:iam',
  'arn:aws:*1:instance/a',
  'arn:*s:ec2:r1:1:volume/b',
  'arn:*role/a',
  'arn:aws:logs:r1:1:log*a',
  'arn:aws:ec2:r1:1:*/${aws:PrincipalTag/t}',
  "arn:aws:ec2:r1:1:instance/${aws:PrincipalTag/t, 'a'}",
  'arn:aws:iam::1:role/${*}',
];

interface Key {
  name: string;
  operators: string[];
  wanted: string[];
  given: string[];
  many?: boolean;
}
const strings = [
  'StringEquals',
  'StringNotEquals',
  'StringEqualsIgnoreCase',
  'StringNotEqualsIgnoreCase',
  'StringLike',
  'StringNotLike',
];
const orders = ['Equals', 'NotEquals', 'LessThan', 'LessThanEquals', 'GreaterThan', 'GreaterThanEquals'];
const keys: Key[] = [
  {
    name: 'aws:RequestTag/a',
    operators: strings,
    wanted: ['x', 'X', 'y*', '${aws:PrincipalTag/t}', '?'],
    given: ['x', 'y', 'yz'],
  },
  { name: 'aws:PrincipalTag/t', operators: strings, wanted: ['a', 'A*', '*'], given: ['a', 'b', 'AB'] },
  { name: 'aws:TagKeys', operators: strings, wanted: ['a', 'b', 'B', '?'], given: ['a', 'b', 'c'], many: true },
  {
    name: 'n:count',
    operators: orders.map((name) => `Numeric${name}`),
    wanted: ['1', '2.5', '10'],
    given: ['1', '3', '10'],
  },
  {
    name: 'aws:CurrentTime',
    operators: orders.map((name) => `Date${name}`),
    wanted: ['2026-01-01', '2026-06-01T12:00:00Z'],
    given: ['2026-01-01T00:00:00Z', '2026-06-01T14:00:00+01:00'],
  },
  { name: 'aws:SecureTransport', operators: ['Bool'], wanted: ['true', 'false', 'True'], given: ['true', 'false'] },
  { name: 'x:bytes', operators: ['BinaryEquals'], wanted: ['QQ==', 'Qg=='], given: ['QQ==', 'Qw=='] },
  {
    name: 'aws:SourceIp',
    operators: ['IpAddress', 'NotIpAddress'],
    wanted: ['10.0.0.0/8', '10.1.2.3'],
    given: ['10.1.2.3', '11.0.0.1'],
  },
  {
    name: 'aws:SourceArn',
    operators: ['ArnEquals', 'ArnLike', 'ArnNotEquals', 'ArnNotLike'],
    wanted: ['arn:aws:eks:*:1:cluster/*', 'arn:aws:eks:r1:1:cluster/b', 'arn:*:eks:r?:*:*'],
    given: ['arn:aws:eks:r1:1:cluster/a', 'arn:aws:eks:r1:1:cluster/b', 'nothing'],
  },
];

interface Case {
  policies: WrittenPolicy[];
  boundary: WrittenPolicy | undefined;
  action: string;
  resource: string;
  /** A value that is undefined is unknown to the evaluator. */
  given: Record<string, string[] | undefined>;
}

function makeCase(next: () => number, unknownCount: number): Case {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(next() * from.length)] as Value;
  const some = <Value>(from: readonly Value[]): Value[] =>
    Array.from({ length: 1 + Math.floor(next() * 2) }, () => pick(from));
  const condition = (): WrittenStatement['Condition'] => {
    const result: NonNullable<WrittenStatement['Condition']> = {};
    for (let left = Math.floor(next() * 3); left > 0; left -= 1) {
      const key = pick(keys);
      const name = next() < 0.1 ? key.name.toUpperCase() : key.name;
      const set =
        key.many === true
          ? pick(['ForAllValues:', 'ForAnyValue:'])
          : pick(['', '', '', 'ForAllValues:', 'ForAnyValue:']);
      const operator = next() < 0.1 ? 'Null' : `${set}${pick(key.operators)}${pick(['', '', 'IfExists'])}`;
      result[operator] = {
        ...result[operator],
        [name]: operator === 'Null' ? pick(['true', 'false']) : some(key.wanted),
      };
    }
    return result;
  };
  const statement = (): WrittenStatement => ({
    Effect: next() < 0.75 ? 'Allow' : 'Deny',
    [next() < 0.85 ? 'Action' : 'NotAction']: some(actionPatterns),
    [next() < 0.85 ? 'Resource' : 'NotResource']: some(resourcePatterns),
    ...(next() < 0.7 ? { Condition: condition() ?? {} } : {}),
  });
  const policy = (): WrittenPolicy => ({
    ...(next() < 0.85 ? { Version: '2012-10-17' } : {}),
    Statement: Array.from({ length: 1 + Math.floor(next() * 3) }, statement),
  });
  const given = Object.fromEntries(
    keys.map((key) => [
      key.name,
      next() < 0.35 ? [] : key.many === true ? [...new Set(some(key.given))] : [pick(key.given)],
    ]),
  ) as Case['given'];
  for (let left = unknownCount; left > 0; left -= 1) given[pick(keys).name] = undefined;
  if (unknownCount > 0 && next() < 0.2) given['aws:RequestTag/a'] = [`y${anyText}`];
  const resource = pick(resources);
  return {
    policies: Array.from({ length: 1 + Math.floor(next() * 2) }, policy),
    boundary: next() < 0.3 ? policy() : undefined,
    action: pick(actions),
    resource: unknownCount > 0 && next() < 0.3 ? resource.replace(/\/[ab]$/, `/${anyText}`) : resource,
    given,
  };
}

/** Every world that matches the given values. */
function listWorlds({ given, resource, policies, boundary }: Case): { world: World; resource: string }[] {
  const written = JSON.stringify([policies, boundary]).toLowerCase();
  let contexts: Record<string, string[]>[] = [{}];
  for (const { name, given: values, many } of keys) {
    if (!written.includes(name.toLowerCase())) continue;
    const givenValues = given[name];
    const partly = givenValues?.some((value) => value.includes(anyText)) === true;
    const choices = partly
      ? ['y', 'yz', 'y*'].map((value) => [value])
      : givenValues !== undefined
        ? [givenValues]
        : [[], ...values.map((value) => [value]), ...(many === true ? [values.slice(0, 2)] : [])];
    contexts = contexts.flatMap((context) => choices.map((choice) => ({ ...context, [name]: choice })));
  }
  const named = resource.includes(anyText)
    ? ['a', 'b', 'zz'].map((name) => resource.replace(anyText, name))
    : [resource];
  return contexts.flatMap((context) =>
    [true, false].flatMap((starsCrossColons) =>
      [true, false].flatMap((negatedAbsent) =>
        [true, false].flatMap((completes) =>
          named.map((name) => ({
            world: { context, starsCrossColons, negatedAbsent, completes },
            resource: name,
          })),
        ),
      ),
    ),
  );
}

function compare(seed: number, count: number, unknownCount: number) {
  const next = random(seed);
  const tally = { allowed: 0, denied: 0, unknown: 0, tooCautious: 0 };
  for (let at = 0; at < count; at += 1) {
    const made = makeCase(next, unknownCount);
    const { policies, boundary, action, resource, given } = made;
    const context = Object.fromEntries(
      Object.entries(given).flatMap(([key, values]) => (values ? [[key, values]] : [])),
    );
    const decision = evaluate(
      policies.map((policy, index) => readPolicy(`policy-${index}`, policy)),
      boundary && readPolicy('boundary', boundary),
      { action, resource, context },
    );
    const answers = new Set<boolean>();
    for (const { world, resource: name } of listWorlds(made)) {
      answers.add(isAllowed(policies, boundary, action, name, world));
      if (answers.size === 2) break;
    }
    const sound = decision.answer === 'unknown' || (answers.size === 1 && answers.has(decision.answer === 'allowed'));
    if (!sound) expect.fail(JSON.stringify({ at, decision, ...made }, null, 1));
    if (decision.answer === 'unknown' && answers.size === 1) tally.tooCautious += 1;
    tally[decision.answer] += 1;
  }
  return tally;
}

describe('the evaluator against a slow and obvious one', () => {
  it('agrees on 10,000 requests of which all is told', () => {
    const { allowed, denied, unknown, tooCautious } = compare(1, 10_000, 0);
    expect(allowed).toBeGreaterThan(1_000);
    expect(denied).toBeGreaterThan(5_000);
    expect(unknown).toBeLessThan(400);
    expect(tooCautious).toBeLessThan(40);
  });

  it('decides nothing on 2,000 requests that what is not told could turn, and is seldom too cautious', () => {
    const { allowed, denied, unknown, tooCautious } = compare(2, 2_000, 2);
    expect(allowed).toBeGreaterThan(150);
    expect(denied).toBeGreaterThan(1_000);
    expect(unknown).toBeGreaterThan(150);
    expect(tooCautious).toBeLessThan(150);
  });
});
