/** Key by which a pod carries, while facts are collected, that it mounts a PersistentVolumeClaim. JSON omits symbol keys. */
export const unstoredClaims: unique symbol = Symbol('claims');

/** A pod as its collector returns it; omitted if it mounts none. */
export interface Claiming {
  [unstoredClaims]?: true;
}
