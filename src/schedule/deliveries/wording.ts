import { forCount, formatCount } from '../../syntax/english.ts';
import { momentText } from '../../syntax/dates.ts';
import { parseMinor } from '../../syntax/versions.ts';
import { printableData } from '../../syntax/printable.ts';
import { sentence } from '../../syntax/markdown.ts';
import { cut } from '../../formats/markdown/shorten.ts';
import { timeLeftClause, windowText } from '../../report/rollback-window.ts';
import { selectionText } from '../../formats/text/headline.ts';
import type { Message } from '../changes/message.ts';
import { buildSections, type Room, type Section } from './sections.ts';

/** A message in words, which each target formats. Each text is one printable line. */
export interface MessageWording {
  /** The verdict, the cluster and the path: `BLOCKED prod 1.33 -> 1.34 (was READY)`. */
  headline: string;
  mood: Mood;
  /** What happened; each element has one or two sentences. */
  lead: readonly string[];
  sections: readonly Section[];
  /** Notes below the sections: the end of the rollback window, days of support, many findings with one cause. */
  notes: readonly string[];
  /** The cluster's Region and account, and the time of the scan. */
  place: string;
  link: string | null;
}

/** The severity, which Teams shows as a color. */
export type Mood = 'bad' | 'doubtful' | 'good';

/** Maximum characters. Longer texts end with an ellipsis; a longer link is omitted. */
const longest = { headline: 200, lead: 1_000, note: 300, link: 2_000 } as const;
const mostNotes = 5;

/**
 * Puts the message into words.
 * @param room the limits of lines and characters
 */
export function buildMessageWording(raw: Message, room: Room): MessageWording {
  const message = printableData({ ...raw, changes: [] });
  return {
    headline: cut(buildHeadline(message), longest.headline),
    mood: toMood(message),
    lead: buildLead(message).map((text) => cut(text, longest.lead)),
    sections: buildSections(raw, room),
    notes: [...rollbackNotes(message), ...supportNotes(message), ...stormNotes(message)]
      .slice(0, mostNotes)
      .map((text) => cut(text, longest.note)),
    place: cut(placeText(message), longest.note),
    link: message.link !== null && message.link.length <= longest.link ? message.link : null,
  };
}

/** The subject line: `eks-preflight: BLOCKED prod in eu-west-1: 1 new, 2 fixed`. */
export function buildSubject(raw: Message): string {
  const message = printableData({ ...raw, changes: [] });
  const { cluster, kind } = message;
  const name = cut(cluster.name, 40);
  const where = cluster.region === null ? name : `${name} in ${cluster.region}`;
  const changes = kind === 'first' ? 'first scan' : changeCounts(message);
  const what = changes === '' ? '' : `: ${changes}`;
  return `eks-preflight: ${verdictWords(message)} ${where}${beforeText(message)}${what}`;
}

function buildHeadline(message: Message): string {
  const { cluster, target } = message;
  const upgradePath = [cluster.version, target].filter((version) => version !== null);
  const versions =
    new Set(upgradePath).size > 1
      ? ` ${upgradePath.join(' -> ')}`
      : upgradePath.length === 0
        ? ''
        : ` at ${upgradePath[0] ?? ''}`;
  return `${verdictWords(message)} ${cluster.name}${versions}${rollbackMark(message)}${beforeText(message)}`;
}

function rollbackMark({ cluster, target }: Message): string {
  const [from, to] = [parseMinor(cluster.version ?? ''), parseMinor(target ?? '')];
  return from !== undefined && to !== undefined && to < from ? ' (rollback)' : '';
}

function beforeText({ verdictBefore }: Message): string {
  return verdictBefore === null ? '' : ` (was ${verdictBefore.toUpperCase()})`;
}

/** The verdict as in the text report. */
function verdictWords({ verdict }: Message): string {
  return verdict === null ? 'COULD NOT SCAN' : verdict.toUpperCase();
}

function toMood({ verdict }: Message): Mood {
  if (verdict === 'ready') return 'good';
  return verdict === 'incomplete' || verdict === 'partial' ? 'doubtful' : 'bad';
}

function buildLead(message: Message): string[] {
  if (message.error !== null || message.verdict === null) return [...failureLead(message), ...aheadLead(message)];
  return [
    ...aheadLead(message),
    ...partialLead(message),
    ...kindLead(message),
    openText(message),
    ...notSeenText(message),
  ];
}

function partialLead({ verdict, selection }: Message): string[] {
  if (verdict !== 'partial' || selection === undefined) return [];
  return [`${selectionText(selection)} selected. Readiness is not judged.`];
}

