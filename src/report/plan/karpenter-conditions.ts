import { listKinds } from '../../for-checks/update-commands.ts';
import { listCrds } from '../../for-checks/karpenter-crds.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { sh } from '../../syntax/shell.ts';
import { isBelow } from '../../syntax/versions.ts';
import { findingsGone, seen, shellTexts } from './conditions.ts';
import type { Condition, Known } from './draft.ts';
import type { KarpenterStep } from './karpenter-moves.ts';

/** What shows that the CRDs are those of a version: no label of a CRD shows it for certain, so the scan looks at them. */
export function crdConditions(
  { to, crds }: KarpenterStep,
  closed: readonly ReportedFinding[],
  known: Known,
): Condition[] {
  const names = crds === undefined ? [] : listCrds(to, crds.rows);
  return [
    seen(
      `every CRD of Karpenter ${to} exists and is Established`,
      ...(names.length === 0 ? [] : [sh`kubectl wait --for=condition=Established --timeout=60s crd ${names}`]),
    ),
    ...(closed.length === 0 ? [] : [findingsGone(known, closed)]),
  ];
}

/** What shows that the controller runs at a version, and that it can use its pools and node classes. */
export function controllerConditions(step: KarpenterStep): Condition[] {
  const { to, controller } = step;
  const { namespace, name } = controller;
  const object = `deploy/${namespace}/${name}`;
  return [
    {
      kind: 'version',
      text: `${object} runs Karpenter ${to}`,
      commands: shellTexts(
        sh`kubectl -n ${namespace} get deployment ${name} -o jsonpath='{.spec.template.spec.containers[*].image}'`,
      ),
      object,
      version: to,
    },
    {
      kind: 'workload',
      text: `all pods of ${object} are ready`,
      commands: shellTexts(sh`kubectl -n ${namespace} rollout status deployment/${name} --timeout=5m`),
      object,
    },
    readyObjects(step),
  ];
}

/** Pools and node classes show whether they are ready from 1.0 on. */
function readyObjects({ to, from, crds }: KarpenterStep): Condition {
  const kinds = listKinds({ from: isBelow(to, '0.33.0') ? from : to, crds }).join(',');
  const list = sh`kubectl get ${kinds}`;
  return isBelow(to, '1.0.0')
    ? seen('kubectl lists the same pools and node classes as before', list)
    : seen('every pool and node class is Ready', list);
}
