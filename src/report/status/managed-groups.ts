import type { Facts, NodeFact } from '../../facts/facts.ts';
import { managedLimitMinutes } from '../../for-checks/hold.ts';
import { advice, commands } from '../../syntax/advice.ts';
import { clockText } from '../../syntax/dates.ts';
import { formatList } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { sh } from '../../syntax/shell.ts';
import { parseMinor } from '../../syntax/versions.ts';
import {
  isOfBudgets,
  drainedState,
  isLeaving,
  nodesText,
  progressText,
  standsStill,
  toAction,
  toGroupNodes,
  type GroupNodes,
  waitText,
} from './group.ts';
import type { State, StatusGroup, StatusUpdate } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';
import { currentUpdate, hasFailed, isRunning, issueTexts, toStatusUpdate } from './updates.ts';

type Nodegroup = Facts['nodegroups'][number];
type Update = Facts['nodegroupUpdates'][number];

/** The managed node groups; those that were listed by their nodes only if EKS did not describe them. */
export function managedGroups(seen: Seen): StatusGroup[] {
  const { readings } = seen;
  const described = valueIn(readings, 'nodegroups') ?? [];
  const nodes = (valueIn(readings, 'nodes') ?? []).filter(({ computeType }) => computeType === 'managed');
  const byGroup = grouped(nodes, ({ group }) => group ?? '');
  const undescribed = [...byGroup.keys()].filter((name) => !described.some((one) => one.name === name));
  return [
    ...described.map((one) => toGroup(one.name, one, byGroup.get(one.name) ?? [], seen)),
    ...undescribed.map((name) => toGroup(name, undefined, byGroup.get(name) ?? [], seen)),
  ];
}

function toGroup(name: string, described: Nodegroup | undefined, nodes: readonly NodeFact[], seen: Seen): StatusGroup {
  const { updates, isWhole } = findUpdates(name, seen);
  const found = currentUpdate(updates);
  const update = found === undefined ? null : toStatusUpdate(found);
  const runs = described?.status === 'UPDATING' || (found !== undefined && isRunning(found));
  const wanted = isOpen(found) ? wantedVersion(found) : seen.version;
  const parts = toGroupNodes(nodes, (node) => isOld(node, found, wanted, seen), seen);
  const state = resolveState({ described, found, runs, parts, seen, isWhole });
  const waits = runs && state === 'stuck';
  return {
    kind: 'managed',
    name: `node group ${name}`,
    group: name,
    state,
    text: stateText(state, { name, described, update, runs, parts }),
    to: state === 'idle' || state === 'unknown' ? null : (update?.to ?? null),
    update,
    refresh: null,
    issues: issueTexts(described?.healthIssues),
    ...parts,
    actions:
      isOpen(found) && state === 'failed'
        ? [...parts.actions, againAction(name, found, described, seen)]
        : parts.actions,
    notBefore: waits ? endsNotBefore(parts, nodes, update?.since) : null,
    next: replacesNodes(found) ? nextText({ runs, state, parts, nodes, seen, since: update?.since }) : null,
    not:
      (waits || state === 'failed') && isOfBudgets(parts)
        ? '`--force`: it deletes the pods regardless of their budgets.'
        : null,
  };
}

/** The updates of a group that were read, and whether these are all. */
function findUpdates(name: string, { readings }: Seen): { updates: Update[]; isWhole: boolean } {
  const reading = readings.nodegroupUpdates;
  if (reading?.ok !== true) return { updates: [], isWhole: false };
  const hasGap = (reading.gaps ?? []).some(({ what }) => what.endsWith(` ${name}`));
  return { updates: reading.value.filter(({ nodegroup }) => nodegroup === name), isWhole: !hasGap };
}

/** An update of the version that runs, or did not do what it was started for. */
function isOpen(update: Update | undefined): update is Update {
  return update !== undefined && (isRunning(update) || hasFailed(update)) && update.type === 'VersionUpdate';
}

/** The version to which an update leads; 0 if it changes only the image or the launch template. */
function wantedVersion({ version }: Update): number {
  return parseMinor(version ?? '') ?? 0;
}

/** Nodes from before the update, and those of an earlier version than the one that they should have. */
function isOld(
  { createdAt, kubeletVersion }: NodeFact,
  update: Update | undefined,
  wanted: number,
  { now }: Seen,
): boolean {
  const isBefore = isOpen(update) && update.createdAt !== null && (createdAt ?? now) < update.createdAt;
  const kubelet = parseMinor(kubeletVersion);
  return isBefore || (kubelet !== undefined && kubelet < wanted);
}

interface Judged {
  name: string;
  described: Nodegroup | undefined;
  found: Update | undefined;
  runs: boolean;
  parts: GroupNodes;
  seen: Seen;
}

/** An update that was not seen may replace nodes. */
function replacesNodes(update: Update | undefined): boolean {
  return update === undefined || update.type === 'VersionUpdate';
}

