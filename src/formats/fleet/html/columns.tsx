import type { ComponentChildren } from 'preact';
import { dollars, statusTexts } from '../../../report/fleet/cluster-text.ts';
import type { Fleet, FleetCluster } from '../../../report/fleet/schema.ts';
import { ageText } from '../../../syntax/dates.ts';
import { describeSupportEnd } from './support.ts';
import { groupName, pathText, unknownMark } from './words.ts';

/** A column after the name of the cluster. */
export interface Column {
  /** Names it in the style sheet, and in the address of the page. */
  key: string;
  head: string;
  /** What its cells are sorted by: their text, the number in it, their time, the age of it, or the status of the row. */
  by: 'text' | 'number' | 'time' | 'age' | 'status';
  /** The first click sorts from high to low. */
  isDown?: boolean;
  /** The filter offers its values. */
  isChosen?: boolean;
  cell(cluster: FleetCluster): ComponentChildren;
}

/** The columns of a fleet, the name of the cluster first. */
export function listColumns(fleet: Fleet): Column[] {
  return [
    { key: 'cluster', head: 'Cluster', by: 'text', cell: ({ name }) => name },
    ...groupColumns(fleet),
    { key: 'account', head: 'Account', by: 'text', isChosen: true, cell: ({ account }) => account ?? unknownMark },
    { key: 'region', head: 'Region', by: 'text', isChosen: true, cell: ({ region }) => region ?? unknownMark },
    { key: 'version', head: 'Version', by: 'text', cell: pathText },
    { key: 'status', head: 'Status', by: 'status', cell: (cluster) => <Status cluster={cluster} /> },
    { key: 'blockers', head: 'Blockers', by: 'number', isDown: true, cell: (cluster) => countText(cluster, 'fail') },
    { key: 'unknowns', head: 'Unknowns', by: 'number', isDown: true, cell: (cluster) => countText(cluster, 'unknown') },
    ...supportColumns(fleet),
    ...ageColumns(fleet),
    ...orderColumns(fleet),
  ];
}

/** A tag has a separate column; account and Region have one anyway. */
function groupColumns(fleet: Fleet): Column[] {
  if (!fleet.groupBy?.startsWith('tag:')) return [];
  const head = groupName(fleet) ?? '';
  return [{ key: 'group', head, by: 'text', isChosen: true, cell: ({ group }) => group ?? unknownMark }];
}

function supportColumns({ madeAt }: Fleet): Column[] {
  const cost = (amount: number | undefined) => (amount === undefined ? unknownMark : dollars(amount));
  return [
    {
      key: 'support',
      head: 'Support ends',
      by: 'time',
      cell: (cluster) => {
        const end = describeSupportEnd(cluster, madeAt);
        if (end === undefined) return unknownMark;
        return (
          <>
            <time>{end.until}</time> <span class={end.tone === 'far' ? 'days' : `days is-${end.tone}`}>{end.text}</span>
          </>
        );
      },
    },
    {
      key: 'cost',
      head: 'Extra cost so far',
      by: 'number',
      isDown: true,
      cell: ({ extraCost }) => cost(extraCost?.untilNow),
    },
    {
      key: 'next',
      head: 'Extra cost next year',
      by: 'number',
      isDown: true,
      cell: ({ extraCost }) => cost(extraCost?.nextYear),
    },
  ];
}

/** The first click shows the oldest report first, and the cluster that changed last. */
function ageColumns({ madeAt }: Fleet): Column[] {
  const age = (iso: string | null) => <Age iso={iso} now={madeAt} />;
  return [
    { key: 'age', head: 'Report age', by: 'age', isDown: true, cell: ({ scannedAt }) => age(scannedAt) },
    { key: 'change', head: 'Last change', by: 'age', cell: ({ changedAt }) => age(changedAt) },
  ];
}

function orderColumns({ order }: Fleet): Column[] {
  const places = new Map(order.map((arn, index) => [arn, index + 1]));
  return [{ key: 'order', head: 'Order', by: 'number', cell: ({ arn }) => places.get(arn ?? '') ?? unknownMark }];
}

/** The status, and the verdict of the report where the gate says something else. */
function Status({ cluster: { status, verdict } }: { cluster: FleetCluster }) {
  const isSame = verdict === null || verdict === status || verdict === 'partial' || status === 'not-scanned';
  return (
    <>
      <span class="status">{statusTexts[status]}</span>
      {!isSame && <span class="own">its report: {verdict}</span>}
    </>
  );
}

/** Counts of a report that does not count are not shown: zero blockers would look like a pass. */
function countText({ status, entries }: FleetCluster, level: 'fail' | 'unknown'): string {
  return status === 'not-scanned' || entries === null ? unknownMark : `${entries[level]}`;
}

function Age({ iso, now }: { iso: string | null; now: string }) {
  if (iso === null) return <>{unknownMark}</>;
  const age = Date.parse(now) - Date.parse(iso);
  return <time dateTime={`${iso.slice(0, 16)}Z`}>{age < 0 ? iso.slice(0, 10) : ageText(age)}</time>;
}
