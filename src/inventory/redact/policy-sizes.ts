/** IAM limits the inline policies of a role to 10,240 characters: 20 of these steps. */
const step = 512;

/**
 * Rounds the sizes of policy documents up: the exact size of a document from a public template shows how long the name
 * of the cluster is.
 */
export function roundPolicySizes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(roundPolicySizes);
  if (typeof value !== 'object' || value === null) return value;
  const isPolicy = 'document' in value && 'size' in value;
  const pairs = Object.entries(value).map(([key, item]: [string, unknown]) =>
    isPolicy && key === 'size' && typeof item === 'number'
      ? [key, Math.ceil(item / step) * step]
      : [key, roundPolicySizes(item)],
  );
  return Object.fromEntries(pairs);
}
