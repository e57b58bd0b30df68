/** Runs a job when its turn comes, in the order of the calls; settles as the job does. */
export type InTurn = <Value>(job: () => Promise<Value>) => Promise<Value>;

/** Lets at most `width` jobs run at once. */
export function atMost(width: number): InTurn {
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
