import { SourceError, type Permission } from '../../reason.ts';
import type { ListRequest } from '../kube.ts';
import { jsonObject, statusBody, type Answer } from './answer.ts';
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
  /** Its pages are not of one moment: what was born, died or changed meanwhile may be missing, or be there half. */
  inconsistent: boolean;
}

/**
 * Reads a kind, page after page, asking for the next page while one is still arriving. A list whose continue token
 * expired is read anew from its start, once: that is a whole list of a later moment, as good as the first one would have
 * been. Where it expires again it is too long for the server's memory, and goes on by the token that the server offers
 * for a list that is of no one moment.
 * @param version a version that the server serves
 * @throws SourceError for any page that did not come whole: there are no partial lists
 */
export async function readList<Item>(ask: Ask, version: string, request: ListRequest<Item>): Promise<WholeList<Item>> {
  const first = await walk(ask, version, request, false);
  if ('items' in first) return first;
  const second = await walk(ask, version, request, true);
  if ('items' in second) return second;
  throw new SourceError(
    statusReason(second.expired, callText(listPath(version, request, undefined)), permission(request)),
  );
}

/** @param goOn follows a 410 by the token in it, if a page has come since the last one */
async function walk<Item>(
  ask: Ask,
  version: string,
  request: ListRequest<Item>,
  goOn: boolean,
): Promise<WholeList<Item> | { expired: Answer }> {
  const open = (token: string | undefined): Page =>
    openPage(ask, listPath(version, request, token), token, request.metadataOnly === true);
  const items: Item[] = [];
  const moments = new Set<unknown>();
  let [page, advanced, torn] = [open(undefined), false, false];
  for (;;) {
    let next: Page | undefined;
    void page.early.then((token) => {
      if (token !== undefined) next = open(token);
    });
    const answer = unwrap(await page.answer);
    const call = callText(listPath(version, request, page.token));
    if (answer.status === 410) {
      const offered = goOn && advanced ? offeredToken(answer) : undefined;
      if (offered === undefined) return { expired: answer };
      [page, advanced, torn] = [open(offered), false, true];
      continue;
    }
    if (answer.status !== 200) throw new SourceError(statusReason(answer, call, permission(request)));
    const { token, moment } = readPage(answer, call, request, items);
    moments.add(moment);
    if (token === undefined) return { items, inconsistent: torn || moments.size > 1 };
    if (token === page.token) throw unreadable(call, 'the continue token leads back to the same page');
    [page, advanced] = [next?.token === token ? next : open(token), true];
  }
}

/**
 * The token of a 410 by which a list goes on at the present moment.
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
function offeredToken(answer: Answer): string | undefined {
  const token = statusBody(answer)?.continue;
  return token === '' ? undefined : token;
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

/** Adds the page's items. Returns the token of the next page, undefined after the last one, and the moment that the page is of. */
function readPage<Item>(
  answer: Answer,
  call: string,
  request: ListRequest<Item>,
  items: Item[],
): { token: string | undefined; moment: unknown } {
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
  return { token: token === '' ? undefined : token, moment: metadata['resourceVersion'] };
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
