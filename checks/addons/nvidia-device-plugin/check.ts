import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Warning } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { isWanted, parseRepository, toResource, versionNotReadable } from '../../../src/for-checks/components.ts';
import { gpuEvidence, groupGpusByProvider, nodesShowingGpus } from './gpus.ts';

type Plugin = Facts['nvidiaDevicePlugins'][number];

export default defineCheck({
  id: 'addons/nvidia-device-plugin',
  title: 'NVIDIA device plugin to update with the cluster',
  short: {
    '': 'not updated with the nodes',
    'no-plugin-recognised': 'no device plugin recognized',
    'version-not-readable': 'version cannot be read',
  },
  task: {
    '': 'Update the NVIDIA device plugin',
    'no-plugin-recognised': 'Check what registers the GPUs of the nodes',
    'version-not-readable': 'Check the version of the NVIDIA device plugin',
  },
  severity: 'warn',
  blocks: 'nodes',
  phase: 'after',
  why: `The NVIDIA device plugin reports the GPUs of a node to the kubelet; without it, no pod can use one. A
    DaemonSet that was applied manually keeps its version until you update it, and the user guide says to do that
    after the update of a cluster with GPU nodes. There is no published minimum version: the project supports its
    newest release.

    GPU nodes are nodes that report \`nvidia.com/gpu\`, and node groups with an AMI type for NVIDIA or with GPU
    instance types, including empty ones (a NodePool of Karpenter without nodes is not seen). The GPU Operator updates
    its own device plugin; Bottlerocket and EKS Auto Mode include the plugin: there the check does not apply. Without
    GPUs there is nothing to update.`,
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
      const { own, served } = groupGpusByProvider(nodes, nodegroups);
      const plugins = nvidiaDevicePlugins.filter(({ operator }) => !operator);
      if (plugins.some(isWanted)) return true;
      if (plugins.length > 0)
        return 'no GPU node runs the NVIDIA device plugin: its DaemonSet matches none, and another plugin reports the GPUs';
      if (nvidiaDevicePlugins.length > 0 && own.length > 0) return 'the GPU Operator updates its device plugin itself';
      if (own.length > 0 || served.length === 0) return true;
      return `${served.join(' and ')} ${forCount(served.length, 'brings its', 'bring their')} own device plugin`;
    },
  },

  *run({ nodes, nodegroups, nvidiaDevicePlugins }, { versions }) {
    const { own } = groupGpusByProvider(nodes, nodegroups);
    if (own.length === 0) return;
    const plugins = nvidiaDevicePlugins.filter((plugin) => !plugin.operator && isWanted(plugin));
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

function staysBehind(plugin: Plugin, version: string, next: Minor, gpus: readonly Evidence[]): Warning {
  return {
    level: 'warn',
    at: next,
    resource: toResource(plugin),
    message: `NVIDIA device plugin ${version} runs on GPU nodes and keeps its version: update it after the nodes`,
    evidence: [{ observed: version, required: 'the newest release', fact: 'nvidiaDevicePlugins' }, ...gpus],
    fix: updateFix(plugin, format(next)),
  };
}

/** Unknown: something registered these GPUs with the kubelet, but it is not a known plugin. */
function unrecognised(nodes: readonly NodeFact[]): Warning {
  return {
    level: 'unknown',
    rule: 'no-plugin-recognised',
    resource: { kind: 'DaemonSet', name: 'NVIDIA device plugin' },
    message: `${formatCount(nodes.length, 'node reports', 'nodes report')} nvidia.com/gpu, but no DaemonSet is recognized as the device plugin`,
    evidence: nodes.map(gpuEvidence),
    fix: advice`Find what registers the GPUs of these nodes (a device plugin with another name, a program on the
      node), and check that it supports the new version.\n${commands(
        sh`kubectl get daemonsets --all-namespaces -o wide | grep -i -E "nvidia|gpu|device-plugin"`,
      )}`,
  };
}

function updateFix(plugin: Plugin, next: string): Advice {
  const { namespace, name, version, image, container = 'nvidia-device-plugin-ctr' } = plugin;
  const repository = image === '' ? 'nvcr.io/nvidia/k8s-device-plugin' : parseRepository(image);
  const change = changeByOwner(plugin, {
    goal: advice`the newest release of the plugin`,
    chart: {
      name: 'nvidia-device-plugin',
      repository: { name: 'nvdp', url: 'https://nvidia.github.io/k8s-device-plugin' },
      release: 'nvdp',
      version: 'newer',
    },
    byHand: advice`Set only the image. The manifest of the project would add a second DaemonSet if this one has another name,
      and remove arguments, tolerations and node selectors that you added.\n${commands(
        sh`kubectl -n ${namespace} get daemonset ${name} -o yaml > nvidia-device-plugin-old.yaml`,
        sh`kubectl -n ${namespace} set image daemonset/${name} ${container}=${repository}:vX.X.X`,
      )}`,
  });
  return advice`When the control plane and the GPU nodes are at ${next}, update the DaemonSet from ${version ?? ''} to
    the newest release of the plugin. ${change}\nThen check that the nodes report their GPUs:\n${commands(
      sh`kubectl -n ${namespace} rollout status daemonset/${name}`,
      sh`kubectl get nodes '-o=custom-columns=NAME:.metadata.name,GPU:.status.allocatable.nvidia\\.com/gpu'`,
    )}`;
}
