import { untilStopped } from './stop.ts';

/** Waits for the turn to read a large body. Resolves with a function that ends the turn; further calls do nothing. */
export type Enter = () => Promise<() => void>;

/**
 * Lets large bodies in one at a time, in the order of the calls: each waits until the turn of the one before it ends.
 * The body whose turn it is waits for no other, so there is no deadlock.
 * @param stopped ends the wait
 */
export function oneLargeBody(stopped: AbortSignal): Enter {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const before = last;
    let leave = (): void => undefined;
    last = new Promise<void>((resolve) => (leave = resolve));
    try {
      await untilStopped(stopped, () => before);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  };
}
