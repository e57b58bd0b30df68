import { advice, commands, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, pieces, sh } from '../../../src/syntax/shell.ts';
import { untilSuccessful } from '../../../src/for-checks/update-wait.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { behindAddonManager, keepRole, unreadRole, type UpdatedAddon } from '../../../src/for-checks/eks-addon.ts';
import type { Beside } from './beside.ts';

export type Copy = Facts['kubeProxyModes'][number];
/** The cluster, and the table of where changes are made. */
export type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/** The first kube-proxy with a stable mode nftables: https://kubernetes.io/docs/reference/networking/virtual-ips/ */
const STABLE_NFTABLES = '1.33.0';

const afterwards = advice`Test it on one cluster first, and replace the nodes afterwards: rules of the old mode may
  remain on them.`;

/**
 * How to give this copy a supported mode: nftables if it is stable in its version and works with what runs beside it,
 * otherwise iptables.
 */
export function modeFix(copy: Copy, configMap: string | null, here: Here, beside: readonly Beside[]): Advice {
  const { version } = copy;
  const isStable = version !== null && !isBelow(version, STABLE_NFTABLES);
  const mode = isStable && beside.length === 0 ? 'nftables' : 'iptables';
  const fix = setMode(copy, mode, configMap, here);
  return isStable ? beside.reduceRight((rest, one) => advice`${explain(one)} ${rest}`, fix) : fix;
}

function explain({ component, why, unless }: Beside): Advice {
  return ofTable(`${component} runs on the nodes, and ${why}. ${unless}`);
}

function setMode(
  copy: Copy,
  mode: 'iptables' | 'nftables',
  configMap: string | null,
  { cluster, tables }: Here,
): Advice {
  const { namespace, name, addon: addonName, addonRole, addonTags: tags } = copy;
  const kernel = mode === 'nftables' ? advice` (Linux 5.13 or newer on every node; \`iptables\` otherwise)` : advice``;
  if (addonName !== null) {
    const addon = { name: addonName, serviceAccountRoleArn: addonRole };
    const set = advice`Set the mode \`${mode}\`${kernel} in the configuration values of the EKS add-on; the schema shows whether
      the add-on version supports the mode. The last command adds the mode to the existing values, because an update
      replaces all of them. It needs jq and changes nothing if the values are YAML: convert them to JSON first. If EKS
      reports a conflict, kube-proxy was configured manually: add those settings to the values, then repeat the update
      with \`--resolve-conflicts OVERWRITE\`.\n${unreadRole(cluster, addon)}${valueCommands(addon, mode, cluster)}\n${afterwards}`;
    const rows = tables['managed-changes'];
    return behindAddonManager(set, { tags }, { change: 'add-on-configuration', cluster, rows });
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

function valueCommands(addon: UpdatedAddon, mode: string, cluster: Facts['cluster']): Advice {
  const { region, name } = cluster;
  const of = sh`--addon-name ${addon.name}`;
  const named = sh`--region ${region} --cluster-name ${name} ${of}`;
  return commands(
    sh`VERSION=$(aws eks describe-addon ${named} --query addon.addonVersion --output text)`,
    pieces(
      sh`aws eks describe-addon-configuration --region ${region} --addon-name ${addon.name} --addon-version "$VERSION"`,
      sh`--query configurationSchema --output text`,
    ),
    // jq fails on YAML, and `input` fails on empty input: then the update does not run.
    continued(
      sh`VALUES=$(aws eks describe-addon ${named} --query "addon.configurationValues || '{}'" --output text |`,
      sh`jq -cn --arg mode ${mode} 'input | .mode = $mode') &&`,
      untilSuccessful(
        cluster,
        pieces(sh`aws eks update-addon ${named} --configuration-values "$VALUES"`, keepRole(addon)),
        of,
      ),
    ),
  );
}
