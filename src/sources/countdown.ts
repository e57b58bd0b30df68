/** A time limit for another host; it can be paused while that host waits for this program. */
export interface Countdown {
  hold(): void;
  goOn(): void;
  /** True while it is paused, or ended. */
  rests(): boolean;
  end(): void;
}

/**
 * Starts a countdown.
 * @param ms milliseconds until `onOver`, not counting pauses
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
