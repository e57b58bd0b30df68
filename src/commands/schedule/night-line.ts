import type { PlannedMessage } from '../../schedule/changes/next-state.ts';
import { getsMessages, type Target } from '../../schedule/deliveries/contract.ts';
import type { Report } from '../../report/schema.ts';
import { momentText } from '../../syntax/dates.ts';
import { printable } from '../../syntax/printable.ts';
import type { Io } from '../io.ts';

/** What a scheduled run did. */
export interface Night {
  /** The cluster, or how many. */
  who: string;
  exitCode: number;
  /** The earlier scan that this one is compared with, ISO 8601; null if there is none. */
  comparedTo: string | null;
  hasChanged: boolean;
  messages: readonly Pick<PlannedMessage, 'isSent' | 'targets'>[];
  targets: readonly Target[];
  /** The targets that did not get their message or their page. */
  failed: readonly string[];
  /** Where reports and state are kept; undefined: nowhere. */
  place: string | undefined;
}

/** Says in one line on stderr what a scheduled run did: a night without news prints nothing else. */
export function sayNight({ who, exitCode, comparedTo, hasChanged, ...done }: Night, { stderr, toParent }: Io): void {
  if (toParent !== undefined) return;
  const since = comparedTo === null ? '' : ` since ${momentText(comparedTo)}`;
  const news = hasChanged ? `exit code ${exitCode}` : `nothing changed${since}, exit code ${exitCode}`;
  stderr(`${printable(`eks-preflight: ${who}: ${[news, ...describeDone(done)].join('; ')}`)}\n`);
}

/** Says what a scheduled scan of one cluster did. */
export function sayScanNight(
  { exitCode }: Pick<Report, 'exitCode'>,
  done: Pick<Night, 'who' | 'targets' | 'failed' | 'place'> & { messages: readonly PlannedMessage[] },
  io: Io,
): void {
  const comparedTo = done.messages[0]?.news.message.comparedTo ?? null;
  const hasChanged = done.messages.some(({ news }) => news.message.kind !== 'unchanged');
  sayNight({ ...done, exitCode, comparedTo, hasChanged }, io);
}

function describeDone({ messages, targets, failed, place }: Pick<Night, 'messages' | 'targets' | 'failed' | 'place'>) {
  const isDone = (name: string): boolean => !failed.includes(name);
  const pages = targets.filter((target) => !getsMessages(target)).map(({ name }) => name);
  const sent = messages.flatMap((one) => (one.isSent ? one.targets : [])).filter(isDone);
  const written = pages.filter(isDone);
  const expectsMessages = targets.length > pages.length;
  return [
    ...(sent.length > 0 ? [`message sent to ${sent.join(', ')}`] : []),
    ...(expectsMessages && !messages.some(({ isSent }) => isSent) ? ['no message sent'] : []),
    ...(written.length > 0 ? [`page written to ${written.join(', ')}`] : []),
    ...(place === undefined ? [] : [`report kept in ${place}`]),
  ];
}
