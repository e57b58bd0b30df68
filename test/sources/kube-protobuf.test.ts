import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { nodes } from '../../src/collectors/kube/nodes.ts';
import { nodeFields, podFields } from '../../src/collectors/kube/read-fields.ts';
import { pods } from '../../src/collectors/kube/pods.ts';
import { ScanError } from '../../src/facts/reason.ts';
import type { Answer } from '../../src/sources/kube/answer.ts';
import type { ListRequest } from '../../src/sources/kube/contract.ts';
import { kubeLimits } from '../../src/sources/kube/limits.ts';
import { readListPage } from '../../src/sources/kube/list-page.ts';
import { readList, type Lists } from '../../src/sources/kube/pages.ts';
import { earlyProtobufToken, PROTOBUF_TYPE, readProtobufList } from '../../src/sources/kube/protobuf/list.ts';
import type { FieldMask } from '../../src/sources/kube/protobuf/shape.ts';
import { generatedNodes, generatedPods } from '../world/generated-pods.ts';
import { listRequest, requestedCore } from '../world/list-requests.ts';
import { bytesField, encodeObject, envelope, toProtobuf, varint } from '../world/kube/protobuf.ts';
import { aPodObject } from '../world/manifests.ts';

type Json = Record<string, unknown>;

/** A list as the API server writes it, with its items' bytes. */
function listBody(items: readonly Buffer[], kind = 'PodList', metadata: Buffer = Buffer.alloc(0)): Buffer {
  const raw = Buffer.concat([bytesField(1, metadata), ...items.map((item) => bytesField(2, item))]);
  return envelope({ apiVersion: 'v1', kind }, raw);
}

function decoded(body: Buffer, fields: FieldMask = true, message = 'Pod'): Json[] {
  return [...readProtobufList(body, message, fields).objects];
}

const pod = (name: string, more: Json = {}): Buffer => encodeObject('Pod', { metadata: { name }, ...more });
const ofPod = (spec: Json): Buffer => listBody([encodeObject('Pod', { spec })]);
const field = (number: number, wireType: number, ...bytes: number[]): Buffer =>
  Buffer.from([number * 8 + wireType, ...bytes]);

