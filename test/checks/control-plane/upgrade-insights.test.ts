import { describe, expect, it } from 'vitest';
import { checks } from '../../../checks/index.ts';
import check from '../../../checks/control-plane/upgrade-insights/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { requireSpan } from '../../../src/for-checks/api-callers.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { checkCases } from '../cases.ts';
import { anInsight, someDetails } from '../eks-answers.ts';

type Deprecation = NonNullable<NonNullable<Facts['insights']>[number]['details']>['deprecations'][number];
type Client = Deprecation['clients'][number];

const flowschemas = '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas';
const describeIt = '```sh\naws eks describe-insight --region eu-west-1 --cluster-name prod --id i-1\n```';
const refresh = '```sh\naws eks start-insights-refresh --region eu-west-1 --cluster-name prod\n```';

function aClient(userAgent: string, lastRequestTime: string | null, requestsLast30Days = 12): Client {
  return { userAgent, requestsLast30Days, lastRequestTime };
}

/** The insight about two APIs that a version removes: the clients call one, and no client calls the other. */
function removedApis(version: string, clients: Client[], status = 'ERROR', more: Partial<Deprecation> = {}) {
  const called: Deprecation = {
    usage: flowschemas,
    replacedWith: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
    stopServingVersion: version,
    clients,
    ...more,
  };
  const uncalled = { ...called, usage: `${flowschemas}-not-called`, clients: [] };
  return anInsight(`Deprecated APIs removed in Kubernetes v${version}`, version, {
    status,
    reason: 'Deprecated API usage detected within the last 30 days.',
    details: someDetails({
      recommendation: 'Update manifests and API clients to use newer Kubernetes APIs if applicable before upgrading.',
      resources: [{ uri: `${flowschemas}/null`, status, reason: null }],
      deprecations: [called, uncalled],
    }),
  });
}

const skew = (version: string, more = {}) => anInsight('Kubelet version skew', version, more);

