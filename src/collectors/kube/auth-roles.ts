import * as z from 'zod/mini';
import type { Facts } from '../../facts/facts.ts';
import type { Permission } from '../../facts/reason.ts';
import type { Sources } from '../../sources/sources.ts';
import { allInOrder } from '../all-in-order.ts';
import { parseAwsAuth, type AuthEntry } from './aws-auth.ts';

const configMapObject = z.object({ data: z.optional(z.record(z.string(), z.string())) });

/** The permission to read only the ConfigMap aws-auth. */
export const readAwsAuth: Permission = {
  apiGroup: '',
  resource: 'configmaps',
  verb: 'get',
  namespace: 'kube-system',
  name: 'aws-auth',
};

/**
 * The entries of aws-auth for roles with the names that `readNames` returns; null if the ConfigMap does not exist, or
 * in the authentication mode API. Compares names, not ARNs, so that an entry with a wrong account or path is found.
 */
export async function readAuthRoles(
  kube: Sources['kube'],
  { authenticationMode }: Pick<Facts['cluster'], 'authenticationMode'>,
  readNames: () => Promise<readonly string[]>,
): Promise<Facts['nodeAuthRoles']> {
  if (authenticationMode === 'API') return null;
  const [names, object] = await allInOrder([
    readNames(),
    kube().then((source) => source.get('', 'v1', 'configmaps', 'kube-system', 'aws-auth')),
  ]);
  if (object === undefined) return null;
  const parsed = await parseAwsAuth(configMapObject.parse(object).data ?? {});
  if (parsed.state !== 'read') return parsed;
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  return { state: 'read', roles: parsed.entries.flatMap((entry) => withNameOfRole(entry, byName)) };
}

/** The entry with the case of the role's own ARN, which `--redact` gives one name; empty if it is of another role. */
function withNameOfRole({ arn, ...entry }: AuthEntry, byName: ReadonlyMap<string, string>): AuthEntry[] {
  const at = arn.lastIndexOf('/') + 1;
  const name = byName.get(arn.slice(at).toLowerCase());
  if (name === undefined) return [];
  const account = arn.indexOf('/') + 1;
  return [{ arn: `${arn.slice(0, account).toLowerCase()}${arn.slice(account, at)}${name}`, ...entry }];
}
