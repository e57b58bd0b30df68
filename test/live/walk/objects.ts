import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveCluster } from '../cluster.ts';

export type Json = Record<string, unknown>;
export type Labels = Readonly<Record<string, string>>;

/** A requirement of a node affinity. */
export interface Requirement {
  key: string;
  operator: string;
  values?: readonly string[];
}

interface Term {
  matchExpressions?: readonly Requirement[];
  matchFields?: readonly Requirement[];
}

/** A pod as the API server returns it. */
export interface PlayedPod {
  metadata: {
    namespace: string;
    name: string;
    labels?: Labels;
    ownerReferences?: readonly { kind: string }[];
    deletionTimestamp?: string;
  };
  spec: {
    nodeName?: string;
    nodeSelector?: Labels;
    affinity?: {
      nodeAffinity?: { requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms: readonly Term[] } };
    };
  };
  status: { phase: string; conditions?: readonly { type: string; status: string; message?: string }[] };
}

/** A node as the API server returns it. */
export interface PlayedNode {
  metadata: { name: string; labels?: Labels };
  spec: { unschedulable?: boolean; providerID?: string };
  status: { nodeInfo: { kubeletVersion: string } };
}

export const podPath = ({ metadata: { namespace, name } }: PlayedPod): string =>
  `/api/v1/namespaces/${namespace}/pods/${name}`;

export async function list<Item>(live: LiveCluster, path: string): Promise<Item[]> {
  return ((await ask(live, 'GET', path)) as { items: Item[] }).items;
}

/**
 * Sends a request as the administrator, again while a new API server loads its kinds. An object that is deleted meanwhile
 * is no error.
 */
export async function ask(
  live: LiveCluster,
  method: string,
  path: string,
  sent?: Json,
  type?: string,
): Promise<unknown> {
  const patch = method === 'PATCH' ? 'application/strategic-merge-patch+json' : undefined;
  let { status, body } = await live.admin(method, path, sent, type ?? patch);
  for (let tries = 0; status === 429 && tries < 100; tries += 1) {
    await sleep(200);
    ({ status, body } = await live.admin(method, path, sent, type ?? patch));
  }
  if (status >= 300 && status !== 404 && status !== 409)
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}
