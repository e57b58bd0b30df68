import { expect } from 'vitest';
import check from '../../../checks/karpenter/upgrade-hops/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterCrd, KarpenterTerm } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { aCrd, aNodeClass, aTerm, theCrds } from './objects.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const running = (version: string | null) => ({ karpenterControllers: [aKarpenter({ version })] });

const alphaCrds = () =>
  ['provisioners.karpenter.sh', 'machines.karpenter.sh', 'awsnodetemplates.karpenter.k8s.aws'].map((name) =>
    aCrd(name),
  );
const helm = (release: string, releaseNamespace: string) => ({ release, releaseNamespace, managedBy: 'Helm' });
const nobody = { release: null, releaseNamespace: null };
const toBeta = karpenterPath('0.37.8', '1.0.14', '1.1.10');
const owned = (owner: KarpenterController['owner'], karpenterCrds: KarpenterCrd[]): Partial<Facts> => ({
  karpenterControllers: [{ ...aKarpenter({ version: '0.37.8' }), owner }],
  karpenterCrds,
});
const selecting = (capacityReservations: KarpenterTerm[]) => ({
  karpenterNodeClasses: [aNodeClass('default', { terms: { ...aNodeClass('x').terms, capacityReservations } })],
});
const gitOps = [
  [
    'Argo CD',
    { ...nobody, managedBy: 'Argo CD', applier: { kind: 'Application', namespace: 'argocd', name: 'karpenter' } },
    'in the source of Argo CD \\(Application argocd/karpenter\\), and sync it',
  ],
  [
    'Flux',
    {
      ...helm('karpenter', 'flux-system'),
      managedBy: 'Flux',
      applier: { kind: 'HelmRelease', namespace: null, name: 'k' },
    },
    'in the source of Flux \\(HelmRelease k\\), and sync it',
  ],
] as const;

