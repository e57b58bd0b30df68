import { gzipSync } from 'node:zlib';
import { withUserData, type Attack } from './hostile.ts';
import { aNodeClassObject } from './karpenter-pools.ts';
import { kubeProxyObjects } from './kube-proxy.ts';
import { aConfigMapObject } from './manifests.ts';
import { karpenter031World } from './scenarios/karpenter-0-31.ts';
import { karpenter16World } from './scenarios/karpenter-1-6.ts';
import { healthyWorld } from './healthy.ts';
import type { World } from './world.ts';

/** Texts that are valid members of true answers, and costly to read. */

const kib = 1024;

/** A text of about this length, of numbered pieces. */
function numbered(length: number, piece: (at: number) => string): string {
  const pieces: string[] = [];
  for (let size = 0; size < length; size += pieces.at(-1)?.length ?? length) pieces.push(piece(pieces.length));
  return pieces.join('');
}

const keys = (length: number): string => numbered(length, (at) => `k${at}: 1\n`);
const aliases = (length: number): string => numbered(length, (at) => `- &a${at} x\n- *a${at}\n`);
const brackets = (length: number): string => '['.repeat(length);

/** User data of MIME parts that are gzip in Base64, the whole again as gzip. */
function bomb(parts: number, partBytes: number): string {
  const part = gzipSync(Buffer.alloc(partBytes, '#\n')).toString('base64');
  const head = 'Content-Type: multipart/mixed; boundary="B"\n\n';
  const body = `--B\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n${part}\n`.repeat(parts);
  return gzipSync(`${head}${body}--B--\n`, { level: 9 }).toString('base64');
}

function withObjects(world: World, objects: readonly Record<string, unknown>[]): World {
  return { ...world, kube: { ...world.kube, objects: [...world.kube.objects, ...objects] } };
}

/** The world whose node classes have this user data, with this many more. */
function nodeClasses(more: number, userData: string): () => World {
  return () => {
    const world = karpenter16World();
    const added = Array.from({ length: more }, (_, at) => aNodeClassObject(`class-${at}`));
    const objects = [...world.kube.objects, ...added].map((one) =>
      one['kind'] === 'EC2NodeClass' ? { ...one, spec: { ...(one['spec'] as object), userData } } : one,
    );
    return { ...world, kube: { ...world.kube, objects } };
  };
}

/** The world in which this ConfigMap of `kube-system` replaces the one with its name. */
function configMap(world: () => World, name: string, data: Readonly<Record<string, string>>): () => World {
  return () => {
    const { kube, ...others } = world();
    const object = aConfigMapObject(`kube-system/${name}`, data);
    const isOther = ({ kind, metadata }: Record<string, unknown>): boolean =>
      kind !== 'ConfigMap' || (metadata as { name?: unknown }).name !== name;
    return { ...others, kube: { ...kube, objects: [...kube.objects.filter(isOther), object] } };
  };
}

const awsAuth = (mapRoles: string) => configMap(karpenter031World, 'aws-auth', { mapRoles });

const kubeProxyConfig = (text: string) =>
  configMap(() => withObjects(healthyWorld(), kubeProxyObjects('v1.33.3')), 'kube-proxy-config', {
    config: `kind: KubeProxyConfiguration\n${text}`,
  });

/** Attacks whose text is valid, and short enough to be read: a scan may be ready. */
export const readableAttacks: ReadonlySet<string> = new Set([
  'user data: 64 kB of keys in each of 200 node classes',
  'kube-proxy: 900 kB of keys',
]);

/** What someone who may create one object, or one launch template, can put into it. */
export const textAttacks: Readonly<Record<string, Attack>> = {
  'user data: 60,000 keys in a node class': { world: nodeClasses(0, `#cloud-config\n${keys(312 * kib)}`) },
  'user data: 64 kB of keys in each of 200 node classes': {
    world: nodeClasses(200, `#cloud-config\n${keys(63 * kib)}`),
  },
  'user data: 64 kB of anchors and aliases in each of 200 node classes': {
    world: nodeClasses(200, `#cloud-config\n${aliases(63 * kib)}`),
  },
  'user data: 544 parts of 256 kB in 1 kB of gzip': {
    world: () => withUserData(healthyWorld(), bomb(544, 256 * kib)),
  },
  'aws-auth: 900 kB of open brackets': { world: awsAuth(brackets(900 * kib)) },
  'aws-auth: 900 kB of keys': { world: awsAuth(keys(900 * kib)) },
  'aws-auth: 900 kB of quotation marks': { world: awsAuth('"'.repeat(900 * kib)) },
  'aws-auth: 900 kB of anchors and aliases': { world: awsAuth(aliases(900 * kib)) },
  'kube-proxy: 900 kB of open brackets': { world: kubeProxyConfig(`a: ${brackets(900 * kib)}`) },
  'kube-proxy: 900 kB of keys': { world: kubeProxyConfig(keys(900 * kib)) },
};
