import type { FactName } from '../../facts/facts.ts';
import { localName } from '../../facts/plugin-facts.ts';
import type { Readings } from '../../facts/reading.ts';
import type { Result } from '../../judge/result.ts';
import { format } from '../../syntax/versions.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { AnyCase } from './case.ts';
import { taken } from './check-denials.ts';
import { shown } from './data.ts';
import { declaredFacts } from './case-input.ts';
import { checkHere } from './in-process.ts';
import { findCrash, judgeCase, ownFindings, type JudgedCase } from './judge-case.ts';
import { lawsOfEachCase, type Law } from './case-laws.ts';

/** The laws of a check: it passes only if everything was read, and its outcome depends only on its facts. */
export function listLaws(check: AnyPluginCheck, cases: readonly AnyCase[]): Law[] {
  const passing = (): Promise<JudgedCase> => passingCase(check, cases);
  const here = checkHere(check);
  const facts = [...declaredFacts(here.check)];
  const unread = facts.map((fact): Law => ({
    name: `is unknown without ${localName(fact)}`,
    holds: async () =>
      insistUnknown(await resultWith(await passing(), fact, { ok: false, reason: taken }), `missing:${fact}`),
  }));
  const partly = facts.flatMap((fact): Law[] => [
    {
      name: `is unknown where a part of ${localName(fact)} was not read`,
      holds: async () =>
        insistUnknown(await resultWith(await passing(), fact, { gaps: [{ what: 'a part', reason: taken }] })),
    },
    {
      name: `is unknown on an old answer for ${localName(fact)}`,
      holds: async () => insistUnknown(await resultWith(await passing(), fact, { stale: 'two days' })),
    },
  ]);
  const counted = (here.check.counts ?? []).map((fact): Law => ({
    name: `is unknown where ${localName(fact)} changed while it was listed`,
    holds: async () => insistUnknown(await resultWith(await passing(), fact, { inconsistent: true })),
  }));
  return [
    { name: 'passes in one of its cases', holds: async () => void (await passing()) },
    ...unread,
    ...partly,
    ...counted,
    ...endingTables(check, passing),
    ...emptyLists(facts, passing),
    ...(here.check.warnsBy ?? []).map((fact) => onlyWarnsBy(check, cases, fact)),
    ...lawsOfEachCase(check, cases),
  ];
}

/** The first case that passes, so that any unknown in a test is due to what the test removed. */
async function passingCase(check: AnyPluginCheck, cases: readonly AnyCase[]): Promise<JudgedCase> {
  const others: string[] = [];
  for (const entry of cases) {
    if (entry.finds?.length !== 0) continue;
    const judged = await judgeCase(check, entry);
    const { status, findings } = judged.result;
    if (status === 'pass') return judged;
    others.push(`case '${entry.name}' is ${status}: ${findings.map(({ message }) => message).join('; ')}`);
  }
  const wanted = `${check.id} passes in no case: add one with all facts of needs and uses, and finds: []`;
  throw new Error([wanted, ...others].join('\n'));
}

async function resultWith({ here, input }: JudgedCase, fact: FactName, change: object): Promise<Result> {
  const { [fact]: reading, ...others } = input.readings;
  const changed = 'ok' in change ? change : { ...reading, ...change };
  return (await here.judge({ ...input, readings: { ...others, [fact]: changed } })).result;
}

function insistUnknown(result: Result, rule?: string): void {
  insistNoCrash(result);
  const { status, findings } = result;
  if (status !== 'unknown') throw new Error(`the status is ${status}, not unknown`);
  if (rule !== undefined && !findings.some((finding) => finding.rule === rule))
    throw new Error(`no finding has the rule ${rule}`);
}

function insistNoCrash(result: Result): void {
  const crash = findCrash(result);
  if (crash !== undefined) throw new Error(crash);
}

function endingTables(check: AnyPluginCheck, passing: () => Promise<JudgedCase>): Law[] {
  const here = checkHere(check);
  return [...here.plugin.tables].flatMap(([name, { knownThrough }]): Law[] => {
    if (knownThrough === undefined) return [];
    return [
      {
        name: `is unknown beyond ${format(knownThrough)}, where the table ${localName(name)} ends`,
        async holds() {
          const { input } = await passing();
          const target = knownThrough + 1;
          const current = Math.min(input.context.current, target);
          const versions = Array.from({ length: target - current + 1 }, (_, step) => current + step);
          const context = { ...input.context, current, target, versions };
          const { result } = await here.judge({ ...input, context });
          insistNoCrash(result);
          if (result.status === 'pass' || !result.findings.some(({ rule }) => rule === `table:${name}`))
            throw new Error(
              `the status at ${format(target)} is ${result.status}, and no finding says that the table ends`,
            );
        },
      },
    ];
  });
}

function emptyLists(facts: readonly FactName[], passing: () => Promise<JudgedCase>): Law[] {
  const emptied = async (chosen: readonly FactName[]): Promise<void> => {
    const { here, input } = await passing();
    const readings = Object.entries(input.readings).map(([name, reading]) => {
      const isEmptied = reading.ok && Array.isArray(reading.value) && chosen.includes(name as FactName);
      return [name, isEmptied ? { ...reading, value: [] } : reading];
    });
    const { result } = await here.judge({ ...input, readings: Object.fromEntries(readings) as Readings });
    insistNoCrash(result);
  };
  const each = facts.length < 2 ? [] : facts.map((fact) => ({ name: localName(fact), chosen: [fact] }));
  return [...each, { name: 'all lists', chosen: facts }].map(({ name, chosen }) => ({
    name: `does not crash where ${name === 'all lists' ? name : `the list ${name}`} ${name === 'all lists' ? 'are' : 'is'} empty`,
    holds: () => emptied(chosen),
  }));
}

/** Tests `warnsBy`: without one of its facts, the check must report the same failures. */
function onlyWarnsBy(check: AnyPluginCheck, cases: readonly AnyCase[], fact: FactName): Law {
  const selectFailures = (result: Result) => ownFindings(result).filter(({ level }) => level === 'fail');
  return {
    name: `fails nowhere because of ${localName(fact)}, which warnsBy names`,
    async holds() {
      for (const entry of cases) {
        const judged = await judgeCase(check, entry);
        if (judged.result.status === 'skip') continue;
        const without = await resultWith(judged, fact, { ok: false, reason: taken });
        const [before, after] = [selectFailures(judged.result), selectFailures(without)].map((found) =>
          found.map(({ resource, message }) => `${resource.text}: ${message}`),
        );
        if (before?.join('\n') !== after?.join('\n'))
          throw new Error(`case '${entry.name}': without it, other failures:\n- ${shown(before)}\n+ ${shown(after)}`);
      }
    },
  };
}
