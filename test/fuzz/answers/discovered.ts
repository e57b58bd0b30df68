import { ScanError } from '../../../src/facts/reason.ts';
import type { Lookup, Recorded } from './recorded.ts';

/** `GET /apis`, `GET /apis/apps/v1`, `GET /version`: requested once, for all facts of Kubernetes. */
export const isDiscovery = (call: string): boolean =>
  /^GET \/(?:version|api|api\/v1|apis(?:\/[^/]+\/[^/]+)?)$/.test(call);

/** All that collectors learn from discovery, as text. */
export async function describeDiscovery({ open, lookups }: Recorded, call: string): Promise<string> {
  const kube = await open.sources().kube();
  const [, group, version] = /^GET \/apis\/([^/]+)\/([^/]+)$/.exec(call) ?? [];
  const own = lookups.filter((lookup) => group === undefined || (lookup[0] === group && lookup[1] === version));
  const answers = own.map((lookup: Lookup) => described(() => kube.serves(...lookup)));
  return JSON.stringify(await Promise.all([described(() => kube.version()), ...answers]));
}

async function described(look: () => Promise<unknown>): Promise<unknown> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ScanError) return error.reason.kind;
    throw error;
  }
}
