import type { Context } from '../../../src/check.ts';
import type { AdmissionWebhook, Crd } from '../../../src/facts/api-extensions.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { catches, type Interceptor } from './intercepted-requests.ts';
import type { Vital } from './node-update-requests.ts';

/**
 * The first release that registers a conversion webhook alone.
 * Source: https://github.com/kubernetes-sigs/karpenter/blob/v1.0.8/pkg/webhooks/webhooks.go
 */
export const withoutAdmission = '1.0.0';

type Converting = Interceptor & Pick<AdmissionWebhook, 'matchPolicy'>;

/** The objects of CRDs, above all those by which Karpenter launches nodes. */
export interface CustomObjects {
  crds: readonly Crd[];
  controllers: readonly KarpenterController[];
  /** EKS Auto Mode launches nodes by the same objects. */
  autoMode: boolean;
  karpenter: Context['karpenter'];
}

/** How Karpenter and EKS Auto Mode launch nodes. */
const nodeClaims: Vital = {
  what: 'NodeClaims, so that Karpenter launches no node',
  group: 'karpenter.sh',
  resource: 'nodeclaims',
  subresource: '',
  operations: ['CREATE', 'UPDATE'],
  where: 'cluster',
};

/** The requests for NodeClaims if the webhook or policy intercepts them; otherwise, nothing. */
export function nodeClaimsCaughtBy(webhook: Converting, around: CustomObjects): string[] {
  const { crds, controllers, autoMode } = around;
  const crd = crds.find(({ group, plural }) => group === nodeClaims.group && plural === nodeClaims.resource);
  if (crd === undefined || webhook.objects === 'some' || (controllers.length === 0 && !autoMode)) return [];
  const own = writtenBy(around);
  const versions = listMatched(webhook, crd).filter((one) => webhook.matchPolicy === 'Equivalent' || own.includes(one));
  return catches(webhook, nodeClaims, versions) ? [nodeClaims.what] : [];
}

/** The versions in which the controllers of this cluster write NodeClaims. */
function writtenBy({ controllers, autoMode }: CustomObjects): string[] {
  const versions = controllers.flatMap(({ version }) => version ?? []);
  return [...versions.map((one) => (isBelow(one, withoutAdmission) ? 'v1beta1' : 'v1')), ...(autoMode ? ['v1'] : [])];
}

/**
 * The versions in whose name a rule may match a request. With matchPolicy Equivalent, these are all versions of the CRD, served or
 * not: the API server converts the object to any of them.
 * Source: getOrCreateServingInfoFor in pkg/apiserver/customresource_handler.go of k8s.io/apiextensions-apiserver, which
 * registers each of `spec.versions` as equivalent
 */
export function listMatched({ matchPolicy }: Pick<Converting, 'matchPolicy'>, { versions }: Crd): string[] {
  return versions.flatMap(({ name, served }) => (served || matchPolicy === 'Equivalent' ? [name] : []));
}
