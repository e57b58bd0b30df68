import type { Facts, NodeFact } from '../../facts/facts.ts';
import type { BootSettings } from '../../facts/launch-templates.ts';
import type { NodeTaint } from '../../facts/pod-templates.ts';
import { isTemporaryTaint } from '../../syntax/temporary-taints.ts';
import type { LabelDomain } from '../placement/node-shape.ts';
import { neverSet } from './system-labels.ts';

type NodeLabels = Facts['nodeLabels'][number];

/** What the nodes of a group show today. */
export interface LabelsToday {
  /** All values of a label; empty if no node has it. */
  listValues(key: string): readonly string[];
  /**
   * What new nodes have of a label that no configuration sets: software sets it again, people do not. `unknown` if nothing
   * shows who set it.
   */
  foresee(key: string): LabelDomain | 'unknown';
  taints: readonly NodeTaint[];
  /** What new nodes have of a label that user data gives to them: the values of today; `unknown` without a node. */
  keep(key: string): LabelDomain | 'unknown';
  /**
   * The taints that user data gives to new nodes and that stay: nodes of today have them, with their values. Undefined
   * without a node.
   */
  withValues(taints: NonNullable<BootSettings['nodeTaints']>): NodeTaint[] | undefined;
}

/**
 * Reads the labels of nodes, each of which is in the fact.
 * @param hasScripts a program in the cluster runs kubectl: it may label new nodes as a person does
 */
export function readLabelsToday(
  nodes: readonly NodeFact[],
  byName: ReadonlyMap<string, NodeLabels>,
  hasScripts: boolean,
): LabelsToday {
  const own = nodes.flatMap(({ name }) => byName.get(name) ?? []);
  const listValues = (key: string) => [...new Set(own.flatMap(({ labels }) => labels[key] ?? []))];
  const taints = uniqueTaints(own.flatMap((one) => one.taints));
  return {
    listValues,
    foresee(key) {
      const having = own.filter(({ labels }) => labels[key] !== undefined);
      if (having.length === 0) return neverSet;
      const bySoftware = having.filter(({ setBy }) => setBy[key] === 'software');
      if (bySoftware.length === 0)
        return !hasScripts && having.every(({ setBy }) => setBy[key] === 'person') ? neverSet : 'unknown';
      const values = [...new Set(bySoftware.flatMap(({ labels }) => labels[key] ?? []))];
      return { values, orAbsent: bySoftware.length < own.length };
    },
    taints,
    keep(key) {
      const values = listValues(key);
      return values.length === 0 ? 'unknown' : { values, orAbsent: false };
    },
    withValues(given) {
      const lasting = given.filter(({ key }) => !isTemporaryTaint(key));
      if (own.length === 0 && lasting.length > 0) return undefined;
      return taints.filter(({ key, effect }) => lasting.some((one) => one.key === key && one.effect === effect));
    },
  };
}

/** The taints that stay once a node is ready, those with the same key, value and effect once. */
export function uniqueTaints(taints: readonly NodeTaint[]): NodeTaint[] {
  const lasting = taints.filter(({ key }) => !isTemporaryTaint(key));
  return [...new Map(lasting.map((one) => [[one.key, one.value, one.effect].join('\n'), one])).values()];
}
