import type { WireAnswer } from './answer.ts';

/** Messages to and from another process. */
export interface Channel {
  send(message: unknown): void;
  listen(heard: (message: unknown) => void, ended: () => void): void;
}

/** What a scan says to the process that runs several: `key` is a request, or an action that AWS throttles. */
export type ScanMessage =
  | { says: 'wants' | 'waits'; id: number; key: string }
  | { says: 'read'; key: string; answer: WireAnswer | null }
  | { says: 'tried'; key: string; isThrottled: boolean };

/** The reply to `wants`: an answer, or `go` if the scan is to read it for all; to `waits`: `go`. `alone` to both: neither. */
export interface Reply {
  id: number;
  reply: 'go' | 'alone' | WireAnswer;
}

/** The first message to a scan: other programs that start this one do not reply. */
export const greeting = 'eks-preflight: a scan beside others';

/** The longest wait for an answer that another scan reads, in milliseconds. */
const longestWaitMs = 60_000;

/** What a scan shares with the scans beside it. */
export interface Beside {
  /**
   * Runs `read` with the answer that another scan got to the same request; otherwise without, for the other scans, too.
   * `read` returns null as the answer if there is none to share.
   */
  share<Result>(key: string, read: (known?: WireAnswer) => Promise<Shared<Result>>): Promise<Result>;
  /**
   * Waits for the turn of a throttled call.
   * @returns what to call after the try; undefined if the call is on its own
   */
  turn(key: string): Promise<((isThrottled: boolean) => void) | undefined>;
}

/** A result and the answer that it was read from. */
export interface Shared<Result> {
  result: Result;
  answer: WireAnswer | null;
}

/** Joins the scans beside this one. Before the greeting and once the channel has ended, the scan is on its own. */
export function joinOthers(channel: Channel): Beside {
  const pending = new Map<number, (reply: Reply['reply']) => void>();
  let isJoined = false;
  let last = 0;
  const say = (message: ScanMessage): void => channel.send(message);
  const ask = (says: 'wants' | 'waits', key: string): Promise<Reply['reply']> =>
    new Promise((resolve) => {
      if (!isJoined) return resolve('alone');
      const id = ++last;
      const timer = says === 'wants' ? setTimeout(() => pending.get(id)?.('alone'), longestWaitMs) : undefined;
      pending.set(id, (reply) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(reply);
      });
      say({ says, id, key });
    });
  const end = (): void => {
    isJoined = false;
    for (const settle of pending.values()) settle('alone');
  };
  channel.listen((message) => {
    if (message === greeting) isJoined = true;
    else if (isJoined) pending.get((message as Reply).id)?.((message as Reply).reply);
  }, end);
  return {
    async share(key, read) {
      const reply = await ask('wants', key);
      if (typeof reply === 'object') return (await read(reply)).result;
      let answer: WireAnswer | null = null;
      try {
        const shared = await read();
        ({ answer } = shared);
        return shared.result;
      } finally {
        if (reply === 'go') say({ says: 'read', key, answer });
      }
    },
    async turn(key) {
      if ((await ask('waits', key)) !== 'go') return undefined;
      return (isThrottled) => say({ says: 'tried', key, isThrottled });
    },
  };
}
