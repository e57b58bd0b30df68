import type { Facts } from '../../../src/facts/facts.ts';
import type { SloppyAddress } from '../../../src/facts/network-addresses.ts';
import { counted } from '../../../src/syntax/english.ts';
import { rowsOf, type Asked, type Row } from './asked.ts';

/** Services with `spec.externalIPs`, and addresses that a strict parser refuses. */
export function askedByServices(rows: readonly Row[], { found }: Facts['serviceAddresses']): Asked[] {
  const external = rowsOf(rows, 'external-ips').flatMap((row) =>
    found
      .filter(({ externalIPs }) => externalIPs > 0)
      .map(({ namespace, name, externalIPs }): Asked => {
        const what = `spec.externalIPs with ${counted(externalIPs, 'address', 'addresses')}`;
        return { resource: { kind: 'Service', namespace, name }, row, what, fact: 'serviceAddresses' };
      }),
  );
  return [...external, ...sloppy(rows, 'Service', found, 'serviceAddresses')];
}

/** The same for address blocks of NetworkPolicies. */
export function askedByPolicies(rows: readonly Row[], { found }: Facts['networkPolicyAddresses']): Asked[] {
  return sloppy(rows, 'NetworkPolicy', found, 'networkPolicyAddresses');
}

function sloppy(
  rows: readonly Row[],
  kind: string,
  found: readonly { namespace: string; name: string; sloppy: readonly SloppyAddress[] }[],
  fact: 'serviceAddresses' | 'networkPolicyAddresses',
): Asked[] {
  return rowsOf(rows, 'sloppy-address').flatMap((row) =>
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
