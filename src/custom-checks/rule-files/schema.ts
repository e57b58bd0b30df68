import * as z from 'zod/mini';
import {
  apiGroup,
  apiResource,
  apiVersions,
  blocks,
  httpsLink,
  minorPattern,
  notServed,
  phase,
  pluginWord,
} from '../../facts/plugin-schemas.ts';

const text = z.string().check(z.minLength(1), z.maxLength(20_000));
const line = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\n]*$/, 'expected one line'));
const expression = z.string().check(z.minLength(1), z.maxLength(16_384));

/** A minor version. Users must quote it, because YAML parses 1.30 as the number 1.3. */
const minor = z
  .string("expected a version in quotes: '1.35'")
  .check(z.regex(minorPattern, "expected a version in quotes: '1.35'"));

const objects = z.strictObject({
  group: z._default(apiGroup, ''),
  versions: apiVersions,
  resource: apiResource,
  kind: line,
  notServed: z._default(notServed, 'unknown'),
});

const rule = z.strictObject({
  id: pluginWord,
  title: line.check(z.maxLength(200)),
  level: z.enum(['fail', 'warn']),
  blocks: z._default(blocks, 'workloads'),
  phase: z._default(phase, 'before'),
  why: z.optional(text),
  fact: z.optional(z.string()),
  objects: z.optional(objects),
  /** The kind of a fact's items, if they do not have one. */
  kind: z.optional(line),
  match: z.optional(expression),
  when: expression,
  message: z.optional(line),
  messageExpression: z.optional(expression),
  fix: text,
  links: z._default(z.array(httpsLink).check(z.maxLength(20)), []),
  at: z.optional(minor),
});

const test = z.strictObject({
  name: line,
  rule: z.optional(pluginWord),
  objects: z.array(z.unknown()),
  cluster: z._default(z.record(z.string(), z.unknown()), {}),
  current: z._default(minor, '1.33'),
  target: z.optional(minor),
  finds: z.array(z.string()),
});

/** A rule file, as users write it. */
export const ruleFileSchema = z.strictObject({
  plugin: pluginWord,
  rules: z.array(rule).check(z.minLength(1), z.maxLength(1_000)),
  tests: z._default(z.array(test).check(z.maxLength(5_000)), []),
});

export type WrittenRule = z.infer<typeof rule>;
export type WrittenObjects = z.infer<typeof objects>;
export type RuleTest = z.infer<typeof test>;

/** The fact name of objects: `budgetsExampleComV1`, which cannot be one of eks-preflight's own. */
export function buildObjectsName({ group, versions, resource }: WrittenObjects): string {
  const words = [resource, ...(group === '' ? ['core'] : group.split(/[.-]/)), ...versions];
  return words.map((word, at) => (at === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`)).join('');
}
