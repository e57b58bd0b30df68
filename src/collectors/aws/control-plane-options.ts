import type {
  Cluster,
  ClusterVersionInformation,
  ControlPlaneConfigInfo,
  ControlPlaneScalingTierInfo,
} from '@aws-sdk/client-eks';
import type { ControlPlaneOptions, OfferedOptions, OptionName, OptionRule } from '../../facts/control-plane-options.ts';
import { isObject } from '../../syntax/json.ts';

type Values = readonly (string | number | undefined)[];

/** The options of control plane components in DescribeCluster that have a value, and the scaling tier. */
export function readOptions(cluster: Cluster): ControlPlaneOptions {
  const { kubeApiServerConfig, kubeControllerManagerConfig, kubeSchedulerConfig, controlPlaneScalingConfig } = cluster;
  const ports = kubeApiServerConfig?.serviceNodePortRange;
  const strategy = kubeSchedulerConfig?.nodeResourcesFit?.scoringStrategy;
  const autoscaler = kubeControllerManagerConfig?.horizontalPodAutoscalerControllerConfig;
  const values: readonly (readonly [OptionName, Values])[] = [
    ['kubeApiServerConfig.eventTtl', [kubeApiServerConfig?.eventTtl]],
    ['kubeApiServerConfig.serviceNodePortRange.minPort', [ports?.minPort]],
    ['kubeApiServerConfig.serviceNodePortRange.maxPort', [ports?.maxPort]],
    [gcThreshold, [kubeControllerManagerConfig?.podGcControllerConfig?.terminatedPodGcThreshold]],
    [syncPeriod, [autoscaler?.horizontalPodAutoscalerSyncPeriod]],
    [`${scoring}.type`, [strategy?.type]],
    [`${scoring}.resources.name`, toList(strategy?.resources).map((one) => one.name)],
    [`${scoring}.resources.weight`, toList(strategy?.resources).map((one) => one.weight)],
  ];
  return {
    tier: controlPlaneScalingConfig?.tier ?? null,
    options: values.flatMap(([name, found]) => toTexts(found).map((value) => ({ name, value }))),
  };
}

const gcThreshold = 'kubeControllerManagerConfig.podGcControllerConfig.terminatedPodGcThreshold';
const syncPeriod =
  'kubeControllerManagerConfig.horizontalPodAutoscalerControllerConfig.horizontalPodAutoscalerSyncPeriod';
const scoring = 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy';

/** What DescribeClusterVersions lists for a version: its constraints, and the tiers with their own; empty if nothing. */
export function readOffered(row: ClusterVersionInformation): { controlPlane?: OfferedOptions } {
  const rules = isObject(row.controlPlaneComponentConfig) ? readRules(row.controlPlaneComponentConfig) : null;
  const tiers = Array.isArray(row.controlPlaneScalingTiers) ? row.controlPlaneScalingTiers.map(readTier) : null;
  return rules === null && tiers === null ? {} : { controlPlane: { rules, tiers } };
}

function readTier(tier: ControlPlaneScalingTierInfo): NonNullable<OfferedOptions['tiers']>[number] {
  const { tierName, controlPlaneComponentConfigOverrides: own } = tier;
  return { name: tierName ?? '', rules: isObject(own) ? readRules(own) : [] };
}

function readRules(config: ControlPlaneConfigInfo): OptionRule[] {
  const { kubeApiServerConfig, kubeControllerManagerConfig, kubeSchedulerConfig } = config;
  const ports = kubeApiServerConfig?.serviceNodePortRange;
  const strategy = kubeSchedulerConfig?.nodeResourcesFit?.scoringStrategy;
  const resources = strategy?.constraints?.resources;
  const autoscaler = kubeControllerManagerConfig?.horizontalPodAutoscalerControllerConfig;
  const defaults = strategy?.defaultValue;
  return [
    ...rule('kubeApiServerConfig.eventTtl', kubeApiServerConfig?.eventTtl),
    ...rule('kubeApiServerConfig.serviceNodePortRange.minPort', {
      defaultValue: ports?.defaultValue?.minPort,
      constraints: ports?.constraints?.minPort,
    }),
    ...rule('kubeApiServerConfig.serviceNodePortRange.maxPort', {
      defaultValue: ports?.defaultValue?.maxPort,
      constraints: ports?.constraints?.maxPort,
    }),
    ...rule(gcThreshold, kubeControllerManagerConfig?.podGcControllerConfig?.terminatedPodGcThreshold),
    ...rule(syncPeriod, autoscaler?.horizontalPodAutoscalerSyncPeriod),
    ...rule(`${scoring}.type`, { defaultValue: defaults?.type, constraints: strategy?.constraints?.scoringStrategy }),
    ...rule(`${scoring}.resources.name`, {
      defaultValue: toList(defaults?.resources).map((one) => one.name),
      constraints: resources?.name,
    }),
    ...rule(`${scoring}.resources.weight`, {
      defaultValue: toList(defaults?.resources).map((one) => one.weight),
      constraints: resources?.weight,
    }),
  ];
}

interface Constraints {
  min?: string | number | undefined;
  max?: string | number | undefined;
  allowedValues?: readonly string[] | undefined;
}

/** None for an option without constraints: nothing says what is allowed. */
function rule(
  name: OptionName,
  parameter: { defaultValue?: string | number | Values | undefined; constraints?: Constraints | undefined } | undefined,
): OptionRule[] {
  const { defaultValue, constraints } = parameter ?? {};
  if (!isObject(constraints)) return [];
  const { min, max, allowedValues } = constraints;
  return [
    {
      name,
      defaults: toTexts([defaultValue].flat()),
      min: toTexts([min])[0] ?? null,
      max: toTexts([max])[0] ?? null,
      allowed: Array.isArray(allowedValues) ? toTexts(allowedValues) : null,
    },
  ];
}

/** Only texts and numbers: another value of an option is no reason to read nothing about the cluster. */
function toTexts(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));
}

function toList<Item>(values: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(values) ? values : [];
}
