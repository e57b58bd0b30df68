import { parseGroupBy } from '../../../report/fleet/group-by.ts';
import { statusesInOrder } from '../../../report/fleet/fleet.ts';
import type { Fleet, FleetCluster } from '../../../report/fleet/schema.ts';
import { grouped } from '../../../syntax/grouped.ts';
import { dollars, groupName, unknownMark, statusTitle } from './words.ts';

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
            {listGroups(fleet).map(([group, clusters]) => (
              <Group key={group} name={group ?? unknownMark} clusters={clusters} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The groups in the order of the update, then the others by name; clusters without a group last. */
function listGroups({ clusters, groupBy }: Fleet): [string | null, readonly FleetCluster[]][] {
  const values = groupBy === null ? [] : (parseGroupBy(groupBy)?.values ?? []);
  const place = (group: string | null) => {
    if (group === null) return values.length + 1;
    const at = values.indexOf(group);
    return at === -1 ? values.length : at;
  };
  const groups = [...grouped(clusters, ({ group }) => group)];
  return groups.toSorted(([a], [b]) => place(a) - place(b) || ((a ?? '') < (b ?? '') ? -1 : 1));
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
