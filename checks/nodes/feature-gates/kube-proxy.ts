import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { isWanted, toResource } from '../../../src/for-checks/components.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, parseMinor } from '../../../src/syntax/versions.ts';
import { formatGate, formatSetting, isCertain, listRefused } from './gates.ts';

type Copy = Facts['kubeProxyModes'][number];

/** Findings for copies of kube-proxy whose next versions do not start with their gates. */
export function* kubeProxyFindings(
  copies: readonly Copy[],
  { current, versions, tables }: Pick<Context<'feature-gates'>, 'current' | 'versions' | 'tables'>,
): Generator<Finding> {
  for (const copy of copies.filter(isWanted)) {
    const { configuration, version } = copy;
    if (configuration.state !== 'read') continue;
    const today = version === null ? current : (parseMinor(version) ?? current);
    const gates = listRefused(configuration.featureGates ?? {}, today, tables['feature-gates'], versions);
    if (gates.length === 0) continue;
    const at = Math.min(...gates.map((gate) => gate.at));
    const certain = isCertain(gates);
    const names = formatList(gates.map(({ row }) => row.gate));
    const { namespace, name } = copy;
    yield {
      level: certain ? 'fail' : 'warn',
      at,
      rule: 'kube-proxy',
      blocks: 'workloads',
      resource: toResource(copy),
      message: `sets the feature ${gates.length === 1 ? 'gate' : 'gates'} ${formatList(gates.map(formatGate))}: ${certain ? 'kube-proxy' : 'if one of its gates depends on one that is off, kube-proxy'} ${format(at)} does not start`,
      evidence: [
        {
          observed: gates.map(formatSetting).join(', '),
          required: `feature gates that kube-proxy ${format(at)} knows`,
          fact: 'kubeProxyModes',
        },
      ],
      fix:
        configuration.configMap === null
          ? advice`Before you update kube-proxy to ${format(at)}, remove ${names} from the argument \`--feature-gates\` of the DaemonSet.\n${commands(
              sh`kubectl -n ${namespace} edit daemonset ${name}`,
            )}`
          : advice`Before you update kube-proxy to ${format(at)}, remove ${names} from \`featureGates\` in ConfigMap ${configuration.configMap}. An
              EKS add-on sets it in its configuration values.\n${commands(
                sh`kubectl -n ${namespace} edit configmap ${configuration.configMap}`,
              )}`,
      links: [...new Set(gates.map(({ row }) => row.source))],
    };
  }
}
