import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { namedKinds } from '../shared/intercepted-requests.ts';
import type { Problem } from './backends.ts';
import type { SystemUpdate } from './system-updates.ts';

/** A webhook that fails closed, and one problem of its backend. */
export interface Judged {
  webhook: AdmissionWebhook;
  problem: Problem;
  level: Finding['level'];
  /** The requests of a node update that the webhook intercepts. */
  vital: readonly string[];
  /** The add-on or Karpenter update that the webhook intercepts, if `vital` is empty. */
  update: SystemUpdate | undefined;
  /** The step of Karpenter from which on nothing responds; empty for today. */
  at: { atKarpenter?: string };
  /** True if the running Karpenter does not have the webhook, whatever the problem of its backend. */
  isLeft?: boolean;
  /** True if the API server never calls the webhook, because its rules match no version of the CRDs. */
  isNeverCalled: boolean;
  /** True if the inventory is older and does not show whether the webhook intercepts new pods. */
  isOld: boolean;
}

const neverCalled = 'the API server never calls it, because its rules match no version of the CRDs';

function describeRequests({ webhook, vital, update }: Judged): string {
  const requests = `requests for ${formatList(vital.length > 0 ? vital : namedKinds(webhook))}`;
  const some = webhook.objects === 'some' ? `some ${requests}` : requests;
  const which = webhook.conditional ? `${some} that meet its matchConditions` : some;
  return update === undefined ? which : `${which}, such as the update of ${update.what}`;
}

/** What the API server does with the requests that the webhook intercepts. */
export function describeEffect(judged: Judged): string {
  const effect = describeEffectOfProblem(judged);
  return judged.isOld ? `${effect}; the inventory does not show whether the update creates pods there` : effect;
}

function describeEffectOfProblem(judged: Judged): string {
  if (judged.isNeverCalled) return neverCalled;
  const [{ state }, which] = [judged.problem, describeRequests(judged)];
  if (state === 'dead') return `the API server rejects ${which}`;
  if (state === 'unlikely') return `unless a public CA signed its certificate, the API server rejects ${which}`;
  if (state === 'soon') return `from then on, the API server rejects ${which}`;
  return `if it does not respond, the API server rejects ${which}`;
}
