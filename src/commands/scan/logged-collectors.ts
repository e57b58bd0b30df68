import type { Collectors } from '../../collectors/collect.ts';
import type { Grant } from '../../facts/grants.ts';
import { printable } from '../../syntax/printable.ts';
import type { Io } from '../io.ts';
import { defaultLogsMax, parseLogsMax } from '../logs-max.ts';
import type { ScanOptions } from '../options/options.ts';

/**
 * The collectors of a scan with `--with logs`: stderr shows how much the query of the audit log scans, and the query is
 * stopped if it is not done in time.
 * @param soon aborted shortly before the scan's time limit
 */
export async function loggedCollectors(
  collectors: Collectors,
  grants: readonly Grant[],
  { logsMax = defaultLogsMax }: ScanOptions,
  soon: AbortSignal,
  io: Io,
): Promise<Collectors> {
  if (!grants.includes('logs')) return collectors;
  const { auditedCallsWith } = await import('../../collectors/aws/audited-calls.ts');
  const auditedCalls = auditedCallsWith({
    mostBytes: parseLogsMax(logsMax),
    tell: (line) => io.stderr(`eks-preflight: ${printable(line)}\n`),
    signal: soon,
  });
  return { ...collectors, auditedCalls };
}
