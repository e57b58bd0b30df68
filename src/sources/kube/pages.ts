import { ScanError, type Permission } from '../../facts/reason.ts';
import type { RefuseFullHeap } from '../heap.ts';
import { readInTime } from '../limited-work.ts';
import type { ListRequest, Watch } from './contract.ts';
import type { Answer } from './answer.ts';
import type { RequestSender, ApiRequest } from './request.ts';
import { isTooLarge, statusReason } from './errors.ts';
import { readListPage, type ListPage } from './list-page.ts';
import type { ListTurn } from './list-turns.ts';
import { earlyProtobufToken, isProtobuf, PROTOBUF_TYPE } from './protobuf/list.ts';
import type { KubeLimits } from './limits.ts';
import type { RequestedKind } from './requested-kind.ts';
import { callText } from './transport.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { createOpen, walkPages, type Expired, type Open, type Step } from './walk-pages.ts';

/** If protobuf is not offered, the answer is JSON; its content type says which. */
const EITHER_TYPE = `${PROTOBUF_TYPE}, application/json`;
const METADATA_TYPE = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** A version that the server serves, and the kind of its objects. */
type Served = RequestedKind & { version: string };

/** A list that was read to its end. */
export interface WholeList<Item> {
  items: Item[];
  /** True if its pages show different moments: objects that changed meanwhile may be missing or inconsistent. */
  inconsistent: boolean;
}

/** What is needed to read lists. */
export interface Lists {
  sendRequest: RequestSender;
  limits: KubeLimits;
  refuseFullHeap: RefuseFullHeap;
  watch?: Watch | undefined;
  server: ServerTraits;
}

/** What answers have shown of an API server. */
export interface ServerTraits {
  /** False once it has refused protobuf. */
  writesProtobuf: boolean;
  /** True once it has throttled: the next page is then not requested before a page has arrived. */
  throttles: boolean;
}

/**
 * Reads a kind page after page, requesting the next page while one is still arriving. If a continue token expires, the
 * list is read once more from its start: a complete list of a later moment is as good. If a token expires again, the
 * list is too long for the server's history; it continues with the token that the server offers for an inconsistent
 * list.
 * @param served a version that the server serves, and the kind of its objects
 * @param turn the list's turn, which the caller ends
 * @throws ScanError for any incomplete page, and for a list that does not end: no partial lists
 */
export async function readList<Item>(
  lists: Lists,
  served: Served,
  request: ListRequest<Item>,
  turn: ListTurn,
): Promise<WholeList<Item>> {
  const open = createRequests(lists, served, request, turn);
  const read = (goOn: boolean) => readPages(() => walkPages(open, goOn), lists, request, turn);
  const first = await read(false);
  if ('items' in first) return first;
  const second = await read(true);
  if ('items' in second) return second;
  const call = callText(listPath(served.version, request, undefined, request.pageSize ?? lists.limits.pageItems));
  throw new ScanError(statusReason(second.expired, call, permission(request)));
}

async function readPages<Item>(
  walk: () => AsyncIterable<Step<Item>>,
  lists: Lists,
  request: ListRequest<Item>,
  turn: ListTurn,
): Promise<WholeList<Item> | Expired> {
  const { limits, watch } = lists;
  const { resource, convert } = request;
  const items: Item[] = [];
  const moments = new Set<unknown>();
  const end = createEndless(resource, limits);
  let torn = false;
  let read = 0;
  try {
    for await (const step of walk()) {
      if ('expired' in step) return step;
      for (const item of (await convert?.(step.items)) ?? step.items) items.push(item);
      moments.add(step.moment);
      torn ||= step.torn;
      read += step.count;
      if (step.token !== undefined) {
        end.refuse(step.count);
        if (await turn.outlasts(step)) return await readPages(walk, lists, request, turn);
      }
      watch?.page(resource, read, step.remaining);
    }
  } finally {
    watch?.page(resource, read, undefined);
  }
  return { items, inconsistent: torn || moments.size > 1 };
}

/** Rejects a list with more pages than any real one has. */
function createEndless(resource: string, { pages, emptyPages }: KubeLimits) {
  let [read, empty] = [0, 0];
  return {
    /** @param count objects of the page that was read, which is not the last one */
    refuse(count: number): void {
      read += 1;
      empty = count === 0 ? empty + 1 : 0;
      if (read >= pages) throw endless(resource, `${pages} pages were read`);
      if (empty >= emptyPages) throw endless(resource, `${emptyPages} pages in a row were empty`);
    },
  };
}

