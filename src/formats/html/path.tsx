import { formatCount } from '../../syntax/english.ts';
import type { Report } from '../../report/schema.ts';
import { pathRows, rowVerdict, type PathRow } from '../text/steps-table.ts';
import { Icon } from './icons.tsx';

/** Today's state and each step, in order, as stations of one line. */
export function Path({ report }: { report: Report }) {
  return (
    <section class="path" aria-labelledby="path-heading">
      <h2 id="path-heading">Path</h2>
      <ol>
        {pathRows(report).map((row) => (
          <Station key={row.move} row={row} />
        ))}
      </ol>
    </section>
  );
}

function Station({ row }: { row: PathRow }) {
  const { move, verdict, counts } = row;
  const found = [
    ...(counts.fail === 0 ? [] : [formatCount(counts.fail, 'blocker')]),
    ...(counts.unknown === 0 ? [] : [`${counts.unknown} unknown`]),
    ...(counts.warn === 0 ? [] : [formatCount(counts.warn, 'warning')]),
  ];
  return (
    <li class={`station is-${verdict}`}>
      <Icon name={verdictIcon(verdict)} />
      <p class="move">{move.replaceAll('->', '→')}</p>
      <p class="state">{rowVerdict(row)}</p>
      <p class="found">{found.length === 0 ? 'no findings' : found.join(', ')}</p>
    </li>
  );
}

function verdictIcon(verdict: string): 'ready' | 'partial' | 'incomplete' | 'blocked' {
  return verdict === 'ready' || verdict === 'partial' || verdict === 'incomplete' ? verdict : 'blocked';
}
