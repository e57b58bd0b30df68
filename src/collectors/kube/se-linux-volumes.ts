import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { grouped } from '../../syntax/grouped.ts';

export const seLinuxVolumes = defineCollector('seLinuxVolumes', {
  permissions: [],
  from: ['pods', 'csiDrivers'],
  async collect(_sources, facts) {
    const drivers = (await facts.readJoined('csiDrivers')).flatMap(({ entry, mountsWithLabel }) =>
      mountsWithLabel ? [entry] : [],
    );
    const pods = await facts.readJoined('pods');
    const uses = pods.flatMap(({ entry: { namespace, name, node, phase }, labelledClaims = [] }) =>
      phase === 'Succeeded' || phase === 'Failed'
        ? []
        : labelledClaims.map(({ claim, label }) => ({ namespace, claim, pod: { name, node, label } })),
    );
    const byClaim = grouped(uses, ({ namespace, claim }) => `${namespace}/${claim}`);
    const claims = [...byClaim.values()].flatMap((of): Facts['seLinuxVolumes']['claims'] => {
      const [{ namespace, claim }] = of;
      const isMixed = new Set(of.map(({ pod }) => pod.label)).size > 1;
      return isMixed ? [{ namespace, claim, pods: of.map(({ pod }) => pod) }] : [];
    });
    return { value: { drivers, claims } };
  },
});