function endless(resource: string, what: string): ScanError {
  const message = `the list of ${resource} does not end: ${what}, and there are more`;
  return new ScanError({ kind: 'truncated', message });
}

/**
 * Makes the function that requests pages. If a page is too large, it is requested again with half as many objects, and
 * later pages do not get more.
 */
function createRequests<Item>(
  { sendRequest, limits, refuseFullHeap, server }: Lists,
  served: Served,
  request: ListRequest<Item>,
  { isJudged }: ListTurn,
): Open<Item> {
  let size = request.pageSize ?? limits.pageItems;
  const send = async (path: string, onStart: (start: Buffer) => void): Promise<Answer> => {
    const accept = chooseType(request, server.writesProtobuf);
    const answer = await sendRequest({ path, onStart, large: true, ...setFields({ accept }) });
    if (answer.status !== 406 || accept !== EITHER_TYPE) return answer;
    server.writesProtobuf = false;
    answer.leave();
    return send(path, onStart);
  };
  const load = async (token: string | undefined, onStart: (start: Buffer) => void) => {
    for (let requestedSize = size; ; requestedSize = Math.min(size, Math.floor(requestedSize / 2))) {
      try {
        const path = listPath(served.version, request, token, requestedSize);
        const read = (answer: Answer, call: string) => readListPage(answer, call, request, served);
        return readAnswer(await send(path, onStart), callText(path), token, request, refuseFullHeap, read);
      } catch (error) {
        if (!isTooLarge(error) || requestedSize <= 1) throw error;
        size = Math.min(size, Math.floor(requestedSize / 2));
      }
    }
  };
  return createOpen(load, (start) => (isJudged() && !server.throttles ? earlyToken(start) : undefined));
}

function chooseType({ metadataOnly, protobuf }: ListRequest<unknown>, writesProtobuf: boolean): ApiRequest['accept'] {
  if (metadataOnly === true) return METADATA_TYPE;
  return protobuf !== undefined && writesProtobuf ? EITHER_TYPE : undefined;
}

/** Reads a page, then lets the next large answer in. Checks the heap first: parsing may take 20 times a page's size. */
function readAnswer<Item>(
  answer: Answer,
  call: string,
  token: string | undefined,
  request: ListRequest<Item>,
  refuseFullHeap: RefuseFullHeap,
  read: (answer: Answer, call: string) => ListPage<Item>,
): ListPage<Item> | Expired {
  try {
    if (answer.status === 410) return { expired: answer };
    if (answer.status !== 200) throw new ScanError(statusReason(answer, call, permission(request)));
    refuseFullHeap(`the list of ${request.resource}`);
    const page = readInTime(call, answer.body.length, () => read(answer, call));
    if (page.token === undefined || page.token !== token) return page;
    throw new ScanError({ kind: 'unreadable', message: `${call}: the continue token leads back to the same page` });
  } finally {
    answer.leave();
  }
}

/**
 * Finds the continue token in a list's first bytes: the API server writes the metadata of a list of a built-in kind
 * before its items. In a list of custom resources the keys are sorted, so the metadata comes last.
 */
function earlyToken(start: Buffer): string | undefined {
  if (isProtobuf(start)) return earlyProtobufToken(start);
  const text = start.toString('latin1', 0, 4096);
  return /^\{(?:"(?:kind|apiVersion)":"[^"\\]*",)*"metadata":\{[^{}]*?"continue":"([^"\\]+)"/.exec(text)?.[1];
}

function listPath(version: string, request: ListRequest<unknown>, token: string | undefined, size: number): string {
  const query = new URLSearchParams({ limit: String(size) });
  if (token !== undefined) query.set('continue', token);
  if (request.labelSelector !== undefined) query.set('labelSelector', request.labelSelector);
  if (request.fieldSelector !== undefined) query.set('fieldSelector', request.fieldSelector);
  return `${resourcePath(request.apiGroup, version, request.resource)}?${query.toString()}`;
}

/** The path of a kind: `/api/v1/pods`, `/apis/apps/v1/namespaces/shop/deployments`. */
export function resourcePath(apiGroup: string, version: string, resource: string, namespace?: string): string {
  const root = apiGroup === '' ? '/api' : `/apis/${encodeURIComponent(apiGroup)}`;
  const place = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}/${encodeURIComponent(version)}${place}/${encodeURIComponent(resource)}`;
}

function permission(request: Pick<ListRequest<unknown>, 'apiGroup' | 'resource'>): Permission {
  return { apiGroup: request.apiGroup, resource: request.resource, verb: 'list' };
}
