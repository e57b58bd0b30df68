import { aConfigurationObject, aServedService, aWebhookObject, aWebhookRule } from '../api-extensions.ts';
import { aNamespaceObject, aPodObject } from '../manifests.ts';

type Json = Record<string, unknown>;

/** The hosts of a managed node group and of Karpenter, without the domain. */
interface Hosts {
  managed: string;
  karpenter: string;
}

/**
 * Pods that do not leave their node, each for a different reason: one tolerates the taint of a cordoned node, one has a
 * long grace period, one must not be disrupted. And a webhook that intercepts its own pods, all on one node.
 */
export function wrongDrains({ managed, karpenter }: Hosts): Json[] {
  const ownedBy = (name: string) => ({ kind: 'StatefulSet', name });
  return [
    aNamespaceObject('media'),
    aPodObject('media/agent-0', managed, ownedBy('agent'), { spec: { tolerations: [{ operator: 'Exists' }] } }),
    aPodObject('media/encoder-0', managed, ownedBy('encoder'), { spec: { terminationGracePeriodSeconds: 7200 } }),
    aPodObject('media/upload-0', karpenter, ownedBy('upload'), {
      annotations: { 'karpenter.sh/do-not-disrupt': 'true' },
    }),
    aNamespaceObject('guard'),
    aPodObject('guard/pod-guard-0', managed, ownedBy('pod-guard')),
    ...aServedService('guard/pod-guard', 1, ['pod-guard-0']),
    aConfigurationObject('Validating', 'pod-guard', [
      aWebhookObject('pods.guard.example.com', {
        calls: 'guard/pod-guard',
        rules: [aWebhookRule('', ['pods'], ['CREATE'])],
      }),
    ]),
  ];
}
