import type { Tables } from '../tables/tables.ts';
import { format, type Minor } from '../syntax/versions.ts';

/**
 * True where a kubelet, or a kube-proxy (upstream gives both the same rule), of this minor may run with the control
 * plane: never newer, and as far behind as the newest row that begins at or below it says.
 */
export function isWithinSkew(rows: Tables['skew'], component: Minor, controlPlane: Minor): boolean {
  const row = rows.findLast(({ kubeletFrom }) => kubeletFrom <= component);
  return component <= controlPlane && controlPlane - component <= (row?.maxBehind ?? 0);
}

/** The minors that may run with the control plane: `1.31 to 1.34`. */
export function skewWindow(rows: Tables['skew'], controlPlane: Minor): string {
  let lowest = controlPlane;
  while (lowest > 0 && isWithinSkew(rows, lowest - 1, controlPlane)) lowest -= 1;
  return lowest === controlPlane ? format(controlPlane) : `${format(lowest)} to ${format(controlPlane)}`;
}
