import type { PlannedMessage } from '../../schedule/changes/next-state.ts';
import { toClusterNews } from '../../schedule/changes/cluster-news.ts';
import {
  getsMessages,
  type AnyMessage,
  type Delivery,
  type DeliveryContext,
} from '../../schedule/deliveries/contract.ts';
import { ScanError, type Reason } from '../../facts/reason.ts';
import { sentence } from '../../syntax/markdown.ts';
import { printable } from '../../syntax/printable.ts';
import { printError, type Io } from '../io.ts';
import type { Schedule } from './options.ts';

/** Failures after a scan: each is a line on stderr, printed only once, and does not end the run. */
export interface Failures {
  add(what: string, reason: Pick<Reason, 'message' | 'hint'>): void;
  /** Runs a job; adds a ScanError that it throws, and rethrows any other error. */
  orAdd(what: string, run: () => Promise<void>): Promise<void>;
  any(): boolean;
  /** True if something failed with this name. */
  has(what: string): boolean;
}

export function createFailures(io: Pick<Io, 'stderr' | 'error'>): Failures {
  const lines = new Set<string>();
  const failed = new Set<string>();
  const add = (what: string, { message, hint }: Pick<Reason, 'message' | 'hint'>): void => {
    const said = hint === undefined ? message : `${message}. ${sentence(hint)}`;
    const line = `eks-preflight: ${printable(what)}: ${printable(said)}\n`;
    if (!lines.has(line)) printError(io, line);
    lines.add(line);
    failed.add(what);
  };
  return {
    add,
    any: () => lines.size > 0,
    has: (what) => failed.has(what),
    async orAdd(what, run) {
      try {
        await run();
      } catch (error) {
        if (!(error instanceof ScanError)) throw error;
        add(what, error.reason);
      }
    },
  };
}

/** In the scan of one of several clusters, sends the messages in short to the process that started it. */
export async function announceNews(
  messages: readonly PlannedMessage[],
  { toParent }: Pick<Io, 'toParent'>,
): Promise<void> {
  await toParent?.({
    kind: 'news',
    messages: messages.map(({ news, targets }) => ({ news: toClusterNews(news), targets })),
  });
}

/** What messages are sent with. */
export interface Sending {
  schedule: Schedule;
  context: DeliveryContext;
  failures: Failures;
}

/** A message to send, about one cluster or about several, and its targets. */
type Sendable = Pick<PlannedMessage, 'isSent' | 'targets'> & { news: { message: AnyMessage } };

/**
 * Delivers the page, then all messages at the same time, each to its targets: a message may take a minute, and the
 * state must be written in time.
 * @returns the names of the targets that did not get their message or their page
 */
export async function deliverMessages(
  messages: readonly Sendable[],
  { page, place }: Pick<Delivery, 'page' | 'place'>,
  { schedule: { targets }, context, failures }: Sending,
): Promise<string[]> {
  if (targets.length === 0) return [];
  const { deliverAll } = await import('../../schedule/deliveries/deliver.ts');
  const [first] = messages;
  if (first === undefined) return [];
  const pages = targets.filter((target) => !getsMessages(target));
  const ofPages = await deliverAll({ message: first.news.message, needsMessage: false, page, place }, pages, context);
  const ofMessages = await Promise.all(
    messages.map(({ news: { message }, isSent: needsMessage, targets: names }) => {
      const own = targets.filter((target) => getsMessages(target) && names.includes(target.name));
      return deliverAll({ message, needsMessage, page: null, place }, own, context);
    }),
  );
  const failed = [...ofPages, ...ofMessages.flat()];
  for (const { target, reason } of failed) failures.add(`delivery to ${target} failed`, reason);
  return failed.map(({ target }) => target);
}
