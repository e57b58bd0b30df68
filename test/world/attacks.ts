import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Attack, TruePage } from './hostile.ts';
import { textAttacks } from './text-attacks.ts';

const MIB = 1024 * 1024;
const asJson = { 'content-type': 'application/json' };
const asGzip = { ...asJson, 'content-encoding': 'gzip' };

function sendPage(response: ServerResponse, page: TruePage): void {
  response.writeHead(200, asJson).end(JSON.stringify(page));
}

/** One byte a second, until the client closes. */
function drip(response: ServerResponse): void {
  response.writeHead(200, asJson);
  const timer = setInterval(() => response.write(' '), 1_000);
  response.on('close', () => clearInterval(timer));
}

/** A header line every half second, without end. */
function dripHeaders(response: ServerResponse): void {
  const { socket } = response;
  socket?.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket?.write('x-y: z\r\n'), 500);
  socket?.on('error', () => undefined).on('close', () => clearInterval(timer));
}

/** Sends as many bytes as the client accepts, up to `total`. */
function flood(response: ServerResponse, total: number, head = '{"a":"'): void {
  const piece = Buffer.alloc(MIB, 'x');
  let left = total;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  response
    .on('error', () => undefined)
    .writeHead(200, asJson)
    .write(head);
  more();
}

/**
 * A head, many copies of a piece, and a tail, compressed as three members of one gzip file. The member with the copies
 * is cached.
 */
function packed(head: string, piece: string, tail: string, bytes: number): Buffer {
  const body = cacheBody(`${bytes} ${piece}`, () => gzipSync(Buffer.alloc(bytes, piece)));
  return Buffer.concat([gzipSync(head), body, gzipSync(tail)]);
}

const prepared = new Map<string, Buffer>();

/** Caches a body, since compressing hundreds of megabytes takes longer than the attack. */
function cacheBody(name: string, make: () => Buffer): Buffer {
  const known = prepared.get(name) ?? make();
  prepared.set(name, known);
  return known;
}

function buildListHead({ kind }: TruePage): string {
  return `{"kind":"${kind}","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[`;
}

/** The JSON of a valid object with an annotation of this many bytes. */
function padded(object: Record<string, unknown>, bytes: number, name?: string): string {
  const metadata = object['metadata'] as Record<string, unknown>;
  const more = { ...metadata, annotations: { padding: 'x'.repeat(bytes) }, ...(name === undefined ? {} : { name }) };
  return JSON.stringify({ ...object, metadata: more });
}

/** One page of valid objects of a mebibyte each: as many objects as requested, at most 60. */
function hugePage(page: TruePage, response: ServerResponse, query: URLSearchParams): void {
  const [first] = page.items;
  if (first === undefined) return sendPage(response, page);
  const count = Math.min(60, Number(query.get('limit')));
  const body = cacheBody(`huge ${page.kind} ${count}`, () => {
    const objects = Array.from({ length: count }, (_, index) => padded(first, MIB, `a-${index}`));
    return gzipSync(`${buildListHead(page)}${objects.join(',')}]}`, { level: 1 });
  });
  response.writeHead(200, asGzip).end(body);
}

let counter = 0;

function endlessPages(page: TruePage, response: ServerResponse): void {
  sendPage(response, { ...page, metadata: { ...page.metadata, continue: `t${(counter += 1)}` } });
}

/** Pages of 500 valid objects with unique names. */
function endlessFullPages(page: TruePage, response: ServerResponse): void {
  const [first] = page.items;
  if (first === undefined) return sendPage(response, page);
  counter += 1;
  const items = Array.from({ length: 500 }, (_, index) => {
    const metadata = first['metadata'] as Record<string, unknown>;
    return { ...first, metadata: { ...metadata, name: `${String(metadata['name'])}-${counter}-${index}` } };
  });
  sendPage(response, { ...page, metadata: { ...page.metadata, continue: `t${counter}` }, items });
}

/** Endless pages, each with a name of six mebibytes, which the scan stores. */
function longNames(page: TruePage, response: ServerResponse): void {
  const [first] = page.items;
  if (first === undefined) return sendPage(response, page);
  counter += 1;
  const metadata = { ...page.metadata, continue: `t${counter}` };
  const name = `n-${counter}-${'n'.repeat(6 * MIB)}`;
  const items = [{ ...first, metadata: { ...(first['metadata'] as object), name } }];
  sendPage(response, { ...page, metadata, items });
}

