import { deliverWithin } from '../../../src/schedule/deliveries/deliver.ts';
import type { DeliveryContext, DeliveryLimits } from '../../../src/schedule/deliveries/contract.ts';
import { parseTargets } from '../../../src/schedule/deliveries/targets.ts';
import type { Message } from '../../../src/schedule/changes/message.ts';

/** Runs deliveries in a separate process: Node reads NODE_EXTRA_CA_CERTS at startup. */

export interface Job {
  id: number;
  targets: string[];
  env: Record<string, string>;
  message: Message;
  limits: DeliveryLimits;
  /** Milliseconds until the delivery is stopped. */
  stopAfter?: number;
}

export interface Outcome {
  id: number;
  failures: { target: string; kind: string; message: string; hint: string | undefined }[];
  log: string[];
  stdout: string;
  milliseconds: number;
}

process.on('message', (job: Job) => void run(job).then((outcome) => process.send?.(outcome)));

async function run({ id, targets, env, message, limits, stopAfter }: Job): Promise<Outcome> {
  const log: string[] = [];
  let stdout = '';
  const stop = new AbortController();
  if (stopAfter !== undefined) setTimeout(() => stop.abort(), stopAfter);
  const context: DeliveryContext = {
    env,
    userAgent: 'eks-preflight/0.2.0',
    aws: () => Promise.reject(new Error('no AWS here')),
    encryption: null,
    signal: stop.signal,
    log: (line) => log.push(line),
    stdout: (text) => (stdout += text),
  };
  const delivery = { message, needsMessage: true, page: null, place: '' };
  const started = performance.now();
  const failures = await deliverWithin(limits, delivery, parseTargets(targets, env), context);
  return {
    id,
    failures: failures.map(({ target, reason: { kind, message: text, hint } }) => ({
      target,
      kind,
      message: text,
      hint,
    })),
    log,
    stdout,
    milliseconds: performance.now() - started,
  };
}
