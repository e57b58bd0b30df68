import { exitCodes } from '../../judge/exit-codes.ts';
import { momentText } from '../../syntax/dates.ts';
import { formatCount, formatList, forCount } from '../../syntax/english.ts';
import { sentence } from '../../syntax/markdown.ts';
import { extraCostText, findSupportEnd, statusTexts, type SupportEnd } from './cluster-text.ts';
import { statusesInOrder } from './fleet.ts';
import type { ClusterNames } from './names.ts';
import type { Fleet, FleetCluster, FleetStatus } from './schema.ts';

/** Texts about a whole fleet, the same in every format. */

const summaryKeys = {
  blocked: 'blocked',
  'not-scanned': 'notScanned',
  incomplete: 'incomplete',
  ready: 'ready',
} as const satisfies Record<FleetStatus, keyof Fleet['summary']>;

/** How many clusters have a status. */
export function summaryCount(summary: Fleet['summary'], status: FleetStatus): number {
  return summary[summaryKeys[status]];
}

/** The status of a fleet: blocked if a cluster is; ready only if all are; not scanned if none was. */
export function toFleetStatus({ clusters, blocked, incomplete, notScanned }: Fleet['summary']): FleetStatus {
  if (notScanned === clusters) return 'not-scanned';
  if (blocked > 0) return 'blocked';
  return incomplete + notScanned > 0 ? 'incomplete' : 'ready';
}

/** The status in capitals, and what it is about: `BLOCKED`, `12 clusters: 4 blocked, 8 ready`. */
export function fleetHeadline({ summary }: Pick<Fleet, 'summary'>): { verdict: string; counts: string } {
  const status = toFleetStatus(summary);
  const all = formatCount(summary.clusters, 'cluster');
  const counts = statusesInOrder.flatMap((one) => {
    const count = summaryCount(summary, one);
    return count === 0 ? [] : [`${count} ${statusTexts[one]}`];
  });
  return {
    verdict: statusTexts[status].toUpperCase(),
    counts: counts.length < 2 ? all : `${all}: ${counts.join(', ')}`,
  };
}

/** When the report was made, which reports count, how long EKS supports the versions, and what that costs. */
export function fleetBasis(fleet: Fleet, names: ClusterNames): string[] {
  return [dateLine(fleet), ...supportLines(fleet, names), ...costLines(fleet)];
}

function dateLine({ madeAt, gate: { maxAge } }: Fleet): string {
  const limit = maxAge === null ? '' : `; reports older than ${maxAge} do not count`;
  return `As of ${momentText(madeAt)}${limit}.`;
}

/** How many clusters are past standard support, and which support ends next. */
function supportLines({ clusters, madeAt }: Fleet, names: ClusterNames): string[] {
  const ends = clusters.flatMap((cluster) => {
    const end = findSupportEnd(cluster, madeAt);
    return end === undefined ? [] : [{ ...end, name: names.name(cluster) }];
  });
  const coming = ends.filter(({ hasEnded }) => !hasEnded);
  const extended = coming.filter(({ kind }) => kind === 'extended').length;
  const ended = ends.length - coming.length;
  const parts = [
    ...(extended === 0 ? [] : [`${formatCount(extended, 'cluster')} in extended support`]),
    ...(ended === 0 ? [] : [`${formatCount(ended, 'cluster')} past the end of support`]),
  ];
  const next = nextEnd(coming, clusters.length);
  return [...(parts.length === 0 ? [] : [`${parts.join(', ')}.`]), ...(next === undefined ? [] : [next])];
}

/** The support that ends next, by which an update must be complete; undefined if it is the same for all clusters. */
function nextEnd(coming: readonly (SupportEnd & { name: string })[], all: number): string | undefined {
  const [next] = coming.toSorted((a, b) => a.days - b.days);
  if (next === undefined) return undefined;
  const { kind, until, days } = next;
  const own = coming.filter((other) => other.until === until && other.kind === kind).map(({ name }) => name);
  if (own.length === all) return undefined;
  return `Next to end: ${kind} support of ${formatList(own)}, ${until} (in ${formatCount(days, 'day')}).`;
}

function costLines({ clusters }: Fleet): string[] {
  const known = clusters.flatMap(({ extraCost }) => extraCost ?? []);
  const unknown = clusters.length - known.length;
  const sum = (key: 'untilNow' | 'nextYear') => known.reduce((total, cost) => total + cost[key], 0);
  const text = extraCostText({ untilNow: sum('untilNow'), nextYear: sum('nextYear') });
  const rest = `unknown for ${formatCount(unknown, 'cluster')}`;
  if (text !== undefined) return [sentence(unknown === 0 ? text : `${text}; ${rest}`)];
  const isRead = ({ status, extraCost }: FleetCluster) => status !== 'not-scanned' && extraCost === null;
  return clusters.some(isRead) ? [`Extra cost of extended support: ${rest}.`] : [];
}

/** `Exit code 1: 4 clusters are blocked.`: how the command ends, and why. */
export function fleetExitText({ exitCode, summary, gate: { failOn } }: Fleet): string {
  const further = failOn.filter((level) => level !== 'fail');
  const option = further.length === 0 ? '' : ` (--fail-on ${further.join(',')})`;
  return `Exit code ${exitCode}${option}: ${exitReason(exitCode, summary)}.`;
}

function exitReason(exitCode: number, { clusters, blocked, incomplete, notScanned }: Fleet['summary']): string {
  const counted = (count: number, verb: readonly [string, string], word: string) =>
    count === 0 ? [] : [`${formatCount(count, 'cluster')} ${forCount(count, ...verb)} ${word}`];
  const isOne = [
    ...counted(blocked, ['is', 'are'], 'blocked'),
    ...(exitCode === exitCodes.blocked ? [] : counted(incomplete, ['is', 'are'], 'incomplete')),
    ...(exitCode === exitCodes.blocked ? [] : counted(notScanned, ['was', 'were'], 'not scanned')),
  ];
  if (exitCode === exitCodes.couldNotRun)
    return clusters === 1 ? 'the cluster was not scanned' : 'no cluster was scanned';
  return isOne.length === 0 ? `${clusters === 1 ? 'the cluster is' : 'all clusters are'} ready` : formatList(isOne);
}
