import type { Collectors, FactReader } from '../../collectors/collect.ts';
import type { Grant } from '../../facts/optional-grants.ts';
import type { Reason } from '../../facts/reason.ts';
import type { Sources } from '../../sources/sources.ts';
import { refreshInsights } from '../../sources/aws/refresh-insights.ts';
import { printable } from '../../syntax/printable.ts';
import type { Deadline } from '../deadline.ts';
import type { Io } from '../io.ts';
import { defaultLogsMax, parseLogsMax } from '../logs-max.ts';
import type { ScanOptions } from '../options/options.ts';

/** What the collectors of a live scan depend on, besides its sources. */
interface LiveScan {
  options: ScanOptions;
  grants: readonly Grant[];
  deadline: Pick<Deadline, 'signal' | 'soon'>;
  io: Io;
}

/** The collectors of a live scan: some options replace one. */
export async function resolveCollectors(collectors: Collectors, scan: LiveScan): Promise<Collectors> {
  return {
    ...collectors,
    ...(await resolveNamespaces(scan)),
    ...(await resolveAuditedCalls(scan)),
    ...resolveInsights(collectors, scan),
  };
}

/** `--team-label`: namespaces keep the value of that label, and of no other. */
async function resolveNamespaces({ options: { teamLabel } }: LiveScan): Promise<Partial<Collectors>> {
  if (teamLabel === undefined) return {};
  const { namespacesWith } = await import('../../collectors/kube/namespaces.ts');
  return { namespaces: namespacesWith(teamLabel) };
}

/**
 * `--with logs`: stderr shows how much the query of the audit log scans, and the query is stopped if it is not done
 * shortly before the time limit.
 */
async function resolveAuditedCalls({ options, grants, deadline, io }: LiveScan): Promise<Partial<Collectors>> {
  if (!grants.includes('logs')) return {};
  const { auditedCallsWith } = await import('../../collectors/aws/audited-calls.ts');
  const auditedCalls = auditedCallsWith({
    mostBytes: parseLogsMax(options.logsMax ?? defaultLogsMax),
    notify: (line) => io.stderr(`eks-preflight: ${printable(line)}\n`),
    signal: deadline.soon,
  });
  return { auditedCalls };
}

/**
 * `--refresh-insights`: EKS refreshes its insights once before those of updates and of a rollback are read. If that
 * fails, stderr shows why, and they are judged by their age.
 */
function resolveInsights(
  { insights, rollbackInsights }: Collectors,
  { options, deadline, io }: LiveScan,
): Partial<Collectors> {
  if (options.refreshInsights !== true) return {};
  let refreshed: Promise<void> | undefined;
  const refresh = async ({ aws }: Sources, facts: FactReader<'cluster'>): Promise<void> => {
    const { name } = await facts.read('cluster');
    const reason = await refreshInsights(aws, name, deadline.signal);
    if (reason !== undefined) io.stderr(`${printable(refusalLine(reason))}\n`);
  };
  const refreshOnce = (sources: Sources, facts: FactReader<'cluster'>): Promise<void> =>
    (refreshed ??= refresh(sources, facts));
  return {
    insights: {
      ...insights,
      async collect(sources, facts) {
        await refreshOnce(sources, facts);
        return insights.collect(sources, facts);
      },
    },
    rollbackInsights: {
      ...rollbackInsights,
      async collect(sources, facts) {
        await refreshOnce(sources, facts);
        return rollbackInsights.collect(sources, facts);
      },
    },
  };
}

function refusalLine({ permission, message }: Reason): string {
  const why = permission === undefined ? message : `missing permission ${permission}`;
  return `eks-preflight: could not refresh the insights (--refresh-insights), so they are judged by their age: ${why}`;
}
