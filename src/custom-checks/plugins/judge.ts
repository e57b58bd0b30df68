import type { AnyCheck, Context, Finding } from '../../check.ts';
import { localName } from '../../facts/plugin-facts.ts';
import { conclude, prepare, type JudgeInput, type Prepared } from '../../judge/engine.ts';
import type { Result } from '../../judge/result.ts';
import { quotedMarkdown } from '../../syntax/advice.ts';
import { sentence } from '../../syntax/markdown.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { reportTo } from './collectors.ts';
import type { DeclaredCheck } from './declaration.ts';
import { parseFound, type FoundByCheck, type Objects } from './findings.ts';
import { describeNoAnswer, type PluginHost } from './host.ts';
import type { JudgedContext, Judgement } from './protocol.ts';

/** Judges a check by its worker's answer: the engine runs no code of the plug-in. */
export async function judgeByWorker(
  check: AnyCheck,
  declared: DeclaredCheck,
  input: JudgeInput,
  { host, objects }: { host: PluginHost; objects: Objects },
): Promise<Result> {
  const prepared = prepare(check, input);
  if (prepared.gate === undefined && prepared.given === undefined)
    return conclude(prepared, { applies: true, findings: [] });
  const found = await requestFindings(declared, prepared, { host, objects });
  return conclude(prepared, {
    applies: hangsOnEndedTable(prepared, found) ? true : (found.skip ?? true),
    findings: [...found.findings, ...flawFinding(check.id, objects.plugin, found)],
  });
}

/** True if `skip` depends on a table that ends before the target: `skip` is then ignored, and the table reported. */
function hangsOnEndedTable({ ended }: Prepared, { by = [] }: FoundByCheck): boolean {
  return ended.some(({ unseen }) => unseen?.kind === 'table' && by.includes(localName(unseen.table)));
}

/** An unknown finding for what the check could not judge. */
function flawFinding(id: string, plugin: string, { flaw }: FoundByCheck): Finding[] {
  if (flaw === undefined) return [];
  const fix = quotedMarkdown(flaw.hint === undefined ? reportTo(plugin) : sentence(flaw.hint));
  return [{ level: 'unknown', rule: 'crashed', resource: { kind: 'Check', name: id }, message: flaw.message, fix }];
}

async function requestFindings(
  declared: DeclaredCheck,
  { gate, given, context }: Prepared,
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
  const { cluster, current, target, versions, karpenter, now, unasked } = context;
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
