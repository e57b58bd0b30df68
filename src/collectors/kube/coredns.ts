import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { parseCorefile } from '../../languages/corefile/parse.ts';
import { maskSecrets } from '../../languages/corefile/secrets.ts';
import type { ServerBlock } from '../../languages/corefile/tree.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap } from '../../facts/reading.ts';
import { SourceError } from '../../facts/reason.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { findComponent } from './components.ts';

type Corefile = Facts['coredns'][number]['corefile'];
type Blocks = Extract<Corefile, { state: 'parsed' }>['blocks'];

const configMapObject = z.object({ data: z.optional(z.record(z.string(), z.string())) });

export const coredns = defineCollector('coredns', {
  permissions: [{ apiGroup: '', resource: 'configmaps', verb: 'get', namespace: 'kube-system', name: 'coredns' }],
  from: ['deployments', 'daemonSets'],
  async collect({ kube }, facts) {
    const workloads = (await Promise.all([facts.read('deployments'), facts.read('daemonSets')])).flat();
    const copies = findComponent('coredns', workloads);
    const value: Facts['coredns'] = [];
    const gaps: Gap[] = [];
    for (const copy of copies) {
      const { kind, namespace, name } = copy;
      const own = workloads.find((one) => one.kind === kind && one.namespace === namespace && one.name === name);
      try {
        const container = own?.containers.find(({ image }) => image === copy.image);
        const corefile = await findCorefile(await kube(), namespace, own?.configMaps ?? []);
        value.push({ ...copy, readinessPath: container?.readinessPath ?? null, corefile });
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        const hint = `It is needed for the ConfigMaps that ${kind} ${namespace}/${name} mounts: ${own?.configMaps.join(', ') ?? 'coredns'}`;
        gaps.push({ what: `the Corefile of ${kind} ${namespace}/${name}`, reason: { hint, ...error.reason } });
      }
    }
    return { value, gaps };
  },
});

/** The first mounted ConfigMap with a key `Corefile`; a CA bundle or a zone file may be mounted beside it. */
async function findCorefile(kube: KubeSource, namespace: string, mounted: readonly string[]): Promise<Corefile> {
  for (const configMap of mounted) {
    const object = await kube.get('', 'v1', 'configmaps', namespace, configMap);
    const text = object === undefined ? undefined : configMapObject.parse(object).data?.['Corefile'];
    if (text !== undefined) return parse(text, configMap);
  }
  return { state: 'missing', configMap: mounted[0] ?? 'coredns' };
}

function parse(text: string, configMap: string): Corefile {
  const parsed = parseCorefile(text);
  if (!parsed.ok) return { state: 'unreadable', configMap, line: parsed.line, message: parsed.message };
  const unresolvedImports = parsed.unresolvedImports.map(({ args, line }) => ({ pattern: args.join(' '), line }));
  return { state: 'parsed', configMap, blocks: mutable(maskSecrets(parsed.blocks)), unresolvedImports };
}

function mutable(blocks: readonly ServerBlock[]): Blocks {
  return structuredClone(blocks) as Blocks;
}
