import type { Tables } from '../../../tables/tables.ts';
import { isObject } from '../../../syntax/json.ts';

type Marker = Pick<Extract<Tables['karpenter-crds'][number], { rowKind: 'marker' }>, 'path' | 'enum' | 'allows'>;

/**
 * Whether a version's OpenAPI schema has what a marker requires: a field, a value of its enum, or a label key that its
 * rule allows. A schema with fewer restrictions also counts: Kubernetes before 1.25 drops the rules of labels.
 */
export function hasMarker(schema: unknown, { path, enum: value, allows }: Marker): boolean {
  const field = fieldAt(schema, path.split('.'));
  if (field === 'anything') return true;
  if (field === undefined) return false;
  if (value !== undefined) return !Array.isArray(field['enum']) || field['enum'].includes(value);
  return allows === undefined || selectRules(field, allows).every((rule) => rule.includes(`"${allows}"`));
}

/** The schema of the field at a path; `anything` if the schema preserves unknown fields there. */
function fieldAt(schema: unknown, path: readonly string[]): Record<string, unknown> | 'anything' | undefined {
  if (!isObject(schema)) return undefined;
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const found = properties[step.replace(/\[\]$/, '')];
  if (found === undefined && schema['x-kubernetes-preserve-unknown-fields'] === true) return 'anything';
  const next = step.endsWith('[]') && isObject(found) ? found['items'] : found;
  return fieldAt(next, rest);
}

/** The rules for a key's domain: `self in [...] || !self.find("^([^/]+)").endsWith("karpenter.k8s.aws")`. */
function selectRules(field: Record<string, unknown>, key: string): string[] {
  const [domain] = key.split('/');
  const validations = Array.isArray(field['x-kubernetes-validations']) ? field['x-kubernetes-validations'] : [];
  return validations.flatMap((validation: unknown) => {
    const rule = isObject(validation) ? validation['rule'] : undefined;
    return typeof rule === 'string' && rule.includes(`endsWith("${domain}")`) ? [rule] : [];
  });
}
