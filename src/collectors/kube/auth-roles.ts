import * as z from 'zod/mini';
import type { Facts } from '../../facts/facts.ts';
import type { Permission } from '../../facts/reason.ts';
import type { Sources } from '../../sources/sources.ts';
import { allInOrder } from '../all-in-order.ts';

const configMapObject = z.object({ data: z.optional(z.record(z.string(), z.string())) });
const mapRoles = z.nullable(
  z.array(
    z.object({
      rolearn: z.string(),
      username: z.optional(z.string()),
      groups: z.optional(z.nullable(z.array(z.string()))),
    }),
  ),
);

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
  return readRoles(configMapObject.parse(object).data?.['mapRoles'] ?? '', new Set(names));
}

async function readRoles(text: string, names: ReadonlySet<string>): Promise<Facts['nodeAuthRoles']> {
  const { parse } = await import('../../syntax/yaml.ts');
  let written: unknown;
  try {
    written = parse(text);
  } catch {
    return { state: 'unreadable', message: 'mapRoles is not valid YAML' };
  }
  const read = mapRoles.safeParse(written);
  if (!read.success) return { state: 'unreadable', message: 'mapRoles is not a list of roles' };
  const roles = (read.data ?? [])
    .filter(({ rolearn }) => names.has(rolearn.slice(rolearn.lastIndexOf('/') + 1)))
    .map(({ rolearn, username = '', groups }) => ({ arn: rolearn, username, groups: groups ?? [] }));
  return { state: 'read', roles };
}
