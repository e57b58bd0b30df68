/** A time limit that can be held: what we wait for ourselves is not on the other side's time. */
export interface Countdown {
  hold(): void;
  goOn(): void;
  /** True while it is held, or ended. */
  rests(): boolean;
  end(): void;
}

/**
 * Starts a countdown.
 * @param ms milliseconds until `onOver`, less what it is held for
 */
export function startCountdown(ms: number, onOver: () => void): Countdown {
  let left = ms;
  let started = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onOver, left);
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    hold() {
      if (timer === undefined) return;
      stop();
      left -= performance.now() - started;
    },
    goOn() {
      if (timer !== undefined) return;
      started = performance.now();
      timer = setTimeout(onOver, Math.max(0, left));
    },
    rests: () => timer === undefined,
    end: stop,
  };
}
