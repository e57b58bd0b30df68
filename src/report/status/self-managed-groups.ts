import type { Facts, NodeFact } from '../../facts/facts.ts';
import { ownerText } from '../../for-checks/pods-by-group.ts';
import { grouped } from '../../syntax/grouped.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { format, parseMinor } from '../../syntax/versions.ts';
import { drainedState, isOfBudgets, progressText, toGroupNodes, type GroupNodes, waitText } from './group.ts';
import type { State, StatusGroup } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';

type Refresh = Facts['instanceRefreshes'][number];
type ScalingGroup = Facts['autoScalingGroups'][number];

/** Nodes that EKS does not replace: those of self-managed Auto Scaling groups, and hybrid nodes. */
export function selfManagedGroups(seen: Seen): StatusGroup[] {
  const nodes = valueIn(seen.readings, 'nodes') ?? [];
  const own = nodes.filter(({ computeType }) => computeType === 'self-managed' || computeType === 'hybrid');
  const scaling = (valueIn(seen.readings, 'autoScalingGroups') ?? []).filter(({ nodegroup }) => nodegroup === null);
  const inGroup = new Map(scaling.flatMap((one) => (one.instanceIds ?? []).map((id) => [id, one] as const)));
  const findGroup = (node: NodeFact): ScalingGroup | undefined => inGroup.get(node.instanceId ?? '');
  const byScaling = grouped(
    own.filter((node) => findGroup(node) !== undefined),
    (node) => findGroup(node)?.name ?? '',
  );
  const others = grouped(
    own.filter((node) => findGroup(node) === undefined),
    (node) => ownerText(node) ?? '',
  );
  return [
    ...scaling.flatMap(({ name }) => {
      const refresh = newestRefresh(name, seen);
      const members = byScaling.get(name) ?? [];
      return members.length === 0 && (refresh === undefined || !isOpen(refresh))
        ? []
        : [
            toGroup(
              `Auto Scaling group ${name}`,
              { group: name, refresh, nodes: members, isSeen: seesRefreshes(name, seen) },
              seen,
            ),
          ];
    }),
    ...[...others].map(([name, members]) =>
      toGroup(name, { group: members[0].group, nodes: members, isSeen: members[0].computeType === 'hybrid' }, seen),
    ),
  ];
}

/** Source: the enum InstanceRefreshStatus of EC2 Auto Scaling */
const running = new Set(['Pending', 'InProgress', 'Cancelling', 'RollbackInProgress', 'Baking']);
const failed = new Set(['Failed', 'Cancelled', 'RollbackFailed', 'RollbackSuccessful']);

function runs({ status }: Refresh): boolean {
  return running.has(status);
}

/** A refresh that runs, or did not replace all instances. */
function isOpen({ status }: Refresh): boolean {
  return running.has(status) || failed.has(status);
}

function newestRefresh(group: string, { readings }: Seen): Refresh | undefined {
  const own = (valueIn(readings, 'instanceRefreshes') ?? []).filter((one) => one.group === group);
  return own.find(runs) ?? own.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1))[0];
}

function seesRefreshes(group: string, { readings: { instanceRefreshes } }: Seen): boolean {
  return (
    instanceRefreshes?.ok === true && !(instanceRefreshes.gaps ?? []).some(({ what }) => what.endsWith(` ${group}`))
  );
}

interface Members {
  group: string | null;
  refresh?: Refresh | undefined;
  nodes: readonly NodeFact[];
  /** Its instance refreshes were read. Hybrid nodes have none; without its Auto Scaling group, they are not seen. */
  isSeen: boolean;
}

function toGroup(name: string, { group, refresh, nodes, isSeen }: Members, seen: Seen): StatusGroup {
  const isOld = ({ kubeletVersion, createdAt }: NodeFact): boolean => {
    const kubelet = parseMinor(kubeletVersion);
    const isBefore =
      refresh !== undefined && isOpen(refresh) && refresh.startedAt !== null && (createdAt ?? '9') < refresh.startedAt;
    return isBefore || (kubelet !== undefined && kubelet < seen.version);
  };
  const parts = toGroupNodes(nodes, isOld, seen);
  const state = resolveState(refresh, parts, isSeen);
  return {
    kind: nodes[0]?.computeType === 'hybrid' ? 'hybrid' : 'self-managed',
    name,
    group,
    state,
    text: stateText(name, state, refresh, parts),
    to: parts.nodes.some((node) => node.isOld) ? format(seen.version) : null,
    update: null,
    refresh:
      refresh === undefined
        ? null
        : {
            group: refresh.group,
            id: refresh.id,
            status: refresh.status,
            since: refresh.startedAt,
            percentage: refresh.percentage,
            reason: refresh.reason === null ? null : oneLine(refresh.reason),
          },
    issues: [],
    ...parts,
    notBefore: null,
    next: nextText(state, refresh),
    not:
      state === 'stuck' && isOfBudgets(parts)
        ? '`kubectl drain --disable-eviction`: it deletes the pods regardless of their budgets.'
        : null,
  };
}

/** Without an instance refresh, a cordoned old node that pods do not leave is a drain by hand that stands still. */
function resolveState(refresh: Refresh | undefined, parts: GroupNodes, isSeen: boolean): State {
  const drained = drainedState(parts);
  if (drained === 'stuck') return drained;
  if (refresh !== undefined && runs(refresh)) return 'running';
  if (refresh !== undefined && failed.has(refresh.status) && parts.nodes.some(({ isOld }) => isOld)) return 'failed';
  return drained === 'idle' && !isSeen ? 'unknown' : drained;
}

function stateText(name: string, state: State, refresh: Refresh | undefined, parts: GroupNodes): string {
  if (state === 'stuck') return waitText(name, parts);
  const progress = progressText(parts);
  if (state === 'failed') return `the instance refresh of ${name} ended ${refresh?.status}${progress}`;
  if (refresh !== undefined && runs(refresh)) {
    const done = refresh.percentage === null ? '' : `, ${refresh.percentage}% complete`;
    return `an instance refresh of ${name} is ${refresh.status}${done}${progress}`;
  }
  if (state === 'unknown') return `${name}: not seen whether an instance refresh runs${progress}`;
  return state === 'running'
    ? `${name} has cordoned nodes${progress}`
    : `${name}: nothing replaces its nodes${progress}`;
}

function nextText(state: State, refresh: Refresh | undefined): string | null {
  if (refresh !== undefined && runs(refresh))
    return 'An instance refresh does not drain nodes by itself: a lifecycle hook or a termination handler does.';
  return state === 'stuck'
    ? 'One look does not show whether a drain runs. `kubectl drain` retries until you stop it.'
    : null;
}
