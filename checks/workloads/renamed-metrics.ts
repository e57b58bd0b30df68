import { defineCheck, type Context, type Warning } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { advice, commands } from '../../src/syntax/advice.ts';
import { formatCount, formatFirst } from '../../src/syntax/english.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, isBelow } from '../../src/syntax/versions.ts';
import type { Tables } from '../../src/tables/tables.ts';

type Row = Tables['renamed-metrics'][number];
type Use = Facts['metricUses']['uses'][number];
/** A use of a metric that a step of the path changes. */
interface Changed {
  use: Use;
  row: Row;
  when: Pick<Warning, 'at' | 'atKarpenter'>;
}

export default defineCheck({
  id: 'workloads/renamed-metrics',
  title: 'Alerts and scaling rules with metrics that no longer exist',
  short: 'uses a renamed or removed metric',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `A query for a metric that a new version renames or removes returns nothing, without an error: an alert never
    fires, and KEDA no longer scales. Kubernetes renames metrics of the API server, the controller manager and the
    kubelet, and moves labels; Karpenter renamed most of its metrics in 1.0, and some in later versions.

    The check reads the queries in PrometheusRules (monitoring.coreos.com/v1) and in the triggers of ScaledObjects
    (keda.sh/v1alpha1), if the cluster serves them. It compares the words of a query with the table of changed metrics,
    for the versions that the path reaches. A query that also has the new name is not reported. For a label, a query
    counts only if it uses the label; for a label that loses the API group, only if a value contains one
    (\`deployments.apps\`). Dashboards, rules outside the cluster and metrics that recording rules rename are not read.`,
  fix: advice`Write the query for the old and the new name.`,
  links: [
    'https://kubernetes.io/docs/reference/instrumentation/metrics/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
  ],
  needs: ['metricUses'],
  tables: ['renamed-metrics'],
  applies: {
    needs: ['metricUses'],
    when: ({ metricUses: { prometheusRules, scaledObjects } }) =>
      prometheusRules !== null ||
      scaledObjects !== null ||
      'the cluster serves neither PrometheusRules nor ScaledObjects',
  },
  basis: ({ metricUses: { prometheusRules, scaledObjects } }) =>
    `${formatCount(prometheusRules ?? 0, 'PrometheusRule')} and ${formatCount(scaledObjects ?? 0, 'ScaledObject')} read`,

  *run({ metricUses: { uses } }, context) {
    const changed = uses.flatMap((use) => listChanges(use, context));
    const byObject = grouped(changed, ({ use: { kind, namespace, name }, row }) =>
      [kind, namespace, name, nameRule(row), row.kubernetes ?? row.karpenter].join('\n'),
    );
    for (const own of byObject.values()) yield toWarning(own);
  },
});

function listChanges(use: Use, context: Context<'renamed-metrics'>): Changed[] {
  return context.tables['renamed-metrics'].flatMap((row) => {
    if (row.metric !== use.metric || (row.label ?? null) !== use.label) return [];
    const when = findStep(row, context);
    return when === undefined ? [] : [{ use, row, when }];
  });
}

/** The first step that reaches the version; undefined if none does, or if it is behind. */
function findStep(row: Row, { current, versions, karpenter }: Context): Changed['when'] | undefined {
  const { kubernetes, karpenter: changedIn } = row;
  if (kubernetes !== undefined) {
    const at = current < kubernetes ? versions.find((version) => version >= kubernetes) : undefined;
    return at === undefined ? undefined : { at };
  }
  if (changedIn === undefined || karpenter.current === null || !isBelow(karpenter.current, changedIn)) return undefined;
  const atKarpenter = karpenter.versions.find((version) => !isBelow(version, changedIn));
  return atKarpenter === undefined ? undefined : { atKarpenter };
}

function nameRule({ metric, label }: Row): string {
  return label === undefined ? metric : `${metric}.${label}`;
}

function toWarning(changed: readonly [Changed, ...Changed[]]): Warning {
  const [{ use, row, when }] = changed;
  const { kind, namespace, name } = use;
  const queries = [...new Set(changed.map((one) => nameQuery(one.use)))];
  const version = row.kubernetes === undefined ? `Karpenter ${row.karpenter ?? ''}` : format(row.kubernetes);
  return {
    level: 'warn',
    ...when,
    rule: nameRule(row),
    resource: { kind, namespace, name },
    message: `${formatFirst(queries)}: ${describe(row)} in ${version}`,
    evidence: queries.map((query) => ({
      observed: `${query}: ${row.metric}${row.label === undefined ? '' : `, label ${row.label}`}`,
      required: row.instead ?? 'another metric',
      fact: 'metricUses',
    })),
    fix: advice`Change the query where the object is defined. A query for both names works before and after the update:
      \`new_name or old_name\`. Remove the alert or the trigger if nothing replaces its metric.\n${commands(
        sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`,
      )}`,
    links: [row.source],
  };
}

function nameQuery({ kind, query }: Use): string {
  if (query === '') return kind === 'ScaledObject' ? 'a trigger' : 'a rule';
  return kind === 'ScaledObject' ? `trigger ${query}` : query;
}

function describe({ metric, prefix, label, withGroup, instead }: Row): string {
  const named = prefix === true ? `${metric}*` : metric;
  if (withGroup === true) return `the label ${label ?? ''} of ${named} loses the API group (now in the label group)`;
  if (label !== undefined) return `${named} loses the label ${label} (${instead ?? 'nothing'} instead)`;
  return instead === null ? `${named} is removed` : `${named} becomes ${instead}`;
}
