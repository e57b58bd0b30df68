import type { Resource } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';

/** A role as a resource of a finding. */
export function roleResource({ name, arn }: Pick<KarpenterRole, 'name' | 'arn'>): Resource {
  return { kind: 'Role', name, arn };
}
