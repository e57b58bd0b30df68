import { describe, expect, it } from 'vitest';
import { resolveAnswer } from '../../../src/for-checks/budget-answer.ts';
import { letGo } from '../../../src/for-checks/budget-fix.ts';
import { predictEviction, type Budget, type Pod } from '../../../src/for-checks/evictions.ts';
import { selectHeldBudgets, type Held } from '../../../src/for-checks/held-budgets.ts';
import { pickOne, seeded, type Random } from '../../fuzz/mutate.ts';
import { aBudget, aNode, aPod } from '../cases.ts';
import {
  answerEviction,
  computeStatus,
  type Controller,
  type Limits,
  type ReferenceBudget,
  type ReferencePod,
} from './disruption-reference.ts';
import { loadTable } from '../../../src/tables/tables.ts';

/** Thousands of random namespaces, judged by the check and by the plain reference. */

interface Matching {
  budget: ReferenceBudget;
  pods: readonly ReferencePod[];
}

const rounds = 2500;
const unseen = {
  observedGeneration: 0,
  currentHealthy: 0,
  desiredHealthy: 0,
  expectedPods: 0,
  disruptionsAllowed: 0,
  syncFailure: null,
};
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));

function someLimits(random: Random): Limits {
  const number = upTo(random, 6);
  const percent = `${pickOne(random, [0, 1, 33, 34, 49, 50, 51, 66, 67, 75, 80, 90, 99, 100])}%`;
  const limit = pickOne(random, [number, percent]);
  if (random() < 0.02) return { minAvailable: null, maxUnavailable: null };
  return random() < 0.5 ? { minAvailable: limit, maxUnavailable: null } : { minAvailable: null, maxUnavailable: limit };
}

const scaledKinds = ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'];

/** The pods of one controller, or pods without one. Those that run or start are as many as replicas, plus `surplus`. */
function someSet(random: Random, at: number, surplus: number): ReferencePod[] {
  // In a rollout, the number that replaces a share of uncounted pods is too high by the surplus: it needs adapting.
  const kind = pickOne(random, [...scaledKinds, ...scaledKinds, surplus === 0 ? 'Job' : 'none', 'none']);
  const replicas = 1 + upTo(random, 7);
  const name = `set-${at}`;
  const controller: Controller | null =
    kind === 'none' ? null : { kind, name, replicas: kind === 'Job' ? null : replicas };
  const aRunning = (index: number): ReferencePod => {
    const phase = pickOne(random, ['Running', 'Running', 'Running', 'Pending', 'Unknown'] as const);
    const ready = phase === 'Running' && random() < 0.7;
    return { name: `${name}-${index}`, phase, ready, terminating: false, controller };
  };
  const running = Array.from({ length: replicas + surplus }, (_, index) => aRunning(index));
  const finished = Array.from({ length: random() < 0.3 ? 2 : 0 }, (_, index): ReferencePod => {
    const phase = pickOne(random, ['Succeeded', 'Failed'] as const);
    return { name: `${name}-finished-${index}`, phase, ready: false, terminating: false, controller };
  });
  return [...running, ...finished];
}

function someBudget(random: Random, pods: readonly ReferencePod[], limits: Limits): ReferenceBudget {
  const unhealthyPodEvictionPolicy = pickOne(random, [null, 'IfHealthyBudget', 'AlwaysAllow'] as const);
  const before = random() < 0.5 ? unseen : computeStatus(someLimits(random), 1, pods, unseen);
  const isBehind = random() < 0.1;
  const status = isBehind ? before : computeStatus(limits, 2, pods, before);
  return { ...limits, generation: 2, unhealthyPodEvictionPolicy, status };
}

function toPod({ name, phase, ready, terminating, controller }: ReferencePod): Pod {
  const owner = controller === null ? null : { kind: controller.kind, name: controller.name };
  return aPod(name, { phase, ready, terminating, controller: owner });
}

function toBudget(budget: ReferenceBudget, at = 0): Budget {
  return aBudget({ ...budget, name: `budget-${at}`, status: budget.status });
}

const nodes = new Map([['a', aNode('a', 'v1.33.5', { computeType: 'managed', group: 'general' })]]);

/** What the check holds against the budget; undefined if no drain would have to evict one of its pods. */
function findHeld({ budget, pods }: Matching): Held | undefined {
  const { namespace, name } = toBudget(budget);
  const budgetedPods = [{ namespace, name, pods: pods.map((pod) => pod.name), claims: false }];
  return selectHeldBudgets({ podDisruptionBudgets: [toBudget(budget)], budgetedPods, pods: pods.map(toPod) }, nodes)[0];
}

/**
 * How many evictions a budget allows when everything is as its controllers want it: as many ready pods as replicas. The
 * drain has removed pods without a controller from beside those of controllers, unless the budget counts pods.
 */
