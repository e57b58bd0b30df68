import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { sh } from '../../../src/languages/shell.ts';
import { gateFindings } from './gates.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { configMapFindings, variableFindings } from './old.ts';
import { configMapOf, settingOf } from '../../../src/karpenter/setting.ts';
import { deploymentOf, versionsOf } from '../../../src/karpenter/versions.ts';
import { webhookFindings } from './webhook.ts';

type Here = Context<'karpenter-settings' | 'karpenter-feature-gates'>;

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
        yield versionUnknown(controller);
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

function versionUnknown(controller: KarpenterController): Finding {
  return {
    level: 'unknown',
    rule: 'version',
    resource: deploymentOf(controller),
    message: 'the version of this Karpenter is not known, nor which settings it reads',
    evidence: [{ observed: controller.image, required: 'the image tag of a release' }],
    fix: advice`Find out which release this image is, and compare its settings page with the environment of the Deployment.`,
  };
}

function* clusterNameFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { cluster, tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const settings = versions.map((version) => ({
    version,
    setting: settingOf(controller, 'CLUSTER_NAME', version, rows),
  }));
  const [today] = settings;
  const resource = deploymentOf(controller);
  const fix = advice`Set \`settings.clusterName: ${cluster.name}\` in the chart's values (variable CLUSTER_NAME).`;
  if (today?.setting.state === 'unread') {
    const message = 'the cluster that it is set to is not known: CLUSTER_NAME comes from a place that is not read';
    yield {
      level: 'unknown',
      rule: 'cluster-name',
      resource,
      message,
      fix: advice`Look it up, and compare it with ${cluster.name}.`,
    };
    return;
  }
  if (today?.setting.state === 'set' && today.setting.value !== cluster.name) {
    const { value, place } = today.setting;
    yield {
      level: 'fail',
      rule: 'cluster-name',
      resource,
      message: `is set to the cluster ${value} (${place}), and runs in ${cluster.name}`,
      evidence: [{ observed: `${place}: ${value}`, required: cluster.name }],
      fix,
    };
    return;
  }
  const without = settings.find(({ setting }) => setting.state === 'unset');
  if (without === undefined) return;
  const key = rows.find((row) => row.rowKind === 'config-map-key' && row.variable === 'CLUSTER_NAME');
  const place =
    without === today || key?.rowKind !== 'config-map-key'
      ? 'nowhere'
      : `only ${key.key} of ConfigMap ${configMapOf(rows)}`;
  yield {
    level: 'fail',
    rule: 'cluster-name',
    atKarpenter: without.version,
    resource,
    message: `Karpenter ${without.version} finds no name of its cluster and does not start: ${place === 'nowhere' ? 'CLUSTER_NAME is not set' : `${place} tells it`}`,
    evidence: [{ observed: place, required: `CLUSTER_NAME: ${cluster.name}` }],
    fix,
  };
}

/** `ABC.gr7.eu-west-1.eks.amazonaws.com`, `ABC.eks-cluster.eu-west-1.api.aws` */
const ofEks =
  /^https:\/\/[^/]+\.(?:eks\.amazonaws\.com(?:\.cn)?|eks-cluster\.[a-z0-9-]+\.api\.(?:aws|amazonwebservices\.com\.cn))(?::443)?\/?$/i;

function* endpointFindings(
  controller: KarpenterController,
  version: string,
  endpoints: Facts['karpenterEndpoints'],
  { cluster, tables }: Here,
): Generator<Finding> {
  const setting = settingOf(controller, 'CLUSTER_ENDPOINT', version, tables['karpenter-settings']);
  const resource = deploymentOf(controller);
  const fix = advice`Take the endpoint away from the values (Karpenter asks eks:DescribeCluster then), or set it to what this prints:\n${sh`aws eks describe-cluster --name ${cluster.name} --region ${cluster.region} --query cluster.endpoint --output text`}`;
  if (setting.state === 'unread') {
    const message =
      'the endpoint that it gives to its nodes is not known: CLUSTER_ENDPOINT comes from a place that is not read';
    yield { level: 'unknown', rule: 'cluster-endpoint', resource, message, fix };
  }
  if (setting.state !== 'set' || setting.value === '') return;
  const { value, place } = setting;
  const own = endpoints.some(({ endpoint, isOwn }) => isOwn && endpoint === value);
  if (own) return;
  const evidence = [
    {
      observed: `${place}: ${value}`,
      required: `the endpoint of ${cluster.name}`,
      fact: 'karpenterEndpoints' as const,
    },
  ];
  const message = `gives its nodes the endpoint ${value}, which is not that of ${cluster.name}`;
  yield { level: ofEks.test(value) ? 'fail' : 'warn', rule: 'cluster-endpoint', resource, message, evidence, fix };
}
