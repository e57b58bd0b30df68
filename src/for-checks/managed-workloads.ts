import { advice, joinAdvice, type Advice } from '../syntax/advice.ts';
import type { Tables } from '../tables/tables.ts';
import { whereToChange, type ManagedChange } from './managed-changes.ts';
import { managerTool, resolveOwner, type Owned, type Owner } from './owners.ts';

/** The words for the names of objects that apply others. */
const appliers = { Application: 'APPLICATION', Kustomization: 'KUSTOMIZATION', HelmRelease: 'HELM_RELEASE' } as const;

/**
 * Where to change workloads, for each manager that was seen; undefined if no manager was seen for which the table has a
 * row. Names no release and no application: reports show findings whose texts are the same as one entry.
 */
export function whereWorkloadsManaged(
  workloads: readonly Owned[],
  change: ManagedChange,
  rows: Tables['managed-changes'],
): Advice | undefined {
  const sentences = workloads.flatMap((workload) => {
    const owner = resolveOwner(workload);
    const [tool, where] = [managerTool(owner), whereToChange(change, toNameless(owner), rows, {}, 'within')];
    return tool === undefined || where === undefined ? [] : [advice`For workloads that ${tool} manages: ${where}`];
  });
  const distinct = [...new Map(sentences.map((one) => [one.text, one])).values()];
  return distinct.length === 0 ? undefined : joinAdvice(distinct, ' ');
}

function toNameless(owner: Owner): Owner {
  if (owner.kind === 'helm') return { ...owner, release: '' };
  if (owner.kind !== 'gitops' || owner.applier === undefined) return owner;
  const { kind } = owner.applier;
  return { ...owner, applier: { kind, name: appliers[kind], namespace: 'APPLIER_NAMESPACE' } };
}
