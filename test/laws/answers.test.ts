import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import { factNames, type FactName } from '../../src/facts/facts.ts';
import { judge, type JudgeInput } from '../../src/judge/engine.ts';
import { countsFor, mayStop, type Steps } from '../../src/judge/questions.ts';
import type { Result } from '../../src/judge/result.ts';
import { valuesOf } from '../../src/judge/verdict-values.ts';
import { allFindings, hides, toAnswer, toVerdict } from '../../src/judge/verdict.ts';
import { readStoredInput } from '../judge/stored-input.ts';
import { storedNames } from '../world/stored.ts';

/** No answer is ready while a fact is missing that a check needs which may stop what the answer is about. */

const denied = { kind: 'denied' as const, message: 'taken away', permission: 'test:Permission' };
const worlds = ['healthy', 'karpenter-1.6', 'ordinary-team'];
const failing = checks.filter(({ severity }) => severity === 'fail');

function listFacts(check: AnyCheck): readonly FactName[] {
  return [...check.needs, ...(check.uses ?? []), ...(check.applies?.needs ?? [])];
}

/** The questions on which an unknown of this result bears. */
function openQuestions(result: Result, path: { results: readonly Result[]; steps: Steps }) {
  return valuesOf.question.filter((question) =>
    result.findings.some((finding) => hides('fail', finding, result) && countsFor(question, { finding, result }, path)),
  );
}

describe.each(worlds)('the answers about %s', (world) => {
  const input: JudgeInput = readStoredInput(world);
  const whole = failing.map((check) => judge(check, input));

  it.each(factNames.filter((fact) => fact !== 'cluster'))('depend on the fact %s', (fact) => {
    const without = { ...input, readings: { ...input.readings, [fact]: { ok: false as const, reason: denied } } };
    const results = failing.map((check, index) =>
      listFacts(check).includes(fact) ? judge(check, without) : whole[index],
    ) as Result[];
    const all = allFindings(results);
    const path = { results, steps: input.context.steps ?? [] };
    for (const result of results) {
      const unseen = result.findings.filter((one) => one.unseen !== null && hides('fail', one, result));
      const questions = openQuestions(result, path);
      if (unseen.length > 0)
        expect(questions).toEqual(valuesOf.question.filter((question) => mayStop(question, result, path.steps)));
      for (const question of questions) expect(toAnswer(question, all, path), result.id).not.toBe('ready');
    }
  });
});

describe('the answers of the stored inventories', () => {
  it.each(storedNames())('%s: what stops something is declared, and the worst answer is the verdict', (name) => {
    const input = readStoredInput(name);
    const results = failing.map((check) => judge(check, input));
    const all = allFindings(results);
    const undeclared = all.filter(
      ({ finding, result }) => finding.level === 'fail' && result.mayBlock?.includes(finding.blocks) !== true,
    );
    expect(undeclared.map(({ finding }) => `${finding.check} ${finding.blocks}`)).toEqual([]);
    const answers = valuesOf.question.map((question) =>
      toAnswer(question, all, { results, steps: input.context.steps ?? [] }),
    );
    const worst = (['blocked', 'incomplete', 'partial', 'ready'] as const).find((one) => answers.includes(one));
    expect(worst).toBe(toVerdict(all, results));
  });
});
