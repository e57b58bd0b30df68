import type { Fleet } from '../../../report/fleet/schema.ts';
import { listColumns, type Column } from './columns.tsx';
import { Row } from './row.tsx';

/**
 * The table of clusters. The script of the page puts its filter into `#filter`, and a button for sorting into each
 * head.
 */
export function Clusters({ fleet }: { fleet: Fleet }) {
  const columns = listColumns(fleet);
  return (
    <section class="clusters" id="clusters" aria-labelledby="clusters-heading" tabIndex={-1}>
      <h2 id="clusters-heading">Clusters</h2>
      {fleet.clusters.length === 0 && <p class="note">None.</p>}
      <div id="filter" />
      <table
        aria-labelledby="clusters-heading"
        class={columns.some(({ key }) => key === 'group') ? 'has-group' : undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        {fleet.clusters.map((cluster, index) => (
          <Row key={index} cluster={cluster} columns={columns} />
        ))}
      </table>
    </section>
  );
}

function Head({ column: { key, head, by, isDown, isChosen } }: { column: Column }) {
  return (
    <th
      scope="col"
      class={`of-${key}`}
      data-key={key}
      data-by={by}
      data-down={isDown === true ? '' : undefined}
      data-chosen={isChosen === true ? '' : undefined}
    >
      {head}
    </th>
  );
}
