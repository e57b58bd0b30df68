import { advice, joinAdvice, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import { whereManaged } from '../../../src/for-checks/managed-fix.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { Finding } from '../../../src/check.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { formatName, type KarpenterObject, type MatchingRow, type Row } from './matching-rows.ts';

/** @param objects the objects of the finding; commands from the table name the first */
export function buildDetails(
  met: readonly MatchingRow[],
  objects: readonly KarpenterObject[],
  { 'managed-changes': rows }: Pick<Tables, 'managed-changes'>,
): Pick<Finding, 'evidence' | 'fix' | 'links'> {
  const name = objects[0]?.name ?? '';
  const list = joinAdvice(
    met.map(
      ({ row }) =>
        advice`- \`${row.rowKind === 'unset' ? row.field : formatName(row)}\`: write ${buildReplacement(row, name)}`,
    ),
    '\n',
  );
  const where = objects.flatMap((object) => whereObjectManaged(object, rows) ?? [])[0];
  return {
    evidence: met.map(({ row }) => ({ observed: formatName(row), required: row.instead.replaceAll('`', '') })),
    fix: where === undefined ? list : advice`${list}\n\n${where}`,
    links: [...new Set(met.map(({ row }) => row.source))],
  };
}

function whereObjectManaged({ kind, ...object }: KarpenterObject, rows: Tables['managed-changes']): Advice | undefined {
  if ('nodeClass' in object)
    return whereManaged({ of: { owner: object.owner }, subject: `the ${kind}`, change: 'node-pool', rows });
  return whereManaged({ of: { owner: object.owner }, subject: 'the node class', change: 'node-class', rows });
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
