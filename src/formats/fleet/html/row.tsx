import type { FleetCluster } from '../../../report/fleet/schema.ts';
import { formatCount, formatFirst } from '../../../syntax/english.ts';
import type { Column } from './columns.tsx';
import { findReportLink } from './report-link.ts';

/** How many tags are shown below the name, and how many of the others are folded. */
const shownTags = 4;
const foldedTags = 20;

/** A cluster: its values, and below them what is wrong, and its tags. */
export function Row({ cluster, columns }: { cluster: FleetCluster; columns: readonly Column[] }) {
  const [, ...values] = columns;
  return (
    <tbody data-status={cluster.status}>
      <tr>
        <th scope="row">
          <Name cluster={cluster} />
        </th>
        {values.map(({ key, cell }) => (
          <td key={key}>{cell(cluster)}</td>
        ))}
      </tr>
      <Below cluster={cluster} span={columns.length} />
    </tbody>
  );
}

function Name({ cluster: { name, report } }: { cluster: FleetCluster }) {
  const link = report === null ? undefined : findReportLink(report);
  if (link === undefined) return <>{name}</>;
  return <a href={link}>{name}</a>;
}

/** `team=shop`; without those that AWS sets, which name stacks and templates. */
function listTags({ tags }: FleetCluster): string[] {
  const own = Object.entries(tags ?? {}).filter(([key]) => !key.startsWith('aws:'));
  return own.map(([key, value]) => (value === '' ? key : `${key}=${value}`)).toSorted();
}

interface Line {
  level?: FleetCluster['first'][number]['level'];
  text: string;
}

function Below({ cluster, span }: { cluster: FleetCluster; span: number }) {
  const lines = listLines(cluster);
  const tags = listTags(cluster).slice(0, shownTags);
  if (lines.length + tags.length === 0) return null;
  return (
    <tr class="why">
      <td colSpan={span}>
        <Lines lines={lines} />
        {tags.length > 0 && (
          <p class="tags">
            {tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
          </p>
        )}
      </td>
    </tr>
  );
}

/** The most important line, and the others folded below it. */
function Lines({ lines: [first, ...others] }: { lines: readonly Line[] }) {
  if (first === undefined) return null;
  if (others.length === 0) return <p class={first.level}>{first.text}</p>;
  return (
    <details>
      <summary class={first.level}>{first.text}</summary>
      <ul>
        {others.map(({ level, text }, index) => (
          <li key={index} class={level}>
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Why the cluster was not scanned or is incomplete, its first entries, where its report is, and further tags. */
function listLines(cluster: FleetCluster): Line[] {
  const { reason, first, report } = cluster;
  const entries = first.map(({ level, title }) => ({ level, text: title }));
  const tags = listTags(cluster).slice(shownTags);
  return [
    ...(reason === null ? [] : [{ text: reason }]),
    ...oldLines(cluster),
    ...entries,
    ...moreLines(cluster),
    ...(report === null || findReportLink(report) !== undefined ? [] : [{ text: `Report: ${report}` }]),
    ...(tags.length === 0 ? [] : [{ text: `More tags: ${formatFirst(tags, foldedTags)}` }]),
  ];
}

/** What a report that does not count found; that it found nothing means nothing. */
function oldLines({ status, entries }: FleetCluster): Line[] {
  if (status !== 'not-scanned' || entries === null) return [];
  const { fail, unknown, warn } = entries;
  if (fail + unknown + warn === 0) return [];
  const counts = [formatCount(fail, 'blocker'), `${unknown} unknown`, formatCount(warn, 'warning')];
  return [{ text: `The report that does not count says: ${counts.join(', ')}.` }];
}

function moreLines({ entries, first }: FleetCluster): Line[] {
  if (entries === null) return [];
  const more = entries.fail + entries.unknown + entries.warn - first.length;
  return more > 0 ? [{ text: `and ${formatCount(more, 'more entry', 'more entries')}` }] : [];
}