/** The comparison is still valid: whatever its date, the state was written before this scan. */
function aheadLead({ stateAhead }: Message): string[] {
  if (stateAhead === undefined) return [];
  return [
    `The last scan is dated ${momentText(stateAhead)}, in the future: check the clocks of the machines that scan.`,
  ];
}

/** States since when changes are unknown, so that a failed scan is not mistaken for a good one. */
function failureLead({ error, stateError }: Message): string[] {
  if (error === null) return ['The scan could not run.'];
  const { message, hint, lastSuccess } = error;
  return [
    sentence(message),
    ...(hint === null ? [] : [sentence(hint)]),
    lastSuccess === null
      ? stateError === null
        ? 'No earlier scan of this cluster is known.'
        : 'The state of earlier scans cannot be read: when the last scan succeeded is unknown.'
      : `Last successful scan: ${momentText(lastSuccess)}. Changes since then are unknown.`,
  ];
}

function kindLead(message: Message): string[] {
  const { kind, comparedTo, couldNotScanSince, stateError } = message;
  if (kind === 'first') return ['First scan of this cluster. All open findings are listed.'];
  if (kind === 'state-lost') {
    const why = stateError === null ? '' : ` (${stateError.trimEnd().replace(/\.$/, '')})`;
    return [`Cannot read the state of the last scan${why}. Changes are unknown; all open findings are listed.`];
  }
  const since = comparedTo === null ? '' : ` since ${momentText(comparedTo)}`;
  const counts = changeCounts(message);
  const again =
    couldNotScanSince === undefined
      ? []
      : [`Scans run again. They could not run since ${momentText(couldNotScanSince)}.`];
  return [...again, counts === '' ? `No finding is new, worse or fixed${since}.` : `Changed${since}: ${counts}.`];
}

/** `1 new, 2 fixed`; empty if nothing changed. On a first scan, open findings are not changes. */
function changeCounts({ kind, counts, error }: Message): string {
  if (error !== null || kind === 'first' || kind === 'state-lost') return '';
  const parts: readonly (readonly [number, string])[] = [
    [counts.new, 'new'],
    [counts.worse, 'worse'],
    [counts.fixed, 'fixed'],
    [counts.noLongerSeen, 'no longer seen'],
  ];
  return parts.flatMap(([count, word]) => (count === 0 ? [] : `${count} ${word}`)).join(', ');
}

function openText({ counts: { open } }: Message): string {
  if (open.fail + open.unknown + open.warn === 0) return 'Found: nothing.';
  return `Found: ${levelCounts(open)}.`;
}

/** Findings that this scan could not look for are still open. */
function notSeenText({ counts: { notSeen } }: Message): string[] {
  return notSeen === undefined ? [] : [`Still open, but not seen by this scan: ${levelCounts(notSeen)}.`];
}

/** `2 blockers, 0 unknown, 1 warning`. */
export function levelCounts({ fail, unknown, warn }: Message['counts']['open']): string {
  return [formatCount(fail, 'blocker'), `${unknown} unknown`, formatCount(warn, 'warning')].join(', ');
}

function stormNotes({ storms }: Message): string[] {
  return storms.map(({ cause, findings, text }) => {
    if (findings === 0) return sentence(`Changed ${cause}: ${text}`);
    const it = forCount(findings, 'It is', 'They are');
    return `${formatCount(findings, 'finding')} changed because of ${text}, not because of the cluster. ${it} not listed.`;
  });
}

function rollbackNotes({ rollback }: Message): string[] {
  if (rollback === undefined) return [];
  const cost = rollback.open === true ? ' Updating nodes rules it out.' : '';
  return [`${windowText(rollback)}: ${timeLeftClause(rollback)}.${cost}`];
}

function supportNotes({ support, cluster, scannedAt }: Message): string[] {
  return support === null ? [] : [`${supportText(support, cluster.version, scannedAt)}.`];
}

/**
 * When support ends, without a period: `Standard support for Kubernetes 1.33 ends in 60 days, on 2027-01-21`.
 * @param scannedAt ISO 8601
 */
export function supportText(
  { kind, until, days }: NonNullable<Message['support']>,
  version: string | null,
  scannedAt: string,
): string {
  const what = `${kind === 'extended' ? 'Extended' : 'Standard'} support for Kubernetes ${version ?? ''}`.trim();
  if (days > 0) return `${what} ends in ${formatCount(days, 'day')}, on ${until}`;
  return until < scannedAt.slice(0, 10) ? `${what} ended on ${until}` : `${what} ends today, ${until}`;
}

function placeText({ cluster, scannedAt, error }: Message): string {
  const { region, account } = cluster;
  const places = [...(region === null ? [] : [region]), ...(account === null ? [] : [`account ${account}`])];
  return [...places, `${error === null ? 'scanned' : 'tried'} ${momentText(scannedAt)}`].join(', ');
}