checkCases(check, [
  { it: 'is silent where Karpenter stays', facts: running('1.8.1'), findings: [] },
  {
    it: 'is silent about a way without stops',
    facts: running('1.5.8'),
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    findings: [],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'names the stop before 0.32, and the patch to take instead of 0.32.1',
    facts: running('0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findings: [
      {
        level: 'warn',
        rule: 'target',
        atKarpenter: '0.32.1',
        resource,
        message: 'avoid Karpenter 0.32.1: drift may replace nodes unnecessarily, because AMI data is cached and shared',
        evidence: [{ observed: '0.32.1', required: '0.32.10', source: 'table' }],
        fix: 'Choose 0.32.10 instead: `--karpenter-target 0.32.10`.',
        links: ['https://github.com/aws/karpenter-provider-aws/issues/6167'],
      },
      {
        level: 'warn',
        rule: 'stop:0.32',
        atKarpenter: '0.31.5',
        resource,
        message:
          'the path from 0.30.0 to 0.32.1 should stop at 0.31.5: once v1beta1 objects exist, you can roll back only to 0.31.4 or newer',
        evidence: [{ observed: '0.30.0 -> 0.32.1', required: '0.30.0 -> 0.31.5 -> 0.32.1', source: 'table' }],
        fix: `Update to 0.31.5 first. Update to 0.32.1 only when nothing in this report blocks it.

First, save the pools and node classes:
\`\`\`sh
kubectl get provisioners.karpenter.sh,awsnodetemplates.karpenter.k8s.aws -o yaml > karpenter-before-0.31.5.yaml
\`\`\`

Then update the CRDs, as \`karpenter/crds\` describes.

Then update the controller with its current values. Run this only if \`helm list --namespace kube-system\` shows the chart \`karpenter\`. For your own chart, update its Karpenter dependency instead: this command deletes everything else in the release.
\`\`\`sh
helm get values karpenter --namespace kube-system -o yaml > karpenter-values.yaml
helm upgrade karpenter oci://public.ecr.aws/karpenter/karpenter \\
  --version v0.31.5 --namespace kube-system -f karpenter-values.yaml
\`\`\`

To go back from 0.32.1 to 0.31.5:

1. Remove the taint \`karpenter.sh/legacy\` from the Provisioners. While 0.32.1 runs, delete the NodePools, wait until \`kubectl get nodeclaims.karpenter.sh\` lists none, and delete the EC2NodeClasses: 0.31.5 reads none of them.
2. Restore the permissions of 0.31.5: the policy that it had.
3. Keep the CRDs of 0.32.1.
4. Install 0.31.5 with the values that you used for it, not with those of 0.32.1.`,
        links: ['https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0320'],
      },
    ],
  },
  {
    it: 'tells the way back once, at the hop to 0.32',
    facts: running('0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.37.8', '1.0.14'),
    findingsLike: [
      { rule: 'stop:0.32', fix: expect.not.stringContaining('To go back') as string },
      { rule: 'stop:0.33', fix: expect.stringContaining('To go back from 0.32.10 to 0.31.5:\n\n1. Remove') as string },
      { rule: 'stop:1.0', fix: expect.not.stringContaining('To go back') as string },
    ],
  },
  ...(
    [
      ['1.10.0', '1.10.2'],
      ['1.11.1', '1.11.3'],
    ] as const
  ).flatMap(([target, instead]) => [
    {
      it: `fails on the target ${target} where a node class selects a Capacity Reservation`,
      facts: { ...running('1.9.2'), ...selecting([aTerm({ id: 'cr-0a1' })]) },
      karpenter: karpenterPath('1.9.2', target),
      findings: [
        {
          level: 'fail' as const,
          rule: 'target',
          atKarpenter: target,
          resource,
          message: `avoid Karpenter ${target}: the controller panics if EC2 does not say whether a selected Capacity Reservation is interruptible`,
          evidence: [{ observed: target, required: instead, source: 'table' as const }],
          fix: `Choose ${instead} instead: \`--karpenter-target ${instead}\`.`,
          links: ['https://github.com/aws/karpenter-provider-aws/pull/9080'],
        },
      ],
    },
    {
      it: `is silent about the target ${target} where no node class selects one`,
      facts: { ...running('1.9.2'), ...selecting([]) },
      karpenter: karpenterPath('1.9.2', target),
      findings: [],
    },
    {
      it: `is silent about the target ${target} where the feature gate is off`,
      facts: {
        karpenterControllers: [aKarpenter({ version: '1.9.2', settings: { FEATURE_GATES: 'ReservedCapacity=false' } })],
        ...selecting([aTerm({ id: 'cr-0a1' })]),
      },
      karpenter: karpenterPath('1.9.2', target),
      findings: [],
    },
    {
      it: `is silent about the target ${instead}, which does not panic`,
      facts: { ...running('1.9.2'), ...selecting([aTerm({ id: 'cr-0a1' })]) },
      karpenter: karpenterPath('1.9.2', instead),
      findings: [],
    },
  ]),
  {
    it: 'warns of the CPU of 1.11.0 where no node class selects a Capacity Reservation',
    facts: { ...running('1.9.2'), ...selecting([]) },
    karpenter: karpenterPath('1.9.2', '1.11.0'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'target',
        message: 'avoid Karpenter 1.11.0: its controller uses much more CPU than that of 1.10',
      },
    ],
  },
  {
    it: 'fails on the target 1.8.0, whose chart leaves a feature gate empty',
    facts: running('1.7.6'),
    karpenter: karpenterPath('1.7.6', '1.8.0'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'target',
        message: expect.stringContaining('its chart leaves the feature gate StaticCapacity empty') as string,
        evidence: [{ observed: '1.8.0', required: '1.8.8', source: 'table' }],
      },
    ],
  },
  {
    it: 'names every stop of a long way',
    facts: running('0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.37.8', '1.0.14', '1.8.8'),
    findingsLike: [
      { rule: 'stop:0.32', atKarpenter: '0.31.5' },
      { rule: 'stop:0.33', atKarpenter: '0.32.10' },
      { rule: 'stop:1.0', atKarpenter: '0.37.8' },
      { rule: 'stop:1.1', atKarpenter: '1.0.14' },
    ],
  },
  {
    it: 'says must of a stop without which the update fails, and should of one that only a rollback needs',
    facts: running('0.36.4'),
    karpenter: karpenterPath('0.36.4', '0.36.9', '1.0.14', '1.1.10'),
    findingsLike: [
      {
        rule: 'stop:1.0',
        message: expect.stringContaining('the path from 0.36.4 to 1.1.10 should stop at 0.36.9: ') as string,
        remedy: 'update-karpenter:0.36.9',
      },
      {
        rule: 'stop:1.1',
        message: expect.stringContaining('the path from 0.36.9 to 1.1.10 must stop at 1.0.14: ') as string,
        remedy: 'update-karpenter:1.0.14',
      },
    ],
  },
  {
    it: 'leaves a minor version after the tables to the engine',
    facts: running('1.14.1'),
    karpenter: { current: '1.14.1', target: '1.15.0', versions: ['1.14.1'] },
    findings: [],
  },
  {
    it: 'fails on a trap patch as the target',
    facts: running('0.36.9'),
    karpenter: karpenterPath('0.36.9', '0.37.1'),
    findingsLike: [{ level: 'fail', rule: 'target', atKarpenter: '0.37.1' }],
  },
  {
    it: 'tells what a way back would need',
    facts: running('0.34.1'),
    karpenter: karpenterPath('0.34.1', '0.36.9'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'rollback:0.36',
        atKarpenter: '0.36.9',
        message:
          'you cannot safely roll back from 0.36.9 to 0.34.1: older patches do not know the hash version of 0.36 and may replace every node',
      },
    ],
  },
  {
    it: 'fails on a way back that cannot be gone',
    facts: running('1.1.10'),
    karpenter: karpenterPath('1.1.10', '0.37.8'),
    findingsLike: [{ level: 'fail', rule: 'way-back', atKarpenter: '0.37.8' }],
  },
  {
    it: 'leaves the chart of the CRDs away beside EKS Auto Mode, which has some of them',
    cluster: { autoMode: true },
    facts: running('1.0.5'),
    karpenter: karpenterPath('1.0.5', '1.0.14', '1.1.10'),
    findingsLike: [
      {
        rule: 'stop:1.1',
        fix: expect.stringMatching(
          /EKS Auto Mode manages the CRDs of karpenter\.sh[^]*```sh\nhelm get [^`]*helm upgrade karpenter oci[^`]*```$/,
        ) as string,
      },
    ],
  },
  {
    it: 'updates the release that owns the Deployment, and installs no second one',
    facts: owned(helm('karpenter', 'autoscaling'), theCrds()),
    karpenter: toBeta,
    findingsLike: [
      {
        fix: expect.stringContaining(
          'helm upgrade karpenter oci://public.ecr.aws/karpenter/karpenter \\\n  --version 1.0.14 --namespace autoscaling -f karpenter-values.yaml',
        ) as string,
      },
    ],
  },
  {
    it: 'names no release where nothing on the Deployment tells one',
    facts: owned(undefined, theCrds()),
    karpenter: toBeta,
    findingsLike: [
      {
        fix: expect.stringMatching(/The Deployment does not name its release[^]*helm upgrade RELEASE oci/) as string,
      },
    ],
  },
  {
    it: 'installs no chart without CRDs over a release that holds them, too: Helm would remove them',
    facts: owned(helm('karpenter', 'kube-system'), theCrds({ owner: helm('karpenter', 'kube-system') })),
    karpenter: toBeta,
    findingsLike: [{ fix: expect.stringMatching(/^(?![^]*helm upgrade karpenter oci)/) as string }],
  },
  {
    it: 'does not install the chart over a release that may hold more than Karpenter',
    facts: owned(helm('platform', 'platform'), theCrds()),
    karpenter: toBeta,
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^(?![^]*helm upgrade platform)[^]*`helm list --namespace platform` shows its chart/,
        ) as string,
      },
    ],
  },
  ...gitOps.map(([name, owner, text]) => ({
    it: `prints no helm command where ${name} applies Karpenter`,
    facts: owned(owner, theCrds({ owner })),
    karpenter: toBeta,
    findingsLike: [{ fix: expect.stringMatching(new RegExp(`^(?![^]*\\nhelm )[^]*${text}`)) as string }],
  })),
  {
    it: 'tells the CRDs of 1.0 where the webhook is',
    facts: owned(helm('karpenter', 'autoscaling'), theCrds({ owner: helm('crds', 'autoscaling') })),
    karpenter: toBeta,
    findingsLike: [
      {
        fix: expect.stringMatching(
          /helm upgrade --install crds oci:\S+\/karpenter-crd --version 1\.0\.14 --namespace autoscaling --set webhook\.enabled=true --set webhook\.serviceName=karpenter --set webhook\.serviceNamespace=kube-system/,
        ) as string,
      },
    ],
  },
  {
    it: 'leaves the webhook away where the CRDs of the stop convert nothing',
    facts: { ...running('0.30.0'), karpenterCrds: alphaCrds() },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10'),
    findingsLike: [{ fix: expect.stringMatching(/^(?![^]*webhook)[^]*\/karpenter-crd --version v0\.31\.5/) as string }],
  },
  {
    it: 'saves the objects of both generations under 0.32, as far as the cluster serves them',
    facts: { ...running('0.32.10'), karpenterCrds: theCrds() },
    karpenter: karpenterPath('0.32.10', '0.37.8', '1.0.14'),
    findingsLike: [
      {
        fix: expect.stringContaining(
          'kubectl get nodepools.karpenter.sh,ec2nodeclasses.karpenter.k8s.aws -o yaml > karpenter-before-0.37.8.yaml',
        ) as string,
      },
    ],
  },
  {
    it: 'warns of any other way back',
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.7.6'),
    findingsLike: [
      { level: 'warn', rule: 'way-back', message: '1.8.8 -> 1.7.6 is a downgrade, which the project does not test' },
    ],
  },
  {
    it: 'leaves a patch above the newest known one to karpenter/version-behind',
    facts: running('1.8.8'),
    karpenter: karpenterPath('1.8.8', '1.8.77'),
    findings: [],
  },
  {
    it: 'does not know a minor that was never made',
    facts: running('0.37.8'),
    karpenter: karpenterPath('0.37.8', '0.38.0'),
    findingsLike: [{ level: 'unknown', rule: 'target', message: 'unknown whether Karpenter 0.38 exists' }],
  },
  {
    it: 'does not know the way from a release that nothing tells',
    facts: running(null),
    karpenter: { current: null, target: '1.8.8', versions: [] },
    findingsLike: [{ level: 'unknown', message: 'unknown Karpenter version: cannot determine the steps to 1.8.8' }],
  },
  {
    it: 'does not take a release that nothing tells for one that may stay',
    facts: running(null),
    karpenter: { current: null, target: null, versions: [] },
    findingsLike: [
      {
        level: 'unknown',
        message: 'unknown Karpenter version: cannot determine whether it must be updated, and in which steps',
      },
    ],
  },
]);
