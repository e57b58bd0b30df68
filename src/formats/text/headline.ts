import { isUnreadMinor, newestKnown } from '../../karpenter/path.ts';
import { momentText } from '../../syntax/dates.ts';
import { sentence } from '../../syntax/markdown.ts';
import type { Report } from '../../report/schema.ts';
import { loadTable } from '../../tables/tables.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { acceptedFindings } from '../../judge/verdict.ts';
import { clusterNamed } from '../../report/cluster-named.ts';
import { oldTableLines, tablesReadText } from '../../report/table-dates.ts';
import { oldDataText } from '../../report/old-data.ts';
import { rollbackText } from '../../report/rollback.ts';
import { isRollbackPath } from '../../judge/direction.ts';
import { answerTexts } from '../../report/answer-text.ts';
import { countLevels, toEntries } from '../../report/entries.ts';
import { countEntryChanges } from '../../report/entry-changes.ts';
import { scopeVerdict, verdictText } from './gate.ts';
import { answerLines } from './answers.ts';
import { headingIn, paint, wrap, type Layout } from './layout.ts';
import { restText } from './not-covered.ts';
import { formatCount, formatFirst, forCount } from '../../syntax/english.ts';

export const verdictStyle = { ready: 'green', partial: 'dim', blocked: 'red', incomplete: 'magenta' } as const;

/** The verdict, the answers, the cluster and the target. */
export function headline(report: Report, layout: Layout): string[] {
  const said = verdictText(report);
  const word = headingIn(verdictStyle[scopeVerdict(report)], said, layout);
  return [
    ...wrap(judgedText(report), { ...layout, columns: layout.columns - said.length }, 2).map((line, index) =>
      index === 0 ? `${word}${paint(layout, 'bold', line)}` : paint(layout, 'bold', line),
    ),
    ...answerLines(report, layout),
    ...[...linesAfterCounts(report, true), oldDataText(report, layout.now) ?? []]
      .flat()
      .flatMap((line) => wrap(line, layout, 2)),
  ];
}

/** `BLOCKED prod 1.33 -> 1.34`: the verdict, the cluster and the target; how many checks, if not all. */
export function verdictLine(report: Report): string {
  return `${verdictText(report)} ${judgedText(report)}`;
}

/** `prod 1.33 -> 1.34 (66 of 67 checks)`: what the verdict is about. */
export function judgedText(report: Report): string {
  const { selection, results } = report;
  if (selection.selected === selection.total) return formatUpgradePath(report);
  const checks = selectionText(selection);
  if (scopeVerdict(report) !== 'partial') return `${formatUpgradePath(report)} (${checks})`;
  const found = acceptedFindings(results).some(({ level }) => level === 'fail')
    ? 'no other finding fails'
    : 'none of them fails';
  return `${formatUpgradePath(report)}: ${checks} selected, ${found}; readiness is not judged`;
}

/** `1 of 67 checks`. */
export function selectionText({ selected, total }: Report['selection']): string {
  return `${selected} of ${formatCount(total, 'check')}`;
}

/** The path, without its verdicts. */
interface UpgradeSteps {
  steps: readonly Pick<Report['steps'][number], 'component' | 'from' | 'to'>[];
}

/** The cluster and the target of the plan: `prod 1.33 -> 1.34, Karpenter 1.5.8 -> 1.8.8`. */
export function formatUpgradePath(report: Pick<Report, 'target' | 'cluster' | 'karpenter'> & UpgradeSteps): string {
  const { target } = report;
  const { name, version: from } = clusterNamed(report);
  const isDown = isRollbackPath(report.steps);
  const kubernetesPath = target === from ? `at ${target}` : `${from} -> ${target}${isDown ? ' (rollback)' : ''}`;
  return `${name} ${[kubernetesPath, ...listKarpenterPaths(report)].join(', ')}`;
}

/**
 * What reports for people say in addition to the verdict: the answers, and what {@link detailLines} says. Entries have
 * bare numbers: where these lines are shown, `#7` may be a link to something else.
 */
export function basisLines(report: Report): string[] {
  const answers = answerTexts(report).map(({ question, answer }) => `${question}: ${answer.replaceAll('#', '')}.`);
  return [...answers, ...detailLines(report)];
}

