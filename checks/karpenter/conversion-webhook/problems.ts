import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** A problem of the webhook of a CRD; CRDs with the same text share a finding. */
export interface Problem {
  rule: 'namespace' | 'service' | 'port' | 'ca' | 'url';
  text: string;
  /** A short text that describes the problem more precisely than the short text of the rule. */
  short?: string;
  observed: string;
  required: string;
}

/**
 * True if a webhook converts the CRD, and this version of the controller serves it.
 * @param version null: unknown
 */
export function isConverted(
  { name, conversion }: KarpenterCrd,
  version: string | null,
  rows: Tables['karpenter-crds'],
): boolean {
  if (conversion.strategy !== 'Webhook') return false;
  return rows.some(
    (row) =>
      row.rowKind === 'crd' &&
      row.conversion === 'Webhook' &&
      row.crds.includes(name) &&
      (version === null || isWithin(version, row.from, row.below)),
  );
}

/**
 * The problem of a webhook at whose address no controller can respond, or whose address is a URL, which is not checked.
 * @param namespaces the namespaces in which Karpenter runs
 * @param services undefined: not read, which is reported elsewhere
 */
export function addressProblem(
  { conversion: { service } }: KarpenterCrd,
  namespaces: readonly string[],
  services: Facts['karpenterConversionServices'] | undefined,
): Problem | undefined {
  if (service === null) {
    const text = 'has its conversion webhook at a URL, which is not checked';
    return { rule: 'url', text, observed: 'a URL', required: 'the Service of the controller' };
  }
  const { namespace, name, port } = service;
  const where = `Service ${namespace}/${name}`;
  const webhookText = `has its conversion webhook at ${where}`;
  if (!namespaces.includes(namespace)) {
    const required = `a Service in namespace ${namespaces.join(' or ')}`;
    return {
      rule: 'namespace',
      text: `${webhookText}, but no Karpenter runs in namespace ${namespace}`,
      observed: where,
      required,
    };
  }
  const found = services?.find((one) => one.namespace === namespace && one.name === name);
  if (found === undefined) return undefined;
  if (found.ports === null)
    return { rule: 'service', text: `${webhookText}, which does not exist`, observed: `no ${where}`, required: where };
  if (found.ports.includes(port)) return undefined;
  const offered = found.ports.length === 0 ? 'no port' : `port ${found.ports.join(', ')}`;
  const text = `${webhookText} on port ${port}, but the Service has ${offered}`;
  return { rule: 'port', text, observed: offered, required: `port ${port}` };
}

/** The problem of a CA bundle with which the API server cannot verify the webhook. */
export function authorityProblem({ conversion }: KarpenterCrd, now: string): Problem | undefined {
  const { caBundle, caExpires } = conversion;
  const required = 'the certificate authority of the controller';
  if (!caBundle)
    return {
      rule: 'ca',
      text: 'has no CA bundle for its conversion webhook',
      short: 'has no CA bundle for its webhook',
      observed: 'no caBundle',
      required,
    };
  if (caExpires === undefined) return undefined;
  if (caExpires === null) {
    const text = 'has a CA bundle for its conversion webhook that holds no certificate';
    return { rule: 'ca', text, short: 'CA bundle holds no certificate', observed: 'no certificate', required };
  }
  if (hoursBetween(caExpires, now) < 0) return undefined;
  const text = `has a CA bundle for its conversion webhook that expired on ${caExpires.slice(0, 10)}`;
  return { rule: 'ca', text, short: 'CA bundle of its webhook has expired', observed: caExpires, required };
}
