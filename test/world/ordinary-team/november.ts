import { eksVersions } from '../healthy.ts';
import { anInsight } from '../insights.ts';
import { offeredAddons } from './addon-offers.ts';
import { listKinds, type CrdGroup } from './crds.ts';
import { buildUid } from './program.ts';

type Json = Record<string, unknown>;

/** EKS's data for up-to-date clusters on 20 November 2026, the day of the inventories. */

const platforms: Readonly<Record<string, string>> = {
  '1.31': 'eks.58',
  '1.32': 'eks.41',
  '1.33': 'eks.24',
  '1.34': 'eks.22',
  '1.35': 'eks.15',
  '1.36': 'eks.9',
};

/** A listed version with a platform version as high as clusters of November 2026 have; reconstructed. */
export function withPlatform(version: Json): Json {
  return { ...version, defaultPlatformVersion: platforms[String(version['clusterVersion'])] };
}

/** The versions that EKS offers, with its published dates; those of 1.37, which is new, are reconstructed. */
export const clusterVersions: readonly Json[] = [
  ...eksVersions(0).map(withPlatform),
  {
    clusterVersion: '1.37',
    clusterType: 'eks',
    defaultVersion: false,
    defaultPlatformVersion: 'eks.2',
    kubernetesPatchVersion: '1.37.1',
    releaseDate: Date.parse('2026-11-10') / 1000,
    endOfStandardSupportDate: Date.parse('2028-01-10') / 1000,
    endOfExtendedSupportDate: Date.parse('2029-01-10') / 1000,
    status: 'STANDARD_SUPPORT',
    versionStatus: 'STANDARD_SUPPORT',
  },
];

type Offer = { addonVersion: string; compatibilities: readonly Json[] } & Json;

/** For 1.37 the same add-ons as for 1.36, and a kube-proxy of 1.37. */
export const addonOffers: readonly Json[] = offeredAddons.map((addon) => {
  const offers = addon['addonVersions'] as Offer[];
  const extended = offers.map((offer) => ({ ...offer, compatibilities: offer.compatibilities.flatMap(withNewest) }));
  if (addon['addonName'] !== 'kube-proxy') return { ...addon, addonVersions: extended };
  const own = compatible('1.37', true);
  const [first] = extended;
  return {
    ...addon,
    addonVersions: [
      { ...first, addonVersion: 'v1.37.0-eksbuild.4', compatibilities: [own] },
      ...extended.map((offer) => ({ ...offer, compatibilities: offer.compatibilities.map(notTheDefault) })),
    ],
  };
});

function compatible(clusterVersion: string, defaultVersion: unknown): Json {
  return { clusterVersion, platformVersions: ['*'], defaultVersion };
}

function withNewest(one: Json): Json[] {
  return one['clusterVersion'] === '1.36' ? [one, compatible('1.37', one['defaultVersion'])] : [one];
}

function notTheDefault(one: Json): Json {
  return one['clusterVersion'] === '1.37' ? { ...one, defaultVersion: false } : one;
}

const policy = 'https://kubernetes.io/releases/version-skew-policy/';
const topics: readonly { name: string; description: string; reason: string; recommendation: string }[] = [
  {
    name: 'Kubelet version skew',
    description:
      'Checks for kubelet versions of worker nodes in the cluster to see if upgrade would cause non compliance with supported Kubernetes kubelet version skew policy.',
    reason: 'Node kubelet versions match the cluster control plane version.',
    recommendation: 'Upgrade your worker nodes to match the Kubernetes version of your cluster control plane.',
  },
  {
    name: 'kube-proxy version skew',
    description:
      'Checks version of kube-proxy in cluster to see if upgrade would cause non compliance with supported Kubernetes kube-proxy version skew policy.',
    reason: 'kube-proxy versions match the cluster control plane version.',
    recommendation: 'Upgrade kube-proxy in your cluster to match the Kubernetes version of your cluster control plane.',
  },
  {
    name: 'EKS add-on version compatibility',
    description:
      'Checks version of installed EKS add-ons to ensure they are compatible with the next version of Kubernetes. ',
    reason: 'All installed EKS add-on versions are compatible with next Kubernetes version.',
    recommendation: 'Upgrade incompatible EKS add-ons to a version that supports the next Kubernetes version.',
  },
  {
    name: 'Cluster health issues',
    description:
      'Checks for any cluster health issues that prevent successful upgrade to the next Kubernetes version on EKS.',
    reason: 'No cluster health issues detected.',
    recommendation: 'Fix the cluster health issues before you upgrade the cluster.',
  },
];

/**
 * The insights that EKS creates, in EKS's words, for the next version only.
 * @param changed replaces values of an insight, by its name
 */
export function nextInsights(version: string, changed: Readonly<Record<string, Json>> = {}): Record<string, Json> {
  return Object.fromEntries(
    topics.map(({ name, description, reason, recommendation }) => {
      const id = buildUid('Insight', `${version}/${name}`);
      const insight = anInsight(id, name, version, {
        description,
        recommendation,
        insightStatus: { status: 'PASSING', reason },
        lastTransitionTime: Date.parse('2026-11-11T08:59:20Z') / 1000,
        additionalInfo: { 'Version skew policy': policy },
        ...changed[name],
      });
      return [id, insight];
    }),
  );
}

/** APIs that EKS enables besides Kubernetes' defaults, and their GA versions; the worlds have no such objects. */
const turnedOn: readonly CrdGroup[] = [
  [
    'resource.k8s.io',
    [
      ['DeviceClass', 'deviceclasses', ['v1', 'v1beta2', 'v1beta1'], 'Cluster'],
      ['ResourceClaim', 'resourceclaims', ['v1', 'v1beta2', 'v1beta1']],
      ['ResourceClaimTemplate', 'resourceclaimtemplates', ['v1', 'v1beta2', 'v1beta1']],
      ['ResourceSlice', 'resourceslices', ['v1', 'v1beta2', 'v1beta1'], 'Cluster'],
    ],
  ],
  ['storage.k8s.io', [['VolumeAttributesClass', 'volumeattributesclasses', ['v1beta1'], 'Cluster']]],
];
export const eksKinds = listKinds(turnedOn);

/** The objects with other chart versions: each key of `versions` is replaced with its value. */
export function atVersions(objects: readonly Json[], versions: Readonly<Record<string, string>>): Json[] {
  const text = Object.entries(versions).reduce(
    (before, [old, other]) => before.replaceAll(old, other),
    JSON.stringify(objects),
  );
  return JSON.parse(text) as Json[];
}
