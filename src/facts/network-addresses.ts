import * as z from 'zod/mini';
import { name } from './marks.ts';

/** Addresses in Services and NetworkPolicies that a Kubernetes version no longer accepts or serves. */

/** Where an address can be set. */
export const addressFields = [
  'spec.clusterIPs',
  'spec.externalIPs',
  'spec.loadBalancerSourceRanges',
  'annotation service.beta.kubernetes.io/load-balancer-source-ranges',
  'spec.ingress',
  'spec.egress',
  'spec.hostAliases',
] as const;

/** Why a strict parser rejects an address. */
export const addressProblems = ['leading zeros', 'bits beyond the prefix length', 'IPv4-mapped IPv6'] as const;

/** An address in an object, and what a strict parser rejects in it. */
export const address = z.object({
  field: z.enum(addressFields),
  value: name('host'),
  problem: z.enum(addressProblems),
});
export type SloppyAddress = z.infer<typeof address>;

/** v1 Services: their number, and those that use external IPs or have an address that a strict parser rejects. */
export const serviceAddresses = z.object({
  listed: z.number(),
  found: z.array(
    z.object({
      namespace: name('ns'),
      name: name('app'),
      /** The number of `spec.externalIPs`; 0 for a headless Service or type ExternalName, which do not use them. */
      externalIPs: z.number(),
      sloppy: z.array(address),
    }),
  ),
});

/** networking.k8s.io/v1 NetworkPolicies: their number, and those with an address that a strict parser rejects. */
export const networkPolicyAddresses = z.object({
  listed: z.number(),
  found: z.array(z.object({ namespace: name('ns'), name: name('app'), sloppy: z.array(address) })),
});
