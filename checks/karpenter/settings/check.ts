import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { clusterNameFindings, endpointFindings } from './cluster.ts';
import { gateFindings } from './gates.ts';
import { intervalFindings } from './intervals.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { configMapFindings, variableFindings } from './old.ts';
import { nameChartManager } from '../shared/chart-manager.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { webhookFindings } from './webhook.ts';

/** The problem of a finding, by its rule. */
const problems = {
  'cluster-name': 'finds no cluster name',
  'cluster-endpoint': 'endpoint is not that of the cluster',
  'config-map': 'Karpenter no longer reads it',
  variable: 'environment variable is ignored',
  'feature-gates': 'feature gates are malformed',
  gate: 'feature gate is ignored',
  interval: 'interval is below the minimum',
  webhook: 'webhooks are off but required',
  version: 'Karpenter version unknown',
};

export default defineCheck({
  id: 'karpenter/settings',
  title: 'Karpenter settings that a version on the path ignores, lacks or rejects',
  short: problems,
  task: {
    '': 'Correct the settings of Karpenter',
    'cluster-name': 'Set the cluster name of Karpenter',
    'cluster-endpoint': 'Set the cluster endpoint of Karpenter',
    'config-map': 'Delete the ConfigMap that Karpenter no longer reads',
  },
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter has read its settings from three sources. From 0.19 on, it was the ConfigMap
    karpenter-global-settings, which the chart created from \`settings.aws.*\`; 0.32 reads the environment first
    and the ConfigMap as well; from 0.33 on, only the environment, and the values of the chart are under
    \`settings.*\`. Settings that stay at the old place are silently ignored: the interruption queue, the
    endpoint, a feature gate. Without the cluster name, the controller does not start (\`missing field,
    cluster-name\`); with the name of another cluster, it manages the instances of that cluster, and with the
    endpoint of another cluster, its nodes join that cluster or none.

    Feature gates with an unknown name are ignored (\`DriftEnabled\` instead of \`Drift\`), and before 1.6, every
    gate that \`FEATURE_GATES\` omits is off, whatever its default. Defaults change between versions:
    \`karpenter/drift\` judges Drift (on from 0.33 on), and \`karpenter/capacity-reservations\` judges ReservedCapacity
    (on from 1.6 on).

    From 1.13 on, the controller does not start if an interval at which it reads AMIs or subnets
    (\`AMI_REFRESH_INTERVAL\`, \`SUBNET_REFRESH_INTERVAL\`) is shorter than one minute.

    A custom API server address in \`CLUSTER_ENDPOINT\` (a proxy, a private name) is a warning, because its
    destination cannot be determined. Helm values are not read: a value that does not reach the Deployment leaves
    no trace in the cluster.`,
  fix: advice`Set them in the chart values that the finding names, and update the release with Helm.`,
  links: [
    'https://karpenter.sh/docs/reference/settings/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterEndpoints'],
  uses: ['karpenterCrds'],
  tables: ['karpenter-settings', 'karpenter-feature-gates'],

  *run({ karpenterControllers, ...facts }, context) {
    for (const controller of karpenterControllers) {
      const versions = listControllerVersions(controller, context.karpenter);
      const [version] = versions;
      if (version === undefined) {
        yield settingsUnjudged(controller);
        continue;
      }
      for (const finding of listFindings(controller, [version, ...versions.slice(1)], facts, context))
        yield finding.rule === 'config-map' ? finding : nameChartManager(finding, controller);
    }
  },
});

type Given = Pick<Facts, 'karpenterEndpoints'> & { karpenterCrds?: Facts['karpenterCrds'] | undefined };

function* listFindings(
  controller: KarpenterController,
  versions: readonly [string, ...string[]],
  { karpenterEndpoints, karpenterCrds }: Given,
  context: Context<'karpenter-settings' | 'karpenter-feature-gates'>,
): Generator<Finding> {
  yield* clusterNameFindings(controller, versions, context);
  yield* endpointFindings(controller, versions[0], karpenterEndpoints, context);
  yield* configMapFindings(controller, versions, context);
  yield* gateFindings(controller, versions, context);
  yield* variableFindings(controller, versions, context);
  yield* intervalFindings(controller, versions, context);
  yield* webhookFindings(controller, versions, karpenterCrds, context);
}

function settingsUnjudged(controller: KarpenterController): Finding {
  return {
    level: 'unknown',
    rule: 'version',
    resource: toDeploymentResource(controller),
    message: 'the version of Karpenter is unknown, and so are the settings that it reads',
    evidence: [{ observed: controller.image, required: 'the image tag of a release' }],
    fix: advice`Find out which release this image contains, and compare its settings reference with the environment of
      the Deployment.`,
  };
}
