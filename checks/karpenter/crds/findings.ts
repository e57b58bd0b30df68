import type { Evidence, Finding } from '../../../src/check.ts';
import type { Shortfall } from './shortfalls.ts';
import { formatCrdFileName } from './update.ts';
import type { MarkerRow } from './marker-users.ts';

const kind = 'CustomResourceDefinition';

/** If a row covers several CRDs, its source is the file of one; the others are in the same directory. */
function sourceFor(name: string, { source }: { source: string }): string {
  return source.replace(/(\/crds\/)[^/]+\.yaml$/, `$1${formatCrdFileName(name)}`);
}

type Of<Kind extends Shortfall['kind']> = Extract<Shortfall, { kind: Kind }>;

/** A shortfall with its own finding; all unused webhooks share one. */
type Own = Exclude<Shortfall, { kind: 'unused webhook' }>;

/**
 * The finding for a shortfall, without a fix.
 * @param listWorkloads returns the workloads that need what the CRD of NodeClaims lacks
 */
export function shortfallFinding(shortfall: Own, listWorkloads: (row: MarkerRow) => readonly string[]): Finding {
  switch (shortfall.kind) {
    case 'missing':
      return missingFinding(shortfall);
    case 'unserved':
      return unservedFinding(shortfall);
    case 'conversion':
      return conversionFinding(shortfall);
    case 'not looked for':
      return unreadSchemaFinding(shortfall);
    default:
      return oldSchemaFinding(shortfall, listWorkloads);
  }
}

function missingFinding({ version, name, row }: Of<'missing'>): Finding {
  return {
    level: 'fail',
    rule: 'missing',
    atKarpenter: version,
    resource: { kind, name },
    message: `does not exist, but Karpenter ${version} needs it: ${row.without}`,
    evidence: [{ observed: 'no such CRD', required: `one that serves ${row.needs}` }],
    links: [sourceFor(name, row)],
  };
}

function unservedFinding({ version, crd, row }: Of<'unserved'>): Finding {
  const observed = `serves ${crd.served.join(', ') || 'no version'}`;
  return {
    level: 'fail',
    rule: 'version',
    short: `does not serve ${row.needs}`,
    atKarpenter: version,
    resource: { kind, name: crd.name },
    message: `${observed}, but Karpenter ${version} needs ${row.needs}: ${row.without}`,
    evidence: [{ observed, required: row.needs }],
    links: [sourceFor(crd.name, row)],
  };
}

function unreadSchemaFinding({ version, crd, rows }: Of<'not looked for'>): Finding {
  const taken = 'the inventory was taken by an older eks-preflight';
  return {
    level: 'unknown',
    rule: 'schema-not-read',
    atKarpenter: version,
    resource: { kind, name: crd.name },
    message: `unknown whether its schema is that of Karpenter ${version}: ${taken}`,
    evidence: rows.map(markerLacking),
  };
}

function oldSchemaFinding(
  { version, crd, rows, level }: Of<'schema'>,
  listWorkloads: (row: MarkerRow) => readonly string[],
): Finding {
  const [first] = rows;
  const [workload, ...others] = [...new Set(rows.flatMap(listWorkloads))];
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  const by = workload === undefined ? '' : ` (${workload}${rest})`;
  const more = rows.length > 1 ? `, and ${rows.length - 1} more` : '';
  const maybe = level === 'unknown' ? '; unknown whether a pool or a workload requires that' : '';
  return {
    level,
    rule: 'schema',
    ...(level === 'unknown' ? { short: 'CRD may be too old for Karpenter' } : {}),
    atKarpenter: version,
    resource: { kind, name: crd.name },
    message: `is older than Karpenter ${version}: ${first?.without ?? ''}${by}${more}${maybe}`,
    evidence: rows.map(markerLacking),
    links: [...new Set(rows.map(({ source }) => source))],
  };
}

/** Evidence for what a CRD lacks, and the version that has it. */
export function markerLacking({ path, version, enum: value, allows, from }: MarkerRow): Evidence {
  const lacks =
    value !== undefined
      ? `${path} does not accept ${value}`
      : allows !== undefined
        ? `${path} rejects ${allows}`
        : `no ${path}`;
  return { observed: `${version}: ${lacks}`, required: `the CRD of ${from} or newer` };
}

function conversionFinding({ crd, version, row }: Extract<Shortfall, { kind: 'conversion' }>): Finding {
  const { strategy, service } = crd.conversion;
  const stored = crd.storedVersions.join(', ');
  const where = service === null ? '' : ` (Service ${service.namespace}/${service.name}, port ${service.port})`;
  const others = crd.served.filter((served) => served !== row.needs).join(', ');
  const unread = crd.storedVersions.every((one) => one === row.needs)
    ? `requests for ${others || 'another version'} fail`
    : 'objects stored in another version cannot be read';
  const message =
    strategy === 'Webhook'
      ? `is converted by a webhook${where}, which Karpenter ${version} does not run: ${unread}`
      : `stores objects as ${stored} and has no conversion webhook: Karpenter ${version} cannot read the old ones`;
  return {
    level: 'fail',
    rule: 'conversion',
    ...(strategy === 'Webhook' ? {} : { short: 'has no conversion webhook' }),
    atKarpenter: version,
    resource: { kind, name: crd.name },
    message,
    evidence: [{ observed: `conversion strategy ${strategy}`, required: row.conversion }],
    links: [sourceFor(crd.name, row)],
  };
}
