import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { Readable } from 'node:stream';
import type { DeserializeMiddleware, FinalizeRequestMiddleware, MiddlewareStack } from '@smithy/types';
import { ScanError, stopError } from '../../facts/reason.ts';
import type { AwsClients } from './contract.ts';
import { announceConnections } from '../announced-connections.ts';
import { withOwnLimits } from '../bounded-agents.ts';
import type { CallUsage, CallLog } from '../kube/contract.ts';
import type { ProxyFor } from '../proxy/environment.ts';
import { throughProxies } from '../proxy/tunnel.ts';
import { oneLargeBody } from '../large-body.ts';
import { createStop, untilStopped } from '../stop.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { answerFlaw, type Wire } from './answer.ts';
import { attachOthers, type GivenAnswers, type OtherScans } from './beside-wire.ts';
import { callName } from './call-name.ts';
import { isThrottled } from './errors.ts';
import { retryable } from './retry.ts';
import { connectionFailure, type Place } from './connection.ts';
import { createHandler, type AwsHandler, type WholeResponse } from './handler.ts';
import type { AwsLimits } from './limits.ts';

/** The options of the wire to AWS. */
export interface WireOptions {
  region: string;
  proxyFor: ProxyFor;
  log?: CallLog | undefined;
  /**
   * Called when a connection is open, just before its first request is sent. Connections to STS and SSO count, those to
   * the instance metadata do not.
   */
  onConnection?: (() => void) | undefined;
  /** Aborted when the scan's time is over. */
  signal?: AbortSignal | undefined;
  /** Longest wait for a connection, in milliseconds. */
  connectMs: number;
  /** Longest silence of one answer, in milliseconds. */
  idleMs: number;
  limits: AwsLimits;
  /** The scans beside this one; undefined for a scan on its own. */
  others?: OtherScans | undefined;
}

/** Keep-alive connections that all clients share, and the middleware for each request on them. */
export interface AwsWire {
  /** For the `requestHandler` of every client, including those inside credential providers. */
  requestHandler: AwsHandler;
  /** Adds logging, the check of answers and the host in error messages to a client's requests. */
  attach(service: keyof AwsClients, stack: MiddlewareStack<never, never>, region: string): void;
  /** Settles as the job does, or rejects with a ScanError once the scan's time is over or the wire is closed. */
  untilStopped<Value>(job: () => Promise<Value>): Promise<Value>;
  close(): void;
}

const SOCKETS = 32;

const jsonServices: ReadonlySet<keyof AwsClients> = new Set([
  'eks',
  'kms',
  'sqs',
  'events',
  'logs',
  'servicequotas',
  'cloudwatch',
]);

/** Opens the wire; no connection is made before the first request. */
export function openWire(options: WireOptions): AwsWire {
  const { log, signal, proxyFor, connectMs, others, onConnection } = options;
  const given: GivenAnswers = new WeakMap();
  const pool = { keepAlive: true, maxSockets: SOCKETS };
  const open = <Any extends PlainAgent>(agent: Any): Any => {
    const opened = throughProxies(withOwnLimits(agent), proxyFor, connectMs);
    return onConnection === undefined ? opened : announceConnections(opened, onConnection);
  };
  const [httpAgent, httpsAgent] = [open(new PlainAgent(pool)), open(new TlsAgent(pool))];
  const stop = createStop(signal);
  const destroy = (): void => {
    httpAgent.destroy();
    httpsAgent.destroy();
  };
  stop.signal.addEventListener('abort', destroy, { once: true });

  return {
    requestHandler: createHandler({ ...options, httpAgent, httpsAgent, enter: oneLargeBody(stop.signal) }),
    attach(service, stack, region) {
      const wire: Wire = service === 's3' ? 'object' : jsonServices.has(service) ? 'json' : 'xml';
      // `override`: credential providers attach again at each renewal.
      stack.add(eachTry(service, region, stop.signal, log, given), {
        name: 'eksPreflightEachTry',
        step: 'finalizeRequest',
        priority: 'low',
        override: true,
      });
      stack.add(lookAtAnswer(service, wire), {
        name: 'eksPreflightLookAtAnswer',
        step: 'deserialize',
        priority: 'low',
        override: true,
      });
      if (others !== undefined) attachOthers(others, given, [service, stack, region]);
    },
    untilStopped: (job) => untilStopped(stop.signal, job),
    close() {
      stop.end(new ScanError({ kind: 'unreachable', message: 'the connection to AWS is closed' }));
      destroy();
    },
  };
}

/**
 * Runs for each try: logs the request, names the host in network errors, and sends nothing once `stopped` is aborted.
 */
function eachTry(
  service: string,
  region: string,
  stopped: AbortSignal,
  log: CallLog | undefined,
  given: GivenAnswers,
): FinalizeRequestMiddleware<never, never> {
  return (next, context) => {
    let tries = 0;
    let failedAt: number | undefined;
    return async (args) => {
      if (stopped.aborted) throw stopError(stopped);
      tries += 1;
      const call = callName(service, context.commandName);
      const started = performance.now();
      const waitedMs = started - (failedAt ?? started);
      const record = (outcome: string, usage?: CallUsage): void =>
        log?.({
          source: 'aws',
          call,
          outcome,
          milliseconds: Math.round(performance.now() - started),
          ...setFields({ usage }),
        });
      try {
        const result = await next(args);
        if (given.has(context)) record('read by another scan');
        else record(String(statusOf(result.output) ?? 'ok'), { isThrottled: false, waitedMs });
        return result;
      } catch (error) {
        const known = stopped.aborted
          ? stopError(stopped)
          : named(error, call, { host: formatHost(args.request), region }, tries);
        const outcome = String(statusOf(known) ?? (known instanceof ScanError ? known.reason.kind : 'unreadable'));
        record(outcome, { isThrottled: isThrottled(error), waitedMs });
        failedAt = performance.now();
        throw known;
      }
    };
  };
}

/** Runs first on an answer: rejects one that is incomplete or does not come from AWS. */
function lookAtAnswer(service: string, wire: Wire): DeserializeMiddleware<never, never> {
  return (next, context) => async (args) => {
    const result = await next(args);
    const { statusCode: status, headers, body } = result.response as WholeResponse;
    const answer = { status, headers, body };
    const flaw = answerFlaw(wire, callName(service, context.commandName), answer);
    if (flaw !== undefined) throw flaw;
    // For the body of an object, the SDK accepts only a stream, and passes it on.
    if (wire === 'object' && status < 300) Object.assign(result.response as object, { body: Readable.from([body]) });
    return result;
  };
}

/** The SDK retries an error if it or its cause is marked as retryable, so the last error has no mark and no cause. */
function named(error: unknown, call: string, place: Place, tries: number): unknown {
  if (error instanceof ScanError) return error;
  const failure = connectionFailure(error, call, place);
  if (failure === undefined) return error;
  const known = new ScanError(failure.reason);
  return tries < failure.tries ? retryable(known) : known;
}

function formatHost(request: unknown): string {
  const { hostname = 'AWS', port } = request as { hostname?: string; port?: number };
  return port === undefined ? hostname : `${hostname}:${port}`;
}

function statusOf(value: unknown): number | undefined {
  const { $metadata } = (value ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
