import { extraCostText, supportText } from '../../report/fleet/cluster-text.ts';
import type { Fleet, FleetCluster } from '../../report/fleet/schema.ts';
import { momentText } from '../../syntax/dates.ts';
import { levelMarks } from '../text/entry.ts';
import { wrap, type Layout } from '../text/layout.ts';

/** How many lines the title of an entry takes at most, without `--show all`. */
const mostLines = 2;

/**
 * What is below the line of a cluster: why it has its status. The reason why it was not scanned is never cut.
 * @param indent spaces before each line
 */
export function detailLines(cluster: FleetCluster, fleet: Fleet, indent: number, layout: Layout): string[] {
  const { reason, first, status } = cluster;
  const said = reason === null ? [] : wrap(reason, layout, indent);
  if (layout.all)
    return [...said, ...entryLines(cluster, indent, layout), ...furtherLines(cluster, fleet, indent, layout)];
  const [worst] = first;
  if (status === 'ready' || worst === undefined) return said;
  return [...said, ...shortened(wrap(entryText(worst), layout, indent + 2, ' '.repeat(indent)))];
}

/** The first entries with their numbers in the report. */
function entryLines({ first }: FleetCluster, indent: number, layout: Layout): string[] {
  return first.flatMap((entry) => {
    const number = `${entry.number}`.padStart(2);
    return wrap(entryText(entry), layout, indent + 4, `${' '.repeat(indent)}${number}  `);
  });
}

function entryText({ level, title }: FleetCluster['first'][number]): string {
  return `${levelMarks[level]} ${title}`;
}

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= mostLines) return [...lines];
  const kept = lines.slice(0, mostLines);
  return [...kept.slice(0, -1), `${(kept.at(-1) ?? '').replace(/[,;:]$/, '')} ...`];
}

/** Support, its cost, and where the report is. */
function furtherLines(cluster: FleetCluster, { madeAt }: Fleet, indent: number, layout: Layout): string[] {
  const { status, extraCost, scannedAt, changedAt, report } = cluster;
  const support = status === 'not-scanned' ? [] : [supportText(cluster, madeAt), extraCostText(extraCost) ?? []].flat();
  const times = [
    ...(scannedAt === null ? [] : [`scanned ${momentText(scannedAt)}`]),
    ...(changedAt === null ? [] : [`findings last changed ${momentText(changedAt)}`]),
  ];
  const lines = [support.join('; '), times.join('; '), report === null ? '' : `report: ${report}`];
  return lines.filter((line) => line !== '').flatMap((line) => wrap(line, layout, indent));
}
