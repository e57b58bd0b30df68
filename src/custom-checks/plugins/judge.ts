import type { AnyCheck, Context, Finding } from '../../check.ts';
import type { Facts } from '../../facts/facts.ts';
import { localName } from '../../facts/plugin-facts.ts';
import { judge, type JudgeInput } from '../../judge/engine.ts';
import { loadTables } from '../../judge/check-tables.ts';
import { quotedMarkdown } from '../../syntax/advice.ts';
import { sentence } from '../../syntax/markdown.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { reportTo } from './collectors.ts';
import type { DeclaredCheck } from './declaration.ts';
import { parseFound, type FoundByCheck, type Objects } from './findings.ts';
import { describeNoAnswer, type PluginHost } from './host.ts';
import type { JudgedContext, Judgement } from './protocol.ts';

/** The arguments that the engine passes to `applies` and `run` of a check; undefined if it does not call them. */
interface CheckArguments {
  gate?: Partial<Facts>;
  given?: Partial<Facts>;
  context?: Context;
}

/**
 * Builds a check that returns its worker's answer, so that the engine runs no code of the plug-in to judge it.
 * @param check its functions are placeholders
 */
export async function buildAnsweredCheck(
  check: AnyCheck,
  declared: DeclaredCheck,
  input: JudgeInput,
  { host, objects }: { host: PluginHost; objects: Objects },
): Promise<AnyCheck> {
  const checkArguments = captureCheckArguments(check, input);
  if (checkArguments.context === undefined) return check;
  const found = await requestFindings(declared, checkArguments, checkArguments.context, { host, objects });
  const { applies } = check;
  const skip = hangsOnEndedTable(check, found, input) ? undefined : found.skip;
  return {
    ...check,
    ...(applies === undefined ? {} : { applies: { ...applies, when: () => skip ?? true } }),
    run: () => [...found.findings, ...flawFinding(check.id, objects.plugin, found)],
  };
}

/** True if `skip` depends on a table that ends before the target: `skip` is then ignored, and the table reported. */
function hangsOnEndedTable(check: AnyCheck, { by = [] }: FoundByCheck, input: JudgeInput): boolean {
  const ended = loadTables(check, input).ended.flatMap(({ unseen }) =>
    unseen?.kind === 'table' ? [unseen.table] : [],
  );
  return ended.some((table) => by.includes(localName(table)));
}

/** An unknown finding for what the check could not judge. */
function flawFinding(id: string, plugin: string, { flaw }: FoundByCheck): Finding[] {
  if (flaw === undefined) return [];
  const fix = quotedMarkdown(flaw.hint === undefined ? reportTo(plugin) : sentence(flaw.hint));
  return [{ level: 'unknown', rule: 'crashed', resource: { kind: 'Check', name: id }, message: flaw.message, fix }];
}

/** Calls the engine with a check that only records its arguments. */
function captureCheckArguments(check: AnyCheck, input: JudgeInput): CheckArguments {
  const checkArguments: CheckArguments = {};
  const { applies } = check;
  judge(
    {
      ...check,
      ...(applies === undefined
        ? {}
        : {
            applies: {
              ...applies,
              when(gate: Facts, context: Context): true {
                Object.assign(checkArguments, { gate, context });
                return true;
              },
            },
          }),
      run(given: Facts, context: Context) {
        Object.assign(checkArguments, { given, context });
        return [];
      },
    },
    input,
  );
  return checkArguments;
}

async function requestFindings(
  declared: DeclaredCheck,
  { gate, given }: CheckArguments,
  context: Context,
  { host, objects }: { host: PluginHost; objects: Objects },
): Promise<FoundByCheck> {
  const judgedContext = toJudgedContext(context);
  const judgement: Judgement = {
    check: declared.id,
    gate: gate === undefined ? null : Object.keys(gate).map(localName),
    given: given === undefined ? null : Object.keys(given).map(localName),
    context: judgedContext,
  };
  const facts = Object.entries({ ...gate, ...given }).map(([name, value]) => [localName(name), value]);
  const reply = await host.request({ ask: 'judge', ...judgement }, Object.fromEntries(facts));
  if ('said' in reply) return parseFound(reply.said, declared, judgedContext, objects);
  const { hint } = 'refused' in reply ? reply.refused : {};
  return { findings: [], flaw: { message: describeNoAnswer(reply, 'the check'), ...setFields({ hint }) } };
}

function toJudgedContext(context: Context): JudgedContext {
  const { cluster, current, target, versions, karpenter, now, unasked = [] } = context;
  return {
    cluster,
    current,
    target,
    versions: [...versions],
    karpenter,
    now,
    unasked: new Set([...unasked].map(localName)),
  };
}
