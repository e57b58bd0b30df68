import { cut } from '../../formats/markdown/shorten.ts';
import { timeLeftClause, windowText } from '../../report/rollback-window.ts';
import { momentText } from '../../syntax/dates.ts';
import { forCount, formatCount, formatFirst } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { sentence } from '../../syntax/markdown.ts';
import { printable } from '../../syntax/printable.ts';
import type { ClusterNews, FleetMessage } from '../changes/fleet-message.ts';
import { clusterLabel, clusterLine, hasOwnLine } from './fleet-lines.ts';
import { toSection, toShownText, type Line, type Room, type Section } from './sections.ts';
import { supportText, type MessageWording, type Mood } from './wording.ts';

/** Maximum characters. */
const longest = { headline: 200, lead: 400, note: 300, name: 80, link: 2_000 } as const;
const most = { notes: 8, regions: 3, rollbacks: 3 } as const;

/** Puts the message about several clusters into words, in the shape of a message about one. */
export function buildFleetWording(message: FleetMessage, room: Room): MessageWording {
  const { link, scannedAt } = message;
  return {
    headline: cut(buildFleetHeadline(message), longest.headline),
    mood: toMood(message),
    lead: buildLead(message).map((text) => cut(text, longest.lead)),
    sections: buildSections(message, room),
    notes: [...rollbackNotes(message), ...supportNotes(message), ...stormNotes(message)]
      .slice(0, most.notes)
      .map((text) => cut(printable(text), longest.note)),
    place: `scanned ${momentText(scannedAt)}`,
    link: link !== null && link.length <= longest.link ? link : null,
  };
}

/** `12 clusters: 4 blocked (1 new), 2 not scanned, 6 ready`. */
export function buildFleetHeadline({ counts, unlisted }: FleetMessage): string {
  const parts: readonly (readonly [number, string, number])[] = [
    [counts.blocked, 'blocked', counts.newlyBlocked],
    [counts.notScanned, 'not scanned', counts.newlyNotScanned],
    [counts.incomplete, 'incomplete', counts.newlyIncomplete],
    [counts.partial, 'partial', 0],
    [counts.ready, 'ready', 0],
  ];
  const statuses = parts.flatMap(([count, word, added]) =>
    count === 0 ? [] : `${count} ${word}${added === 0 ? '' : ` (${added} new)`}`,
  );
  const regions = unlisted.length === 0 ? [] : [`${formatCount(unlisted.length, 'Region')} not listed`];
  const all = [...statuses, ...regions].join(', ');
  return `${counts.clusters === 0 ? 'No cluster scanned' : formatCount(counts.clusters, 'cluster')}: ${all}`;
}

function toMood({ counts, unlisted }: FleetMessage): Mood {
  if (counts.blocked + counts.notScanned + unlisted.length > 0) return 'bad';
  return counts.incomplete + counts.partial > 0 ? 'doubtful' : 'good';
}

function buildLead({ clusters, unlisted, removed }: FleetMessage): string[] {
  const regions = unlisted.slice(0, most.regions).map(({ region, reason }) => {
    const where = region === null ? 'The clusters' : `The clusters of ${toShownText(region, longest.name)}`;
    return sentence(`${where} cannot be listed: ${toShownText(reason, longest.lead)}`);
  });
  const rest = unlisted.length - regions.length;
  const more = rest === 0 ? [] : [`${formatCount(rest, 'more Region')} cannot be listed.`];
  const changed = clusters.filter(hasOwnLine).length;
  const isSame = changed + unlisted.length + removed.length === 0;
  const same = isSame ? ['No finding is new, worse or fixed in any cluster.'] : [];
  return [...regions, ...more, ...same, ...(changed === 0 ? [] : [`${formatCount(changed, 'cluster')} changed.`])];
}

function buildSections({ clusters, removed, counts }: FleetMessage, room: Room): Section[] {
  const isShort = counts.accounts < 2;
  const toMore = (rest: number) => formatCount(rest, 'more cluster');
  const section = (heading: string, items: readonly ClusterNews[]) => {
    const toLine = (one: ClusterNews) => clusterLine(one, { isShort, longest: room.longest });
    return toSection(heading, { items, total: items.length, toLine, toMore }, room);
  };
  const removedLine = (one: FleetMessage['removed'][number]): Line => ({
    label: clusterLabel(one, isShort),
    stops: '',
    title: `last run: ${momentText(one.lastRun)}`,
  });
  return [
    ...section('Changed', clusters.filter(hasOwnLine)),
    ...section(
      'Not scanned',
      clusters.filter(({ verdict }) => verdict === null),
    ),
    ...toSection('No longer found', { items: removed, total: removed.length, toLine: removedLine, toMore }, room),
  ];
}

/** One note for each cluster; from the fourth cluster on, their number. */
function rollbackNotes({ clusters, counts }: FleetMessage): string[] {
  const ending = clusters.flatMap(({ cluster, rollback }) => (rollback === undefined ? [] : [{ cluster, rollback }]));
  const rest = ending.length - most.rollbacks;
  return [
    ...ending.slice(0, most.rollbacks).map(({ cluster, rollback }) => {
      const label = clusterLabel(cluster, counts.accounts < 2);
      return `${label}: ${windowText(rollback)}: ${timeLeftClause(rollback)}.`;
    }),
    ...(rest > 0 ? [`The rollback window ends soon in ${formatCount(rest, 'more cluster')}.`] : []),
  ];
}

/** One note for each end of support, with the clusters that it concerns. */
function supportNotes({ clusters, scannedAt, counts }: FleetMessage): string[] {
  const ends = clusters.flatMap(({ cluster, support }) =>
    support === null ? [] : [{ cluster, text: supportText(support, cluster.version, scannedAt) }],
  );
  return [...grouped(ends, ({ text }) => text)].map(([text, same]) => {
    const names = same.map(({ cluster }) => clusterLabel(cluster, counts.accounts < 2));
    return `${text}: ${formatCount(same.length, 'cluster')}, ${formatFirst(names)}.`;
  });
}

/** One note for each reason outside of the clusters. */
function stormNotes({ clusters }: FleetMessage): string[] {
  const storms = clusters.flatMap((one) =>
    one.storms.map((storm) => ({ ...storm, text: cut(storm.text, longest.note) })),
  );
  return [...grouped(storms, ({ cause, text }) => `${cause}: ${text}`)].map(([said, same]) => {
    const findings = same.reduce((sum, one) => sum + one.findings, 0);
    const where = formatCount(same.length, 'cluster');
    if (findings === 0) return sentence(`Changed in ${where}: ${said}`);
    const what = `${formatCount(findings, 'finding')} in ${where} changed because of ${same[0].text}`;
    return `${what}, not because of the cluster. ${forCount(findings, 'It is', 'They are')} not listed.`;
  });
}
