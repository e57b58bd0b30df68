import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { parseCorefile, type FindFiles } from '../../syntax/corefile/parse.ts';
import { maskSecrets } from '../../syntax/corefile/secrets.ts';
import type { Directive } from '../../syntax/corefile/tree.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { findComponent } from './components.ts';
import type { ConfigMapMount } from './config-map-mounts.ts';
import { listMountedFiles, findMounted, mayHold, type MountedFile } from './corefile-imports.ts';
import type { Joined } from '../for-joins.ts';
import { allInOrder } from '../all-in-order.ts';

type Corefile = Facts['coredns'][number]['corefile'];
type Parsed = Extract<Corefile, { state: 'parsed' }>;
type StoredDirective = Parsed['blocks'][number]['directives'][number];
type Owner = Joined<'deployments'>;

const configMapObject = z.object({ data: z.optional(z.record(z.string(), z.string())) });
const key = 'Corefile';

export const coredns = defineCollector('coredns', {
  permissions: [{ apiGroup: '', resource: 'configmaps', verb: 'get', namespace: 'kube-system', name: 'coredns' }],
  from: ['deployments', 'daemonSets'],
  async collect({ kube }, facts) {
    const lists = await allInOrder([facts.readJoined('deployments'), facts.readJoined('daemonSets')]);
    const joined = lists.flat();
    const copies = findComponent(
      'coredns',
      joined.map(({ entry }) => entry),
    );
    const value: Facts['coredns'] = [];
    const gaps: Gap[] = [];
    for (const copy of copies) {
      const { kind, namespace, name } = copy;
      const own = joined.find(
        ({ entry }) => entry.kind === kind && entry.namespace === namespace && entry.name === name,
      );
      try {
        const container = own?.entry.containers.find(({ image }) => image === copy.image);
        const { corefile, unread } = await findCorefile(await kube(), namespace, own);
        value.push({ ...copy, readinessPath: container?.readinessPath ?? null, corefile });
        gaps.push(...unread);
      } catch (error) {
        if (!(error instanceof ScanError)) throw error;
        const hint = `It is needed for the ConfigMaps that ${kind} ${namespace}/${name} mounts: ${own?.entry.configMaps.join(', ') ?? 'coredns'}`;
        gaps.push({ what: `the Corefile of ${kind} ${namespace}/${name}`, reason: { hint, ...error.reason } });
      }
    }
    return { value, gaps };
  },
});

/** A Corefile, and gaps for the ConfigMaps of its imports that could not be read. */
interface Found {
  corefile: Corefile;
  unread: Gap[];
}

/** The first mounted ConfigMap with a key `Corefile`; a CA bundle or a zone file may be mounted beside it. */
async function findCorefile(kube: KubeSource, namespace: string, own: Owner | undefined): Promise<Found> {
  const mounted = own?.entry.configMaps ?? [];
  for (const configMap of mounted) {
    const text = (await readConfigMapData(kube, namespace, configMap))[key];
    if (text !== undefined) return withImports(kube, namespace, { configMap, text, mounts: own?.mounts ?? [] });
  }
  return { corefile: { state: 'missing', configMap: mounted[0] ?? 'coredns' }, unread: [] };
}

async function readConfigMapData(
  kube: KubeSource,
  namespace: string,
  configMap: string,
): Promise<Record<string, string>> {
  const object = await kube.get('', 'v1', 'configmaps', namespace, configMap);
  return object === undefined ? {} : (configMapObject.parse(object).data ?? {});
}

interface Text {
  configMap: string;
  text: string;
  mounts: readonly ConfigMapMount[];
}

/**
 * Reads the ConfigMaps whose files the Corefile imports; if one cannot be read, the imports from its folder remain
 * unresolved.
 */
async function withImports(kube: KubeSource, namespace: string, { configMap, text, mounts }: Text): Promise<Found> {
  const first = buildCorefile(text, configMap, []);
  const folder = mounts.find((mount) => mount.configMap === configMap)?.folder;
  if (first.state !== 'parsed' || first.unresolvedImports.length === 0 || folder === undefined) {
    return { corefile: first, unread: [] };
  }
  const patterns = first.unresolvedImports.map(({ pattern }) => pattern);
  const wanted = mounts.filter((mount) => patterns.some((pattern) => mayHold(mount, pattern, folder)));
  const files: MountedFile[] = [];
  const unread: Gap[] = [];
  const folders = new Set(wanted.map((mount) => mount.folder));
  for (const mount of wanted) {
    try {
      files.push(...listMountedFiles(mount, await readConfigMapData(kube, namespace, mount.configMap)));
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      folders.delete(mount.folder);
      const hint = `It is needed for ConfigMap ${namespace}/${mount.configMap}, whose files the Corefile imports`;
      unread.push({ what: `the imports of ConfigMap ${namespace}/${configMap}`, reason: { hint, ...error.reason } });
    }
  }
  return { corefile: buildCorefile(text, configMap, files, findMounted(files, folders, folder)), unread };
}

function buildCorefile(
  text: string,
  configMap: string,
  files: readonly MountedFile[],
  findFiles?: FindFiles,
): Corefile {
  const read = parseCorefile(text, findFiles);
  if (!read.ok) return { state: 'unreadable', configMap, line: read.line, message: read.message };
  const unresolvedImports = read.unresolvedImports.map(({ args, line }) => ({ pattern: args.join(' '), line }));
  const blocks = maskSecrets(read.blocks).map(({ keys, line, directives }) => ({
    keys: [...keys],
    line,
    directives: directives.map((directive) => stored(directive, files)),
  }));
  return { state: 'parsed', configMap, blocks, unresolvedImports };
}

function stored({ file, args, block, ...directive }: Directive, files: readonly MountedFile[]): StoredDirective {
  const found = files.find((one) => one.file === file);
  return {
    ...directive,
    ...(found === undefined ? {} : { file: { configMap: found.configMap, key: found.key } }),
    args: [...args],
    block: block.map((option) => stored(option, files)),
  };
}
