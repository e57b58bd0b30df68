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
