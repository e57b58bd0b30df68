import type { FactName, Facts } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import { localName } from '../../facts/plugin-facts.ts';
import type { Result } from '../../judge/result.ts';
import type { Check } from '../../check.ts';
import type { Need } from '../../facts/plugin-objects.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { Table } from '../../tables/plugin-table.ts';
import type { AnyCase, Case } from './case.ts';
import { formatFinding } from './compare.ts';
import { denials, type Denied } from './denials.ts';
import { valuesIn } from './case-input.ts';
import { findCrash, judgeCase, ownFindings, type JudgedCase } from './judge-case.ts';
import { resolveRunner, type Runner } from './runner.ts';

/** The reason why a fact is missing, if a test removed it. */
export const taken = { kind: 'denied', message: 'removed by the test', permission: 'test:Permission' } as const;

/**
 * Removes from the facts of each case what a missing permission hides: each fact of `uses`, all of them together, and
 * each part of a fact that can be denied separately. The check must not crash, and must not fail or warn more than
 * before: unread data must not count as absent.
 * @throws Error if there is no test runner
 */
export function checkDenials<Needed extends Need, Used extends Need, Of extends Table, Gate extends Need>(
  check: Check<Needed, Used, Of, Gate>,
  cases: readonly Case<Needed | Used | Gate, Of>[],
  options: Runner = {},
): void {
  const { describe, it } = resolveRunner(options);
  describe(`${check.id}, without what a permission shows,`, () => {
    for (const entry of cases) it(`finds nothing new: ${entry.name}`, () => runDenials(check, entry));
  });
}

/**
 * Judges one case with each denial.
 * @throws Error that names the case and the denial if the check then finds more
 */
export async function runDenials(check: AnyPluginCheck, entry: AnyCase): Promise<void> {
  const judged = await judgeCase(check, entry);
  if (judged.result.status === 'skip') return;
  const { uses = [] } = judged.here.check;
  const facts = valuesIn(judged.input.readings) as Facts;
  const whole = { what: uses.map(localName).join(', '), facts: without(facts, uses) };
  const all = uses.length > 1 ? [...denials(judged.here.check, facts), whole] : [...denials(judged.here.check, facts)];
  const lines: string[] = [];
  for (const denied of all) {
    const flaws = newIn(judged.result, await resultWithout(judged, denied));
    if (flaws.length > 0) lines.push(`without ${localName(denied.what)}:`, ...flaws);
  }
  if (lines.length > 0) throw new Error([`${check.id}, case '${entry.name}':`, ...lines].join('\n'));
}

function without(facts: Facts, names: readonly FactName[]): Partial<Facts> {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name as FactName)));
}

async function resultWithout({ here, input }: JudgedCase, { what, facts }: Denied): Promise<Result> {
  const left: Readonly<Record<string, unknown>> = facts;
  const readings = Object.entries(input.readings).map(([name, reading]) => {
    if (!reading.ok || left[name] === reading.value) return [name, reading];
    if (left[name] === undefined) return [name, { ok: false, reason: taken }];
    return [name, { ...reading, value: left[name], gaps: [{ what, reason: taken }] }];
  });
  return (await here.judge({ ...input, readings: Object.fromEntries(readings) as Readings })).result;
}

const levels = ['unknown', 'warn', 'fail'];

/** Findings at a higher level than before, and a crash. Additional unknown findings are allowed. */
function newIn(before: Result, now: Result): string[] {
  const crash = findCrash(now);
  const levelBefore = new Map(
    ownFindings(before).map(({ fingerprint, level }) => [fingerprint, levels.indexOf(level)]),
  );
  const louder = ownFindings(now).filter(
    ({ fingerprint, level }) => levels.indexOf(level) > Math.max(0, levelBefore.get(fingerprint) ?? 0),
  );
  return [...(crash === undefined ? [] : [crash]), ...louder.map((finding) => `+ ${formatFinding(finding)}`)];
}
