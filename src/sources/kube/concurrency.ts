/** Runs a job when fewer than the gate's width are running, in the order of asking; settles as the job does. */
export type Gate = <Value>(job: () => Promise<Value>) => Promise<Value>;

/** Opens a gate for at most `width` jobs at once. */
export function createGate(width: number): Gate {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (job) => {
    if (free > 0) free--;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
