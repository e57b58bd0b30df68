import {
  aConfigurationObject,
  aCrdObject,
  anApiService,
  aServedService,
  aWebhookObject,
  caBundle,
} from '../api-extensions.ts';

type Json = Record<string, unknown>;

/** A webhook without a ready pod, one for removed API versions, a dead metrics API, and CRDs with outdated versions. */
export function wrongApiExtensions(plantedSecret: string): Json[] {
  const service = { namespace: 'lost', name: 'backup-operator', path: '/convert' };
  return [
    anApiService('v1beta1.metrics.k8s.io', 'kube-system/metrics-server', {
      status: 'False',
      reason: 'ServiceNotFound',
      message: 'service/metrics-server in "kube-system" is not present',
    }),
    ...policyEngine(plantedSecret),
    aCrdObject('backups.legacy.example.com', {
      kind: 'Backup',
      versions: [
        { name: 'v1', served: true, storage: true },
        { name: 'v1beta1', served: true, storage: false },
        { name: 'v1alpha1', served: false, storage: false },
      ],
      storedVersions: ['v1alpha1', 'v1'],
      conversion: {
        strategy: 'Webhook',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { service, caBundle } },
      },
    }),
    aCrdObject('restores.legacy.example.com', {
      kind: 'Restore',
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          deprecated: true,
          deprecationWarning: 'use RestorePlan instead',
        },
      ],
    }),
  ];
}

function policyEngine(plantedSecret: string): Json[] {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': plantedSecret };
  const configuration = aConfigurationObject('Validating', 'policy-guard', [
    aWebhookObject('everything.policy-guard.example.com', {
      calls: 'ci/policy-guard',
      rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'], scope: '*' }],
    }),
  ]);
  return [
    { ...configuration, metadata: { name: 'policy-guard', annotations } },
    ...aServedService('ci/policy-guard', 0),
    aConfigurationObject('Mutating', 'scaler-defaults', [
      aWebhookObject('scalers.example.com', {
        calls: 'ci/scaler-defaults',
        rules: [
          {
            apiGroups: ['autoscaling'],
            apiVersions: ['v2beta1', 'v2beta2'],
            operations: ['CREATE'],
            resources: ['horizontalpodautoscalers'],
          },
        ],
        more: { matchPolicy: 'Exact', reinvocationPolicy: 'Never' },
      }),
    ]),
    ...aServedService('ci/scaler-defaults', 1),
  ];
}
