import type { Facts } from '../../facts/facts.ts';
import {
  defaultFor,
  isOfferedFor,
  listUpdateVersions,
  newestFor,
  resolveListing,
  routeOver,
  withoutDefects,
  type Offered,
} from '../../for-checks/offered.ts';
import { isWithinSkew } from '../../for-checks/skew.ts';
import { compareAddonVersions, isBelow, parseAddonVersion, parseMinor, type Minor } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';

/** One update of an EKS add-on, around an update of the control plane. */
export interface AddonMove {
  from: string;
  /** The versions to update to, one after the other; the last one stays. */
  versions: readonly [string, ...string[]];
  /** The update of the control plane, counted from 0. */
  hop: number;
  /** `at once`: after it, because no version is listed for the version before it and for the one after it. */
  when: 'before' | 'at once' | 'after';
  /** The version of the control plane at that time. */
  minor: Minor;
}

/** The path of the control plane. */
interface Path {
  cluster: Facts['cluster'];
  versions: readonly Minor[];
}

/**
 * The updates of an add-on, so that EKS lists its version for every version of the path and that it ends with the
 * default of the last one, or a newer version. Each version is listed for the control plane of its time, and for the
 * next one if that is possible; none has a known defect.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html
 */
export function listAddonMoves(installed: string, listed: Offered, path: Path): AddonMove[] {
  const offered = withinLimits(listed);
  const moves: AddonMove[] = [];
  const { cluster, versions } = path;
  let current = installed;
  let start = 0;
  for (const [hop, to] of versions.slice(1).entries()) {
    if (!isOfferedFor(offered, to) || resolveListing(offered, current, to, cluster) !== 'no') continue;
    const around = aroundStep(current, offered, { ...path, start, hop, to });
    if (around.length === 0) return moves;
    moves.push(...around);
    current = toLast(moves, current);
    start = moves.at(-1)?.when === 'before' ? (moves.at(-1)?.hop ?? 0) : hop + 1;
  }
  return [...moves, ...toDefault(current, offered, path)];
}

/** The versions for each control plane without a version of the add-on that this control plane does not support. */
export function withinLimits(offered: Offered): Offered {
  const skew = loadTable('skew').rows;
  const floors = loadTable('component-floors').rows;
  const isAllowed = (version: string, cluster: string): boolean => {
    const release = parseAddonVersion(version)?.version;
    const minor = parseMinor(cluster);
    if (release === undefined || minor === undefined) return true;
    if (offered.name === 'kube-proxy') return isWithinSkew(skew, parseMinor(release) ?? minor, minor);
    return !floors.some(
      ({ component, level, from, minimum }) =>
        component === offered.name && level === 'fail' && (from === null || from <= minor) && isBelow(release, minimum),
    );
  };
  const versions = offered.versions.map((row) => ({
    ...row,
    compatibilities: row.compatibilities.filter(({ cluster }) => isAllowed(row.version, cluster)),
  }));
  return { ...offered, versions };
}

/** The updates around one update of the control plane to a version for which the current one is not listed. */
function aroundStep(
  current: string,
  offered: Offered,
  { cluster, versions, start, hop, to }: Path & { start: number; hop: number; to: Minor },
): AddonMove[] {
  const route = routeOver(offered, versions.slice(start), to, cluster);
  const move = (from: string, version: string, minor: Minor, more: Pick<AddonMove, 'hop' | 'when'>): AddonMove => ({
    from,
    versions: inOrder(offered, { from, to: version }, minor, cluster),
    minor,
    ...more,
  });
  if (route.kind === 'none') return [];
  if (route.kind === 'one')
    return [move(current, route.version, route.from, { hop: versions.indexOf(route.from), when: 'before' })];
  const { before, after } = route;
  const isMoved = before !== undefined && before !== current;
  return [
    ...(isMoved ? [move(current, before, to - 1, { hop, when: 'before' as const })] : []),
    move(isMoved ? before : current, longest(offered, versions.slice(hop + 1), cluster) ?? after, to, {
      hop,
      when: 'at once',
    }),
  ];
}

/** The newest version of those that stay listed longest from the first of these versions on. */
function longest(offered: Offered, versions: readonly Minor[], cluster: Facts['cluster']): string | undefined {
  for (let end = versions.length; end > 0; end -= 1) {
    const version = newestFor(offered, versions.slice(0, end), cluster);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** The update to the default of the last version, if the current one is older. */
function toDefault(current: string, offered: Offered, { cluster, versions }: Path): AddonMove[] {
  const minor = versions.at(-1);
  const wanted = minor === undefined ? undefined : defaultFor(offered, minor);
  if (minor === undefined || wanted === undefined || !isOlder(current, wanted)) return [];
  const hop = Math.max(0, versions.length - 2);
  return [
    {
      from: current,
      versions: inOrder(offered, { from: current, to: wanted }, minor, cluster),
      hop,
      when: 'after',
      minor,
    },
  ];
}

function isOlder(installed: string, other: string): boolean {
  const [a, b] = [parseAddonVersion(installed), parseAddonVersion(other)];
  return a !== undefined && b !== undefined && compareAddonVersions(a, b) < 0;
}

function inOrder(...given: Parameters<typeof listUpdateVersions>): AddonMove['versions'] {
  const [first = given[1].to, ...others] = listUpdateVersions(...given);
  return [first, ...others];
}

function toLast(moves: readonly AddonMove[], current: string): string {
  return moves.at(-1)?.versions.at(-1) ?? current;
}

/** What EKS lists for an add-on, without versions that have a known defect; undefined if it was not read. */
export function findOffered(
  name: string,
  { addons, addonVersions }: { addons: Facts['addons']; addonVersions: Facts['addonVersions'] },
): Offered | undefined {
  return withoutDefects(addonVersions, addons, loadTable('addon-releases').rows).find((offer) => offer.name === name);
}
