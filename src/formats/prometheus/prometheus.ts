import { clusterNamed } from '../../report/cluster-named.ts';
import { countEntries } from '../../report/entries.ts';
import { isAfter } from '../../judge/verdict.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import type { Report } from '../../report/schema.ts';
import { exposition, timeSample, type Metric, type Sample } from './exposition.ts';

const verdicts = ['ready', 'partial', 'blocked', 'incomplete'] as const;
const levels = ['fail', 'unknown', 'warn', 'after', 'accepted'] as const;
type Level = (typeof levels)[number];

/** A metric, with the function that computes its samples from a report. */
type Definition = Omit<Metric, 'samples'> & { of(report: Report): readonly Sample[] };

/** Every metric of a report. To add one, add a row here and in docs/prometheus.md. */
export const metricDefinitions: readonly Definition[] = [
  {
    name: 'eks_preflight_info',
    help: 'The cluster and what it was judged for; always 1.',
    of: (report) => {
      const { target, tool } = report;
      const { version } = clusterNamed(report);
      return [{ labels: { kubernetes_version: version, target, tool_version: tool.version }, value: 1 }];
    },
  },
  {
    name: 'eks_preflight_verdict',
    help: '1 for the verdict of the report, 0 for the others.',
    of: ({ verdict: held }) => verdicts.map((verdict) => ({ labels: { verdict }, value: verdict === held ? 1 : 0 })),
  },
  {
    name: 'eks_preflight_exit_code',
    help: 'The exit code of the gate: 0 ready or partial, 1 blocked, 2 incomplete.',
    of: ({ exitCode }) => [{ labels: {}, value: exitCode }],
  },
  {
    name: 'eks_preflight_findings',
    help: 'Findings by level and area.',
    of: findingsSamples,
  },
  {
    name: 'eks_preflight_entries',
    help: 'Entries of the report by level: findings with one common fix count once.',
    of: entriesSamples,
  },
  {
    name: 'eks_preflight_support_end_timestamp_seconds',
    help: 'When support for the Kubernetes version of the cluster ends.',
    of: ({ cluster }) => [
      ...timeSample({ kind: 'standard' }, cluster?.support.standardUntil ?? null),
      ...timeSample({ kind: 'extended' }, cluster?.support.extendedUntil ?? null),
    ],
  },
  {
    name: 'eks_preflight_scanned_timestamp_seconds',
    help: 'When the facts were read from the cluster.',
    of: ({ scannedAt }) => timeSample({}, scannedAt),
  },
  {
    name: 'eks_preflight_last_success_timestamp_seconds',
    help: 'When the last scan that could run was judged, whatever its verdict.',
    of: ({ judgedAt }) => timeSample({}, judgedAt),
  },
];

/**
 * The report as gauges in Prometheus' text exposition format. Times are timestamps, not ages: an age in a file would
 * soon be wrong.
 */
export function reportPrometheus(report: Report): string {
  const { name: cluster, region, account } = clusterNamed(report);
  const where = { cluster, region, account };
  const metrics = metricDefinitions.map(({ name, help, of }): Metric => {
    const samples = of(report).map(({ labels, value }) => ({ labels: { ...where, ...labels }, value }));
    return { name, help, samples };
  });
  return withoutWorkflowCommands(exposition(metrics));
}

/** Includes zeros: an alert on a series that no longer exists does not fire. */
function findingsSamples({ results }: Report): Sample[] {
  const areas = [...new Set(results.map(({ category }) => category))].sort();
  return areas.flatMap((area) => {
    const found = results.filter(({ category }) => category === area).flatMap(({ findings }) => findings);
    return levels.map((level) => ({
      labels: { level, area },
      value: found.filter((finding) => toMetricLevel(finding) === level).length,
    }));
  });
}

function entriesSamples({ results }: Report): Sample[] {
  const counts = countEntries(results.flatMap(({ findings }) => findings));
  return (['fail', 'unknown', 'warn', 'after'] as const).map((level) => ({ labels: { level }, value: counts[level] }));
}

function toMetricLevel(finding: ReportedFinding): Level {
  if (finding.accepted !== null) return 'accepted';
  return isAfter(finding) ? 'after' : finding.level;
}
