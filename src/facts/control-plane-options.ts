import * as z from 'zod/mini';
import { publicText } from './marks.ts';

/** Options of control plane components, by their place in DescribeCluster. */
export const optionNames = [
  'kubeApiServerConfig.eventTtl',
  'kubeApiServerConfig.serviceNodePortRange.minPort',
  'kubeApiServerConfig.serviceNodePortRange.maxPort',
  'kubeControllerManagerConfig.podGcControllerConfig.terminatedPodGcThreshold',
  'kubeControllerManagerConfig.horizontalPodAutoscalerControllerConfig.horizontalPodAutoscalerSyncPeriod',
  'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.type',
  'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.name',
  'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.resources.weight',
] as const;
export type OptionName = (typeof optionNames)[number];

/** A number, a duration, a scoring strategy, or the name of a resource. */
const optionValue = () =>
  publicText(
    /^\d{1,9}$/,
    /^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|h|m|s)){1,4}$/,
    ['LeastAllocated', 'MostAllocated'],
    ['cpu', 'memory', 'ephemeral-storage', 'nvidia.com/gpu'],
  );
const tierName = () => publicText(['standard'], /^tier-\d{0,2}xl$/);

/** The options of control plane components that a cluster has, and its scaling tier. */
export const controlPlaneOptions = z.object({
  /** Null if EKS returns none. */
  tier: z.nullable(tierName()),
  options: z.array(z.object({ name: z.enum(optionNames), value: optionValue() })),
});
export type ControlPlaneOptions = z.infer<typeof controlPlaneOptions>;

/** What a version allows for an option; `min` and `max` are null without a bound, `allowed` without a list. */
const optionRule = z.object({
  name: z.enum(optionNames),
  /** Empty if EKS returns none. */
  defaults: z.array(optionValue()),
  min: z.nullable(optionValue()),
  max: z.nullable(optionValue()),
  allowed: z.nullable(z.array(optionValue())),
});
export type OptionRule = z.infer<typeof optionRule>;

/** What a Kubernetes version offers for control plane components. */
export const offeredOptions = z.object({
  /** Null if EKS lists no options. */
  rules: z.nullable(z.array(optionRule)),
  /** The tiers, each with the options that differ in it; null if EKS lists no tiers. */
  tiers: z.nullable(z.array(z.object({ name: tierName(), rules: z.array(optionRule) }))),
});
export type OfferedOptions = z.infer<typeof offeredOptions>;
