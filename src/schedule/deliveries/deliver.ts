import { ScanError, stopError, type Reason } from '../../facts/reason.ts';
import { oneLine } from '../../syntax/one-line.ts';
import {
  deliveryLimits,
  getsMessages,
  type Deliver,
  type Delivery,
  type DeliveryContext,
  type DeliveryFailure,
  type DeliveryLimits,
  type Target,
} from './contract.ts';

/** See {@link Deliver}. Pages first, because the messages link to them. */
export const deliverAll: Deliver = (delivery, targets, context) =>
  deliverWithin(deliveryLimits, delivery, targets, context);

/** As {@link deliverAll}, with the given limits. */
export async function deliverWithin(
  limits: DeliveryLimits,
  delivery: Delivery,
  targets: readonly Target[],
  context: DeliveryContext,
): Promise<DeliveryFailure[]> {
  const pages = delivery.page === null ? [] : targets.filter((target) => !getsMessages(target));
  const messages = delivery.needsMessage ? targets.filter(getsMessages) : [];
  const failures: DeliveryFailure[] = [];
  for (const together of [pages, messages]) {
    const outcomes = await Promise.all(together.map((target) => deliverTo(target, delivery, context, limits)));
    failures.push(...outcomes.flat());
  }
  return failures;
}

async function deliverTo(
  target: Target,
  delivery: Delivery,
  context: DeliveryContext,
  limits: DeliveryLimits,
): Promise<DeliveryFailure[]> {
  try {
    await within(limits.allMs, context.signal, (signal) => send(target, delivery, { ...context, signal }, limits));
    return [];
  } catch (error) {
    return [{ target: target.name, reason: toReason(error) }];
  }
}

/**
 * Ends an unfinished delivery one second after its limit, even if a target does not respond or the AWS SDK retries. The
 * extra second lets the target report its own failure first.
 */
async function within(ms: number, stopped: AbortSignal, job: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (stopped.aborted) throw stopError(stopped);
  const message = `did not finish within ${Math.round(ms / 1_000)} s`;
  const controller = new AbortController();
  const end = (error: ScanError): void => controller.abort(error);
  const timer = setTimeout(() => end(new ScanError({ kind: 'time-out', message })), ms + 1_000);
  const stop = (): void => end(stopError(stopped));
  stopped.addEventListener('abort', stop, { once: true });
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as ScanError), { once: true });
  });
  try {
    await Promise.race([ended, job(controller.signal)]);
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
  }
}

/** Loads the module of a target only if there is something to send to it. */
async function send(target: Target, delivery: Delivery, context: DeliveryContext, limits: DeliveryLimits) {
  switch (target.kind) {
    case 'file':
      return (await import('./file.ts')).writePages(delivery, target);
    case 's3':
      return (await import('./objects.ts')).putPages(delivery, target, context);
    case 'stdout':
      return (await import('./stdout.ts')).printMessage(delivery, context);
    case 'sns':
      return (await import('./sns.ts')).publish(delivery, target, context);
    case 'events':
      return (await import('./events.ts')).putEvents(delivery, target, context, limits);
    case 'slack':
      return (await import('./slack.ts')).sendSlack(delivery, { ...target, kind: 'slack' }, context, limits);
    case 'teams':
      return (await import('./teams.ts')).sendTeams(delivery, { ...target, kind: 'teams' }, context, limits);
    case 'webhook':
      return (await import('./webhook.ts')).sendWebhook(delivery, target, context, limits);
  }
}

/** An error that is not a ScanError may contain a secret: only its name is shown. */
function toReason(error: unknown): Reason {
  if (error instanceof ScanError) return error.reason;
  const name = error instanceof Error ? oneLine(error.name, 60) : 'error';
  return { kind: 'unreadable', message: `crashed (${name})`, hint: 'Report it with the command line you used.' };
}
