import type { AnyCheck, Context } from '../../src/check.ts';
import type { TableName } from '../../src/tables/tables.ts';
import type { Facts } from '../../src/facts/facts.ts';
import {
  expectHarmless,
  harmless,
  hostileTexts,
  listOperators,
  listTexts,
  withText,
  type FixText,
  type Tried,
} from '../e2e/hostile-texts.ts';

/**
 * Tests the printed commands of one row: each distinct text of its facts that appears in a command becomes hostile,
 * everywhere at once. (test/e2e/hostile-commands.slow.test.ts tries every text, in a command or not.) A check that
 * crashes on a hostile text is unknown and prints nothing; the engine's tests cover that.
 */
export function expectQuoted(check: AnyCheck, facts: Facts, context: Context<TableName>): Tried {
  const tried: Tried = { texts: 0, commands: 0, carrying: 0, withheld: 0 };
  const said = listFixes(check, facts, context);
  const own = listOperators(said);
  const printed = said.flatMap(({ commands }) => commands).join('\n');
  const shape = printed.replaceAll(/\d+/g, '#');
  for (const text of listTexts(facts)) {
    const key = `${check.id}\n${text}\n${shape}`;
    if (!printed.includes(text) || done.has(key)) continue;
    done.add(key);
    tried.texts += 1;
    const good = () => listOperators(saidWith(check, facts, context, text, harmless));
    for (const hostile of Object.values(hostileTexts)) {
      expectHarmless(saidWith(check, facts, context, text, hostile), hostile, own, good, tried);
    }
  }
  return tried;
}

/** Rows of one table often print the same commands: each text is tried only once in each command. */
const done = new Set<string>();

function saidWith(check: AnyCheck, facts: Facts, context: Context<TableName>, from: string, to: string): FixText[] {
  const changed = withText(facts, from, to);
  return listFixes(check, changed, { ...context, cluster: changed.cluster });
}

function listFixes(check: AnyCheck, facts: Facts, context: Context<TableName>): FixText[] {
  const said: FixText[] = [];
  try {
    for (const { fix = check.fix, undo } of check.run(facts, context))
      for (const { text, commands } of [fix, undo ?? []].flat()) said.push({ fix: text, commands });
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  }
  return said;
}
