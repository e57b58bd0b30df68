/** Key by which a pod carries, while facts are collected, that it mounts a PersistentVolumeClaim. JSON knows no symbols. */
export const unstoredClaims: unique symbol = Symbol('claims');

/** A pod as its collector returns it; left out where it mounts none. */
export interface Claiming {
  [unstoredClaims]?: true;
}
