import { SourceError } from '../../facts/reason.ts';
import type { Labels } from '../../syntax/label-selector.ts';

/**
 * Key of the labels that a pod or a workload carries while facts are collected, for selectors to be judged by. JSON knows
 * no symbols: labels, which may hold anything, reach neither an inventory nor a report.
 */
export const unstoredLabels: unique symbol = Symbol('labels');

/** A fact's entry as its collector returns it. */
export interface Labelled {
  [unstoredLabels]: Labels;
}

/**
 * The labels of an entry that a collector has returned.
 * @throws SourceError where it carries none: no labels at all would mean that no selector matches
 */
export function labelsOf(entry: object & Partial<Labelled>): Labels {
  const labels = entry[unstoredLabels];
  if (labels === undefined) throw new SourceError({ kind: 'unreadable', message: 'labels got lost on the way' });
  return labels;
}
