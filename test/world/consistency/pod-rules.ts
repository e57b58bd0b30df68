import type { Labels } from '../../../src/syntax/label-selector.ts';
import {
  accepts,
  addressInName,
  controllerPath,
  formatPath,
  isActive,
  isReady,
  isWithin,
  readLabels,
  matches,
  runsDaemonSets,
  type KubeObject,
  type WorldRule,
} from './world-view.ts';

/** Rules about pods: what nodes, workloads, budgets and Fargate profiles report about the same pods. */

const podNode: WorldRule = {
  name: 'node-of-pod',
  says: 'the node that a pod runs on exists',
  contradictions: ({ nodes, pods }) => {
    const names = new Set(nodes.map(({ metadata }) => metadata.name));
    return pods
      .filter(({ spec }) => spec?.nodeName !== undefined && !names.has(spec.nodeName))
      .map((pod) => `${formatPath(pod)}: ${pod.spec?.nodeName}`);
  },
};

const podOwner: WorldRule = {
  name: 'owner-of-pod',
  says: 'the workload that owns a pod exists, and selects the pod',
  contradictions: ({ pods, ofKind }) => {
    const workloads = new Map(
      ofKind('Deployment', 'DaemonSet', 'StatefulSet').map((one) => [`${one.kind} ${formatPath(one)}`, one]),
    );
    return pods.flatMap((pod) => {
      const path = controllerPath(pod);
      if (path === undefined || !/^(?:Deployment|DaemonSet|StatefulSet|ReplicaSet) /.test(path)) return [];
      const workload = workloads.get(path);
      const isOwn = workload !== undefined && matches(workload.spec?.selector, readLabels(pod));
      return isOwn ? [] : [`${formatPath(pod)}: ${path}`];
    });
  },
};

const namespaces: WorldRule = {
  name: 'namespace-of-object',
  says: 'the namespace of each object exists',
  contradictions: ({ world, ofKind }) => {
    const names = new Set(ofKind('Namespace').map(({ metadata }) => metadata.name));
    const objects = world.kube.objects as unknown as readonly KubeObject[];
    const used = objects.flatMap(({ metadata }) => metadata.namespace ?? []);
    return [...new Set(used)].filter((name) => !names.has(name));
  },
};

const daemonSetPods: WorldRule = {
  name: 'daemonset-pods',
  says: 'a DaemonSet has one pod on each node that it may run on, and its status counts them',
  contradictions: ({ nodes, listPods, ofKind }) =>
    ofKind('DaemonSet').flatMap((daemonSet) => {
      const { desiredNumberScheduled = 0, numberReady = 0 } = daemonSet.status ?? {};
      const eligible = nodes.filter(
        (node) => runsDaemonSets(node) && accepts(node, daemonSet.spec?.template?.spec ?? {}),
      );
      const pods = listPods(daemonSet).filter(isActive);
      const places = pods.map(({ spec }) => spec?.nodeName ?? '').toSorted();
      const ready = pods.filter(isReady).length;
      const agrees =
        desiredNumberScheduled === eligible.length &&
        numberReady === ready &&
        places.join() ===
          eligible
            .map(({ metadata }) => metadata.name)
            .toSorted()
            .join();
      return agrees
        ? []
        : [
            `${formatPath(daemonSet)}: ${numberReady} of ${desiredNumberScheduled} ready; pods: ${ready} of ${pods.length} ready; nodes: ${eligible.length}`,
          ];
    }),
};

const workloadPods: WorldRule = {
  name: 'workload-pods',
  says: 'the status of a Deployment or StatefulSet counts its pods and those that are ready',
  contradictions: ({ listPods, ofKind }) =>
    ofKind('Deployment', 'StatefulSet').flatMap((workload) => {
      const { replicas = 0, readyReplicas = 0 } = workload.status ?? {};
      const pods = listPods(workload).filter(isActive);
      const ready = pods.filter(isReady).length;
      return replicas === pods.length && readyReplicas === ready
        ? []
        : [`${formatPath(workload)}: ${readyReplicas} of ${replicas} ready; pods: ${ready} of ${pods.length} ready`];
    }),
};

