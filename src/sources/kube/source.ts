import { ScanError } from '../../facts/reason.ts';
import type { CallLog, KindScope, KubeAccess, KubeSource, ListOutcome, ListRequest, Watch } from './contract.ts';
import { isNotFound, jsonObject } from './answer.ts';
import { coreKinds, findCoreScope } from './core-kinds.ts';
import { createRequestSender, watched } from './request.ts';
import { makeContact, type Contact } from './contact.ts';
import { statusReason } from './errors.ts';
import { kubeLimits, type KubeLimits } from './limits.ts';
import { createListTurns, type ListTurn } from './list-turns.ts';
import { readMetrics } from './metrics.ts';
import { readList, resourcePath, type Lists, type ServerTraits } from './pages.ts';
import { openTransport, type Transport } from './transport.ts';
import { createHeapLimit } from '../heap.ts';
import { refuseOtherObject, type RequestedKind } from './requested-kind.ts';

/** How a {@link KubeSource} behaves. */
export interface KubeOptions {
  /** Sent with every request, so that a cluster's audit log identifies this tool. */
  userAgent: string;
  log?: CallLog;
  watch?: Watch;
  /** Longest silence of one response, in milliseconds; 30 s by default. */
  idleMs?: number;
  /** Longest wait for each answer of the first contact, in milliseconds; 5 s by default. */
  probeMs?: number;
  /** Aborted when the scan's time is over: requests in progress and later ones fail as `time-out`. */
  signal?: AbortSignal;
  /** Replaces some of {@link kubeLimits}. */
  limits?: Partial<KubeLimits>;
  /** From 0 to 1, for the jitter between tries. */
  random?: () => number;
}

const CORE_VERSION = 'v1';

/**
 * Opens an API server for reading. Nothing is requested before the first call, which makes the first contact; if that
 * fails, every method rejects with the same shared reason.
 */
export function createKubeSource(access: KubeAccess, options: KubeOptions): KubeSource {
  const limits = { ...kubeLimits, ...options.limits };
  const transport = openTransport(access, { log: options.log, signal: options.signal, limits });
  const { watch, probeMs = 5_000 } = options;
  const sending = openSending(access, transport, options);
  const { sendRequest } = sending;
  const lists = { ...sending, limits, watch, refuseFullHeap: createHeapLimit(limits.keptBytes) };
  const beginList = createListTurns(transport.stopped, limits.freshMs);
  let making: Promise<Contact> | undefined;
  const contacted = (): Promise<Contact> => (making ??= makeContact(sendRequest, probeMs));

  return {
    async list<Item>(request: ListRequest<Item>): Promise<ListOutcome<Item>> {
      const contact = await contacted();
      // The version is looked up in turn, so that lists are read in the order of the calls.
      const turn = await beginList(request.resource);
      return listServed(lists, contact, request, turn).finally(turn.end);
    },
    async get(...named) {
      return getServed(sendRequest, await contacted(), named);
    },
    async metrics(start) {
      await contacted();
      return readMetrics(sendRequest, start);
    },
    async serves(apiGroup, version, resource) {
      return (await findServed(await contacted(), apiGroup, [version], resource)) !== undefined;
    },
    async findKind(apiGroup, version, kind) {
      return findKindScope(await contacted(), apiGroup, version, kind);
    },
    async version() {
      return (await contacted()).gitVersion();
    },
    close() {
      transport.close();
    },
  };
}

function openSending(
  access: KubeAccess,
  transport: Transport,
  { userAgent, watch, idleMs = 30_000, random = Math.random }: KubeOptions,
): Pick<Lists, 'sendRequest' | 'server'> {
  const server: ServerTraits = { writesProtobuf: true, throttles: false };
  const onThrottled = (): void => void (server.throttles = true);
  const sendRequest = createRequestSender(access, transport, { userAgent, idleMs, random, onThrottled });
  return { sendRequest: watched(sendRequest, watch), server };
}

async function listServed<Item>(
  lists: Lists,
  contact: Contact,
  request: ListRequest<Item>,
  turn: ListTurn,
): Promise<ListOutcome<Item>> {
  const served = await findServed(contact, request.apiGroup, request.versions, request.resource);
  if (served === undefined) return { served: false };
  return { served: true, version: served.version, ...(await readList(lists, served, request, turn)) };
}

async function getServed(
  sendRequest: Lists['sendRequest'],
  contact: Contact,
  [apiGroup, version, resource, namespace, name]: Parameters<KubeSource['get']>,
): Promise<unknown> {
  const served = await findServed(contact, apiGroup, [version], resource);
  if (served === undefined) return undefined;
  const path = `${resourcePath(apiGroup, version, resource, namespace)}/${encodeURIComponent(name)}`;
  const call = `GET ${path}`;
  const answer = await sendRequest({ path });
  if (isNotFound(answer)) return undefined;
  if (answer.status !== 200) throw new ScanError(statusReason(answer, call, { apiGroup, resource, verb: 'get' }));
  const object = jsonObject(answer, call);
  refuseOtherObject(object, call, { ...served, namespace, name });
  return object;
}

/** A version that the API server serves, with the kind of its objects. */
interface Served extends RequestedKind {
  version: string;
}

/**
 * The first version that the server serves. The core group is not looked up: `v1` is all it has.
 * @throws ScanError `unreachable` if a preferred version may be served, but its aggregated API server does not answer
 */
async function findServed(
  contact: Contact,
  group: string,
  versions: readonly string[],
  resource: string,
): Promise<Served | undefined> {
  if (group === '') {
    if (!versions.includes(CORE_VERSION)) return undefined;
    return { version: CORE_VERSION, apiVersion: CORE_VERSION, kind: coreKinds.get(resource), others: new Set() };
  }
  for (const version of versions) {
    const presence = await contact.discovery.resource(group, version, resource);
    if (presence === 'stale') throw new ScanError(staleReason(group, version));
    if (presence !== 'absent') return { version, apiVersion: `${group}/${version}`, ...presence };
  }
  return undefined;
}

/** @throws ScanError `unreachable` if the kind may be served, but its aggregated API server does not answer */
async function findKindScope(
  contact: Contact,
  group: string,
  version: string,
  kind: string,
): Promise<KindScope | undefined> {
  if (group === '') return version === CORE_VERSION ? findCoreScope(kind) : undefined;
  const scope = await contact.discovery.kind(group, version, kind);
  if (scope === 'stale') throw new ScanError(staleReason(group, version));
  return scope === 'absent' ? undefined : scope;
}

function staleReason(group: string, version: string): ScanError['reason'] {
  return {
    kind: 'unreachable',
    message: `the aggregated API ${group}/${version} does not answer: the API server's discovery of it is stale`,
    hint: `look at APIService ${version}.${group} and the service behind it`,
  };
}
