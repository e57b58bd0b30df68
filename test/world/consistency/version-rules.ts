import { grouped } from '../../../src/syntax/grouped.ts';
import { compareAddonVersions, parseAddonVersion } from '../../../src/syntax/versions.ts';
import { formatPath, minorNumber, type WorldRule, type WorldView } from './world-view.ts';

/** Rules about versions: what EKS, the API server, kubelets, images and labels report about the same software. */

/** The day on which loopback worlds live: test/world/fixed-clock.cjs. */
const today = Date.parse('2026-11-20T12:00:00Z') / 1000;

function clusterVersion({ world }: WorldView): string | undefined {
  const [cluster] = Object.values(world.aws.clusters);
  const { version } = cluster ?? {};
  return typeof version === 'string' ? version : undefined;
}

const serverVersion: WorldRule = {
  name: 'server-version',
  says: 'the API server reports the minor version of the cluster',
  contradictions: (view) => {
    const [eks, server] = [clusterVersion(view), view.world.kube.version];
    return minorNumber(eks) === minorNumber(server) ? [] : [`EKS: ${eks}, API server: ${server}`];
  },
};

const notBeyond: WorldRule = {
  name: 'not-beyond-cluster',
  says: 'no kubelet, node group or kube-proxy has a newer minor version than the cluster',
  contradictions: (view) => {
    const most = minorNumber(clusterVersion(view));
    const all = [
      ...view.nodes.map(({ metadata, status }) => [metadata.name, status?.nodeInfo?.kubeletVersion]),
      ...view.groups.map(({ nodegroupName, version }) => [nodegroupName, version]),
      ['add-on kube-proxy', String(view.world.aws.addons['kube-proxy']?.['addonVersion'])],
      ...runningImages(view, 'DaemonSet kube-system/kube-proxy').map((tag) => ['DaemonSet kube-proxy', tag]),
    ];
    return all.filter(([, version]) => minorNumber(version) > most).map(([name, version]) => `${name}: ${version}`);
  },
};

/** Tags of the images of a workload, of the container that has its last name first. */
function runningImages({ ofKind }: WorldView, path: string): readonly string[] {
  const [kind = ''] = path.split(' ');
  const workload = ofKind(kind).find((one) => `${one.kind} ${formatPath(one)}` === path);
  const images = workload?.spec?.template?.spec?.containers?.map(({ image }) => image) ?? [];
  return images.flatMap((image) => /:(v[^:@/]+)(?:@|$)/.exec(image)?.[1] ?? []);
}

/** What each add-on runs. */
const addonWorkloads = {
  coredns: 'Deployment kube-system/coredns',
  'kube-proxy': 'DaemonSet kube-system/kube-proxy',
  'vpc-cni': 'DaemonSet kube-system/aws-node',
};

const addonRuns: WorldRule = {
  name: 'addon-runs',
  says: 'the version of an installed core add-on is that of the image that runs',
  contradictions: (view) =>
    Object.entries(addonWorkloads).flatMap(([name, path]) => {
      const installed = view.world.aws.addons[name]?.['addonVersion'];
      if (typeof installed !== 'string') return [];
      const tags = runningImages(view, path).map((tag) => tag.replace('-minimal', ''));
      return tags.includes(installed) ? [] : [`${name}: ${installed}, not ${tags.join()}`];
    }),
};

interface Offer {
  addonName: string;
  addonVersions: readonly {
    addonVersion: string;
    compatibilities: readonly { clusterVersion: string; defaultVersion: boolean }[];
  }[];
}

function listOffers({ world }: WorldView) {
  return (world.aws.addonVersions as unknown as readonly Offer[]).flatMap(({ addonName, addonVersions }) =>
    addonVersions.flatMap(({ addonVersion, compatibilities }) =>
      compatibilities.map((one) => ({ addonName, addonVersion, ...one })),
    ),
  );
}

const addonOffered: WorldRule = {
  name: 'addon-offered',
  says: 'EKS offers the version of an installed add-on for the version of the cluster',
  contradictions: (view) =>
    Object.entries(view.world.aws.addons).flatMap(([name, { addonVersion }]) => {
      const isOffered = listOffers(view).some(
        (offer) =>
          offer.addonName === name &&
          offer.addonVersion === addonVersion &&
          offer.clusterVersion === clusterVersion(view),
      );
      return isOffered ? [] : [`${name} ${String(addonVersion)}`];
    }),
};

const addonDefaults: WorldRule = {
  name: 'addon-defaults',
  says: 'an add-on has one default for each minor version, which never falls as the minor version rises',
  contradictions: (view) => {
    const defaults = listOffers(view).filter(({ defaultVersion }) => defaultVersion);
    return [...grouped(defaults, ({ addonName }) => addonName).values()].flatMap((own) => {
      const sorted = own.toSorted((a, b) => minorNumber(a.clusterVersion) - minorNumber(b.clusterVersion));
      return sorted.flatMap((offer, index) => {
        const next = sorted[index + 1];
        if (next === undefined) return [];
        const isSecond = next.clusterVersion === offer.clusterVersion;
        return isSecond || isOlder(next.addonVersion, offer.addonVersion)
          ? [
              `${offer.addonName}: ${offer.addonVersion} for ${offer.clusterVersion}, ${next.addonVersion} for ${next.clusterVersion}`,
            ]
          : [];
      });
    });
  },
};

function isOlder(one: string, other: string): boolean {
  const [a, b] = [parseAddonVersion(one), parseAddonVersion(other)];
  return a !== undefined && b !== undefined && compareAddonVersions(a, b) < 0;
}

const kubeProxyDefaults: WorldRule = {
  name: 'kube-proxy-of-minor',
  says: 'kube-proxy has the minor version of Kubernetes that it is the default for, and is offered for no older one',
  contradictions: (view) =>
    listOffers(view)
      .filter(({ addonName, addonVersion, clusterVersion: cluster, defaultVersion }) => {
        const [own, other] = [minorNumber(addonVersion), minorNumber(cluster)];
        return addonName === 'kube-proxy' && (own > other || (defaultVersion && own !== other));
      })
      .map(({ addonVersion, clusterVersion: cluster }) => `${addonVersion} for ${cluster}`),
};

const supportStatus: WorldRule = {
  name: 'support-status',
  says: 'EKS lists the version of the cluster, and the support status of each version fits its dates',
  contradictions: (view) => {
    const versions = view.world.aws.clusterVersions;
    const wrong = versions.filter(({ versionStatus, endOfStandardSupportDate }) => {
      if (versionStatus === 'UNSUPPORTED') return false;
      return (versionStatus === 'STANDARD_SUPPORT') !== Number(endOfStandardSupportDate) > today;
    });
    const own = clusterVersion(view);
    const isListed = versions.some((one) => one['clusterVersion'] === own);
    return [...wrong.map((one) => String(one['clusterVersion'])), ...(isListed ? [] : [`${own} is not listed`])];
  },
};

export const versionRules: readonly WorldRule[] = [
  serverVersion,
  notBeyond,
  addonRuns,
  addonOffered,
  addonDefaults,
  kubeProxyDefaults,
  supportStatus,
];
