import { advice, joinAdvice, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { formatName, type MatchingRow, type Row } from './matching-rows.ts';

/** @param name the object's name for commands from the table */
export function buildDetails(met: readonly MatchingRow[], name: string): Pick<Finding, 'evidence' | 'fix' | 'links'> {
  return {
    evidence: met.map(({ row }) => ({ observed: formatName(row), required: row.instead.replaceAll('`', '') })),
    fix: joinAdvice(
      met.map(
        ({ row }) =>
          advice`- \`${row.rowKind === 'unset' ? row.field : formatName(row)}\`: write ${buildReplacement(row, name)}`,
      ),
      '\n',
    ),
    links: [...new Set(met.map(({ row }) => row.source))],
  };
}

/** What the object has, in a few words; undefined for fields, which the text of the rule already names. */
export function shortText(met: readonly MatchingRow[]): string | undefined {
  const kinds = new Set(met.map(({ row }) => row.rowKind));
  if (kinds.has('field')) return undefined;
  if (kinds.has('tag')) return 'has tags that only Karpenter may set';
  return kinds.has('annotation') ? 'has an unsupported annotation' : 'has an unsupported value';
}

/** What the table says to write instead, with the object's name in the command. */
function buildReplacement({ instead, afterwards, takeAway }: Row, name: string): Advice {
  if (afterwards === undefined) return ofTable(instead);
  const words = ofTable(`${instead}; ${afterwards}`);
  if (takeAway === undefined) return words;
  const { from, annotation, because } = takeAway;
  const command = sh`kubectl annotate ${from} ${name} ${`${annotation}-`}`;
  return because === undefined ? advice`${words}: ${command}` : advice`${words} (${command}): ${ofTable(because)}`;
}
