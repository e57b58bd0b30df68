/** An EKS image, parsed from its name or from the public parameter that holds its id. */
export interface EksImage {
  name: string;
  /** The family, as in the AMI types of node groups. */
  family: 'AL2' | 'AL2023' | 'BOTTLEROCKET' | 'WINDOWS';
  /** The kubelet's minor version. */
  kubernetes: number;
  /** The release date, `20251103`; null if the name contains none. */
  release: string | null;
}

const names: readonly [RegExp, EksImage['family']][] = [
  [/^amazon-eks-node-al2023-(?:x86_64|arm64)-(?:standard|nvidia|neuron)-1\.(\d+)-v(\d{8})$/, 'AL2023'],
  [/^amazon-eks-(?:arm64-|gpu-)?node-1\.(\d+)-v(\d{8})$/, 'AL2'],
  [/^bottlerocket-aws-k8s-1\.(\d+)-[\w-]+-v[\d.]+-[0-9a-f]{8}$/, 'BOTTLEROCKET'],
  [/^Windows_Server-\d{4}-English-(?:Core|Full)-EKS_Optimized-1\.(\d+)-[\d.]+$/, 'WINDOWS'],
  // Parameters: https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html
  [/^\/aws\/service\/eks\/optimized-ami\/1\.(\d+)\/amazon-linux-2023\//, 'AL2023'],
  [/^\/aws\/service\/eks\/optimized-ami\/1\.(\d+)\/amazon-linux-2(?:-arm64|-gpu)?\//, 'AL2'],
  [/^\/aws\/service\/bottlerocket\/aws-k8s-1\.(\d+)(?:-nvidia|-fips){0,2}\//, 'BOTTLEROCKET'],
  [
    /^\/aws\/service\/ami-windows-latest\/Windows_Server-\d{4}-English-(?:Core|Full)-EKS_Optimized-1\.(\d+)\//,
    'WINDOWS',
  ],
];

/** Parses the name of an image that Amazon owns, or of a parameter; undefined if it is not that of an EKS image. */
export function readEksImage(name: string): EksImage | undefined {
  for (const [pattern, family] of names) {
    const [, minor, release] = pattern.exec(name) ?? [];
    if (minor !== undefined) return { name, family, kubernetes: Number(minor), release: release ?? null };
  }
  return undefined;
}

/**
 * True if nodes can move from one EKS image to another: the architecture, the drivers and FIPS stay the same, and on
 * Windows the release and the edition. The accelerated images of Amazon Linux 2 have drivers for NVIDIA and Neuron.
 */
export function hasSameVariant(one: EksImage, other: EksImage): boolean {
  const [a, b] = [readVariant(one), readVariant(other)];
  const isOfAll = a.driver !== undefined && b.driver !== undefined && (a.driver === 'gpu' || b.driver === 'gpu');
  return (a.driver === b.driver || isOfAll) && a.rest === b.rest;
}

function readVariant({ name, family }: EksImage): { driver: string | undefined; rest: string } {
  const driver = /gpu|nvidia|neuron/.exec(name)?.[0];
  const windows = family === 'WINDOWS' ? /Server-\d{4}-English-\w+/.exec(name)?.[0] : undefined;
  const arch = /arm64|aarch64/.test(name) ? 'arm64' : 'x86_64';
  return { driver, rest: [windows, arch, /fips/.exec(name)?.[0]].join(' ') };
}
