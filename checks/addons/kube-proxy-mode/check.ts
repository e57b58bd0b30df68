import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { json, sh } from '../../../src/languages/shell.ts';
import { format, isBelow } from '../../../src/languages/versions.ts';
import { resourceOf } from '../../../src/subjects/component-floors.ts';
import { runsKubeProxy } from '../../../src/subjects/kube-proxy.ts';

type Copy = Facts['kubeProxyModes'][number];
type Unseen = Exclude<Copy['configuration'], { state: 'read' }>;

/** The first kube-proxy whose mode nftables is stable: https://kubernetes.io/docs/reference/networking/virtual-ips/ */
const STABLE_NFTABLES = '1.33.0';

export default defineCheck({
  id: 'addons/kube-proxy-mode',
  title: 'kube-proxy in a mode that is deprecated',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `The mode \`ipvs\` is deprecated from Kubernetes 1.35 on. Upstream plans to turn it off in 1.40 (kube-proxy then ends
    unless a feature gate is set) and to remove it in 1.43. The EKS page of 1.35 names 1.36 for the removal; upstream has
    the mode in 1.36 and 1.37, so this is a warning. \`userspace\` is gone since 1.26.

    Read is the mode alone, from the configuration file in the ConfigMap that the DaemonSet mounts (\`kube-proxy-config\`),
    else from the flag \`--proxy-mode\`, which kube-proxy ignores beside a file. An update of the control plane does not move
    kube-proxy: the mode works on until kube-proxy itself is updated.`,
  fix: advice`Change to the mode \`nftables\` (kube-proxy 1.33 or newer, Linux kernel 5.13 or newer on every node) or \`iptables\`.`,
  links: [
    'https://github.com/kubernetes/enhancements/tree/master/keps/sig-network/5495-deprecate-ipvs-mode-in-kube-proxy',
    'https://kubernetes.io/docs/reference/networking/virtual-ips/#proxy-modes',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
  ],
  needs: ['kubeProxyModes'],
  tables: ['kube-proxy-modes'],
  applies: {
    needs: ['kubeProxyModes'],
    uses: ['nodes', 'nodegroups', 'autoScalingGroups', 'apiGroups', 'pods'],
    when: ({ kubeProxyModes, ...compute }, { cluster }) => runsKubeProxy(kubeProxyModes, compute, cluster),
  },

  *run({ kubeProxyModes }, { cluster, versions, tables }) {
    for (const copy of kubeProxyModes) {
      const { configuration } = copy;
      if (configuration.state !== 'read') {
        yield notSeen(copy, configuration);
        continue;
      }
      const { mode, configMap } = configuration;
      if (mode === '') continue;
      const row = tables['kube-proxy-modes'].find((known) => known.mode === mode);
      if (row === undefined) {
        yield unknownMode(copy, mode);
        continue;
      }
      const { deprecatedFrom } = row;
      const at = versions.find((version) => deprecatedFrom !== null && version >= deprecatedFrom);
      if (at === undefined) continue;
      yield {
        level: 'warn',
        at,
        resource: resourceOf(copy),
        message: `runs in mode ${mode}, ${fate(row)}`,
        evidence: [
          {
            observed: `mode ${mode} (${configMap === null ? '--proxy-mode' : `ConfigMap ${configMap}`})`,
            required: 'nftables or iptables',
          },
        ],
        fix: modeFix(copy, configMap, cluster),
        links: [row.source],
      } satisfies Finding;
    }
  },
});

function fate({ deprecatedFrom, offFrom, removedFrom }: Tables['kube-proxy-modes'][number]): string {
  return [
    ...(deprecatedFrom === null ? [] : [`deprecated from ${format(deprecatedFrom)} on`]),
    ...(offFrom === null ? [] : [`off by default from ${format(offFrom)} on`]),
    ...(removedFrom === null ? [] : [`gone from ${format(removedFrom)} on`]),
  ].join(', ');
}

function notSeen(copy: Copy, configuration: Unseen): Finding {
  const { namespace, name } = copy;
  const message =
    configuration.state === 'unreadable'
      ? `ConfigMap ${configuration.configMap} ${configuration.message}: the mode is not known`
      : `${configuration.file ?? 'its configuration'} is in none of the mounted ConfigMaps (${configuration.configMaps.join(', ') || 'none is mounted'}): the mode is not known`;
  return {
    level: 'unknown',
    rule: 'mode-not-readable',
    resource: resourceOf(copy),
    message,
    fix: advice`Look at the mode by hand; kube-proxy tells it to each node itself.\n${commands(
      sh`kubectl -n ${namespace} logs daemonset/${name} | grep -i 'proxier'`,
    )}`,
  };
}

function unknownMode(copy: Copy, mode: string): Finding {
  return {
    level: 'unknown',
    rule: 'mode-not-known',
    resource: resourceOf(copy),
    message: `the mode ${mode} is none that is known here`,
    evidence: [{ observed: mode, required: 'nftables or iptables' }],
    fix: advice`Compare the mode with the ones in the documentation of your kube-proxy: from 1.26 on it ends with a mode that it does not know.`,
  };
}

const afterwards = advice`Try it on one cluster first, and replace the nodes afterwards: rules of the old mode may stay behind.`;

function modeFix(copy: Copy, configMap: string | null, cluster: Facts['cluster']): Advice {
  const { namespace, name, addon, version } = copy;
  const mode = version === null || isBelow(version, STABLE_NFTABLES) ? 'iptables' : 'nftables';
  const kernel = mode === 'nftables' ? advice` (Linux 5.13 or newer on every node; \`iptables\` otherwise)` : advice``;
  if (addon !== null) {
    return advice`Set the mode \`${mode}\`${kernel} in the configuration values of the EKS add-on, beside what they hold already; the schema tells whether its version takes the mode.\n${valueCommands(
      addon,
      mode,
      cluster,
    )}\n${afterwards}`;
  }
  const edit =
    configMap === null
      ? sh`kubectl -n ${namespace} edit daemonset ${name}   # --proxy-mode`
      : sh`kubectl -n ${namespace} edit configmap ${configMap}   # mode`;
  return advice`Set the mode \`${mode}\`${kernel} and restart kube-proxy:\n${commands(
    edit,
    sh`kubectl -n ${namespace} rollout restart daemonset/${name}`,
    sh`kubectl -n ${namespace} rollout status daemonset/${name}`,
  )}\n${afterwards}`;
}

function valueCommands(addon: string, mode: string, { region, name }: Facts['cluster']): Advice {
  const named = sh`--region ${region} --cluster-name ${name} --addon-name ${addon}`;
  return commands(
    sh`VERSION=$(aws eks describe-addon ${named} --query addon.addonVersion --output text)`,
    sh`aws eks describe-addon-configuration --region ${region} --addon-name ${addon} --addon-version "$VERSION" --query configurationSchema --output text`,
    sh`aws eks describe-addon ${named} --query addon.configurationValues --output text`,
    sh`aws eks update-addon ${named} --configuration-values ${json({ mode })} --resolve-conflicts OVERWRITE`,
  );
}
