import { listRolledGroups, type RolledFrom, type RolledGroup } from '../for-checks/rolled-groups.ts';
import { isAmazonLinux2Type } from '../for-checks/node-images.ts';
import type { Facts } from '../facts/facts.ts';
import type { Reading, Readings } from '../facts/reading.ts';
import type { ReportedFinding, Result } from '../judge/result.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { PathEnds } from '../syntax/versions.ts';
import type { Report } from './schema.ts';

/** A group of nodes that the update replaces. */
export type DrainedGroup = NonNullable<Report['drain']>[number];

/** The checks of what stops the replacement of nodes: only their findings name groups. */
export const drainChecks: readonly string[] = [
  'nodes/drain',
  'nodes/surge-capacity',
  'workloads/bare-pods',
  'workloads/local-storage',
  'workloads/pdb-blocks-drain',
];

interface Planned extends Pick<Report, 'verdict' | 'entries'> {
  readings: Readings;
  /** The cluster's version, and the last version of the path. */
  path: PathEnds;
  steps: readonly Pick<Report['steps'][number], 'component'>[];
  results: readonly Result[];
}

/**
 * Lists the groups of nodes that the update replaces: those that an entry stops first, then those about which something
 * is unknown, then the others.
 * @returns undefined if the nodes were not read, or if readiness is not judged; empty if the path does not update the
 *   control plane
 */
export function buildDrain({ readings, path, steps, verdict, entries, results }: Planned): Report['drain'] {
  const nodes = readValue(readings.nodes);
  if (nodes === undefined || verdict === 'partial') return undefined;
  if (steps.every(({ component }) => component !== 'kubernetes')) return [];
  const groups = listRolledGroups(rolledFrom(nodes, readings), path);
  const names = new Set(groups.map(({ text }) => text));
  const judged = results.filter(({ id }) => drainChecks.includes(id));
  const notJudged = judged.filter(isLeftOut).map(({ id }) => id);
  const found = judged.flatMap(({ findings }) => findings);
  const replacing = results.flatMap(({ id, findings }) => (id === replacementCheck ? findings : []));
  return groups
    .map((rolled): DrainedGroup => {
      const own = isUpdatable(rolled, readings) ? [] : replacing.filter((finding) => isReplaced(rolled, finding));
      const group = own.length === 0 ? rolled : byHand(rolled);
      const about = found.filter((finding) => isAbout(finding, group, names));
      // Pods that are lost stop nothing: they belong to `blocks: workloads`.
      const stopping = about.filter(({ level, blocks }) => level !== 'unknown' && blocks === 'nodes');
      const unclear = about.filter(({ level }) => level === 'unknown');
      return {
        ...toReplacement(group),
        ...(own.length === 0 ? {} : { replacedBy: findNumbers(own, entries) }),
        stoppedBy: findNumbers(stopping, entries),
        unknown: findNumbers(unclear, entries),
        notJudged: isDrained(group) ? notJudged : [],
      };
    })
    .toSorted((a, b) => toRank(a) - toRank(b));
}

/** The check whose fix creates another node group, where EKS cannot update the old one. */
const replacementCheck = 'nodes/amazon-linux-2';

/** EKS cannot change an AMI type: a group of Amazon Linux 2 is replaced. A custom AMI comes from a launch template. */
function isUpdatable({ computeType, nodes: [{ group }] }: RolledGroup, { nodegroups }: Readings): boolean {
  const own = readValue(nodegroups)?.find(({ name }) => name === group);
  return computeType !== 'managed' || own === undefined || !isAmazonLinux2Type(own.amiType);
}

function isReplaced({ nodes: [{ group }] }: RolledGroup, { level, resource }: ReportedFinding): boolean {
  return level === 'fail' && resource.kind === 'NodeGroup' && resource.name === group;
}

/** A group whose nodes you drain yourself: EKS sets neither a pace nor a limit. */
function byHand({ text, computeType, nodes }: RolledGroup): RolledGroup {
  return { text, computeType, nodes, minutes: null };
}

function readValue<Value>(reading: Reading<Value> | undefined): Value | undefined {
  return reading?.ok === true ? reading.value : undefined;
}

function rolledFrom(nodes: Facts['nodes'], { nodegroups, karpenterPools }: Readings): RolledFrom {
  return { nodes, nodegroups: readValue(nodegroups), karpenterPools: readValue(karpenterPools) };
}

function isLeftOut({ skipped }: Result): boolean {
  return skipped !== null && skipped !== 'not-applicable';
}

/** Fargate pods are recreated, so that what is unknown about drains does not concern them. */
function isDrained({ computeType }: RolledGroup): boolean {
  return computeType !== 'fargate';
}

/** Whether a finding is about a group. What was not seen is about every group, unless it is a part of another one. */
function isAbout(finding: ReportedFinding, group: RolledGroup, names: ReadonlySet<string>): boolean {
  const { groups, level, unseen } = finding;
  if (groups !== undefined) return groups.includes(group.text);
  const part = unseen?.kind === 'fact' ? unseen.part : null;
  return level === 'unknown' && isDrained(group) && (part === null || part === group.text || !names.has(part));
}

/** The numbers of the entries with one of these findings. Accepted findings are in no entry. */
function findNumbers(findings: readonly ReportedFinding[], entries: Report['entries']): number[] {
  const own = new Set(findings.map(({ fingerprint }) => fingerprint));
  return entries.flatMap(({ number, fingerprints }) => (fingerprints.some((one) => own.has(one)) ? number : []));
}

function toReplacement(group: RolledGroup): Omit<DrainedGroup, 'stoppedBy' | 'unknown' | 'notJudged'> {
  const { text, computeType, nodes, minutes } = group;
  const parallel = group.parallel ?? null;
  return {
    group: text,
    name: nodes[0].group,
    computeType,
    nodes: nodes.length,
    parallel,
    rounds: parallel === null ? null : countRounds(nodes.length, parallel),
    ...setFields({ minutes, outcome: resolveOutcome(group) }),
  };
}

type Range = NonNullable<DrainedGroup['parallel']>;

function countRounds(size: number, { from, to }: Range): Range | null {
  return from === 0 ? null : { from: Math.ceil(size / to), to: Math.ceil(size / from) };
}

function resolveOutcome({ computeType, minutes }: RolledGroup): DrainedGroup['outcome'] {
  if (computeType === 'fargate') return 'restarts';
  if (minutes === undefined) return undefined;
  if (minutes === null) return 'waits';
  return computeType === 'managed' ? 'fails' : 'deletes';
}

function toRank({ stoppedBy, unknown, notJudged }: DrainedGroup): number {
  if (stoppedBy.length > 0) return 0;
  return unknown.length > 0 || notJudged.length > 0 ? 1 : 2;
}
