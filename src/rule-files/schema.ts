import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(20_000));
const line = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\n]*$/, 'expected one line'));
const expression = z.string().check(z.minLength(1), z.maxLength(16_384));
const kebab = z.string().check(z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'expected lower case, digits and hyphens'));

/** YAML reads 1.30 without quotes as 1.3. */
const minor = z
  .string("expected a version in quotes: '1.35'")
  .check(z.regex(/^1\.\d{1,3}$/, "expected a version in quotes: '1.35'"));

const objects = z.strictObject({
  group: z._default(
    z
      .string()
      .check(
        z.regex(/^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)?$/, 'expected an API group such as apps'),
        z.maxLength(253),
      ),
    '',
  ),
  versions: z
    .array(z.string().check(z.regex(/^v\d+(?:(?:alpha|beta)\d+)?$/, 'expected a version such as v1')))
    .check(z.minLength(1), z.maxLength(20)),
  resource: z
    .string()
    .check(z.regex(/^[a-z][a-z0-9]*$/, 'expected the plural in lower case, as in URLs: deployments'), z.maxLength(63)),
  kind: line,
  notServed: z._default(z.enum(['empty', 'unknown']), 'unknown'),
});

const rule = z.strictObject({
  id: kebab,
  title: line.check(z.maxLength(200)),
  level: z.enum(['fail', 'warn']),
  blocks: z._default(z.enum(['control-plane', 'nodes', 'workloads', 'delivery', 'karpenter']), 'workloads'),
  phase: z._default(z.enum(['before', 'after']), 'before'),
  why: z.optional(text),
  fact: z.optional(z.string()),
  objects: z.optional(objects),
  /** Of the items of a fact, where they do not say it. */
  kind: z.optional(line),
  match: z.optional(expression),
  when: expression,
  message: z.optional(line),
  messageExpression: z.optional(expression),
  fix: text,
  links: z._default(
    z
      .array(z.string().check(z.regex(/^https:\/\/[^\s()<>"'`]+$/, 'expected an https URL'), z.maxLength(1_000)))
      .check(z.maxLength(20)),
    [],
  ),
  at: z.optional(minor),
});

const test = z.strictObject({
  name: line,
  rule: z.optional(kebab),
  objects: z.array(z.unknown()),
  cluster: z._default(z.record(z.string(), z.unknown()), {}),
  current: z._default(minor, '1.33'),
  target: z.optional(minor),
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
