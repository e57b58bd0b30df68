import type { Fault } from '../world.ts';

/** Returns the faults of the next call. */
export type FaultLine = (permission: string) => readonly Fault['does'][];

/**
 * Counts, for each fault of one running world, the calls that match it.
 * @param faults read at each call, so that a test may change them while the world runs
 * @param side a fault whose `on` is this side applies to every call
 */
export function createFaultLine(faults: () => readonly Fault[], side: 'kube' | 'aws'): FaultLine {
  const seen = new Map<Fault, number>();
  return (permission) => {
    const active: Fault['does'][] = [];
    for (const fault of faults()) {
      if (fault.on !== permission && fault.on !== side) continue;
      const index = seen.get(fault) ?? 0;
      seen.set(fault, index + 1);
      const { from = 0, count = Infinity } = fault;
      if (index >= from && index < from + count) active.push(fault.does);
    }
    return active;
  };
}
