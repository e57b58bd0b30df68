import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Workload } from '../../facts/kube.ts';
import type { Gap, Reading } from '../../facts/reading.ts';
import { loadTable } from '../../tables/tables.ts';
import { findComponent } from './components.ts';
import { allInOrder } from '../all-in-order.ts';

/** Components that can be EKS add-ons: if the image tag has no version, the version of the add-on is used. */
const addonNames = ['coredns', 'kube-proxy'];

export const apiClients = defineCollector('apiClients', {
  permissions: [],
  from: ['deployments', 'daemonSets', 'addons'],
  async collect(_sources, facts) {
    const [deployments, daemonSets, addons] = await allInOrder([
      facts.reading('deployments'),
      facts.reading('daemonSets'),
      facts.reading('addons'),
    ]);
    const workloads = [...valuesOf(deployments), ...valuesOf(daemonSets)];
    const value: Facts['apiClients'] = loadTable('token-floors').rows.flatMap(({ component }) =>
      findComponent(component, workloads, addons.ok ? addons.value : []).map((copy) => ({ ...copy, component })),
    );
    const lists = [...listGaps(deployments, 'the Deployments'), ...listGaps(daemonSets, 'the DaemonSets')];
    return { value, gaps: [...lists, ...listGaps(addons, 'the EKS add-ons', addonNames)] };
  },
});

function valuesOf(reading: Reading<Workload[]>): Workload[] {
  return reading.ok ? reading.value : [];
}

/** The gaps of a list, or the whole list as a gap; with `names`, only the gaps of these add-ons. */
function listGaps(reading: Reading<unknown>, what: string, names?: readonly string[]): Gap[] {
  if (!reading.ok) return [{ what, reason: reading.reason }];
  const gaps = reading.gaps ?? [];
  return names === undefined ? gaps : gaps.filter((gap) => names.some((name) => gap.what === `add-on ${name}`));
}
