import { dollars } from '../../../report/fleet/cluster-text.ts';
import { listGroups } from '../../../report/fleet/groups.ts';
import { statusesInOrder } from '../../../report/fleet/fleet.ts';
import type { Fleet, FleetCluster } from '../../../report/fleet/schema.ts';
import { groupName, unknownMark, statusTitle } from './words.ts';

/** How many clusters of each status the groups of `--group-by` have; nothing without the option. */
export function Groups({ fleet }: { fleet: Fleet }) {
  const name = groupName(fleet);
  if (name === null) return null;
  return (
    <section class="groups checks" id="groups" aria-labelledby="groups-heading" tabIndex={-1}>
      <h2 id="groups-heading">By {name === 'Account' ? 'account' : name}</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {['Clusters', ...statusesInOrder.map(statusTitle), 'Extra cost next year'].map((head) => (
                <th key={head} scope="col" class="figure">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listGroups(fleet).map(({ title = '', clusters }) => (
              <Group key={title} name={clusters[0]?.group ?? title} clusters={clusters} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Group({ name, clusters }: { name: string; clusters: readonly FleetCluster[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="figure">{clusters.length}</td>
      {statusesInOrder.map((status) => (
        <td key={status} class="figure">
          {clusters.filter((cluster) => cluster.status === status).length}
        </td>
      ))}
      <td class="figure">{costText(clusters)}</td>
    </tr>
  );
}

/** The sum of what is known, and how many clusters it leaves out. */
function costText(clusters: readonly FleetCluster[]): string {
  const costs = clusters.flatMap(({ extraCost }) => extraCost ?? []);
  if (costs.length === 0) return unknownMark;
  const sum = dollars(costs.reduce((total, { nextYear }) => total + nextYear, 0));
  return costs.length === clusters.length ? sum : `${sum} (${clusters.length - costs.length} unknown)`;
}
