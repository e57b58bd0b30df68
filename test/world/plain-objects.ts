/** A path is a name, or `namespace/name` for a namespaced kind. */
type Row = readonly [apiVersion: string, kind: string, paths: readonly string[]];

/** Kinds whose objects in the healthy world need only a name: two or more objects each, so that lists have pages. */
const rows: readonly Row[] = [
  // `npm run new-fact` adds rows here.
];

export function plainObjects(): Record<string, unknown>[] {
  return rows.flatMap(([apiVersion, kind, paths]) =>
    paths.map((path) => ({ apiVersion, kind, metadata: toMetadata(path) })),
  );
}

function toMetadata(path: string): Record<string, string> {
  const [first = path, name] = path.split('/');
  return name === undefined ? { name: first } : { namespace: first, name };
}
