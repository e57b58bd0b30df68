import type { Collected, FactReader } from '../collect.ts';
import type { Component } from '../../facts/kube.ts';
import type { Gap } from '../../facts/reading.ts';
import { addonAsComponent, findComponent } from './components.ts';
import { allInOrder } from '../all-in-order.ts';
import { markUnwanted } from './matches-no-node.ts';

/**
 * Copies of a component that EKS runs as a DaemonSet. The EKS add-on of the same name is used only if the DaemonSets
 * cannot be read, or for the version if the image tag of a copy has none.
 * @param title the component in words: `the VPC CNI`
 */
export async function daemonSetAddon(
  component: 'vpc-cni' | 'kube-proxy',
  title: string,
  facts: FactReader<'daemonSets' | 'addons' | 'nodes'>,
): Promise<Collected<Component[]>> {
  const [daemonSets, addons] = await allInOrder([facts.reading('daemonSets'), facts.reading('addons')]);
  const gaps: Gap[] = [];
  if (!addons.ok) gaps.push({ what: `the EKS add-on ${component}`, reason: addons.reason });
  else gaps.push(...(addons.gaps ?? []).filter(({ what }) => what === `add-on ${component}`));
  const known = addons.ok ? addons.value : [];
  if (daemonSets.ok) {
    const copies = await markUnwanted(findComponent(component, daemonSets.value, known), facts);
    return { value: copies.value, gaps: [...gaps, ...copies.gaps] };
  }
  gaps.push({ what: `the DaemonSet of ${title}`, reason: daemonSets.reason });
  return { value: known.filter(({ name }) => name === component).map(addonAsComponent), gaps };
}
