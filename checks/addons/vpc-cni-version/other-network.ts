import type { Facts } from '../../../src/facts/facts.ts';
import { parseRepository } from '../../../src/for-checks/components.ts';

/** Images of the DaemonSets of other network plugins. */
const plugins: readonly [RegExp, string][] = [
  [/(?:^|\/)cilium$/, 'Cilium'],
  [/(?:^|\/)(?:calico\/node|calico-node)$/, 'Calico'],
  [/(?:^|\/)antrea-(?:agent-)?ubuntu$/, 'Antrea'],
  [/(?:^|\/)flannel$/, 'Flannel'],
  [/(?:^|\/)kube-router$/, 'kube-router'],
  [/(?:^|\/)weave-kube$/, 'Weave Net'],
];

/** The other network plugin among the DaemonSets, as the end of a sentence: `; Cilium runs instead`. */
export function describeOther(daemonSets: Facts['daemonSets'] = []): string {
  const images = daemonSets.flatMap(({ containers }) => containers.map(({ image }) => parseRepository(image)));
  const found = plugins.find(([pattern]) => images.some((image) => pattern.test(image)));
  return found === undefined ? '' : `; ${found[1]} runs in this cluster`;
}
