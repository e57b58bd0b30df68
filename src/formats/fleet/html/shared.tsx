import type { Fleet, FleetCluster, SharedProblem } from '../../../report/fleet/schema.ts';
import { formatCount, formatFirst } from '../../../syntax/english.ts';
import { grouped } from '../../../syntax/grouped.ts';
import { levelWord } from '../../html/icons.tsx';
import { packRows } from './bits.ts';
import { nameClusters, type ClusterNames } from '../../../report/fleet/names.ts';

/** How many problems are shown; the others are folded below them. */
const shownProblems = 10;
/** How many clusters of a problem are named; its button shows all of them in the table. */
const namedClusters = 12;

/** Problems that several clusters have: one cause, fixed once. */
export function Shared({ fleet }: { fleet: Fleet }) {
  const { shared, clusters } = fleet;
  const known: Known = {
    names: nameClusters(clusters),
    rows: new Map(clusters.flatMap(({ arn }, row) => (arn === null ? [] : [[arn, row] as const]))),
    clusters,
    keys: toKeys(shared),
  };
  const rest = shared.slice(shownProblems);
  return (
    <section class="shared" id="shared" aria-labelledby="shared-heading" tabIndex={-1}>
      <h2 id="shared-heading">What clusters share</h2>
      <p class="note">
        {shared.length === 0
          ? 'No problem was found in more than one cluster.'
          : 'Problems that several clusters have: blockers first, then unknowns, then warnings; in each, those of most clusters first.'}
      </p>
      <Problems problems={shared.slice(0, shownProblems)} known={known} />
      {rest.length > 0 && (
        <div class="folded">
          <details>
            <summary>{formatCount(rest.length, 'more problem')}</summary>
            <Problems problems={rest} known={known} />
          </details>
        </div>
      )}
    </section>
  );
}

interface Known {
  /** What the address of the page names a problem by. */
  keys: ReadonlyMap<SharedProblem, string>;
  names: ClusterNames;
  /** The row of each cluster, by ARN. */
  rows: ReadonlyMap<string, number>;
  clusters: readonly FleetCluster[];
}

/** Check, rule and level; with a number if several problems have the same ones. */
function toKeys(shared: readonly SharedProblem[]): Map<SharedProblem, string> {
  const alike = grouped(shared, ({ check, rule, level }) => [check, rule ?? '', level].join(' '));
  const keyed = [...alike].flatMap(([key, same]) =>
    same.map((problem, index) => [problem, index === 0 ? key : `${key} ${index + 1}`] as const),
  );
  return new Map(keyed);
}

function Problems({ problems, known }: { problems: readonly SharedProblem[]; known: Known }) {
  if (problems.length === 0) return null;
  return (
    <ul class="problems">
      {problems.map((problem, index) => (
        <Problem key={index} problem={problem} known={known} />
      ))}
    </ul>
  );
}

function Problem({ problem, known }: { problem: SharedProblem; known: Known }) {
  const { check, rule, level, title, clusters: arns } = problem;
  const rows = arns.flatMap((arn) => known.rows.get(arn) ?? []);
  const names = arns.map((arn) => known.names.byArn(arn));
  return (
    <li data-level={level} data-problem={known.keys.get(problem)} data-rows={packRows(rows, known.clusters.length)}>
      <p class="what">
        <span class="level">{levelWord(level)}</span> <span class="title">{title}</span>
      </p>
      <p class="many">{formatCount(arns.length, 'cluster')}</p>
      <p class="note">
        {check}
        {rule === null ? '' : ` (${rule})`}: {formatFirst(names, namedClusters)}
      </p>
    </li>
  );
}
