import type { Context, Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { toResource } from '../../../src/for-checks/components.ts';
import { advice, commands, ofTable } from '../../../src/syntax/advice.ts';
import { formatCount, formatFirst } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, isBelow, isRollback, parseMinor, type Minor, type PathEnds } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { findKnown, type Copy, type Known, type Versioned } from '../shared/controller-releases.ts';
import { buildEvidence, nameCopy } from './copy-text.ts';

type FlipRow = Extract<Tables['controllers'][number], { rowKind: 'flip' }>;

interface Flip {
  copy: Versioned;
  known: Known;
  row: FlipRow;
}

/** Controllers that will behave differently when the last node has the version. Silent where all nodes have it today. */
export function* flipFindings(
  controllers: readonly Copy[],
  nodes: Facts['nodes'],
  context: Context<'controllers'>,
): Iterable<Warning> {
  for (const flip of listFlips(controllers, context)) {
    const older = nodes.filter(({ kubeletVersion }) => (parseMinor(kubeletVersion) ?? Infinity) < flip.row.nodesFrom);
    const at = findStep(flip.row, context);
    if (older.length > 0 && at !== undefined)
      yield { ...(at > context.current ? { at } : {}), ...toFinding(flip, older) };
  }
}

/** Not before a rollback: it ends what the update began, and new pods are again as before. */
function listFlips(controllers: readonly Copy[], context: Context<'controllers'>): Flip[] {
  if (isRollback(context)) return [];
  const rows = context.tables.controllers;
  return controllers.flatMap((copy): Flip[] => {
    const known = findKnown(rows, copy.controller);
    const { version, vendor, addon, settings } = copy;
    if (known === undefined || version === null || vendor !== undefined || addon !== null) return [];
    return rows.flatMap((row) =>
      row.rowKind === 'flip' && row.controller === copy.controller && !settings.includes(row.unlessVariable)
        ? listIfIn(row, { ...copy, version }, known)
        : [],
    );
  });
}

function listIfIn(row: FlipRow, copy: Versioned, known: Known): Flip[] {
  const isIn = !isBelow(copy.version, row.from) && (row.below === undefined || isBelow(copy.version, row.below));
  return isIn ? [{ copy, known, row }] : [];
}

function findStep({ nodesFrom }: FlipRow, { versions }: Context & PathEnds): Minor | undefined {
  return versions.find((version) => version >= nodesFrom);
}

function toFinding({ copy, known, row }: Flip, older: Facts['nodes']): Warning {
  const { kind, namespace, name } = copy;
  const byHand = commands(sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`);
  const goal = advice`the environment variable \`${row.unlessVariable}\``;
  return {
    level: 'warn',
    rule: 'flip',
    resource: toResource(copy),
    message: `${nameCopy(copy, known)} ${row.what}`,
    evidence: [
      buildEvidence(copy, `${row.unlessVariable} is set, or the change is tested`),
      {
        observed: `${formatCount(older.length, 'node')} below ${format(row.nodesFrom)}: ${formatFirst(older.map((node) => node.name))}`,
        fact: 'nodes',
      },
    ],
    fix: advice`${ofTable(row.meaning)} ${ofTable(row.instead)} ${changeByOwner(copy, { goal, byHand })}`,
    links: [row.source, known.row.releases],
  };
}
