import * as z from 'zod/mini';
import { factNames, type FactName } from '../facts/facts.ts';

const text = z.string().check(z.minLength(1), z.maxLength(20_000));
const line = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\n]*$/, 'expected one line'));
const expression = z.string().check(z.minLength(1), z.maxLength(16_384));
const kebab = z.string().check(z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'expected lower case, digits and hyphens'));

const objects = z.strictObject({
  group: z._default(z.string(), ''),
  versions: z.array(z.string()).check(z.minLength(1)),
  resource: z.string(),
  kind: line,
  notServed: z._default(z.enum(['empty', 'unknown']), 'unknown'),
});

const rule = z.strictObject({
  id: kebab,
  title: line,
  level: z.enum(['fail', 'warn']),
  blocks: z._default(z.enum(['control-plane', 'nodes', 'workloads', 'delivery', 'karpenter']), 'workloads'),
  phase: z._default(z.enum(['before', 'after']), 'before'),
  why: z.optional(text),
  fact: z.optional(z.custom<FactName>((value) => factNames.some((name) => name === value), 'unknown fact')),
  objects: z.optional(objects),
  /** Of the items of a fact, where they do not say it. */
  kind: z.optional(line),
  match: z.optional(expression),
  when: expression,
  message: z.optional(line),
  messageExpression: z.optional(expression),
  fix: text,
  links: z._default(z.array(line), []),
  at: z.optional(z.string().check(z.regex(/^1\.\d{1,3}$/, "expected a version in quotes: '1.35'"))),
});

const test = z.strictObject({
  name: line,
  rule: z.optional(kebab),
  objects: z.array(z.unknown()),
  cluster: z._default(z.record(z.string(), z.unknown()), {}),
  current: z._default(z.string().check(z.regex(/^1\.\d{1,3}$/)), '1.33'),
  target: z._default(z.string().check(z.regex(/^1\.\d{1,3}$/)), '1.34'),
  finds: z.array(z.string()),
});

/** A file of rules as it is written. */
export const ruleFileSchema = z.strictObject({
  plugin: kebab,
  rules: z.array(rule).check(z.minLength(1), z.maxLength(1_000)),
  tests: z._default(z.array(test).check(z.maxLength(5_000)), []),
});

export type WrittenRule = z.infer<typeof rule>;
export type WrittenObjects = z.infer<typeof objects>;
export type RuleTest = z.infer<typeof test>;
