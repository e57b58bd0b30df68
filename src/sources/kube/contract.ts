import type { ScanError } from '../../facts/reason.ts';
import type { Proxy } from '../proxy/proxy.ts';
import type { FieldMask } from './protobuf/shape.ts';

/** Headers of a request; a header with a list is sent once for each value. */
export type RequestHeaders = Record<string, string | string[]>;

/** How to reach and authenticate to one API server. Made from an EKS token, a kubeconfig or a service account. */
export interface KubeAccess {
  /** Base URL, `https://host[:port][/path]`. */
  server: string;
  /** PEM bundle that the server's certificate must chain to; undefined = the system's roots. */
  ca?: string;
  /** TLS server name if it differs from the URL's host. */
  serverName?: string;
  /** Client certificate, PEM. */
  cert?: string;
  key?: string;
  /** The proxy to the server: the kubeconfig's, or the environment's. */
  proxy?: Proxy;
  /** Request headers that authenticate. Called for each request, so it caches them. `renew`: the last ones got 401. */
  headers(renew: boolean): Promise<RequestHeaders>;
}

/** What to list: one kind, in all namespaces. */
export interface ListRequest<Item> {
  apiGroup: string;
  /** Acceptable versions, in order of preference; the first one that the server serves is read. */
  versions: readonly string[];
  resource: string;
  /**
   * Items per page; 250 by default. 0: all on one page, for a short list, which the API server then reads from its cache by
   * an index: https://kep.k8s.io/4988
   */
  pageSize?: number;
  labelSelector?: string;
  fieldSelector?: string;
  /** Requests a PartialObjectMetadataList. */
  metadataOnly?: boolean;
  /** Keeps `metadata.managedFields` of JSON (removed before parsing by default). */
  keepManagedFields?: boolean;
  /**
   * For a kind that the API server writes as protobuf too: its message in protobuf/messages.json, and the fields that
   * `project` reads, which are all that a raw object then has. Not with `metadataOnly`.
   */
  protobuf?: { message: string; fields: FieldMask };
  /**
   * Projects one raw object; undefined drops it. A throw makes the whole list `unreadable`. Pure: a list may begin again,
   * and then projects its first objects twice.
   * @param readAgain returns the same object with other fields, for those that few objects need
   */
  project(raw: unknown, readAgain: ReadAgain): Item | undefined;
  /** Converts the projected items of one page, before the next page is read. A rejection makes the whole list fail. */
  convert?(items: Item[]): Promise<Item[]>;
}

/** Reads an object of a list once more, in protobuf with other fields. Only while the object is projected. */
export type ReadAgain = (fields: FieldMask) => unknown;

/** A list. `served: false`: no acceptable version is served. `inconsistent`: its pages show different moments. */
export type ListOutcome<Item> =
  | { served: false }
  | { served: true; version: string; items: Item[]; inconsistent: boolean };

/** Where objects of a kind live; `unnamed` if discovery does not say. */
export type KindScope = 'Cluster' | 'Namespaced' | 'unnamed';

/**
 * One API server, read-only. Every method rejects with a {@link ScanError} only.
 * A list is all or nothing; a single object that does not exist is undefined.
 */
export interface KubeSource {
  list<Item>(request: ListRequest<Item>): Promise<ListOutcome<Item>>;
  /** One object by name, or undefined if it does not exist. */
  get(
    apiGroup: string,
    version: string,
    resource: string,
    namespace: string | undefined,
    name: string,
  ): Promise<unknown>;
  /**
   * The metrics of the API server that answers: the lines that begin with `start`. The rest is never held in memory:
   * with many kinds and clients it is tens of megabytes.
   */
  metrics(start: string): Promise<string[]>;
  /** True if discovery shows this group, version and resource. In the core group, only the version is compared. */
  serves(apiGroup: string, version: string, resource: string): Promise<boolean>;
  /**
   * Where objects of a kind live, if discovery shows the kind in this group and version; undefined if not. The core
   * group is not looked up.
   */
  findKind(apiGroup: string, version: string, kind: string): Promise<KindScope | undefined>;
  /** The server's `gitVersion`. */
  version(): Promise<string>;
  close(): void;
}

/** One line of `--verbose`: the request, its outcome, its duration. Never a header, a token or a body. */
export interface CallRecord {
  source: 'aws' | 'kube' | 'local';
  /** `GET /api/v1/pods?limit=250`, `ec2:DescribeSubnets` or `eksctl version`. */
  call: string;
  /** HTTP status, `ok`, `not found` (a program) or the reason's kind. */
  outcome: string;
  milliseconds: number;
  /** Its part of the API usage; missing if nothing was sent: a local program, or an answer that another scan read. */
  usage?: CallUsage;
}

/** What one try of a request adds to the API usage. */
export interface CallUsage {
  isThrottled: boolean;
  /** The wait since an earlier try of the same request failed, in milliseconds; 0 for the first try. */
  waitedMs: number;
  /** The length of the answer as it arrived, compressed, without its headers; measured for Kubernetes only. */
  receivedBytes?: number;
}

export type CallLog = (record: CallRecord) => void;

/** Is notified of what is in progress, to show it to a user who waits. */
export interface Watch {
  /**
   * Called when a call begins; its retries belong to the same call.
   * @returns what to run when it ends
   */
  begin(call: string): () => void;
  /**
   * Called when a page of a list was read, and when the list has ended.
   * @param read objects of the list so far
   * @param remaining objects that the API server says are left; undefined: unknown, or the list has ended
   */
  page(resource: string, read: number, remaining: number | undefined): void;
}

export type { ScanError };
