import { continued, sh } from '../../syntax/shell.ts';
import { resourceName } from '../resource-name.ts';
import { shellTexts, updateSuccessful } from './conditions.ts';
import type { Condition, Known } from './draft.ts';
import { readValue } from './read.ts';

/** Names of add-ons whose component has another name in the fact. */
const components: Readonly<Record<string, string>> = { 'aws-ebs-csi-driver': 'ebs-csi-controller' };

/** What shows that an add-on is at a version: its update, its version, and the pods of its workloads if they were read. */
export function addonConditions(
  name: string,
  version: string,
  known: Pick<Known, 'cluster' | 'readings'>,
): Condition[] {
  const { cluster } = known;
  return [
    updateSuccessful(cluster, { kind: 'addon', name }),
    {
      kind: 'version',
      text: `the add-on ${name} is ACTIVE at ${version}`,
      commands: shellTexts(
        continued(
          sh`aws eks describe-addon --region ${cluster.region} --cluster-name ${cluster.name} --addon-name ${name}`,
          sh`--query 'addon.[status,addonVersion]'`,
        ),
      ),
      object: `addon/${name}`,
      version,
    },
    ...workloadsReady(name, known),
  ];
}

function workloadsReady(addon: string, { readings }: Pick<Known, 'readings'>): Condition[] {
  const own = readValue(readings.coreComponents) ?? [];
  return own
    .filter((one) => one.component === (components[addon] ?? addon) && one.namespace === 'kube-system')
    .flatMap(({ kind, namespace, name, pods }) => {
      if (pods === null || pods.wanted === 0) return [];
      const object = resourceName({ kind, namespace, name, text: name });
      return [
        {
          kind: 'workload' as const,
          text: `${object} has ${pods.wanted} of ${pods.wanted} pods ready`,
          commands: shellTexts(sh`kubectl -n ${namespace} rollout status ${kind.toLowerCase()}/${name} --timeout=15m`),
          object,
          pods: { ready: pods.available, all: pods.wanted },
        },
      ];
    });
}
