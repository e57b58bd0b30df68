import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { parseRepository } from '../../../src/for-checks/components.ts';
import { endpointSlicesFirst } from '../shared/coredns.ts';
import { chooseAddon } from '../../../src/for-checks/eks-addon.ts';
import type { Copy } from './standing.ts';

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'current' | 'tables'>;

/** How to update a copy to its floor, and the workaround until then. */
export function updateFix(copy: Copy, minimum: string, here: Here): Advice {
  const { kind, namespace, name } = copy;
  const restart = sh`kubectl -n ${namespace} rollout restart ${`${kind.toLowerCase()}/${name}`}`;
  return advice`${installFix(copy, minimum, here)}\nUntil then, restart its pods to get new
    tokens:\n${commands(restart)}`;
}

function installFix(copy: Copy, minimum: string, { cluster, current, tables }: Here): Advice {
  if (copy.addon === null && copy.component.endsWith('-controller')) {
    return advice`Install ${minimum} or newer as addons/load-balancer-controller-version describes.`;
  }
  return changeByOwner(copy, {
    goal: advice`an image of ${minimum} or newer`,
    addon: (addon) =>
      advice`Update the EKS add-on to the newest version that EKS lists
        for ${format(current)}:\n${chooseAddon(cluster, addon, current, 'VERSION')}`,
    managers: { cluster, rows: tables['managed-changes'] },
    byHand: byHand(copy, minimum, current),
  });
}

function byHand({ component, namespace, name, kind, image }: Copy, minimum: string, current: Minor): Advice {
  if (component !== 'coredns' && component !== 'kube-proxy') {
    return advice`Update the chart or the manifest that installed it (${sh`helm -n ${namespace} list`}) to an image
      of ${minimum} or newer.`;
  }
  const page = `https://docs.aws.amazon.com/eks/latest/userguide/managing-${component}.html`;
  const workload = `${kind.toLowerCase()}/${name}`;
  return advice`${component === 'coredns' ? endpointSlicesFirst : advice``}${commands(
    sh`kubectl -n ${namespace} set image ${workload} ${component}=${parseRepository(image)}:TAG`,
  )}\nFor TAG, [the user guide](${page}) lists the image for ${format(current)}: ${minimum} or newer.`;
}
