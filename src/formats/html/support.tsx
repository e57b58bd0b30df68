import { formatCount } from '../../syntax/english.ts';
import type { Report } from '../../report/schema.ts';
import { WhyNotRead } from './coverage.tsx';
import { Icon } from './icons.tsx';
import { RollbackTime } from './rollback-window.tsx';

type Row = NonNullable<NonNullable<Report['figures']>['support']>[number];

const day = 86_400_000;
/**
 * The time before the first date and after the last one, so that no date is at an edge. Today is one of these dates.
 */
const margin = 60 * day;

/**
 * How long EKS supports the versions of the path: the dates in words, and as lines on one calendar. Below, how long EKS
 * can roll back.
 */
export function Support({ report }: { report: Report }) {
  const rows = rowsOf(report);
  const fact = report.coverage.facts['clusterVersions'];
  const isRead = rows.some(({ standardUntil }) => standardUntil !== null);
  return (
    <section class="card support" aria-label="EKS support">
      <h3>EKS support</h3>
      {isRead ? (
        <Calendar rows={rows} today={report.judgedAt} />
      ) : (
        <p class="unseen">
          <Icon name="unknown" />{' '}
          <span>Not seen: {fact?.ok === false ? <WhyNotRead facts={[fact]} /> : 'no dates were read'}</span>
        </p>
      )}
      <RollbackTime report={report} />
    </section>
  );
}

/** Older reports without figures contain only the dates of the running version. */
function rowsOf({ figures, cluster }: Report): Row[] {
  if (figures?.support !== undefined) return figures.support;
  if (cluster === null) return [];
  const { standardUntil, extendedUntil } = cluster.support;
  return [{ version: cluster.version, standardUntil, extendedUntil }];
}

function Calendar({ rows, today }: { rows: readonly Row[]; today: string }) {
  const span = spanOf(rows, today);
  return (
    <>
      <p class="legend">
        <span class="key key-standard">standard</span> <span class="key key-extended">extended</span>{' '}
        <span class="key key-today">{today.slice(0, 10)}</span>
      </p>
      <ul class="calendar">
        {rows.map((row) => (
          <li key={row.version}>
            <p>
              <strong>{row.version}</strong> <Until kind="standard" date={row.standardUntil} today={today} />{' '}
              <Until kind="extended" date={row.extendedUntil} today={today} />
            </p>
            <Line row={row} span={span} />
          </li>
        ))}
      </ul>
      <Years span={span} />
    </>
  );
}

function Until({ kind, date, today }: { kind: string; date: string | null; today: string }) {
  if (date === null) return <span class="until">{kind} not announced</span>;
  const days = Math.ceil((Date.parse(date) - Date.parse(today.slice(0, 10))) / day);
  return (
    <span class="until">
      {kind} until <time dateTime={date.slice(0, 10)}>{date.slice(0, 10)}</time>
      {Number.isFinite(days) && ' '}
      {Number.isFinite(days) && (
        <span class={days <= 90 ? 'days is-near' : 'days'}>
          {days > 0 ? `${formatCount(days, 'day')} left` : 'ended'}
        </span>
      )}
    </span>
  );
}

interface Span {
  from: number;
  to: number;
  now: number;
}

function spanOf(rows: readonly Row[], today: string): Span {
  const now = Date.parse(today);
  const dates = rows
    .flatMap(({ standardUntil, extendedUntil }) => [standardUntil, extendedUntil])
    .flatMap((date) => (date === null ? [] : [Date.parse(date)]))
    .filter((date) => Number.isFinite(date));
  return { now, from: Math.min(now, ...dates) - margin, to: Math.max(now, ...dates) + margin };
}

/** Where a moment is on the calendar, in percent of its width. */
function placeOf(moment: number, { from, to }: Span): number {
  return Math.round(((moment - from) / (to - from)) * 1000) / 10;
}

/** The years that begin on the calendar, at most the first 12: a reader cannot distinguish more. */
function yearsIn({ from, to }: Span): number[] {
  const first = new Date(from).getUTCFullYear() + 1;
  const last = new Date(to).getUTCFullYear();
  return Array.from({ length: Math.min(12, Math.max(0, last - first + 1)) }, (_, index) => first + index);
}

function Years({ span }: { span: Span }) {
  return (
    <svg class="years" height="14" aria-hidden="true" focusable="false">
      {yearsIn(span).map((year) => (
        <text key={year} x={`${placeOf(Date.UTC(year, 0), span)}%`} y="11" text-anchor="middle">
          {year}
        </text>
      ))}
    </svg>
  );
}

function Line({ row: { standardUntil, extendedUntil }, span }: { row: Row; span: Span }) {
  const standard = standardUntil === null ? 0 : placeOf(Date.parse(standardUntil), span);
  const extended = extendedUntil === null ? standard : placeOf(Date.parse(extendedUntil), span);
  return (
    <svg class="support-line" height="14" aria-hidden="true" focusable="false">
      {yearsIn(span).map((year) => {
        const x = `${placeOf(Date.UTC(year, 0), span)}%`;
        return <line key={year} class="year" x1={x} x2={x} y1="0" y2="14" />;
      })}
      <rect class="standard" width={`${standard}%`} y="2" height="10" />
      <rect class="extended" x={`${standard}%`} width={`${Math.max(0, extended - standard)}%`} y="4" height="6" />
      <line class="today" x1={`${placeOf(span.now, span)}%`} x2={`${placeOf(span.now, span)}%`} y1="0" y2="14" />
    </svg>
  );
}
