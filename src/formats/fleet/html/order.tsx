import type { Fleet, FleetCluster } from '../../../report/fleet/schema.ts';
import { statusTexts, supportText } from '../../../report/fleet/cluster-text.ts';
import { nameClusters } from '../../../report/fleet/names.ts';
import { parseGroupBy } from '../../../report/fleet/group-by.ts';
import { formatFirst } from '../../../syntax/english.ts';
import { sentence } from '../../../syntax/markdown.ts';
import { groupName, pathText } from './words.ts';

/** How many clusters are listed; the column of the table has the others. */
const listed = 20;

/** The order in which to update the clusters. */
export function Order({ fleet }: { fleet: Fleet }) {
  const byArn = new Map(fleet.clusters.map((cluster) => [cluster.arn ?? '', cluster]));
  const names = nameClusters(fleet.clusters);
  const first = fleet.order.slice(0, listed).flatMap((arn) => byArn.get(arn) ?? []);
  const isCut = fleet.order.length > listed;
  return (
    <section class="order" id="order" aria-labelledby="order-heading" tabIndex={-1}>
      <h2 id="order-heading">Suggested order</h2>
      <p class="note">{fleet.order.length === 0 ? 'No cluster that was scanned has an update.' : ruleText(fleet)}</p>
      {first.length > 0 && (
        <ol>
          {first.map((cluster) => (
            <li key={cluster.arn}>
              <Step cluster={cluster} name={names.name(cluster)} now={fleet.madeAt} />
            </li>
          ))}
        </ol>
      )}
      {isCut && (
        <p class="note">
          These are the first {listed} of {fleet.order.length}. The column Order of the table has all.
        </p>
      )}
    </section>
  );
}

function ruleText(fleet: Fleet): string {
  const values = fleet.groupBy === null ? [] : (parseGroupBy(fleet.groupBy)?.values ?? []);
  const rule =
    'clusters that are ready come first, then those with the fewest blockers and unknowns; among equals, the one whose standard support ends first.';
  if (values.length === 0) return sentence(rule);
  return `By ${groupName(fleet) ?? 'group'}: ${formatFirst(values, 10)}, then all others. In each, ${rule}`;
}

function Step({ cluster, name, now }: { cluster: FleetCluster; name: string; now: string }) {
  return (
    <>
      <strong>{name}</strong> {pathText(cluster)}, {statusTexts[cluster.status]}
      <span class="note">, {supportText(cluster, now)}</span>
    </>
  );
}
