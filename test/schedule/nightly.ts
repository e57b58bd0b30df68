import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageSchema, type Message } from '../../src/schedule/changes/message.ts';
import { setFields } from '../../src/syntax/set-fields.ts';
import { healthyWorld } from '../world/healthy.ts';
import type { Outcome } from '../world/outcome.ts';
import { type RunningWorld, runProcess, startWorld } from '../world/run.ts';
import { worldTls } from '../world/tls.ts';
import type { World } from '../world/world.ts';
import { startBucket, type Bucket } from './bucket.ts';

/** A cluster, a bucket and a receiver, all on loopback, and the command run night after night. */
export interface Nights {
  world: RunningWorld;
  bucket: Bucket;
  /** The messages that the webhook received, in order. */
  messages: Message[];
  /** Called before the webhook answers. */
  onMessage: () => void;
  env: NodeJS.ProcessEnv;
  /** Runs a scan, and takes the line about what it did out of its stderr: the first one on 2026-11-20, each later one a day after the previous one by default. */
  scan(options?: readonly string[], more?: More): Promise<Outcome & { said: string }>;
  close(): Promise<void>;
}

const nightLine = /^eks-preflight: (?:prod|\d+ clusters?): .*exit code \d.*\n/m;

/** Moves the line about what a run did from `stderr` to `said`. */
export function takeNightLine<Ended extends Outcome>(ended: Ended): Ended & { said: string } {
  const [said = ''] = nightLine.exec(ended.stderr) ?? [];
  return { ...ended, stderr: ended.stderr.replace(said, ''), said };
}

interface More {
  day?: number;
  env?: NodeJS.ProcessEnv;
  /** Called with the process when it has started. */
  started?: (child: ChildProcess) => void;
  /** A program and its arguments that start the command. */
  under?: readonly string[];
}

const clock = fileURLToPath(new URL('clock.cjs', import.meta.url));

/** The default options of a scan. */
export const scheduled = ['--state', 's3://reports/eks', '--deliver', 'webhook:env:HOOK'];
/** The bucket's name and the cluster's prefix in the bucket. */
export const home = 'reports/eks/111122223333/eu-west-1/prod/';

export async function startNights(given: World = healthyWorld()): Promise<Nights> {
  const [world, bucket] = await Promise.all([startWorld(given), startBucket()]);
  const ca = path.join(world.folder, 'ca.pem');
  writeFileSync(ca, worldTls.ca);
  const nights: Pick<Nights, 'messages' | 'onMessage'> = { messages: [], onMessage: () => undefined };
  const receiver = createServer({ cert: worldTls.cert, key: worldTls.key }, (request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      nights.messages.push(messageSchema.parse(JSON.parse(body)));
      nights.onMessage();
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const env = {
    ...world.env,
    NODE_OPTIONS: `--require "${clock}"`,
    NODE_EXTRA_CA_CERTS: ca,
    // The findings of the scan do not matter here.
    EKS_PREFLIGHT_ONLY: 'control-plane/version-step,nodes/kubelet-skew',
    AWS_ENDPOINT_URL_S3: bucket.url,
    HOOK: `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook/planted-secret`,
    HOOK_SECRET: `whsec_${Buffer.from('planted-signing-secret-of-32-byte').toString('base64')}`,
  };
  let next = 0;
  return Object.assign(nights, {
    world,
    bucket,
    env,
    async scan(options: readonly string[] = scheduled, more: More = {}) {
      const day = more.day ?? next;
      next = day + 1;
      const now = new Date(Date.UTC(2026, 10, 20 + day, 12)).toISOString();
      const own = { ...env, EKS_PREFLIGHT_TEST_CLOCK: now, ...more.env };
      const outcome = await runProcess(['scan', '--cluster', 'prod', ...options], {
        env: own,
        cwd: world.folder,
        ...setFields({ started: more.started, under: more.under }),
      });
      return takeNightLine(outcome);
    },
    async close() {
      receiver.closeAllConnections();
      await Promise.all([world.close(), bucket.close(), new Promise((resolve) => receiver.close(resolve))]);
    },
  });
}
