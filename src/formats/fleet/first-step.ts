import { statusesInOrder } from '../../report/fleet/fleet.ts';
import type { ClusterNames } from '../../report/fleet/names.ts';
import { listUpdates } from '../../report/fleet/order-text.ts';
import type { Fleet, FleetCluster } from '../../report/fleet/schema.ts';
import { sh } from '../../syntax/shell.ts';

/** What to do first, without a full stop, and the command for it; undefined if there is none. */
export interface FirstStep {
  what: string | undefined;
  command: string | undefined;
}

const todo = {
  blocked: 'see what blocks',
  incomplete: 'see what is unknown in',
  ready: 'see how to update',
} as const;

/** The first cluster of the worst status, or if all are ready the first one to update. */
export function firstStep(fleet: Fleet, names: ClusterNames): FirstStep {
  const cluster = firstCluster(fleet);
  if (cluster === undefined) return { what: undefined, command: undefined };
  const { status, report } = cluster;
  const name = names.name(cluster);
  if (status === 'not-scanned')
    return {
      what: `First: fix why ${name} was not scanned (see above), then scan it again`,
      command: scanCommand(cluster),
    };
  return {
    what: `First: ${todo[status]} ${name}`,
    command: report === null ? scanCommand(cluster) : sh`eks-preflight render ${report}`.text,
  };
}

/** By ARN, which no cluster of another account has; a name alone could be one of another account. */
function scanCommand({ arn }: FleetCluster): string | undefined {
  return arn === null ? undefined : sh`eks-preflight scan ${arn}`.text;
}

function firstCluster(fleet: Fleet): FleetCluster | undefined {
  const [worst] = statusesInOrder
    .filter((status) => status !== 'ready')
    .flatMap((wanted) => fleet.clusters.filter(({ status }) => status === wanted));
  return worst ?? listUpdates(fleet).updates[0];
}
