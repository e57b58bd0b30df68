import { advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import type { FactName, Facts } from '../../../src/facts/facts.ts';
import { hasCustomImage, unknownImage } from '../../../src/for-checks/custom-images.ts';
import { nodeEvidence } from '../../../src/for-checks/node-owners.ts';
import { buildReplaceRemedy } from '../../../src/for-checks/node-replacement.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { Launch } from '../shared/launch.ts';
import { unreadFinding } from '../shared/user-data-fixes.ts';
import type { StartedAtZero } from './at-zero.ts';
import { look, systemFix, userDataFix } from './fixes.ts';
import type { Verdict } from './verdicts.ts';

interface Here {
  at: Minor;
  from: Minor;
  cluster: Facts['cluster'];
  tables: Pick<Tables, 'managed-changes'>;
  nodeImages: Facts['nodeImages'] | undefined;
}

/** The finding for nodes of one owner, or for a group without nodes. */
export function* toFinding(started: StartedAtZero, verdict: Verdict, here: Here): Generator<Finding> {
  if (verdict.level !== 'unknown') yield refusedFinding(started, verdict, here);
  else if (verdict.because === 'unseen') yield unseenFinding(started, here);
  else if (verdict.because === 'system') yield* systemUnknown(started, here);
  else yield { rule: 'user-data-not-read', at: here.at, ...unreadFinding(verdict.launch, here.cluster) };
}

function refusedFinding(
  started: StartedAtZero,
  { level, launch }: Exclude<Verdict, { level: 'unknown' }>,
  here: Here,
): Finding {
  const { at, from } = here;
  const { resource, osImage } = started;
  const cause =
    launch === undefined
      ? `runs ${osImage}, which uses cgroup v1 by default`
      : `user data of ${formatLaunch(launch)} chooses cgroup v1`;
  const effect =
    level === 'fail'
      ? `the kubelet of ${format(from)} does not start`
      : `the kubelet of ${format(from)} only starts because failCgroupV1 is false`;
  return {
    level,
    at,
    rule: 'cgroup-v1',
    short: level === 'fail' ? 'kubelet does not start with cgroup v1' : 'cgroup v1 is deprecated',
    resource,
    ...(launch === undefined ? buildReplaceRemedy(resource) : {}),
    message: `${cause}: ${effect}`,
    evidence: buildEvidence(started, launch),
    fix: launch === undefined ? systemFix(started, from, here) : userDataFix(launch, here),
  };
}

/** The operating system uses cgroup v1; another finding says why the user data was not seen. */
function unseenFinding(started: StartedAtZero, here: Here): Finding {
  const { at, from } = here;
  const { resource, osImage } = started;
  return {
    level: 'unknown',
    at,
    rule: 'cgroup-v1',
    short: 'unknown whether its kubelet starts',
    resource,
    message: `runs ${osImage}, which uses cgroup v1 by default; unknown whether user data changes this, or sets failCgroupV1`,
    evidence: buildEvidence(started, undefined),
    fix: systemFix(started, from, here),
  };
}

/** What shows the operating system of a group without nodes. */
const groupFacts: Readonly<Record<string, FactName>> = {
  managed: 'nodegroups',
  'self-managed': 'emptyAutoScalingGroups',
  karpenter: 'karpenterNodeClasses',
};

function formatLaunch({ resource: { kind, name, note } }: Launch): string {
  return kind === 'LaunchTemplate' ? `launch template ${name}, ${note ?? ''},` : `${kind} ${name}`;
}

function buildEvidence(
  { nodes, resource, osImage, computeType }: StartedAtZero,
  launch: Launch | undefined,
): Evidence[] {
  const required = 'cgroup v2';
  if (launch !== undefined) {
    const observed = 'systemd.unified_cgroup_hierarchy=0';
    return [{ observed, required, fact: launch.fact, resource: formatLaunch(launch).replace(/,$/, '') }];
  }
  if (nodes.length > 0) return nodeEvidence(nodes, resource, required, (node) => node.osImage);
  return [{ observed: osImage ?? 'unknown', required, fact: groupFacts[computeType] ?? 'nodes' }];
}

/** One cause is one entry: all nodes with one unknown operating system, or all groups with one AMI. */
function* systemUnknown(started: StartedAtZero, here: Here): Generator<Finding> {
  const { resource, nodes, osImage = '', nodegroup, computeType } = started;
  const rule = 'system-not-known';
  if (nodegroup !== undefined && osImage === '' && hasCustomImage(nodegroup)) {
    // Otherwise, the finding that reports the missing names of AMIs covers it.
    if (here.nodeImages !== undefined) yield { rule, at: here.at, resource, ...unknownImage(nodegroup, here) };
    return;
  }
  const isPool = nodes.length === 0 && computeType === 'karpenter';
  const hidden = isPool
    ? 'its node class selects AMIs whose operating system no node shows'
    : 'the node does not report its operating system';
  yield {
    level: 'unknown',
    at: here.at,
    rule,
    resource,
    message: osImage === '' ? hidden : `runs ${osImage}, whose default cgroup version is unknown`,
    remedy: isPool ? `show-image:${resource.kind}/${resource.name}` : `show-cgroup-version:${osImage}`,
    evidence: nodeEvidence(nodes, resource, 'cgroup v2', (node) => node.osImage || 'none'),
    fix: isPool
      ? advice`Check the operating system and the cgroup version of the AMIs that the node class selects.`
      : advice`If a node has cgroup v1, start the nodes with cgroup v2 before you update them to ${format(here.from)}.${look(nodes[0]?.name)}`,
  };
}
