/** The values that decide a verdict: a report with others cannot be judged again (report/unknown-values.ts). */
export const valuesOf = {
  /** The worst first. */
  level: ['fail', 'unknown', 'warn'],
  blocks: ['control-plane', 'nodes', 'workloads', 'deployments', 'karpenter'],
  /** What people ask about an update. Nothing else is in the answers of a report. */
  question: ['control-plane', 'nodes', 'karpenter', 'workloads'],
  phase: ['before', 'after'],
  baseline: ['new', 'worse', 'known'],
  severity: ['fail', 'warn'],
  status: ['pass', 'warn', 'fail', 'unknown', 'skip', 'accepted'],
  skipped: ['not-applicable', 'not-asked', 'not-selected', 'table-ended'],
} as const;
