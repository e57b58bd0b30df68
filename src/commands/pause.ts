import { setTimeout as timer } from 'node:timers/promises';
import { stopError } from '../facts/reason.ts';
import { untilStopped } from '../sources/stop.ts';
import type { Io } from './io.ts';

/**
 * Waits.
 * @param ms milliseconds
 * @throws ScanError if a signal ends the command first
 */
export async function pause(ms: number, { pause: own, signal }: Pick<Io, 'pause' | 'signal'>): Promise<void> {
  if (own !== undefined) return untilStopped(signal, () => own(ms));
  try {
    await timer(ms, undefined, { signal });
  } catch {
    throw stopError(signal);
  }
}
