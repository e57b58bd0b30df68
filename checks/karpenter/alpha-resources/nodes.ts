import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { poolOfMade } from '../shared/claim-pools.ts';
import type { AlphaSteps } from '../../../src/karpenter/generations.ts';

const manyNames = 3;

/** Findings for Machines, one per Provisioner: the node of each Machine must be replaced. */
export function* machineFindings(
  { claims }: OwnObjects,
  steps: AlphaSteps,
  crds: readonly KarpenterCrd[],
): Generator<Finding> {
  const { today, both, dropped } = steps;
  const at = dropped ?? (both === today ? both : undefined);
  if (at === undefined) return;
  const machines = claims.filter(({ kind }) => kind === 'Machine');
  for (const [pool, own] of grouped(machines, (machine) => machine.pool ?? 'unknown')) {
    const names = own.map(({ name }) => name);
    const many = formatCount(names.length, 'Machine');
    const [nodesRun, them] = forCount(names.length, ['its node keeps', 'it'], ['their nodes keep', 'them']);
    const message =
      dropped === undefined
        ? `Provisioner ${pool} still has ${many}: its nodes have not been replaced yet`
        : `Karpenter ${at} does not read ${many} of Provisioner ${pool}: ${nodesRun} running, and Karpenter does not manage ${them}`;
    yield {
      level: dropped === undefined || dropped === today ? 'warn' : 'fail',
      rule: 'machines',
      atKarpenter: at,
      resource: poolOfMade('Machine', own[0]?.pool ?? null, names),
      message,
      evidence: [{ observed: `Machines ${formatNames(names)}`, required: 'none' }],
      fix: advice`Replace the nodes of the Provisioner before 0.33: with drift or a short \`ttlSecondsUntilExpired\` and
        the taint karpenter.sh/legacy, or one by one with \`kubectl delete node\`. Continue when
        ${sh`kubectl get machines`} shows none.${takenAway(crds, steps)}`,
    };
  }
}

/**
 * A warning for the fix, if the path starts before 0.33 and reaches 0.33 or later, and a Helm release owns the CRD of
 * Machines: charts from 0.33 on lack this CRD, so the update of the release deletes it.
 * Source: charts/karpenter-crd/templates of aws/karpenter-provider-aws v0.32.10 and v0.33.0
 */
function takenAway(crds: readonly KarpenterCrd[], { today, dropped }: AlphaSteps): Advice {
  const crd = crds.find(({ name }) => name === 'machines.karpenter.sh');
  const release = crd?.owner.release ?? null;
  if (crd === undefined || release === null || dropped === undefined || dropped === today) return advice``;
  return advice` Do not update earlier: the release \`${release}\` owns the CRD ${crd.name}, which charts from 0.33 on no
    longer contain. The update deletes the CRD with every Machine, and a Karpenter 0.32 that still runs drains all their
    nodes at once.`;
}

/** Findings for nodes with a Provisioner's label, if the running version does not support Provisioners. */
export function* leftOverNodes(keyed: Facts['karpenterKeys'], { today, dropped }: AlphaSteps): Generator<Finding> {
  if (dropped !== today) return;
  const made = keyed.flatMap(({ kind, name, uses }) => {
    const use = uses.find(({ key, place }) => key === 'karpenter.sh/provisioner-name' && place === 'label');
    return kind === 'Node' && use !== undefined ? [{ name, pool: use.values[0] ?? '' }] : [];
  });
  for (const [pool, nodes] of grouped(made, (node) => node.pool)) {
    const names = nodes.map(({ name }) => name);
    const them = forCount(names.length, 'it', 'them');
    const nobody = `it does not replace, consolidate or update ${them}`;
    yield {
      level: 'warn',
      rule: 'unmanaged-nodes',
      resource: poolOfMade('Node', pool === '' ? null : pool, names),
      message: `created by Provisioner ${pool}, but Karpenter ${today} does not manage ${them}: ${nobody}`,
      evidence: [{ observed: `nodes ${formatNames(names)}`, required: 'nodes of a NodePool' }],
      blocks: 'nodes',
      fix: advice`Drain them one by one, delete them, and check that their instances are terminated: \`kubectl delete
        node\` does not terminate an instance that Karpenter does not manage.`,
    };
  }
}

/** The finding for alpha CRDs that the running version no longer uses. */
export function* leftOverCrds(crds: readonly KarpenterCrd[], { today, dropped }: AlphaSteps): Generator<Finding> {
  const names = crds.flatMap(({ name, served }) =>
    served.every((one) => one.includes('alpha')) && isAlphaCrd(name) ? [name] : [],
  );
  const [first] = names;
  if (dropped !== today || first === undefined) return;
  yield {
    level: 'warn',
    rule: 'left-over-crds',
    phase: 'after',
    resource: toResource('CustomResourceDefinition', first, names.length),
    message: `Karpenter ${today} does not read ${names.join(', ')}, and no objects of them exist`,
    evidence: names.map((name) => ({ observed: name, required: 'none' })),
    fix: advice`Check again that no objects exist: ${sh`kubectl get ${names.join(',')}`}. You can keep these CRDs;
      the next update of a Helm release removes those that it owns. If you delete a CRD, you also delete every object of
      it and, with a Provisioner or a Machine, its nodes.`,
  };
}

function isAlphaCrd(name: string): boolean {
  return /^(provisioners|machines)\.karpenter\.sh$|^awsnodetemplates?\.karpenter\.k8s\.aws$/.test(name);
}

function toResource(kind: string, name: string, of: number): Finding['resource'] {
  return { kind, name, ...(of > 1 ? { note: `and ${of - 1} more` } : {}) };
}

function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, manyNames).join(', ');
  return names.length > manyNames ? `${shown} and ${names.length - manyNames} more` : shown;
}
