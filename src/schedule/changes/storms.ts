import { formatCount } from '../../syntax/english.ts';
import { isBeyond } from '../../report/why-unseen.ts';
import type { Message } from './message.ts';
import type { Known, NotifiedContent } from './state.ts';

/** Findings that are new or no longer looked for because of a cause outside of the cluster: one line for each cause. */

type Scan = NonNullable<NotifiedContent['scan']>;
export type Cause = Message['storms'][number]['cause'];

/** Why a finding is new, if the cluster did not cause it; undefined if the cluster changed. */
export function causeOfNew(
  { check, at, rollback }: Pick<Known, 'check' | 'at' | 'rollback'>,
  before: Scan,
): Cause | undefined {
  if (!before.checks.includes(check)) return 'tool';
  if (before.unjudged.includes(check)) return 'selection';
  return rollback !== before.rollback || isBeyond(at, before.target, before.karpenterTargets) ? 'target' : undefined;
}

/** Why a finding is no longer looked for, if the cluster did not cause it; else undefined. */
export function causeOfUnseen(
  { check, at, rollback }: Pick<Known, 'check' | 'at' | 'rollback'>,
  now: Scan,
): Cause | undefined {
  if (!now.checks.includes(check)) return 'tool';
  if (now.unjudged.includes(check)) return 'selection';
  return rollback !== now.rollback || isBeyond(at, now.target, now.karpenterTargets) ? 'target' : undefined;
}

/**
 * True if the number of selected checks changed, unless both scans selected all checks of their version, or the earlier
 * number is unknown.
 */
export function hasOtherSelection(before: Scan, now: Scan): boolean {
  const isWhole = ({ selected, checks }: Scan) => selected === checks.length;
  if (before.selected === undefined || (isWhole(before) && isWhole(now))) return false;
  return before.selected !== now.selected;
}

/** Describes the cause in one line. */
export function stormText(cause: Cause, before: Scan, now: Scan): string {
  if (cause === 'tool') return `eks-preflight ${now.tool} (before: ${before.tool})`;
  return cause === 'target' ? targetText(before, now) : selectionText(before, now);
}

function targetText(before: Scan, now: Scan): string {
  const [karpenter, earlier] = [now, before].map((scan) => (scan.karpenterTargets ?? []).join(', ') || 'none');
  return [
    ...(now.target === before.target
      ? []
      : [`${pathText(now)} (before: ${now.rollback === before.rollback ? before.target : pathText(before)})`]),
    ...(karpenter === earlier ? [] : [`Karpenter target ${karpenter} (before: ${earlier})`]),
  ].join(', ');
}

function pathText({ target, rollback }: Scan): string {
  return rollback === true ? `rollback target ${target}` : `target ${target}`;
}

function selectionText(before: Scan, now: Scan): string {
  const granted = before.unasked.filter((grant) => !now.unasked.includes(grant));
  const withdrawn = now.unasked.filter((grant) => !before.unasked.includes(grant));
  const [judged, earlier] = [now, before].map(({ checks, unjudged }) => checks.length - unjudged.length);
  // With fewer checks, a grant may leave `unasked` because no check needs it, not because it was given; and vice versa.
  const grants = [
    ...((judged ?? 0) < (earlier ?? 0) ? [] : granted.map((one) => `--with ${one}`)),
    ...((judged ?? 0) > (earlier ?? 0) ? [] : withdrawn.map((one) => `no --with ${one}`)),
  ];
  return [...grants, `${formatCount(judged ?? 0, 'selected check')} (before: ${earlier ?? 0})`].join(', ');
}
