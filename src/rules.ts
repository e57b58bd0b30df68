import type * as z from 'zod/mini';
import addonHealth from '../rules/addon-health.json' with { type: 'json' };
import amazonLinux2 from '../rules/amazon-linux-2.json' with { type: 'json' };
import clusterAutoscaler from '../rules/cluster-autoscaler.json' with { type: 'json' };
import clusterHealthCodes from '../rules/cluster-health-codes.json' with { type: 'json' };
import clusterPorts from '../rules/cluster-ports.json' with { type: 'json' };
import clusterRole from '../rules/cluster-role.json' with { type: 'json' };
import componentFloors from '../rules/component-floors.json' with { type: 'json' };
import components from '../rules/components.json' with { type: 'json' };
import containerRuntimes from '../rules/container-runtimes.json' with { type: 'json' };
import corefile from '../rules/corefile.json' with { type: 'json' };
import eksVersions from '../rules/eks-versions.json' with { type: 'json' };
import eksctl from '../rules/eksctl.json' with { type: 'json' };
import insights from '../rules/insights.json' with { type: 'json' };
import karpenterCapacity from '../rules/karpenter-capacity.json' with { type: 'json' };
import karpenterBreakingChanges from '../rules/karpenter-breaking-changes.json' with { type: 'json' };
import karpenterCompatibility from '../rules/karpenter-compatibility.json' with { type: 'json' };
import karpenterCrds from '../rules/karpenter-crds.json' with { type: 'json' };
import karpenterDigests from '../rules/karpenter-digests.json' with { type: 'json' };
import karpenterEvents from '../rules/karpenter-events.json' with { type: 'json' };
import karpenterLegacyLabels from '../rules/karpenter-legacy-labels.json' with { type: 'json' };
import karpenterProbes from '../rules/karpenter-probes.json' with { type: 'json' };
import karpenterReleases from '../rules/karpenter-releases.json' with { type: 'json' };
import karpenterDrift from '../rules/karpenter-drift.json' with { type: 'json' };
import karpenterFeatureGates from '../rules/karpenter-feature-gates.json' with { type: 'json' };
import karpenterNodeRole from '../rules/karpenter-node-role.json' with { type: 'json' };
import karpenterRemovedFields from '../rules/karpenter-removed-fields.json' with { type: 'json' };
import karpenterSettings from '../rules/karpenter-settings.json' with { type: 'json' };
import kubeProxyModes from '../rules/kube-proxy-modes.json' with { type: 'json' };
import logFormats from '../rules/log-formats.json' with { type: 'json' };
import nodeGroupHealthCodes from '../rules/node-group-health-codes.json' with { type: 'json' };
import runtimeSockets from '../rules/runtime-sockets.json' with { type: 'json' };
import skew from '../rules/skew.json' with { type: 'json' };
import subnetAddresses from '../rules/subnet-addresses.json' with { type: 'json' };
import supportWindow from '../rules/support-window.json' with { type: 'json' };
import tokenFloors from '../rules/token-floors.json' with { type: 'json' };
import volumeDrivers from '../rules/volume-drivers.json' with { type: 'json' };
import { addonsTables } from './tables/addons.ts';
import { clientsTables } from './tables/clients.ts';
import { controlPlaneTables } from './tables/control-plane.ts';
import { karpenterTables } from './tables/karpenter.ts';
import { karpenterObjectTables } from './tables/karpenter-objects.ts';
import { karpenterSettingsTables } from './tables/karpenter-settings.ts';
import { nodesTables } from './tables/nodes.ts';
import type { Minor } from './versions.ts';

/** The schema of each table; its JSON Schema is `rules/schema.json`. */
export const tableSchemas = {
  ...addonsTables,
  ...clientsTables,
  ...controlPlaneTables,
  ...karpenterTables,
  ...karpenterObjectTables,
  ...karpenterSettingsTables,
  ...nodesTables,
} as const;

const files: { [Name in TableName]: unknown } = {
  'addon-health': addonHealth,
  insights,
  skew,
  'subnet-addresses': subnetAddresses,
  'amazon-linux-2': amazonLinux2,
  'cluster-health-codes': clusterHealthCodes,
  'cluster-ports': clusterPorts,
  'cluster-role': clusterRole,
  'support-window': supportWindow,
  'container-runtimes': containerRuntimes,
  'node-group-health-codes': nodeGroupHealthCodes,
  'eks-versions': eksVersions,
  'component-floors': componentFloors,
  components,
  corefile,
  'karpenter-capacity': karpenterCapacity,
  'karpenter-breaking-changes': karpenterBreakingChanges,
  'karpenter-compatibility': karpenterCompatibility,
  'karpenter-crds': karpenterCrds,
  'karpenter-digests': karpenterDigests,
  'karpenter-events': karpenterEvents,
  'karpenter-legacy-labels': karpenterLegacyLabels,
  'karpenter-removed-fields': karpenterRemovedFields,
  'karpenter-probes': karpenterProbes,
  'karpenter-releases': karpenterReleases,
  'karpenter-drift': karpenterDrift,
  'karpenter-feature-gates': karpenterFeatureGates,
  'karpenter-node-role': karpenterNodeRole,
  'karpenter-settings': karpenterSettings,
  'kube-proxy-modes': kubeProxyModes,
  'token-floors': tokenFloors,
  'runtime-sockets': runtimeSockets,
  'cluster-autoscaler': clusterAutoscaler,
  eksctl,
  'log-formats': logFormats,
  'volume-drivers': volumeDrivers,
};

export type TableName = keyof typeof tableSchemas;
type TableOf<Name extends TableName> = z.infer<(typeof tableSchemas)[Name]>;

/** The rows of each table. */
export type Tables = { [Name in TableName]: TableOf<Name>['rows'] };

export const tableNames = Object.keys(tableSchemas) as TableName[];

interface Ends {
  kubernetes?: Minor | undefined;
  /** `1.14` */
  karpenter?: string | undefined;
}

/** A table as it is loaded: its rows, and where it ends; undefined where it does not. */
export interface LoadedTable<Name extends TableName> {
  rows: Tables[Name];
  knownThrough: Minor | undefined;
  karpenterKnownThrough?: string | undefined;
}

const loaded = new Map<TableName, { knownThrough?: Ends | undefined; rows: unknown }>();

/**
 * Loads one table, validated, once.
 * @throws zod's error where the file breaks its schema: a defect of this build
 */
export function loadTable<Name extends TableName>(name: Name): LoadedTable<Name> {
  const table = loaded.get(name) ?? tableSchemas[name].parse(files[name]);
  loaded.set(name, table);
  const { kubernetes, karpenter } = table.knownThrough ?? {};
  return { rows: table.rows as Tables[Name], knownThrough: kubernetes, karpenterKnownThrough: karpenter };
}