/** The counts, what a config file decides, how the findings compare with a baseline, and how many checks passed. */
export function detailLines(report: Report): string[] {
  const counts = countsText(report.results.flatMap(({ findings }) => findings));
  return [`${counts}.`, ...linesAfterCounts(report, true), restText(report)];
}

/**
 * Like {@link detailLines}, but for the HTML page: without the counts, which the page shows elsewhere, and without
 * options, because its readers may have no command line.
 */
export function aboutLines(report: Report): string[] {
  return [...linesAfterCounts(report, false), restText(report)];
}

function linesAfterCounts(report: Report, hasOptions: boolean): string[] {
  return [
    clusterLine(report),
    targetLine(report, hasOptions),
    ...karpenterLines(report, hasOptions),
    ...[rollbackText(report) ?? []].flat(),
    ...pluginLines(report),
    ...configurationLines(report),
    ...acceptanceLines(report),
    ...baselineLines(report),
    ...oldTableLines(report),
  ];
}

/** Acceptances on which a team may rely, but which do not apply. */
function acceptanceLines({ acceptances: { expired, exceeded, unmatched } }: Report): string[] {
  const over = expired.map(({ entry, until }) => `${entry}, until ${until}`);
  const names = (notes: typeof exceeded) => formatFirst(notes.map(({ entry }) => entry));
  return [
    ...(over.length === 0 ? [] : [`Expired, so the findings count: ${formatFirst(over)}.`]),
    ...(exceeded.length === 0
      ? []
      : [`Accepted, but not at this level or step, or only by a glob, so the findings count: ${names(exceeded)}.`]),
    ...(unmatched.length === 0 ? [] : [`Accepted, but not found: ${names(unmatched)}.`]),
  ];
}

/** How the entries compare with the baseline, if there is one. */
function baselineLines(judged: Report): string[] {
  const { baseline, failOn } = judged.gate;
  if (baseline === null) return [];
  const { report, scannedAt, differs } = baseline;
  const counts = countEntryChanges(judged);
  const unknowns = counts.knownUnknown === 0 ? '' : `, ${counts.knownUnknown} of them unknown`;
  const isCounting = failOn.includes('unknown') && unknowns !== '';
  const known = `${counts.known} known${unknowns}${isCounting ? ', and of these the gate counts only the unknown ones' : ', which the gate does not count'}`;
  return [
    `Baseline ${report} of ${momentText(scannedAt)}: ${counts.new} new, ${counts.worse} worse, ${known}.`,
    ...(differs.length === 0
      ? []
      : [`The baseline was taken with ${differs.join(', ')}: what it did not judge is new.`]),
  ];
}

/** The number of entries at each level. */
export function countsText(all: readonly ReportedFinding[]): string {
  const { fail, unknown, warn } = countLevels(toEntries(all));
  return [formatCount(fail, 'blocker'), `${unknown} unknown`, formatCount(warn, 'warning')].join(', ');
}

/** Plug-ins: checks that are not part of this product. */
function pluginLines({ plugins = [] }: Report): string[] {
  if (plugins.length === 0) return [];
  const named = plugins.map(({ name, module, testObjects }) => {
    if (testObjects === undefined) return name === module ? name : `${name} (${module})`;
    return `${name} (${module}, with ${formatCount(testObjects, 'object')} of its tests)`;
  });
  return [`${forCount(plugins.length, 'Plug-in', 'Plug-ins')}: ${named.join(', ')}.`];
}

/** What a config file decides: which cluster, and what it excludes from the verdict or the gate. */
export function configurationLines({ configuration }: Pick<Report, 'configuration'>): string[] {
  if (configuration === null) return [];
  const { file, named, locates, relaxed } = configuration;
  const where = named ? file : `${file} (in the working directory)`;
  const set = relaxed.map(({ option, value }) => `${option} ${value}`).join(', ');
  return [
    ...(locates.length === 0
      ? []
      : [sentence(`${locates.join(' and ')} ${forCount(locates.length, 'comes', 'come')} from ${where}`)]),
    ...(relaxed.length === 0 ? [] : [`Set by ${where}: ${set}.`]),
  ];
}

