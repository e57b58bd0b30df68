import { advice, type Advice } from '../../../src/languages/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterClaim, KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { sh } from '../../../src/languages/shell.ts';

/** Where a way passes the version that reads both generations, and the first one that has dropped the old. */
export interface AlphaSteps {
  today: string;
  /** First version of the way at 0.32; undefined: none. */
  both: string | undefined;
  /** First version from 0.33 on; undefined: none. */
  dropped: string | undefined;
}

const manyNames = 3;

/** Machines by the Provisioner that they are of: each is a node that has to be replaced. */
export function* machineFindings(
  machines: readonly KarpenterClaim[],
  steps: AlphaSteps,
  crds: readonly KarpenterCrd[],
): Generator<Finding> {
  const { today, both, dropped } = steps;
  const at = dropped ?? (both === today ? both : undefined);
  if (at === undefined) return;
  for (const [pool, names] of byPool(machines)) {
    const [first = ''] = names;
    const message =
      dropped === undefined
        ? `Provisioner ${pool} still has ${count(names)}: its nodes have not rolled yet`
        : `Karpenter ${at} does not read ${count(names)} of Provisioner ${pool}: ${names.length === 1 ? 'its node runs' : 'their nodes run'} on with nobody who manages ${names.length === 1 ? 'it' : 'them'}`;
    yield {
      level: dropped === undefined || dropped === today ? 'warn' : 'fail',
      rule: 'machines',
      atKarpenter: at,
      resource: resourceOf('Machine', first, names.length),
      message,
      evidence: [{ observed: `Machines ${listOf(names)}`, required: 'none' }],
      fix: advice`Let the nodes of the Provisioner roll before 0.33: by drift or a short \`ttlSecondsUntilExpired\` under the taint karpenter.sh/legacy, or one by one with \`kubectl delete node\`. Go on when ${sh`kubectl get machines`} shows none.${takenAway(crds, steps)}`,
    };
  }
}

/**
 * What the update of the release that owns the alpha CRDs does: a resource that a chart no longer holds is deleted.
 * Source: charts/karpenter-crd/templates of aws/karpenter-provider-aws v0.32.10 and v0.33.0
 */
function takenAway(crds: readonly KarpenterCrd[], { today, dropped }: AlphaSteps): Advice {
  const crd = crds.find(({ name }) => name === 'machines.karpenter.sh');
  const release = crd?.owner.release ?? null;
  if (crd === undefined || release === null || dropped === undefined || dropped === today) return advice``;
  return advice` Not before: the release \`${release}\` owns the CRD ${crd.name}, which the charts from 0.33 on no longer hold. Helm deletes it with its update, every Machine with it, and a 0.32 that still runs drains all their nodes at once.`;
}

/** Nodes with the label of a Provisioner under a version that knows none. */
export function* leftOverNodes(keyed: Facts['karpenterKeys'], { today, dropped }: AlphaSteps): Generator<Finding> {
  if (dropped !== today) return;
  const byPool = new Map<string, string[]>();
  for (const { kind, name, uses } of keyed) {
    const use = uses.find(({ key, place }) => key === 'karpenter.sh/provisioner-name' && place === 'label');
    if (kind === 'Node' && use !== undefined) push(byPool, use.values[0] ?? '', name);
  }
  for (const [pool, names] of byPool) {
    const [first = ''] = names;
    yield {
      level: 'warn',
      rule: 'unmanaged-nodes',
      resource: resourceOf('Node', first, names.length),
      message: `made by Provisioner ${pool}, and Karpenter ${today} does not manage ${names.length === 1 ? 'it' : 'them'}: nobody replaces, consolidates or updates ${names.length === 1 ? 'it' : 'them'}`,
      evidence: [{ observed: `nodes ${listOf(names)}`, required: 'nodes of a NodePool' }],
      blocks: 'nodes',
      fix: advice`Drain them one by one, delete them, and see that their instances go: \`kubectl delete node\` no longer ends an instance that Karpenter does not manage.`,
    };
  }
}

/** The alpha CRDs once nothing of theirs is left. */
export function* leftOverCrds(crds: readonly KarpenterCrd[], { today, dropped }: AlphaSteps): Generator<Finding> {
  const names = crds.flatMap(({ name, served }) =>
    served.every((one) => one.includes('alpha')) && isAlpha(name) ? [name] : [],
  );
  const [first] = names;
  if (dropped !== today || first === undefined) return;
  yield {
    level: 'warn',
    rule: 'left-over-crds',
    phase: 'after',
    resource: resourceOf('CustomResourceDefinition', first, names.length),
    message: `Karpenter ${today} reads nothing of ${names.join(', ')}, and no object is left`,
    evidence: names.map((name) => ({ observed: name, required: 'none' })),
    fix: advice`Delete what is left of the time before 0.33, once more making sure that no object is there: ${sh`kubectl get ${names.join(',')}`}, then ${sh`kubectl delete crd ${names}`}.`,
  };
}

function isAlpha(name: string): boolean {
  return /^(provisioners|machines)\.karpenter\.sh$|^awsnodetemplates?\.karpenter\.k8s\.aws$/.test(name);
}

function byPool(machines: readonly KarpenterClaim[]): Map<string, string[]> {
  const pools = new Map<string, string[]>();
  for (const { pool, name } of machines) push(pools, pool ?? 'unknown', name);
  return pools;
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function resourceOf(kind: string, name: string, of: number): Finding['resource'] {
  return { kind, name, ...(of > 1 ? { note: `and ${of - 1} more` } : {}) };
}

function count(names: readonly string[]): string {
  return names.length === 1 ? '1 Machine' : `${names.length} Machines`;
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, manyNames).join(', ');
  return names.length > manyNames ? `${shown} and ${names.length - manyNames} more` : shown;
}
