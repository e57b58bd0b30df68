import type { UnreadyPod } from '../../../facts/unready-pods.ts';
import { managerTool, resolveOwner, type Owned } from '../../../for-checks/owners.ts';
import { advice, commands, managedBy, type Advice } from '../../../syntax/advice.ts';
import { json, sh, type Command } from '../../../syntax/shell.ts';
import { toWorkloadName } from '../../health/pods.ts';
import type { Selected } from './cause.ts';
import type { Comparing } from './seen-now.ts';

/** What can be done about a workload with pods that are not ready. */
export function workloadAction(
  object: string,
  pod: UnreadyPod | undefined,
  cause: Selected | undefined,
  comparing: Comparing,
): Advice {
  const [kind = '', namespace = '', name = ''] = object.split('/');
  if (cause?.by !== undefined && templateKinds.has(kind)) {
    const change = selectorChange({ kind, namespace, name }, { ...cause, by: cause.by });
    return managedBy(change, findTool(object, comparing));
  }
  if (pod === undefined)
    return advice`See the events of ${object}.\n${commands(sh`kubectl -n ${namespace} describe ${kind} ${name}`)}`;
  const which = `pod/${pod.namespace}/${pod.name}`;
  const selects = cause === undefined ? advice`` : advice` Let it select a group that exists.`;
  return advice`See the events of ${which}.${selects}\n${commands(...lookAtPod(pod))}`;
}

/** Kinds with a template of pods that can be changed. */
const templateKinds = new Set(['deploy', 'sts', 'ds']);

function lookAtPod({ namespace, name, state }: UnreadyPod): Command[] {
  // Only a container that has run has a log.
  const hasLog = state === 'CrashLoopBackOff';
  return [
    sh`kubectl -n ${namespace} describe pod ${name}`,
    ...(hasLog ? [sh`kubectl -n ${namespace} logs ${name} --all-containers --previous --ignore-errors`] : []),
  ];
}

interface Target {
  kind: string;
  namespace: string;
  name: string;
}

/** A patch would replace all terms of a node affinity, so that one is edited. */
function selectorChange({ kind, namespace, name }: Target, cause: Selected & { by: { name: string } }): Advice {
  const { label, values, by, inAffinity } = cause;
  const object = `${kind}/${namespace}/${name}`;
  if (inAffinity === true)
    return advice`In the required node affinity of ${object}, replace ${values.join(', ')} with ${by.name} in the values of \`${label}\`.\n${commands(
      sh`kubectl -n ${namespace} edit ${kind} ${name}`,
    )}`;
  const patch = { spec: { template: { spec: { nodeSelector: newSelector(label, cause) } } } };
  return advice`Let ${object} select ${by.name}.\n${commands(
    sh`kubectl -n ${namespace} patch ${kind} ${name} --type merge -p ${json(patch)}`,
  )}`;
}

/** A managed node group that eksctl did not create lacks the label of eksctl, so its pods select the label of EKS. */
function newSelector(label: string, { by }: Selected & { by: { name: string; text: string } }) {
  if (label !== 'alpha.eksctl.io/nodegroup-name' || !by.text.startsWith('node group ')) return { [label]: by.name };
  return { [label]: null, 'eks.amazonaws.com/nodegroup': by.name };
}

/** The tool that manages a workload; undefined if none was seen. */
function findTool(object: string, { readings }: Comparing): string | undefined {
  const { deployments, statefulSets, daemonSets } = readings;
  const lists = [
    { kind: 'Deployment', reading: deployments },
    { kind: 'StatefulSet', reading: statefulSets },
    { kind: 'DaemonSet', reading: daemonSets },
  ];
  for (const { kind, reading } of lists) {
    const all: readonly (Owned & { namespace: string; name: string })[] = reading?.ok === true ? reading.value : [];
    const own = all.find(({ namespace, name }) => toWorkloadName({ kind, namespace, name }) === object);
    if (own !== undefined) return managerTool(resolveOwner(own));
  }
  return undefined;
}
