import { advice } from '../../../src/languages/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { configMapOf, settingOf } from '../../../src/karpenter/settings.ts';
import { sh } from '../../../src/languages/shell.ts';
import { deploymentOf } from '../../../src/subjects/karpenter-controller.ts';

type Here = Pick<Context<'karpenter-settings'>, 'cluster' | 'tables'>;

/** The name of the cluster: none, another one's, or one that a step no longer reads. */
export function* clusterNameFindings(
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
  const why = place === 'nowhere' ? 'CLUSTER_NAME is not set' : `${place} tells it`;
  yield {
    level: 'fail',
    rule: 'cluster-name',
    atKarpenter: without.version,
    resource,
    message: `Karpenter ${without.version} finds no name of its cluster and does not start: ${why}`,
    evidence: [{ observed: place, required: `CLUSTER_NAME: ${cluster.name}` }],
    fix,
  };
}

/** `ABC.gr7.eu-west-1.eks.amazonaws.com`, `ABC.eks-cluster.eu-west-1.api.aws` */
const ofEks =
  /^https:\/\/[^/]+\.(?:eks\.amazonaws\.com(?:\.cn)?|eks-cluster\.[a-z0-9-]+\.api\.(?:aws|amazonwebservices\.com\.cn))(?::443)?\/?$/i;

/** An endpoint that is not the cluster's own. */
export function* endpointFindings(
  controller: KarpenterController,
  version: string,
  endpoints: Facts['karpenterEndpoints'],
  { cluster, tables }: Here,
): Generator<Finding> {
  const setting = settingOf(controller, 'CLUSTER_ENDPOINT', version, tables['karpenter-settings']);
  const resource = deploymentOf(controller);
  const { name, region } = cluster;
  const look = sh`aws eks describe-cluster --name ${name} --region ${region} --query cluster.endpoint --output text`;
  const fix = advice`Take the endpoint away from the values (Karpenter asks eks:DescribeCluster then), or set it to what
    this prints:
    ${look}`;
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
