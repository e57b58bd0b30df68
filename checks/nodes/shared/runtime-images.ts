import type { Facts } from '../../../src/facts/facts.ts';
import type { EksImage } from '../../../src/for-checks/eks-images.ts';
import { isBelow, type Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Row = Tables['container-runtimes'][number];
/** A runtime that is rejected starting with a Kubernetes version. */
export type Refusal = Extract<Row, { rowKind: 'refused' }>;
/** The runtime in the EKS images of a Kubernetes version, starting with a given release. */
export type Image = Extract<Row, { rowKind: 'image' }>;

type Nodegroup = Facts['nodegroups'][number];

/** The operating system in an AMI type: `AL2023` of `AL2023_x86_64_STANDARD`. */
export function parseFamily(amiType: string): string {
  return amiType.split('_')[0] ?? amiType;
}

/** The row of the image that a node group without nodes has; undefined if its release cannot be read, or no row has it. */
export function findImage(
  { amiType, releaseVersion, launchTemplate }: Nodegroup,
  eksImage: EksImage | undefined,
  kubelet: Minor,
  images: readonly Image[],
) {
  const own = eksImage?.family ?? parseFamily(amiType ?? '');
  const rows = images.filter(({ family, kubernetes }) => family === own && kubernetes <= kubelet);
  const pattern = own === 'BOTTLEROCKET' ? /^(\d+\.\d+\.\d+)-/ : /-(\d{8})$/;
  const release = eksImage?.release ?? pattern.exec(releaseVersion ?? '')?.[1];
  if (rows.at(-1)?.release !== null && release === undefined) return undefined;
  const image = rows.findLast(
    (row) => row.release === null || (release !== undefined && isSince(row.release, release)),
  );
  // User data may have switched the image to containerd (`--container-runtime`).
  return image?.runtime === 'docker' && launchTemplate ? undefined : image;
}

/** Whether a release is not before another: both are dates such as `20251217`, or versions of Bottlerocket. */
function isSince(first: string, release: string): boolean {
  return first.includes('.') ? !isBelow(release, first) : first <= release;
}

/**
 * The first minor version, at or after this kubelet's, with images of this family whose runtime the row accepts.
 * @returns also the first such release, if earlier ones are not suitable; undefined: no suitable image is known
 */
export function goodImage(
  family: string,
  row: Refusal,
  kubelet: Minor,
  images: readonly Image[],
): { kubernetes: Minor; release: string | null } | undefined {
  const good = images.filter((image) => image.family === family && accepts(row, image));
  const own = good.findLast(({ kubernetes }) => kubernetes <= kubelet);
  if (own !== undefined) return { kubernetes: kubelet, release: own.kubernetes === kubelet ? own.release : null };
  return good[0];
}

function accepts({ runtime, below }: Refusal, image: Image): boolean {
  if (image.runtime !== 'containerd') return false;
  if (runtime === 'docker') return true;
  return below !== null && image.version !== null && !isBelow(image.version, below);
}
