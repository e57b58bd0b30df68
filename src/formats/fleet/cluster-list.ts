import { entriesText, statusTexts, unknownValue, versionText } from '../../report/fleet/cluster-text.ts';
import { statusesInOrder } from '../../report/fleet/fleet.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import { formatFirst } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { headingIn, paint, wrap } from '../text/layout.ts';
import { detailLines } from './cluster-details.ts';
import { mostRows } from './cluster-table.ts';
import type { ListContext } from './context.ts';
import { statusStyle } from './status-style.ts';

/** How many lines of names of clusters that are not blocked are printed without `--show all`; fewer if many need attention. */
const mostNameLines = { few: 3, many: 2 } as const;
/** How many reasons are printed of many clusters that were not scanned, and how many names with each. */
const mostReasons = 5;

/**
 * The clusters of a narrow terminal, by status: a line for each that needs attention, and below it why; of those that are
 * ready the names. If more clusters than a screen holds need attention, only their names: what they share says why.
 */
export function clusterList(clusters: readonly FleetCluster[], context: ListContext): string[] {
  const isLarge = clusters.filter(({ status }) => status !== 'ready').length > mostRows;
  return statusesInOrder.flatMap((wanted) => {
    const own = clusters.filter(({ status }) => status === wanted);
    return own.length === 0 ? [] : [statusHeading(wanted, own.length, context), ...statusLines(own, isLarge, context)];
  });
}

function statusHeading(status: FleetCluster['status'], count: number, { layout }: ListContext): string {
  const text = statusTexts[status];
  const heading = `${text.charAt(0).toUpperCase()}${text.slice(1)} (${count})`;
  return headingIn(statusStyle(status), heading, layout);
}

function statusLines(own: readonly FleetCluster[], isLarge: boolean, context: ListContext): string[] {
  const [first] = own;
  if (context.layout.all) return own.flatMap((cluster) => clusterLines(cluster, context));
  if (first?.status === 'not-scanned') return reasonLines(own, isLarge, context);
  if (first?.status === 'blocked' && isLarge) return nameLines(own, Infinity, context);
  if (first?.status === 'ready' || isLarge) return nameLines(own, mostNameLines[isLarge ? 'many' : 'few'], context);
  return own.flatMap((cluster) => clusterLines(cluster, context));
}

function clusterLines(cluster: FleetCluster, { fleet, names, layout }: ListContext): string[] {
  const version = versionText(cluster);
  const entries = entriesText(cluster, fleet.gate);
  const said = [...(version === unknownValue ? [] : [version]), ...(entries === undefined ? [] : [entries])];
  const line = said.length === 0 ? names.place(cluster) : `${names.place(cluster)}: ${said.join(', ')}`;
  return [
    ...wrap(line, layout, 4, '  ').map((text) => paint(layout, 'bold', text)),
    ...detailLines(cluster, fleet, 4, layout),
  ];
}

/** Clusters with one reason share its lines. */
function reasonLines(own: readonly FleetCluster[], isLarge: boolean, { names, layout }: ListContext): string[] {
  const byReason = [...grouped(own, ({ reason }) => reason ?? '')].toSorted(([, a], [, b]) => b.length - a.length);
  const shown = isLarge ? byReason.slice(0, mostReasons) : byReason;
  const rest = own.length - shown.reduce((sum, [, those]) => sum + those.length, 0);
  return [
    ...shown.flatMap(([reason, those]) => {
      const named = those.map((cluster) => (those.length === 1 ? names.place(cluster) : names.name(cluster)));
      return wrap(`${isLarge ? formatFirst(named) : named.join(', ')}: ${reason}`, layout, 4, '  ');
    }),
    ...(rest === 0 ? [] : [`  and ${rest} more for other reasons: --show all`]),
  ];
}

const byName = new Intl.Collator('en', { numeric: true });

/** The names in at most so many lines, and how many more there are. */
function nameLines(own: readonly FleetCluster[], most: number, { names, layout }: ListContext): string[] {
  const texts = own.map((cluster) => names.name(cluster)).toSorted(byName.compare);
  const whole = wrap(texts.join(', '), layout, 2);
  if (whole.length <= most) return whole;
  const first = (count: number) =>
    wrap(`${texts.slice(0, count).join(', ')} and ${texts.length - count} more: --show all`, layout, 2);
  let [fits, over] = [1, texts.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (first(middle).length <= most) fits = middle;
    else over = middle;
  }
  return first(fits);
}
