import { ScanError } from '../../facts/reason.ts';
import type { Labels } from '../../syntax/label-selector.ts';

/**
 * Key of the labels that a pod, a workload or a namespace carries while facts are collected, for matching selectors.
 * JSON omits symbol keys, so these labels, which may hold anything, are in no inventory or report.
 */
export const unstoredLabels: unique symbol = Symbol('labels');

/** A fact's entry as its collector returns it. */
export interface Labelled {
  [unstoredLabels]: Labels;
}

/**
 * The labels of an entry that a collector has returned.
 * @throws ScanError if it carries none: a default without labels would match no selector
 */
export function requireLabels(entry: object & Partial<Labelled>): Labels {
  const labels = entry[unstoredLabels];
  if (labels === undefined) throw new ScanError({ kind: 'unreadable', message: 'labels got lost on the way' });
  return labels;
}
