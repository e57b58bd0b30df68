import { countedFleet } from '../../report/fleet/counted.ts';
import { fleetBasis, fleetExitText, fleetHeadline } from '../../report/fleet/fleet-text.ts';
import { groupCounts, listGroups } from '../../report/fleet/groups.ts';
import { nameClusters, type ClusterNames } from '../../report/fleet/names.ts';
import { listUpdates, updateReason } from '../../report/fleet/order-text.ts';
import { unknownValue, versionText } from '../../report/fleet/cluster-text.ts';
import type { Fleet, FleetCluster } from '../../report/fleet/schema.ts';
import { levelText, selectShared, sharedNames, sharedTitles } from '../../report/fleet/shared-text.ts';
import { formatCount, formatFirst } from '../../syntax/english.ts';
import { block, cell, codeCell, inline } from '../markdown/escape.ts';
import { fitted, frame, rows, type Part } from '../markdown/room.ts';
import { cut } from '../markdown/shorten.ts';
import { unwrapped, type Layout } from '../text/layout.ts';
import { clusterColumns, type ClusterColumn } from './columns.ts';
import { firstStep } from './first-step.ts';

/** GitHub limits comments to 65,536 characters; the rest is for the note on omitted lines. */
const longest = 64_800;
const longestText = 300;

/** Which lines get room first. */
const ranks = { blocked: 1, 'not-scanned': 1, incomplete: 2, ready: 5 } as const satisfies Record<
  FleetCluster['status'],
  number
>;
const sharedRank = 3;
const orderRank = 4;

/**
 * The report of a fleet as one comment of a pull request or a page of a wiki, in GitHub Flavored Markdown. The first
 * line is an invisible marker, by which an earlier comment can be found and replaced. Reports are named as code, not
 * linked: their paths come from a bucket or a folder.
 */
export function fleetMarkdown(given: Fleet, layout: Layout = unwrapped): string {
  const fleet = countedFleet(given);
  const names = nameClusters(fleet.clusters);
  const { columns, same } = clusterColumns(fleet);
  const { verdict, counts } = fleetHeadline(fleet);
  const parts = [
    ...frame('<!-- eks-preflight: fleet -->', `## ${verdict} ${counts}`, ''),
    ...[same ?? [], ...fleetBasis(fleet, names)].flat().flatMap((line) => frame(inline(cut(line, longestText)), '')),
    ...listGroups(fleet).flatMap(({ title, clusters }) => [
      ...(title === undefined ? [] : frame(`### ${inline(cut(title, longestText))}: ${groupCounts(clusters)}`, '')),
      ...clusterParts(clusters, columns),
    ]),
    ...sharedParts(fleet, names, layout),
    ...orderParts(fleet, names),
    ...lastParts(fleet, names),
  ];
  const page = fitted(parts, longest);
  const left = page.left.row;
  const note =
    left === 0 ? [] : ['', `Omitted to fit into a comment: ${formatCount(left, 'line')}. The JSON report has them.`];
  return `${[...page.parts, ...note].join('\n')}\n`;
}

/** A row for each cluster; its last cells say why it is not ready, and where its report is. */
function clusterParts(clusters: readonly FleetCluster[], columns: readonly ClusterColumn[]): Part[] {
  const marks = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  return [
    ...frame(row([...columns.map(({ head }) => head), 'Why', 'Report']), row([...marks, '---', '---'])),
    ...clusters.flatMap((cluster) => {
      const own = columns.map((column) => valueCell(column.cell(cluster)));
      const report = cluster.report === null ? '' : codeCell(cut(cluster.report, longestText));
      return rows(ranks[cluster.status], row([...own, cell(whyText(cluster)), report]));
    }),
    ...frame(''),
  ];
}

function valueCell(text: string): string {
  return text === unknownValue ? text : cell(cut(text, longestText));
}

/** The whole reason why a cluster was not scanned; else its worst entry. */
function whyText({ status, reason, first: [worst] }: FleetCluster): string {
  if (reason !== null) return reason;
  return worst === undefined || status === 'ready' ? '' : cut(`${levelText(worst)} ${worst.title}`, longestText);
}

function sharedParts(fleet: Fleet, names: ClusterNames, { all }: Layout): Part[] {
  const { shown, rest } = selectShared(fleet, all);
  if (shown.length === 0) return [];
  return [
    ...frame(
      '### What clusters share',
      '',
      row(['Clusters', 'Level', 'Problem', 'Which']),
      '| ---: | --- | --- | --- |',
    ),
    ...shown.flatMap((problem) => {
      const [title = ''] = sharedTitles(problem, fleet);
      const named = sharedNames(problem, names, false) ?? '';
      const count = `${problem.clusters.length}`;
      return rows(
        sharedRank,
        row([count, levelText(problem), cell(cut(title, longestText)), cell(cut(named, longestText))]),
      );
    }),
    ...frame('', ...(rest === undefined ? [] : [`And ${rest}.`, ''])),
  ];
}

function orderParts(fleet: Fleet, names: ClusterNames): Part[] {
  const { updates, atTarget } = listUpdates(fleet);
  if (fleet.clusters.length < 2 || updates.length === 0) return [];
  const settled = formatFirst(atTarget.map((cluster) => names.name(cluster)));
  return [
    ...frame('### Suggested order of updates', ''),
    ...updates.flatMap((cluster, index) => {
      const text = `${names.name(cluster)} ${versionText(cluster)}: ${updateReason(cluster, fleet)}`;
      return rows(orderRank, `${index + 1}. ${inline(cut(text, longestText))}`);
    }),
    ...frame('', ...(settled === '' ? [] : [inline(`No newer version: ${cut(settled, longestText)}.`), ''])),
  ];
}

function lastParts(fleet: Fleet, names: ClusterNames): Part[] {
  const { what, command } = firstStep(fleet, names);
  return [
    ...frame(inline(fleetExitText(fleet)), ''),
    ...(what === undefined ? [] : frame(`${inline(cut(what, longestText))}${command === undefined ? '.' : ':'}`)),
    ...(command === undefined ? [] : frame('', block(`\`\`\`sh\n${command}\n\`\`\``))),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
