import { beginUpdate, clusterUpdate, karpenterUpdate, type KarpenterMove } from '../for-checks/update-commands.ts';
import type { Facts } from '../facts/facts.ts';
import type { Readings } from '../facts/reading.ts';
import type { KarpenterPlan } from '../judge/plan/karpenter.ts';
import type { Result } from '../judge/result.ts';
import type { JointStep } from '../karpenter/path.ts';
import { advice, commands, type Advice } from '../syntax/advice.ts';
import { unwrap } from '../syntax/markdown.ts';
import { parseMinor } from '../syntax/versions.ts';
import { loadTable } from '../tables/tables.ts';
import { rollbackSteps } from './rollback-steps.ts';
import type { Report } from './schema.ts';
import { isRollbackPath } from '../judge/direction.ts';

/** The cluster, its facts, and the path. */
interface Planned {
  cluster: Facts['cluster'];
  karpenter: KarpenterPlan;
  readings: Readings;
}

/** What follows from the findings. */
interface Concluded {
  verdict: Report['verdict'];
  answers?: Report['answers'];
  gate: Pick<Report['gate'], 'scope'>;
  rollback?: Report['rollback'];
  results: readonly Result[];
  entries: Report['entries'];
}

/**
 * A rollback shows its steps also while something blocks it, because their order matters; but not if EKS offers no
 * rollback, whatever a team accepts.
 */
function hasUpdate(concluded: Concluded, steps: readonly JointStep[]): boolean {
  const { verdict, rollback, results } = concluded;
  if (!isRollbackPath(steps)) return verdict === 'ready' || isScopeReady(concluded, steps);
  const isOffered = rollback !== undefined && rollback.until !== null;
  return verdict !== 'partial' && isOffered && !results.some(isUnsupported);
}

/** With `--scope control-plane`, what stops only something else does not stop the first step. */
function isScopeReady({ gate, answers = [] }: Concluded, [first]: readonly JointStep[]): boolean {
  const isInScope = gate.scope === 'control-plane' && first?.component === 'kubernetes';
  return isInScope && answers.some(({ question, verdict }) => question === gate.scope && verdict === 'ready');
}

function isUnsupported({ id, findings }: Result): boolean {
  return id === 'control-plane/rollback' && findings.some(({ rule, level }) => rule === 'support' && level === 'fail');
}

/**
 * How to take the first step. Built from the facts, not from the report: reports omit invisible characters in names, so
 * a command that is built from the report could name another cluster.
 */
export function buildUpdate({ cluster, karpenter, readings }: Planned, concluded: Concluded): Report['update'] {
  const [first] = karpenter.steps;
  if (first === undefined || !hasUpdate(concluded, karpenter.steps)) return null;
  const { component, to } = first;
  const how =
    component === 'karpenter'
      ? karpenterUpdate(karpenterMove(cluster, karpenter, readings, to))
      : controlPlaneStep(cluster, first, concluded);
  const begins = beginsWith(cluster, first);
  return {
    component,
    version: to,
    fix: unwrap(how.text),
    commands: [...how.commands],
    ...(begins === undefined ? {} : { begins }),
  };
}

function beginsWith(cluster: Facts['cluster'], step: JointStep): string | undefined {
  const to = parseMinor(step.to);
  if (step.component !== 'kubernetes' || to === undefined || isRollbackPath([step])) return undefined;
  return advice`${commands(beginUpdate(cluster, to))}`.commands[0];
}

function controlPlaneStep(cluster: Facts['cluster'], step: JointStep, concluded: Concluded): Advice {
  const to = parseMinor(step.to) ?? 0;
  return isRollbackPath([step]) ? rollbackSteps(cluster, to, concluded) : clusterUpdate(cluster, to);
}

/** Relies on the plan listing the controllers in the order of the fact. */
function karpenterMove(
  { autoMode }: Facts['cluster'],
  { controllers, path }: KarpenterPlan,
  { karpenterControllers: found, karpenterCrds: crds }: Readings,
  to: string,
): KarpenterMove {
  const serving = controllers.findIndex(({ target }) => target !== null);
  return {
    from: path.current,
    to,
    controller: (found?.ok === true ? found.value[serving] : undefined) ?? {
      namespace: 'kube-system',
      name: 'karpenter',
    },
    crds: crds?.ok === true ? { found: crds.value, rows: loadTable('karpenter-crds').rows } : undefined,
    autoMode,
  };
}
