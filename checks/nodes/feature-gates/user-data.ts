import type { Context, Evidence, Finding } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Launch, LaunchedGroup } from '../shared/launch.ts';
import { changeUserData, formatGroups, unreadFinding } from '../shared/user-data-fixes.ts';
import { formatGate, formatSetting, isCertain, listRefused, type RefusedGate } from './gates.ts';

type Here = Pick<Context<'feature-gates' | 'managed-changes'>, 'cluster' | 'current' | 'versions' | 'tables'>;

/** A version of a launch template, or a node class, whose gates the next kubelets of a group refuse. */
interface Refused {
  launch: Launch;
  group: LaunchedGroup;
  gates: readonly [RefusedGate, ...RefusedGate[]];
}

/** Findings for user data: of one launch template or node class, in its versions. */
export function* userDataFindings(launches: readonly Launch[], here: Here): Generator<Finding> {
  const [first, ...others] = launches.flatMap((launch) => listOfGroups(launch, here));
  if (first !== undefined) yield refusedFinding([first, ...others], here);
  else for (const launch of launches) yield* unknownFindings(launch, here);
}

function listOfGroups(launch: Launch, { current, versions, tables }: Here): Refused[] {
  return launch.groups.flatMap((group): Refused[] => {
    const set = launch.boot?.featureGates ?? {};
    const [first, ...others] = listRefused(set, group.kubelet ?? current, tables['feature-gates'], versions);
    return first === undefined ? [] : [{ launch, group, gates: [first, ...others] }];
  });
}

function refusedFinding(refused: readonly [Refused, ...Refused[]], here: Here): Finding {
  const newest = refused.reduce((a, b) =>
    (b.launch.template?.number ?? 0) > (a.launch.template?.number ?? 0) ? b : a,
  );
  const gates = [
    ...new Map(refused.flatMap((one) => one.gates.map((gate) => [gate.row.gate, gate] as const))).values(),
  ];
  const groups = [...new Set(refused.map(({ group }) => group))];
  const certain = isCertain(gates);
  const names = formatList(gates.map(({ row }) => row.gate));
  return {
    level: certain ? 'fail' : 'warn',
    at: Math.min(...gates.map(({ at }) => at)),
    rule: 'user-data',
    resource: newest.launch.resource,
    message: `sets the feature ${gates.length === 1 ? 'gate' : 'gates'} ${formatList(gates.map(formatGate))}: ${certain ? 'new nodes' : 'if one of its gates depends on one that is off, new nodes'} of ${formatGroups(groups)} do not join`,
    evidence: refused.map(({ launch, gates: own }) => toEvidence(launch, own)),
    fix: changeUserData(
      { ...newest.launch, groups },
      certain
        ? advice`Remove ${names} from the feature gates in the user data (\`--feature-gates\`, \`featureGates\`).`
        : advice`Replace ${names} with the feature gates that you need, in the user data (\`--feature-gates\`, \`featureGates\`).`,
      here,
    ),
    links: [...new Set(gates.map(({ row }) => row.source))],
  };
}

function toEvidence({ resource: { kind, name, note }, fact }: Launch, gates: readonly RefusedGate[]): Evidence {
  return {
    observed: gates.map(formatSetting).join(', '),
    required: `feature gates that kubelet ${format(Math.min(...gates.map(({ at }) => at)))} knows`,
    resource: [kind, name, note].flatMap((part) => part ?? []).join(' '),
    fact,
  };
}

/** Findings for user data, or gates in it, that were not read, where a version of the path removes gates. */
function* unknownFindings(launch: Launch, { cluster, current, versions, tables }: Here): Generator<Finding> {
  const isGap = launch.unread === undefined && launch.boot !== null && launch.boot.featureGates === undefined;
  if (launch.unread === undefined && !isGap) return;
  const kubelets = launch.groups.map(({ kubelet }) => kubelet ?? current);
  const ahead = tables['feature-gates'].filter(
    ({ from, isGroup }) => isGroup !== true && from > Math.min(...kubelets) && from <= Math.max(...versions),
  );
  if (ahead.length === 0 || kubelets.length === 0) return;
  const first = Math.min(...ahead.map(({ from }) => from));
  const at = versions.find((version) => version >= first) ?? first;
  const unread = launch.unread ?? 'its feature gates come from elsewhere, or this inventory does not contain them';
  yield { rule: 'user-data-not-read', at, ...unreadFinding({ ...launch, unread }, cluster) };
}
