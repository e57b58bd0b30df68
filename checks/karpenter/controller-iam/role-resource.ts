import type { Resource } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';

/** A role as one would look it up. */
export function roleResource({ name, arn }: Pick<KarpenterRole, 'name' | 'arn'>): Resource {
  return { kind: 'Role', name, arn };
}
