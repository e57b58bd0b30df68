import type { Facts } from '../../facts/facts.ts';
import { findNewestRelease, formatTag, setImage } from '../../for-checks/cluster-autoscaler.ts';
import { afterPermissions } from '../../for-checks/permissions-first.ts';
import { compareRights } from '../../for-checks/release-permissions.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { sh } from '../../syntax/shell.ts';
import { format, isBelow, parseMinor, type Minor } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';
import { resourceName } from '../resource-name.ts';
import { shellTexts } from './conditions.ts';
import { controlPlaneId } from './control-plane-tasks.ts';
import type { Condition, Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { holdId } from './hold-task.ts';
import { managedFields } from './managed.ts';
import { managedDeployment } from './managed-objects.ts';
import { readValue } from './read.ts';

type Copy = Facts['clusterAutoscalers'][number];

/** A copy with one update, and the findings that it closes. */
interface Update {
  copy: Copy;
  /** The release before the update; if no release of its minor version is known, the first one. */
  from: string;
  /** The same for people: `1.37.x` if no release is known. */
  shownFrom: string;
  to: Minor;
  closes: readonly ReportedFinding[];
}

/**
 * A task for each update of the control plane after which a Cluster Autoscaler has another minor version.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html
 */
export function autoscalerTasks(known: Known): Draft[] {
  const copies = readValue(known.readings.clusterAutoscalers) ?? [];
  return copies.flatMap((copy) => listUpdates(copy, known).map((update) => updateTask(update, known)));
}

/** None if no finding is about the copy: its version matches, or a team accepts that it does not. */
function listUpdates(copy: Copy, { found, path }: Known): Update[] {
  const own = found.filter((finding) => isAbout(finding, copy));
  const { version } = copy;
  const minor = version === null ? undefined : parseMinor(version);
  if (own.length === 0 || version === null || minor === undefined || minor > path.target) return [];
  const rows = loadTable('cluster-autoscaler').rows;
  const ahead = path.versions.slice(1).filter((to) => to > minor || (to === minor && isOld(version, to, rows)));
  return ahead.map((to, index) => {
    const before = ahead[index - 1];
    const newest = before === undefined ? version : findNewestRelease(rows, before);
    const from = newest ?? `${format(before ?? minor)}.0`;
    const shownFrom = newest ?? `${format(before ?? minor)}.x`;
    return { copy, from, shownFrom, to, closes: index === ahead.length - 1 ? own : [] };
  });
}

function isAbout({ check, rule, resource }: ReportedFinding, { namespace, name }: Copy): boolean {
  return (
    check === 'addons/cluster-autoscaler-version' &&
    rule === null &&
    resource.namespace === namespace &&
    resource.name === name
  );
}

function isOld(version: string, minor: Minor, rows: Parameters<typeof findNewestRelease>[0]): boolean {
  const newest = findNewestRelease(rows, minor);
  return newest !== undefined && isBelow(version, newest);
}

function updateTask({ copy, from, shownFrom, to, closes }: Update, { readings, path }: Known): Draft {
  const rows = loadTable('cluster-autoscaler').rows;
  const tag = formatTag(rows, to);
  const component = 'cluster-autoscaler';
  const rights = compareRights(loadTable('release-permissions').rows, readValue(readings.componentRights), {
    component,
    copy,
    from,
    releases: [findNewestRelease(rows, to) ?? `${format(to)}.0`],
  });
  const set = setImage(`Set the image to ${tag}, the newest known release of ${format(to)}`, copy, tag);
  const how = toHow(afterPermissions(rights, { component, copy }, set));
  return draftTask({
    id: `software:${resourceName({ ...copy, text: copy.name })}:${format(to)}`,
    kind: 'software',
    title: 'Update the Cluster Autoscaler',
    hop: path.versions.indexOf(to) - 1,
    stage: 'software',
    at: { component: 'kubernetes', version: format(to) },
    closes: closes.map(({ fingerprint }) => fingerprint),
    after: [controlPlaneId(to), holdId(to)],
    from: shownFrom,
    to: tag.slice(1),
    ...managedFields([managedDeployment(copy, 'controller-chart')], how),
    how,
    done: listConditions(copy, tag),
  });
}

function listConditions({ kind, namespace, name, replicas }: Copy, tag: string): Condition[] {
  const object = resourceName({ kind, namespace, name, text: name });
  const workload = `${kind.toLowerCase()}/${name}`;
  return [
    {
      kind: 'version',
      text: `${object} runs ${tag}`,
      commands: shellTexts(
        sh`kubectl -n ${namespace} get ${workload} -o jsonpath='{.spec.template.spec.containers[*].image}'`,
      ),
      object,
      version: tag.slice(1),
    },
    {
      kind: 'workload',
      text: `all pods of ${object} are ready`,
      commands: shellTexts(sh`kubectl -n ${namespace} rollout status ${workload} --timeout=5m`),
      object,
      ...(replicas === null ? {} : { pods: { ready: replicas, all: replicas } }),
    },
  ];
}
