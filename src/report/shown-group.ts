import type { ReportedFinding } from '../judge/result.ts';
import { forCount, formatCount, formatList } from '../syntax/english.ts';
import type { DrainedGroup } from './drain.ts';
import { numberedEntries, type NumberedEntry } from './entries.ts';
import type { Report } from './schema.ts';
import { changeWord } from './step-text.ts';

/** What a report shows of its entries and of the groups of nodes. */
export interface Shown {
  entries: readonly NumberedEntry[];
  drain: readonly DrainedGroup[];
  /** What is not shown, in one sentence or two; undefined: everything is shown. */
  note?: string;
}

/** The groups of nodes that a name or a full text means: `general`, `node group general`. */
export function groupsNamed(name: string, { drain = [] }: Pick<Report, 'drain'>): DrainedGroup[] {
  return drain.filter((one) => one.name === name || one.group === name);
}

/**
 * What a report shows: everything, or only what is about the groups that a name means. Never changes the verdict.
 * Without groups of nodes, everything is shown: what was not read must not hide an entry.
 */
export function selectShown(report: Report, group: string | undefined): Shown {
  const all: Shown = { entries: numberedEntries(report), drain: report.drain ?? [] };
  if (group === undefined) return all;
  if (all.drain.length === 0) return { ...all, note: everythingNote(report) };
  const drain = groupsNamed(group, report);
  const numbers = new Set(drain.flatMap(({ stoppedBy, unknown }) => [...stoppedBy, ...unknown]));
  const texts = new Set(drain.map((one) => one.group));
  const names = new Set(drain.flatMap(resourceNames));
  const isAbout = ({ resource, groups = [] }: ReportedFinding) =>
    names.has(`${resource.kind} ${resource.name}`) || groups.some((one) => texts.has(one));
  const entries = all.entries.filter(({ number, findings }) => numbers.has(number) || findings.some(isAbout));
  return { entries, drain, note: shownNote(drain, all.entries.length - entries.length) };
}

const kinds: Readonly<Record<string, string>> = {
  managed: 'NodeGroup',
  'self-managed': 'SelfManagedNodeGroup',
  auto: 'NodePool',
};

/** The resource that findings about a group name; none for nodes without a group. */
function resourceNames({ group, computeType, name }: DrainedGroup): string[] {
  if (name === null) return [];
  const kind = kinds[computeType];
  return [kind === undefined ? group : `${kind} ${name}`];
}

function everythingNote({ drain, steps }: Report): string {
  const why =
    drain === undefined ? 'the report does not list groups of nodes' : `the ${changeWord(steps)} replaces no nodes`;
  return `Shown: everything, because ${why}.`;
}

function shownNote(drain: readonly DrainedGroup[], others: number): string {
  const shown = `Shown: ${formatList(drain.map(({ group }) => group))} only.`;
  if (others === 0) return shown;
  return `${shown} ${formatCount(others, 'entry', 'entries')} about others ${forCount(others, 'is', 'are')} not shown.`;
}
