import { buildReplaceRemedy } from '../../for-checks/node-replacement.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import type { Tables } from '../../tables/tables.ts';
import { format, parseMinor, type Minor } from '../../syntax/versions.ts';
import type { MovedNodes } from './moved-nodes.ts';
import { eksctlSuccessor } from './self-managed-how.ts';
import { listFollowingMoves, listMoves, type Move } from './node-moves.ts';

/**
 * How nodes move. `update`: to another version. `follow`: something replaces them by itself after each update. `replace`:
 * a fix creates another group, or changes what the nodes run.
 */
export type MoveMode = 'update' | 'follow' | 'replace';

/** A move of nodes, with the findings that it closes. */
export interface PlannedMove {
  owner: MovedNodes;
  move: Move;
  mode: MoveMode;
  closes: readonly ReportedFinding[];
  /** The node group that the move creates. */
  creates?: string;
  /** For a group that an earlier task creates: the group that it replaces. */
  replaced?: MovedNodes;
}

type Rows = Tables['skew'];

/** Checks of the kubelet's version, which every move fixes. */
const versionChecks: ReadonlySet<string> = new Set(['nodes/version-behind', 'nodes/kubelet-skew']);

/** Plans the moves of nodes, and which findings each of them closes: a finding is closed at most once. */
export function planMoves(
  owner: MovedNodes,
  versions: readonly Minor[],
  { found, rows, follows }: { found: readonly ReportedFinding[]; rows: Rows; follows: boolean },
): PlannedMove[] {
  const about = found.filter((finding) => isAbout(finding, owner) && isFixable(finding));
  const fixes = about.filter(needsItsOwnFix);
  const creating = fixes.find(({ creates }) => creates !== undefined);
  if (creating?.creates !== undefined) return replaceGroup(owner, versions, { about, rows, creates: creating.creates });
  if (owner.computeType === 'karpenter' && fixes.length > 0) return changePool(owner, versions, { about, fixes, rows });
  const moves = follows ? listFollowingMoves(owner.kubelet, versions, rows) : listMoves(owner.kubelet, versions, rows);
  return moves.map((move, index) => ({
    owner: asNamed(owner, moves[index - 1]),
    move,
    mode: follows && (move.index > 0 || versions.length === 1) ? 'follow' : 'update',
    closes: about.filter((finding) => findPlace(finding, moves) === index),
  }));
}

/** A group of eksctl has another name after each move, as eksctl replaces it by another group. */
function asNamed(owner: MovedNodes, previous: Move | undefined): MovedNodes {
  if (previous === undefined || owner.resource.kind !== 'SelfManagedNodeGroup') return owner;
  return { ...owner, resource: { ...owner.resource, name: eksctlSuccessor(owner, previous.to) } };
}

/** Whether a finding is about these nodes. */
export function isAbout({ remedy, resource }: ReportedFinding, owner: MovedNodes): boolean {
  const own = buildReplaceRemedy(owner.resource).remedy;
  if (own !== undefined && remedy === own) return true;
  if (owner.resource.kind === 'Node')
    return resource.kind === 'Node' && owner.nodes.some(({ name }) => name === resource.name);
  const { kind, namespace, name } = owner.resource;
  return resource.kind === kind && resource.namespace === namespace && resource.name === name;
}

/** A new kubelet does not fix the operating system: a warning about it stays. */
function isFixable({ check, level, rule }: ReportedFinding): boolean {
  if (check === 'nodes/amazon-linux-2') return level === 'fail';
  return rule !== 'newer-today' && rule !== 'virtual-kubelet';
}

/** A blocker that an update alone does not fix. */
export function needsItsOwnFix({ check, level }: ReportedFinding): boolean {
  return level === 'fail' && !versionChecks.has(check);
}

/** What is wrong with the kubelet ends with the first move; what a later kubelet requires, at its version. */
function findPlace({ check, at }: ReportedFinding, moves: readonly Move[]): number {
  const needed = at?.component === 'kubernetes' ? parseMinor(at.version) : undefined;
  if (needed === undefined || versionChecks.has(check)) return 0;
  const found = moves.findIndex(({ to }) => to >= needed);
  return found === -1 ? moves.length - 1 : found;
}

interface Replaced {
  about: readonly ReportedFinding[];
  rows: Rows;
  creates: string;
}

/** The group is replaced where it first has to move: the new group has the version of the control plane. */
function replaceGroup(
  owner: MovedNodes,
  versions: readonly Minor[],
  { about, rows, creates }: Replaced,
): PlannedMove[] {
  const [first] = listMoves(owner.kubelet, versions, rows);
  const index = first?.index ?? 0;
  const to = versions[index] ?? owner.kubelet;
  const move = first ?? { index, from: owner.kubelet, to };
  const { template: _template, image: _image, ...rest } = owner;
  const next: MovedNodes = {
    ...rest,
    resource: { kind: 'NodeGroup', name: creates },
    kubelet: to,
    amiType: 'AL2023_x86_64_STANDARD',
    key: `managed/${creates}`,
    group: `node group ${creates}`,
  };
  const later = listMoves(to, versions.slice(index), rows).map((one): PlannedMove => ({
    owner: next,
    move: { ...one, index: one.index + index },
    mode: 'update',
    closes: [],
    replaced: owner,
  }));
  return [{ owner, move, mode: 'replace', closes: about, creates }, ...later];
}

/** A pool gets other AMIs before the first version for which it finds none; Karpenter then replaces its nodes. */
function changePool(
  owner: MovedNodes,
  versions: readonly Minor[],
  { about, fixes, rows }: { about: readonly ReportedFinding[]; fixes: readonly ReportedFinding[]; rows: Rows },
): PlannedMove[] {
  const needed = listMoves(owner.kubelet, versions, rows)[0];
  const index = Math.min(
    ...fixes.map(({ at }) => beforeStep(at, versions)),
    ...(needed?.rejectedAt === undefined ? [] : [needed.index]),
  );
  const to = versions[index] ?? owner.kubelet;
  const rejectedAt = needed?.rejectedAt;
  const move: Move = { index, from: owner.kubelet, to, ...(rejectedAt === undefined ? {} : { rejectedAt }) };
  const later = versions.slice(index + 1).map((next, hop): PlannedMove => ({
    owner,
    move: { index: index + 1 + hop, from: versions[index + hop] ?? to, to: next },
    mode: 'follow',
    closes: [],
  }));
  return [{ owner, move, mode: 'replace', closes: about }, ...later];
}

/** The place of the last version before a step of the control plane; 0 for today, and for a step of Karpenter. */
export function beforeStep(at: ReportedFinding['at'], versions: readonly Minor[]): number {
  if (at === null || at.component !== 'kubernetes') return 0;
  return Math.max(0, versions.findIndex((version) => format(version) === at.version) - 1);
}
