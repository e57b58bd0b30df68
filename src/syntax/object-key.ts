/** A text that two Kubernetes objects share only if they are the same one; with a null namespace, of the whole cluster. */
export function objectKey({ kind, namespace, name }: { kind: string; namespace: string | null; name: string }): string {
  return `${kind}/${namespace ?? ''}/${name}`;
}
