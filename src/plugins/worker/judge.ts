import { isMadeAdvice } from '../../languages/advice.ts';
import { isObject } from '../../languages/json.ts';
import type { AnyPluginCheck } from '../../plugin-api/define.ts';
import { longestFindings, mostFindings, type Judgement, type SaidOfCheck } from '../protocol.ts';
import { messageOf } from './message.ts';

/** Taken before anything of a module runs. */
const { parse, stringify } = JSON;

/** Facts by name. */
export type Known = ReadonlyMap<string, unknown>;

/** Runs one check on the facts that it is given. What it throws is part of the answer. */
export function judgeCheck(check: AnyPluginCheck, { gate, given, context }: Judgement, known: Known): SaidOfCheck {
  const findings: unknown[] = [];
  try {
    const rows = (check.tables ?? []).map(({ table, definition }) => [table, definition.rows]);
    const full = { ...context, tables: Object.fromEntries(rows) } as never;
    if (gate !== null && check.applies !== undefined) {
      const applicable: unknown = check.applies.when(factsOf(gate, known), full);
      if (typeof applicable === 'string') return { skip: applicable, findings };
      if (applicable !== true) throw new Error('applies.when returned neither true nor a reason');
    }
    if (given === null) return { findings };
    let length = 0;
    for (const finding of iterableOf(check.run(factsOf(given, known), full))) {
      if (findings.length >= mostFindings) throw new Error(`it reports more than ${mostFindings} findings`);
      const text = textOf(finding);
      length += text.length;
      if (length > longestFindings) throw new Error(`it reports findings of more than ${longestFindings / 1e6} MB`);
      findings.push(parse(text));
    }
    return { findings };
  } catch (error) {
    return { findings, crashed: messageOf(error) };
  }
}

function factsOf(names: readonly string[], known: Known): never {
  return Object.fromEntries(names.map((name) => [name, known.get(name)])) as never;
}

function iterableOf(found: unknown): Iterable<unknown> {
  if (found instanceof Promise) throw new Error('run returned a promise: it has to return its findings');
  if (typeof found === 'object' && found !== null && Symbol.iterator in found) return found as Iterable<unknown>;
  throw new Error('run returned no list of findings');
}

/** A finding as JSON. */
function textOf(finding: unknown): string {
  if (!isObject(finding)) throw new Error('it reports a finding that is not an object');
  const { fix, ...data } = finding;
  if (fix !== undefined && !isMadeAdvice(fix))
    throw new Error('it reports a finding whose fix is not made with advice`...`');
  const text: unknown = stringify(
    fix === undefined ? data : { ...data, fix: { text: fix.text, commands: fix.commands } },
  );
  if (typeof text !== 'string') throw new Error('it reports a finding that is not an object');
  return text;
}