checkCases(check, [
  {
    it: 'does not apply where no update is planned',
    target: '1.33',
    facts: { insights: [skew('1.34')] },
    skip: 'no update is planned',
  },
  {
    it: 'does not apply where the region has no insights',
    cluster: { region: 'eu-nowhere-1' },
    facts: { insights: null },
    skip: 'eu-nowhere-1 offers no cluster insights',
  },
  {
    it: 'does not apply to a local cluster without insights',
    cluster: { outpost: true },
    facts: { insights: [] },
    skip: 'EKS has no insights for this local cluster',
  },
  {
    it: 'judges a local cluster that has insights',
    cluster: { outpost: true },
    facts: { insights: [skew('1.34')] },
    findings: [],
  },
  {
    it: 'is silent where all insights of the step pass, and about versions behind and beyond the path',
    facts: {
      insights: [
        skew('1.34'),
        removedApis('1.32', [aClient('old/1', null)]),
        removedApis('1.35', [aClient('later/1', null)], 'WARNING'),
      ],
    },
    findings: [],
  },
  {
    it: 'names who calls an API that the next version removes, how often and when last',
    facts: {
      insights: [
        removedApis('1.34', [
          aClient('flux/2.1', '2026-11-19T10:00:00.000Z', 800),
          aClient('kubectl/v1.23.6', '2026-10-30T10:00:00.000Z', 1),
        ]),
      ],
    },
    findings: [
      {
        level: 'fail',
        at: 34,
        rule: 'called',
        resource: { kind: 'API', name: flowschemas },
        short: '2 clients call a removed API',
        message: '1.34 no longer serves it; 2 clients call it, last on 2026-11-19',
        evidence: [
          {
            observed: 'flux/2.1: 800 requests in 30 days, last 2026-11-19T10:00:00.000Z',
            required: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
          },
          {
            observed: 'kubectl/v1.23.6: 1 requests in 30 days, last 2026-10-30T10:00:00.000Z',
            required: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
          },
        ],
        fix: `Update each client to a version that calls \`/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas\`, and the manifests that it applies. EKS remembers a call for 30 days: without another call, the insight clears on 2026-12-19. Update manifests and API clients to use newer Kubernetes APIs if applicable before upgrading. Details of the insight:\n${describeIt}`,
      },
    ],
  },
  {
    it: 'fails a removed API of a later step, which EKS only warns of as yet',
    target: '1.35',
    facts: {
      insights: [skew('1.34'), removedApis('1.35', [aClient('flux/2.1', '2026-11-19T10:00:00.000Z')], 'WARNING')],
    },
    findingsLike: [
      { level: 'fail', at: 35, message: '1.35 no longer serves it; 1 client calls it, last on 2026-11-19' },
    ],
  },
  {
    it: 'fails a caller where EKS itself only warns, or cannot tell',
    facts: {
      insights: [
        removedApis('1.34', [aClient('flux/2.1', '2026-11-19T10:00:00.000Z')], 'WARNING'),
        removedApis('1.34', [aClient('helm/3', '2026-11-19T10:00:00.000Z')], 'UNKNOWN'),
      ],
    },
    findingsLike: [{ level: 'fail', at: 34 }, { level: 'unknown' }, { level: 'fail', at: 34, rule: 'called' }],
  },
  {
    it: 'fails a caller that has been silent for 16 days, with the day on which EKS forgets it',
    facts: { insights: [removedApis('1.34', [aClient('Helm/3.12', '2026-11-04T11:00:00.000Z')])] },
    findingsLike: [
      {
        level: 'fail',
        at: 34,
        message: '1.34 no longer serves it; 1 client calls it, last on 2026-11-04',
        fix: expect.stringContaining('without another call, the insight clears on 2026-12-04'),
      },
    ],
  },
  {
    it: 'fails on the thirtieth day, and where one of the clients has no time',
    facts: {
      insights: [
        removedApis('1.34', [aClient('flux/2.1', '2026-10-21T12:00:00.000Z')]),
        removedApis('1.34', [aClient('flux/2.1', '2026-10-05T12:00:00.000Z'), aClient('', null)], 'ERROR', {
          replacedWith: '',
          stopServingVersion: null,
        }),
      ],
    },
    findingsLike: [
      { level: 'fail' },
      {
        level: 'fail',
        message: '1.34 no longer serves it; 2 clients call it, last on 2026-10-05',
        evidence: [
          { observed: 'flux/2.1: 12 requests in 30 days, last 2026-10-05T12:00:00.000Z', required: 'no calls' },
          { observed: 'a client without a user agent: 12 requests in 30 days', required: 'no calls' },
        ],
      },
    ],
  },
  {
    it: 'warns where the last call is more than 30 days ago and EKS has not cleared it yet',
    facts: { insights: [removedApis('1.34', [aClient('flux/2.1', '2026-10-21T11:00:00.000Z')])] },
    findingsLike: [
      {
        level: 'warn',
        at: 34,
        message:
          '1.34 no longer serves it; not called for 30 days (last on 2026-10-21): EKS has not cleared the insight yet',
      },
    ],
  },
  {
    it: 'warns where only scanners call, names them, and says on which day the insight clears',
    facts: {
      insights: [
        removedApis('1.34', [
          aClient('kubent (0.7.2/25eb8a3)', '2026-11-18T10:00:00.000Z', 2),
          aClient('pluto/v0.0.0 (linux/amd64) kubernetes/$Format', '2026-11-19T10:00:00.000Z', 1),
        ]),
      ],
    },
    findings: [
      {
        level: 'warn',
        at: 34,
        rule: 'called',
        resource: { kind: 'API', name: flowschemas },
        short: 'only scanners call a removed API',
        message:
          '1.34 no longer serves it; only Pluto and kubent call it, which only report API versions: the insight clears on 2026-12-19',
        evidence: [
          {
            observed: 'kubent (0.7.2/25eb8a3): 2 requests in 30 days, last 2026-11-18T10:00:00.000Z',
            required: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
          },
          {
            observed:
              'pluto/v0.0.0 (linux/amd64) kubernetes/$Format: 1 requests in 30 days, last 2026-11-19T10:00:00.000Z',
            required: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
          },
        ],
        fix: `Do not run Pluto and kubent until the update: each run is a new call. EKS remembers a call for 30 days: without another call, the insight clears on 2026-12-19. If EKS rejects the update because of this insight, update after that day. Update manifests and API clients to use newer Kubernetes APIs if applicable before upgrading. Details of the insight:\n${describeIt}`,
      },
    ],
  },
  {
    it: 'fails where another client calls beside a scanner',
    facts: {
      insights: [
        removedApis('1.34', [
          aClient('kubent (0.7.2/25eb8a3)', '2026-11-19T10:00:00.000Z'),
          aClient('flux/2.1', '2026-11-02T10:00:00.000Z'),
        ]),
      ],
    },
    findingsLike: [{ level: 'fail', short: '2 clients call a removed API' }],
  },
  {
    it: 'fails a client whose name only begins like that of a scanner',
    facts: { insights: [removedApis('1.34', [aClient('pluto-sync/v1', '2026-11-19T10:00:00.000Z')])] },
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'names no day where EKS does not say when the scanner called',
    facts: { insights: [removedApis('1.34', [aClient('Popeye/v0.22', null)])] },
    findingsLike: [
      {
        level: 'warn',
        message: '1.34 no longer serves it; only Popeye calls it, which only reports API versions',
        fix: expect.stringContaining('the insight clears 30 days after the last call'),
      },
    ],
  },
  {
    it: 'leaves its own calls out',
    facts: {
      insights: [
        removedApis('1.34', [aClient('eks-preflight/0.1.0', '2026-11-20T09:00:00.000Z')]),
        removedApis('1.34', [aClient('Eks-Preflight/0.2.0 x', null), aClient('flux/2.1', '2026-10-25T12:00:00.000Z')]),
      ],
    },
    findingsLike: [{ level: 'fail', evidence: [{ observed: expect.stringMatching(/^flux/) }] }],
  },
  {
    it: 'keeps an error without clients, with what EKS names',
    facts: { insights: [removedApis('1.34', [])] },
    findings: [
      {
        level: 'fail',
        at: 34,
        rule: 'insight',
        resource: { kind: 'Insight', name: 'Deprecated APIs removed in Kubernetes v1.34' },
        short: 'EKS reports an error',
        message: 'EKS reports ERROR: Deprecated API usage detected within the last 30 days',
        evidence: [{ observed: `${flowschemas}/null: ERROR`, required: 'PASSING' }],
        fix: `Update manifests and API clients to use newer Kubernetes APIs if applicable before upgrading. Details of the insight:\n${describeIt}`,
      },
    ],
  },
  {
    it: 'lets names through that it does not know, described or not',
    facts: {
      insights: [
        anInsight('Brand-new  check', '1.34', { status: 'ERROR', reason: 'Broken.' }),
        anInsight('Another one', null, { status: 'WARNING' }),
        anInsight('A third', 'X.XX', { status: 'ERROR' }),
      ],
    },
    findingsLike: [
      {
        level: 'fail',
        at: 34,
        resource: { kind: 'Insight', name: 'Brand-new check' },
        message: 'EKS reports ERROR: Broken',
      },
      { level: 'warn', rule: 'insight', message: 'EKS reports WARNING' },
      { level: 'fail', rule: 'insight', message: 'EKS reports ERROR' },
    ],
  },
  {
    it: 'never passes what EKS could not tell',
    facts: {
      insights: [
        anInsight('Brand-new check', '1.34', { status: 'UNKNOWN', reason: 'Unable to determine.' }),
        anInsight('Brand-new check', '1.34', { status: 'PAUSED' }),
      ],
    },
    findingsLike: [
      {
        level: 'unknown',
        at: 34,
        message: 'EKS cannot determine the status: Unable to determine',
        fix: expect.stringContaining(
          'arn:aws:iam::111122223333:role/aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS',
        ),
      },
      { level: 'unknown', message: 'unknown status PAUSED' },
    ],
  },
  {
    it: 'speaks of no access entry where there are none',
    cluster: { authenticationMode: 'CONFIG_MAP' },
    facts: { insights: [anInsight('Brand-new check', '1.34', { status: 'UNKNOWN' })] },
    findingsLike: [{ level: 'unknown', fix: `Refresh the insights, and scan again after a minute:\n${refresh}` }],
  },
  {
    it: 'only points to the check of our own that judges the same, and never loses an error',
    facts: {
      insights: [
        skew('1.34', {
          status: 'ERROR',
          reason: 'Too old.',
          details: someDetails({ resources: [{ uri: '/api/v1/nodes/a', status: 'ERROR', reason: null }] }),
        }),
        anInsight('KUBE-PROXY version skew (new)', '1.34', { status: 'UNKNOWN' }),
        anInsight('EKS add-on version compatibility', '1.34', { status: 'WARNING' }),
        anInsight('Cluster health issues', '1.34'),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        at: 34,
        rule: 'insight',
        resource: { kind: 'Insight', name: 'Kubelet version skew' },
        message: 'EKS reports an error: Too old; nodes/kubelet-skew judges this from the current state of the cluster',
        evidence: [
          { observed: 'ERROR, refreshed 2026-11-20T08:00:00.000Z', required: 'PASSING' },
          { observed: '/api/v1/nodes/a: ERROR', required: 'PASSING' },
        ],
      },
      {
        level: 'warn',
        message:
          'EKS cannot determine the status; addons/kube-proxy-skew judges this from the current state of the cluster',
      },
    ],
  },
  {
    it: 'fails an error about the topic of a check of ours that this scan leaves out',
    selected: ['control-plane/upgrade-insights'],
    facts: { insights: [skew('1.34', { status: 'ERROR', reason: 'Too old.' })] },
    findingsLike: [{ level: 'fail', at: 34, resource: { kind: 'Insight', name: 'Kubelet version skew' } }],
  },
  {
    it: 'is unknown for the next step without insights, and silent about later ones that remove nothing',
    target: '1.36',
    facts: { insights: [] },
    findings: [
      {
        level: 'unknown',
        at: 34,
        rule: 'no-insights',
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'EKS has no insight for 1.34: it has not judged the cluster for this version',
        evidence: [{ observed: 'no insight', required: 'insights for 1.34' }],
        fix: `Scan with \`--refresh-insights\`, or refresh the insights and scan again after a minute:\n${refresh}`,
      },
    ],
  },
  {
    it: 'warns once of the later steps that remove API versions which EKS enables',
    current: '1.35',
    target: '1.38',
    facts: { insights: [skew('1.36')] },
    findings: [
      {
        level: 'warn',
        at: 37,
        rule: 'no-insights-yet',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          'EKS has no insight for 1.37, 1.38 yet: it is unknown which clients call the API versions that they remove',
        evidence: [
          {
            observed: 'no insight about storage.k8s.io/v1beta1 (VolumeAttributesClass)',
            required: 'Deprecated APIs removed in Kubernetes v1.37',
          },
          {
            observed:
              'no insight about resource.k8s.io/v1beta1 (DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice)',
            required: 'Deprecated APIs removed in Kubernetes v1.38',
          },
        ],
        fix: 'Most insights appear at the version before: scan again once the control plane is at 1.36, and at each version after it.',
        links: ['storage', 'resource'].map(
          (group) =>
            `https://github.com/kubernetes/api/blob/master/${group}/v1beta1/zz_generated.prerelease-lifecycle.go`,
        ),
      },
    ],
  },
  {
    it: 'is silent about insights that are 48 hours old: EKS refreshes them once a day',
    facts: { insights: [skew('1.34', { lastRefreshTime: '2026-11-18T12:00:00.000Z' })] },
    findings: [],
  },
  {
    it: 'warns of insights that are older than 48 hours',
    facts: {
      insights: [
        skew('1.34'),
        skew('1.34', { lastRefreshTime: '2026-11-18T11:59:00.000Z' }),
        skew('1.34', { lastRefreshTime: '2026-11-17T12:00:00.000Z' }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'old-insights',
        message: '2 of 3 insights are older than 48 hours; the oldest is from 2026-11-17T12:00:00.000Z',
      },
    ],
  },
  {
    it: 'is unknown where insights are older than 72 hours, though all of them pass',
    current: '1.31',
    facts: {
      insights: [
        removedApis('1.32', [], 'PASSING'),
        skew('1.32', { lastRefreshTime: '2026-11-17T11:59:00.000Z' }),
        skew('1.32', { lastRefreshTime: '2026-10-21T12:00:00.000Z' }),
      ],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'old-insights',
        message: '2 of 3 insights are older than 72 hours; the oldest is from 2026-10-21T12:00:00.000Z',
        evidence: [{ observed: 'last refreshed 2026-10-21T12:00:00.000Z', required: 'within 72 hours' }],
      },
    ],
  },
  {
    it: 'does not pass a step that removes APIs without the insight about them',
    current: '1.31',
    facts: { insights: [skew('1.32')] },
    findings: [
      {
        level: 'unknown',
        at: 32,
        rule: 'no-removal-insight',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          'EKS has no insight "Deprecated APIs removed in Kubernetes v1.32": it is unknown which clients call the API versions that 1.32 removes',
        evidence: [
          {
            observed: 'no insight about flowcontrol.apiserver.k8s.io/v1beta3 (FlowSchema, PriorityLevelConfiguration)',
            required: 'Deprecated APIs removed in Kubernetes v1.32',
          },
        ],
        fix: `Scan with \`--refresh-insights\`, or refresh the insights and scan again after a minute:\n${refresh}`,
        links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-32'],
      },
    ],
  },
  {
    it: 'is silent where the insight about removed APIs passes',
    current: '1.31',
    facts: { insights: [skew('1.32'), removedApis('1.32', [], 'PASSING')] },
    findings: [],
  },
  {
    it: 'is unknown, not only a warning, for a later step that removes APIs',
    current: '1.30',
    target: '1.33',
    facts: { insights: [skew('1.31')] },
    findingsLike: [{ level: 'unknown', at: 32, rule: 'no-removal-insight' }],
  },
  {
    it: 'says once that EKS has not judged the next step, though it removes APIs',
    current: '1.31',
    facts: { insights: [] },
    findingsLike: [{ level: 'unknown', at: 32, rule: 'no-insights' }],
  },
  {
    it: 'does not believe a pass of which EKS does not say when',
    facts: { insights: [skew('1.34', { lastRefreshTime: null })] },
    findingsLike: [
      {
        level: 'unknown',
        message: 'EKS does not report when it last refreshed this insight, or reports a time in the future',
      },
    ],
  },
]);

it.each(['memory', 'old', 'too-old'] as const)(
  'a table without the row %s is a crash, not a span of nothing',
  (rule) => {
    const rows = loadTable('insights').rows;
    expect(requireSpan(rows, rule)).toBeGreaterThan(0);
    const without = rows.filter((row) => row.rowKind !== rule);
    expect(() => requireSpan(without, rule)).toThrow(`the table insights has no row ${rule}`);
  },
);

describe('the topics of our own checks', () => {
  it('are judged by checks that there are', () => {
    const topics = loadTable('insights').rows.flatMap((row) => (row.rowKind === 'topic' ? [row.check] : []));
    const ids = checks.map(({ id }) => id);
    expect(topics.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
