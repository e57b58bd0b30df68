import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { nodeClassFacts, ownObjects, poolFacts, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { toEmptyGroups, type EmptyGroup } from '../../../src/for-checks/empty-scaling-groups.ts';
import type { Launch } from '../shared/launch.ts';
import { launchFacts } from '../shared/launches.ts';
import { nodegroupsAtZero, poolsAtZero, scalingGroupsAtZero, type StartedAtZero } from './at-zero.ts';
import { toFinding } from './findings.ts';
import { indexUserData, type UserDataIndex } from './user-data.ts';
import { isLeftAtZero, startedNodes, toVerdict, type Verdict } from './verdicts.ts';

type Tables = Context<'cgroup-versions'>['tables'];
type Given = ObjectFacts & Pick<Facts, 'nodes'> & Partial<Facts>;

const other = 'nodes/amazon-linux-2';

export default defineCheck({
  id: 'nodes/cgroup-v1',
  title: 'Nodes with cgroup v1, which newer kubelets reject',
  short: { 'system-not-known': 'default cgroup version is unknown' },
  task: 'Start nodes with cgroup v2',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `The kubelet of 1.35 does not start on a node with cgroup v1 ("kubelet is configured to not run on a host using
    cgroup v1") unless its configuration contains \`failCgroupV1: false\`. The control plane update does not fail, and a
    running kubelet keeps running: a node with cgroup v1 fails when it is replaced or updated to 1.35.

    The Node object does not report the cgroup version. The check derives it from the operating system, whose default is
    in a table (Ubuntu before 21.10, Debian before 11, Red Hat Enterprise Linux 8 and its derivatives use v1), and from
    user data: of launch templates and of Karpenter's node classes. The kernel parameter
    \`systemd.unified_cgroup_hierarchy\` chooses another version; with \`failCgroupV1: false\`, as in all Bottlerocket
    AMIs, the check only warns. What a custom AMI itself changes is not visible: the fix has a command that prints the
    cgroup version of a node.

    Nodes on Amazon Linux 2 use cgroup v1. The check leaves them to nodes/amazon-linux-2, which fails on the same path,
    unless that check is not selected. It judges hybrid nodes on Amazon Linux 2, because they do not use EKS AMIs. It
    does not judge Windows, Fargate (AWS keeps cgroup v1 there), EKS Auto Mode, virtual kubelets, and nodes whose
    kubelet is already at 1.35 and runs.`,
  fix: advice`Start the listed nodes with cgroup v2 before you update them.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
    'https://kubernetes.io/docs/concepts/architecture/cgroups/',
    'https://github.com/kubernetes/enhancements/issues/5573',
  ],
  needs: ['nodes'],
  uses: [...launchFacts, 'nodeImages', 'emptyAutoScalingGroups', ...poolFacts, ...nodeClassFacts],
  counts: ['nodes'],
  tables: ['cgroup-versions', 'managed-changes'],
  unseenAt({ nodes }, { current, versions, tables }) {
    const at = versions.find((version) => version >= findFrom(tables));
    return at ?? (nodes === undefined ? current : null);
  },

  *run({ ...facts }, { cluster, current, versions, tables, selected }) {
    const from = findFrom(tables);
    const at = versions.find((version) => version >= from);
    if (at === undefined) return;
    const leaves = selected?.has(other) !== false;
    const systems = tables['cgroup-versions'].flatMap((row) => (row.rowKind === 'system' ? [row] : []));
    const index = indexUserData(facts, current);
    const sources = { nodes: facts.nodes, nodegroups: facts.nodegroups ?? [], nodeImages: facts.nodeImages };
    const emptyGroups = toEmptyGroups(facts.emptyAutoScalingGroups ?? [], sources, cluster);
    const reported = new Set<Launch>();
    const atZero = listAtZero(facts, emptyGroups, index, from).filter((one) => !isLeftAtZero(one, leaves));
    for (const started of [...startedNodes(facts.nodes, index, systems, { from, leaves }), ...atZero]) {
      const verdict = toVerdict(started, systems);
      if (verdict === undefined || isRepeated(verdict, reported)) continue;
      yield* toFinding(started, verdict, { at, from, cluster, tables, nodeImages: facts.nodeImages });
    }
    for (const { resource, unknownImageFinding: unknown } of emptyGroups) {
      if (unknown !== undefined) yield { rule: 'system-not-known', at, resource, ...unknown };
    }
  },
});

/** Groups that share user data share the finding for what was not read of it. */
function isRepeated(verdict: Verdict, reported: Set<Launch>): boolean {
  if (verdict.level !== 'unknown' || verdict.because !== 'unread') return false;
  return reported.size === reported.add(verdict.launch).size;
}

function findFrom(tables: Tables): Minor {
  const from = tables['cgroup-versions'].flatMap((row) => (row.rowKind === 'rejected' ? [row.from] : []));
  return Math.min(...from);
}

function listAtZero(
  facts: Given,
  emptyGroups: readonly EmptyGroup[],
  index: UserDataIndex,
  from: Minor,
): StartedAtZero[] {
  const { nodes, nodegroups = [], nodeImages } = facts;
  return [
    ...nodegroupsAtZero({ nodes, nodegroups, nodeImages }, index, from),
    ...scalingGroupsAtZero(emptyGroups, index, from),
    ...poolsAtZero(ownObjects(facts), nodes, index),
  ];
}
