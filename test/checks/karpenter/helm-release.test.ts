import { expect } from 'vitest';
import check from '../../../checks/karpenter/helm-release/check.ts';
import type { HelmRelease } from '../../../src/facts/helm.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';

const aRelease = (more: Partial<HelmRelease> = {}): HelmRelease => ({
  namespace: 'kube-system',
  name: 'karpenter',
  revision: 7,
  status: 'deployed',
  chart: 'karpenter',
  chartVersion: '1.5.0',
  values: ['settings.clusterName', 'settings.interruptionQueue'],
  ...more,
});
const theCrds = aRelease({ name: 'karpenter-crd', chart: 'karpenter-crd', values: [] });
const here = (helmReleases: HelmRelease[], version = '1.5.0') => ({
  karpenterControllers: [aKarpenter({ version })],
  helmReleases,
});
const gatesOf113 = ['nodeOverlay', 'nodeRepair', 'reservedCapacity', 'spotToSpotConsolidation', 'staticCapacity'].map(
  (gate) => `settings.featureGates.${gate}`,
);
const resource = { kind: 'HelmRelease', namespace: 'kube-system', name: 'karpenter' };

checkCases(check, [
  { it: 'is silent where both releases are those that run', facts: here([aRelease(), theCrds]), findings: [] },
  { it: 'is silent where nothing was installed by Helm', facts: here([]), findings: [] },
  {
    it: 'knows the versions of charts before 0.35, which begin with a v',
    facts: here([aRelease({ chartVersion: 'v0.32.1' })], '0.32.1'),
    findings: [],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [], helmReleases: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'warns at the step that adds a feature gate which the values lack, beside others',
    facts: here([aRelease({ chartVersion: '1.13.1', values: gatesOf113 })], '1.13.1'),
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findings: [
      {
        level: 'warn',
        rule: 'new-gates',
        atKarpenter: '1.14.1',
        resource,
        message:
          'its values name feature gates, but not those that the chart of 1.14.1 adds: after `helm upgrade --reuse-values`, Karpenter does not start',
        evidence: [
          {
            observed: 'no settings.featureGates.capacityBuffer',
            required: 'settings.featureGates.capacityBuffer: false, or the default of the new chart',
          },
        ],
        fix: 'Update with `--reset-then-reuse-values` or with your file of values (`--values`), not with `--reuse-values`, which keeps the default values of the old chart. Or add settings.featureGates.capacityBuffer to the values.',
        links: ['https://github.com/kubernetes-sigs/karpenter/issues/3073'],
      },
    ],
  },
  {
    it: 'is silent where the values name it, name no gate, or the step adds none',
    facts: here(
      [
        aRelease({ chartVersion: '1.13.1', values: [...gatesOf113, 'settings.featureGates.capacityBuffer'] }),
        aRelease({ chartVersion: '1.13.1' }),
      ],
      '1.13.1',
    ),
    karpenter: karpenterPath('1.13.1', '1.14.1'),
    findings: [],
  },
  {
    it: 'is silent where no step adds a gate',
    facts: here([aRelease({ chartVersion: '1.12.2', values: gatesOf113 })], '1.12.2'),
    karpenter: karpenterPath('1.12.2', '1.13.1'),
    findings: [],
  },
  {
    it: 'counts StaticCapacity from the first chart that sets it',
    facts: here([aRelease({ chartVersion: '1.7.6', values: ['settings.featureGates.nodeOverlay'] })], '1.7.6'),
    karpenter: karpenterPath('1.7.6', '1.8.8'),
    findingsLike: [{ level: 'warn', rule: 'new-gates', atKarpenter: '1.8.8' }],
  },
  {
    it: 'warns of values that pin the image of the controller (an operator misses)',
    facts: here([
      aRelease({ values: ['controller.image.digest', 'controller.image.repository', 'controller.image.tag'] }),
    ]),
    karpenter: karpenterPath('1.5.0', '1.6.9'),
    findings: [
      {
        level: 'warn',
        rule: 'pinned-image',
        atKarpenter: '1.6.9',
        resource,
        message:
          'its values pin controller.image.digest and controller.image.tag: after an update of the chart to 1.6.9, the old image still runs',
        evidence: [
          { observed: 'controller.image.digest and controller.image.tag', required: 'the image of the chart 1.6.9' },
        ],
        fix: expect.stringContaining('Remove controller.image.digest and controller.image.tag from the values'),
      },
    ],
  },
  {
    it: 'is silent about a mirror, and about a pinned image while Karpenter stays',
    facts: here([aRelease({ values: ['controller.image.repository', 'controller.image.tag'] })]),
    findings: [],
  },
  {
    it: 'is silent about the repository of a mirror on the way to the next version',
    facts: here([aRelease({ values: ['controller.image.repository'] })]),
    karpenter: karpenterPath('1.5.0', '1.6.9'),
    findings: [],
  },
  {
    it: 'warns of a release that Helm refuses to update',
    facts: here([aRelease({ status: 'pending-upgrade' })]),
    findings: [
      {
        level: 'warn',
        rule: 'state',
        resource,
        short: 'another operation is in progress',
        message: 'revision 7 has the status pending-upgrade: Helm rejects updates of the release',
        evidence: [{ observed: 'revision 7: pending-upgrade', required: 'deployed' }],
        fix: expect.stringContaining('helm rollback karpenter REVISION --namespace kube-system'),
      },
    ],
  },
  {
    it: 'warns of a revision that failed',
    facts: here([aRelease({ status: 'failed' })]),
    findingsLike: [{ level: 'warn', rule: 'state', message: 'revision 7 has the status failed' }],
  },
  {
    it: 'warns where the Deployment was changed beside Helm, and where the CRDs are of another version',
    facts: here([aRelease(), theCrds], '1.6.2'),
    findingsLike: [
      {
        rule: 'version',
        message: 'has chart version 1.5.0, but Karpenter 1.6.2 runs: the Deployment was changed outside Helm',
      },
      { rule: 'version', message: 'has the CRDs of 1.5.0, but Karpenter 1.6.2 runs' },
    ],
  },
  {
    it: 'says nothing of versions that it does not know',
    facts: {
      karpenterControllers: [aKarpenter({ version: null })],
      helmReleases: [aRelease({ chart: null, chartVersion: null }), aRelease()],
    },
    karpenter: { current: null, target: null, versions: [] },
    findings: [],
  },
  {
    it: 'finds the key of document 002, which no chart reads, from 0.32 on',
    facts: here([aRelease({ chartVersion: 'v0.30.0', values: ['settings.interruptionQueueName'] })], '0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findingsLike: [{ level: 'warn', rule: 'slip', atKarpenter: '0.32.1', blocks: 'workloads' }],
  },
  {
    it: 'finds values at the places of 0.32, once the chart no longer reads them',
    facts: here(
      [
        aRelease({
          chartVersion: 'v0.32.10',
          values: ['settings.aws.clusterName', 'settings.aws.tags.team', 'settings.aws.unheardOf'],
        }),
      ],
      '0.32.10',
    ),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'old-values',
        atKarpenter: '0.33.12',
        evidence: [
          { observed: 'settings.aws.clusterName', required: 'settings.clusterName' },
          { observed: 'settings.aws.tags.team', required: 'spec.tags of each EC2NodeClass' },
          { observed: 'settings.aws.unheardOf', required: 'no such setting' },
        ],
      },
    ],
  },
  {
    it: 'leaves them alone as long as they are read',
    facts: here([aRelease({ chartVersion: 'v0.30.0', values: ['settings.aws.clusterName'] })], '0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findings: [],
  },
]);
