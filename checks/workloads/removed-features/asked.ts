import type { Evidence, Finding, Resource } from '../../../src/check.ts';
import type { FactName } from '../../../src/facts/facts.ts';
import { advice, commands, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Row = Tables['removed-features'][number];
export type RowOf<Kind extends Row['rowKind']> = Extract<Row, { rowKind: Kind }>;

/** A removed feature that an object uses, and the fact that shows it. */
export interface Asked {
  resource: Resource;
  row: Row;
  /** `volume code: gitRepo` */
  what: string;
  fact: FactName;
  /** Lines of evidence instead of `what` itself. */
  evidence?: readonly Evidence[];
}

/** The rows of a kind. */
export function rowsOf<Kind extends Row['rowKind']>(rows: readonly Row[], kind: Kind): RowOf<Kind>[] {
  return rows.filter((row): row is RowOf<Kind> => row.rowKind === kind);
}

/** One finding for each object and rule, at the first step that the row applies to. */
export function* findingsOf(asked: readonly Asked[], versions: readonly Minor[]): Iterable<Finding> {
  const keyOf = ({ resource: { kind, namespace = '', name }, row }: Asked) =>
    [kind, namespace, name, ruleOf(row)].join('\n');
  for (const group of grouped(asked, keyOf).values()) {
    const when = whenOf(group[0].row, versions);
    if (when !== undefined) yield { ...when, ...findingOf(group) };
  }
}

/** A feature that the current version has already removed is a warning: the update changes nothing. */
function whenOf(
  { warnFrom, failFrom, atStep }: Row,
  versions: readonly Minor[],
): Pick<Finding, 'level' | 'at' | 'since'> | undefined {
  const [current] = versions;
  const warns = versions.find((version) => version >= warnFrom);
  const fails = failFrom === null ? undefined : versions.find((version) => version >= failFrom);
  if (warns === undefined || (atStep === true && warns === current)) return undefined;
  if (fails === undefined || fails === current) return { level: 'warn', at: warns };
  return { level: 'fail', at: fails, ...(warns < fails ? { since: warns } : {}) };
}

function ruleOf(row: Row): string {
  if (row.rowKind === 'volume') return `volume:${row.type}`;
  return row.rowKind === 'registry' ? `registry:${row.host}` : row.rowKind;
}

function findingOf(group: readonly [Asked, ...Asked[]]): Omit<Finding, 'level'> {
  const [{ resource, row }] = group;
  const seen = new Map(
    group.map(({ what, fact, evidence }): [string, readonly Evidence[]] => [
      what,
      evidence ?? [{ observed: what, fact }],
    ]),
  );
  return {
    rule: ruleOf(row),
    resource,
    message: `${[...seen.keys()].join(', ')}: ${row.effect}`,
    evidence: [...seen.values()].flat(),
    fix: fixOf(row, resource),
    links: [row.source],
    ...(row.blocks === undefined ? {} : { blocks: row.blocks }),
  };
}

function fixOf({ instead }: Row, resource: Resource): Advice {
  return advice`${ofTable(instead)}\n${commands(lookAt(resource))}`;
}

/** The command that shows the object, or the objects of a finding about the whole cluster. */
function lookAt({ kind, namespace, name }: Resource): Command {
  if (kind === 'Cluster') return sh`kubectl get statefulsets --all-namespaces`;
  if (namespace === undefined) return sh`kubectl get ${kind.toLowerCase()} ${name} -o yaml`;
  return sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`;
}
