type Row = readonly [apiVersion: string, kind: string, names: readonly string[]];

/** Kinds of which the healthy world holds objects that are nothing but their names: two or more, so that lists have pages. */
const rows: readonly Row[] = [
  // `npm run new-fact` adds to them.
];

/** The manifests of the objects. */
export function plainObjects(): Record<string, unknown>[] {
  return rows.flatMap(([apiVersion, kind, names]) => names.map((name) => ({ apiVersion, kind, metadata: { name } })));
}
