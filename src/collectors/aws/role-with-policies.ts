import type { NamedRole } from '../../facts/iam.ts';
import type { Gap } from '../../facts/reading.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { readAttachedPolicies, roleNamed, toTagsField, parseTrustPolicy } from './cluster-role.ts';
import { orAbsent } from './or-absent.ts';
import { readRolePolicies } from './role-policies.ts';
import { allInOrder } from '../all-in-order.ts';

interface PolicyFilter {
  /** AWS managed policies that suffice and are not read, in addition to AdministratorAccess. */
  known: ReadonlySet<string>;
  /** Services whose statements are kept: `ecr`. */
  services: readonly string[];
}

/** A role with its trust policy and its policies for some services; `found` is null if the role does not exist. */
export async function roleWithPolicies(
  aws: AwsSource,
  name: string,
  { known, services }: PolicyFilter,
): Promise<{ value: NamedRole; gaps: Gap[] }> {
  const found = await orAbsent(() => allInOrder([roleNamed(aws, name), readAttachedPolicies(aws, name)]));
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
  const trust = parseTrustPolicy(role.AssumeRolePolicyDocument);
  return {
    value: { name, found: { arn, trust, attachedPolicies, own: own.value, ...toTagsField(role) } },
    gaps: own.gaps,
  };
}
