import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { clusterNameFindings, endpointFindings } from './cluster.ts';
import { gateFindings } from './gates.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { configMapFindings, variableFindings } from './old.ts';
import { deploymentOf } from '../../../src/subjects/karpenter-controller.ts';
import { versionsOf } from '../../../src/karpenter/path.ts';
import { webhookFindings } from './webhook.ts';

export default defineCheck({
  id: 'karpenter/settings',
  title: 'Settings of Karpenter that a version ignores, lacks or refuses',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter has read its settings from three places. From 0.19 on it was the ConfigMap karpenter-global-settings, which
    the chart wrote from \`settings.aws.*\`; 0.32 reads the environment first and the ConfigMap besides; from 0.33 on the
    environment is all, and the chart's values stand at \`settings.*\`. What stays at its old place is ignored without a word:
    the interruption queue, the endpoint, a feature gate. Without its cluster's name the controller does not start
    (\`missing field, cluster-name\`); with another cluster's name it takes that one's instances for its own, and with
    another one's endpoint its nodes join elsewhere or nowhere.

    Feature gates are ignored where the name is not known (\`DriftEnabled\` instead of \`Drift\`), and before 1.6 every gate
    that \`FEATURE_GATES\` leaves out is off, whatever its default. Defaults change with versions: ReservedCapacity is on from
    1.6 on. Drift, whose default changes with 0.33, is judged by \`karpenter/drift\`.

    A custom address of the API server in \`CLUSTER_ENDPOINT\` (a proxy, a private name) is a warning, since nothing here tells
    where it leads. Helm values are not read: a value that does not reach the Deployment leaves no trace in the cluster.`,
  fix: advice`Write the settings to the values of the chart that the finding names, and let Helm bring them to the Deployment.`,
  links: [
    'https://karpenter.sh/docs/reference/settings/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/',
    'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterEndpoints'],
  uses: ['karpenterCrds'],
  tables: ['karpenter-settings', 'karpenter-feature-gates'],

  *run({ karpenterControllers, karpenterEndpoints, karpenterCrds }, context) {
    for (const controller of karpenterControllers) {
      const versions = versionsOf(controller, context.karpenter);
      const [version] = versions;
      if (version === undefined) {
        yield settingsUnjudged(controller);
        continue;
      }
      yield* clusterNameFindings(controller, versions, context);
      yield* endpointFindings(controller, version, karpenterEndpoints, context);
      yield* configMapFindings(controller, versions, context);
      yield* gateFindings(controller, versions, context);
      yield* variableFindings(controller, versions, context);
      yield* webhookFindings(controller, versions, karpenterCrds, context);
    }
  },
});

function settingsUnjudged(controller: KarpenterController): Finding {
  return {
    level: 'unknown',
    rule: 'version',
    resource: deploymentOf(controller),
    message: 'the version of this Karpenter is not known, nor which settings it reads',
    evidence: [{ observed: controller.image, required: 'the image tag of a release' }],
    fix: advice`Find out which release this image is, and compare its settings page with the environment of the Deployment.`,
  };
}