function bomb(name: string, piece: string, bytes: number, open = '', tail = '{}]}'): Attack {
  return {
    list: (page, response) => {
      const body = cacheBody(`${name} ${page.kind}`, () => packed(buildListHead(page) + open, piece, tail, bytes));
      response.writeHead(200, asGzip).end(body);
    },
  };
}

/** `prepare` builds the body in advance, since discovery has a time limit of five seconds. */
function discovery(name: string, bytes: number): Attack {
  const head = '{"kind":"APIGroupDiscoveryList","items":[';
  const body = (): Buffer => cacheBody(name, () => packed(head, '{},', '{}]}', bytes));
  return {
    prepare: () => void body(),
    kube(path, response) {
      if (path !== '/apis') return false;
      response.writeHead(200, asGzip).end(body());
      return true;
    },
  };
}

/** Adds a page token to every answer of a list operation, whether JSON or XML. */
function everyToken(next: (call: string) => string): Attack {
  return {
    rewrite: (call, body) => {
      if (!/^\w+:(?:List|Describe)\w+s(?:Rolling)?$/.test(call)) return body;
      const token = next(call);
      if (body.startsWith('{')) return JSON.stringify({ ...(JSON.parse(body) as object), nextToken: token });
      return body.replace(/<\/(\w+Response)>\s*$/, `<nextToken>${token}</nextToken></$1>`);
    },
  };
}

/** The token of a list's first page, with a mark that the world ignores. */
function buildPageToken(call: string, mark: string): string {
  return Buffer.from(`${call} 0 ${mark}`).toString('base64');
}

/** What a hostile API server or AWS endpoint may send, by name. */
export const attacks: Readonly<Record<string, Attack>> = {
  'lists: endless pages': { list: endlessPages },
  'lists: endless pages of 500 objects': { list: endlessFullPages },
  'lists: endless empty pages': { list: (page, response) => endlessPages({ ...page, items: [] }, response) },
  'lists: endless pages with names of 6 MiB': { list: longNames },
  'lists: one byte a second': { list: (_, response) => drip(response) },
  'lists: a header line every half second': { list: (_, response) => dripHeaders(response) },
  'lists: 258 MB of {} in 1 MB of gzip': bomb('bomb', '{},', 258_000_000),
  'lists: 60 MiB of {} in each page': bomb('dense', '{},', 60 * MIB),
  'lists: 3 MiB of {} in each page': bomb('small', '{},', 3 * MIB),
  'lists: one object with 60 MiB of {}': bomb('one', '{},', 60 * MIB, '{"a":[', '{}]}]}'),
  'lists: pages of 60 true objects of 1 MiB, all at once': { list: hugePage },
  'lists: 10 GB without an end': { list: (page, response) => flood(response, 10_000 * MIB, buildListHead(page)) },
  'discovery: one byte a second': { kube: (path, response) => path === '/apis' && (drip(response), true) },
  'discovery: 258 MB of {}': discovery('apis', 258_000_000),
  'discovery: 7 MiB of {}': discovery('apis7', 7 * MIB),
  'AWS: endless tokens': everyToken((call) => buildPageToken(call, String((counter += 1)))),
  'AWS: the same token again': everyToken((call) => buildPageToken(call, 'again')),
  'AWS: one byte a second': { aws: drip },
  'AWS: a header line every half second': { aws: dripHeaders },
  'AWS: 3 GB': { aws: (response) => flood(response, 3_000 * MIB) },
  'instance metadata: 3 GB': { credentials: (response) => flood(response, 3_000 * MIB) },
  'instance metadata: one byte a second': { credentials: drip },
  'container credentials: 3 GB': { credentials: (response) => flood(response, 3_000 * MIB), isContainer: true },
  'container credentials: one byte a second': { credentials: drip, isContainer: true },
  'AWS: 15 MiB of {}': {
    aws: (response) => {
      const body = cacheBody('aws', () =>
        Buffer.concat([Buffer.from('{"a":['), Buffer.alloc(15 * MIB, '{},'), Buffer.from('{}]}')]),
      );
      response.writeHead(200, asJson).end(body);
    },
  },
  ...textAttacks,
};
