import { defineCollector } from '../../collect.ts';
import type { Gap } from '../../reading.ts';
import { addonAsComponent, findComponent } from './components.ts';

/** The DaemonSet is what runs; the EKS add-on is what stands in where the DaemonSet cannot be seen or its tag says nothing. */
export const vpcCni = defineCollector('vpcCni', {
  permissions: [],
  from: ['daemonSets', 'addons'],
  async collect(_sources, facts) {
    const [daemonSets, addons] = await Promise.all([facts.reading('daemonSets'), facts.reading('addons')]);
    const gaps: Gap[] = [];
    if (!addons.ok) gaps.push({ what: 'the EKS add-on vpc-cni', reason: addons.reason });
    else gaps.push(...(addons.gaps ?? []).filter(({ what }) => what === 'add-on vpc-cni'));
    const known = addons.ok ? addons.value : [];
    if (daemonSets.ok) return { value: findComponent('vpc-cni', daemonSets.value, known), gaps };
    gaps.push({ what: 'the DaemonSet of the VPC CNI', reason: daemonSets.reason });
    return { value: known.filter(({ name }) => name === 'vpc-cni').map(addonAsComponent), gaps };
  },
});
