import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { kubeLimits } from '../../src/sources/kube/limits.ts';
import { readLines } from '../../src/sources/kube/lines.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { startApiServer } from '../world/api-server.ts';
import { healthyWorld } from '../world/healthy.ts';
import { kubeFacts } from './kube-facts.ts';

const series = (labels: string, value = '1') => `apiserver_requested_deprecated_apis{${labels}} ${value}`;
const hpas = 'group="autoscaling",removed_release="1.26",resource="horizontalpodautoscalers",version="v2beta2"';

async function reading(metrics: readonly string[], more: Parameters<typeof kubeFacts>[2] = {}) {
  const { readings } = await kubeFacts([], ['requestedApis'], { ...more, kube: { metrics } });
  return readings.requestedApis;
}

it('keeps what was requested of the versions that go away, and nothing else of the metrics', async () => {
  const noise = Array.from(
    { length: 40_000 },
    (_, n) => `apiserver_request_duration_seconds_bucket{resource="r${n}",le="0.05"} ${n}`,
  );
  const metrics = [
    '# TYPE apiserver_requested_deprecated_apis gauge',
    series(`${hpas},subresource=""`),
    ...noise,
    series(`${hpas},subresource="status"`),
    series(
      'group="policy",removed_release="1.25",resource="podsecuritypolicies",subresource="",version="v1beta1"',
      '0',
    ),
    series('group="example.com",removed_release="",resource="widgets",subresource="",version="v1"'),
    series('group="",removed_release="",resource="componentstatuses",subresource="",version="v1"'),
    series('nonsense'),
  ];
  const api = { api: 'autoscaling/v2beta2', resource: 'horizontalpodautoscalers', removedRelease: '1.26' };
  expect(await reading(metrics)).toEqual({
    ok: true,
    value: [
      { ...api, subresource: null },
      { ...api, subresource: 'status' },
    ],
  });
});

it('is empty where nobody requested any', async () => {
  expect(await reading([])).toEqual({ ok: true, value: [] });
});

it.each([
  ['denied', { deny: ['/metrics: get'] }, { kind: 'denied', permission: '/metrics: get' }],
  ['cut off', { faults: [{ on: '/metrics: get', does: 'cut' as const }] }, { kind: 'truncated' }],
  [
    'another server',
    { faults: [{ on: '/metrics: get', does: { status: 200, body: '<html>Log in</html>' } }] },
    { kind: 'unreadable' },
  ],
  ['absent', { faults: [{ on: '/metrics: get', does: { status: 404 } }] }, { kind: 'absent' }],
])('%s: not read', async (_it, more, reason) => {
  expect(await reading([series(`${hpas},subresource=""`)], more)).toMatchObject({ ok: false, reason });
});

it.each([[['ab\na', 'c 1\nb\nad']], [['a', 'b', '\n', 'ac 1\n', 'b\na', 'd']], [['ab\nac 1\nba\nad\n']]])(
  'keeps whole lines of an answer that comes as %j',
  async (pieces) => {
    const message = { headers: {}, complete: true };
    const response = Object.assign(Readable.from(pieces.map((piece) => Buffer.from(piece))), message);
    const limits = { largestBytes: 100, keptBytes: 100 };
    const { bytes } = await readLines(response as unknown as IncomingMessage, 'GET /metrics', ['a'], limits);
    expect(bytes.toString()).toBe('ab\nac 1\nad');
  },
);

it.each([
  ['the answer as a whole', { metricsBytes: 50_000 }, ['x'.repeat(60), '']],
  ['what is kept', { plainBytes: 20_000 }, ['apiserver_requested_deprecated_apis{a="', '"} 1']],
  ['one line', { plainBytes: 20_000 }, ['', '']],
])('limits %s', async (_it, limits, [before = '', behind = '']) => {
  const world = healthyWorld();
  const lines =
    before === '' ? ['y'.repeat(400_000)] : Array.from({ length: 2_000 }, (_, n) => `${before}${n}${behind}`);
  const server = await startApiServer({ ...world, kube: { ...world.kube, metrics: lines } });
  onTestFinished(() => server.close());
  const access = { server: server.url, ca: server.caPem, headers: async () => ({}) };
  const source = createKubeSource(access, { userAgent: 'test', limits: { ...kubeLimits, ...limits } });
  onTestFinished(() => source.close());
  await expect(source.metrics('apiserver_requested_deprecated_apis{')).rejects.toMatchObject({
    reason: { kind: 'truncated', message: expect.stringContaining('GET /metrics: the answer is larger than') },
  });
});
