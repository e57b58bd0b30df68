import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Component } from '../../src/facts/kube.ts';
import { sh } from '../../src/syntax/shell.ts';
import { isWithinSkew, listSkewProblems, newerToday, skewWindow, type SkewProblem } from '../../src/for-checks/skew.ts';
import { format, isRollback, type Minor, parseMinor } from '../../src/syntax/versions.ts';
import { changeByOwner } from '../../src/for-checks/component-update.ts';
import {
  isWanted,
  observedVersion,
  parseRepository,
  toResource,
  versionNotReadable,
} from '../../src/for-checks/components.ts';
import { chooseAddon, type UpdatedAddon } from '../../src/for-checks/eks-addon.ts';
import { runsKubeProxy } from './shared/kube-proxy.ts';

type Here = Context<'skew' | 'managed-changes'>;

export default defineCheck({
  id: 'addons/kube-proxy-skew',
  title: 'kube-proxy outside the supported version skew',
  short: {
    '': 'too old for the control plane',
    'newer-today': 'too new until the update',
    'version-not-readable': 'version cannot be read',
  },
  task: 'Update kube-proxy',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `An update of the control plane does not update kube-proxy, neither the EKS add-on nor a self-managed
    DaemonSet. kube-proxy can be a few minor versions older than the API server (three from kube-proxy 1.25, two
    before), never newer: the same rule as for the kubelet. EKS has an upgrade insight for it and may refuse the
    update.

    A kube-proxy that is newer than the control plane today is a warning if a version of the path reaches it, as the update
    ends it.

    A rollback of the control plane does not change kube-proxy either: install one of the earlier version first.

    kube-proxy must also stay within that many minor versions of the kubelet on its node. If both are within the
    supported skew of the control plane, they are within this one as well, so there is no separate finding.

    The check reads the image of each DaemonSet, otherwise the version of the EKS add-on. Windows AMIs include a
    kube-proxy of the version of their kubelet (nodes/kubelet-skew). A DaemonSet for Windows nodes (its node selector
    names \`windows\`) is self-managed, and EKS does not check it: outside the supported skew it is a warning, and
    does not block the control plane update.`,
  fix: advice`Install a supported kube-proxy before the control plane is at the version named in the finding.`,
  links: [
    'https://kubernetes.io/releases/version-skew-policy/#kube-proxy',
    'https://docs.aws.amazon.com/eks/latest/userguide/managing-kube-proxy.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
  ],
  needs: ['kubeProxy'],
  tables: ['skew', 'managed-changes'],
  applies: {
    needs: ['kubeProxy'],
    uses: ['nodes', 'nodegroups', 'autoScalingGroups', 'karpenterControllers', 'apiGroups', 'pods'],
    when: ({ kubeProxy, ...compute }, { cluster }) => runsKubeProxy(kubeProxy, compute, cluster),
  },

  *run({ kubeProxy }, context) {
    const { tables } = context;
    for (const copy of kubeProxy.filter(isWanted)) {
      const minor = copy.version === null ? undefined : parseMinor(copy.version);
      if (minor === undefined) {
        yield versionNotReadable(copy, 'kube-proxy');
        continue;
      }
      for (const problem of listSkewProblems(tables.skew, minor, context))
        yield toFinding(copy, minor, problem, context);
    }
  },
});

function toFinding(copy: Component, minor: Minor, { at, is, endsAt }: SkewProblem, context: Here): Finding {
  const isWindows = copy.windows === true;
  const where = isWindows ? ' on Windows nodes' : '';
  const about = {
    resource: toResource(copy),
    ...(isWindows ? { blocks: 'workloads' as const } : {}),
    message: `kube-proxy ${format(minor)}${where} is ${is} for control plane ${format(at)}`,
    evidence: [{ observed: observedVersion(copy), required: skewWindow(context.tables.skew, at) }],
  };
  if (endsAt !== undefined) return { level: 'warn', ...about, ...newerToday(about.message, endsAt) };
  return {
    level: isWindows ? 'warn' : 'fail',
    at,
    ...about,
    ...(is === 'too new' ? { short: 'too new for the control plane' } : {}),
    fix: updateFix(copy, at, context),
  };
}

/**
 * How to update a copy, and when. kube-proxy must not be newer than the control plane: one for a later version of the
 * path waits until the control plane is at that version, and one for a rollback comes before it.
 * @param at the first version of the path that does not support the copy
 */
function updateFix(copy: Component, at: Minor, context: Here): Advice {
  const { current, target, tables } = context;
  if (isRollback(context))
    return advice`Before you roll back the control plane, install kube-proxy of ${format(target)}. ${installFix(copy, context, target)}`;
  if (isWithinSkew(tables.skew, current, at)) return installFix(copy, context, current);
  const fix = installFix(copy, context, at - 1);
  return advice`Do this when the control plane is at ${format(at - 1)}, before you update it to ${format(at)}. ${fix}`;
}

/** @param to the Kubernetes version of the kube-proxy to install */
function installFix(copy: Component, { cluster, tables }: Here, to: Minor): Advice {
  const isWindows = copy.windows === true;
  return changeByOwner(copy, {
    goal: isWindows ? advice`an image of ${format(to)} for Windows` : advice`an image of ${format(to)}`,
    addon: (addon) => addonFix(addon, cluster, to),
    managers: { cluster, rows: tables['managed-changes'] },
    byHand: isWindows ? windowsFix(copy) : imageFix(copy, to),
  });
}

function addonFix(addon: UpdatedAddon, cluster: Facts['cluster'], to: Minor): Advice {
  const chosen = `v${format(to)}.x-eksbuild.y`;
  const update = chooseAddon(cluster, addon, to, chosen);
  return advice`Set the EKS add-on to the newest version for ${format(to)} that EKS lists:\n${update}`;
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
