import { isRollbackPath } from '../../judge/direction.ts';
import { format } from '../../syntax/versions.ts';
import type { Draft, Known, Stage } from './draft.ts';

const names: Readonly<Record<Stage, string>> = {
  see: 'Before',
  fix: 'Before',
  'nodes-before': 'Before',
  'add-on-before': 'Before',
  karpenter: 'Karpenter',
  'control-plane': 'Control plane',
  hold: 'Control plane',
  'add-on-after': 'Add-ons',
  nodes: 'Nodes',
  software: 'After',
  scan: 'After',
};

/** The heading under which a plan lists a task: `Before`; with several updates of the control plane, `Nodes at 1.35`. */
export function toSection({ stage, hop }: Draft, { path: { versions }, steps }: Known): string {
  const name = names[stage];
  if (versions.length <= 2 || isRollbackPath(steps)) return name;
  const to = versions[hop + 1];
  if (to === undefined || (hop === 0 && name === 'Before') || stage === 'scan') return name;
  const before = versions[hop];
  if (name === 'Before') return `Before ${format(to)}`;
  if (name === 'Karpenter') return `Karpenter before ${format(to)}`;
  if (name === 'Control plane') return `Control plane ${before === undefined ? '' : format(before)} -> ${format(to)}`;
  return `${name} at ${format(to)}`;
}