const budgetPods: WorldRule = {
  name: 'budget-pods',
  says: 'the status of a PodDisruptionBudget counts the pods that it selects and those that are healthy',
  contradictions: ({ pods, ofKind }) =>
    ofKind('PodDisruptionBudget').flatMap((budget) => {
      if (budget.status === undefined) return [];
      const { expectedPods = 0, currentHealthy = 0 } = budget.status;
      const selected = pods.filter(
        (pod) =>
          pod.metadata.namespace === budget.metadata.namespace &&
          isActive(pod) &&
          matches(budget.spec?.selector, readLabels(pod)),
      );
      const healthy = selected.filter(isReady).length;
      return expectedPods === selected.length && currentHealthy === healthy
        ? []
        : [
            `${formatPath(budget)}: ${currentHealthy} of ${expectedPods} healthy; pods: ${healthy} of ${selected.length} ready`,
          ];
    }),
};

const budgetAllows: WorldRule = {
  name: 'budget-allows',
  says: 'a PodDisruptionBudget allows as many disruptions as it has healthy pods beyond those that it must keep',
  contradictions: ({ ofKind }) =>
    ofKind('PodDisruptionBudget').flatMap((budget) => {
      if (budget.status === undefined) return [];
      const { currentHealthy = 0, desiredHealthy = 0, disruptionsAllowed = 0 } = budget.status;
      return disruptionsAllowed === Math.max(0, currentHealthy - desiredHealthy)
        ? []
        : [
            `${formatPath(budget)}: ${disruptionsAllowed} allowed, ${currentHealthy} healthy, ${desiredHealthy} to keep`,
          ];
    }),
};

interface Profile {
  subnets?: readonly string[];
  selectors?: readonly { namespace: string; labels?: Labels }[];
}

function selects({ selectors = [] }: Profile, pod: KubeObject): boolean {
  return selectors.some(
    ({ namespace, labels = {} }) =>
      namespace === pod.metadata.namespace && matches({ matchLabels: labels }, readLabels(pod)),
  );
}

const fargatePods: WorldRule = {
  name: 'fargate-pods',
  says: 'each Fargate node runs one pod that its profile selects, in a subnet of the profile',
  contradictions: ({ world, nodes, pods, subnets }) =>
    nodes
      .filter((node) => readLabels(node)['eks.amazonaws.com/compute-type'] === 'fargate')
      .flatMap((node) => {
        const own = pods.filter(({ spec }) => spec?.nodeName === node.metadata.name);
        const [pod] = own;
        const name = pod === undefined ? '' : readLabels(pod)['eks.amazonaws.com/fargate-profile'];
        const profile: Profile | undefined = world.aws.fargateProfiles[`${name}`];
        const places = (profile?.subnets ?? []).flatMap((id) => subnets.get(id) ?? []);
        const address = addressInName(node.metadata.name);
        const isPlaced = places.some(
          ({ AvailabilityZone, CidrBlock }) =>
            AvailabilityZone === readLabels(node)['topology.kubernetes.io/zone'] &&
            (address === undefined || isWithin(address, CidrBlock)),
        );
        const isSelected = profile !== undefined && pod !== undefined && selects(profile, pod);
        return own.length === 1 && isSelected && isPlaced
          ? []
          : [`${node.metadata.name}: ${own.map(formatPath).join()}`];
      }),
};

const fargateProfiles: WorldRule = {
  name: 'fargate-profile-pods',
  says: 'each pod that a Fargate profile selects runs on Fargate',
  contradictions: ({ world, pods, nodes }) => {
    const profiles: readonly Profile[] = Object.values(world.aws.fargateProfiles);
    const others = new Set(nodes.filter(runsDaemonSets).map(({ metadata }) => metadata.name));
    return pods
      .filter((pod) => others.has(pod.spec?.nodeName ?? '') && profiles.some((profile) => selects(profile, pod)))
      .map((pod) => `${formatPath(pod)}: ${pod.spec?.nodeName}`);
  },
};

export const podRules: readonly WorldRule[] = [
  podNode,
  podOwner,
  namespaces,
  daemonSetPods,
  workloadPods,
  budgetPods,
  budgetAllows,
  fargatePods,
  fargateProfiles,
];
