import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import { ScanError } from '../facts/reason.ts';
import { addonsTables } from './addons.ts';
import { componentReleasesTables } from './component-releases.ts';
import { clientsTables } from './clients.ts';
import { controllersTables } from './controllers.ts';
import { controlPlaneTables } from './control-plane.ts';
import { healthTables } from './health.ts';
import { karpenterTables } from './karpenter.ts';
import { karpenterObjectTables } from './karpenter-objects.ts';
import { karpenterSettingsTables } from './karpenter-settings.ts';
import { managedChangesTables } from './managed-changes.ts';
import { managersTables } from './managers.ts';
import { nodesTables } from './nodes.ts';
import { workloadsTables } from './workloads.ts';
import { isObject } from '../syntax/json.ts';
import type { Minor } from '../syntax/versions.ts';

/** The schema of each table; its JSON Schema is `rules/schema.json`. */
export const tableSchemas = {
  ...addonsTables,
  ...componentReleasesTables,
  ...clientsTables,
  ...controllersTables,
  ...controlPlaneTables,
  ...healthTables,
  ...karpenterTables,
  ...karpenterObjectTables,
  ...karpenterSettingsTables,
  ...managedChangesTables,
  ...managersTables,
  ...nodesTables,
  ...workloadsTables,
} as const;

export type TableName = keyof typeof tableSchemas;
type TableOf<Name extends TableName> = z.infer<ReturnType<(typeof tableSchemas)[Name]>>;

/** The rows of each table. */
export type Tables = { [Name in TableName]: TableOf<Name>['rows'] };

export const tableNames = Object.keys(tableSchemas) as TableName[];

interface Ends {
  kubernetes?: Minor | undefined;
  /** `1.14` */
  karpenter?: string | undefined;
}

/** A loaded table: its rows, and the last versions that it covers; undefined if it has no end. */
export interface LoadedTable<Name extends TableName> {
  rows: Tables[Name];
  knownThrough: Minor | undefined;
  karpenterKnownThrough?: string | undefined;
  /** The day on which its sources were last read, `2026-11-21`; undefined if it cannot become old. */
  read?: string | undefined;
}

const loaded = new Map<TableName, Table>();

interface Table {
  knownThrough?: Ends | undefined;
  read?: string | undefined;
  rows: unknown;
}

/**
 * Loads a table; reads its file only once.
 * @throws ScanError (`unreadable`) if its file is missing or broken: a defect of this installation
 */
export function loadTable<Name extends TableName>(name: Name): LoadedTable<Name> {
  const table = loaded.get(name) ?? readTable(name);
  loaded.set(name, table);
  const { kubernetes, karpenter } = table.knownThrough ?? {};
  const ends = { knownThrough: kubernetes, karpenterKnownThrough: karpenter };
  return { rows: table.rows as Tables[Name], ...ends, read: table.read };
}

declare const __EKS_PREFLIGHT_TABLES_ARE_PARSED__: boolean | undefined;

/** Each table is a separate file in `rules/` (in a build: `dist/rules/`), so that a run loads only what it reads. */
function readTable(name: TableName): Table {
  const isParsed = typeof __EKS_PREFLIGHT_TABLES_ARE_PARSED__ === 'boolean';
  const file = fileURLToPath(new URL(`${isParsed ? '..' : '../..'}/rules/${name}.json`, import.meta.url));
  try {
    const written: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isParsed ? parsedBefore(written) : parseTable(name, written);
  } catch (error) {
    const message = `the table ${name} cannot be read: ${file}: ${error instanceof Error ? error.message : String(error)}`;
    throw new ScanError({ kind: 'unreadable', message, hint: 'Install eks-preflight again.' }, { cause: error });
  }
}

/**
 * Parses the content of a file in `rules/` with its schema. The build does this, because on every run it would take a
 * tenth of the time of a small scan.
 * @throws Error, one line, for the first violation of the schema
 */
export function parseTable(name: TableName, written: unknown): Table {
  const { data, error } = tableSchemas[name]().safeParse(withoutKeepers(written));
  if (data !== undefined) return { knownThrough: data.knownThrough, ...toAge(data), rows: data.rows };
  const { path, message } = error.issues[0] ?? { path: [], message: 'invalid' };
  throw new Error(`${path.join('.')}: ${message}`);
}

/** `by: hand` of a row says that a person keeps it: `npm run refresh` leaves it alone. Checks do not read it. */
function withoutKeepers(written: unknown): unknown {
  if (!isObject(written) || !Array.isArray(written['rows'])) return written;
  const rows = written['rows'].map((row: unknown) => {
    if (!isObject(row) || row['by'] !== 'hand') return row;
    const { by: _, ...rest } = row;
    return rest;
  });
  return { ...written, rows };
}

/** A table about something that is over, such as one Kubernetes version, does not become old. */
function toAge({ read, refresh }: { read: string; refresh: string }): Pick<Table, 'read'> {
  return refresh.startsWith('Closed:') ? {} : { read };
}

function parsedBefore(written: unknown): Table {
  const { rows, knownThrough, read } = written as Partial<Table>;
  if (!Array.isArray(rows)) throw new Error('it has no rows');
  return { rows, knownThrough, read };
}
