import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The part of S3 that the history needs, on loopback: GetObject, PutObject with `If-None-Match: *` and `If-Match`,
 * ListObjectsV2 with a delimiter. Unlike moto (test/live/history-moto.test.ts), it can also deny, stop in the middle and
 * record its requests.
 */
export interface Bucket {
  url: string;
  /** Objects by `bucket/key`. */
  objects: Map<string, StoredObject>;
  requests: BucketRequest[];
  /** Actions that are denied. */
  denied: Set<BucketAction>;
  /** The status and the code of the error that answers a request; undefined: no error. For a list, the key is a prefix. */
  failing: (action: BucketAction, key: string) => readonly [status: number, code: string] | undefined;
  /** The maximum number of keys and folders on a page of a list; S3 returns at most 1,000. */
  pageSize: number;
  /** The bucket's Region; a request that is signed for another one is redirected. Undefined: any Region is accepted. */
  region: string | undefined;
  /** Called before and after each request takes effect; the answer waits for it. */
  onRequest: (request: BucketRequest, when: 'before' | 'after') => void | Promise<void>;
  close(): Promise<void>;
}

export type BucketAction = 's3:GetObject' | 's3:PutObject' | 's3:ListBucket';

export interface StoredObject {
  body: string;
  etag: string;
  headers: IncomingMessage['headers'];
}

export interface BucketRequest {
  method: string;
  key: string;
  status: number;
  headers: IncomingMessage['headers'];
}

export async function startBucket(): Promise<Bucket> {
  const bucket: Bucket = {
    url: '',
    objects: new Map(),
    requests: [],
    denied: new Set(),
    failing: () => undefined,
    pageSize: 1_000,
    region: undefined,
    onRequest: () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => void answer(bucket, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bucket.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return bucket;
}

async function answer(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const url = new URL(request.url ?? '/', bucket.url);
  const key = decodeURIComponent(url.pathname.slice(1));
  const seen: BucketRequest = { method: request.method ?? '', key, status: 0, headers: request.headers };
  await bucket.onRequest(seen, 'before');
  if (request.destroyed && response.destroyed) return;
  const { status, headers = {}, body = '' } = outcome(bucket, seen, url, Buffer.concat(chunks).toString('utf8'));
  seen.status = status;
  bucket.requests.push(seen);
  await bucket.onRequest(seen, 'after');
  const date = toHttpDate(request.headers['x-amz-date']);
  response.writeHead(status, { 'x-amz-request-id': 'LOOPBACK', date, ...headers }).end(body);
}

/** The date of the caller's signature: the SDK repeats the request if the clocks differ. */
function toHttpDate(signed: string | string[] | undefined): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(signed)) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`).toUTCString();
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

function outcome(
  { objects, denied, failing, pageSize, region }: Bucket,
  { method, key, headers }: BucketRequest,
  url: URL,
  body: string,
): Answer {
  const action =
    method === 'PUT' ? 's3:PutObject' : url.searchParams.has('list-type') ? 's3:ListBucket' : 's3:GetObject';
  if (region !== undefined && !String(headers.authorization).includes(`/${region}/s3/`)) {
    const { status, body: said } = failure(
      301,
      'PermanentRedirect',
      'The bucket must be addressed at another endpoint.',
    );
    return { status, headers: { 'content-type': 'application/xml', 'x-amz-bucket-region': region }, body: said ?? '' };
  }
  const prefix = url.searchParams.get('prefix') ?? '';
  const error = failing(action, action === 's3:ListBucket' ? prefix : key);
  if (error !== undefined) return failure(...error, 'as told');
  if (denied.has(action)) return failure(403, 'AccessDenied', `not authorized to perform: ${action}`);
  if (action === 's3:ListBucket') return listing(objects, key.replace(/\/$/, ''), url.searchParams, pageSize);
  const there = objects.get(key);
  if (action === 's3:GetObject') {
    if (there === undefined) return failure(404, 'NoSuchKey', 'The specified key does not exist.');
    const meta = Object.entries(there.headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    const own = { etag: there.etag, 'content-type': 'application/json', ...Object.fromEntries(meta) };
    return { status: 200, headers: own, body: there.body };
  }
  const [none, match] = [headers['if-none-match'], headers['if-match']];
  if (none === '*' && there !== undefined) return failure(412, 'PreconditionFailed', 'it is there');
  if (match !== undefined && there === undefined) return failure(404, 'NoSuchKey', 'it is not there');
  if (match !== undefined && there?.etag !== match) return failure(412, 'PreconditionFailed', 'it changed');
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  objects.set(key, { body, etag, headers });
  return { status: 200, headers: { etag } };
}

function failure(status: number, code: string, message: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

/** One page of what is directly below a prefix. */
function listing(
  objects: ReadonlyMap<string, unknown>,
  bucket: string,
  query: URLSearchParams,
  pageSize: number,
): Answer {
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()].map((key) => key.slice(bucket.length + 1)).filter((key) => key.startsWith(prefix));
  const cut = (key: string): string => {
    const end = key.indexOf('/', prefix.length);
    return end < 0 ? key : key.slice(0, end + 1);
  };
  const all = [...new Set(keys.map(cut))].toSorted();
  const start = Number(query.get('continuation-token') ?? 0);
  const end = start + Math.min(pageSize, Number(query.get('max-keys') ?? pageSize));
  const isEncoded = query.get('encoding-type') === 'url';
  const shown = (key: string): string =>
    isEncoded ? encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+') : key;
  const parts = all
    .slice(start, end)
    .map((key) =>
      key.endsWith('/') && key !== prefix
        ? `<CommonPrefixes><Prefix>${shown(key)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${shown(key)}</Key></Contents>`,
    );
  const about = [
    `<Name>${bucket}</Name>`,
    `<IsTruncated>${end < all.length}</IsTruncated>`,
    ...(isEncoded ? ['<EncodingType>url</EncodingType>'] : []),
    ...(end < all.length ? [`<NextContinuationToken>${end}</NextContinuationToken>`] : []),
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${[...about, ...parts].join('')}</ListBucketResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
