import type { Facts } from '../../../src/facts/facts.ts';
import type { Draft, Known } from '../../../src/report/plan/draft.ts';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { noKarpenter } from '../../../src/karpenter/path.ts';
import { minorsBetween } from '../../../src/judge/plan/target.ts';
import { format } from '../../../src/syntax/versions.ts';
import { aCluster } from '../../../src/custom-checks/testing/samples.ts';

/** What a plan is made from: these facts and findings, for a path from 1.33 to the target. */
export function makeKnown(
  facts: Partial<Facts>,
  { target = 34, found = [], ...more }: { target?: number; found?: ReportedFinding[] } & Partial<Known> = {},
): Known {
  const current = 33;
  const versions = minorsBetween(current, target);
  const values = Object.entries({ nodes: [], nodegroups: [], fargateWorkloads: [], nodeImages: [], ...facts });
  const readings = Object.fromEntries(values.map(([name, value]) => [name, { ok: true, value }])) as Known['readings'];
  const steps = versions
    .slice(1)
    .map((to) => ({ component: 'kubernetes' as const, from: format(to - 1), to: format(to) }));
  return {
    cluster: aCluster,
    readings,
    path: { current, target, versions },
    steps,
    karpenter: { path: noKarpenter, controllers: [], steps: [] },
    results: [],
    found,
    entries: [],
    verdict: 'ready',
    gate: { scope: 'all' },
    judgedAt: '2026-11-20T12:00:00Z',
    ...more,
  };
}

/** A task in one line: its id, its versions, its place, and what waits for it. */
export function toLine({ id, from, to, hop, stage, stops }: Draft): string {
  return `${id} ${from ?? ''}>${to ?? ''} ${hop} ${stage}${stops.length === 0 ? '' : ` stops ${stops.join(', ')}`}`;
}
