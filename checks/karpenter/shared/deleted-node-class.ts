/** The id of the remedy for a node class that is being deleted while NodePools reference it. */
export function buildDeletionRemedy({ kind, name }: { kind: string; name: string }): string {
  return `deleted-node-class:${kind}/${name}`;
}
