import path from 'node:path';
import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Workload } from '../../facts/kube.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { limitWork, textLimit } from '../../sources/limited-work.ts';
import { gatesIn } from '../user-data/node-settings.ts';
import { findComponent } from './components.ts';
import { daemonSetAddon } from './daemon-set-addon.ts';
import { allInOrder } from '../all-in-order.ts';
import { ownValue } from '../../syntax/own-value.ts';

type Configuration = Facts['kubeProxyModes'][number]['configuration'];
type Flags = NonNullable<Workload['containers'][number]['kubeProxy']>;

export const kubeProxy = defineCollector('kubeProxy', {
  permissions: [],
  from: ['daemonSets', 'addons', 'nodes'],
  collect: (_sources, facts) => daemonSetAddon('kube-proxy', 'kube-proxy', facts),
});

/** EKS's ConfigMap, read first: EKS also mounts `kube-proxy`, a kubeconfig, which is read only if necessary. */
const usual = 'kube-proxy-config';

export const kubeProxyModes = defineCollector('kubeProxyModes', {
  permissions: [{ apiGroup: '', resource: 'configmaps', verb: 'get', namespace: 'kube-system', name: usual }],
  from: ['kubeProxy', 'daemonSets'],
  async collect({ kube }, facts) {
    const [copies, outcomes] = await allInOrder([
      facts.read('kubeProxy'),
      facts.read('daemonSets').then((daemonSets) => readOutcomes(kube, daemonSets)),
    ]);
    const value: Facts['kubeProxyModes'] = [];
    const gaps: Gap[] = [];
    for (const copy of copies) {
      const outcome = outcomes.get(`${copy.namespace}/${copy.name}`);
      if (outcome === undefined) continue;
      if ('gap' in outcome) gaps.push(outcome.gap);
      else value.push({ ...copy, configuration: outcome.configuration });
    }
    return { value, gaps };
  },
});

type Outcome = { configuration: Configuration } | { gap: Gap };

/**
 * The outcome for each DaemonSet of kube-proxy, by `namespace/name`. Does not wait for the EKS add-on, which requires
 * calls to AWS.
 */
async function readOutcomes(
  kube: () => Promise<KubeSource>,
  daemonSets: readonly Workload[],
): Promise<Map<string, Outcome>> {
  const names = findComponent('kube-proxy', daemonSets).map(({ namespace, name }) => `${namespace}/${name}`);
  const own = daemonSets.filter(({ namespace, name }) => names.includes(`${namespace}/${name}`));
  return new Map(
    await allInOrder(own.map(async (one) => [`${one.namespace}/${one.name}`, await readOutcome(kube, one)] as const)),
  );
}

async function readOutcome(kube: () => Promise<KubeSource>, daemonSet: Workload): Promise<Outcome> {
  const { namespace, name, containers, configMaps } = daemonSet;
  const flags = containers.find(({ kubeProxy }) => kubeProxy !== undefined)?.kubeProxy;
  const usualFirst = configMaps.toSorted((a, b) => Number(b === usual) - Number(a === usual));
  try {
    return { configuration: await resolveConfiguration(kube, namespace, usualFirst, flags) };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    const hint = `It is needed for the ConfigMaps that DaemonSet ${namespace}/${name} mounts: ${configMaps.join(', ')}`;
    return { gap: { what: `the mode of DaemonSet ${namespace}/${name}`, reason: { hint, ...error.reason } } };
  }
}

/**
 * With a configuration file, kube-proxy ignores `--proxy-mode`, according to the reference of that flag.
 * @param flags undefined if the command line does not run kube-proxy directly, but a script, for example
 */
async function resolveConfiguration(
  kube: () => Promise<KubeSource>,
  namespace: string,
  configMaps: readonly string[],
  flags: Flags | undefined,
): Promise<Configuration> {
  const { mode = null, config = null, ...gates } = flags ?? {};
  if (config === null && mode !== null) return { state: 'read', mode, configMap: null, ...gates };
  for (const configMap of configMaps) {
    const found = await readConfiguration(await kube(), namespace, configMap, config);
    if (found !== undefined) return found;
  }
  if (flags !== undefined && config === null) return { state: 'read', mode: '', configMap: null, ...gates };
  return { state: 'missing', file: config, configMaps: [...configMaps] };
}

const configMapObject = z.object({ data: z.optional(z.record(z.string(), z.string())) });
const configurationObject = z.object({
  kind: z.literal('KubeProxyConfiguration'),
  mode: z.optional(z.nullable(z.string())),
  featureGates: z.optional(z.nullable(z.record(z.string(), z.boolean()))),
});

/** @returns undefined if the ConfigMap does not exist or holds no configuration of kube-proxy */
async function readConfiguration(
  kube: KubeSource,
  namespace: string,
  configMap: string,
  file: string | null,
): Promise<Configuration | undefined> {
  const object = await kube.get('', 'v1', 'configmaps', namespace, configMap);
  const data = object === undefined ? {} : (configMapObject.parse(object).data ?? {});
  const named = file === null ? undefined : ownValue(data, path.posix.basename(file));
  const text = named ?? Object.values(data).find((value) => /^kind:\s*["']?KubeProxyConfiguration/m.test(value));
  if (text === undefined) return undefined;
  const { parseData } = await import('../../syntax/yaml.ts');
  const parsed = limitWork(textLimit, () => parseData(text));
  if (parsed === 'ended') return { state: 'unreadable', configMap, message: 'takes too long to read' };
  if ('flaw' in parsed.value) return { state: 'unreadable', configMap, message: 'is not valid YAML' };
  const configuration = configurationObject.safeParse(parsed.value.data);
  if (configuration.success) {
    const { mode, featureGates } = configuration.data;
    const gates = Object.entries(featureGates ?? {}).map(([gate, on]) => `${gate}=${on}`);
    return { state: 'read', mode: mode ?? '', configMap, ...gatesIn(gates.join(',')) };
  }
  return named === undefined
    ? undefined
    : { state: 'unreadable', configMap, message: 'is not a KubeProxyConfiguration' };
}
