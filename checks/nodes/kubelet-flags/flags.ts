import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { FlagPlace } from '../../../src/facts/launch-templates.ts';
import { unknownImage } from '../../../src/for-checks/custom-images.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { Launch, LaunchedGroup } from '../shared/launch.ts';
import { changeUserData, formatGroups, unreadFinding } from '../shared/user-data-fixes.ts';

type Row = Tables['kubelet-flags'][number];
type Here = Pick<Context<'kubelet-flags' | 'managed-changes'>, 'cluster' | 'current' | 'versions' | 'tables'>;

/** A group whose next kubelets do not have a flag that its user data passes. */
interface Refused {
  launch: Launch;
  group: LaunchedGroup;
  row: Row;
  at: Minor;
}

/** The rows about removed flags. That a flag is `false` does not show: one that only must not be true hides no failure. */
export function removedFlags(rows: readonly Row[]): Row[] {
  return rows.filter(({ refused }) => refused !== true);
}

/** The rows that concern kubelets after this one, up to the target; undefined if there are none. */
export function removedAfter(
  kubelet: Minor,
  rows: readonly Row[],
  versions: readonly Minor[],
): { rows: Row[]; at: Minor } | undefined {
  const ahead = rows.filter(({ from }) => from > kubelet && from <= Math.max(...versions));
  const [at] = ahead.map((row) => toStep(row, versions)).toSorted((a, b) => a - b);
  return at === undefined ? undefined : { rows: ahead, at };
}

function toStep({ from }: Row, versions: readonly Minor[]): Minor {
  return versions.find((version) => version >= from) ?? from;
}

/** The flags of user data that the next kubelets of its groups do not have. */
export function judge(launch: Launch, { current, versions, tables }: Here): Refused[] {
  const passed = new Set(launch.boot?.kubeletFlags);
  return launch.groups.flatMap((group) => {
    const rows = removedAfter(group.kubelet ?? current, tables['kubelet-flags'], versions)?.rows ?? [];
    const own = rows.filter(({ flag }) => passed.has(flag));
    return own.map((row) => ({ launch, group, row, at: toStep(row, versions) }));
  });
}

/** The finding for all versions of one launch template, or for one node class. */
export function refusedFinding(refused: readonly [Refused, ...Refused[]], here: Here): Finding {
  const launches = [...new Set(refused.map(({ launch }) => launch))];
  const rows = [...new Set(refused.map(({ row }) => row))].toSorted((a, b) => a.from - b.from);
  const groups = [...new Set(refused.map(({ group }) => group))];
  const newest = launches.reduce((a, b) => ((b.template?.number ?? 0) > (a.template?.number ?? 0) ? b : a));
  const names = rows.map(({ flag }) => `--${flag}`);
  const onlyRefused = removedFlags(rows).length === 0;
  return {
    level: onlyRefused ? 'warn' : 'fail',
    at: Math.min(...refused.map(({ at }) => at)),
    rule: 'removed-flag',
    resource: newest.resource,
    message: `passes ${formatList(rows.map(formatFlag))} to the kubelet: ${onlyRefused ? 'if it is true, ' : ''}new nodes of ${formatGroups(groups)} do not join`,
    evidence: launches.flatMap((launch) => buildEvidence(launch, refused)),
    fix: changeUserData({ ...newest, groups }, edit(newest, names), here),
    links: [...new Set(rows.map(({ source }) => source))],
  };
}

function formatFlag({ flag, from, refused }: Row): string {
  return `--${flag} (${refused === true ? 'rejected' : 'removed'} in ${format(from)})`;
}

const placeTexts: Readonly<Record<FlagPlace, string>> = {
  '--kubelet-extra-args': 'the argument --kubelet-extra-args of bootstrap.sh',
  '-KubeletExtraArgs': 'the parameter -KubeletExtraArgs of the PowerShell script',
  NodeConfig: 'spec.kubelet.flags of the NodeConfig',
  KUBELET_EXTRA_ARGS: 'the variable KUBELET_EXTRA_ARGS',
  'kubelet command': 'the command line of the kubelet',
};

function edit({ boot }: Launch, names: readonly string[]): Advice {
  const where = (boot?.flagsIn ?? []).map((place) => placeTexts[place]);
  return advice`Remove ${formatList(names)} from ${formatList(where) || 'the user data'}.`;
}

function buildEvidence(launch: Launch, refused: readonly Refused[]): Evidence[] {
  const own = refused.filter((one) => one.launch === launch);
  const flags = [...new Set(own.map(({ row }) => `--${row.flag}`))];
  const { kind, name, note } = launch.resource;
  const first = Math.min(...own.map(({ row }) => row.from));
  const required = `flags that kubelet ${format(first)} accepts`;
  const seen = {
    observed: flags.join(', '),
    required,
    fact: launch.fact,
    resource: [kind, name, note].flatMap((part) => part ?? []).join(' '),
  };
  return [seen, ...[...new Set(own.map(({ group }) => group))].flatMap(kubeletOfGroup)];
}

function kubeletOfGroup({ resource: { kind, name }, kubelet, nodes }: LaunchedGroup): Evidence[] {
  if (kubelet === undefined) return [];
  const fact = nodes.length > 0 ? 'nodes' : kind === 'NodeGroup' ? 'nodegroups' : 'karpenterNodeClasses';
  return [{ observed: `kubelet ${format(kubelet)}`, fact, resource: `${kind} ${name}` }];
}

/** Findings for user data that was not read, and for flags that only the kubelet of an unknown AMI could take. */
export function* unknownFindings(launch: Launch, context: Here): Generator<Finding> {
  const { current, versions, tables, cluster } = context;
  const rows = removedFlags(tables['kubelet-flags']);
  if (launch.unread !== undefined) {
    const steps = launch.groups.flatMap(({ kubelet }) => removedAfter(kubelet ?? current, rows, versions)?.at ?? []);
    if (steps.length > 0)
      yield { rule: 'user-data-not-read', at: Math.min(...steps), ...unreadFinding(launch, cluster) };
  }
  const passed = rows.filter(({ flag, from }) => from <= current && launch.boot?.kubeletFlags.includes(flag) === true);
  for (const group of launch.groups) {
    if (group.kubelet === undefined && passed.length > 0) yield unknownKubelet(group, passed, context);
  }
}

function unknownKubelet({ resource, nodegroup }: LaunchedGroup, rows: readonly Row[], here: Here): Finding {
  const rule = 'kubelet-not-known';
  if (nodegroup !== undefined) return { rule, resource, ...unknownImage(nodegroup, here) };
  const flags = formatList(rows.map(formatFlag));
  return {
    level: 'unknown',
    rule,
    resource,
    message: `its user data passes ${flags} to the kubelet, and no node shows the kubelet of its AMI`,
    fix: advice`Remove the flags from the user data, unless the AMI has an older kubelet; or launch a node, and scan while
      it is Ready.`,
  };
}
