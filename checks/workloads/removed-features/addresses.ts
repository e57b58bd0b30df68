import type { Facts } from '../../../src/facts/facts.ts';
import type { SloppyAddress } from '../../../src/facts/network-addresses.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { selectRows, type UsedFeature, type Row } from './feature-uses.ts';

/** Services with `spec.externalIPs`, or with addresses that strict parsing rejects. */
export function listServiceFeatures(rows: readonly Row[], { found }: Facts['serviceAddresses']): UsedFeature[] {
  const external = selectRows(rows, 'external-ips').flatMap((row) =>
    found
      .filter(({ externalIPs }) => externalIPs > 0)
      .map(({ namespace, name, externalIPs }): UsedFeature => {
        const what = `spec.externalIPs with ${formatCount(externalIPs, 'address', 'addresses')}`;
        return { resource: { kind: 'Service', namespace, name }, row, what, fact: 'serviceAddresses' };
      }),
  );
  return [...external, ...sloppy(rows, 'Service', found, 'serviceAddresses')];
}

/** NetworkPolicies with CIDR blocks that strict parsing rejects. */
export function listNetworkPolicyFeatures(
  rows: readonly Row[],
  { found }: Facts['networkPolicyAddresses'],
): UsedFeature[] {
  return sloppy(rows, 'NetworkPolicy', found, 'networkPolicyAddresses');
}

function sloppy(
  rows: readonly Row[],
  kind: string,
  found: readonly { namespace: string; name: string; sloppy: readonly SloppyAddress[] }[],
  fact: 'serviceAddresses' | 'networkPolicyAddresses',
): UsedFeature[] {
  return selectRows(rows, 'sloppy-address').flatMap((row) =>
    found.flatMap(({ namespace, name, sloppy: addresses }) =>
      addresses.map(({ field, value, problem }) => ({
        resource: { kind, namespace, name },
        row,
        what: `${field}: ${value} (${problem})`,
        fact,
      })),
    ),
  );
}
