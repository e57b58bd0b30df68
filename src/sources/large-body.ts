import { untilStopped } from './stop.ts';

/** Enters the room, once nobody is in it; what it resolves with leaves it again, and does nothing the second time. */
export type Enter = () => Promise<() => void>;

/**
 * The room for large bodies: one at a time, from the moment it outgrows what every answer may take until it is read.
 * Who is inside waits for nobody, so that nothing can wait in a circle.
 * @param stopped ends the waiting
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
