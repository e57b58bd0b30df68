import type { AnyCheck } from '../../check.ts';
import type { JudgeInput } from '../../judge/engine.ts';
import type { Result } from '../../judge/result.ts';
import type { AnyPluginCheck, Plugin } from '../api/define.ts';
import { parseDeclaration } from '../plugins/declaration.ts';
import type { PluginHost, Reply } from '../plugins/host.ts';
import { createPlugin, type LoadedPlugin } from '../plugins/plugin.ts';
import type { Judgement, RawCheckOutcome } from '../plugins/protocol.ts';
import { toDeclaration } from '../plugins/worker/declare.ts';
import { frozen } from '../plugins/worker/frozen.ts';
import { judgeCheck } from '../plugins/worker/judge.ts';
import { loadTable } from '../../tables/tables.ts';

/** A check and its plug-in, as in a scan, but without a worker. */
export interface CheckHere {
  check: AnyCheck;
  plugin: LoadedPlugin;
  /** Returns the engine's result for these facts and versions, and the check's own outcome before validation. */
  judge(input: Omit<JudgeInput, 'table'>): Promise<JudgedHere>;
}

export interface JudgedHere {
  result: Result;
  /** Undefined: no code of the check ran, because facts are missing. */
  said: RawCheckOutcome | undefined;
}

/** Runs a check's code inside other code, which may replace globals before and restore them after. */
export type Around = (run: () => RawCheckOutcome) => RawCheckOutcome;

/**
 * Validates the declaration of a plug-in, as a scan does.
 * @throws Error, one line, about the first flaw
 */
export function declaredHere(plugin: Plugin): ReturnType<typeof parseDeclaration> {
  return parseDeclaration(structuredClone(toDeclaration(plugin)));
}

/**
 * Prepares a check to be judged in this thread, by the same engine and with the same validation as in a scan.
 * @throws Error, one line, if its declaration is invalid
 */
export function checkHere(check: AnyPluginCheck, around: Around = (run) => run()): CheckHere {
  const [name = ''] = check.id.split('/');
  const said: { last?: RawCheckOutcome } = {};
  const host: PluginHost = {
    declare: async () => ({ said: null }),
    async request(question, facts = {}) {
      if (question.ask !== 'judge') throw new Error(`a case does not ${question.ask}`);
      const known = new Map(Object.entries(facts).map(([fact, value]) => [fact, frozen(value)]));
      const answer = around(() => judgeCheck(withOwnRows(check), copyJudgement(question), known));
      said.last = answer;
      return toReply(answer);
    },
    close: async () => undefined,
  };
  const plugin = createPlugin(name, declaredHere({ name, checks: [check] }), host);
  const [declared] = plugin.checks;
  if (declared === undefined) throw new Error(`${check.id} is not declared`);
  const table = ((of) => plugin.tables.get(of) ?? loadTable(of)) as typeof loadTable;
  return {
    check: declared,
    plugin,
    async judge(input) {
      delete said.last;
      const result = await plugin.judge(declared, { ...input, table });
      return { result, said: said.last };
    },
  };
}

/** Copies the question, as sending it to a worker would. */
function copyJudgement({ check, gate, given, context }: Judgement): Judgement {
  return structuredClone({ check, gate, given, context });
}

/** Copies the rows, because judging freezes them, and the author's module must not change. */
function withOwnRows(check: AnyPluginCheck): AnyPluginCheck {
  const tables = check.tables?.map((one) => ({
    ...one,
    definition: { ...one.definition, rows: structuredClone(one.definition.rows) },
  }));
  return tables === undefined ? check : { ...check, tables };
}

/** Converts an answer to JSON and back, as receiving it from a worker would. */
function toReply(answer: RawCheckOutcome): Reply {
  try {
    return { said: JSON.parse(JSON.stringify(answer)) };
  } catch (error) {
    return { threw: error instanceof Error ? error.message : String(error) };
  }
}
