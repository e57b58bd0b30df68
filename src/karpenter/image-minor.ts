import { parseMinor } from '../syntax/versions.ts';
import type { Minor } from '../syntax/versions.ts';

/**
 * `1.33` in `amazon-eks-node-al2023-x86_64-standard-1.33-v20250519`, `bottlerocket-aws-k8s-1.33-aarch64-v1.40.0`,
 * `Windows_Server-2022-English-Core-EKS_Optimized-1.33-2025.05.19`, `ubuntu-eks/k8s_1.33/images/...`, and similar
 * names. Does not match a version after another word, which belongs to something else, or a version with a patch, which
 * may be the version of the image itself.
 */
const named =
  /(?:eks|k8s|kubernetes)(?:[-_/](?:ami|al2|al2023|amd64|arm64|gpu|neuron|node|nvidia|optimized|optimized-ami|pro|standard|worker|x86_64)){0,6}[-_/]v?1[._](\d{2})(?![.\d])/i;

/** The Kubernetes minor in an image's name, or in the path of a parameter with an image; undefined if there is none. */
export function imageMinor(text: string): Minor | undefined {
  const minor = named.exec(text)?.[1];
  return minor === undefined ? undefined : parseMinor(`1.${minor}`);
}
