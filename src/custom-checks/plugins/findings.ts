import * as z from 'zod/mini';
import type { Finding, Resource } from '../../check.ts';
import { factNames, type FactName } from '../../facts/facts.ts';
import { blocks, httpsLink, phase } from '../../facts/plugin-schemas.ts';
import { pluginFactName } from '../../facts/plugin-facts.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { adviceData, toAdvice, type DeclaredCheck } from './declaration.ts';
import { issueText } from '../../syntax/issue-text.ts';
import { mostFindings, type JudgedContext } from './protocol.ts';

const text = z.string().check(z.minLength(1), z.maxLength(2_000));
const word = z.string().check(z.minLength(1), z.maxLength(500));
const minor = z.int();

const resource = z.strictObject({
  kind: word,
  name: word,
  namespace: z.optional(word),
  apiVersion: z.optional(word),
  arn: z.optional(word),
  note: z.optional(word),
});

const evidence = z.strictObject({
  observed: text,
  required: z.optional(text),
  resource: z.optional(word),
  fact: z.optional(word),
  source: z.optional(z.enum(['live', 'table'])),
});

const finding = z.strictObject({
  level: z.enum(['fail', 'warn', 'unknown']),
  resource,
  message: text,
  at: z.optional(minor),
  since: z.optional(minor),
  rule: z.optional(z.string().check(z.regex(/^[\w.-]{1,100}$/))),
  evidence: z.optional(z.array(evidence).check(z.maxLength(100))),
  fix: z.optional(adviceData),
  links: z.optional(z.array(httpsLink).check(z.maxLength(20))),
  blocks: z.optional(blocks),
  phase: z.optional(phase),
});

const said = z.object({
  skip: z.optional(word),
  by: z.optional(z.array(z.string())),
  findings: z.array(z.unknown()).check(z.maxLength(mostFindings)),
  crashed: z.optional(z.string()),
  flaw: z.optional(z.string()),
});

/** The outcome of a check. */
export interface FoundByCheck {
  /** Why it does not apply; undefined if it does. */
  skip?: string;
  /** The tables on which `skip` depends, by their names in the check. */
  by?: readonly string[];
  findings: Finding[];
  /** Why not everything was judged: a sentence and a hint; no hint if the plug-in's authors must fix it. */
  flaw?: { message: string; hint?: string };
}

/** Validates a worker's answer. An invalid finding counts as a crash of the check; the findings before it are kept. */
export function parseFound(
  answer: unknown,
  check: DeclaredCheck,
  context: JudgedContext,
  objects: Objects,
): FoundByCheck {
  const { data } = said.safeParse(answer);
  if (data === undefined) return { findings: [], flaw: { message: 'the check returned an invalid answer' } };
  const { skip, by, crashed, flaw } = data;
  const findings: Finding[] = [];
  for (const [index, one] of data.findings.entries()) {
    const read = finding.safeParse(one);
    const invalid = read.success ? findFlaw(read.data, check, context, objects) : invalidText(read.error.issues[0]);
    if (!read.success || invalid !== undefined)
      return {
        findings,
        flaw: { message: `the check reports an invalid finding (number ${index + 1}): ${invalid ?? ''}` },
      };
    const when = resolveLevelAndVersions(read.data, context);
    if (when !== undefined) findings.push(toFinding(read.data, when, objects));
  }
  if (flaw !== undefined) return { findings, flaw: { message: `the check ${oneLine(flaw, 300)}` } };
  if (crashed !== undefined) return { findings, flaw: { message: `the check crashed: ${oneLine(crashed, 300)}` } };
  return { ...setFields({ skip: skip === undefined ? undefined : oneLine(skip), by }), findings };
}

/** The plug-in, and the names of its objects. */
export interface Objects {
  plugin: string;
  names: ReadonlySet<string>;
}

type FindingData = z.infer<typeof finding>;

function invalidText(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.map(String).join('.') ?? '';
  return oneLine(`${path === '' ? '' : `${path}: `}${issueText(issue)}`, 200);
}

function findFlaw(
  { level, at, since, phase, evidence: seen = [] }: FindingData,
  check: DeclaredCheck,
  { current }: JudgedContext,
  objects: Objects,
): string | undefined {
  if (level === 'fail' && check.severity === 'warn') return 'level: fail, although the severity of the check is warn';
  if (level === 'fail' && (phase ?? check.phase) === 'after') return 'level: fail in phase after';
  if ([at, since].some((minor) => minor !== undefined && (minor < 0 || minor > 999)))
    return 'at or since: no minor version';
  if (since !== undefined && since > Math.max(at ?? current, current))
    return at === undefined ? 'since: set without at' : 'since: later than at';
  const unknown = seen.find(({ fact }) => fact !== undefined && findFact(fact, objects) === undefined);
  return unknown === undefined ? undefined : `evidence: unknown fact '${oneLine(unknown.fact ?? '', 80)}'`;
}

/**
 * The level and versions of a finding on the upgrade path; undefined if it begins after the target. A failure after the
 * target is only a warning, from `since` on. Versions before the current one count as current.
 */
function resolveLevelAndVersions(
  { level, at = 0, since = at }: FindingData,
  { current, target }: JudgedContext,
): Pick<Finding, 'level' | 'at' | 'since'> | undefined {
  const [from, until] = [Math.max(since, current), Math.max(at, current)];
  if (from > target) return undefined;
  const buildAtField = (minor: number): { at?: number } => (minor === current ? {} : { at: minor });
  if (until > target) return { level: level === 'fail' ? 'warn' : level, ...buildAtField(from) };
  return { level, ...buildAtField(until), ...(from < until ? { since: from } : {}) };
}

/** Converts a validated finding; reduces its message, resource and evidence to one line each. */
function toFinding(data: FindingData, when: Pick<Finding, 'level' | 'at' | 'since'>, objects: Objects): Finding {
  const { at: _at, since: _since, fix, evidence: seen = [], resource: of, message, ...rest } = data;
  return {
    ...setFields(rest),
    ...when,
    message: oneLine(message),
    resource: toSingleLines(of) as unknown as Resource,
    ...setFields({ fix: fix === undefined ? undefined : toAdvice(fix) }),
    evidence: seen.map(({ fact, ...one }) => ({
      ...toSingleLines(one),
      observed: oneLine(one.observed),
      ...setFields({ fact: fact === undefined ? undefined : findFact(fact, objects) }),
    })),
  };
}

/** The full name of a fact, given the name in the check; undefined if there is none. */
function findFact(name: string, { plugin, names }: Objects): FactName | undefined {
  return names.has(name) ? pluginFactName(`${plugin}/${name}`) : factNames.find((fact) => fact === name);
}

function toSingleLines(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set = Object.entries(texts).flatMap(([key, value]) => (value === undefined ? [] : [[key, oneLine(value)]]));
  return Object.fromEntries(set);
}
