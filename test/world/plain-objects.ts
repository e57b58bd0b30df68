type Row = readonly [apiVersion: string, kind: string, names: readonly string[]];

/** Kinds whose objects in the healthy world need only a name: two or more objects each, so that lists have pages. */
const rows: readonly Row[] = [
  // `npm run new-fact` adds rows here.
];

/** The manifests of the objects. */
export function plainObjects(): Record<string, unknown>[] {
  return rows.flatMap(([apiVersion, kind, names]) => names.map((name) => ({ apiVersion, kind, metadata: { name } })));
}
