import type { AdmissionWebhook, CalledService, WebhookService } from '../../../src/facts/api-extensions.ts';
import { bundleProblem, bundleRequired, type BundleProblem } from '../shared/called-services.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';

/** What the rules of this check mean, except a timeout and a bundle that expires soon: their texts contain a number. */
export const problemTexts = {
  'ca-expired': 'CA bundle has expired',
  'ca-missing': 'no CA bundle',
  'ca-unreadable': 'CA bundle contains no certificate',
  'no-endpoints': 'Service has no ready endpoints',
  'no-port': 'Service does not have the port',
  'no-service': 'Service does not exist',
  'left-behind': 'left behind by an earlier Karpenter',
  'not-seen': 'backend was not checked',
  'conversion-ca-expired': 'conversion webhook: CA bundle expired',
  'conversion-ca-missing': 'conversion webhook: no CA bundle',
  'conversion-ca-unreadable': 'conversion webhook: invalid CA bundle',
  'conversion-no-endpoints': 'conversion webhook: no ready endpoints',
  'conversion-no-port': 'conversion webhook: no such port',
  'conversion-no-service': 'conversion webhook: no such Service',
  'conversion-not-seen': 'conversion webhook was not checked',
  'removed-versions': 'matches only a removed API version',
};

/** Why a webhook cannot respond, or soon will not. */
export interface Problem {
  rule: 'no-service' | 'no-port' | 'no-endpoints' | 'left-behind' | 'not-seen' | 'ca-missing' | BundleProblem['rule'];
  /** `unlikely`: it probably does not respond. */
  state: 'dead' | 'soon' | 'unlikely' | 'unknown';
  /** The predicate of a sentence about the webhook. */
  text: string;
  short?: string;
  observed: string;
  required: string;
}

/** How the API server calls an admission webhook or the conversion webhook of a CRD. */
export type Client = Pick<AdmissionWebhook, 'service' | 'url' | 'caExpires'>;

/**
 * Lists the problem of the address and that of the CA bundle together: otherwise, the second would only be reported
 * after a user has fixed or accepted the first.
 * @param services undefined: not read, which the engine reports
 */
export function listProblems(
  client: Client,
  services: readonly WebhookService[] | undefined,
  now: string,
): readonly Problem[] {
  // EKS runs its own webhooks in the control plane, and updates them with it.
  if (client.url === 'control-plane') return [];
  const address = client.service === null ? urlProblem(client) : addressProblem(client.service, services);
  return [address, authorityProblem(client, now)].flatMap((problem) => problem ?? []);
}

function addressProblem(called: CalledService, services: readonly WebhookService[] | undefined): Problem | undefined {
  const { namespace, name, port } = called;
  const service = services?.find((one) => one.namespace === namespace && one.name === name);
  if (service === undefined) return undefined;
  const where = `Service ${namespace}/${name}`;
  if (service.ports === null) {
    const text = `calls ${where}, which does not exist`;
    return { rule: 'no-service', state: 'dead', text, observed: `no ${where}`, required: where };
  }
  if (service.external) return notSeen(`calls ${where} of type ExternalName, which is not checked`);
  const offering = service.ports.find((one) => one.port === port);
  if (offering === undefined) {
    const offered = service.ports.length === 0 ? 'no port' : `port ${service.ports.map((one) => one.port).join(', ')}`;
    const text = `calls ${where} on port ${port}, but the Service has ${offered}`;
    return { rule: 'no-port', state: 'dead', text, observed: offered, required: `port ${port}` };
  }
  if (offering.ready !== 0) return undefined;
  const what = service.ports.length > 1 ? `port ${port} of ${where}` : where;
  const text = `calls ${what}, which has no ready endpoints`;
  const required = 'at least 1 ready endpoint';
  return { rule: 'no-endpoints', state: 'dead', text, observed: `0 ready endpoints of ${what}`, required };
}

function urlProblem({ url }: Client): Problem | undefined {
  return url === undefined ? undefined : notSeen('calls a URL outside of the cluster, which is not checked');
}

function notSeen(text: string): Problem {
  return { rule: 'not-seen', state: 'unknown', text, observed: text, required: 'a Service of the cluster' };
}

const states = { 'ca-expired': 'dead', 'ca-expires': 'soon', 'ca-unreadable': 'unknown' } as const;

/** Without a bundle, the API server trusts public CAs, which issue no certificates for Service names. */
function authorityProblem({ service, caExpires }: Client, now: string): Problem | undefined {
  if (caExpires === undefined && service !== null) {
    const text = 'has no CA bundle';
    return {
      rule: 'ca-missing',
      state: 'unlikely',
      text,
      observed: 'no caBundle',
      required: 'the CA of its certificate',
    };
  }
  const problem = bundleProblem(caExpires, now);
  if (problem === undefined) return undefined;
  const { rule, text, short, observed } = problem;
  return {
    rule,
    state: states[rule],
    text: `has a CA bundle that ${text}`,
    ...setFields({ short }),
    observed,
    required: bundleRequired[rule],
  };
}
