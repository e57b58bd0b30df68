import { untilText } from '../../for-checks/rollback-support.ts';
import { findRollbackWindow, timeLeftText, type RollbackWindow } from '../../report/rollback-window.ts';
import type { Report } from '../../report/schema.ts';
import { loadTable } from '../../tables/tables.ts';

/** The days from which the time left is emphasized. */
const nearDays = 2;

/** How much of the rollback window is left, in words and as a bar; null if the report has no window. */
export function RollbackTime({ report }: { report: Report }) {
  const window = findRollbackWindow(report);
  if (window === null) return null;
  const { to, until, days } = window;
  const [words = '', moment = ''] = untilText(until).split(/(?<=until )/);
  const [row] = loadTable('rollback').rows;
  return (
    <div class={`rollback ${barClass(window)}`}>
      <p>
        <strong>Rollback to {to}</strong>: {stateWords(window)}
        <span class={days <= nearDays ? 'days is-near' : 'days'}>{timeLeftText(window)} left</span>, {words}
        <time dateTime={until}>{moment}</time>
      </p>
      {row !== undefined && (
        <svg class="bar" height="10" aria-hidden="true" focusable="false">
          <rect class="track" width="100%" height="10" rx="2" />
          <rect class="value" width={`${toBarWidth(days, row.days)}%`} height="10" rx="2" />
        </svg>
      )}
    </div>
  );
}

function stateWords({ open }: RollbackWindow): string {
  if (open === null) return 'unknown whether it is possible, ';
  return open ? '' : 'blocked now, ';
}

/** The class that colors the bar. */
function barClass({ open }: RollbackWindow): string {
  if (open === null) return 'bar-unknown';
  return open ? '' : 'bar-warn';
}

/** The share of the window in percent; at least 3, so that the last day remains visible. */
function toBarWidth(left: number, days: number): number {
  return Math.min(100, Math.max(3, Math.round((left / days) * 100)));
}
