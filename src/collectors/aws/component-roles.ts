import type { ComponentRights } from '../../facts/component-rights.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { loadTable } from '../../tables/tables.ts';
import { allInOrder } from '../all-in-order.ts';
import { readAssociation, type Credentials } from '../kube/karpenter/identity.ts';
import { readAttachedPolicies, roleNamed } from './cluster-role.ts';
import { readRolePolicies } from './role-policies.ts';
import { readManagerTags } from './tags.ts';

type Role = NonNullable<ComponentRights['roles']>[number];

/** What shows which role a component's pods have. */
export interface Identity {
  namespace: string;
  serviceAccount: string;
  /** The role of its EKS add-on; null or undefined: none. */
  addonRole: string | null | undefined;
  /** Of a running pod; undefined if none was seen. */
  credentials: Credentials | undefined;
}

/**
 * The ARNs of the roles of a component: that of its add-on, its EKS Pod Identity association, or its pods; without
 * them, those of the node groups. Undefined if this is unknown: no pod was seen, or the association was not read.
 */
export async function findRoleArns(
  aws: AwsSource,
  clusterName: string,
  identity: Identity,
  nodeRoles: readonly string[],
): Promise<string[] | undefined> {
  const { addonRole, credentials } = identity;
  const association = await ifRead(() => readAssociation(aws, clusterName, identity));
  if (association === notRead) return undefined;
  if (association !== undefined) return [association.targetRoleArn ?? association.roleArn].flatMap((arn) => arn ?? []);
  if (typeof addonRole === 'string') return [addonRole];
  if (credentials?.kind === 'irsa') return [credentials.roleArn];
  return credentials?.kind === 'none' && nodeRoles.length > 0 ? [...nodeRoles] : undefined;
}

/** Reads the policies and tags of a role of the cluster's account; `own` is null if this was not possible. */
export async function readRole(aws: AwsSource, arn: string, account: string): Promise<Role> {
  if (arn.split(':')[4] !== account) return { arn, own: null };
  const read = await ifRead(() => readOwnPolicies(aws, arn));
  return { arn, ...(read === notRead ? { own: null } : read) };
}

/** `own` is null if the name belongs to a role under another path. */
async function readOwnPolicies(aws: AwsSource, arn: string): Promise<Omit<Role, 'arn'>> {
  const name = arn.slice(arn.lastIndexOf('/') + 1);
  const [role, attached] = await allInOrder([roleNamed(aws, name), readAttachedPolicies(aws, name)]);
  if (role.Arn !== arn) return { own: null };
  const boundary = role.PermissionsBoundary?.PermissionsBoundaryArn ?? null;
  const { value } = await readRolePolicies(aws, { role: name, attached, boundary, services: listCalledServices() });
  return { own: value, ...readManagerTags(role.Tags) };
}

/** The services of the actions in the table: `ec2`. */
function listCalledServices(): string[] {
  const actions = loadTable('release-permissions').rows.flatMap((row) => (row.rowKind === 'iam' ? row.actions : []));
  return [...new Set(actions.map((action) => action.split(':')[0] ?? ''))];
}

const notRead = Symbol('not read');

/** The result, or `notRead` if the source cannot give it. */
export async function ifRead<Result>(read: () => Promise<Result>): Promise<Result | typeof notRead> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ScanError) return notRead;
    throw error;
  }
}
