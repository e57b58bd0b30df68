import type { FactName, Facts } from '../facts/facts.ts';
import type { KeyUse } from '../facts/karpenter-keys.ts';
import type { Placement } from '../facts/pod-templates.ts';
import type { KarpenterCrd } from '../facts/karpenter-objects.ts';
import type { Labels } from '../syntax/label-selector.ts';
import type { Availability } from './kube/availability.ts';
import type { ConfigMapMount } from './kube/config-map-mounts.ts';
import type { countWorkloadPods } from './kube/count-workload-pods.ts';
import type { Traits } from './kube/find-drain-traits.ts';
import type { Credentials } from './kube/karpenter/identity.ts';
import type { KarpenterTemplate } from './kube/karpenter/template.ts';
import type { Unready } from './kube/find-unready.ts';
import type { Waiting } from './kube/find-waiting.ts';
import type { LabelledClaim } from './kube/labelled-claims.ts';

/** The keys of Karpenter that an object uses. */
interface Keyed {
  keys: readonly KeyUse[];
}

/** With the labels that selectors match, which may hold anything; those of a workload are its pod template's. */
interface Labelled extends Keyed {
  labels: Labels;
}

/** With what its pods require of a node. */
interface Placed {
  placement: Placement;
}

/** With its labels, who set them, and the taints that stay. */
interface NodeForJoins extends Labelled, Pick<Facts['nodeLabels'][number], 'setBy' | 'taints'> {}

interface PodForJoins extends Labelled {
  /**
   * Of a pod that has not finished: its own, or that of the first such pod of its controller. Undefined if the template of
   * its controller is read, and for static pods.
   */
  placement: Placement | undefined;
  /** Of a pod of Karpenter. Of other components that call AWS: those of the first pod of its controller. */
  credentials: Credentials | undefined;
  mountsClaim: boolean;
  /** Undefined if the pod mounts no claim. */
  labelledClaims: readonly LabelledClaim[] | undefined;
  /** Undefined if the pod has none. */
  drain: Traits | undefined;
  /** Undefined if it is not being deleted, has a node and has started. */
  waiting: Waiting | undefined;
  /** Undefined if it is ready, has finished or is being deleted. */
  unready: Unready | undefined;
  /** Those below a path in the table `retired-images`, of the first pod of its controller. */
  images: Facts['podImages'][number]['images'];
}

interface WorkloadForJoins extends Labelled, Placed {
  serviceAccount: string;
  /** Null if no controller has reported on it yet. */
  availability: Availability | null;
  /** Undefined if no controller has reported on it yet. */
  pods: ReturnType<typeof countWorkloadPods>;
  /** Of a workload that runs CoreDNS; empty otherwise. */
  mounts: readonly ConfigMapMount[];
  /** Of a Deployment that runs Karpenter. */
  karpenter: KarpenterTemplate | undefined;
  /** Flags and variables that breaks in the table `controllers` depend on. */
  settings: readonly string[];
  /** Containers take variables from ConfigMaps or Secrets. */
  hasOtherVariables: boolean;
}

/** What only other collectors need of a list's entries, by the list's fact: it is in no inventory and no report. */
interface ForJoins {
  crds: {
    /** Of a CRD of Karpenter or EKS Auto Mode. */
    karpenter: KarpenterCrd | undefined;
  };
  csiDrivers: {
    /** It supports volumes that are mounted with an SELinux label (`spec.seLinuxMount`). */
    mountsWithLabel: boolean;
  };
  cronJobs: Keyed & Placed;
  daemonSets: WorkloadForJoins;
  deployments: WorkloadForJoins;
  namespaces: Labelled;
  nodes: NodeForJoins;
  pods: PodForJoins;
  statefulSets: WorkloadForJoins;
}

/** A fact of whose entries other collectors need more than it stores. */
export type JoinedFact = keyof ForJoins;

/** An entry of a fact, and beside it what only other collectors need. */
export type Joined<Name extends JoinedFact> = ForJoins[Name] & { entry: Facts[Name][number] };

/** What a collector returns beside its fact. */
export type WithJoined<Name extends FactName> = Name extends JoinedFact
  ? { joined: readonly Joined<Name>[] }
  : { joined?: undefined };
