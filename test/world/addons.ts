/** Installed EKS add-ons and the versions that EKS offers, in the shape of its API responses. */

type Json = Record<string, unknown>;

/** An EKS add-on as DescribeAddon returns it. */
export function anInstalledAddon(addonName: string, addonVersion: string, more: Json = {}): Json {
  return {
    addonName,
    clusterName: 'prod',
    addonVersion,
    status: 'ACTIVE',
    owner: 'aws',
    publisher: 'eks',
    health: { issues: [] },
    ...more,
  };
}

/**
 * An add-on as DescribeAddonVersions returns it.
 * @param versions each with its Kubernetes versions; the `*` in `1.33*` makes it the default for 1.33
 */
export function anOfferedAddon(addonName: string, versions: Record<string, readonly string[]>, more: Json = {}): Json {
  return {
    addonName,
    type: 'networking',
    owner: 'aws',
    publisher: 'eks',
    addonVersions: Object.entries(versions).map(([addonVersion, clusters]) => ({
      addonVersion,
      architecture: ['amd64', 'arm64'],
      computeTypes: ['ec2', 'auto', 'hybrid'],
      compatibilities: clusters.map((cluster) => ({
        clusterVersion: cluster.replace('*', ''),
        platformVersions: ['*'],
        defaultVersion: cluster.endsWith('*'),
      })),
      requiresConfiguration: false,
      requiresIamPermissions: false,
    })),
    ...more,
  };
}

/** Kubernetes 1.23 to 1.36. */
const everywhere = Array.from({ length: 14 }, (_, index) => `1.${23 + index}`);

/** Two versions of each add-on of the healthy cluster: an older one, and the newest, which is always the default. */
export const healthyAddonVersions: readonly Json[] = [
  ['coredns', 'v1.12.4-eksbuild.1', 'v1.11.4-eksbuild.2'],
  ['kube-proxy', 'v1.33.5-eksbuild.2', 'v1.32.6-eksbuild.8'],
  ['vpc-cni', 'v1.20.4-eksbuild.1', 'v1.19.2-eksbuild.5'],
].map(([name = '', newest = '', older = '']) =>
  anOfferedAddon(name, { [older]: everywhere, [newest]: everywhere.map((version) => `${version}*`) }),
);
