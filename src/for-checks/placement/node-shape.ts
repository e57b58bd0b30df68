import type { NodeTaint } from '../../facts/pod-templates.ts';

/** The values that a label can have on a node that does not run yet. */
export interface LabelDomain {
  /** `any`: whatever a pod asks for, as far as `except`, `above` and `below` allow it. */
  values: readonly string[] | 'any';
  /** The node may also lack the label. `{ values: [], orAbsent: true }`: it never has it. */
  orAbsent: boolean;
  /** Values that it never has; only with `any`. */
  except?: readonly string[];
  /** It is a whole number above (below) this one; only with `any`. */
  above?: number;
  below?: number;
}

/** What is known about the nodes that a group, a pool or a profile will start. */
export interface NodeShape {
  labels: ReadonlyMap<string, LabelDomain>;
  /** What holds for a label that `labels` does not list; a text says why it is unknown. */
  otherLabels: 'absent' | { unknown: string };
  /** Taints that keep pods away (NoSchedule, NoExecute). */
  taints: readonly NodeTaint[];
  /** Why there may be taints that `taints` does not list; undefined: there are none. */
  otherTaints: string | undefined;
}

/** What a pod template requires and a node lacks, or may lack. */
export type Miss =
  | { is: 'label'; in: 'nodeSelector' | 'nodeAffinity'; key: string; operator: string; values: readonly string[] }
  | { is: 'taint'; taint: NodeTaint };

/** Whether some node of a shape satisfies a pod template: its node selector, its required node affinity, the taints. */
export type Match =
  | { is: 'matches' }
  /** Never empty. Of several terms of an affinity, what the one with the fewest misses lacks. */
  | { is: 'misses'; by: readonly Miss[] }
  /** What decides is unknown: the labels or taints (none if taints were not read), and why. */
  | { is: 'unknown'; why: string; by: readonly Miss[] };
