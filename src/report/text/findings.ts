import type { ReportedFinding, Result } from '../../judge/result.ts';
import type { Report } from '../schema.ts';
import { paint, wrap, wrapMarkdown, type Layout, type Style } from './layout.ts';

/** A finding with the result it belongs to. */
export interface Entry {
  finding: ReportedFinding;
  result: Result;
}

/** Fixes printed so far and what each stands under: a long one is not printed twice. */
export type ShownFixes = Map<string, string>;

const evidenceShown = 5;

/** One section of findings at one level, what is wrong today first, then step by step; empty where there are none. */
export function findingsSection(
  title: string,
  style: Style,
  entries: readonly Entry[],
  shown: ShownFixes,
  layout: Layout,
  steps: Report['steps'],
): string[] {
  if (entries.length === 0) return [];
  const heading = paint(layout, style, paint(layout, 'bold', `${title} (${entries.length})`));
  const sorted = entries.toSorted((a, b) => placeOf(a.finding, steps) - placeOf(b.finding, steps));
  return [heading, ...sorted.flatMap((entry) => ['', ...findingLines(entry, shown, layout)])];
}

/** Which step of the way a finding belongs to; 0: today. */
function placeOf({ at }: ReportedFinding, steps: Report['steps']): number {
  if (at === null) return 0;
  const index = steps.findIndex(({ component, to }) => component === at.component && to === at.version);
  return index < 0 ? steps.length + 1 : index + 1;
}

/** A version as one says it: `1.34`, `Karpenter 1.8.1`. */
function stepText({ component, version }: NonNullable<ReportedFinding['at']>): string {
  return component === 'karpenter' ? `Karpenter ${version}` : version;
}

/** A finding as a report shows it. */
export function findingLines({ finding, result }: Entry, shown: ShownFixes, layout: Layout): string[] {
  const mark = { fail: 'FAIL', warn: 'WARN', unknown: 'UNKNOWN' }[finding.level];
  const links = finding.links.length > 0 ? finding.links : result.links.slice(0, 1);
  return [
    ...wrap(`${mark} ${result.id}${whenText(finding)}`, layout, 2).map((line) => paint(layout, 'bold', line)),
    ...wrap(`${finding.resource.text}: ${finding.message}`, layout, 4),
    ...evidenceLines(finding, layout),
    ...wrapMarkdown(fixText(finding, result, shown), layout, 9, '    Fix: '),
    ...links.map((link) => paint(layout, 'dim', `    ${link}`)),
  ];
}

/** Short fixes are repeated, so that each finding stands by itself; long ones refer back. */
function fixText({ fix, resource }: ReportedFinding, { id }: Result, shown: ShownFixes): string {
  const earlier = shown.get(fix);
  if (earlier !== undefined && fix.length > 160) return `the same as for ${earlier} above.`;
  if (earlier === undefined) shown.set(fix, `${resource.text} (${id})`);
  return fix;
}

/** When it bites, what it stops, and where it has been a warning before. */
function whenText({ at, since, phase, level, blocks }: ReportedFinding): string {
  const when = at === null ? ', now' : `, at ${stepText(at)}`;
  const early = since === null ? '' : ` (a warning before that)`;
  const order = phase === 'after' ? ', to be done after the update' : '';
  return `${when}${early}${level === 'fail' ? `, stops ${stopped[blocks]}` : ''}${order}`;
}

const stopped: { [What in ReportedFinding['blocks']]: string } = {
  'control-plane': 'the control plane update',
  nodes: 'nodes from running',
  workloads: 'running workloads',
  delivery: 'deployments to come',
  karpenter: 'Karpenter',
};

function evidenceLines({ evidence }: ReportedFinding, layout: Layout): string[] {
  const shown = layout.all ? evidence : evidence.slice(0, evidenceShown);
  const lines = shown.flatMap(({ resource, observed, required, source }) => {
    const want = required === null ? '' : `; needed: ${required}`;
    const origin = source === 'table' ? ' (from a table, not from AWS)' : '';
    return wrap(`${resource ?? 'Seen'}: ${observed}${want}${origin}`, layout, 8, '      - ');
  });
  const rest = evidence.length - shown.length;
  return rest > 0 ? [...lines, `      - and ${rest} more (--all shows them)`] : lines;
}