function resolveState({
  described,
  found,
  runs,
  parts,
  seen,
  isWhole,
}: Omit<Judged, 'name'> & { isWhole: boolean }): State {
  if (runs) return replacesNodes(found) && standsStill(parts) ? 'stuck' : 'running';
  if (/FAILED|DEGRADED/.test(described?.status ?? '')) return 'failed';
  if (['CREATING', 'DELETING'].includes(described?.status ?? '')) return 'running';
  if (found !== undefined && hasFailed(found) && isOpen(found)) {
    if (seen.readings.nodes?.ok !== true) return 'unknown';
    if (parts.nodes.some((node) => node.isOld)) return 'failed';
  }
  const drained = drainedState(parts);
  if (drained !== 'idle') return drained;
  return described === undefined || !isWhole ? 'unknown' : 'idle';
}

function stateText(
  state: State,
  {
    name,
    described,
    update,
    runs,
    parts,
  }: Pick<Judged, 'name' | 'described' | 'runs' | 'parts'> & { update: StatusUpdate | null },
): string {
  const group = `node group ${name}`;
  if (state === 'stuck') return waitText(group, parts);
  if (state === 'failed') {
    const codes = update?.errors.map(({ code }) => code) ?? [];
    if (described !== undefined && described.status !== 'ACTIVE')
      return `${group} is ${described.status}: ${formatList((described.healthIssues ?? []).map(({ code }) => code)) || 'EKS reports no issue'}`;
    return `${group}: ${formatList(codes) || `update ${update?.status ?? 'Failed'}`}`;
  }
  if (state === 'unknown' && update !== null && hasFailed(update) && described !== undefined)
    return `${group}: its last update ended ${update.status}; its nodes were not seen`;
  if (state === 'unknown')
    return described === undefined
      ? `${group} was not seen`
      : `${group} is ${described.status}; its updates were not seen`;
  if (state === 'idle') return `${group}: no update runs${progressText(parts)}`;
  if (!runs && described !== undefined && described.status !== 'ACTIVE') return `${group} is ${described.status}`;
  if (!runs) return `${group} has cordoned nodes${progressText(parts)}`;
  return `${group}: ${nodesText(parts)}`;
}

/**
 * EKS cordons all old nodes at once, and drains some of them: no node fails before its cordon plus the limit.
 * @param since the start of the update: a node may have been cordoned by hand before
 */
function endsNotBefore({ nodes }: GroupNodes, facts: readonly NodeFact[], since: string | null = null): string | null {
  const waiting = new Set(nodes.filter(({ state }) => state === 'waits').map(({ name }) => name));
  const [first] = facts.flatMap((node) => (waiting.has(node.name) ? (node.cordonedSince ?? []) : [])).toSorted();
  if (first === undefined) return null;
  const from = since !== null && Date.parse(since) > Date.parse(first) ? since : first;
  return new Date(Date.parse(from) + managedLimitMinutes * 60_000).toISOString();
}

function nextText({
  runs,
  state,
  parts,
  nodes,
  seen,
  since,
}: Pick<Judged, 'runs' | 'parts' | 'seen'> & {
  state: State;
  nodes: readonly NodeFact[];
  since: string | null | undefined;
}): string | null {
  if (state === 'failed' || !runs) return null;
  const cancel = 'The update cannot be cancelled.';
  if (parts.nodes.length > 0 && !parts.nodes.some(isLeaving))
    return `EKS fails the update with NodeCreationFailure if new nodes are not Ready within ${managedLimitMinutes} minutes. ${cancel}`;
  if (state !== 'stuck') return `EKS waits up to ${managedLimitMinutes} minutes for the pods of each node. ${cancel}`;
  const until = endsNotBefore(parts, nodes, since);
  const begins = (end: string): string =>
    since !== undefined && since !== null && Date.parse(end) - Date.parse(since) === managedLimitMinutes * 60_000
      ? 'the update began'
      : 'the cordon';
  const fails = 'fail the update with PodEvictionFailure';
  if (until === null) return `If pods are left after ${managedLimitMinutes} minutes, EKS will ${fails}. ${cancel}`;
  return until > seen.now
    ? `EKS will ${fails} not before ${clockText(until, seen.now)} (${managedLimitMinutes} min after ${begins(until)}). ${cancel}`
    : `EKS may ${fails} at any time (${managedLimitMinutes} min after ${begins(until)} passed at ${clockText(until, seen.now)}). ${cancel}`;
}

/** EKS takes no version for a group with a custom AMI. Other changes of an update are not in its facts. */
function againAction(
  group: string,
  { id, version, status }: Update,
  described: Nodegroup | undefined,
  { cluster }: Seen,
): StatusGroup['actions'][number] {
  const first =
    status === 'Cancelled' ? advice`Start the update again` : advice`Remove the cause, then start the update again`;
  const of = sh`--region ${cluster.region} --name ${cluster.name} --nodegroup-name ${group} --update-id ${id}`;
  if (version === null || described?.amiType === 'CUSTOM')
    return toAction(
      advice`${first} with the same parameters.\n${commands(sh`aws eks describe-update ${of} --query update.params`)}`,
    );
  const where = sh`--region ${cluster.region} --cluster-name ${cluster.name} --nodegroup-name ${group}`;
  return toAction(
    advice`${first}.\n${commands(sh`aws eks update-nodegroup-version ${where} --kubernetes-version ${version}`)}`,
  );
}
