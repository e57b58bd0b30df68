import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Component } from '../../src/facts/kube.ts';
import { sh } from '../../src/syntax/shell.ts';
import { isWithinSkew, skewWindow } from '../../src/for-checks/skew.ts';
import { format, parseMinor, type Minor } from '../../src/syntax/versions.ts';
import { changeByOwner } from '../../src/for-checks/component-update.ts';
import { observedVersion, parseRepository, toResource, versionNotReadable } from '../../src/for-checks/components.ts';
import { chooseAddon } from '../../src/for-checks/eks-addon.ts';
import { runsKubeProxy } from './shared/kube-proxy.ts';

export default defineCheck({
  id: 'addons/kube-proxy-skew',
  title: 'kube-proxy outside the supported version skew',
  short: {
    '': 'too old for the control plane',
    'version-not-readable': 'version cannot be read',
  },
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `An update of the control plane does not update kube-proxy, neither the EKS add-on nor a self-managed
    DaemonSet. kube-proxy can be a few minor versions older than the API server (three from kube-proxy 1.25, two
    before), never newer: the same rule as for the kubelet. EKS has an upgrade insight for it and may refuse the
    update.

    kube-proxy must also stay within that many minor versions of the kubelet on its node. If both are within the
    supported skew of the control plane, they are within this one as well, so there is no separate finding.

    The check reads the image of each DaemonSet, otherwise the version of the EKS add-on. Windows AMIs include a
    kube-proxy of the version of their kubelet (nodes/kubelet-skew). A DaemonSet for Windows nodes (its node selector
    names \`windows\`) is self-managed, and EKS does not check it: outside the supported skew it is a warning, and
    does not block the control plane update.`,
  fix: advice`Update kube-proxy before the control plane reaches the version named in the finding.`,
  links: [
    'https://kubernetes.io/releases/version-skew-policy/#kube-proxy',
    'https://docs.aws.amazon.com/eks/latest/userguide/managing-kube-proxy.html',
  ],
  needs: ['kubeProxy'],
  tables: ['skew'],
  applies: {
    needs: ['kubeProxy'],
    uses: ['nodes', 'nodegroups', 'autoScalingGroups', 'karpenterControllers', 'apiGroups', 'pods'],
    when: ({ kubeProxy, ...compute }, { cluster }) => runsKubeProxy(kubeProxy, compute, cluster),
  },

  *run({ kubeProxy }, { cluster, current, versions, tables }) {
    for (const copy of kubeProxy) {
      const minor = copy.version === null ? undefined : parseMinor(copy.version);
      if (minor === undefined) {
        yield versionNotReadable(copy, 'kube-proxy');
        continue;
      }
      const at = versions.find((version) => !isWithinSkew(tables.skew, minor, version));
      if (at === undefined) continue;
      const to = isWithinSkew(tables.skew, current, at) ? current : at - 1;
      const where = copy.windows === true ? ' on Windows nodes' : '';
      yield {
        ...(copy.windows === true ? { level: 'warn', blocks: 'workloads' } : { level: 'fail' }),
        at,
        resource: toResource(copy),
        ...(at < minor ? { short: 'too new for the control plane' } : {}),
        message: `kube-proxy ${format(minor)}${where} is too ${at < minor ? 'new' : 'old'} for control plane ${format(at)}`,
        evidence: [{ observed: observedVersion(copy), required: skewWindow(tables.skew, at) }],
        fix: updateFix(copy, cluster, to, current),
      } satisfies Finding;
    }
  },
});

/**
 * How to update a copy. kube-proxy must not be newer than the control plane: if `to` is not the current version, update
 * the control plane to `to` first.
 * @param to the Kubernetes version of the kube-proxy to install
 */
function updateFix(copy: Component, cluster: Facts['cluster'], to: Minor, current: Minor): Advice {
  const isWindows = copy.windows === true;
  const fix = changeByOwner(copy, {
    goal: isWindows ? advice`an image of ${format(to)} for Windows` : advice`an image of ${format(to)}`,
    addon: (addon) => addonFix(addon, cluster, to),
    byHand: isWindows ? windowsFix(copy) : imageFix(copy, to),
  });
  if (to === current) return fix;
  return advice`Do this when the control plane is at ${format(to)}, before you update it to ${format(to + 1)}. ${fix}`;
}

function addonFix(addon: string, cluster: Facts['cluster'], to: Minor): Advice {
  const chosen = `v${format(to)}.x-eksbuild.y`;
  const update = chooseAddon(cluster, addon, to, chosen);
  return advice`Update the EKS add-on to the newest version for ${format(to)} that EKS lists:\n${update}`;
}

function imageFix({ namespace, name, image }: Component, to: Minor): Advice {
  return advice`${commands(
    sh`kubectl -n ${namespace} set image daemonset/${name} kube-proxy=${parseRepository(image)}:TAG`,
    sh`kubectl -n ${namespace} rollout status daemonset/${name}`,
  )}\nFor TAG, the user guide lists the newest one for ${format(to)} (\`v${format(to)}.PATCH-minimal-eksbuild.BUILD\`); if you use a mirror, copy the image there first.`;
}

/** Several projects build Windows images of kube-proxy: the manifest shows which one is used. */
function windowsFix({ namespace, name }: Component): Advice {
  return advice`${commands(
    sh`kubectl -n ${namespace} get daemonset ${name} -o yaml`,
    sh`kubectl -n ${namespace} rollout status daemonset/${name}`,
  )}\nBetween the two commands, apply its manifest with that image.`;
}
