import type { Facts } from '../../../src/facts/facts.ts';
import { namesGroup } from '../../../src/for-checks/new-nodes/selector-change.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';

/**
 * What comes before a node group is replaced: the workloads that select it by its name, with a leading space.
 * @param templates undefined: not read
 */
export function selectorsFirst(group: string, templates: Facts['podTemplates'] = []): Advice {
  const bound = templates.filter((template) => namesGroup(template, group));
  if (bound.length === 0) return advice``;
  const names = bound.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
  return advice` First change the selectors of the pods that name the group (${formatList(names)}), or they stay Pending:
    workloads/new-nodes has the commands.`;
}
