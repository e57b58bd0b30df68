import type { SourceError } from '../reason.ts';

/** How to reach and authenticate to one API server. Made by the token, kubeconfig or in-cluster road. */
export interface KubeAccess {
  /** Base URL, `https://host[:port][/path]`. */
  server: string;
  /** PEM bundle that the server's certificate must chain to; undefined = the system's roots. */
  ca?: string;
  /** TLS server name where it differs from the URL's host. */
  serverName?: string;
  /** Client certificate, PEM. */
  cert?: string;
  key?: string;
  /** Proxy of the kubeconfig's cluster, `http://`, `https://` or `socks5://`. */
  proxyUrl?: string;
  /** Request headers that authenticate; asked for before each request, so it caches and renews by itself. `renew` = the last ones got 401. */
  headers(renew: boolean): Promise<Record<string, string>>;
}

/** What to list: one kind, everywhere. */
export interface ListRequest<Item> {
  apiGroup: string;
  /** Acceptable versions, best first; the first one that the server serves is read. */
  versions: readonly string[];
  resource: string;
  /** Items per page; 500 unless told (250 for CRDs, ConfigMaps and Secrets). */
  pageSize?: number;
  labelSelector?: string;
  fieldSelector?: string;
  /** Ask for PartialObjectMetadataList. */
  metadataOnly?: boolean;
  /** Leave `metadata.managedFields` in (they are cut before parsing otherwise). */
  keepManagedFields?: boolean;
  /** Projects one raw object; undefined drops it. A throw makes the whole list `unreadable`. */
  project(raw: unknown): Item | undefined;
}

/** A list as a whole. `served: false`: no acceptable version is served, nothing was asked for. `inconsistent`: listed anew after an expired token. */
export type ListOutcome<Item> =
  | { served: false }
  | { served: true; version: string; items: Item[]; inconsistent: boolean };

/**
 * One API server, read-only. Every method rejects with a {@link SourceError} only.
 * A list is all or nothing; a single object that does not exist is undefined.
 */
export interface KubeSource {
  list<Item>(request: ListRequest<Item>): Promise<ListOutcome<Item>>;
  /** One object by name, or undefined where it does not exist. */
  get(
    apiGroup: string,
    version: string,
    resource: string,
    namespace: string | undefined,
    name: string,
  ): Promise<unknown>;
  /** True where discovery shows this group, version and resource. */
  serves(apiGroup: string, version: string, resource: string): Promise<boolean>;
  /** The server's `gitVersion`. */
  version(): Promise<string>;
  close(): void;
}

/** One line of `--verbose`: what was asked, what came, how long it took. Never a header, a token or a body. */
export interface CallRecord {
  source: 'aws' | 'kube';
  /** `GET /api/v1/pods?limit=500` or `ec2:DescribeSubnets`. */
  call: string;
  /** HTTP status, `ok` or the reason's kind. */
  outcome: string;
  milliseconds: number;
}
export type CallLog = (record: CallRecord) => void;

export type { SourceError };
