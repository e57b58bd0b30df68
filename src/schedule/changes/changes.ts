import { levelRank } from '../../judge/result.ts';
import { compareFinding, type UpgradePath } from '../../judge/compare-findings.ts';
import { grouped } from '../../syntax/grouped.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { buildUpgradePath } from '../../report/upgrade-path.ts';
import type { Change, Message } from './message.ts';
import type { Known, NotifiedContent } from './state.ts';
import { causeOfNew, causeOfUnseen, hasOtherSelection, stormText, type Cause } from './storms.ts';
import { buildFindingKey, setAside } from './notified.ts';

/** Changes since the last message: entries, and storms (findings that changed for one reason outside the cluster). */
export interface Changes {
  changes: Change[];
  storms: Message['storms'];
}

type Scan = NonNullable<NotifiedContent['scan']>;

interface Found {
  kind: Change['kind'];
  known: Known;
  cause: Cause | undefined;
}

/** Reports everything that is open as new. */
export function everythingOpen(now: NotifiedContent, report: Report): Changes {
  const found = now.findings.map((known): Found => ({ kind: 'new', known, cause: undefined }));
  return { changes: buildChanges(found, report), storms: [] };
}

/**
 * Lists what changed since the last message. Compares the contents of messages, not reports: only the former keep a
 * finding that a scan could not look for, so that a later scan can report the finding as fixed.
 * @param now what `buildNotifiedAfterScan` returns for the report
 */
export function changesBetween(before: NotifiedContent, now: NotifiedContent, report: Report): Changes {
  if (before.scan === null || now.scan === null) return everythingOpen(now, report);
  const [earlier, scan] = [before.scan, now.scan];
  const upgradePath = buildUpgradePath(report, report.steps);
  const fixed = selectFixed(before, now, report);
  const renamed = before.scan.tool === now.scan.tool ? none : matchRenamed(fixed, before, now);
  const appeared = now.findings.flatMap((known): Found[] => {
    const old = renamed.get(known) ?? byKey(before).get(buildFindingKey(known));
    return classifyFinding(known, old, upgradePath, { before: earlier, now: scan });
  });
  const gone = new Set(renamed.values());
  const lost = fixed
    .filter((known) => !gone.has(known))
    .map((known): Found => ({ kind: 'fixed', known, cause: undefined }));
  const all = [...appeared, ...lost];
  return {
    changes: buildChanges(
      all.filter(({ cause }) => cause === undefined),
      report,
    ),
    storms: buildStorms(all, earlier, scan),
  };
}

/** Counts findings by cause. Lists a different selection of checks even if it changed no finding. */
function buildStorms(all: readonly Found[], before: Scan, now: Scan): Message['storms'] {
  const counts = new Map<Cause, number>(hasOtherSelection(before, now) ? [['selection', 0]] : []);
  for (const { cause } of all) if (cause !== undefined) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].map(([cause, findings]) => ({ cause, text: stormText(cause, before, now), findings }));
}

const none: ReadonlyMap<Known, Known> = new Map();

const keys = new WeakMap<NotifiedContent, Map<string, Known>>();

function byKey(notified: NotifiedContent): Map<string, Known> {
  const made = keys.get(notified) ?? new Map(notified.findings.map((one) => [buildFindingKey(one), one]));
  keys.set(notified, made);
  return made;
}

/** Classifies an open finding: new, worse or no longer seen since the last message; empty if unchanged. */
function classifyFinding(
  known: Known,
  old: Known | undefined,
  upgradePath: UpgradePath,
  { before, now }: { before: Scan; now: Scan },
): Found[] {
  if (old === undefined) return [{ kind: 'new', known, cause: causeOfNew(known, before) }];
  if (known.notSeen !== null)
    return old.notSeen === null ? [{ kind: 'no-longer-seen', known, cause: causeOfUnseen(known, now) }] : [];
  return compareFinding(known, old, upgradePath) === 'worse' ? [{ kind: 'worse', known, cause: undefined }] : [];
}

/** Findings of the last message that are neither open nor set aside now. */
function selectFixed(before: NotifiedContent, now: NotifiedContent, report: Report): Known[] {
  const [open, aside] = [byKey(now), setAside(report)];
  return [...byKey(before)].filter(([key]) => !open.has(key) && !aside.has(key)).map(([, known]) => known);
}

/**
 * Matches new findings with fixed ones of the same check and resource: a new version of eks-preflight may change the
 * fingerprints of a check.
 */
function matchRenamed(fixed: readonly Known[], before: NotifiedContent, now: NotifiedContent): Map<Known, Known> {
  const gone = grouped(fixed, ({ check, resource }) => `${check}\n${resource}`);
  const added = now.findings.filter((known) => !byKey(before).has(buildFindingKey(known)));
  return new Map(
    added.flatMap((known) => {
      const old = gone.get(`${known.check}\n${known.resource}`)?.toSorted((a, b) => levelRank(a) - levelRank(b))[0];
      return old === undefined ? [] : [[known, old] as const];
    }),
  );
}

const order: readonly Change['kind'][] = ['new', 'worse', 'no-longer-seen', 'fixed'];

/** Builds one change for each entry and kind: new and worse ones first, by level. */
function buildChanges(found: readonly Found[], report: Report): Change[] {
  const numbers = new Map(report.entries.map(({ number, fingerprints }) => [fingerprints[0] ?? '', number]));
  const groups = [...grouped(found, ({ kind, known }) => `${kind} ${known.entry}`).values()];
  return groups
    .map((group) => changeOfGroup(group, numbers))
    .toSorted((a, b) => toKindRank(a) - toKindRank(b) || levelRank(a) - levelRank(b) || numberOf(a) - numberOf(b));
}

function toKindRank({ kind }: Change): number {
  return Math.max(1, order.indexOf(kind));
}

function numberOf({ number }: Change): number {
  return number ?? Number.MAX_SAFE_INTEGER;
}

function changeOfGroup(group: readonly [Found, ...Found[]], numbers: ReadonlyMap<string, number>): Change {
  const [{ kind, known: one }] = group;
  const findings = group.map(({ known }) => known).toSorted((a, b) => levelRank(a) - levelRank(b));
  const [worst = one] = findings;
  const isSeen = one.notSeen === null && kind !== 'fixed';
  return {
    kind,
    level: worst.level,
    blocks: worst.blocks,
    at: worst.at,
    title: titleOfKnown([worst, ...findings.slice(1)]),
    number: isSeen ? (numbers.get(one.entry) ?? null) : null,
    checks: [...new Set(findings.map(({ check }) => check))],
    fingerprints: findings.map(({ fingerprint }) => fingerprint),
    reason: kind === 'fixed' ? null : one.notSeen,
  };
}

/** The title that the report would give to these findings alone. For unseen data, the first message is the title. */
function titleOfKnown(findings: readonly [Known, ...Known[]]): string {
  const [first, ...others] = findings;
  if (first.missing !== null) {
    const rest = new Set(findings.map(({ message }) => message)).size - 1;
    return rest === 0 ? first.message : `${first.message} and ${rest} more`;
  }
  const titled = ({ check, message, text }: Known) => ({ check, message, unseen: null, resource: { text } });
  return buildEntryTitle([titled(first), ...others.map(titled)]);
}
