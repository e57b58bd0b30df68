/** Why something could not be read. One kind for every source, so that the engine and the reporters know only this. */
export type ReasonKind =
  | 'denied'
  | 'absent'
  | 'unreachable'
  | 'time-out'
  | 'truncated'
  | 'unreadable'
  | 'not-offered'
  | 'inconsistent'
  | 'stale'
  | 'not-asked'
  | 'usage';

/**
 * The outcome of a read that did not succeed.
 * `message` is one line for a person; `permission` is what would have shown it, as `permissionText` writes it;
 * `hint` says what to look at where the cause is not a permission. A reason that many facts share (an API server
 * that does not answer) carries the same `shared` text in all of them, so that a reporter can say it once.
 */
export interface Reason {
  kind: ReasonKind;
  message: string;
  permission?: string;
  hint?: string;
  shared?: string;
}

/** The only error class of the product: thrown by sources, turned into a reading by `collect`. */
export class ScanError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason.message, options);
    this.name = 'ScanError';
    this.reason = reason;
  }
}

/** A request that cannot be carried out as it stands: one line, and what to do about it. Ends with exit code 3. */
export function usageError(message: string, hint?: string): ScanError {
  return new ScanError({ kind: 'usage', message, ...(hint === undefined ? {} : { hint }) });
}

/** The error that ends all pending work once `signal` is aborted: its own reason, if that is a ScanError. */
export function stopError(signal: AbortSignal | undefined): ScanError {
  const reason: unknown = signal?.reason;
  if (reason instanceof ScanError) return reason;
  return new ScanError({ kind: 'time-out', message: "cut off by the scan's time limit" });
}

/** An IAM action, as IAM policies write it. */
export type IamAction = `${string}:${string}`;

/** A statement of an IAM policy that allows. */
export interface IamStatement {
  sid: string;
  actions: readonly IamAction[];
  resources: readonly string[];
  /** Operator, key, and the values, one of which must match; undefined: none. */
  condition?: { test: string; variable: string; values: readonly string[] };
}

/** What a collector may need: one IAM action, or one verb on one Kubernetes resource or path. */
export type Permission =
  | { iam: IamAction }
  | { apiGroup: string; resource: string; verb: 'get' | 'list'; namespace?: string; name?: string }
  | { nonResourceURL: string };

/**
 * A permission as people look it up: `ec2:DescribeSubnets`, `deployments.apps: list`, `configmaps: get`, `/version: get`.
 * The text is the key by which reports fold what is missing.
 */
export function permissionText(permission: Permission): string {
  if ('iam' in permission) return permission.iam;
  if ('nonResourceURL' in permission) return `${permission.nonResourceURL}: get`;
  const { apiGroup, resource, verb } = permission;
  return `${apiGroup === '' ? resource : `${resource}.${apiGroup}`}: ${verb}`;
}
