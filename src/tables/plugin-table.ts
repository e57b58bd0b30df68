import type { TableName, Tables } from './tables.ts';

declare const rowOf: unique symbol;

/** A table of a plug-in, made with {@link defineTable}. */
export interface Table<Name extends string = string, Row = unknown> {
  readonly [rowOf]?: Row;
  readonly table: Name;
  readonly definition: TableDefinition<Name, Row>;
}

/** The definition of a table: data that may end at a Kubernetes version. */
export interface TableDefinition<Name extends string = string, Row = unknown> {
  /** The name of the table, in camel case. It is `<plug-in>/<name>` in reports. */
  name: Name;
  /** The last Kubernetes version in the table, `1.36`: beyond it, checks that read it are unknown. Default: no end. */
  knownThrough?: string | undefined;
  /** Plain JSON. */
  rows: readonly Row[];
}

/** A row of a table: `RowOf<typeof registries>`. */
export type RowOf<Of extends Table> = Of extends Table<string, infer Row> ? Row : never;

/** @internal A table in `rules/`, by its name. */
export type OwnTable = TableName;

/** @internal */
type OwnName<Of> = Extract<Of, TableName>;

/** @internal */
type OwnRows<Of> = Tables[OwnName<Of>];

/** The rows of tables by their names: `RowsOf<typeof registries>`. */
export type RowsOf<Of extends Table | OwnTable> = {
  readonly [Each in Of as Each extends Table ? Each['table'] : OwnName<Each>]: Each extends Table
    ? readonly RowOf<Each>[]
    : OwnRows<Each>;
};

/** Defines a table. Checks list it in `tables`. */
export function defineTable<const Name extends string, Row>(definition: TableDefinition<Name, Row>): Table<Name, Row> {
  return { table: definition.name, definition };
}
