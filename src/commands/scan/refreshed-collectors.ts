import type { Collectors } from '../../collectors/collect.ts';
import type { Reason } from '../../facts/reason.ts';
import { printable } from '../../syntax/printable.ts';
import { refreshInsights } from '../../sources/aws/refresh-insights.ts';
import type { Io } from '../io.ts';

/**
 * The collectors of a scan with `--refresh-insights`: EKS refreshes its insights before they are read. If that fails,
 * stderr shows why, and they are judged by their age.
 */
export function refreshedCollectors(collectors: Collectors, signal: AbortSignal, io: Io): Collectors {
  const { insights } = collectors;
  return {
    ...collectors,
    insights: {
      ...insights,
      async collect(sources, facts) {
        const { name } = await facts.read('cluster');
        const reason = await refreshInsights(sources.aws, name, signal);
        if (reason !== undefined) io.stderr(`${printable(refusalLine(reason))}\n`);
        return insights.collect(sources, facts);
      },
    },
  };
}

function refusalLine({ permission, message }: Reason): string {
  const why = permission === undefined ? message : `missing permission ${permission}`;
  return `eks-preflight: could not refresh the insights (--refresh-insights), so they are judged by their age: ${why}`;
}
