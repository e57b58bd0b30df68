import { isMadeAdvice } from '../../../syntax/advice.ts';
import { isObject } from '../../../syntax/json.ts';
import type { AnyPluginCheck } from '../../api/define.ts';
import { longestFindings, mostFindings, type Judgement, type RawCheckOutcome } from '../protocol.ts';
import { frozen } from './frozen.ts';
import { formatCrash, formatError } from './place.ts';

/** The facts that the worker has, by name. */
export type Known = ReadonlyMap<string, unknown>;

/** Runs one check on its facts. An error that it throws is part of the outcome. */
export function judgeCheck(check: AnyPluginCheck, { gate, given, context }: Judgement, known: Known): RawCheckOutcome {
  const findings: unknown[] = [];
  try {
    const { tables, read } = createTrackedTables(check);
    const full = { ...context, tables } as never;
    if (gate !== null && check.applies !== undefined) {
      const applicable: unknown = check.applies.when(selectFacts(gate, known), full);
      if (typeof applicable === 'string') return { skip: applicable, by: [...read], findings };
      if (applicable !== true) return { findings, flaw: 'returned neither true nor a reason from applies.when' };
    }
    if (given === null) return { findings };
    const flaw = addFindings(check.run(selectFacts(given, known), full), findings);
    return flaw === undefined ? { findings } : { findings, flaw };
  } catch (error) {
    return { findings, crashed: formatCrash(error) };
  }
}

/** The rows of a check's tables, and the names of the tables that it has read so far. */
function createTrackedTables({ tables = [] }: AnyPluginCheck): { tables: object; read: ReadonlySet<string> } {
  const read = new Set<string>();
  const ofTables = tables.map(({ table, definition }): [string, PropertyDescriptor] => [
    table,
    {
      enumerable: true,
      get() {
        read.add(table);
        return frozen(definition.rows);
      },
    },
  ]);
  return { tables: Object.defineProperties({}, Object.fromEntries(ofTables)), read };
}

function selectFacts(names: readonly string[], known: Known): never {
  return Object.fromEntries(names.map((name) => [name, known.get(name)])) as never;
}

/** Adds findings as plain data. Stops at the first invalid one or at a limit, and returns the flaw. */
function addFindings(found: unknown, findings: unknown[]): string | undefined {
  if (found instanceof Promise) return 'returned a promise instead of findings';
  if (typeof found !== 'object' || found === null || !(Symbol.iterator in found)) return 'returned no list of findings';
  let length = 0;
  for (const finding of found as Iterable<unknown>) {
    if (findings.length >= mostFindings) return `reports more than ${mostFindings} findings`;
    const { text, flaw } = toFindingJson(finding);
    if (text === undefined) return `reports a finding ${flaw ?? ''}`;
    length += text.length;
    if (length > longestFindings) return `reports findings of more than ${longestFindings / 1e6} MB`;
    findings.push(JSON.parse(text));
  }
  return undefined;
}

/** Serializes a finding, or describes its flaw. */
function toFindingJson(finding: unknown): { text?: string; flaw?: string } {
  if (!isObject(finding)) return { flaw: 'that is not an object' };
  try {
    const { fix, ...data } = finding;
    if (fix !== undefined && !isMadeAdvice(fix)) return { flaw: 'with a fix that is not made with advice`...`' };
    const plain = fix === undefined ? data : { ...data, fix: { text: fix.text, commands: fix.commands } };
    const text: unknown = JSON.stringify(plain);
    return typeof text === 'string' ? { text } : { flaw: 'that is not an object' };
  } catch (error) {
    return { flaw: `that cannot be written as JSON: ${formatError(error)}` };
  }
}
