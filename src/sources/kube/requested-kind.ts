import { ScanError } from '../../facts/reason.ts';
import { isObject } from '../../syntax/json.ts';
import { oneLine } from '../../syntax/one-line.ts';

/** The kind of the objects that are requested. */
export interface RequestedKind {
  /** `v1`, `apps/v1`. */
  apiVersion: string;
  /** Undefined if discovery does not say. */
  kind: string | undefined;
  /** The other kinds of the same API version. */
  others: ReadonlySet<string>;
}

/** An object that is requested by name; `namespace` is undefined for an object of the cluster. */
interface RequestedObject extends RequestedKind {
  namespace: string | undefined;
  name: string;
}

/** A list of metadata alone. https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
const metadataList = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' };

/**
 * Refuses a list of another kind than requested: its objects would be read as objects of the requested kind, or be
 * missing.
 * @param head the list's own fields
 * @throws ScanError `unreadable`
 */
export function refuseOtherList(
  head: Readonly<Record<string, unknown>>,
  call: string,
  requested: RequestedKind,
  metadataOnly = false,
): void {
  const { kind, apiVersion } = head;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !isObject(head['metadata']))
    throw unreadable(call, `${describeKind(kind)} is not a list`);
  if (metadataOnly && kind !== metadataList.kind)
    throw unreadable(call, `received ${describeKind(kind)}, expected ${metadataList.kind}`);
  if (!metadataOnly && !namesList(kind, requested))
    throw unreadable(call, `received ${describeKind(kind)}, expected ${requested.kind ?? ''}List`);
  refuseOtherVersion(apiVersion, call, metadataOnly ? metadataList.apiVersion : requested.apiVersion);
}

/** A CustomResourceDefinition may give its lists any name, so only those of another kind are refused. */
function namesList(list: string, { apiVersion, kind, others }: RequestedKind): boolean {
  if (kind === undefined || list === `${kind}List`) return true;
  return isOfCustomGroup(apiVersion) && !others.has(list.slice(0, -'List'.length));
}

/**
 * An empty list of whole objects is `[]`. Only an aggregated API server that is written in Go may send `null`; Karpenter's
 * objects are custom resources. API servers send `null` for each empty list of metadata alone (handlers/response.go).
 */
export function mayBeNull({ apiVersion }: RequestedKind): boolean {
  return isOfCustomGroup(apiVersion) && !apiVersion.startsWith('karpenter.');
}

/** Only custom resources and aggregated APIs are in other groups with a domain; they may be in these as well. */
function isOfCustomGroup(apiVersion: string): boolean {
  const [group = ''] = apiVersion.split('/');
  return group.includes('.') && !group.endsWith('.k8s.io');
}

/**
 * Refuses an object that is not the one requested: a Status, an object of another kind, name or namespace.
 * @throws ScanError `unreadable`
 */
export function refuseOtherObject(
  object: Readonly<Record<string, unknown>>,
  call: string,
  { namespace, name, kind: requested, apiVersion }: RequestedObject,
): void {
  const { kind, metadata } = object;
  if (typeof kind !== 'string' || kind === 'Status' || kind !== (requested ?? kind))
    throw unreadable(call, `received ${describeKind(kind)}, expected ${requested ?? 'the requested object'}`);
  refuseOtherVersion(object['apiVersion'], call, apiVersion);
  const own = isObject(metadata) ? metadata : {};
  if (own['name'] === name && own['namespace'] === namespace) return;
  throw unreadable(call, 'the answer is another object');
}

function refuseOtherVersion(received: unknown, call: string, requested: string): void {
  if (received === requested) return;
  const version = typeof received === 'string' ? `API version ${oneLine(received, 60)}` : 'no API version';
  throw unreadable(call, `received ${version}, expected ${requested}`);
}

function describeKind(kind: unknown): string {
  return typeof kind === 'string' ? `kind ${oneLine(kind, 60)}` : 'an object without a kind';
}

function unreadable(call: string, message: string): ScanError {
  return new ScanError({ kind: 'unreadable', message: `${call}: ${message}` });
}