function clusterLine(report: Report): string {
  const { cluster, judgedAt, tables } = report;
  const { standardUntil, extendedUntil } = cluster?.support ?? { standardUntil: null, extendedUntil: null };
  const today = judgedAt.slice(0, 10);
  const isExtended = standardUntil !== null && standardUntil <= today;
  const [kind, date] = isExtended ? ['extended', extendedUntil] : ['standard', standardUntil];
  const support = date === null ? [] : [`${kind} support ${date <= today ? 'ended on' : 'until'} ${date}`];
  const place = cluster === null ? [] : [cluster.region, `account ${cluster.account}`];
  const read = tablesReadText(tables);
  return `${[...place, ...support, takenText(report)].join(', ')}${read === '' ? '' : `; ${read}`}.`;
}

/** When the facts were taken: `scanned 2026-11-20 12:00 UTC with 214 requests`, `inventory of ...`. */
export function takenText({ source, scannedAt, judgedAt, apiUsage }: Report): string {
  const requests = apiUsage === undefined ? 0 : apiUsage.kubernetes.requests + apiUsage.aws.requests;
  const by = requests === 0 ? '' : ` with ${formatCount(requests, 'request')}`;
  const asOf = judgedAt === scannedAt ? '' : `, judged as of ${momentText(judgedAt)}`;
  return `${source === 'inventory' ? 'inventory of' : 'scanned'} ${momentText(scannedAt)}${by}${asOf}`;
}

/** @param hasOptions whether to name the options that choose a target */
function targetLine({ targetSource, target, configuration }: Report, hasOptions: boolean): string {
  const isFile = configuration?.relaxed.some(({ option }) => option === 'target') === true;
  const words = {
    assumed: `Target ${target} is assumed: the versions that EKS offers could not be read.`,
    current: 'EKS offers no newer version: the current state is judged.',
    'next-offered': `Target ${target} is the next version${hasOptions ? '; use --target to choose another' : ''}.`,
    rollback: `Rollback to ${target}${hasOptions ? ' (--rollback)' : ''}: checks that judge only updates are skipped.`,
    flag: `Target: ${target}${isFile ? ` (${configuration.file})` : hasOptions ? ' (--target)' : ''}.`,
  };
  return words[targetSource];
}

/** `Karpenter 0.30.0 -> 0.32.1` for each controller that is to be updated. */
function listKarpenterPaths({ karpenter }: Pick<Report, 'karpenter'>): string[] {
  const moving = karpenter.filter(({ version, target }) => version !== null && target !== null && target !== version);
  return moving.map(({ version, target }) => `Karpenter ${version} -> ${target}`);
}

function karpenterLines({ karpenter, target: kubernetes, coverage }: Report, hasOptions: boolean): string[] {
  const reading = coverage.facts['karpenterControllers'];
  if (reading?.ok === false) return ['Unknown whether Karpenter runs here: the path has no Karpenter steps.'];
  return karpenter.flatMap(({ namespace, version, versionSource, target, targetSource }) => {
    const runs = `Karpenter ${version ?? 'of an unknown version'} in ${namespace}`;
    const read = versionSource === null ? '' : ` (${versionSource})`;
    if (target === null || targetSource === null) return [`${runs}${read}.`];
    const words: Record<string, string> = {
      flag: target === version ? ', and stays' : `, target ${target}${hasOptions ? ' (--karpenter-target)' : ''}`,
      required: `, target ${target}, the minimum for Kubernetes ${kubernetes}${hasOptions ? '; use --karpenter-target to choose another' : ''}`,
      running: `, and stays${hasOptions ? '; use --karpenter-target to choose a target' : ''}`,
    };
    return [`${runs}${read}${words[targetSource] ?? ''}.`, ...unknownReleaseLines(version, target)];
  });
}

/** A line about a target whose minor no table lists: a typing error, or a release newer than this version of eks-preflight. */
function unknownReleaseLines(version: string | null, target: string): string[] {
  const { rows } = loadTable('karpenter-releases');
  if (target === version || !isUnreadMinor(target, rows)) return [];
  const newest = newestKnown(rows, target) ?? newestKnown(rows) ?? '';
  return [
    `eks-preflight has no data on Karpenter ${target} (newest release covered before it: ${newest}): its changes are unknown.`,
  ];
}
