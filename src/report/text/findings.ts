import type { ReportedFinding, Result } from '../../judge/result.ts';
import { entriesOf, jointFix, type Entry, type Found } from '../entries.ts';
import type { Report } from '../schema.ts';
import { paint, wrap, wrapMarkdown, type Layout, type Style } from './layout.ts';

/** Fixes printed so far and what each stands under: a long one is not printed twice. */
export type ShownFixes = Map<string, string>;

const evidenceShown = 5;
const findingsShown = 10;
const linksShown = 3;

/** One section of findings at one level, what is wrong today first, then step by step; empty where there are none. */
export function findingsSection(
  title: string,
  style: Style,
  found: readonly Found[],
  shown: ShownFixes,
  layout: Layout,
  steps: Report['steps'],
): string[] {
  const entries = entriesOf(found);
  if (entries.length === 0) return [];
  const held = entries.length === found.length ? '' : `, ${found.length} findings`;
  const heading = paint(layout, style, paint(layout, 'bold', `${title} (${entries.length}${held})`));
  const sorted = entries.toSorted((a, b) => placeOf(a.findings[0], steps) - placeOf(b.findings[0], steps));
  return [heading, ...sorted.flatMap((entry) => ['', ...entryLines(entry, shown, layout)])];
}

/** Which step of the way a finding belongs to; 0: today. */
function placeOf({ at }: ReportedFinding, steps: Report['steps']): number {
  if (at === null) return 0;
  const index = steps.findIndex(({ component, to }) => component === at.component && to === at.version);
  return index < 0 ? steps.length + 1 : index + 1;
}

/** A version as one says it: `1.34`, `Karpenter 1.8.1`. */
export function stepText({ component, version }: NonNullable<ReportedFinding['at']>): string {
  return component === 'karpenter' ? `Karpenter ${version}` : version;
}

/** One finding as a report shows it. */
export function findingLines({ finding, result }: Found, layout: Layout): string[] {
  return entryLines({ findings: [finding], result }, new Map(), layout);
}

/** An entry as a report shows it: its findings, then what mends them all. */
function entryLines({ findings, result }: Entry, shown: ShownFixes, layout: Layout): string[] {
  const [first, ...others] = findings;
  const mark = { fail: 'FAIL', warn: 'WARN', unknown: 'UNKNOWN' }[first.level];
  const listed = [first, ...(layout.all ? others : others.slice(0, findingsShown - 1))] as const;
  const rest = findings.length - listed.length;
  return [
    ...wrap(`${mark} ${result.id}${whenText(first)}`, layout, 2).map((line) => paint(layout, 'bold', line)),
    ...listed.flatMap((finding) => [
      ...wrap(`${finding.resource.text}: ${finding.message}`, layout, 4),
      ...evidenceLines(finding, layout),
    ]),
    ...(rest > 0 ? [`    and ${rest} more (--all shows them)`] : []),
    ...wrapMarkdown(fixText({ ...first, fix: jointFix(listed) }, result, shown), layout, 9, '    Fix: '),
    ...linksOf(listed, result).map((link) => paint(layout, 'dim', `    ${link}`)),
  ];
}

/** Those of the findings, else the first of the check. */
function linksOf(findings: readonly ReportedFinding[], { links }: Result): string[] {
  const own = new Set(findings.flatMap((finding) => finding.links));
  return own.size > 0 ? [...own].slice(0, linksShown) : links.slice(0, 1);
}

/** Short fixes are repeated, so that each entry stands by itself; long ones refer back. */
function fixText({ fix, resource }: ReportedFinding, { id }: Result, shown: ShownFixes): string {
  const earlier = shown.get(fix);
  if (earlier !== undefined && fix.length > 160) return `the same as for ${earlier} above.`;
  if (earlier === undefined) shown.set(fix, `${resource.text} (${id})`);
  return fix;
}

/** When it bites, what it stops, and where it has been a warning before. */
function whenText({ at, since, level, blocks }: ReportedFinding): string {
  const when = at === null ? ', now' : `, at ${stepText(at)}`;
  const early = since === null ? '' : ` (a warning before that)`;
  return `${when}${early}${level === 'fail' ? `, stops ${stopped[blocks]}` : ''}`;
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
