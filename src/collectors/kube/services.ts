import * as z from 'zod/mini';
import type { KubeSource } from '../../sources/kube/contract.ts';

const serviceObject = z.object({
  spec: z.object({
    type: z.optional(z.nullable(z.string())),
    ports: z.optional(z.nullable(z.array(z.object({ name: z.optional(z.nullable(z.string())), port: z.number() })))),
  }),
});

/** A Service; `ports` is null if the Service does not exist. The name of an unnamed port is empty. */
export interface ServiceRead {
  ports: { name: string; port: number }[] | null;
  external: boolean;
}

const requested = new WeakMap<KubeSource, Map<string, Promise<ServiceRead>>>();

/** A Service by name, requested only once for all facts. */
export function readService(kube: KubeSource, namespace: string, name: string): Promise<ServiceRead> {
  const known = requested.get(kube) ?? new Map<string, Promise<ServiceRead>>();
  requested.set(kube, known);
  const path = `${namespace}/${name}`;
  const reading = known.get(path) ?? read(kube, namespace, name);
  known.set(path, reading);
  return reading;
}

async function read(kube: KubeSource, namespace: string, name: string): Promise<ServiceRead> {
  const object = await kube.get('', 'v1', 'services', namespace, name);
  if (object === undefined) return { ports: null, external: false };
  const { type, ports } = serviceObject.parse(object).spec;
  return {
    ports: (ports ?? []).map(({ name: own, port }) => ({ name: own ?? '', port })),
    external: type === 'ExternalName',
  };
}
