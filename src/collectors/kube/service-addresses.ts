import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { SloppyAddress } from '../../facts/network-addresses.ts';
import { listAll } from './list.ts';
import { sloppyAddresses } from './sloppy-addresses.ts';

type Found = Facts['serviceAddresses']['found'][number];

const texts = z.optional(z.nullable(z.array(z.string())));
const service = z.object({
  metadata: z.object({
    namespace: z.string(),
    name: z.string(),
    annotations: z.optional(z.nullable(z.record(z.string(), z.string()))),
  }),
  spec: z.optional(
    z.nullable(
      z.object({
        type: z.optional(z.string()),
        clusterIP: z.optional(z.string()),
        clusterIPs: texts,
        externalIPs: texts,
        loadBalancerSourceRanges: texts,
      }),
    ),
  ),
});

const sourceRanges = 'service.beta.kubernetes.io/load-balancer-source-ranges';

export const serviceAddresses = defineCollector('serviceAddresses', {
  permissions: [{ apiGroup: '', resource: 'services', verb: 'list' }],
  async collect({ kube }) {
    const request = { apiGroup: '', versions: ['v1'], resource: 'services', project };
    const { value: listed, ...marks } = await listAll(await kube(), request);
    return { value: { listed: listed.length, found: listed.filter((one) => one !== null) }, ...marks };
  },
});

/** Null if the Service has nothing that checks read. */
function project(raw: unknown): Found | null {
  const { metadata, spec } = service.parse(raw);
  const ips = spec?.externalIPs ?? [];
  const isUsed = spec?.type !== 'ExternalName' && spec?.clusterIP !== 'None';
  const externalIPs = isUsed ? ips.length : 0;
  const sloppy: SloppyAddress[] = [
    ...sloppyAddresses('spec.clusterIPs', spec?.clusterIPs ?? []),
    ...sloppyAddresses('spec.externalIPs', ips),
    ...sloppyAddresses('spec.loadBalancerSourceRanges', spec?.loadBalancerSourceRanges ?? []),
    ...sloppyAddresses(`annotation ${sourceRanges}`, annotated(metadata.annotations?.[sourceRanges])),
  ];
  if (externalIPs === 0 && sloppy.length === 0) return null;
  return { namespace: metadata.namespace, name: metadata.name, externalIPs, sloppy };
}

function annotated(ranges = ''): string[] {
  return ranges.split(',').filter((range) => range.trim() !== '');
}
