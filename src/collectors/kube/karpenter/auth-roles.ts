import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { Facts } from '../../../facts/facts.ts';
import { runsKarpenter } from './runs-karpenter.ts';

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

/** An alien ARN of the same role name is wanted, too: it is how a slip in the account or the path shows. */
export const nodeAuthRoles = defineCollector('nodeAuthRoles', {
  permissions: [{ apiGroup: '', resource: 'configmaps', verb: 'get', namespace: 'kube-system', name: 'aws-auth' }],
  from: ['cluster', 'deployments', 'karpenterNodeRoles'],
  async collect({ kube }, facts) {
    if (!(await runsKarpenter(facts))) return { value: null };
    const { authenticationMode } = await facts.read('cluster');
    if (authenticationMode === 'API') return { value: null };
    const [{ roles }, object] = await Promise.all([
      facts.read('karpenterNodeRoles'),
      kube().then((source) => source.get('', 'v1', 'configmaps', 'kube-system', 'aws-auth')),
    ]);
    if (object === undefined) return { value: null };
    const names = new Set(roles.map(({ name }) => name));
    return { value: await readRoles(configMapObject.parse(object).data?.['mapRoles'] ?? '', names) };
  },
});

async function readRoles(text: string, names: ReadonlySet<string>): Promise<Facts['nodeAuthRoles']> {
  const { parse } = await import('../../../languages/yaml.ts');
  let written: unknown;
  try {
    written = parse(text);
  } catch {
    return { state: 'unreadable', message: 'mapRoles is no YAML' };
  }
  const read = mapRoles.safeParse(written);
  if (!read.success) return { state: 'unreadable', message: 'mapRoles is no list of roles' };
  const roles = (read.data ?? [])
    .filter(({ rolearn }) => names.has(rolearn.slice(rolearn.lastIndexOf('/') + 1)))
    .map(({ rolearn, username = '', groups }) => ({ arn: rolearn, username, groups: groups ?? [] }));
  return { state: 'read', roles };
}
