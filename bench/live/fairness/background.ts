/**
 * A child process that occupies seats and takes hardly any CPU: it creates ConfigMaps as a dry run, one after the other
 * on each of its connections, and is itself the webhook that answers the API server after one to three seconds. Sends
 * its port; gets an {@link Occupation}, and keeps that number of requests open from then on.
 */
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../../test/live/http.ts';
import { worldTls } from '../../../test/world/tls.ts';
import type { Stream } from './competitor.ts';

/** How many requests to keep open, and where. */
export interface Occupation extends Stream {
  seats: number;
}

const holdMs = (): number => 1_000 + Math.random() * 2_000;

interface Review {
  apiVersion: string;
  kind: string;
  request: { uid: string };
}

const webhook = createServer({ key: worldTls.key, cert: worldTls.cert }, (request, answer) => {
  void json(request).then(async (review) => {
    const { request: reviewed, ...type } = review as Review;
    await sleep(holdMs());
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ ...type, response: { uid: reviewed.uid, allowed: true } }));
  });
});

let current = new AbortController();

async function occupy({ url, ca, token, seats }: Occupation): Promise<void> {
  current.abort();
  const { signal } = (current = new AbortController());
  const agent = new Agent({ keepAlive: true, ca });
  const path = '/api/v1/namespaces/held/configmaps?dryRun=All';
  const body = { metadata: { generateName: 'held-' } };
  const keepOne = async (): Promise<void> => {
    await sleep(holdMs());
    while (!signal.aborted) {
      const answer = await send(agent, 'POST', `${url}${path}`, { token, body }).catch(() => undefined);
      if (answer?.status !== 201) await sleep(500);
    }
  };
  await Promise.all(Array.from({ length: seats }, keepOne));
  agent.destroy();
}

process.on('message', (occupation: Occupation) => void occupy(occupation));
process.on('disconnect', () => process.exit());
webhook.listen(0, '127.0.0.1', () => process.send?.((webhook.address() as AddressInfo).port));
