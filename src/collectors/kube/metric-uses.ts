import * as z from 'zod/mini';
import type { Facts } from '../../facts/facts.ts';
import type { KubeSource, ListRequest } from '../../sources/kube/contract.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';
import { allInOrder } from '../all-in-order.ts';
import { defineCollector } from '../collect.ts';

type Row = Tables['renamed-metrics'][number];
type Use = Facts['metricUses']['uses'][number];

/** PrometheusRules hold many rules with long descriptions. */
const PAGE_SIZE = 50;

const list = <Item extends z.ZodMiniType>(item: Item) => z.optional(z.nullable(z.array(item)));
const text = z.optional(z.nullable(z.string()));
const metadata = z.object({ namespace: z.string(), name: z.string() });
const rule = z.object({ alert: text, record: text, expr: z.optional(z.nullable(z.union([z.string(), z.number()]))) });
const prometheusRule = z.object({
  metadata,
  spec: z.optional(z.nullable(z.object({ groups: list(z.object({ rules: list(rule) })) }))),
});
const trigger = z.object({ name: text, metadata: z.optional(z.nullable(z.object({ query: text }))) });
const scaledObject = z.object({ metadata, spec: z.optional(z.nullable(z.object({ triggers: list(trigger) }))) });

export const metricUses = defineCollector('metricUses', {
  permissions: [
    { apiGroup: 'monitoring.coreos.com', resource: 'prometheusrules', verb: 'list' },
    { apiGroup: 'keda.sh', resource: 'scaledobjects', verb: 'list' },
  ],
  async collect({ kube }) {
    const source = await kube();
    const [rules, scaled] = await allInOrder([
      listUses(source, { ...ofRules, project: fromRule }),
      listUses(source, { ...ofScaled, project: fromScaledObject }),
    ]);
    const value = { prometheusRules: rules.count, scaledObjects: scaled.count, uses: [...rules.uses, ...scaled.uses] };
    return { value, ...(rules.inconsistent || scaled.inconsistent ? { inconsistent: true } : {}) };
  },
});

const ofRules = { apiGroup: 'monitoring.coreos.com', versions: ['v1'], resource: 'prometheusrules' };
const ofScaled = { apiGroup: 'keda.sh', versions: ['v1alpha1'], resource: 'scaledobjects' };

interface Listed {
  /** Null: not served. */
  count: number | null;
  uses: Use[];
  inconsistent: boolean;
}

async function listUses(kube: KubeSource, request: ListRequest<Use[]>): Promise<Listed> {
  const outcome = await kube.list({ ...request, pageSize: PAGE_SIZE });
  if (!outcome.served) return { count: null, uses: [], inconsistent: false };
  const { items, inconsistent } = outcome;
  return { count: items.length, uses: items.flat(), inconsistent };
}

function fromRule(raw: unknown): Use[] {
  const { metadata: meta, spec } = prometheusRule.parse(raw);
  const rules = (spec?.groups ?? []).flatMap((group) => group.rules ?? []);
  return rules.flatMap(({ alert, record, expr }) =>
    findUses(`${expr ?? ''}`).map((use) => ({
      kind: 'PrometheusRule' as const,
      ...meta,
      query: alert ?? record ?? '',
      ...use,
    })),
  );
}

function fromScaledObject(raw: unknown): Use[] {
  const { metadata: meta, spec } = scaledObject.parse(raw);
  return (spec?.triggers ?? []).flatMap(({ name, metadata: own }) =>
    findUses(own?.query ?? '').map((use) => ({ kind: 'ScaledObject' as const, ...meta, query: name ?? '', ...use })),
  );
}

/** Series that Prometheus makes of a histogram or a summary. */
const suffixes = ['', '_bucket', '_sum', '_count'];

/** Without the queries that also use the new name: they work before and after the change. */
function findUses(query: string): Pick<Use, 'metric' | 'label'>[] {
  const words = new Set(query.match(/[a-zA-Z_:][a-zA-Z0-9_:]*/g) ?? []);
  return loadTable('renamed-metrics').rows.flatMap((row) =>
    usesMetric(row, words) && usesLabel(row, words, query) ? [{ metric: row.metric, label: row.label ?? null }] : [],
  );
}

function usesMetric({ metric, prefix, instead }: Row, words: ReadonlySet<string>): boolean {
  if (prefix === true) return [...words].some((word) => word.startsWith(metric));
  const has = (name: string): boolean => suffixes.some((suffix) => words.has(`${name}${suffix}`));
  return has(metric) && !(instead !== null && has(instead));
}

function usesLabel({ label, withGroup }: Row, words: ReadonlySet<string>, query: string): boolean {
  if (label === undefined) return true;
  if (!words.has(label)) return false;
  // A value such as `deployments.apps`, also in a regular expression: `deployments\\.apps|pods`.
  return withGroup !== true || new RegExp(`\\b${label}\\s*(?:=~?|!=|!~)\\s*["'\`][^"'\`]*\\.[a-z]`).test(query);
}
