import { SourceError, type Permission } from '../../reason.ts';
import type { ListRequest } from '../kube.ts';
import { jsonObject, type Answer } from './answer.ts';
import { settle, unwrap, type Ask } from './ask.ts';
import { statusReason } from './errors.ts';
import { parseWithoutManagedFields } from './managed-fields.ts';
import { callText } from './transport.ts';
import { isRecord, oneLine } from '../wording.ts';

/** Items per page: as kubectl. Larger pages are slower to parse and take more memory. */
const PAGE_SIZE = 500;
const METADATA_TYPE = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** A page under way. `early` is its continue token as soon as the first bytes are here, where they show one. */
interface Page {
  token: string | undefined;
  answer: Promise<PromiseSettledResult<Answer>>;
  early: Promise<string | undefined>;
}

/** A list that was read to its end. */
export interface WholeList<Item> {
  items: Item[];
  inconsistent: boolean;
}

/**
 * Reads a kind, page after page, asking for the next page while one is still arriving. A list whose continue token
 * expired is read anew from its start, once.
 * @param version a version that the server serves
 * @throws SourceError for any page that did not come whole: there are no partial lists
 */
export async function readList<Item>(ask: Ask, version: string, request: ListRequest<Item>): Promise<WholeList<Item>> {
  const first = await walk(ask, version, request);
  if ('items' in first) return { items: first.items, inconsistent: false };
  const second = await walk(ask, version, request);
  if ('items' in second) return { items: second.items, inconsistent: true };
  throw new SourceError(
    statusReason(second.expired, callText(listPath(version, request, undefined)), permission(request)),
  );
}

async function walk<Item>(
  ask: Ask,
  version: string,
  request: ListRequest<Item>,
): Promise<{ items: Item[] } | { expired: Answer }> {
  const open = (token: string | undefined): Page =>
    openPage(ask, listPath(version, request, token), token, request.metadataOnly === true);
  const items: Item[] = [];
  let page = open(undefined);
  for (;;) {
    let next: Page | undefined;
    void page.early.then((token) => {
      if (token !== undefined) next = open(token);
    });
    const answer = unwrap(await page.answer);
    if (answer.status === 410) return { expired: answer };
    const call = callText(listPath(version, request, page.token));
    if (answer.status !== 200) throw new SourceError(statusReason(answer, call, permission(request)));
    const token = readPage(answer, call, request, items);
    if (token === undefined) return { items };
    if (token === page.token) throw unreadable(call, 'the continue token leads back to the same page');
    page = next?.token === token ? next : open(token);
  }
}

function openPage(ask: Ask, path: string, token: string | undefined, metadataOnly: boolean): Page {
  let onEarly: (token: string | undefined) => void = () => undefined;
  const early = new Promise<string | undefined>((resolve) => (onEarly = resolve));
  const asked = ask({
    path,
    onStart: (start) => onEarly(earlyToken(start)),
    ...(metadataOnly && { accept: METADATA_TYPE }),
  });
  const answer = settle(asked).then((outcome) => {
    onEarly(undefined);
    return outcome;
  });
  return { token, answer, early };
}

/**
 * Finds the continue token in a list's first bytes: the API server writes a built-in kind's metadata before its items
 * (custom resources have their keys sorted, so there it comes last).
 */
function earlyToken(start: Buffer): string | undefined {
  const text = start.toString('latin1', 0, 4096);
  return /^\{(?:"(?:kind|apiVersion)":"[^"\\]*",)*"metadata":\{[^{}]*?"continue":"([^"\\]+)"/.exec(text)?.[1];
}

/** Adds the page's items. Returns the token of the next page; undefined after the last one. */
function readPage<Item>(answer: Answer, call: string, request: ListRequest<Item>, items: Item[]): string | undefined {
  const page =
    request.keepManagedFields === true ? jsonObject(answer, call) : jsonObject(answer, call, parseWithoutManagedFields);
  const { kind, metadata } = page;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !isRecord(metadata))
    throw unreadable(call, `"${oneLine(String(kind), 60)}" is no list`);
  if (request.metadataOnly === true && kind !== 'PartialObjectMetadataList')
    throw unreadable(call, `asked for metadata only, got a ${oneLine(kind, 60)}`);
  for (const raw of rawItems(page, call)) {
    const item = projected(raw, call, request);
    if (item !== undefined) items.push(item);
  }
  const token = metadata['continue'] ?? '';
  if (typeof token !== 'string') throw unreadable(call, 'the continue token is no text');
  return token === '' ? undefined : token;
}

/** An empty list is `[]`, or `null` where an aggregated server was written in Go without care for it. */
function rawItems(page: Record<string, unknown>, call: string): readonly unknown[] {
  const items = page['items'];
  if (Array.isArray(items)) return items;
  if (items === null) return [];
  throw unreadable(call, 'the list has no items');
}

function projected<Item>(raw: unknown, call: string, request: ListRequest<Item>): Item | undefined {
  try {
    return request.project(raw);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const message = `cannot read ${request.resource} ${objectName(raw)}: ${oneLine(text)}`;
    throw new SourceError({ kind: 'unreadable', message }, { cause: error });
  }
}

function objectName(raw: unknown): string {
  const metadata = isRecord(raw) && isRecord(raw['metadata']) ? raw['metadata'] : {};
  const { namespace, name } = metadata;
  if (typeof name !== 'string') return 'without a name';
  return typeof namespace === 'string' ? `${namespace}/${name}` : name;
}

function listPath(version: string, request: ListRequest<unknown>, token: string | undefined): string {
  const query = new URLSearchParams({ limit: String(request.pageSize ?? PAGE_SIZE) });
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

function unreadable(call: string, message: string): SourceError {
  return new SourceError({ kind: 'unreadable', message: `${call}: ${message}` });
}
