import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Workload } from '../../facts/kube.ts';
import type { Gap, Reading } from '../../facts/reading.ts';
import { loadTable } from '../../tables/tables.ts';
import { findComponent } from './components.ts';
import { together } from '../together.ts';

/** EKS add-ons among the components: what stands in where an image's tag says nothing. */
const addonNames = ['coredns', 'kube-proxy'];

export const apiClients = defineCollector('apiClients', {
  permissions: [],
  from: ['deployments', 'daemonSets', 'addons'],
  async collect(_sources, facts) {
    const [deployments, daemonSets, addons] = await together([
      facts.reading('deployments'),
      facts.reading('daemonSets'),
      facts.reading('addons'),
    ]);
    const workloads = [...valuesOf(deployments), ...valuesOf(daemonSets)];
    const value: Facts['apiClients'] = loadTable('token-floors').rows.flatMap(({ component }) =>
      findComponent(component, workloads, addons.ok ? addons.value : []).map((copy) => ({ ...copy, component })),
    );
    const lists = [...gapOf(deployments, 'the Deployments'), ...gapOf(daemonSets, 'the DaemonSets')];
    return { value, gaps: [...lists, ...gapOf(addons, 'the EKS add-ons', addonNames)] };
  },
});

function valuesOf(reading: Reading<Workload[]>): Workload[] {
  return reading.ok ? reading.value : [];
}

/** What could not be read of a list; of its single gaps only those of `names`, where they are given. */
function gapOf(reading: Reading<unknown>, what: string, names?: readonly string[]): Gap[] {
  if (!reading.ok) return [{ what, reason: reading.reason }];
  const gaps = reading.gaps ?? [];
  return names === undefined ? gaps : gaps.filter((gap) => names.some((name) => gap.what === `add-on ${name}`));
}
