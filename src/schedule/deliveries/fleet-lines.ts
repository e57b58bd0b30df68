import { momentText } from '../../syntax/dates.ts';
import { formatCount } from '../../syntax/english.ts';
import type { ClusterNews } from '../changes/fleet-message.ts';
import { toShownText, type Line } from './sections.ts';
import { levelCounts } from './wording.ts';

/** Maximum characters of a name, and of a Region with an account. */
const longestName = 80;

/** How a cluster is named, and how long the text about it may be. */
interface LineRoom {
  /** False if the clusters are in several accounts: the name then includes the account. */
  isShort: boolean;
  longest: number;
}

/** One line for a cluster: `prod (eu-west-1)`, and what changed, or why it was not scanned. */
export function clusterLine(one: ClusterNews, { isShort, longest }: LineRoom): Line {
  const title = one.verdict === null ? whyNotScanned(one, longest) : whatChanged(one);
  return { label: clusterLabel(one.cluster, isShort), stops: '', title };
}

/** The name of a cluster with its Region; with its account too if the clusters are in several accounts. */
export function clusterLabel(
  { name, region, account }: Pick<ClusterNews['cluster'], 'name' | 'region' | 'account'>,
  isShort: boolean,
): string {
  const where = [region, isShort ? null : account].filter((one) => one !== null);
  const shown = toShownText(name, longestName);
  return where.length === 0 ? shown : `${shown} (${toShownText(where.join(', '), longestName)})`;
}

/**
 * True if a scanned cluster has its own line. A new version of eks-preflight and an end of support often concern many
 * clusters: these are notes.
 */
export function hasOwnLine(one: ClusterNews): boolean {
  const { kind, verdict, verdictBefore, exitCodeBefore, couldNotScanSince, stateAhead } = one;
  if (verdict === null) return false;
  if (kind === 'first' || kind === 'state-lost' || kind === 'not-compared') return true;
  const isOther = verdictBefore !== null || exitCodeBefore !== undefined;
  return isOther || couldNotScanSince !== undefined || stateAhead !== undefined || changeTexts(one).length > 0;
}

function whyNotScanned({ error, couldNotScanSince }: ClusterNews, longest: number): string {
  const why = toShownText(error?.message ?? 'the scan could not run', longest).replace(/\.$/, '');
  if (couldNotScanSince !== undefined) return `${why} (since ${momentText(couldNotScanSince)})`;
  const last = error?.lastSuccess ?? null;
  return last === null ? why : `${why} (last successful scan: ${momentText(last)})`;
}

function whatChanged(one: ClusterNews): string {
  const { kind, verdict, verdictBefore, counts, couldNotScanSince, exitCode, exitCodeBefore, stateAhead } = one;
  const status = [verdictBefore, verdict].flatMap((each) => (each === null ? [] : [each.toUpperCase()])).join(' -> ');
  if (kind === 'first') return `${status}, first scan: ${levelCounts(counts.open)}`;
  if (kind === 'state-lost') return `${status}, the state of the last scan cannot be read: changes are unknown`;
  if (kind === 'not-compared') return `${status}, not compared with the last scan: changes are unknown`;
  const isOtherCode = exitCodeBefore !== undefined && verdictBefore === null;
  return [
    status,
    ...changeTexts(one),
    ...(isOtherCode ? [`exit code ${exitCode} (before: ${exitCodeBefore})`] : []),
    ...(couldNotScanSince === undefined ? [] : [`not scanned from ${momentText(couldNotScanSince)} until now`]),
    ...(stateAhead === undefined ? [] : [`the last scan is dated ${momentText(stateAhead)}, in the future`]),
  ].join(', ');
}

/** `2 new blockers`, `1 fixed`. */
function changeTexts({ counts }: ClusterNews): string[] {
  const { new: added, worse, fixed, noLongerSeen } = counts;
  const texts: readonly (readonly [number, string])[] = [
    [added.fail, formatCount(added.fail, 'new blocker')],
    [added.unknown, formatCount(added.unknown, 'new unknown')],
    [added.warn, formatCount(added.warn, 'new warning')],
    [worse, `${worse} worse`],
    [fixed, `${fixed} fixed`],
    [noLongerSeen, `${noLongerSeen} no longer seen`],
  ];
  return texts.flatMap(([count, text]) => (count === 0 ? [] : [text]));
}
