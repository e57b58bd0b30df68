import { anOfferedAddon } from './addons.ts';

const all = ['1.31', '1.32', '1.33', '1.34', '1.35', '1.36'];
const from = (first: string) => all.filter((version) => version >= first);
const defaultAt = (versions: readonly string[], ...defaults: string[]) =>
  versions.map((version) => (defaults.includes(version) ? `${version}*` : version));

/**
 * The versions that EKS offers of the demo's add-ons. The newest ones of each minor are those of the EKS user guide of
 * August 2026; that they are also the defaults is assumed.
 */
export const demoAddonVersions: readonly Record<string, unknown>[] = [
  anOfferedAddon('coredns', {
    'v1.14.3-eksbuild.16': defaultAt(from('1.35'), '1.35', '1.36'),
    'v1.13.2-eksbuild.24': defaultAt(from('1.34'), '1.34'),
    'v1.12.4-eksbuild.1': defaultAt(from('1.33'), '1.33'),
    'v1.11.4-eksbuild.53': defaultAt(all, '1.31', '1.32'),
  }),
  anOfferedAddon('kube-proxy', {
    'v1.36.0-eksbuild.17': defaultAt(from('1.36'), '1.36'),
    'v1.35.3-eksbuild.21': defaultAt(from('1.35'), '1.35'),
    'v1.34.6-eksbuild.21': defaultAt(from('1.34'), '1.34'),
    'v1.33.5-eksbuild.2': defaultAt(from('1.33'), '1.33'),
    'v1.32.13-eksbuild.24': defaultAt(from('1.32'), '1.32'),
    'v1.31.14-eksbuild.28': defaultAt(all, '1.31'),
  }),
  anOfferedAddon('vpc-cni', {
    'v1.22.4-eksbuild.3': all,
    'v1.20.4-eksbuild.1': defaultAt(all, ...all),
  }),
];
