import { demoOptions } from '../../../src/commands/demo/bundled.ts';
import { demoWorld } from '../demo-world.ts';
import { healthyWorld } from '../healthy.ts';
import type { World } from '../world.ts';
import { autoModeAndKarpenterWorld } from './auto-mode-and-karpenter.ts';
import { autoModeWorld } from './auto-mode.ts';
import { everythingDeniedWorld, listsDeniedWorld } from './denied.ts';
import { emptyWorld } from './empty.ts';
import { everythingWrongWorld } from './everything-wrong.ts';
import { fargateOnlyWorld } from './fargate-only.ts';
import { hybridWorld } from './hybrid.ts';
import { introducedApisWorld } from './introduced-apis.ts';
import { karpenter030World } from './karpenter-0-30.ts';
import { karpenter031World } from './karpenter-0-31.ts';
import { karpenter037World } from './karpenter-0-37.ts';
import { karpenter16World } from './karpenter-1-6.ts';
import { largeWorld } from './large.ts';
import { newNodesWorld } from './new-nodes.ts';
import { newestVersionWorld, pastTheTablesWorld } from './newest-version.ts';
import { ordinaryClusters } from './ordinary-clusters.ts';
import { outpostWorld } from './outpost.ts';
import { removedFeaturesWorld } from './removed-features.ts';
import { rollbackBeforeWorld, rollbackBlockedWorld, rollbackOpenWorld, rolledBackWorld } from './rollback.ts';
import { kubernetesUnauthorizedWorld, kubernetesUnreachableWorld } from './unreachable.ts';

/** A world whose inventory and report are in `test/inventories`, except the demo's inventory, which is in `src`. */
export interface Scenario {
  world(): World;
  /** Options of a scan, whether it reads the running world or the stored inventory. */
  options: readonly string[];
  exitCode: 0 | 1 | 2;
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'auto-mode': { world: autoModeWorld, options: [], exitCode: 0 },
  'auto-mode-and-karpenter': { world: autoModeAndKarpenterWorld, options: [], exitCode: 0 },
  demo: { world: demoWorld, options: ['--karpenter-target', demoOptions.karpenterTarget], exitCode: 1 },
  empty: { world: emptyWorld, options: [], exitCode: 0 },
  'everything-denied': { world: everythingDeniedWorld, options: ['--with', 'secrets'], exitCode: 2 },
  'everything-wrong': {
    world: everythingWrongWorld,
    options: ['--target', '1.26', '--karpenter-target', '1.1.1', '--with', 'secrets'],
    exitCode: 1,
  },
  'fargate-only': { world: fargateOnlyWorld, options: [], exitCode: 0 },
  healthy: { world: healthyWorld, options: [], exitCode: 0 },
  hybrid: { world: hybridWorld, options: [], exitCode: 1 },
  'introduced-apis': { world: introducedApisWorld, options: ['--rollback'], exitCode: 1 },
  'karpenter-0.30': {
    world: karpenter030World,
    options: ['--target', 'current', '--karpenter-target', '0.32.1'],
    exitCode: 1,
  },
  'karpenter-0.31': {
    world: karpenter031World,
    options: ['--target', '1.28', '--karpenter-target', '0.32.10'],
    exitCode: 1,
  },
  'karpenter-0.37': {
    world: karpenter037World,
    options: ['--target', '1.31', '--karpenter-target', '1.1.10'],
    exitCode: 1,
  },
  'karpenter-0.37-without-ca': {
    world: () => karpenter037World(false),
    options: ['--target', '1.31', '--karpenter-target', '1.1.10'],
    exitCode: 1,
  },
  'karpenter-1.6': {
    world: karpenter16World,
    options: ['--target', '1.34', '--karpenter-target', '1.8.8'],
    exitCode: 0,
  },
  'kubernetes-unauthorized': { world: kubernetesUnauthorizedWorld, options: ['--with', 'secrets'], exitCode: 2 },
  'kubernetes-unreachable': { world: kubernetesUnreachableWorld, options: ['--with', 'secrets'], exitCode: 2 },
  large: { world: largeWorld, options: [], exitCode: 1 },
  'lists-denied': { world: listsDeniedWorld, options: [], exitCode: 2 },
  'new-nodes': { world: newNodesWorld, options: ['--target', '1.34'], exitCode: 1 },
  'newest-version': { world: newestVersionWorld, options: [], exitCode: 0 },
  'ordinary-large': { world: ordinaryClusters['ordinary-large'], options: [], exitCode: 1 },
  'ordinary-newest': { world: ordinaryClusters['ordinary-newest'], options: [], exitCode: 2 },
  'ordinary-team': { world: ordinaryClusters['ordinary-team'], options: [], exitCode: 0 },
  'ordinary-team-argo': { world: ordinaryClusters['ordinary-team-argo'], options: [], exitCode: 0 },
  'ordinary-team-helm': { world: ordinaryClusters['ordinary-team-helm'], options: [], exitCode: 0 },
  outpost: { world: outpostWorld, options: [], exitCode: 0 },
  'past-the-tables': { world: pastTheTablesWorld, options: ['--target', '1.38'], exitCode: 2 },
  'removed-features': { world: removedFeaturesWorld, options: ['--target', '1.36'], exitCode: 1 },
  'rollback-before': { world: rollbackBeforeWorld, options: [], exitCode: 0 },
  'rollback-blocked': { world: rollbackBlockedWorld, options: [], exitCode: 0 },
  'rollback-open': { world: rollbackOpenWorld, options: [], exitCode: 0 },
  'rolled-back': { world: rolledBackWorld, options: [], exitCode: 0 },
};
