import { advice, commands, managedBy, type Advice } from '../syntax/advice.ts';
import type { ControllingObject } from '../facts/owner.ts';
import { continued, pieces, sh, type Command } from '../syntax/shell.ts';
import { behindAddonManager, type AddonManagers, type UpdatedAddon } from './eks-addon.ts';
import {
  controllerName,
  controllerPath,
  gitOpsName,
  managerTool,
  resolveOwner,
  type Owned,
  type Owner,
} from './owners.ts';

/** A project's Helm chart, and how to update a component with it. */
export interface Chart {
  name: string;
  /** The chart's repository, under the name in its documentation. */
  repository: { name: string; url: string };
  /** The release's name in the documentation, if it is not the chart's name. */
  release?: string;
  /** `installed`: only values change, not the version of the chart. */
  version: 'newer' | 'installed';
  /** Commands before the update, such as for CRDs, which Helm does not update. */
  before?: readonly Command[];
  /** Options that set values, in addition to the release's current values. */
  values?: Command;
}

/** How to change a component, for each kind of owner. */
export interface Change {
  /** The required result, as a noun phrase: `an image of 1.21 or newer`. */
  goal: Advice;
  chart?: Chart;
  addon?: (addon: UpdatedAddon) => Advice;
  /** What names the place where the EKS add-on is managed. Undefined: the fact of the component never has its tags. */
  managers?: AddonManagers;
  /** Commands if the owner is unknown. */
  byHand: Advice;
}

/**
 * How to change a component through its owner: its EKS add-on, the object that controls it, its Helm release, Argo CD or
 * Flux, or else manually.
 */
export function changeByOwner(copy: Owned & { namespace: string }, change: Change): Advice {
  const owner = resolveOwner(copy);
  const fix = changeFor(owner, copy, change);
  // The tags of the add-on tell what manages it.
  return owner.kind === 'eks-addon' ? fix : managedBy(fix, managerTool(owner));
}

function changeFor(owner: Owner, copy: Parameters<typeof changeByOwner>[0], change: Change): Advice {
  const { goal, chart, addon, managers, byHand } = change;
  if (owner.kind === 'eks-addon' && addon !== undefined)
    return changeAddon(addon({ name: owner.addon, serviceAccountRoleArn: owner.role }), copy, managers);
  if (owner.kind === 'gitops') {
    return advice`${gitOpsName(owner)} manages it: set ${goal} in its repository, and sync it. It may revert manual changes.`;
  }
  if (owner.kind === 'controller') return byController(owner.controller, copy.namespace, goal);
  if (owner.kind === 'helm') return byRelease(owner, copy.namespace, goal, chart);
  const then = byHand.text.startsWith('```') ? advice`Then:\n` : advice``;
  return advice`Where a chart, a manifest or a module defines it, set ${goal} there first. ${then}${byHand}`;
}

function changeAddon(fix: Advice, { addonTags: tags }: Owned, managers: AddonManagers | undefined): Advice {
  return managers === undefined ? fix : behindAddonManager(fix, { tags }, managers);
}

/** No command that changes the object: its controller reverts it, or holds it on purpose. */
function byController(controller: ControllingObject, namespace: string, goal: Advice): Advice {
  return advice`${controllerName(controller)} controls it, and its operator reverts manual changes: set ${goal} in that object or in
    the operator.\n${commands(sh`kubectl -n ${namespace} get ${controllerPath(controller)} -o yaml`)}`;
}

/**
 * Gives no upgrade command without a chart, or if the release's name suggests another chart: Helm would remove
 * everything else in the release.
 */
function byRelease(
  { release, namespace: releaseNamespace }: Extract<Owner, { kind: 'helm' }>,
  ownNamespace: string,
  goal: Advice,
  chart: Chart | undefined,
): Advice {
  const namespace = releaseNamespace ?? ownNamespace;
  const list = sh`helm list --namespace ${namespace} --filter ${`^${release}$`}`;
  if (chart === undefined || !isOwnRelease(release, chart)) {
    return advice`Helm installed it as part of the release ${release} in namespace ${namespace} (${list} names its
      chart): set ${goal} in the chart or the values of that release, and update it with \`helm upgrade\`.`;
  }
  return advice`Helm installed it: update its release ${release} in namespace ${namespace} with its current values.\n${commands(...upgrades(release, namespace, list, chart))}`;
}

/**
 * What updates a component, as commands and comments: for lists of several components, where a text for each would
 * be too long.
 * @param operator what installs components into a namespace
 */
export function listUpdateCommands(
  copy: Parameters<typeof changeByOwner>[0],
  chart: Chart,
  operator?: { name: string; namespace: string },
): Command[] {
  const owner = resolveOwner(copy);
  if (operator?.namespace === copy.namespace)
    return [sh`# ${operator.name.split(' ')} installs it: update the operator`];
  if (owner.kind === 'gitops')
    return [sh`# ${owner.tool.split(' ')} manages it: set the version in its repository`, ...showApplier(owner)];
  if (owner.kind === 'controller')
    return [
      sh`# ${owner.controller.kind} controls it: set the version there`,
      sh`kubectl -n ${copy.namespace} get ${controllerPath(owner.controller)} -o yaml`,
    ];
  if (owner.kind !== 'helm') return [sh`# change it where a chart, a manifest or a module defines it`];
  const namespace = owner.namespace ?? copy.namespace;
  const list = sh`helm list --namespace ${namespace} --filter ${`^${owner.release}$`}`;
  if (!isOwnRelease(owner.release, chart)) return [sh`# a chart of this release contains it`, list];
  return upgrades(owner.release, namespace, list, chart);
}

/** The object that names the repository. */
function showApplier({ applier }: Extract<Owner, { kind: 'gitops' }>): Command[] {
  if (applier === undefined) return [];
  const { kind, name, namespace } = applier;
  if (namespace !== null) return [sh`kubectl -n ${namespace} get ${kind.toLowerCase()}/${name}`];
  return [sh`kubectl get ${kind.toLowerCase()} --all-namespaces --field-selector ${`metadata.name=${name}`}`];
}

function isOwnRelease(release: string, chart: Chart): boolean {
  return release.includes(chart.name) || release === chart.release;
}

/** The upgrade omits `--install`: with a wrong name, Helm would install a second copy. */
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
