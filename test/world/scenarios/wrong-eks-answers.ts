import { anInstalledAddon, anOfferedAddon } from '../addons.ts';
import { aLogGroup } from '../healthy.ts';
import { aDeprecation, anInsight } from '../insights.ts';
import type { World } from '../world.ts';

/** Always stale, whatever the date of a test's scan: the report must not depend on the clock. */
const lastRefreshTime = Date.parse('2026-11-01T06:00:00Z') / 1000;

const addons = {
  adot: anInstalledAddon('adot', 'v0.58.1-eksbuild.1', { health: undefined }),
  'aws-efs-csi-driver': anInstalledAddon('aws-efs-csi-driver', 'v1.6.0-eksbuild.1'),
  'eks-node-monitoring-agent': anInstalledAddon('eks-node-monitoring-agent', 'v1.0.0-eksbuild.1', {
    status: 'DEGRADED',
    health: {
      issues: [
        {
          code: 'InsufficientNumberOfReplicas',
          message: 'The add-on is unhealthy because it does not have the desired number of replicas.',
          resourceIds: ['kube-system/eks-node-monitoring-agent'],
        },
        { code: 'BrandNewCode', message: 'Something else.', resourceIds: [] },
      ],
    },
  }),
  seller_agent: anInstalledAddon('seller_agent', 'v2.0.0-seller.1', {
    owner: 'aws-marketplace',
    publisher: 'Seller Inc.',
    status: 'UPDATING',
  }),
  'snapshot-controller': anInstalledAddon('snapshot-controller', 'v6.2.1-eksbuild.1', {
    owner: 'community',
    status: 'UPDATE_FAILED',
    health: {
      issues: [{ code: 'ConfigurationConflict', message: 'Conflicts found when trying to apply.', resourceIds: [] }],
    },
  }),
};

/** Offers for add-ons that need one update or several, have no version for 1.26, or run an old or a defective version. */
const addonVersions = [
  anOfferedAddon('adot', {
    'v0.58.1-eksbuild.1': ['1.23*', '1.24*'],
    'v0.60.0-eksbuild.1': ['1.23', '1.24'],
    'v0.70.0-eksbuild.1': ['1.25*', '1.26*'],
  }),
  anOfferedAddon('aws-efs-csi-driver', {
    'v1.6.0-eksbuild.1': ['1.23*', '1.24*', '1.25*', '1.26*'],
    'v1.7.7-eksbuild.1': ['1.23', '1.24', '1.25', '1.26'],
  }),
  anOfferedAddon('eks-node-monitoring-agent', {
    'v1.0.0-eksbuild.1': ['1.23*'],
    'v1.0.1-eksbuild.9': ['1.23', '1.24*', '1.25*', '1.26*'],
    'v1.0.1-eksbuild.10': ['1.23', '1.24', '1.25', '1.26'],
  }),
  anOfferedAddon(
    'seller_agent',
    { 'v2.0.0-seller.1': ['1.23*', '1.24*', '1.25*'] },
    { owner: 'aws-marketplace', publisher: 'Seller Inc.' },
  ),
  anOfferedAddon(
    'snapshot-controller',
    { 'v6.2.1-eksbuild.1': ['1.23', '1.24', '1.25', '1.26'], 'v6.3.0-eksbuild.1': ['1.24*', '1.25*', '1.26*'] },
    { owner: 'community' },
  ),
];

const removed = 'Deprecated API usage detected within the last 30 days.';
const insights = {
  skew: anInsight('skew', 'Kubelet version skew', '1.24', {
    lastRefreshTime,
    insightStatus: { status: 'ERROR', reason: 'Node kubelet versions are older than what the next version supports.' },
  }),
  new: anInsight('new', 'A check of tomorrow', '1.24', {
    lastRefreshTime,
    insightStatus: { status: 'UNKNOWN', reason: 'Unable to determine the status.' },
  }),
  broken: anInsight('broken', 'Another check of tomorrow', '1.24', {
    lastRefreshTime,
    insightStatus: { status: 'ERROR', reason: 'Webhooks without a backend.' },
    recommendation: 'Remove the webhook or give it a backend.',
    resources: [{ insightStatus: { status: 'ERROR' }, kubernetesResourceUri: '/apis/admission/v1/webhooks/gone' }],
  }),
  removed: anInsight('removed', 'Deprecated APIs removed in Kubernetes v1.25', '1.25', {
    lastRefreshTime,
    insightStatus: { status: 'WARNING', reason: removed },
    recommendation: 'Update manifests and API clients to use newer Kubernetes APIs if applicable before upgrading.',
    categorySpecificSummary: {
      deprecationDetails: [
        aDeprecation(
          '/apis/batch/v1beta1/cronjobs',
          '1.25',
          [
            { userAgent: 'argo-workflows/3.1', numberOfRequestsLast30Days: 4711 },
            { userAgent: 'kubectl/v1.20.4', numberOfRequestsLast30Days: 2, lastRequestTime: lastRefreshTime },
          ],
          '/apis/batch/v1/cronjobs',
        ),
        aDeprecation('/apis/node.k8s.io/v1beta1/runtimeclasses', '1.25', [], '/apis/node.k8s.io/v1/runtimeclasses'),
        aDeprecation(
          '/apis/policy/v1beta1/poddisruptionbudgets',
          '1.25',
          [
            {
              userAgent: 'helm/3.9',
              numberOfRequestsLast30Days: 1,
              lastRequestTime: Date.parse('2026-10-22T04:00:00Z') / 1000,
            },
          ],
          '/apis/policy/v1/poddisruptionbudgets',
        ),
      ],
      addonCompatibilityDetails: [],
    },
  }),
};

/** Calls to an API for which EKS, too, names clients, and to one that only the audit log shows. */
const auditRows = ['policy poddisruptionbudgets', 'discovery.k8s.io endpointslices'].map((text) => {
  const [apiGroup = '', resource = ''] = text.split(' ');
  return {
    requests: '40',
    last: String(Date.parse('2026-11-19T08:00:00Z')),
    'user.username': 'system:serviceaccount:shop:mesh',
    userAgent: 'mesh/0.9',
    verb: 'list',
    'objectRef.apiGroup': apiGroup,
    'objectRef.apiVersion': 'v1beta1',
    'objectRef.resource': resource,
  };
});

/** Add-ons that are unhealthy or incompatible, insights of every status but passing, an audit log of twelve days. */
export const wrongEksAnswers: Pick<World['aws'], 'addons' | 'addonVersions' | 'insights' | 'logs'> = {
  logs: {
    groups: [aLogGroup('/aws/eks/prod/cluster', { creationTime: Date.parse('2026-11-08T00:00:00Z') })],
    rows: auditRows,
  },
  addons,
  addonVersions,
  insights,
};
