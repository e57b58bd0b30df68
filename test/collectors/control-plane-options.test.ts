import { expect, it } from 'vitest';
import { readOffered, readOptions } from '../../src/collectors/aws/control-plane-options.ts';

const scoring = 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy';

it('names the options of a cluster that have a value, and its tier', () => {
  const read = readOptions({
    controlPlaneScalingConfig: { tier: 'tier-2xl' },
    kubeApiServerConfig: { eventTtl: '2h', serviceNodePortRange: { minPort: 30000, maxPort: 32767 } },
    kubeSchedulerConfig: {
      nodeResourcesFit: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 3 }] } },
    },
    kubeControllerManagerConfig: { podGcControllerConfig: { terminatedPodGcThreshold: 500 } },
  });
  expect(read).toEqual({
    tier: 'tier-2xl',
    options: [
      { name: 'kubeApiServerConfig.eventTtl', value: '2h' },
      { name: 'kubeApiServerConfig.serviceNodePortRange.minPort', value: '30000' },
      { name: 'kubeApiServerConfig.serviceNodePortRange.maxPort', value: '32767' },
      { name: 'kubeControllerManagerConfig.podGcControllerConfig.terminatedPodGcThreshold', value: '500' },
      { name: `${scoring}.type`, value: 'MostAllocated' },
      { name: `${scoring}.resources.name`, value: 'cpu' },
      { name: `${scoring}.resources.weight`, value: '3' },
    ],
  });
});

it('reads nothing of a cluster without them, or with values of other types', () => {
  expect(readOptions({})).toEqual({ tier: null, options: [] });
  const other = { kubeSchedulerConfig: { nodeResourcesFit: { scoringStrategy: { resources: 'cpu' } } } };
  expect(readOptions(other as never)).toEqual({ tier: null, options: [] });
});

it('names what a version allows, and what its tiers change', () => {
  const ttl = { eventTtl: { defaultValue: '1h', constraints: { min: '10m', max: '24h' } } };
  const read = readOffered({
    controlPlaneComponentConfig: {
      kubeApiServerConfig: ttl,
      kubeSchedulerConfig: {
        nodeResourcesFit: {
          scoringStrategy: {
            defaultValue: { type: 'LeastAllocated', resources: [{ name: 'cpu', weight: 1 }] },
            constraints: {
              scoringStrategy: { allowedValues: ['LeastAllocated'] },
              resources: { weight: { min: 1, max: 100 } },
            },
          },
        },
      },
    },
    controlPlaneScalingTiers: [
      { tierName: 'tier-xl' },
      { tierName: 'tier-2xl', controlPlaneComponentConfigOverrides: { kubeApiServerConfig: ttl } },
    ],
  });
  const none = { min: null, max: null, allowed: null };
  const ttlRule = { ...none, name: 'kubeApiServerConfig.eventTtl', defaults: ['1h'], min: '10m', max: '24h' };
  expect(read).toEqual({
    controlPlane: {
      rules: [
        ttlRule,
        { ...none, name: `${scoring}.type`, defaults: ['LeastAllocated'], allowed: ['LeastAllocated'] },
        { ...none, name: `${scoring}.resources.weight`, defaults: ['1'], min: '1', max: '100' },
      ],
      tiers: [
        { name: 'tier-xl', rules: [] },
        { name: 'tier-2xl', rules: [ttlRule] },
      ],
    },
  });
});

it('reads nothing of a version for which EKS lists none', () => {
  expect(readOffered({ clusterVersion: '1.34' })).toEqual({});
});
