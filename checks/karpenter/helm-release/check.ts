import { advice, commands } from '../../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../../src/check.ts';
import type { HelmRelease } from '../../../src/facts/helm.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { newGates } from './new-gates.ts';
import { pinnedImage, toResource, valuesFindings } from './values.ts';
import { servingController } from '../shared/karpenter-controller.ts';

export default defineCheck({
  id: 'karpenter/helm-release',
  title: 'Helm releases of Karpenter that are stuck, have another version, or set values that nothing reads',
  short: {
    state: 'last revision is not deployed',
    version: 'runs another version than its chart',
    slip: 'queue is set under a wrong key',
    'old-values': 'sets values that the chart ignores',
    'pinned-image': 'values pin the old image',
    'new-gates': 'values lack new feature gates',
  },
  severity: 'warn',
  blocks: 'karpenter',
  phase: 'before',
  why: `Helm rejects an update of a release that is pending (\`another operation (install/upgrade/rollback) is in
    progress\`): find out before the update, not during it. If the chart version of the release is not the version
    that runs, the Deployment was changed outside Helm, and the next update reverts the change. If
    \`karpenter-crd\` has a different version than the controller, so do the CRDs.

    Values that the chart does not know are silently ignored: \`settings.aws.*\` from 0.33 on, and
    \`settings.interruptionQueueName\` always (the key is \`settings.interruptionQueue\`). They leave no trace in
    the cluster.

    An image tag or digest in the values outlives the update: the new chart then starts the old controller.

    \`helm upgrade --reuse-values\` keeps the default values of the old chart. If the new chart adds a feature gate, it is
    empty (\`NodeOverlay=\`), and the controller does not start: a warning if the values name feature gates, but not the new one.

    Helm stores its releases, including all values, in Secrets or in ConfigMaps. This check therefore runs only with
    \`--with secrets\`, and needs \`list\` and \`get\` for both. From the newest revision, only the status, the chart and the
    paths of the values below \`settings\`, \`webhook\` and \`controller.image\` are kept, no values. Charts that
    GitOps tools apply without Helm have no release. Without Secrets, karpenter/version-behind compares the chart
    label of the Deployment with the image, and karpenter/settings and karpenter/interruption-queue judge the
    values that reached the environment of the container.`,
  fix: advice`Bring the release into a state that Helm can update, and set only values that the version reads.`,
  links: [
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades',
    'https://helm.sh/docs/helm/helm_rollback/',
    'https://github.com/eksctl-io/eksctl/issues/8844',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'helmReleases'],
  tables: ['karpenter-settings', 'karpenter-feature-gates'],

  *run({ karpenterControllers, helmReleases }, context) {
    const controller = servingController(karpenterControllers, context.karpenter);
    for (const release of helmReleases) {
      yield* stateFinding(release);
      if (controller === undefined) continue;
      yield* versionFinding(release, controller);
      if (release.chart !== 'karpenter') continue;
      yield* valuesFindings(release, context);
      yield* pinnedImage(release, controller, context);
      yield* newGates(release, context);
    }
  },
});

function* stateFinding(release: HelmRelease): Generator<Warning> {
  const { namespace, name, revision, status } = release;
  if (status === 'deployed') return;
  const isPending = status.startsWith('pending');
  yield {
    level: 'warn',
    rule: 'state',
    ...(isPending ? { short: 'another operation is in progress' } : {}),
    resource: toResource(release),
    message: `revision ${revision} has the status ${status}${isPending ? ': Helm rejects updates of the release' : ''}`,
    evidence: [{ observed: `revision ${revision}: ${status}`, required: 'deployed' }],
    fix: advice`${isPending ? 'Make sure that no update is running, then roll' : 'Find out why, or roll'} back to the
      last
      revision that was deployed:\n${commands(
        sh`helm history ${name} --namespace ${namespace}`,
        sh`helm rollback ${name} REVISION --namespace ${namespace}`,
      )}`,
  };
}

function* versionFinding(release: HelmRelease, { version, namespace, name }: KarpenterController): Generator<Warning> {
  const { chart, chartVersion } = release;
  const bare = chartVersion?.replace(/^v/, '') ?? null;
  if (version === null || bare === null || bare === version) return;
  const isCrds = chart === 'karpenter-crd';
  yield {
    level: 'warn',
    rule: 'version',
    ...(isCrds ? { short: 'CRDs of another version than Karpenter' } : {}),
    resource: toResource(release),
    message: isCrds
      ? `has the CRDs of ${bare}, but Karpenter ${version} runs`
      : `has chart version ${bare}, but Karpenter ${version} runs: the Deployment was changed outside Helm`,
    evidence: [
      { observed: `chart ${chart ?? ''} ${bare}`, required: `${version}, as Deployment ${namespace}/${name}` },
    ],
    fix: isCrds
      ? advice`Update it to the version of the controller before anything else; \`karpenter/crds\` reports what the CRDs
        lack.`
      : advice`Update the release to the version that you want to run, with its current values.`,
  };
}
