import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { applyKeeping } from '../../../src/for-checks/release-manifest.ts';
import { changeByOwner, type Chart } from '../../../src/for-checks/component-update.ts';
import { chooseAddon, type UpdatedAddon } from '../../../src/for-checks/eks-addon.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Here = Pick<Context<'component-floors' | 'eks-registries' | 'managed-changes'>, 'cluster' | 'current' | 'tables'>;

const chart: Chart = {
  name: 'aws-vpc-cni',
  repository: { name: 'eks', url: 'https://aws.github.io/eks-charts' },
  version: 'newer',
};

/** The registry of an image in private Amazon ECR; the group is the account. */
const ecr = /^(\d{12})\.dkr\.ecr\.[a-z0-9-]+\.[a-z0-9.-]+(?=\/)/;

/** How to update a copy through the minor versions, with the tool that manages it. */
export function updateFix(copy: Component, steps: readonly string[], here: Here): Advice {
  const [first = ''] = steps;
  const latest = latestMinor(here.tables['component-floors']);
  const order =
    steps.length > 1
      ? advice`Update to the newest patch of ${steps.join(', then ')}: one minor version at a time, and wait for each
        rollout. The user guide recommends the latest minor version (${latest}).`
      : advice`Update to the newest patch of ${first}, then to a newer minor version, one at a time: the user guide
        recommends the latest one (${latest}).`;
  return advice`${order} ${changeByOwner(copy, {
    goal: advice`the newest patch of ${first}`,
    chart,
    addon: (addon) => addonFix(addon, first, here),
    managers: { cluster: here.cluster, rows: here.tables['managed-changes'] },
    byHand: manifestFix(copy, first, here),
  })}`;
}

/** `1.23 or newer`: the table may not have the latest release. */
function latestMinor(rows: Here['tables']['component-floors']): string {
  const latest = rows.flatMap((row) => (row.component === 'vpc-cni' ? (row.latest ?? []) : []))[0];
  return latest === undefined ? 'see its releases' : `${latest.replace(/\.\d+$/, '')} or newer`;
}

function addonFix(addon: UpdatedAddon, minor: string, { cluster, current }: Here): Advice {
  return advice`The EKS add-on manages this copy; list its versions and use the newest of ${minor}:\n${chooseAddon(cluster, addon, current, `v${minor}.x-eksbuild.y`)}\nIf the list no longer contains a minor version, remove the add-on with \`--preserve\` and install that version from
    the project's manifests.`;
}

/**
 * What the manifests of all releases with these settings turn off.
 * Source: config/master/aws-k8s-cni.yaml of amazon-vpc-cni-k8s, 1.14 to 1.20
 */
const resets = advice`It sets \`enable-windows-ipam\` and \`enable-network-policy-controller\` of the ConfigMap amazon-vpc-cni and
  \`--enable-network-policy\` of the container aws-eks-nodeagent to \`false\`: pods on Windows nodes then get no addresses, and network
  policies are no longer enforced.`;
const own = advice`environment variables, arguments, tolerations, node selectors, affinity, and the ConfigMap amazon-vpc-cni`;

/**
 * The manifest uses images in us-west-2: Region, account and DNS suffix are taken from the running image.
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/vpc-add-on-self-managed-update.html,
 * https://docs.aws.amazon.com/eks/latest/userguide/add-ons-images.html
 */
function manifestFix({ namespace, name, image }: Component, minor: string, { tables }: Here): Advice {
  const registry = findEksRegistry(image, tables['eks-registries']);
  const save = [
    sh`kubectl -n ${namespace} get daemonset ${name} -o yaml > aws-k8s-cni-old.yaml`,
    sh`kubectl -n ${namespace} get configmap amazon-vpc-cni --ignore-not-found -o yaml > amazon-vpc-cni-old.yaml`,
  ];
  if (registry === undefined) {
    return advice`${commands(...save)}\nThe running image comes from a mirror (${image}), not from an EKS registry. Copy the
      images of the new release to the mirror, including those of the init container and the network policy agent. Then
      set their names in the manifest of the release (\`config/master/aws-k8s-cni.yaml\`), and copy your settings from the
      saved files into it (${own}) before you apply it.`;
  }
  if (namespace !== 'kube-system' || name !== 'aws-node') {
    return advice`${commands(...save)}\nThe manifest of the release is for the DaemonSet kube-system/aws-node: applied as it is, it starts a
      second copy on every node. Update this copy where it is defined, with the images, the ClusterRole and the CRDs of the
      release (\`config/master/aws-k8s-cni.yaml\`) and your settings from the saved files.`;
  }
  return applyKeeping({
    file: 'aws-k8s-cni.yaml',
    save,
    get: [
      sh`# the manifest uses the registry of us-west-2; sed sets that of the running image`,
      continued(
        sh`curl -fsSL https://raw.githubusercontent.com/aws/amazon-vpc-cni-k8s/v${minor}.PATCH/config/master/aws-k8s-cni.yaml |`,
        sh`sed s/602401143452.dkr.ecr.us-west-2.amazonaws.com/${registry}/ > aws-k8s-cni.yaml`,
      ),
    ],
    resets,
    after: [sh`kubectl -n ${namespace} rollout status daemonset/${name}`],
  });
}

/** The EKS registry of an image, `602401143452.dkr.ecr.eu-west-1.amazonaws.com`; undefined for a mirror. */
function findEksRegistry(image: string, rows: Tables['eks-registries']): string | undefined {
  const [registry, account] = ecr.exec(image) ?? [];
  return rows.some((row) => row.account === account) ? registry : undefined;
}
