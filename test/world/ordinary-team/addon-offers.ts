import { anInstalledAddon, anOfferedAddon } from '../addons.ts';

type Json = Record<string, unknown>;

/**
 * The six EKS add-ons: the versions that the module's `most_recent` selected in November 2025, and those that EKS
 * offers a year later. The newest versions come from the EKS user guide of August 2026 and from later public
 * repositories; which older ones are still offered for which version, and which one is the default, is reconstructed.
 */

const account = '111122223333';
const all = ['1.33', '1.34', '1.35', '1.36'];
const from = (first: string) => all.filter((version) => version >= first);
const defaultAt = (versions: readonly string[], ...defaults: string[]) =>
  versions.map((version) => (defaults.includes(version) ? `${version}*` : version));

/** The installed version, by add-on name. */
export const november2025: Readonly<Record<string, string>> = {
  'aws-ebs-csi-driver': 'v1.53.0-eksbuild.1',
  coredns: 'v1.12.4-eksbuild.1',
  'eks-pod-identity-agent': 'v1.3.10-eksbuild.1',
  'kube-proxy': 'v1.33.5-eksbuild.2',
  'metrics-server': 'v0.8.0-eksbuild.5',
  'vpc-cni': 'v1.20.4-eksbuild.2',
};

const more: Readonly<Record<string, Json>> = {
  'aws-ebs-csi-driver': {
    podIdentityAssociations: [`arn:aws:eks:eu-west-1:${account}:podidentityassociation/prod/a-ebs-csi`],
  },
  'metrics-server': { owner: 'community' },
};

/** The add-ons as DescribeAddon returns them. */
export function installedAddons(versions: Readonly<Record<string, string>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, installed(name, version, more[name])]),
  );
}

function installed(name: string, version: string, more: Json = {}): Json {
  return anInstalledAddon(name, version, {
    addonArn: `arn:aws:eks:eu-west-1:${account}:addon/prod/${name}/8ecb5e1a-31d0-6b6f-2a4e-9d1c7f0a5b3c`,
    createdAt: 1741767900,
    modifiedAt: 1763971951,
    tags: { Environment: 'prod', Terraform: 'true' },
    ...more,
  });
}

export const offeredAddons: readonly Json[] = [
  anOfferedAddon(
    'aws-ebs-csi-driver',
    {
      'v1.66.0-eksbuild.1': all,
      'v1.61.1-eksbuild.1': defaultAt(all, ...all),
      'v1.53.0-eksbuild.1': all,
      'v1.52.1-eksbuild.1': all,
    },
    { type: 'storage', defaultNamespace: 'kube-system' },
  ),
  anOfferedAddon('coredns', {
    'v1.14.3-eksbuild.16': defaultAt(from('1.35'), '1.36'),
    'v1.13.2-eksbuild.24': defaultAt(from('1.34'), '1.34', '1.35'),
    'v1.12.4-eksbuild.31': ['1.33'],
    'v1.12.4-eksbuild.10': defaultAt(all, '1.33'),
    'v1.12.4-eksbuild.1': all,
  }),
  anOfferedAddon(
    'eks-pod-identity-agent',
    {
      'v1.4.0-eksbuild.1': all,
      'v1.3.10-eksbuild.3': defaultAt(all, ...all),
      'v1.3.10-eksbuild.1': all,
    },
    { type: 'security' },
  ),
  anOfferedAddon('kube-proxy', {
    'v1.36.0-eksbuild.17': defaultAt(['1.36'], '1.36'),
    'v1.35.3-eksbuild.21': defaultAt(from('1.35'), '1.35'),
    'v1.34.6-eksbuild.21': defaultAt(from('1.34'), '1.34'),
    'v1.33.10-eksbuild.21': all,
    'v1.33.7-eksbuild.2': defaultAt(all, '1.33'),
    'v1.33.5-eksbuild.2': all,
  }),
  anOfferedAddon(
    'metrics-server',
    {
      'v0.9.0-eksbuild.11': all,
      'v0.8.1-eksbuild.6': defaultAt(all, ...all),
      'v0.8.0-eksbuild.5': all,
    },
    { type: 'observability', owner: 'community' },
  ),
  anOfferedAddon('vpc-cni', {
    'v1.22.4-eksbuild.3': defaultAt(all, '1.36'),
    'v1.21.1-eksbuild.7': defaultAt(all, '1.33', '1.34', '1.35'),
    'v1.20.4-eksbuild.2': all,
    'v1.20.4-eksbuild.1': all,
  }),
];
