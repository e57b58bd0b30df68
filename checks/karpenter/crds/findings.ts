import type { Evidence, Finding } from '../../../src/check.ts';
import type { MarkerRow, Shortfall } from './shortfalls.ts';
import { fileOf } from './update.ts';

const kind = 'CustomResourceDefinition';

/** A row of several CRDs names the file of one: the others lie beside it. */
function sourceFor(name: string, { source }: { source: string }): string {
  return source.replace(/(\/crds\/)[^/]+\.yaml$/, `$1${fileOf(name)}`);
}

/** The finding for a shortfall, without its fix. */
export function shortfallFinding(shortfall: Shortfall): Finding {
  const { version: atKarpenter } = shortfall;
  if (shortfall.kind === 'missing') {
    const { name, row } = shortfall;
    return {
      level: 'fail',
      rule: 'missing',
      atKarpenter,
      resource: { kind, name },
      message: `does not exist, and Karpenter ${atKarpenter} needs it: ${row.without}`,
      evidence: [{ observed: 'no such CRD', required: `one that serves ${row.needs}` }],
      links: [sourceFor(name, row)],
    };
  }
  const { crd } = shortfall;
  const resource = { kind, name: crd.name };
  if (shortfall.kind === 'unserved') {
    const { row } = shortfall;
    const observed = `serves ${crd.served.join(', ') || 'no version'}`;
    return {
      level: 'fail',
      rule: 'version',
      atKarpenter,
      resource,
      message: `${observed}, and Karpenter ${atKarpenter} reads ${row.needs}: ${row.without}`,
      evidence: [{ observed, required: row.needs }],
      links: [sourceFor(crd.name, row)],
    };
  }
  if (shortfall.kind === 'conversion') return conversionFinding(shortfall);
  const { rows } = shortfall;
  const [first] = rows;
  const more = rows.length > 1 ? `, and ${rows.length - 1} more` : '';
  if (shortfall.kind === 'not looked for') {
    const taken = 'it was taken by an older eks-preflight';
    const message = `the inventory does not tell whether its schema is that of Karpenter ${atKarpenter}: ${taken}`;
    return {
      level: 'unknown',
      rule: 'schema-not-read',
      atKarpenter,
      resource,
      message,
      evidence: rows.map(markerLacking),
    };
  }
  const maybe = shortfall.level === 'unknown' ? '; whether a pool asks for that is not known' : '';
  return {
    level: shortfall.level,
    rule: shortfall.level === 'warn' ? 'schema-features' : 'schema',
    atKarpenter,
    resource,
    message: `is older than Karpenter ${atKarpenter}: ${first?.without ?? ''}${more}${maybe}`,
    evidence: rows.map(markerLacking),
    links: [...new Set(rows.map(({ source }) => source))],
  };
}

function markerLacking({ path, version, enum: value, allows, from }: MarkerRow): Evidence {
  const lacks =
    value !== undefined
      ? `${path} takes no ${value}`
      : allows !== undefined
        ? `${path} refuses ${allows}`
        : `no ${path}`;
  return { observed: `${version}: ${lacks}`, required: `the CRD of ${from} or newer` };
}

function conversionFinding({ crd, version, row }: Extract<Shortfall, { kind: 'conversion' }>): Finding {
  const { strategy, service } = crd.conversion;
  const stored = crd.storedVersions.join(', ');
  const where = service === null ? '' : ` (Service ${service.namespace}/${service.name}, port ${service.port})`;
  const message =
    strategy === 'Webhook'
      ? `is converted by a webhook${where}, which Karpenter ${version} does not run: objects stored in another version cannot be read`
      : `holds objects of ${stored} and asks no webhook to convert them: Karpenter ${version} cannot read the old ones`;
  return {
    level: 'fail',
    rule: 'conversion',
    atKarpenter: version,
    resource: { kind, name: crd.name },
    message,
    evidence: [{ observed: `conversion strategy ${strategy}`, required: row.conversion }],
    links: [sourceFor(crd.name, row)],
  };
}
