import { defineCheck, type Context, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts.ts';
import type { KarpenterController } from '../../src/facts/karpenter.ts';
import { defaultOf, isAlwaysOn, meantGate, namedGates, stateOf } from './gates.ts';
import { whereInstalled } from './installed.ts';
import { configMapName, configMapOf, readsVariable, settingOf } from './setting.ts';
import { isBelow } from '../../src/versions.ts';
import { deploymentOf, firstFrom, isWithin, versionsOf } from './versions.ts';
import { webhookFindings } from './webhook-setting.ts';

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
  fix: 'Write the settings to the values of the chart that the finding names, and let Helm bring them to the Deployment.',
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
    fix: 'Find out which release this image is, and compare its settings page with the environment of the Deployment.',
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
  const fix = `Set \`settings.clusterName: ${cluster.name}\` in the chart's values (variable CLUSTER_NAME).`;
  if (today?.setting.state === 'unread') {
    const message = 'the cluster that it is set to is not known: CLUSTER_NAME comes from a place that is not read';
    yield {
      level: 'unknown',
      rule: 'cluster-name',
      resource,
      message,
      fix: `Look it up, and compare it with ${cluster.name}.`,
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
  const key = rows.find((row) => row.rule === 'config-map-key' && row.variable === 'CLUSTER_NAME');
  const place =
    without === today || key?.rule !== 'config-map-key'
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
  const fix = `Take the endpoint away from the values (Karpenter asks eks:DescribeCluster then), or set it to what this prints:\n\`aws eks describe-cluster --name ${cluster.name} --region ${cluster.region} --query cluster.endpoint --output text\``;
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

/** Keys that stand where no version of the path, or none behind a step, looks for them. */
function* configMapFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const map = rows.find((row) => row.rule === 'config-map');
  const environment = rows.find(
    (row) => row.rule === 'variable' && row.variable === 'CLUSTER_NAME' && row.until === null,
  );
  const [today] = versions;
  if (map?.rule !== 'config-map' || environment?.rule !== 'variable' || today === undefined) return;
  const held = rows.flatMap((row) =>
    row.rule === 'config-map-key' && controller.settings[configMapName(row.key)] !== undefined ? [row] : [],
  );
  const at = firstFrom(versions, map.until) ?? firstFrom(versions, environment.from);
  if (held.length === 0 || at === undefined) return;
  const isIgnored = !isWithin(at, map.from, map.until);
  const isLeftOver = isIgnored && at === today;
  const keys = held.map(({ key }) => key).join(', ');
  yield {
    level: 'warn',
    rule: 'config-map',
    atKarpenter: at,
    resource: { kind: 'ConfigMap', namespace: controller.namespace, name: map.name },
    message: isLeftOver
      ? `is left over: Karpenter ${at} does not read it (${keys})`
      : `Karpenter ${at} ${isIgnored ? 'does not read it any more' : 'is the last minor that reads it'}: ${keys}`,
    evidence: [
      { observed: keys, required: `variables of the Deployment from ${map.until} on`, fact: 'karpenterControllers' },
    ],
    fix: `${isLeftOver ? "See that nothing of it is missing in the chart's values, then delete it." : "Move each of them in the chart's values. The keys under `settings.aws` and this ConfigMap are gone from 0.33 on."}\n\n${held
      .map(
        ({ key, value, instead }) =>
          `- \`settings.${key}\` becomes ${value === null ? (instead ?? 'nothing') : `\`${value}\``}`,
      )
      .join('\n')}`,
    ...(isLeftOver ? { phase: 'after' as const } : {}),
  };
}

function* gateFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-feature-gates'];
  const [today] = versions;
  if (today === undefined) return;
  const resource = deploymentOf(controller);
  const setting = settingOf(controller, 'FEATURE_GATES', today, tables['karpenter-settings']);
  if (setting.state === 'unread') {
    const message = 'its feature gates are not known: FEATURE_GATES comes from a place that is not read';
    yield {
      level: 'unknown',
      rule: 'feature-gates',
      resource,
      message,
      fix: 'Look them up in the Deployment and where it refers to.',
    };
    return;
  }
  const named = namedGates(setting);
  if ('malformed' in named) {
    yield {
      level: 'fail',
      rule: 'feature-gates',
      resource,
      message: `no Karpenter starts with the feature gate "${named.malformed}"`,
      evidence: [{ observed: named.malformed, required: 'Name=true or Name=false, separated by commas' }],
      fix: 'Write `settings.featureGates` of the chart as names with true or false.',
    };
    return;
  }
  for (const [gate, value] of named.gates) {
    const finding = unknownGate(gate, value, versions, rows);
    if (finding !== undefined) yield { ...finding, rule: `gate:${gate}`, resource };
  }
  yield* changedDefaults(controller, versions, tables);
}