describe('a value in protobuf', () => {
  const container = (more: Json): Json => ({ containers: [{ name: 'app', ...more }] });
  it.each<[string, Json, FieldMask]>([
    ['a number of IntOrString', container({ readinessProbe: { httpGet: { port: 0 } } }), true],
    ['a text of IntOrString', container({ readinessProbe: { httpGet: { port: 'http' } } }), true],
    ['quantities', container({ resources: { requests: { cpu: '1500m', memory: '', 'a.b/c': '1e3' } } }), true],
    ['a negative number', { tolerations: [{ tolerationSeconds: -1 }] }, true],
    ['a number beyond 32 bits', { terminationGracePeriodSeconds: 2 ** 40 + 1 }, true],
    ['zero of a pointer', { terminationGracePeriodSeconds: 0, enableServiceLinks: false }, true],
    ['an empty text that JSON always writes', { containers: [{ name: '' }] }, true],
    ['an empty object', { volumes: [{ name: 'a', emptyDir: {} }] }, true],
    ['a map with an empty value', { nodeSelector: { empty: '', 'a/b': 'c' } }, true],
    ['characters of two to four bytes', { nodeName: 'ä\u2028☃𝄞' }, true],
    ['a text longer than those that are looked up', { nodeName: 'long '.repeat(100) }, true],
    ['fields of a message inside its owner', { volumes: [{ name: 'a', hostPath: { path: '/' } }] }, true],
  ])('is as in JSON: %s', (_what, spec, fields) => {
    const [read] = decoded(ofPod(spec), { spec: fields });
    expect(JSON.parse(JSON.stringify(read))).toMatchObject({ spec });
  });

  it.each<[string, Json]>([
    ['a text', { nodeName: '' }],
    ['a number', { containers: [{ ports: [{ hostPort: 0 }] }] }],
    ['a truth', { hostNetwork: false }],
  ])('is left out at zero where JSON omits it: %s', (_what, spec) => {
    const [read] = decoded(ofPod(spec), {
      spec: { nodeName: true, hostNetwork: true, containers: { ports: { hostPort: true } } },
    });
    expect(JSON.stringify(read)).not.toMatch(/nodeName|hostNetwork|hostPort/);
  });

  it.each([
    ['2026-02-28T23:59:59Z', '2026-02-28T23:59:59Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
    ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59Z'],
    ['2026-02-28T23:59:59.987Z', '2026-02-28T23:59:59Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    [null, undefined],
  ])('is a time: %s', (written, read) => {
    const body = listBody([encodeObject('Pod', { metadata: { deletionTimestamp: written } })]);
    const fields = { metadata: { deletionTimestamp: true } } as const;
    expect(decoded(body, fields)).toEqual([{ metadata: read === undefined ? {} : { deletionTimestamp: read } }]);
  });

  it('is a key of a map, whatever its name', () => {
    const [read] = decoded(ofPod({ nodeSelector: JSON.parse('{"__proto__":"a","constructor":"b"}') as Json }));
    const { spec } = read as { spec: { nodeSelector: Json } };
    const map = spec.nodeSelector;
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
    expect(Object.entries(map)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  it('is skipped if it is not read, or unknown', () => {
    const unknown = [
      field(99, 2, 1, 65),
      field(98, 0, 5),
      field(97, 1, ...Array<number>(8).fill(1)),
      field(96, 5, 1, 2, 3, 4),
    ];
    const tags = unknown.map((bytes, index) =>
      Buffer.concat([varint((99 - index) * 8 + ((bytes[0] ?? 0) & 7)), bytes.subarray(1)]),
    );
    const body = listBody([Buffer.concat([...tags, pod('a', { spec: { nodeName: 'n' } }), ...tags])]);
    expect(decoded(body, { metadata: { name: true } })).toEqual([{ metadata: { name: 'a' } }]);
  });

  it('has the fields of the mask alone', () => {
    const [read] = decoded(listBody([encodeObject('Pod', aPodObject('shop/a', 'n'))]), podFields);
    expect(Object.keys(read?.['metadata'] as Json)).toEqual(['name', 'namespace']);
  });
});

describe('facts of generated objects', () => {
  it.each([
    ['pods', pods, 'PodList', generatedPods(400, 7)],
    ['nodes', nodes, 'NodeList', generatedNodes(200, 7)],
  ])('are those of JSON: %s', async (_resource, collector, kind, items) => {
    const text = JSON.stringify({ kind, apiVersion: 'v1', metadata: { resourceVersion: '1' }, items });
    const asProtobuf = toProtobuf(text);
    const request = await listRequest(collector);
    const requested = requestedCore(kind.slice(0, -'List'.length));
    const read = readListPage(answerWith(asProtobuf ?? Buffer.alloc(0), PROTOBUF_TYPE), 'GET', request, requested);
    expect(read.count).toBe(items.length);
    expect(read).toEqual(readListPage(answerWith(Buffer.from(text), 'application/json'), 'GET', request, requested));
  });
});

/** Each field of a mask: its path, and the mask without it. */
function withoutOne(mask: FieldMask, path = ''): [string, FieldMask][] {
  if (mask === true) return [];
  return Object.entries(mask).flatMap(([name, inner]) => {
    const { [name]: _left, ...others } = mask;
    const below = withoutOne(inner, `${path}${name}.`).map(([at, less]): [string, FieldMask] => [
      at,
      { ...mask, [name]: less },
    ]);
    return below.length > 0 ? below : [[`${path}${name}`, others] as [string, FieldMask]];
  });
}

it.each([
  ['PodList', 'Pod', pods, generatedPods(300, 11), podFields],
  ['NodeList', 'Node', nodes, generatedNodes(100, 11), nodeFields],
] as const)('each field that is named is read: %s', async (kind, message, collector, items, named) => {
  const body = toProtobuf(JSON.stringify({ kind, apiVersion: 'v1', metadata: {}, items })) ?? Buffer.alloc(0);
  const read = async (fields: FieldMask): Promise<unknown> => {
    const list = { ...(await listRequest(collector)), protobuf: { message, fields } };
    return caught(() => readListPage(answerWith(body, PROTOBUF_TYPE), 'GET', list, requestedCore(message)).items);
  };
  const whole = await read(named);
  expect(whole).toHaveLength(items.length);
  const unread: string[] = [];
  for (const [path, fields] of withoutOne(named)) if (isDeepStrictEqual(await read(fields), whole)) unread.push(path);
  expect(unread).toEqual([]);
});

const request: ListRequest<unknown> = {
  apiGroup: '',
  versions: ['v1'],
  resource: 'pods',
  protobuf: { message: 'Pod', fields: podFields },
  project: (raw) => (raw as { metadata: Json }).metadata['name'],
};

function answerWith(body: Buffer, type: string, status = 200): Answer {
  return { status, headers: { 'content-type': type }, body, leave: () => undefined };
}

function page(body: Buffer, type = PROTOBUF_TYPE) {
  return readListPage(answerWith(body, type), 'GET /api/v1/pods', request, requestedCore('Pod'));
}

describe('an odd body', () => {
  const whole = listBody([pod('a', { spec: { nodeName: 'n' } }), pod('b')]);
  const inPod = (...bytes: Buffer[]): Buffer => listBody([Buffer.concat(bytes)]);
  const inSpec = (...bytes: Buffer[]): Buffer => inPod(bytesField(2, Buffer.concat(bytes)));

  it('is unreadable wherever it is cut', () => {
    expect(page(whole)).toMatchObject({ items: ['a', 'b'], count: 2 });
    // The last four bytes are two empty fields of the envelope.
    for (let length = 0; length < whole.length - 4; length++)
      expect(() => page(whole.subarray(0, length)), `${length} bytes`).toThrow(ScanError);
  });

  it.each<[string, Buffer, string]>([
    ['other first bytes', Buffer.concat([Buffer.from('k8s1'), whole.subarray(4)]), 'other first bytes'],
    ['no message', envelope({ apiVersion: 'v1', kind: 'PodList' }, Buffer.alloc(0)), 'a list without metadata'],
    ['more after its end', Buffer.concat([whole, Buffer.from([0])]), 'a field without a number'],
    ['a message twice', Buffer.concat([whole, bytesField(2, pod('c'))]), 'an odd envelope'],
    ['an encoding', Buffer.concat([whole, bytesField(3, Buffer.from('gzip'))]), 'an odd envelope'],
    ['another kind', listBody([], 'NodeList'), 'received kind NodeList, expected PodList'],
    ['a group', inSpec(field(2, 3)), 'wire type 3'],
    ['wire type 7', inSpec(Buffer.from([15 * 8 + 7])), 'wire type 7'],
    [
      'a number of eleven bytes',
      inSpec(Buffer.from([4 * 8, ...Array<number>(10).fill(255), 1])),
      'a number does not end',
    ],
    ['a number instead of a text', inSpec(field(10, 0, 1)), 'nodeName has wire type 0'],
    ['a text instead of a number', inSpec(field(4, 2, 0)), 'terminationGracePeriodSeconds has wire type 2'],
    ['a field twice', inSpec(bytesField(10, Buffer.from('a')), bytesField(10, Buffer.from('b'))), 'nodeName twice'],
    [
      'a message twice in an object',
      inPod(bytesField(2, Buffer.alloc(0)), bytesField(2, Buffer.alloc(0))),
      'spec twice',
    ],
    ['a length beyond the object', inSpec(field(10, 2, 100)), 'a field is longer than what holds it'],
    ['a length beyond 2^32', inSpec(field(10, 2, 255, 255, 255, 255, 127)), 'a field is longer than what holds it'],
    [
      'a time beyond the year 9999',
      inPod(bytesField(1, bytesField(9, field(1, 0, 255, 255, 255, 255, 255, 127)))),
      'a time',
    ],
    ['1,500,001 objects in one', inSpec(Buffer.alloc(3_000_002, new Uint8Array([0x0a, 0]))), 'more than 1500000'],
    [
      'a field beside the items',
      envelope(
        { apiVersion: 'v1', kind: 'PodList' },
        Buffer.concat([bytesField(1, Buffer.alloc(0)), bytesField(3, pod('a'))]),
      ),
      'a list with more',
    ],
    ['an entry without a key', inSpec(bytesField(7, bytesField(2, Buffer.from('v')))), 'nodeSelector without a key'],
    [
      'an entry without a value',
      inSpec(bytesField(7, bytesField(1, Buffer.from('k')))),
      'nodeSelector without a value',
    ],
    ['an empty entry', inSpec(bytesField(7, Buffer.alloc(0))), 'nodeSelector without a key'],
    ['an object without a name', listBody([pod('a'), Buffer.alloc(0)]), 'an object in the list has no name'],
  ])('is unreadable: %s', (_what, body, message) => {
    const error = caught(() => page(body));
    expect(error).toMatchObject({
      reason: { kind: 'unreadable', message: expect.stringContaining(message) as string },
    });
  });

  it('names the request', () => {
    expect(caught(() => page(inSpec(field(10, 3))))).toMatchObject({
      reason: { message: 'GET /api/v1/pods: not protobuf as an API server writes it: nodeName has wire type 3' },
    });
  });

  it('is refused where none was requested', () => {
    const { protobuf: _none, ...asJson } = request;
    expect(() => readListPage(answerWith(whole, PROTOBUF_TYPE), 'GET', asJson, requestedCore('Pod'))).toThrow(
      'which was not requested',
    );
  });

  it('is no JSON, whatever its type says', () => {
    expect(() => page(whole, 'application/json')).toThrow(ScanError);
    expect(() => page(Buffer.from('{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[]}'))).toThrow(ScanError);
  });
});

function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('the continue token in the first bytes', () => {
  const metadata = encodeObject('ListMeta', { resourceVersion: '7', continue: 'abc', remainingItemCount: 3 });
  const body = listBody([pod('a')], 'PodList', metadata);
  it('is found once the metadata has arrived', () => {
    const found = Array.from(body, (_, length) => earlyProtobufToken(body.subarray(0, length)));
    expect(new Set(found)).toEqual(new Set([undefined, 'abc']));
    expect(earlyProtobufToken(body)).toBe('abc');
  });
  it('is none on the last page', () => {
    expect(earlyProtobufToken(listBody([pod('a')]))).toBeUndefined();
  });
});

describe('a list', () => {
  const json = (...names: string[]) =>
    Buffer.from(
      JSON.stringify({
        kind: 'PodList',
        apiVersion: 'v1',
        metadata: {},
        items: names.map((name) => ({ metadata: { name } })),
      }),
    );

  /** Reads the list from a server that gives one answer after the other. Returns its items and what was accepted. */
  async function read(answers: Answer[], server = { writesProtobuf: true, throttles: false }) {
    const accepted: (string | undefined)[] = [];
    const limits: string[] = [];
    const lists: Lists = {
      limits: kubeLimits,
      server,
      refuseFullHeap: () => undefined,
      async sendRequest({ accept, path }) {
        accepted.push(accept);
        limits.push(new URLSearchParams(path.split('?')[1]).get('limit') ?? '');
        return answers.shift() ?? answerWith(Buffer.alloc(0), 'text/plain', 500);
      },
    };
    const turn = { isJudged: () => true, outlasts: async () => false, end: () => undefined };
    return {
      ...(await readList(lists, { version: 'v1', ...requestedCore('Pod') }, request, turn)),
      accepted,
      limits,
      server,
    };
  }
  const either = `${PROTOBUF_TYPE}, application/json`;

  it('is read as protobuf', async () => {
    const outcome = await read([answerWith(listBody([pod('a')]), PROTOBUF_TYPE)]);
    expect(outcome).toMatchObject({ items: ['a'], accepted: [either], server: { writesProtobuf: true } });
  });

  it('is read as JSON if the answer is JSON', async () => {
    expect(await read([answerWith(json('a'), 'application/json')])).toMatchObject({ items: ['a'], accepted: [either] });
  });

  it('is read as JSON after a 406, and so are all later lists', async () => {
    const refusal = answerWith(Buffer.from('{"kind":"Status"}'), 'application/json', 406);
    const first = await read([refusal, answerWith(json('a'), 'application/json')]);
    expect(first).toMatchObject({ items: ['a'], accepted: [either, undefined], server: { writesProtobuf: false } });
    expect(first.limits).toEqual(['250', '250']);
    const second = await read([answerWith(json('b'), 'application/json')], first.server);
    expect(second).toMatchObject({ items: ['b'], accepted: [undefined] });
  });

  it('is unreadable after two 406', async () => {
    const refusal = () => answerWith(Buffer.from('{"kind":"Status"}'), 'application/json', 406);
    await expect(read([refusal(), refusal()])).rejects.toMatchObject({ reason: { kind: 'unreadable', status: 406 } });
  });

  it('is denied with the words of a Status in protobuf', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', message: 'pods is forbidden', reason: 'Forbidden', code: 403 };
    const refusal = answerWith(toProtobuf(JSON.stringify(status)) ?? Buffer.alloc(0), PROTOBUF_TYPE, 403);
    await expect(read([refusal])).rejects.toMatchObject({
      reason: { kind: 'denied', message: 'pods is forbidden', permission: 'pods: list', code: 'Forbidden' },
    });
  });
});

describe('the fields that are read', () => {
  it.each([
    ['Pod', { metadata: { nam: true } }, 'ObjectMeta has no field nam'],
    ['Pod', { spec: { volumes: { hostpath: true } } }, 'Volume has no field hostpath'],
    ['Pot', true, 'messages.json has no Pot'],
  ] as const)('are of the message: %s', (message, fields, error) => {
    expect(() => [...readProtobufList(listBody([]), message, fields).objects]).toThrow(error);
  });
  it('of nodes and pods are of their messages', () => {
    expect(decoded(listBody([]), podFields)).toEqual([]);
    expect(decoded(listBody([], 'NodeList'), nodeFields, 'Node')).toEqual([]);
  });
});
