import * as z from 'zod/mini';
import type { Workload } from '../../facts/kube.ts';
import { isObject } from '../../syntax/json.ts';
import { noted } from './applied-notes.ts';
import { sloppyAddresses } from './sloppy-addresses.ts';

/** Fields of workloads that the API server accepts until a version, or that take effect from a version on. */

type Changed = Pick<Workload, 'sloppyHosts' | 'resizedInitContainers' | 'imagesWithoutReference' | 'placeLabels'>;

/** The fields of a pod's `spec` that only this module reads. */
export const changedSpec = {
  hostAliases: z.optional(z.nullable(z.array(z.object({ ip: z.optional(z.string()) })))),
};

const placeLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

interface Template {
  metadata?: { labels?: Readonly<Record<string, string>> | null | undefined } | null | undefined;
  spec: {
    hostAliases?: readonly { ip?: string | undefined }[] | null | undefined;
    initContainers?: readonly InitContainer[] | null | undefined;
    volumes?: readonly ({ name: string } & object)[] | null | undefined;
  };
}

interface InitContainer {
  name: string;
  restartPolicy?: string | null | undefined;
  resizePolicy?: readonly { restartPolicy?: string | undefined }[] | null | undefined;
}

/** What few templates have; empty for the others. */
export function findChangedFields({ metadata, spec }: Template): Changed {
  const addresses = (spec.hostAliases ?? []).flatMap(({ ip }) => ip ?? []);
  const lists = {
    sloppyHosts: sloppyAddresses('spec.hostAliases', addresses),
    resizedInitContainers: (spec.initContainers ?? []).filter(isResizedByRestart).map(({ name }) => name),
    imagesWithoutReference: (spec.volumes ?? []).filter(isImageWithoutReference).map(({ name }) => name),
    placeLabels: placeLabels.filter((label) => metadata?.labels?.[label] !== undefined),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, found]) => found.length > 0));
}

/** A sidecar may have the policy. Source: validateInitContainers of Kubernetes 1.36 */
function isResizedByRestart({ restartPolicy, resizePolicy }: InitContainer): boolean {
  return restartPolicy !== 'Always' && (resizePolicy ?? []).some((one) => one.restartPolicy === 'RestartContainer');
}

function isImageWithoutReference(volume: object): boolean {
  const image = 'image' in volume ? volume.image : undefined;
  return isObject(image) && (image['reference'] ?? '') === '';
}

const maxUnavailable = z.optional(z.nullable(z.union([z.number(), z.string()])));
/** The `updateStrategy` of a StatefulSet or DaemonSet. `maxUnavailable` of a DaemonSet means something else. */
export const updateStrategy = z.optional(
  z.nullable(
    z.object({
      type: z.optional(z.string()),
      rollingUpdate: z.optional(
        z.nullable(z.object({ maxUnavailable, partition: z.optional(z.nullable(z.number())) })),
      ),
    }),
  ),
);

interface StatefulSet {
  metadata: { annotations?: Readonly<Record<string, string>> | null | undefined };
  spec: { updateStrategy?: z.infer<typeof updateStrategy> };
}

/**
 * How many pods a rolling update may stop at the same time, if more than one. An API server that ignores the field drops
 * it from new objects: there, only the manifest in an annotation has it.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/registry/apps/statefulset/strategy.go
 */
export function findMaxUnavailable(
  { metadata, spec }: StatefulSet,
  replicas: number,
): Pick<Workload, 'maxUnavailable'> {
  const written = spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? findApplied(metadata.annotations ?? {});
  const count = written === undefined ? 1 : toCount(written, replicas);
  return count > 1 ? { maxUnavailable: count } : {};
}

/** A percentage is rounded down, as the controller of StatefulSets does. */
function toCount(written: number | string, replicas: number): number {
  if (typeof written === 'number') return written;
  const percent = /^(\d+)%$/.exec(written)?.[1];
  return percent === undefined ? 1 : Math.floor((Number(percent) * replicas) / 100);
}

const applied = z.object({ spec: z.optional(z.object({ updateStrategy })) });

function findApplied(annotations: Readonly<Record<string, string>>): number | string | undefined {
  for (const key of Object.keys(noted)) {
    const manifest = annotations[key];
    if (manifest?.includes('"maxUnavailable"') !== true) continue;
    const read = applied.safeParse(parseJson(manifest));
    const found = read.success ? read.data.spec?.updateStrategy?.rollingUpdate?.maxUnavailable : undefined;
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** @returns undefined for text that is not JSON: clients write the annotation, and anyone may change it */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