/** A gate that the running version does not have; none of today's business where a version of the path has it. */
function unknownGate(
  gate: string,
  value: boolean,
  versions: readonly string[],
  rows: Here['tables']['karpenter-feature-gates'],
): Omit<Finding, 'resource' | 'rule'> | undefined {
  const [today = ''] = versions;
  if (versions.some((version) => defaultOf(gate, version, rows) !== undefined)) return undefined;
  const gone = isAlwaysOn(gate, today, rows);
  if (gone && value) return undefined;
  const meant = meantGate(gate, rows);
  const why = gone
    ? 'the feature is always on'
    : meant === undefined
      ? 'it has no such gate'
      : meant === gate
        ? 'it does not have it'
        : `the gate is ${meant}`;
  return {
    level: 'warn',
    message: `Karpenter ${today} ignores the feature gate ${gate}=${value}: ${why}`,
    evidence: [{ observed: `${gate}=${value}`, required: 'a gate of this version' }],
    fix: gone
      ? `Take ${gate} out of \`settings.featureGates\`. What drift may replace at once is set by \`spec.disruption.budgets\` of each NodePool (reason Drifted).`
      : `Take ${gate} out of the feature gates${meant === undefined || meant === gate ? '' : `, or write \`${meant}\``}.`,
  };
}

/** Features that are off today and on by a later default; drift has a check of its own. */
function* changedDefaults(
  controller: KarpenterController,
  versions: readonly string[],
  tables: Here['tables'],
): Generator<Finding> {
  const rows = tables['karpenter-feature-gates'];
  const [today = '', ...stops] = versions;
  const turnedOn = new Set(
    rows.flatMap((row) => (row.rule === 'gate' && row.default && row.gate !== 'Drift' ? [row.gate] : [])),
  );
  for (const gate of turnedOn) {
    const at = stops.find((version) => defaultOf(gate, version, rows) === true);
    if (at === undefined || defaultOf(gate, today, rows) === true || stateOf(gate, controller, today, tables) === 'on')
      continue;
    yield {
      level: 'warn',
      rule: `default:${gate}`,
      atKarpenter: at,
      resource: deploymentOf(controller),
      message: `the feature gate ${gate} is off today and on by default in Karpenter ${at}`,
      evidence: [{ observed: `off in ${today}`, required: `on in ${at}, unless told` }],
      fix: `Decide before the step: \`settings.featureGates.${gate.slice(0, 1).toLowerCase()}${gate.slice(1)}: false\` keeps it off. With ReservedCapacity on, capacity reservations are only used where \`capacityReservationSelectorTerms\` of a node class selects them, open ones too.`,
    };
  }
}

/** Variables that are set and that a version of the path does not read, after all that do; or none of it reads them. */
function* variableFindings(
  controller: KarpenterController,
  versions: readonly string[],
  { tables }: Here,
): Generator<Finding> {
  const rows = tables['karpenter-settings'];
  const [today = ''] = versions;
  for (const variable of Object.keys(controller.settings)) {
    const known = rows.filter((row) => row.rule === 'variable').filter((row) => row.variable === variable);
    if (known.length === 0 || variable === 'DISABLE_WEBHOOK' || controller.settings[variable] === '') continue;
    const reads = (version: string) => readsVariable(variable, version, rows);
    const last = versions.findLastIndex(reads);
    const at = last === -1 ? today : versions[last + 1];
    if (at === undefined) continue;
    const gone = known.find(({ until }) => until !== null && !isBelow(at, until));
    const row = known.find(({ from }) => isBelow(at, from)) ?? gone;
    if (row === undefined) continue;
    const instead = gone?.instead;
    yield {
      level: 'warn',
      rule: `variable:${variable}`,
      atKarpenter: at,
      resource: deploymentOf(controller),
      message: `Karpenter ${at} ignores ${variable}: ${gone === undefined ? `it is read from ${row.from} on` : `it is gone from ${gone.until} on`}`,
      evidence: [{ observed: `${variable} is set`, required: instead ?? `Karpenter ${row.from} or newer` }],
      fix: `Take ${variable} away${instead === undefined ? ', or use a version that reads it.' : `; in its place: ${instead}.`}`,
      links: [(gone ?? row).source],
    };
  }
}
