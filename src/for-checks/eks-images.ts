/** An EKS image, parsed from its name. */
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
];

/** Parses the name of an image that Amazon owns; undefined if it is not an EKS image. */
export function readEksImage(name: string): EksImage | undefined {
  for (const [pattern, family] of names) {
    const [, minor, release] = pattern.exec(name) ?? [];
    if (minor !== undefined) return { name, family, kubernetes: Number(minor), release: release ?? null };
  }
  return undefined;
}