function allowedAtRest(limits: Limits, pods: readonly ReferencePod[]): number {
  const counts = limits.maxUnavailable === null && typeof limits.minAvailable === 'number';
  const isOnlyBare = pods.every(({ controller }) => controller === null);
  const seen = new Map<Controller, number>();
  const resting = pods.flatMap((pod): ReferencePod[] => {
    const { controller, phase } = pod;
    if (controller === null && !isOnlyBare && !counts) return [];
    const isFinished = phase === 'Succeeded' || phase === 'Failed';
    if (isFinished || controller === null) return [isFinished ? pod : { ...pod, phase: 'Running', ready: true }];
    const before = seen.get(controller) ?? 0;
    seen.set(controller, before + 1);
    const isSurplus = controller.replicas !== null && before >= controller.replicas;
    return isSurplus ? [] : [{ ...pod, phase: 'Running', ready: true }];
  });
  return computeStatus(limits, 2, resting, unseen).disruptionsAllowed;
}

/** A namespace with one budget. A rollout's surplus pods only where the limit is a share of replicas. */
function someMatching(random: Random): Matching {
  const limits = someLimits(random);
  const surplus = typeof limits.minAvailable === 'number' || random() < 0.8 ? 0 : 1;
  const sets = Array.from({ length: 1 + upTo(random, 2) }, (_, at) => someSet(random, at, surplus));
  const pods = sets.flat();
  return { pods, budget: someBudget(random, pods, limits) };
}

describe('a budget of random pods', () => {
  const random = seeded(20_261_124);
  const all = Array.from({ length: rounds }, () => someMatching(random));
  const held = all.flatMap((matching) => {
    const one = findHeld(matching);
    return one === undefined
      ? []
      : [{ ...matching, held: one, answer: resolveAnswer(one.budget, one.matched, one.pods) }];
  });

  it('gets the answer of the eviction API for each pod, with a second budget or with pods that leave as well', () => {
    const counts = { evicted: 0, 429: 0, 500: 0 };
    for (const { budget, pods } of all) {
      const second = random() < 0.1 ? [someBudget(random, pods, someLimits(random))] : [];
      for (const pod of pods) {
        const leaving = { ...pod, terminating: random() < 0.1 };
        const budgets = [budget, ...second];
        const answer = answerEviction(leaving, budgets);
        counts[answer] += 1;
        expect(predictEviction(toPod(leaving), budgets.map(toBudget)), JSON.stringify({ leaving, budgets })).toBe(
          answer,
        );
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(1000);
  });

  it('never allows an eviction by the check if it allows none with every pod ready', () => {
    const kinds = { yes: 0, never: 0, today: 0, unknown: 0 };
    for (const { budget, pods, answer } of held) {
      kinds[answer.kind] += 1;
      const isNever = allowedAtRest(budget, pods) === 0;
      if (answer.kind !== 'unknown')
        expect(answer.kind === 'never', JSON.stringify({ budget, pods, answer })).toBe(isNever);
    }
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(50);
  });

  it('allows an eviction by what the check tells to do: the new limits, or the minimum of replicas', () => {
    let scaled = 0;
    const path = { current: 33, target: 34, tables: { 'managed-changes': loadTable('managed-changes').rows } };
    for (const { pods, budget, held: one, answer } of held) {
      const isKnown = budget.status.observedGeneration === budget.generation || budget.status.syncFailure !== null;
      // Nothing shows what the controller would say of these: it has not counted replicas for the budget.
      const isBlank = budget.minAvailable === null && budget.maxUnavailable === null;
      if (answer.kind !== 'never' || !isKnown || isBlank) continue;
      const text = JSON.stringify({ pods, budget, answer });
      const [patch = '', scale] = letGo(answer, one, path).fix.commands;
      const { spec } = JSON.parse(/-p '(.*)'$/.exec(patch)?.[1] ?? '') as { spec: Partial<Limits> };
      expect(allowedAtRest({ ...budget, ...spec }, pods), text).toBeGreaterThan(0);
      if (scale === undefined) continue;
      scaled += 1;
      const replicas = Number(/--replicas=(\d+)$/.exec(scale)?.[1]);
      expect(allowedAtRest(budget, ready(replicas)), text).toBe(1);
      expect(allowedAtRest(budget, ready(replicas - 1)), text).toBe(0);
    }
    expect(scaled).toBeGreaterThan(20);
  });
});

function ready(replicas: number): ReferencePod[] {
  const controller = { kind: 'Deployment', name: 'cart', replicas };
  return Array.from({ length: replicas }, (_, at) => ({
    name: `${at}`,
    phase: 'Running',
    ready: true,
    terminating: false,
    controller,
  }));
}
