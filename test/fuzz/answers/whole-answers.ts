import { toProtobuf } from '../../world/kube/protobuf.ts';
import type { Change, Mutation } from './mutation.ts';
import type { Answer } from './recorded.ts';

const page = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in to go on</body></html>\n';
const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'not now', code: 500 };

/**
 * Every change of an answer as a whole.
 * @param others answers to the same call, of this world and of others
 */
export function* mutateWhole(answer: Answer, others: { here: readonly Answer[]; elsewhere: readonly Answer[] }) {
  const { call, body } = answer;
  yield whole('empty body', () => '');
  yield whole('HTML', () => page);
  yield whole('cut', () => body.slice(0, body.length / 2));
  yield whole('body twice', () => body + body);
  if (body.startsWith('<?xml')) yield whole('empty object', () => body.replace(/<(\w+)>[^]*/, '<$1></$1>'));
  if (body.startsWith('{')) yield* mutateObject(call, body);
  yield* mutateBytes(body);
  const { here, elsewhere } = others;
  for (const other of here) yield whole('of another object', () => other.body);
  for (const other of elsewhere) yield whole('of another world', () => other.body);
}

function whole(change: Change, make: Mutation['make'], isProtobuf = false): Mutation {
  return { member: '', change, places: [], isProtobuf, make };
}

function* mutateObject(call: string, body: string): Generator<Mutation> {
  yield whole('empty object', () => '{}');
  yield whole('null body', () => 'null');
  const document = JSON.parse(body) as Record<string, unknown>;
  const list = Object.keys(document).find((name) => Array.isArray(document[name]));
  if (list !== undefined) yield whole('list twice', () => `${body.slice(0, -1)},"${list}":[]}`);
  if (!call.startsWith('GET ')) return;
  yield whole('status', () => JSON.stringify(status));
  const { kind } = document;
  const other = kind === 'ConfigMapList' ? 'SecretList' : 'ConfigMapList';
  if (list === 'items' && kind !== undefined)
    yield whole('list of another kind', () =>
      JSON.stringify({ kind: other, apiVersion: 'v1', metadata: {}, items: [] }),
    );
}

/** The same in protobuf, for the kinds that this server writes as protobuf. */
function* mutateBytes(body: string): Generator<Mutation> {
  const bytes = body.startsWith('{"kind"') ? toProtobuf(body) : undefined;
  if (bytes === undefined) return;
  yield whole('empty body', () => Buffer.alloc(0), true);
  yield whole('cut', () => bytes.subarray(0, bytes.length / 2), true);
  yield whole('body twice', () => Buffer.concat([bytes, bytes]), true);
  const kind = body.startsWith('{"kind":"PodList"') ? 'NodeList' : 'PodList';
  const other = toProtobuf(JSON.stringify({ kind, apiVersion: 'v1', metadata: {}, items: [] }));
  if (other !== undefined) yield whole('list of another kind', () => other, true);
}
