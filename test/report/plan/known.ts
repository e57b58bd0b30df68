import { aCluster } from '../../../src/custom-checks/testing/samples.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { planKarpenter } from '../../../src/judge/plan/karpenter.ts';
import { minorsBetween } from '../../../src/judge/plan/target.ts';
import type { Draft, Known } from '../../../src/report/plan/draft.ts';

/** What a plan is made from: these facts and findings, for a path from 1.33 to a target. */
export function toKnown(
  facts: Partial<Facts>,
  { target = 34, to, ...more }: { target?: number; to?: string } & Partial<Known> = {},
): Known {
  const versions = minorsBetween(33, target);
  const readings = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]),
  ) as Known['readings'];
  const karpenter = planKarpenter(readings.karpenterControllers, aCluster.name, versions, to);
  return {
    cluster: aCluster,
    readings,
    path: { current: 33, target, versions },
    steps: karpenter.steps,
    karpenter,
    results: [],
    found: [],
    entries: [],
    verdict: 'ready',
    gate: { scope: 'all' },
    judgedAt: '2026-11-20T12:00:00Z',
    ...more,
  };
}

/** A task in one line: its place, its id, its versions, and what it closes. */
export function toLine({ id, from, to, hop, stage, closes }: Draft): string {
  const moved = to === null ? '' : ` ${from ?? ''} -> ${to}`;
  return `${hop} ${stage} ${id}${moved}${closes.length === 0 ? '' : `; closes ${closes.join(', ')}`}`;
}
