import type { Tables } from '../tables/tables.ts';
import { advice } from '../syntax/advice.ts';
import type { Finding } from '../check.ts';
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

/** Where the control plane does not support a kubelet or kube-proxy. */
export interface SkewProblem {
  /** The first version of the path that does not support it. */
  at: Minor;
  is: 'too new' | 'too old';
  /** The version of the path whose update ends the problem; undefined: none does. */
  endsAt?: Minor;
}

/** A component that is too new today is one that the update catches up with, if a version of the path reaches it. */
export function listSkewProblems(
  rows: Tables['skew'],
  component: Minor,
  path: PathEnds & { readonly versions: readonly Minor[] },
): SkewProblem[] {
  const versions = toSkewPath(path);
  const tooNew = versions.find((version) => version < component);
  const reached = versions.filter((version) => version >= component);
  const tooOld = reached.find((version) => !isWithinSkew(rows, component, version));
  const [endsAt] = reached;
  return [
    ...(tooNew === undefined
      ? []
      : [{ at: tooNew, is: 'too new' as const, ...(endsAt === undefined ? {} : { endsAt }) }]),
    ...(tooOld === undefined ? [] : [{ at: tooOld, is: 'too old' as const }]),
  ];
}

/** The first problem that the update itself does not end. */
export function findLastingSkew(...given: Parameters<typeof listSkewProblems>): SkewProblem | undefined {
  return listSkewProblems(...given).find(({ endsAt }) => endsAt === undefined);
}

/** What the warning about a problem that the update ends says besides. */
export function newerToday(message: string, endsAt: Minor): Pick<Finding, 'rule' | 'message' | 'fix'> {
  return {
    rule: 'newer-today',
    message: `${message}; the update to ${format(endsAt)} ends it`,
    fix: advice`Update the control plane to ${format(endsAt)}: nothing has to be replaced. Kubernetes does not support
      this combination until then.`,
  };
}
