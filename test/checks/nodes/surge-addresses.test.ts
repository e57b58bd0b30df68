import { describe, expect, it } from 'vitest';
import { countNeed } from '../../../src/for-checks/address-needs.ts';
import type { AddressSettings } from '../../../src/facts/node-room.ts';
import type { InstanceType } from '../../../src/facts/launch-templates.ts';
import { addressSettings } from '../cases.ts';

const standard = addressSettings();
const type = (interfaces: number, addressesPerInterface: number, nitro = true): InstanceType => ({
  name: 'm5.large',
  vcpus: 2,
  interfaces,
  addressesPerInterface,
  nitro,
});
const small = type(3, 4);
const p3dn = type(15, 50);
const large = type(3, 10);

/** Worked examples of the VPC CNI's documentation; the addresses of each interface itself are added. */
const examples: [
  string,
  number,
  InstanceType,
  Partial<AddressSettings>,
  [own: number, apart: number, blocks: number],
][] = [
  ['t3.small without pods: 1 interface with 3 addresses', 0, small, {}, [4, 0, 0]],
  ['t3.small with 5 pods: 3 interfaces with 9 addresses', 5, small, {}, [12, 0, 0]],
  ['p3dn without pods: 1 interface with 49 addresses', 0, p3dn, {}, [50, 0, 0]],
  ['p3dn with 3 pods: 2 interfaces with 98 addresses', 3, p3dn, {}, [100, 0, 0]],
  ['m5.large with 9 pods', 9, large, {}, [20, 0, 0]],
  ['no interface is kept warm', 9, large, { warmInterfaces: 0 }, [10, 0, 0]],
  ['WARM_IP_TARGET replaces the warm interface', 9, large, { warmAddresses: 2 }, [13, 0, 0]],
  ['WARM_IP_TARGET 0 counts as not set', 9, large, { warmAddresses: 0 }, [20, 0, 0]],
  ['MINIMUM_IP_TARGET alone', 9, large, { minimumAddresses: 18 }, [20, 0, 0]],
  ['both targets: the larger number', 9, large, { minimumAddresses: 10, warmAddresses: 5 }, [16, 0, 0]],
  ['t3.small with a prefix for no pods', 0, small, { prefixes: true }, [1, 0, 1]],
  ['t3.small with prefixes for 5 pods', 5, small, { prefixes: true }, [1, 0, 2]],
  ['t3.small with prefixes for 17 pods', 17, small, { prefixes: true }, [1, 0, 3]],
  ['t3.small with prefixes for 58 pods: 2 interfaces', 58, small, { prefixes: true }, [2, 0, 5]],
  [
    'MINIMUM_IP_TARGET 20 equals 32 addresses in prefixes',
    0,
    small,
    { prefixes: true, minimumAddresses: 20 },
    [1, 0, 2],
  ],
  ['WARM_PREFIX_TARGET 0 is not supported', 5, small, { prefixes: true, warmPrefixes: 0 }, [1, 0, 2]],
  ['only Nitro instances have prefixes', 9, type(3, 10, false), { prefixes: true }, [20, 0, 0]],
  ['custom networking: the first interface has no pods', 20, large, { customNetworking: true }, [1, 20, 0]],
  ['custom networking with prefixes', 20, large, { customNetworking: true, prefixes: true }, [1, 1, 3]],
  ['security groups for pods: a trunk interface', 9, large, { podInterfaces: true }, [21, 0, 0]],
];

it.each(examples)('%s', (_title, pods, of, settings, [own, apart, blocks]) => {
  expect(countNeed(pods, of, { ...standard, ...settings })).toEqual({ own, apart, blocks });
});

/** Attaches interfaces one by one, as ipamd does, until its targets are met: a slow reference. */
function attachOneByOne(
  pods: number,
  { interfaces: most, addressesPerInterface, nitro }: InstanceType,
  s: AddressSettings,
) {
  const limit = Math.max(1, most - (s.customNetworking ? 1 : 0) - (s.podInterfaces && nitro ? 1 : 0));
  const slots = addressesPerInterface - 1;
  const inPrefixes = s.prefixes && nitro;
  const targeted = (s.warmAddresses ?? 0) > 0 || (s.minimumAddresses ?? 0) > 0;
  const held: number[] = [];
  const pool = () => held.reduce((sum, one) => sum + one, 0) * (inPrefixes ? 16 : 1);
  const isMet = () => {
    const free = pool() - pods;
    if (targeted) return free >= (s.warmAddresses ?? 0) && pool() >= (s.minimumAddresses ?? 0);
    if (inPrefixes) return Math.floor(free / 16) >= (s.warmPrefixes || 1);
    return free >= 0 && held.filter((_, at) => at * slots >= pods).length >= (s.warmInterfaces ?? 1);
  };
  held.push(targeted || inPrefixes ? 0 : slots);
  while (!isMet()) {
    const open = held.findIndex((one) => one < slots);
    if (open >= 0) held[open] = (held[open] ?? 0) + 1;
    else if (held.length < limit) held.push(targeted || inPrefixes ? 0 : slots);
    else break;
  }
  const blocks = inPrefixes ? held.reduce((sum, one) => sum + one, 0) : 0;
  const own = held.reduce((sum, one) => sum + 1 + (inPrefixes ? 0 : one), 0);
  return { addresses: own + (s.podInterfaces && nitro ? 1 : 0), blocks };
}

describe('agrees with a reference that attaches interfaces one by one', () => {
  const numbers = [null, 0, 1, 3, 12];
  const modes = [false, true].flatMap((prefixes) =>
    [false, true].flatMap((customNetworking) =>
      [false, true].map((podInterfaces) => ({ ...standard, prefixes, customNetworking, podInterfaces })),
    ),
  );
  const targets = numbers.flatMap((warmInterfaces) =>
    numbers.flatMap((warmAddresses) =>
      numbers.map((minimumAddresses) => ({ warmInterfaces, warmAddresses, minimumAddresses })),
    ),
  );
  it.each([small, large, type(4, 15), type(3, 6, false)])('with $interfaces interfaces', (of) => {
    for (const mode of modes) {
      for (const target of targets) {
        for (const pods of [0, 1, 3, 5, 9, 10, 17, 29, 40, 58]) {
          const settings = { ...mode, ...target };
          const { own, apart, blocks } = countNeed(pods, of, settings);
          const expected = attachOneByOne(pods, of, settings);
          const addresses = settings.customNetworking ? apart : own;
          expect({ addresses, blocks }, JSON.stringify({ pods, ...settings })).toEqual(expected);
        }
      }
    }
  });
});
