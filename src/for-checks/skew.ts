import type { Tables } from '../tables/tables.ts';
import { format, isRollback, type Minor, type PathEnds } from '../syntax/versions.ts';

/**
 * True if a kubelet or kube-proxy (the skew policy is the same) of this minor version may run with the control plane:
 * never newer, and at most as far behind as the table allows for it.
 */
export function isWithinSkew(rows: Tables['skew'], component: Minor, controlPlane: Minor): boolean {
  const row = rows.findLast(({ kubeletFrom }) => kubeletFrom <= component);
  return component <= controlPlane && controlPlane - component <= (row?.maxBehind ?? 0);
}

/** The minor versions that may run with the control plane: `1.31 to 1.34`. */
export function skewWindow(rows: Tables['skew'], controlPlane: Minor): string {
  let lowest = controlPlane;
  while (lowest > 0 && isWithinSkew(rows, lowest - 1, controlPlane)) lowest -= 1;
  return lowest === controlPlane ? format(controlPlane) : `${format(lowest)} to ${format(controlPlane)}`;
}

/**
 * The versions of the control plane that a kubelet or kube-proxy must support. For a rollback only its target: a
 * component that is too old for the current version is no reason against it.
 */
export function toSkewPath(path: PathEnds & { readonly versions: readonly Minor[] }): readonly Minor[] {
  return isRollback(path) ? [path.target] : path.versions;
}
