import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Component } from '../facts/kube.ts';
import { continued, pieces, sh, type Command } from '../syntax/shell.ts';
import { gitOpsName, resolveOwner, type Owner } from './owners.ts';

/** The chart of a project, and what an update with it requires. */
export interface Chart {
  name: string;
  /** Its repository: the name that its documentation gives it, and where it is. */
  repository: { name: string; url: string };
  /** What the documentation calls a release of it, if that is not the chart's name. */
  release?: string;
  /** `installed`: a value is changed, and the chart stays as it is. */
  version: 'newer' | 'installed';
  /** What to run before the update: CRDs, which Helm leaves as they are. */
  before?: readonly Command[];
  /** What the update sets. Left out: the release's own values stay. */
  values?: Command;
}

/** What each owner of a component does to change it. */
export interface Change {
  /** The required result, for changes in a repository or a file. */
  goal: Advice;
  chart?: Chart;
  addon?: (addon: string) => Advice;
  /** The commands if its owner is unknown. */
  byHand: Advice;
}

/** A change of a component by its owner: its EKS add-on, its Helm release, Argo CD or Flux, or a person. */
export function changeByOwner(
  copy: Partial<Pick<Component, 'addon' | 'owner'>> & { namespace: string },
  change: Change,
): Advice {
  const owner = resolveOwner(copy);
  const { goal, chart, addon, byHand } = change;
  if (owner.kind === 'eks-addon' && addon !== undefined) return addon(owner.addon);
  if (owner.kind === 'gitops') {
    return advice`${gitOpsName(owner)} manages it: set ${goal} in its repository, and sync it. It may revert manual changes.`;
  }
  if (owner.kind === 'helm') return byRelease(owner, copy.namespace, goal, chart);
  const then = byHand.text.startsWith('```') ? advice`Then:\n` : advice``;
  return advice`Where a chart, a manifest or a module defines it, set ${goal} there first. ${then}${byHand}`;
}

/** No upgrade command for a release that holds more than this chart: Helm would remove everything else. */
function byRelease(
  { release, namespace: releaseNamespace }: Extract<Owner, { kind: 'helm' }>,
  ownNamespace: string,
  goal: Advice,
  chart: Chart | undefined,
): Advice {
  const namespace = releaseNamespace ?? ownNamespace;
  const list = sh`helm list --namespace ${namespace} --filter ${`^${release}$`}`;
  const isOwn = chart !== undefined && (release.includes(chart.name) || release === chart.release);
  if (!isOwn) {
    return advice`Helm installed it as part of the release ${release} in namespace ${namespace} (${list} names its
      chart): set ${goal} in the chart or the values of that release, and update it with \`helm upgrade\`.`;
  }
  return advice`Helm installed it: update its release ${release} in namespace ${namespace} with its current values.\n${commands(...upgrades(release, namespace, list, chart))}`;
}

/** Without \`--install\`: under a wrong name Helm would install a second copy. */
function upgrades(release: string, namespace: string, list: Command, chart: Chart): Command[] {
  const { name, repository, version, before = [], values = sh`` } = chart;
  const of = `${repository.name}/${name}`;
  const file = `${release}-values.yaml`;
  const versions =
    version === 'installed'
      ? [sh`# keep the version of the chart that is installed`, list]
      : [
          sh`# choose the chart version (first column) by the version of the application (second column)`,
          sh`helm search repo ${of} --versions`,
        ];
  return [
    sh`helm repo add ${repository.name} ${repository.url} && helm repo update ${repository.name}`,
    ...versions,
    ...before,
    sh`helm get values ${release} --namespace ${namespace} -o yaml > ${file}`,
    continued(
      sh`helm upgrade ${release} ${of}`,
      pieces(sh`--version CHART_VERSION --namespace ${namespace} -f ${file}`, values),
    ),
  ];
}
