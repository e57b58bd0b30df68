import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Removal } from '../../../src/for-checks/api-removals.ts';

type Objects = Facts['apiObjects'] | undefined;
type Listed = Facts['apiObjects']['kinds'][number];

/** False for Events: programs write them, no chart contains one, and the scan does not list them. */
export function isOfCharts({ resource }: Removal): boolean {
  return resource !== 'events';
}

/**
 * The removals that may affect a release: objects of the kind have Helm metadata, or were not listed. An upgrade
 * creates missing objects of its manifest. If no object of the kind exists, no release contained one at its last
 * upgrade, unless the object was deleted manually since.
 * Source: https://github.com/helm/helm/blob/main/pkg/kube/client.go (update)
 */
export function unclear(removed: readonly Removal[], objects: Objects): Removal[] {
  return removed.filter(isOfCharts).filter((row) => {
    const kind = findListedKind(row, objects);
    return kind === undefined || (kind.count > 0 && kind.helm?.count !== 0);
  });
}

/** The counts of a kind's objects; undefined if the kind was not listed, or is served only in deprecated versions. */
function findListedKind({ api, resource }: Removal, objects: Objects): Listed | undefined {
  const [group = ''] = api.split('/');
  return objects?.kinds.find((kind) => kind.resource === resource && kind.api?.startsWith(`${group}/`) === true);
}

/** Why steps pass although no release was read; undefined if they remove no API version. */
export function clearedBy(removed: readonly Removal[], objects: Objects): string | undefined {
  const kinds = [...grouped(removed, ({ resource }) => resource).values()].map(([row]) => {
    if (!isOfCharts(row)) return `charts hold no ${row.kind}s`;
    const count = findListedKind(row, objects)?.count ?? 0;
    if (count === 0) return `there is no ${row.kind}`;
    return count === 1
      ? `the only ${row.kind} has no Helm metadata`
      : `none of the ${formatCount(count, row.kind)} has Helm metadata`;
  });
  return kinds.length === 0 ? undefined : `Helm releases were not read, but ${formatList(kinds, kinds.length)}`;
}

/**
 * Findings for steps that remove versions that a release may use, if the releases were not requested. One per step, so
 * that an acceptance covers one step only.
 */
export function* unreadFindings(
  removed: readonly Removal[],
  objects: Objects,
  { cluster }: Context<'api-removals'>,
): Generator<Finding> {
  const fix = buildFix(removed, objects);
  const steps = [...grouped(removed, ({ version }) => version)].toSorted(([a], [b]) => a - b);
  for (const [version, rows] of steps) {
    yield {
      level: 'unknown',
      at: version,
      rule: `not-requested:${format(version)}`,
      resource: { kind: 'Cluster', name: cluster.name },
      message: `Helm releases were not read: ${markedText(rows, objects) ?? 'their manifests'} may use API versions that ${format(version)} removes`,
      evidence: buildEvidence(version, rows, objects),
      fix,
      remedy: 'with:secrets',
    };
  }
}

/** `the manifests of shop/cart and edge/web`; undefined if no object has Helm metadata. */
function markedText(rows: readonly Removal[], objects: Objects): string | undefined {
  const releases = listReleases(rows, objects).map(({ namespace, name }) =>
    [namespace, name].filter(Boolean).join('/'),
  );
  return releases.length === 0 ? undefined : `the manifests of ${formatList(releases)}`;
}

function listReleases(rows: readonly Removal[], objects: Objects): NonNullable<Listed['helm']>['releases'] {
  const all = rows.flatMap((row) => findListedKind(row, objects)?.helm?.releases ?? []);
  return [...new Map(all.map((one) => [`${one.namespace}/${one.name}`, one])).values()];
}

function buildEvidence(step: number, rows: readonly Removal[], objects: Objects): Evidence[] {
  const removal: Evidence = {
    observed: `${format(step)} removes ${[...new Set(rows.map(({ api, kind }) => `${api} ${kind}`))].join(', ')}`,
    required: '--with secrets',
    fact: 'helmManifests',
  };
  const marked = [...grouped(rows, ({ resource }) => resource).values()].flatMap(([row]): Evidence[] => {
    const helm = findListedKind(row, objects)?.helm;
    if (helm === undefined) return [];
    return [
      {
        observed: `${formatCount(helm.count, row.kind)} with Helm metadata`,
        required: `no ${row.kind} with Helm metadata`,
        fact: 'apiObjects',
      },
    ];
  });
  return [removal, ...marked];
}

const shownReleases = 5;

function buildFix(removed: readonly Removal[], objects: Objects): Advice {
  const scan = advice`Scan with \`--with secrets\`, which reads the releases of Helm (\`eks-preflight permissions --with
    secrets\` prints the permissions that this needs). Without it, look for these API versions in the output of
    \`helm get manifest\` for each release.`;
  const named = listReleases(removed, objects).slice(0, shownReleases);
  if (named.length === 0) return scan;
  const gets = named.map(({ namespace, name }) =>
    namespace === null ? sh`helm get manifest ${name}` : sh`helm get manifest ${name} --namespace ${namespace}`,
  );
  return advice`${scan} These releases have objects of these kinds:\n${commands(...gets)}`;
}
