import type { NamedRole } from '../../facts/iam.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../present.ts';
import { policiesOf, roleNamed, toldTags, trustOf } from './cluster-role.ts';
import { readRolePolicies } from './role-policies.ts';
import { together } from '../all-calls.ts';

interface Asked {
  /** AWS managed policies that are sufficient, so not read; AdministratorAccess is another one. */
  known: ReadonlySet<string>;
  /** Services whose statements are kept: `ecr`. */
  services: readonly string[];
}

/** A role with its trust policy and what its policies say about some services; a missing role is a value, not an error. */
export async function roleWithPolicies(
  aws: AwsSource,
  name: string,
  { known, services }: Asked,
): Promise<{ value: NamedRole; gaps: Gap[] }> {
  const found = await orAbsent(() => together([roleNamed(aws, name), policiesOf(aws, name)]));
  if (found === undefined) return { value: { name, found: null }, gaps: [] };
  const [role, attachedPolicies] = found;
  const isKnown = (arn: string): boolean => {
    const policy = arn.slice(arn.lastIndexOf('/') + 1);
    return /^arn:[\w-]+:iam::aws:policy\//.test(arn) && (known.has(policy) || policy === 'AdministratorAccess');
  };
  const attached = attachedPolicies.filter((arn) => !isKnown(arn));
  const boundary = role.PermissionsBoundary?.PermissionsBoundaryArn ?? null;
  const own = await readRolePolicies(aws, { role: name, attached, boundary, services });
  const arn = present(role.Arn, 'Role.Arn');
  const trust = trustOf(role.AssumeRolePolicyDocument);
  return {
    value: { name, found: { arn, trust, attachedPolicies, own: own.value, ...toldTags(role) } },
    gaps: own.gaps,
  };
}

/** Undefined if it does not exist. */
export async function orAbsent<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ScanError && error.reason.kind === 'absent') return undefined;
    throw error;
  }
}
