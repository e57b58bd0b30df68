import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { changeByOwner, type Chart } from '../../../src/for-checks/component-update.ts';
import { changeValue } from '../../../src/for-checks/eks-addon.ts';

/** The problems of core components, by rule. */
export const componentProblems = {
  'availability-not-reported': 'number of available pods unknown',
  'coredns-absent': 'no CoreDNS in the cluster',
  'few-available': 'fewer than half of its pods available',
  'none-available': 'no pods available',
  'scaled-to-0': 'scaled to 0',
};

type Copy = Facts['coreComponents'][number];

const values = sh`--set replicaCount=2`;

/** Charts of the components that are reported when scaled to 0; the value `replicaCount` sets the number of pods. */
const charts: Partial<Record<Copy['component'], Chart>> = {
  coredns: {
    name: 'coredns',
    repository: { name: 'coredns', url: 'https://coredns.github.io/helm' },
    version: 'installed',
    values,
  },
  'aws-load-balancer-controller': {
    name: 'aws-load-balancer-controller',
    repository: { name: 'eks', url: 'https://aws.github.io/eks-charts' },
    version: 'installed',
    values,
  },
};

/** How to scale a Deployment up again, with the tool that manages it. */
export function scaleUp(copy: Copy, cluster: Facts['cluster']): Advice {
  const { namespace, name, component } = copy;
  const scale = sh`kubectl -n ${namespace} scale deployment ${name} --replicas=2`;
  const chart = charts[component];
  return advice`Scale it up again, unless it was scaled down on purpose. ${changeByOwner(copy, {
    goal: advice`two replicas`,
    ...(chart === undefined ? {} : { chart }),
    addon: (addon) => changeValue(cluster, addon, 'replicaCount', scale),
    byHand: commands(scale),
  })}`;
}
