import type { Report, ReportedFinding, Result } from '../report.ts';
import { parseMinor } from '../versions.ts';
import { counted, paint, wrap, wrapMarkdown, type Layout } from './layout.ts';
import { stepsTable } from './steps-table.ts';
import { isUnseen, unseenSection } from './unseen.ts';

interface Entry {
  finding: ReportedFinding;
  result: Result;
}

const evidenceShown = 5;

/** The report for a person: verdict first, then what blocks, what was not seen, warnings, and what nobody looked at. */
export async function reportText(report: Report, layout: Layout): Promise<string> {
  const entries = report.results.flatMap((result) => result.findings.map((finding) => ({ finding, result })));
  const read = entries.filter(({ finding }) => !isUnseen(finding));
  const sections = [
    headline(report, layout),
    await stepsTable(report, layout),
    section('Blocks the upgrade', 'red', read, 'fail', layout),
    section('Seen, but could not be judged', 'magenta', read, 'unknown', layout),
    unseenSection(entries, layout),
    section('Warnings', 'yellow', read, 'warn', layout),
    quiet(report, layout),
    footer(report, layout),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const verdictStyle = { ready: 'green', blocked: 'red', incomplete: 'magenta' } as const;

function headline(report: Report, layout: Layout): string[] {
  const { cluster, target, verdict, summary } = report;
  const way = target === cluster.version ? `at ${cluster.version}` : `${cluster.version} -> ${target}`;
  const word = verdict.toUpperCase();
  const { fail, unknown, warn } = summary.findings;
  const found = [counted(fail, 'blocker'), `${unknown} not known`, counted(warn, 'warning')].join(', ');
  const selected =
    report.selection.selected === report.selection.total
      ? ''
      : `, by ${report.selection.selected} of ${report.selection.total} checks`;
  return [
    `${paint(layout, verdictStyle[verdict], paint(layout, 'bold', word))}  ${paint(layout, 'bold', `${cluster.name} ${way}`)}`,
    ...wrap(`${found}${selected}.`, layout, 2),
    ...wrap(clusterLine(report), layout, 2),
    ...wrap(targetLine(report), layout, 2),
  ];
}

function clusterLine({ cluster, source, scannedAt }: Report): string {
  const { standardUntil, extendedUntil } = cluster.support;
  const support =
    standardUntil === null
      ? ''
      : `, standard support until ${standardUntil}, extended until ${extendedUntil ?? 'unknown'}`;
  const taken = source === 'inventory' ? `, from an inventory taken ${scannedAt}` : '';
  return `${cluster.region}, account ${cluster.account}${support}${taken}.`;
}

function targetLine({ targetSource, target }: Report): string {
  const words = {
    assumed: `Target ${target} is assumed: the versions that EKS offers could not be read.`,
    current: 'EKS offers nothing newer: the cluster is judged as it is.',
    'next-offered': `Target ${target} is the next version; name another with --target.`,
    flag: `Target ${target} as asked for.`,
  };
  return words[targetSource];
}

function section(
  title: string,
  style: 'red' | 'yellow' | 'magenta',
  entries: readonly Entry[],
  level: string,
  layout: Layout,
): string[] {
  const chosen = entries.filter(({ finding }) => finding.level === level).toSorted(byStep);
  if (chosen.length === 0) return [];
  const heading = paint(layout, style, paint(layout, 'bold', `${title} (${chosen.length})`));
  const shown = new Map<string, string>();
  return [heading, ...chosen.flatMap(({ finding, result }) => ['', ...findingLines(finding, result, layout, shown)])];
}

/** What is wrong today first, then step by step. */
function byStep(a: Entry, b: Entry): number {
  return minorOf(a.finding) - minorOf(b.finding);
}

function minorOf({ at }: ReportedFinding): number {
  return at === null ? 0 : (parseMinor(at.version) ?? 0);
}

/** @param shown fixes of this section and the resource each stands under: a long one is not printed twice */
function findingLines(finding: ReportedFinding, result: Result, layout: Layout, shown: Map<string, string>): string[] {
  const mark = { fail: 'FAIL', warn: 'WARN', unknown: 'UNKNOWN' }[finding.level];
  const earlier = shown.get(finding.fix);
  if (earlier === undefined) shown.set(finding.fix, finding.resource.text);
  const links = finding.links.length > 0 ? finding.links : result.links.slice(0, 1);
  return [
    ...wrap(`${mark} ${result.id}${whenText(finding)}`, layout, 2).map((line) => paint(layout, 'bold', line)),
    ...wrap(`${finding.resource.text}: ${finding.message}`, layout, 4),
    ...evidenceLines(finding, layout),
    ...wrapMarkdown(earlier === undefined ? finding.fix : `the same as for ${earlier} above.`, layout, 9, '    Fix: '),
    ...links.map((link) => paint(layout, 'dim', `    ${link}`)),
  ];
}

/** A warning that turns into a failure says both. */
function whenText({ at, since, phase, level, blocks }: ReportedFinding): string {
  const when = at === null ? ', now' : `, at ${at.version}`;
  const early = since === null ? '' : ` (a warning from ${since.version} on)`;
  const order = phase === 'after' ? ', to be done after the update' : '';
  return `${when}${early}${level === 'fail' ? `, stops ${stopped(blocks)}` : ''}${order}`;
}

function stopped(blocks: ReportedFinding['blocks']): string {
  const words = {
    'control-plane': 'the control plane update',
    nodes: 'nodes',
    workloads: 'running workloads',
    delivery: 'deployments to come',
    karpenter: 'Karpenter',
  } as const;
  return words[blocks];
}

function evidenceLines({ evidence }: ReportedFinding, layout: Layout): string[] {
  const shown = layout.all ? evidence : evidence.slice(0, evidenceShown);
  const lines = shown.flatMap(({ resource, observed, required, source }) => {
    const who = resource === null ? 'Seen' : resource;
    const want = required === null ? '' : `; needed: ${required}`;
    return wrap(
      `${who}: ${observed}${want}${source === 'table' ? ' (from a table, not from AWS)' : ''}`,
      layout,
      8,
      '      - ',
    );
  });
  const rest = evidence.length - shown.length;
  return rest > 0 ? [...lines, `      - and ${rest} more (--all shows them)`] : lines;
}

function quiet(report: Report, layout: Layout): string[] {
  const passed = report.results.filter(({ status }) => status === 'pass');
  const skipped = report.results.filter(({ status, reason }) => status === 'skip' && reason !== 'not selected');
  const lines = [paint(layout, 'green', paint(layout, 'bold', `Passed (${passed.length})`))];
  if (layout.all)
    lines.push(...passed.flatMap(({ id, title }) => wrap(`${id}: nothing found of "${title}"`, layout, 4, '  - ')));
  else if (passed.length > 0) lines.push('  --all lists them.');
  if (skipped.length === 0) return lines;
  lines.push('', paint(layout, 'bold', `Does not apply here (${skipped.length})`));
  lines.push(...skipped.flatMap(({ id, reason }) => wrap(`${id}: ${reason ?? ''}`, layout, 4, '  - ')));
  return lines;
}

function footer(report: Report, layout: Layout): string[] {
  const { notJudged, gate, exitCode } = report;
  const lines =
    notJudged.length === 0
      ? []
      : [paint(layout, 'bold', `Not judged by this version (${notJudged.length})`), ...byArea(notJudged, layout), ''];
  if (gate.unmetRequirements.length > 0) {
    lines.push(...wrap(`Required, but not judged: ${gate.unmetRequirements.join(', ')}.`, layout, 0));
  }
  const limits = [
    gate.scope === 'all' ? '' : ' for the control plane only',
    gate.horizon === 'path' ? '' : ' for now and the first step',
  ].join('');
  lines.push(...wrap(`Gate: ${gate.result}${limits}. Exit code ${exitCode}.`, layout, 0));
  return lines;
}

function byArea(ids: readonly string[], layout: Layout): string[] {
  const areas = new Map<string, string[]>();
  for (const id of ids) {
    const [area = id, name = ''] = id.split('/');
    areas.set(area, [...(areas.get(area) ?? []), name]);
  }
  return [...areas].flatMap(([area, names]) => wrap(`${area}: ${names.join(', ')}`, layout, 4, '  - '));
}
