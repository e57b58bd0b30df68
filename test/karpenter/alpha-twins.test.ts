import { expect, it } from 'vitest';
import { poolTwin } from '../../src/karpenter/alpha-twins.ts';
import { aNodePool, aProvisioner } from '../checks/karpenter/objects.ts';

const only = (...values: string[]) => ({ requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values }] });
const [arm, intel, both] = [only('arm64'), only('amd64'), only('amd64', 'arm64')];
const requiringNothing = { requirements: [] };

it.each([
  ['the one with its name', aProvisioner('a', arm), [aNodePool('b', arm), aNodePool('a', intel)], 'a'],
  ['the only one with its requirements', aProvisioner('a', arm), [aNodePool('b', intel), aNodePool('c', arm)], 'c'],
  ['whatever the order of the values', aProvisioner('a', both), [aNodePool('b', only('arm64', 'amd64'))], 'b'],
  ['none of two with its requirements', aProvisioner('a', arm), [aNodePool('b', arm), aNodePool('c', arm)], undefined],
  [
    'none where nothing is required',
    aProvisioner('a', requiringNothing),
    [aNodePool('b', requiringNothing)],
    undefined,
  ],
  ['no Provisioner', aProvisioner('a', arm), [aProvisioner('a', arm)], undefined],
  ['of two with its name the first', aProvisioner('a', arm), [aNodePool('a', intel), aNodePool('a', arm)], 'a'],
])('a NodePool replaces a Provisioner: %s', (_name, provisioner, pools, twin) => {
  const found = poolTwin(provisioner, [provisioner, ...pools]);
  expect(found?.name).toBe(twin);
  if (twin !== undefined) expect(found).toBe(pools.find(({ name }) => name === twin));
});
