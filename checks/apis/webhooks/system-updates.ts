import type { Blocks, Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { format } from '../../../src/syntax/versions.ts';
import { resolveAtKarpenter, listControllerVersions } from '../../../src/karpenter/path.ts';
import { countOutsideAutoMode } from '../../../src/for-checks/auto-mode-addons.ts';
import { addonWorkloads, blockedBy, isOutdatedAt } from '../../../src/for-checks/eks-addon.ts';

/** An update of a workload in kube-system that the path requires. */
export interface SystemUpdate {
  /** `the EKS add-on vpc-cni` */
  what: string;
  /** The kinds of the workloads: `deployments`. */
  resources: readonly string[];
  /** The step that requires the update. */
  at: Pick<Finding, 'at' | 'atKarpenter'>;
  /** The index of the step on the path. */
  place: number;
  /** From this version until `at`, the failure is reported as a warning. */
  since?: Pick<Finding, 'since'>;
  blocks: Blocks;
}

type Given = Partial<Pick<Facts, 'addons' | 'addonVersions' | 'karpenterControllers' | 'nodes'>>;
type Path = Pick<Context, 'cluster' | 'versions' | 'karpenter' | 'steps'>;

/** Updates of EKS add-ons whose version EKS does not list for a step, and of Karpenter if a step updates it; sorted. */
export function systemUpdates(facts: Given, path: Path): SystemUpdate[] {
  return [...addonUpdates(facts, path), ...karpenterUpdates(facts, path)]
    .map((update) => ({ ...update, place: findStepIndex(update.at, path.steps) }))
    .toSorted((a, b) => a.place - b.place);
}

/** Without an ordered path, Karpenter's updates come first. */
function findStepIndex({ at = 0, atKarpenter }: SystemUpdate['at'], steps: Path['steps']): number {
  const to = atKarpenter ?? format(at);
  return (
    steps?.findIndex((step) => step.to === to && (step.component === 'karpenter') === (atKarpenter !== undefined)) ?? at
  );
}

type Unplaced = Omit<SystemUpdate, 'place'>;

function addonUpdates({ addons = [], addonVersions = [], nodes }: Given, { cluster, versions }: Path): Unplaced[] {
  const [current, ...steps] = versions;
  return steps.flatMap((at) =>
    addons.flatMap(({ name, version }) => {
      const offered = addonVersions.find((one) => one.name === name);
      const resources = addonWorkloads.get(name);
      if (offered === undefined || resources === undefined) return [];
      const users = countOutsideAutoMode(name, cluster, nodes);
      if (users === 0 || users === 'unread') return [];
      if (!isOutdatedAt(offered, version, at)) return [];
      const since = current === undefined ? {} : { since: { since: current } };
      return [{ what: `the EKS add-on ${name}`, resources, at: { at }, ...since, blocks: blockedBy(name) }];
    }),
  );
}

function karpenterUpdates({ karpenterControllers = [] }: Given, { karpenter }: Path): Unplaced[] {
  return karpenterControllers.flatMap((controller) => {
    const versions = listControllerVersions(controller, karpenter);
    const next = versions[1];
    if (controller.namespace !== 'kube-system' || next === undefined) return [];
    const at = resolveAtKarpenter(next, versions);
    return [{ what: `Karpenter to ${next}`, resources: ['deployments'], at, blocks: 'karpenter' as const }];
  });
}
