import { isMadeAdvice } from '../../languages/advice.ts';
import { isObject } from '../../languages/json.ts';
import type { AnyPluginCheck } from '../../plugin-api/define.ts';
import { mostFindings, type Judgement, type SaidOfCheck } from '../protocol.ts';

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
    for (const finding of check.run(factsOf(given, known), full)) {
      if (findings.length >= mostFindings) throw new Error(`it reports more than ${mostFindings} findings`);
      findings.push(plainFinding(finding));
    }
    return { findings };
  } catch (error) {
    return { findings, crashed: error instanceof Error ? error.message : String(error) };
  }
}

function factsOf(names: readonly string[], known: Known): never {
  return Object.fromEntries(names.map((name) => [name, known.get(name)])) as never;
}

/** A finding as data. */
function plainFinding(finding: unknown): unknown {
  if (!isObject(finding)) throw new Error('it reports a finding that is not an object');
  const { fix, ...data } = finding;
  if (fix === undefined) return data;
  if (!isMadeAdvice(fix)) throw new Error('it reports a finding whose fix is not made with advice`...`');
  return { ...data, fix: { text: fix.text, commands: fix.commands } };
}
