import type { Facts } from '../../facts/facts.ts';
import { findOffered } from './addon-moves.ts';
import { defaultFor, resolveListing } from '../../for-checks/offered.ts';
import { findOffer } from '../../for-checks/rollback-support.ts';
import { isWithinSkew } from '../../for-checks/skew.ts';
import { leavesOut } from '../../judge/verdict.ts';
import { hoursBetween } from '../../syntax/dates.ts';
import { formatCount, formatList, forCount } from '../../syntax/english.ts';
import { format, parseMinor, type Minor } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';
import type { Known, Plan, Task } from './draft.ts';
import { noteNoUpdate } from './no-update-note.ts';
import { findPart } from './parts.ts';
import { readValue } from './read.ts';

/** What to know before the first task, and until when EKS supports the target at the standard price. */
export function planNotes(known: Known, tasks: readonly Task[]): Pick<Plan, 'notes' | 'supportedUntil'> {
  const { path, readings } = known;
  const offers = readValue(readings.clusterVersions)?.versions ?? [];
  const supportedUntil = findOffer(path.target, offers)?.endOfStandardSupport ?? null;
  const ofUpdate =
    path.target < path.current
      ? []
      : [noteOffer(known), noteNoUpdate(known), noteSupport(supportedUntil, known), noteAddons(known, tasks)];
  const notes = [noteSelection(known), ...ofUpdate];
  return { notes: notes.filter((note) => note !== undefined), supportedUntil };
}

/** That tasks may be missing, because checks that can fail were not selected. */
function noteSelection({ results }: Known): string | undefined {
  const left = results.filter((result) => leavesOut('fail', [result])).length;
  return left === 0
    ? undefined
    : `${formatCount(left, 'check')} that can fail ${forCount(left, 'was', 'were')} not selected: tasks may be missing.`;
}

/** That EKS does not offer a version of the path. */
function noteOffer({ found }: Known): string | undefined {
  const refused = found.find((finding) => findPart(finding) === 'path' && finding.level === 'fail');
  return refused === undefined ? undefined : `${refused.message}: choose another target first, and plan again.`;
}

/** The end of the target's standard support, and the newest target that drains each node group only once. */
function noteSupport(until: string | null, known: Known): string | undefined {
  const { path, judgedAt } = known;
  const further = findFurther(known);
  if (further === undefined || path.versions.length < 2) return undefined;
  const once = `With \`--target ${format(further)}\`, each node group is drained once, for all versions up to it.`;
  const days = until === null ? undefined : Math.ceil(hoursBetween(judgedAt, until) / 24);
  if (until === null || days === undefined) return once;
  const day = until.slice(0, 10);
  if (days < 0) return `${format(path.target)} left standard support on ${day}. ${once}`;
  return `${format(path.target)} leaves standard support on ${day}, in ${formatCount(days, 'day')}. ${once}`;
}

/** The newest version that EKS offers after the target and that accepts the kubelets of all managed node groups. */
function findFurther({ cluster, readings, path, found }: Known): Minor | undefined {
  const kubelets = listKubelets(readings, found);
  const offers = readValue(readings.clusterVersions)?.versions ?? [];
  if (kubelets === undefined || kubelets.length === 0) return undefined;
  const skew = loadTable('skew').rows;
  const offered = offers
    .filter(({ clusterType, status }) => (clusterType === 'eks') !== cluster.outpost && status !== 'UNSUPPORTED')
    .flatMap(({ version }) => parseMinor(version) ?? [])
    .filter((minor) => minor > path.target && kubelets.every((kubelet) => isWithinSkew(skew, kubelet, minor)));
  return offered.length === 0 ? undefined : Math.max(...offered);
}

/**
 * The versions of the managed node groups; undefined if one is unknown. Omits groups that a blocker replaces or updates
 * before the control plane: they then have its version.
 */
function listKubelets(readings: Known['readings'], found: Known['found']): Minor[] | undefined {
  const groups = readValue(readings.nodegroups);
  const updated = new Set(found.flatMap(({ level, remedy }) => (level === 'fail' ? (remedy ?? []) : [])));
  const kept = groups?.filter(({ name }) => !updated.has(`update-nodegroup:${name}`));
  const minors = kept?.map(({ version }) => (version === null ? undefined : parseMinor(version)));
  return minors?.every((minor) => minor !== undefined) === true ? minors : undefined;
}

/** The add-ons without a task whose version is the default of the target, or is listed for it. */
function noteAddons({ cluster, readings, path }: Known, tasks: readonly Task[]): string | undefined {
  const addons = readValue(readings.addons) ?? [];
  const known = { addons, addonVersions: readValue(readings.addonVersions) ?? [] };
  const kept = addons.filter(({ name }) => !tasks.some(({ id }) => id.startsWith(`add-on:${name}:`)));
  const isListed = ({ name, version }: Facts['addons'][number], minor: Minor): boolean => {
    const offered = findOffered(name, known);
    return offered !== undefined && resolveListing(offered, version, minor, cluster) === 'yes';
  };
  const isDefault = ({ name, version }: Facts['addons'][number]): boolean => {
    const offered = findOffered(name, known);
    return offered !== undefined && defaultFor(offered, path.target) === version;
  };
  const target = format(path.target);
  const [asDefault, asListed] = [
    kept.filter(isDefault),
    kept.filter((addon) => !isDefault(addon) && path.versions.slice(1).every((minor) => isListed(addon, minor))),
  ];
  const sentences = [...say(asDefault, `the default of ${target}`), ...say(asListed, `listed for ${target}`)];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** `coredns and kube-proxy stay: their versions are the default of 1.34.` */
function say(addons: Facts['addons'], what: string): string[] {
  const names = addons.map(({ name }) => name);
  if (names.length === 0) return [];
  const verb = forCount(names.length, 'stays: its version is', 'stay: their versions are');
  return [`${formatList(names, names.length)} ${verb} ${what}.`];
}
