/** The values that decide a verdict: a report with others cannot be judged again (report/unknown-values.ts). */
export const valuesOf = {
  /** The worst first. */
  level: ['fail', 'unknown', 'warn'],
  blocks: ['control-plane', 'nodes', 'workloads', 'deployments', 'karpenter'],
  phase: ['before', 'after'],
  baseline: ['new', 'worse', 'known'],
  severity: ['fail', 'warn'],
  status: ['pass', 'warn', 'fail', 'unknown', 'skip', 'accepted'],
  skipped: ['not-applicable', 'not-asked', 'not-selected', 'table-ended'],
} as const;
