import { discoversSubnets } from '../../for-checks/addon-permissions.ts';
import { updateAddon } from '../../for-checks/eks-addon.ts';
import { afterPermissions } from '../../for-checks/permissions-first.ts';
import { compareRights } from '../../for-checks/release-permissions.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';
import { advice, type Advice } from '../../syntax/advice.ts';
import { format, parseAddonVersion } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';
import { toEntries } from '../entries.ts';
import { addonConditions } from './addon-conditions.ts';
import { addonFindings } from './addon-findings.ts';
import { addonNotes, undoAddon, type AddonUpdate } from './addon-notes.ts';
import { findOffered, listAddonMoves, type AddonMove } from './addon-moves.ts';
import { controlPlaneId } from './control-plane-tasks.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { fixTask } from './fix-task.ts';
import { holdId } from './hold-task.ts';
import { managedFields } from './managed.ts';
import { managedAddon } from './managed-objects.ts';
import { readValue } from './read.ts';
import { stoppedBy } from './stops.ts';

type Addon = Facts['addons'][number];

/** The update of an add-on, with the findings that it closes. */
interface Planned extends AddonUpdate {
  closed: readonly ReportedFinding[];
  /** The id of the task with the update before this one. */
  earlier: string | undefined;
}

/** A task for each update of an EKS add-on, and one for each blocker about an add-on that no update fixes. */
export function addonTasks(known: Known): Draft[] {
  const addons = readValue(known.readings.addons) ?? [];
  const updates = addons.flatMap((addon) => updateTasks(addon, known));
  const closed = new Set(updates.flatMap(({ closes }) => closes));
  const left = addons
    .flatMap(({ name }) => addonFindings(name, known))
    .filter(({ level, fingerprint }) => level !== 'warn' && !closed.has(fingerprint));
  return [...updates, ...toEntries(left, known.steps).map((entry) => fixTask(entry, known))];
}

function updateTasks(addon: Addon, known: Known): Draft[] {
  const addonVersions = readValue(known.readings.addonVersions) ?? [];
  const found = addonFindings(addon.name, known);
  const offered = findOffered(addon.name, { addons: readValue(known.readings.addons) ?? [], addonVersions });
  // A finding that is accepted, or none (Auto Mode has its own add-ons): the version stays.
  const isNeeded = found.some((finding) => finding.level === 'fail' || isAfter(finding));
  if (offered === undefined || !isNeeded) return [];
  const { cluster, path } = known;
  const moves = listAddonMoves(addon.version, offered, { cluster, versions: path.versions });
  return moves.map((move, index) =>
    updateTask(
      { addon, offered, move, closed: selectClosed(found, moves, index), earlier: idBefore(addon, moves, index) },
      known,
    ),
  );
}

function idBefore(addon: Addon, moves: readonly AddonMove[], index: number): string | undefined {
  const before = moves[index - 1];
  return before === undefined ? undefined : addonId(addon.name, before);
}

/** The first update before the control plane closes what comes before it; the last update closes the rest. */
function selectClosed(
  found: readonly ReportedFinding[],
  moves: readonly AddonMove[],
  index: number,
): ReportedFinding[] {
  const first = moves.findIndex(({ when }) => when === 'before');
  const last = moves.length - 1;
  return found.filter((finding) => {
    if (finding.level === 'unknown') return false;
    const isBefore = !isAfter(finding);
    if (finding.level === 'fail' && first < 0) return false;
    return (isBefore && first >= 0 ? first : last) === index;
  });
}

/** The id of the task that updates an add-on to a version. */
function addonId(name: string, { versions }: Pick<AddonMove, 'versions'>): string {
  return `add-on:${name}:${versions.at(-1) ?? versions[0]}`;
}

function updateTask(planned: Planned, known: Known): Draft {
  const { addon, move, closed, earlier } = planned;
  const { hop, when, minor } = move;
  const reached = known.path.versions.indexOf(minor) > 0;
  const isFailure = closed.some(({ level }) => level === 'fail');
  const stops = stoppedBy(closed, known);
  const how = toHow(howToUpdate(planned, known));
  return draftTask({
    id: addonId(addon.name, move),
    kind: 'add-on',
    title: `Update add-on ${addon.name}`,
    hop,
    ...toPlace(addon, move),
    at: reached ? { component: 'kubernetes', version: format(minor) } : null,
    closes: closed.map(({ fingerprint }) => fingerprint),
    stops:
      isFailure && when === 'before' ? ['control-plane', ...stops.filter((area) => area !== 'control-plane')] : stops,
    after: [
      ...(reached ? [controlPlaneId(minor)] : []),
      ...(reached && when === 'after' ? [holdId(minor)] : []),
      ...(earlier === undefined ? [] : [earlier]),
    ],
    from: move.from,
    to: move.versions.at(-1) ?? null,
    ...managedFields([managedAddon(addon.name, known)], how, 'aws'),
    how,
    done: addonConditions(addon.name, move.versions.at(-1) ?? move.versions[0], known),
    notes: addonNotes(planned, known),
    ...undoAddon(planned, known),
  });
}

/** kube-proxy comes after the nodes: it must never be newer than the control plane, and need not be as new. */
function toPlace({ name }: Addon, { when }: AddonMove): Pick<Draft, 'stage' | 'rank'> {
  if (when === 'before') return { stage: 'add-on-before', rank: 0 };
  if (name === 'kube-proxy') return { stage: 'software', rank: 2 };
  return when === 'at once' ? { stage: 'hold', rank: -1 } : { stage: 'add-on-after', rank: 0 };
}

/** The permissions that the new versions need, then the commands. */
function howToUpdate({ addon, move }: Planned, { cluster, readings }: Known): Advice {
  const { versions } = move;
  const needs = compareRights(loadTable('release-permissions').rows, readValue(readings.componentRights), {
    component: addon.name,
    from: parseAddonVersion(move.from)?.version ?? null,
    releases: versions.map((version) => parseAddonVersion(version)?.version ?? version),
    ...discoversSubnets(readValue(readings.vpcCni)),
  });
  const steps = versions.length > 1 ? advice`, one minor version at a time` : advice``;
  const updated = { component: addon.name, copy: { namespace: 'kube-system', addon: addon.name } };
  return afterPermissions(
    needs,
    updated,
    advice`Update the add-on${steps}. EKS replaces its pods, and keeps the settings that you changed (\`PRESERVE\`).\n${updateAddon(cluster, addon, versions)}\nThe commands wait until the update is \`Successful\`, and fail with its errors otherwise.`,
  );
}
