import { plainResource } from '../judge/finding.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { grouped } from '../syntax/grouped.ts';
import { isGlob, matchesGlob } from '../syntax/glob.ts';
import { printable } from '../syntax/printable.ts';
import { stepOrNow } from '../report/step-text.ts';
import type { AcceptEntry } from './options/policy-keys.ts';

/** An entry of `accept` without its reason, owner and last day, and the comment above it. */
export interface Named {
  entry: Omit<AcceptEntry, 'reason' | 'owner' | 'until'>;
  comment: string;
}

type Findings = readonly [ReportedFinding, ...ReportedFinding[]];

/** The minimum number of resources for a glob, which also matches new resources. */
const fewest = 3;

/**
 * The entries that accept findings. Warnings of one check, at one step, about resources of one kind and namespace get
 * one entry with a glob if {@link isSafe} allows it. Every other finding gets its own entry.
 * @param all every finding of the report
 * @param isRollback whether the report judges a rollback
 */
export function buildAcceptEntries(
  findings: readonly ReportedFinding[],
  all: readonly ReportedFinding[],
  isRollback: boolean,
): Named[] {
  const toGrade = ({ level, at }: ReportedFinding): Grade => ({ level, at: isRollback ? 'rollback' : stepOrNow(at) });
  const byCheck = grouped(all, ({ check }) => check);
  const alike = grouped(findings, (finding) =>
    JSON.stringify([finding.check, toGrade(finding), formatResourceGlob(finding)]),
  );
  return [...alike.values()].flatMap((group) => {
    const [{ check }] = group;
    return isSafe(group, byCheck.get(check) ?? [])
      ? [toGlobEntry(group, toGrade(group[0]))]
      : toSingleEntries(group, toGrade);
  });
}

/** The level and the step that an acceptance names. */
type Grade = Pick<AcceptEntry, 'level' | 'at'>;

/** `PodDisruptionBudget shop/*`, `Node *`. */
function formatResourceGlob({ resource: { kind, namespace } }: ReportedFinding): string {
  return plainResource({ kind, namespace, name: '*' });
}

/**
 * True if one glob may accept these findings: they are warnings about enough resources, whose names contain no glob,
 * and the check has no other finding that the glob matches. Globs are for warnings only: a glob names no rule, so one
 * for a blocker would also accept later blockers of other rules of the check, and a glob never accepts an unknown.
 */
function isSafe(group: Findings, ofCheck: readonly ReportedFinding[]): boolean {
  const [first] = group;
  const glob = formatResourceGlob(first);
  const meant = new Set(group.map(({ fingerprint }) => fingerprint));
  const resources = new Set(group.map(({ resource }) => plainResource(resource)));
  if (first.level !== 'warn' || resources.size < fewest || [...resources].some(isGlob)) return false;
  const matched = ofCheck.filter(({ resource }) => matchesGlob(printable(plainResource(resource)), glob));
  return matched.every(({ fingerprint }) => meant.has(fingerprint));
}

function toGlobEntry(group: Findings, grade: Grade): Named {
  const [first, ...others] = group;
  return {
    entry: { check: first.check, resource: formatResourceGlob(first), ...grade },
    comment: `${first.resource.text} and ${others.length} more, and new ones: ${first.message}`,
  };
}

function toSingleEntries(group: Findings, toGrade: (finding: ReportedFinding) => Grade): Named[] {
  const alike = grouped(group, ({ fingerprint }) => fingerprint);
  return [...alike.values()].map(([first]) => {
    const { fingerprint: id, check, resource, message } = first;
    return { entry: { id, check, resource: plainResource(resource), ...toGrade(first) }, comment: message };
  });
}
