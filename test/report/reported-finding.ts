import type { ReportedFinding } from '../../src/judge/result.ts';

/** A finding in a report; by default, a node that fails a check today. */
export function aFinding(more: Partial<ReportedFinding> = {}): ReportedFinding {
  const name = more.resource?.name ?? 'a';
  return {
    fingerprint: name,
    check: 'nodes/kubelet-skew',
    rule: null,
    level: 'fail',
    blocks: 'nodes',
    phase: 'before',
    at: null,
    since: null,
    resource: { text: `Node ${name}`, kind: 'Node', name },
    short: 'too old',
    message: 'is wrong',
    remedy: null,
    unseen: null,
    evidence: [],
    fix: 'Mend it.',
    commands: [],
    location: null,
    links: [],
    accepted: null,
    baseline: null,
    ...more,
  };
}
