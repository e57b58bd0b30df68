import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import {
  findSettingsConfigMap,
  readsVariable,
  resolveSetting,
  findChartValueKey,
  type Setting,
} from '../../../src/karpenter/settings.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Here = Pick<Context<'karpenter-settings'>, 'cluster' | 'tables'>;

type Named = Omit<Finding, 'rule' | 'resource'>;

/** Findings for a cluster name that is missing, wrong, or in a place that a version of the path does not read. */
export function* clusterNameFindings(
  controller: KarpenterController,
  versions: readonly string[],
  here: Here,
): Generator<Finding> {
  const rows = here.tables['karpenter-settings'];
  const settings = versions.map((version) => ({
    version,
    setting: resolveSetting(controller, 'CLUSTER_NAME', version, rows),
  }));
  const found = todaysName(settings[0], here) ?? lostName(settings, here);
  if (found !== undefined) yield { rule: 'cluster-name', resource: toDeploymentResource(controller), ...found };
}

/** Some versions before 0.32 read the name from the ConfigMap, all others from a variable. */
function nameFix(version: string, { cluster: { name }, tables }: Here): Advice {
  const rows = tables['karpenter-settings'];
  const key = findChartValueKey('CLUSTER_NAME', version, rows) ?? 'clusterName';
  const place = readsVariable('CLUSTER_NAME', version, rows)
    ? advice`variable CLUSTER_NAME`
    : advice`ConfigMap ${findSettingsConfigMap(rows)}`;
  return advice`Set \`${key}: ${name}\` in the values of the chart (${place}).`;
}

interface At {
  version: string;
  setting: Setting;
}

function todaysName(today: At | undefined, here: Here): Named | undefined {
  const { cluster } = here;
  const setting = today?.setting;
  if (setting?.state === 'unread') {
    return {
      level: 'unknown',
      short: 'cluster name unknown',
      message: 'its cluster name is unknown: CLUSTER_NAME comes from a source that is not read',
      fix: advice`Look it up, and compare it with ${cluster.name}.`,
    };
  }
  if (today === undefined || setting?.state !== 'set' || setting.value === cluster.name) return undefined;
  const { value, place } = setting;
  return {
    level: 'fail',
    short: 'configured for another cluster',
    message: `is configured for cluster ${value} (${place}), but runs in ${cluster.name}`,
    evidence: [{ observed: `${place}: ${value}`, required: cluster.name }],
    fix: nameFix(today.version, here),
  };
}

function lostName(settings: readonly At[], here: Here): Named | undefined {
  const { cluster, tables } = here;
  const without = settings.find(({ setting }) => setting.state === 'unset');
  if (without === undefined) return undefined;
  const rows = tables['karpenter-settings'];
  const key = rows.find((row) => row.rowKind === 'config-map-key' && row.variable === 'CLUSTER_NAME');
  const place =
    without === settings[0] || key?.rowKind !== 'config-map-key'
      ? 'nowhere'
      : `only ${key.key} of ConfigMap ${findSettingsConfigMap(rows)}`;
  const setBy = readsVariable('CLUSTER_NAME', without.version, rows)
    ? 'CLUSTER_NAME'
    : `${key?.rowKind === 'config-map-key' ? key.key : ''} of ConfigMap ${findSettingsConfigMap(rows)}`;
  const why = place === 'nowhere' ? `${setBy} is not set` : `it is in ${place}`;
  return {
    level: 'fail',
    ...(without === settings[0] ? {} : { atKarpenter: without.version }),
    message: `Karpenter ${without.version} finds no cluster name and does not start: ${why}`,
    evidence: [{ observed: place, required: `${setBy}: ${cluster.name}` }],
    fix: nameFix(without.version, here),
  };
}

/** Matches `ABC.gr7.eu-west-1.eks.amazonaws.com` and `ABC.eks-cluster.eu-west-1.api.aws`. */
const ofEks =
  /^https:\/\/[^/]+\.(?:eks\.amazonaws\.com(?:\.cn)?|eks-cluster\.[a-z0-9-]+\.api\.(?:aws|amazonwebservices\.com\.cn))(?::443)?\/?$/i;

/** The finding for an endpoint that is not, or may not be, that of the cluster. */
export function* endpointFindings(
  controller: KarpenterController,
  version: string,
  endpoints: Facts['karpenterEndpoints'],
  { cluster, tables }: Here,
): Generator<Finding> {
  const setting = resolveSetting(controller, 'CLUSTER_ENDPOINT', version, tables['karpenter-settings']);
  const resource = toDeploymentResource(controller);
  const { name, region } = cluster;
  const look = sh`aws eks describe-cluster --name ${name} --region ${region} --query cluster.endpoint --output text`;
  const fix = advice`Remove the endpoint from the values (Karpenter then calls eks:DescribeCluster), or set it to the
    output of:
    ${look}`;
  if (setting.state === 'unread') {
    const message = 'the endpoint of its nodes is unknown: CLUSTER_ENDPOINT comes from a source that is not read';
    const short = 'endpoint of its nodes unknown';
    yield { level: 'unknown', rule: 'cluster-endpoint', short, resource, message, fix };
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
  const message = `configures its nodes with the endpoint ${value}, which is not the endpoint of ${cluster.name}`;
  yield { level: ofEks.test(value) ? 'fail' : 'warn', rule: 'cluster-endpoint', resource, message, evidence, fix };
}
