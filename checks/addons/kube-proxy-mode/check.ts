import { advice, commands } from '../../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../../src/check.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format } from '../../../src/syntax/versions.ts';
import { isWanted, toResource } from '../../../src/for-checks/components.ts';
import { runsKubeProxy } from '../shared/kube-proxy.ts';
import { listBeside, type Beside } from './beside.ts';
import { kernelWarnings } from './kernel.ts';
import { modeFix, type Copy, type Here } from './mode-fix.ts';

type Row = Tables['kube-proxy-modes'][number];
type Read = Extract<Copy['configuration'], { state: 'read' }>;
type Unseen = Exclude<Copy['configuration'], Read>;

export default defineCheck({
  id: 'addons/kube-proxy-mode',
  title: 'kube-proxy in a deprecated mode',
  short: {
    'mode-not-known': 'mode is not recognized',
    'mode-not-readable': 'mode cannot be read',
    kernel: 'nodes with a kernel that is too old',
  },
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `The mode \`ipvs\` is deprecated from Kubernetes 1.35 on. Upstream plans to disable it in 1.40 (kube-proxy then
    exits unless a feature gate is set) and to remove it in 1.43. The EKS page of 1.35 names 1.36 for the removal,
    but upstream still has the mode in 1.36 and 1.37, so this is a warning. \`userspace\` was removed in 1.26.

    Only the mode is read: from the configuration file in the ConfigMap that the DaemonSet mounts
    (\`kube-proxy-config\`), otherwise from the flag \`--proxy-mode\`, which kube-proxy ignores if it has a file.
    In the mode \`nftables\`, kube-proxy 1.33 and later does not start on nodes with a Linux kernel before 5.13, such as
    those with Amazon Linux 2. Earlier releases do not look at the kernel.

    The fix names \`iptables\` if the nodes run software that does not work with \`nftables\` by default: Calico, whose data
    plane must then use nftables, too, and NodeLocal DNSCache.

    A control plane update does not update kube-proxy: the mode keeps working until kube-proxy itself is updated.`,
  fix: advice`Switch to the mode \`nftables\` (kube-proxy 1.33 or newer, Linux kernel 5.13 or newer on every node) or
    \`iptables\`.`,
  links: [
    'https://github.com/kubernetes/enhancements/tree/master/keps/sig-network/5495-deprecate-ipvs-mode-in-kube-proxy',
    'https://kubernetes.io/docs/reference/networking/virtual-ips/#proxy-modes',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
  ],
  needs: ['kubeProxyModes'],
  uses: ['nodes', 'daemonSets'],
  warnsBy: ['nodes', 'daemonSets'],
  tables: ['kube-proxy-modes', 'managed-changes'],
  applies: {
    needs: ['kubeProxyModes'],
    uses: ['nodes', 'nodegroups', 'autoScalingGroups', 'karpenterControllers', 'apiGroups', 'pods'],
    when: ({ kubeProxyModes, ...compute }, { cluster }) => runsKubeProxy(kubeProxyModes, compute, cluster),
  },

  *run({ kubeProxyModes, nodes = [], daemonSets = [] }, { cluster, versions, tables }) {
    const beside = listBeside(tables['kube-proxy-modes'], daemonSets);
    for (const copy of kubeProxyModes.filter(isWanted)) {
      const { configuration } = copy;
      if (configuration.state !== 'read') {
        yield notSeen(copy, configuration);
        continue;
      }
      const { mode } = configuration;
      if (mode === '') continue;
      const row = tables['kube-proxy-modes'].find((known) => known.mode === mode);
      if (row === undefined) {
        yield unknownMode(copy, mode);
        continue;
      }
      yield* kernelWarnings(copy, row, nodes, { cluster, versions });
      const { deprecatedFrom } = row;
      const at = versions.find((version) => deprecatedFrom !== null && version >= deprecatedFrom);
      if (at !== undefined) yield { at, ...deprecatedMode(copy, configuration, row, { cluster, tables, beside }) };
    }
  },
});

function deprecatedMode(
  copy: Copy,
  { mode, configMap }: Read,
  row: Row,
  { beside, ...here }: Here & { beside: readonly Beside[] },
): Warning {
  const modeSource = configMap === null ? '--proxy-mode' : `ConfigMap ${configMap}`;
  return {
    level: 'warn',
    resource: toResource(copy),
    short: `mode ${mode} is deprecated`,
    message: `runs in mode ${mode}, ${fate(row)}`,
    evidence: [
      { observed: `mode ${mode} (${modeSource})`, required: 'nftables or iptables' },
      ...beside.map((one) => one.evidence),
    ],
    fix: modeFix(copy, configMap, here, beside),
    links: [row.source, ...beside.map((one) => one.source)],
  };
}

function fate({ deprecatedFrom, offFrom, removedFrom }: Row): string {
  return [
    ...(deprecatedFrom === null ? [] : [`deprecated from ${format(deprecatedFrom)} on`]),
    ...(offFrom === null ? [] : [`off by default from ${format(offFrom)} on`]),
    ...(removedFrom === null ? [] : [`removed from ${format(removedFrom)} on`]),
  ].join(', ');
}

function notSeen(copy: Copy, configuration: Unseen): Warning {
  const { namespace, name } = copy;
  return {
    level: 'unknown',
    rule: 'mode-not-readable',
    resource: toResource(copy),
    message: `${whyNotSeen(configuration)}: the mode is unknown`,
    fix: advice`Check the mode manually; kube-proxy writes it to its log.\n${commands(
      sh`kubectl -n ${namespace} logs daemonset/${name} | grep -i 'proxier'`,
    )}`,
  };
}

function whyNotSeen(configuration: Unseen): string {
  if (configuration.state === 'unreadable') return `ConfigMap ${configuration.configMap} ${configuration.message}`;
  const mounted = configuration.configMaps.join(', ') || 'none mounted';
  return `${configuration.file ?? 'its configuration'} is not in the mounted ConfigMaps (${mounted})`;
}

function unknownMode(copy: Copy, mode: string): Warning {
  return {
    level: 'unknown',
    rule: 'mode-not-known',
    resource: toResource(copy),
    message: `the mode ${mode} is unknown`,
    evidence: [{ observed: mode, required: 'nftables or iptables' }],
    fix: advice`Compare the mode with the documentation of your kube-proxy version: from 1.26 on, kube-proxy exits if it
      does not know the mode.`,
  };
}
