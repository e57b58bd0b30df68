import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { configMapName, readsVariable } from '../../../src/karpenter/settings.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { isStoredOtherwise } from '../shared/stored-versions.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';

/** From this Kubernetes version on, the CRDs' CEL rules validate Karpenter's objects; before, only webhooks do. */
const validates = 25;

/**
 * Findings for webhooks that are disabled (DISABLE_WEBHOOK) although they are needed: to convert stored objects, which
 * the CRDs or a step to 1.0 require, or to validate new objects before Kubernetes 1.25. If all objects are stored as v1,
 * only clients that request another version need them.
 */
export function* webhookFindings(
  controller: KarpenterController,
  versions: readonly string[],
  crds: Facts['karpenterCrds'] | undefined,
  { current, tables }: Context<'karpenter-settings'>,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const [today = ''] = versions;
  if (controller.settings['DISABLE_WEBHOOK'] !== 'true' || !readsVariable('DISABLE_WEBHOOK', today, rows)) return;
  const resource = toDeploymentResource(controller);
  const evidence = [{ observed: 'DISABLE_WEBHOOK: true', required: '`webhook.enabled: true`' }];
  const fix = advice`Before the step, set \`webhook.enabled: true\` in the values of the chart, and open port 8443 from
    the control plane.`;
  const common = { rule: 'webhook', resource, evidence, fix };
  const own = crds?.filter(({ group }) => group.startsWith('karpenter.'));
  const converting = own?.filter(({ conversion }) => conversion.strategy === 'Webhook') ?? [];
  const stored = converting.find(isStoredOtherwise);
  const [first] = converting;
  if (stored !== undefined) {
    const message = `its webhooks are off, but CRD ${stored.name} needs them to convert its objects: none of them can be read`;
    yield { ...common, level: 'fail', message };
    return;
  }
  if (first !== undefined) {
    const message = `its webhooks are off, but CRD ${first.name} needs them for clients of versions other than v1: their requests fail`;
    yield { ...common, level: 'warn', message };
    return;
  }
  const isOffByDefault = rows.some((row) => row.rowKind === 'webhooks-off' && isWithin(today, row.from, row.until));
  const at = versions.find((version) => isWithin(version, '1.0.0', '1.1.0'));
  const isNeeded = own !== undefined && (own.length === 0 || own.some(isStoredOtherwise));
  if (at !== undefined && at !== today && !isOffByDefault && isNeeded) {
    const message = `its webhooks are off, but Karpenter ${at} needs them to convert stored objects`;
    yield { ...common, level: 'fail', atKarpenter: at, message };
    return;
  }
  if (current >= validates || settingsOfOld(controller)) return;
  const message =
    'its webhooks are off, and Kubernetes before 1.25 does not validate NodePools itself: invalid ones are accepted';
  yield { ...common, level: 'warn', message };
}

/** True if the cluster name may be in the ConfigMap only, as before 0.32: those versions do not read NodePools. */
function settingsOfOld({ settings, settingsUnread }: KarpenterController): boolean {
  const key = configMapName('aws.clusterName');
  const maybeThere = settings[key] !== undefined || settingsUnread.includes(key);
  return settings['CLUSTER_NAME'] === undefined && maybeThere;
}
