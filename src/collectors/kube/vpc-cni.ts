import { defineCollector } from '../collect.ts';
import { daemonSetAddon } from './daemon-set-addon.ts';

export const vpcCni = defineCollector('vpcCni', {
  permissions: [],
  from: ['daemonSets', 'addons'],
  collect: (_sources, facts) => daemonSetAddon('vpc-cni', 'the VPC CNI', facts),
});
