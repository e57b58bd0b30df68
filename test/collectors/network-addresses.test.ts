import { expect, it } from 'vitest';
import { sloppyAddresses } from '../../src/collectors/kube/sloppy-addresses.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { aNetworkPolicyObject, aServiceObject } from '../world/network-manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

async function value<Name extends FactName>(objects: readonly Json[], fact: Name): Promise<Facts[Name]> {
  const reading = (await kubeFacts(objects, [fact])).readings[fact];
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

it.each([
  ['10.0.0.5', undefined],
  ['0.0.0.0/0', undefined],
  [' 10.0.0.0/8 ', undefined],
  ['2001:db8::/32', undefined],
  ['2001:0db8::1', undefined],
  ['fd00::1/128', undefined],
  ['not an address', undefined],
  ['010.0.0.5', 'leading zeros'],
  ['10.0.0.0/08', 'leading zeros'],
  ['192.168.001.0/24', 'leading zeros'],
  ['192.168.0.5/24', 'bits beyond the prefix length'],
  ['2001:db8::1/32', 'bits beyond the prefix length'],
  ['::ffff:10.0.0.5', 'IPv4-mapped IPv6'],
  ['::FFFF:a00:5/128', 'IPv4-mapped IPv6'],
  ['0:0:0:0:0:ffff:10.0.0.5', 'IPv4-mapped IPv6'],
])('the address %s is refused for %s', (address, problem) => {
  const expected = problem === undefined ? [] : [{ field: 'spec.externalIPs', value: address, problem }];
  expect(sloppyAddresses('spec.externalIPs', [address])).toEqual(expected);
});

it('Services are counted, and kept where they use external IPs or hold such an address', async () => {
  const ranges = { 'service.beta.kubernetes.io/load-balancer-source-ranges': '10.0.0.0/8, 010.1.0.0/16' };
  const found = await value(
    [
      aServiceObject('shop/plain', { clusterIP: '172.20.0.10', clusterIPs: ['172.20.0.10'] }),
      aServiceObject('shop/external', { externalIPs: ['192.0.2.4', '192.0.2.5'] }),
      aServiceObject('shop/headless', { clusterIP: 'None', clusterIPs: ['None'], externalIPs: ['192.0.2.4'] }),
      aServiceObject('shop/alias', { type: 'ExternalName', externalIPs: ['192.0.2.4'] }),
      aServiceObject('shop/ranges', { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.5/8', '10.0.0.0/8'] }),
      aServiceObject('shop/annotated', { type: 'LoadBalancer' }, ranges),
    ],
    'serviceAddresses',
  );
  expect(found).toEqual({
    listed: 6,
    found: [
      {
        namespace: 'shop',
        name: 'annotated',
        externalIPs: 0,
        sloppy: [
          {
            field: 'annotation service.beta.kubernetes.io/load-balancer-source-ranges',
            value: '010.1.0.0/16',
            problem: 'leading zeros',
          },
        ],
      },
      { namespace: 'shop', name: 'external', externalIPs: 2, sloppy: [] },
      {
        namespace: 'shop',
        name: 'ranges',
        externalIPs: 0,
        sloppy: [
          { field: 'spec.loadBalancerSourceRanges', value: '10.0.0.5/8', problem: 'bits beyond the prefix length' },
        ],
      },
    ],
  });
});

it('NetworkPolicies are counted, and kept where a block or an exception is such an address', async () => {
  const found = await value(
    [
      aNetworkPolicyObject('shop/a', '10.0.0.0/8', ['10.1.0.0/16']),
      aNetworkPolicyObject('shop/b', '10.0.0.0/8', ['10.1.0.1/16']),
      aNetworkPolicyObject('shop/c', '010.0.0.0/8'),
    ],
    'networkPolicyAddresses',
  );
  expect(found).toEqual({
    listed: 3,
    found: [
      {
        namespace: 'shop',
        name: 'b',
        sloppy: [{ field: 'spec.ingress', value: '10.1.0.1/16', problem: 'bits beyond the prefix length' }],
      },
      {
        namespace: 'shop',
        name: 'c',
        sloppy: [{ field: 'spec.ingress', value: '010.0.0.0/8', problem: 'leading zeros' }],
      },
    ],
  });
});

it.each([
  ['services: list', 'serviceAddresses'],
  ['networkpolicies.networking.k8s.io: list', 'networkPolicyAddresses'],
  ['storageclasses.storage.k8s.io: list', 'storageClasses'],
] as const)('without %s, the fact is missing, and the reading names the permission', async (permission, fact) => {
  const { readings } = await kubeFacts([], [fact], { deny: [permission] });
  expect(readings[fact]).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
});
