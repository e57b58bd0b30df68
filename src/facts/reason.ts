/** Why something could not be read. All sources use these kinds; the engine and the reporters know no others. */
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

/** In a few words, why no fact of the API server was read. */
export const apiServerFailures = ['API server not reached', 'API server rejected the credentials'] as const;

/** In a few words, why the version of a program on the PATH was not read. */
export const silentProgram = 'does not report its version';

/** The reasons that have a short form. */
export const shortReasons = [...apiServerFailures, silentProgram] as const;

/**
 * Why a read failed. `message` is one line for people; `permission` is what would have allowed it, as `permissionText`
 * writes it; `status` is the HTTP status of the answer, `code` the error code of the service or of Node.js, `names` the
 * hosts that did not answer; `hint` says what to check or do, or what the read was for. If many facts fail for the same reason (an API
 * server that does not answer), all have the same `shared` text, so that a reporter can print it once, and the same
 * `short` if one is known.
 */
export interface Reason {
  kind: ReasonKind;
  message: string;
  permission?: string;
  status?: number;
  code?: string;
  names?: readonly string[];
  hint?: string;
  shared?: string;
  short?: (typeof shortReasons)[number];
  /** Commands to run instead, if an error ends the command; never in a reading. */
  choices?: readonly Choices[];
}

/** Commands to choose from, below a title. */
export interface Choices {
  title: string;
  commands: readonly string[];
  /** The number of further commands, which are not listed. */
  more: number;
}

/** The only error class of the product. `collect` turns those of sources into readings; others end the command. */
export class ScanError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason.message, options);
    this.name = 'ScanError';
    this.reason = reason;
  }
}

/** A request that cannot be carried out: one line, and how to fix it. Ends with exit code 3. */
export function usageError(message: string, hint?: string): ScanError {
  return new ScanError({ kind: 'usage', message, ...(hint === undefined ? {} : { hint }) });
}

/** The error for an answer or a file that is there, but is not as expected. */
export function unreadableError(message: string): ScanError {
  return new ScanError({ kind: 'unreadable', message });
}

/** The error for all work that `signal` aborts: the signal's reason if it is a ScanError, else a `time-out`. */
export function stopError(signal: AbortSignal | undefined): ScanError {
  const reason: unknown = signal?.reason;
  if (reason instanceof ScanError) return reason;
  return new ScanError({ kind: 'time-out', message: "cut off by the scan's time limit" });
}

/** An IAM action, as IAM policies write it. */
export type IamAction = `${string}:${string}`;

/** An IAM policy statement with the effect Allow. */
export interface IamStatement {
  sid: string;
  actions: readonly IamAction[];
  resources: readonly string[];
  /** Operator, key and values, one of which must match; undefined if there is no condition. */
  condition?: { test: string; variable: string; values: readonly string[] };
}

/**
 * What a collector may need: one IAM action, or one verb on one Kubernetes resource or path. `of`: the action is called
 * for objects of this kind, which AWS authorizes in addition to the resource that the action always has.
 */
export type Permission =
  | { iam: IamAction; of?: 'nodegroup' | 'addon' }
  | { apiGroup: string; resource: string; verb: 'get' | 'list'; namespace?: string; name?: string }
  | { nonResourceURL: string };

/**
 * A permission as people look it up: `ec2:DescribeSubnets`, `deployments.apps: list`, `/version: get`. Reports group
 * missing permissions by this text.
 */
export function permissionText(permission: Permission): string {
  if ('iam' in permission) return permission.iam;
  if ('nonResourceURL' in permission) return `${permission.nonResourceURL}: get`;
  const { apiGroup, resource, verb } = permission;
  return `${apiGroup === '' ? resource : `${resource}.${apiGroup}`}: ${verb}`;
}
