import type { Report } from '../report.ts';
import { counted, paint, wrap, type Layout } from './layout.ts';

const verdictStyle = { ready: 'green', blocked: 'red', incomplete: 'magenta' } as const;

/** The verdict, what it rests on, the cluster and the target. */
export function headline(report: Report, layout: Layout): string[] {
  const { cluster, target, verdict } = report;
  const way = [
    target === cluster.version ? `at ${cluster.version}` : `${cluster.version} -> ${target}`,
    ...karpenterWays(report),
  ].join(', ');
  const word = paint(layout, verdictStyle[verdict], paint(layout, 'bold', verdict.toUpperCase()));
  return [
    `${word}  ${paint(layout, 'bold', `${cluster.name} ${way}`)}`,
    ...wrap(basisLine(report), layout, 2),
    ...wrap(clusterLine(report), layout, 2),
    ...wrap(targetLine(report), layout, 2),
    ...karpenterLines(report).flatMap((line) => wrap(line, layout, 2)),
  ];
}

/** A verdict says how much of what one may expect it rests on. */
function basisLine({ summary, selection, notJudged }: Report): string {
  const { fail, unknown, warn } = summary.findings;
  const found = `${counted(fail, 'blocker')}, ${unknown} not known, ${counted(warn, 'warning')}`;
  const { selected, total } = selection;
  const by = selected === total ? `${total} checks` : `${selected} of ${total} checks, those selected`;
  const rest =
    notJudged.length === 0 ? '' : `; ${counted(notJudged.length, 'point')} not judged by this version (below)`;
  return `${found}, by ${by}${rest}.`;
}

function clusterLine({ cluster, source, scannedAt, judgedAt }: Report): string {
  const { standardUntil, extendedUntil } = cluster.support;
  const until = (kind: string, date: string) =>
    `${kind} support ${date <= judgedAt.slice(0, 10) ? 'ended on' : 'until'} ${date}`;
  const support = [
    standardUntil === null ? [] : [until('standard', standardUntil)],
    extendedUntil === null ? [] : [until('extended', extendedUntil)],
  ].flat();
  const asOf = judgedAt === scannedAt ? '' : ` and judged as of ${judgedAt}`;
  const taken = source === 'inventory' ? [`from an inventory taken ${scannedAt}${asOf}`] : [];
  return `${[cluster.region, `account ${cluster.account}`, ...support, ...taken].join(', ')}.`;
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

/** `Karpenter 0.30.0 -> 0.32.1`, of the controller that serves the cluster, where it is to move. */
function karpenterWays({ karpenter }: Report): string[] {
  const moving = karpenter.filter(({ version, target }) => version !== null && target !== null && target !== version);
  return moving.map(({ version, target }) => `Karpenter ${version} -> ${target}`);
}

function karpenterLines({ karpenter, target: kubernetes, coverage }: Report): string[] {
  const reading = coverage.facts['karpenterControllers'];
  if (reading?.ok === false) return ['Whether Karpenter runs here was not seen: the path holds no step of it.'];
  return karpenter.flatMap(({ namespace, version, versionSource, target, targetSource }) => {
    const runs = `Karpenter ${version ?? 'of a version that is not known'} in namespace ${namespace}`;
    const read = versionSource === null ? '' : ` (${versionSource})`;
    if (target === null || targetSource === null) return [`${runs}${read}.`];
    const words: Record<string, string> = {
      flag: target === version ? ', and stays' : `; target ${target} as asked for`,
      required: `; target ${target}, the least for Kubernetes ${kubernetes}; name another with --karpenter-target`,
      running: ', and stays; name a target with --karpenter-target',
    };
    return [`${runs}${read}${words[targetSource] ?? ''}.`];
  });
}
