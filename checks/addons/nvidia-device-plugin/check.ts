import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { counted, forCount } from '../../../src/languages/english.ts';
import { sh } from '../../../src/languages/shell.ts';
import { format, type Minor } from '../../../src/languages/versions.ts';
import { changeByOwner } from '../../../src/subjects/component-update.ts';
import { resourceOf, versionNotReadable } from '../../../src/subjects/components.ts';
import { gpuEvidence, gpusOf, nodesShowingGpus } from './gpus.ts';

type Plugin = Facts['nvidiaDevicePlugins'][number];

export default defineCheck({
  id: 'addons/nvidia-device-plugin',
  title: 'NVIDIA device plugin to be updated with the cluster',
  severity: 'warn',
  blocks: 'nodes',
  phase: 'after',
  why: `The NVIDIA device plugin tells the kubelet which GPUs a node has; without it no pod gets one. A DaemonSet that was
    applied by hand stays at its version until somebody updates it, and the user guide asks for that after the update
    of a cluster with GPU nodes. There is no published minimum: the project supports its newest release.

    GPU nodes are nodes that show \`nvidia.com/gpu\`, and node groups with an AMI type for NVIDIA or with GPU instance
    types, at zero nodes too (a NodePool of Karpenter without a node is not seen). The GPU Operator updates the plugin
    that it made; Bottlerocket and EKS Auto Mode bring the plugin in their images: there the check does not apply.
    Without any GPU there is nothing to update.`,
  fix: advice`After the update, set the DaemonSet of the NVIDIA device plugin to its newest release.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://github.com/NVIDIA/k8s-device-plugin/releases',
    'https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia.html',
  ],
  needs: ['nodes', 'nodegroups', 'nvidiaDevicePlugins'],
  counts: ['nodes'],
  applies: {
    needs: ['nodes', 'nodegroups', 'nvidiaDevicePlugins'],
    when({ nodes, nodegroups, nvidiaDevicePlugins }) {
      const { own, served } = gpusOf(nodes, nodegroups);
      if (nvidiaDevicePlugins.some(({ operator }) => !operator)) return true;
      if (nvidiaDevicePlugins.length > 0 && own.length > 0) return 'the GPU Operator updates its device plugin itself';
      if (own.length > 0 || served.length === 0) return true;
      return `${served.join(' and ')} ${forCount(served.length, 'brings its', 'bring their')} own device plugin`;
    },
  },

  *run({ nodes, nodegroups, nvidiaDevicePlugins }, { versions }) {
    const { own } = gpusOf(nodes, nodegroups);
    if (own.length === 0) return;
    const plugins = nvidiaDevicePlugins.filter(({ operator }) => !operator);
    if (plugins.length === 0) {
      const shown = nodesShowingGpus(nodes);
      if (shown.length > 0) yield unrecognised(shown);
      return;
    }
    const [, next] = versions;
    for (const plugin of plugins) {
      if (plugin.version === null) yield versionNotReadable(plugin, 'the NVIDIA device plugin');
      else if (next !== undefined) yield staysBehind(plugin, plugin.version, next, own);
    }
  },
});

function staysBehind(plugin: Plugin, version: string, next: Minor, gpus: readonly Evidence[]): Finding {
  return {
    level: 'warn',
    at: next,
    resource: resourceOf(plugin),
    message: `NVIDIA device plugin ${version} serves GPU nodes and stays at its version: update it after the nodes`,
    evidence: [{ observed: version, required: 'the newest release', fact: 'nvidiaDevicePlugins' }, ...gpus],
    fix: updateFix(plugin, format(next)),
  };
}

/** Something registered these GPUs with the kubelet: a plugin exists, but it cannot be judged. */
function unrecognised(nodes: readonly NodeFact[]): Finding {
  return {
    level: 'unknown',
    rule: 'no-plugin-recognised',
    resource: { kind: 'DaemonSet', name: 'NVIDIA device plugin' },
    message: `${counted(nodes.length, 'node shows', 'nodes show')} nvidia.com/gpu, and no DaemonSet is known as the device plugin`,
    evidence: nodes.map(gpuEvidence),
    fix: advice`Find what brings the GPUs to these nodes (a device plugin under another name, a program on the node),
      and see that it is made for the new version.\n${commands(
        sh`kubectl get daemonsets --all-namespaces -o wide | grep -i -E "nvidia|gpu|device-plugin"`,
      )}`,
  };
}

function updateFix(plugin: Plugin, next: string): Advice {
  const { namespace, name, version } = plugin;
  const change = changeByOwner(plugin, {
    goal: advice`the newest release of the plugin`,
    chart: {
      name: 'nvidia-device-plugin',
      repository: { name: 'nvdp', url: 'https://nvidia.github.io/k8s-device-plugin' },
      release: 'nvdp',
      version: 'newer',
    },
    byHand: commands(
      sh`kubectl apply -f https://raw.githubusercontent.com/NVIDIA/k8s-device-plugin/vX.X.X/deployments/static/nvidia-device-plugin.yml`,
    ),
  });
  return advice`Once the control plane and the GPU nodes are at ${next}, update the DaemonSet from ${version ?? ''} to the newest
    release of the plugin. ${change}\nThen see that the nodes show their GPUs:\n${commands(
      sh`kubectl -n ${namespace} rollout status daemonset/${name}`,
      sh`kubectl get nodes '-o=custom-columns=NAME:.metadata.name,GPU:.status.allocatable.nvidia\\.com/gpu'`,
    )}`;
}
