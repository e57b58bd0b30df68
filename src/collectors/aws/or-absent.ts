import { ScanError } from '../../facts/reason.ts';

/** Undefined if the requested object does not exist. */
export async function orAbsent<Value>(request: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof ScanError && error.reason.kind === 'absent') return undefined;
    throw error;
  }
}
