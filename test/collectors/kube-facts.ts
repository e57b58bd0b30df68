import { collect, type Collectors } from '../../src/collectors/collect.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { parseReadings, type Readings } from '../../src/facts/reading.ts';
import { setFields } from '../../src/syntax/set-fields.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { startApiServer, type RecordedRequest } from '../world/api-server.ts';
import { healthyWorld } from '../world/healthy.ts';
import type { World } from '../world/world.ts';

/** The collected readings as an inventory stores them, and the requests with their paths. */
export interface KubeFacts {
  readings: Readings;
  paths: string[];
  requests: readonly RecordedRequest[];
}

/**
 * Collects facts from a loopback API server with these objects, then stops it. AWS and local programs do not answer.
 */
export async function kubeFacts(
  objects: readonly Record<string, unknown>[],
  facts: readonly FactName[],
  {
    kube = {},
    deny = [],
    faults = [],
    own = {},
    rewrite,
  }: {
    kube?: Partial<World['kube']>;
    deny?: string[];
    faults?: World['faults'];
    /** Collectors that replace the product's. */
    own?: Partial<Collectors>;
    rewrite?: World['rewrite'];
  } = {},
): Promise<KubeFacts> {
  const base = healthyWorld();
  const changed = { deny, faults, kube: { ...base.kube, ...kube, objects }, ...setFields({ rewrite }) };
  const server = await startApiServer({ ...base, ...changed });
  const source = createKubeSource(
    { server: server.url, ca: server.caPem, headers: async () => ({}) },
    { userAgent: 'test' },
  );
  const elsewhere = () => Promise.reject(new Error('only Kubernetes here'));
  const sources = { aws: { call: elsewhere }, local: { run: elsewhere }, kube: async () => source };
  try {
    const taken = await collect({ ...collectors, ...own }, facts, sources as unknown as Sources);
    return {
      readings: parseReadings(JSON.parse(JSON.stringify(taken))),
      paths: server.requests.map(({ path }) => path),
      requests: server.requests,
    };
  } finally {
    source.close();
    await server.close();
  }
}
