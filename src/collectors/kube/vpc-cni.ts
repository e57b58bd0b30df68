import { defineCollector } from '../collect.ts';
import type { Workload } from '../../facts/kube.ts';
import type { AddressSettings } from '../../facts/node-room.ts';
import { daemonSetAddon } from './daemon-set-addon.ts';
import { addressVariables } from './named-variables.ts';

export const vpcCni = defineCollector('vpcCni', {
  permissions: [],
  from: ['daemonSets', 'addons', 'nodes'],
  async collect(_sources, facts) {
    const { value, gaps = [] } = await daemonSetAddon('vpc-cni', 'the VPC CNI', facts);
    const daemonSets = await facts.reading('daemonSets');
    const find = (copy: (typeof value)[number]) =>
      daemonSets.ok
        ? daemonSets.value.find(({ namespace, name }) => namespace === copy.namespace && name === copy.name)
        : undefined;
    return {
      value: value.map((copy) => {
        const own = find(copy);
        return own === undefined ? copy : { ...copy, addresses: toSettings(own) };
      }),
      gaps,
    };
  },
});

function toSettings({ containers }: Workload): AddressSettings {
  const set: Readonly<Record<string, string | null>> = Object.assign(
    {},
    ...containers.map(({ variables }) => variables ?? {}),
  );
  const isOn = (variable: string, standard = false) => {
    const text = set[variable];
    return text === undefined || text === null || text === '' ? standard : /^(?:1|t|true)$/i.test(text);
  };
  const toNumber = (variable: string) => {
    const text = set[variable] ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : null;
  };
  return {
    prefixes: isOn(addressVariables.prefixes),
    customNetworking: isOn(addressVariables.customNetworking),
    podInterfaces: isOn(addressVariables.podInterfaces),
    subnetDiscovery: isOn(addressVariables.subnetDiscovery, true),
    warmInterfaces: toNumber(addressVariables.warmInterfaces),
    warmAddresses: toNumber(addressVariables.warmAddresses),
    minimumAddresses: toNumber(addressVariables.minimumAddresses),
    warmPrefixes: toNumber(addressVariables.warmPrefixes),
  };
}
