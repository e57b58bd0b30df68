import type { NodeTaint } from '../../facts/pod-templates.ts';
import { isTemporaryTaint } from '../../syntax/temporary-taints.ts';
import { presentText } from '../require-field.ts';
import { recordsAt } from './karpenter/shape.ts';

/**
 * The taints of a node that stay.
 * @throws ScanError (`unreadable`) if a taint has an unexpected type
 */
export function listLastingTaints(taints: unknown): NodeTaint[] {
  return recordsAt(taints, 'taints').flatMap(({ key, value, effect }) => {
    const name = presentText(key, 'taints.key');
    if (isTemporaryTaint(name)) return [];
    // Equal to a taint without a value.
    const isEmpty = value === undefined || value === null || value === '';
    return [
      {
        key: name,
        value: isEmpty ? null : presentText(value, 'taints.value'),
        effect: presentText(effect, 'taints.effect'),
      },
    ];
  });
}
