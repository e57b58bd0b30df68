import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetMessageSchema, type FleetMessage } from '../../src/schedule/changes/fleet-message.ts';
import { buildPublication } from '../../src/schedule/deliveries/sns.ts';
import { slackMessage } from '../../src/schedule/deliveries/slack.ts';
import { teamsMessage } from '../../src/schedule/deliveries/teams.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';
import { worldTls } from '../world/tls.ts';
import { takeNightLine } from './nightly.ts';
import { startReceiver, type Receiver } from './deliveries/receivers.ts';

/** The built command with several clusters, each scan in its process, and every kind of destination on loopback. */

const topic = 'arn:aws:sns:eu-west-1:111122223333:nights';
const clock = fileURLToPath(new URL('clock.cjs', import.meta.url));
const world = healthyWorld();
const [prod = {}] = Object.values(world.aws.clusters);
const names = ['prod', 'dev', 'stage'];
world.aws.clusters = Object.fromEntries(
  names.map((name) => [name, { ...prod, name, arn: `arn:aws:eks:eu-west-1:111122223333:cluster/${name}` }]),
);

let running: RunningWorld;
let receiver: Receiver;
let aws: Server;
let calls: { to: string; body: string }[] = [];
let env: NodeJS.ProcessEnv;
let day = 0;

beforeAll(async () => {
  [running, receiver] = await Promise.all([startWorld(world), startReceiver()]);
  aws = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const to = String(request.headers['x-amz-target'] ?? 'SNS');
      calls.push({ to, body });
      if (to === 'SNS')
        response.end('<PublishResponse><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>');
      else response.end(JSON.stringify({ Entries: Object(JSON.parse(body)).Entries.map(() => ({ EventId: '1' })) }));
    });
  });
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  const ca = path.join(running.folder, 'ca.pem');
  writeFileSync(ca, worldTls.ca);
  const endpoint = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  const hook = (place: string) => `https://127.0.0.1:${receiver.port}/ok/${place}`;
  env = {
    ...running.env,
    NODE_OPTIONS: `--require "${clock}"`,
    NODE_EXTRA_CA_CERTS: ca,
    EKS_PREFLIGHT_ONLY: 'control-plane/subnets',
    AWS_ENDPOINT_URL_SNS: endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: endpoint,
    SLACK: hook('slack'),
    TEAMS: hook('teams'),
    HOOK: hook('webhook'),
    HOOK_SECRET: `whsec_${Buffer.from('planted-signing-secret-of-32-byte').toString('base64')}`,
  };
});
afterAll(async () => {
  aws?.closeAllConnections();
  await Promise.all([running?.close(), receiver?.close(), new Promise((resolve) => aws?.close(resolve))]);
});

const destinations = `webhook:env:HOOK,slack:env:SLACK,teams:env:TEAMS,events:ops,sns:${topic}`;

async function scan(deliver: string, kill?: string) {
  calls = [];
  receiver.received.length = 0;
  const state = path.join(running.folder, `state-${deliver.length}`);
  const now = new Date(Date.UTC(2026, 10, 20 + (day += 1), 5)).toISOString();
  const ended = await runProcess(['scan', ...names, '--fail-on', 'never', '--state', state, '--deliver', deliver], {
    env: { ...env, EKS_PREFLIGHT_TEST_CLOCK: now },
    cwd: running.folder,
    started: ({ pid }) => (kill === undefined ? undefined : void killScan(pid ?? 0, kill)),
  });
  return takeNightLine(ended);
}

/** Ends the process of one scan as the kernel does if there is no memory left. */
async function killScan(parent: number, cluster: string): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const pids = readOrNothing(`/proc/${parent}/task/${parent}/children`).split(' ').filter(Boolean);
    const found = pids.find((pid) => readOrNothing(`/proc/${pid}/cmdline`).includes(`\0--cluster=${cluster}\0`));
    if (found !== undefined) return void process.kill(Number(found), 'SIGKILL');
    await wait(5);
  }
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const bodies = (place: string): unknown[] =>
  receiver.received.filter(({ url }) => url.endsWith(place)).map(({ body }) => JSON.parse(body) as unknown);
const isFleet = (body: unknown): boolean => Object(body)['kind'] === 'fleet';

describe('a scheduled scan of several clusters', () => {
  it('sends one message more to every destination, and nothing the night after', async () => {
    expect(await scan(destinations)).toMatchObject({ code: 0, stderr: '' });
    const sent = bodies('webhook');
    expect([sent.length, sent.findIndex(isFleet)]).toEqual([4, 3]);
    const fleet: FleetMessage = fleetMessageSchema.parse(sent[3]);
    expect(fleet.clusters.map(({ cluster }) => cluster.name)).toEqual(['dev', 'prod', 'stage']);
    expect(bodies('slack').at(-1)).toEqual(slackMessage(fleet));
    expect(bodies('teams').at(-1)).toEqual(teamsMessage(fleet));
    const last = (to: string) => calls.filter((call) => call.to === to).at(-1)?.body ?? '';
    const { Entries: entries } = JSON.parse(last('AWSEvents.PutEvents')) as { Entries: { Detail: string }[] };
    expect(entries).toMatchObject([{ DetailType: 'Fleet Scan Completed', EventBusName: 'ops' }]);
    expect(JSON.parse(entries[0]?.Detail ?? '')).toEqual(fleet);
    expect(new URLSearchParams(last('SNS')).get('Message')).toBe(buildPublication(fleet, topic).Message);
    expect(await scan(destinations)).toMatchObject({ code: 0, stderr: '' });
    expect([receiver.received.length, calls.length]).toEqual([0, 0]);
  });

  it.runIf(process.platform === 'linux')('reports a scan whose process the system ends', async () => {
    await scan('webhook:env:HOOK');
    const { code } = await scan('webhook:env:HOOK', 'dev');
    const sent = bodies('webhook');
    expect([code, sent.length]).toEqual([0, 1]);
    expect(fleetMessageSchema.parse(sent[0]).clusters).toMatchObject([
      {
        kind: 'could-not-scan',
        message: null,
        cluster: { name: 'dev' },
        error: { message: expect.stringMatching(/^its process was killed \(SIGKILL\)/) as string },
      },
    ]);
  });

  it('prints the messages as lines with --deliver stdout, the one about all clusters last', async () => {
    const { stdout, stderr, code } = await scan('stdout');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string });
    expect([code, stderr, lines.map(({ kind }) => kind)]).toEqual([0, '', ['first', 'first', 'first', 'fleet']]);
  });
});
