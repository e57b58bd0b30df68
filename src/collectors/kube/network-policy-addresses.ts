import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { SloppyAddress } from '../../facts/network-addresses.ts';
import { listAll } from './list.ts';
import { sloppyAddresses } from './sloppy-addresses.ts';

const peer = z.object({
  ipBlock: z.optional(z.nullable(z.object({ cidr: z.string(), except: z.optional(z.nullable(z.array(z.string()))) }))),
});
const peers = z.optional(z.nullable(z.array(peer)));
const policy = z.object({
  metadata: z.object({ namespace: z.string(), name: z.string() }),
  spec: z.optional(
    z.nullable(
      z.object({
        ingress: z.optional(z.nullable(z.array(z.object({ from: peers })))),
        egress: z.optional(z.nullable(z.array(z.object({ to: peers })))),
      }),
    ),
  ),
});

export const networkPolicyAddresses = defineCollector('networkPolicyAddresses', {
  permissions: [{ apiGroup: 'networking.k8s.io', resource: 'networkpolicies', verb: 'list' }],
  async collect({ kube }) {
    const { value: listed, ...marks } = await listAll(await kube(), {
      apiGroup: 'networking.k8s.io',
      versions: ['v1'],
      resource: 'networkpolicies',
      project(raw) {
        const { metadata, spec } = policy.parse(raw);
        const sloppy: SloppyAddress[] = [
          ...sloppyAddresses(
            'spec.ingress',
            (spec?.ingress ?? []).flatMap(({ from }) => listCidrs(from)),
          ),
          ...sloppyAddresses(
            'spec.egress',
            (spec?.egress ?? []).flatMap(({ to }) => listCidrs(to)),
          ),
        ];
        return sloppy.length === 0 ? null : { namespace: metadata.namespace, name: metadata.name, sloppy };
      },
    });
    return { value: { listed: listed.length, found: listed.filter((one) => one !== null) }, ...marks };
  },
});

function listCidrs(found: z.infer<typeof peers>): string[] {
  return (found ?? []).flatMap(({ ipBlock }) =>
    ipBlock === undefined || ipBlock === null ? [] : [ipBlock.cidr, ...(ipBlock.except ?? [])],
  );
}
