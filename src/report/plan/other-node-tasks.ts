import type { Unreadable } from '../../for-checks/node-owners.ts';
import { replaceFix } from '../../for-checks/node-replacement.ts';
import { loadTable } from '../../tables/tables.ts';
import { advice, type Advice } from '../../syntax/advice.ts';
import { resourceText } from '../../judge/finding.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { formatFirst } from '../../syntax/english.ts';
import { sh } from '../../syntax/shell.ts';
import { format } from '../../syntax/versions.ts';
import { everyFix, toEntries, type Entry } from '../entries.ts';
import { shortText } from '../entry-title.ts';
import { resourceName } from '../resource-name.ts';
import { allNodes, findingsGone, seen, shellTexts } from './conditions.ts';
import { controlPlaneId } from './control-plane-tasks.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { fixId } from './fix-tasks.ts';
import { holdId } from './hold-task.ts';
import { managedFields } from './managed.ts';
import { managedGroup } from './managed-objects.ts';
import { placeOfMove } from './move-task.ts';
import { beforeStep } from './planned-moves.ts';
import { stoppedBy } from './stops.ts';

/** Where nodes stand that move to the target of the path. */
function atTarget({
  path: { versions, target },
}: Known): Pick<Draft, 'hop' | 'stage' | 'at' | 'area' | 'after' | 'to'> {
  const to = format(target);
  if (versions.length < 2) return { hop: 0, stage: 'nodes', at: null, area: 'nodes', after: [], to };
  const place = placeOfMove(versions.length - 1, true);
  const at = { component: 'kubernetes' as const, version: to };
  return { ...place, at, area: 'nodes', after: [controlPlaneId(target), holdId(target)], to };
}

/** The task for all nodes, if they could not be read. */
export function allNodesTask(known: Known): Draft[] {
  const to = format(known.path.target);
  return [
    draftTask({
      id: `nodes:all:${to}`,
      kind: 'nodes',
      title: 'Update all nodes',
      ...atTarget(known),
      how: {
        text: `The nodes and node groups were not read: grant the scan what it needs, and plan again. Then update every node to ${to}.`,
        commands: [],
      },
      done: [
        {
          kind: 'version',
          text: `every node runs ${to} and is Ready`,
          commands: shellTexts(sh`kubectl get nodes`),
          object: allNodes,
          version: to,
        },
      ],
    }),
  ];
}

/** The task for nodes whose version cannot be read. */
export function unreadableTask(unreadable: Unreadable, known: Known): Draft[] {
  const { resource, version, nodegroup } = unreadable;
  const to = format(known.path.target);
  const name = resourceName({ ...resource, text: resourceText(resource) });
  const how = toHow(
    advice`Its version (${version}) does not show for which Kubernetes version its AMI was built. If it is not ${to}, update it. ${unreadableHow(unreadable, known)}`,
  );
  const change = nodegroup === undefined ? undefined : ('node-group-launch-template' as const);
  const objects = resource.kind === 'NodeGroup' ? [managedGroup(resource.name, known, { change })] : [];
  return [
    draftTask({
      id: `nodes:unknown/${name}:${to}`,
      kind: 'nodes',
      title: `Update ${name}: its version is unknown`,
      ...atTarget(known),
      rank: 7,
      ...managedFields(objects, how),
      how,
      done: [seen(`its AMI was built for ${to}, and its nodes are Ready`, sh`kubectl get nodes`)],
    }),
  ];
}

function unreadableHow({ resource, nodes, nodegroup }: Unreadable, { cluster, path: { target } }: Known): Advice {
  const tables = { 'amazon-linux-2': loadTable('amazon-linux-2').rows, 'ami-variants': loadTable('ami-variants').rows };
  const [first] = nodes;
  const { amiType = null, template } = nodegroup ?? {};
  const owner = { computeType: first?.computeType ?? ('managed' as const), resource, kubelet: 0, amiType, nodes };
  return replaceFix(template === undefined ? owner : { ...owner, template }, cluster, target, tables);
}

/** The task for virtual kubelets: they are programs, and no nodes that a drain replaces. */
export function virtualTask(names: readonly string[], known: Known): Draft[] {
  if (names.length === 0) return [];
  const to = format(known.path.target);
  return [
    draftTask({
      id: `nodes:virtual/nodes:${to}`,
      kind: 'nodes',
      title: `Check virtual kubelets: ${formatFirst(names, 2)}`,
      ...atTarget(known),
      to: null,
      rank: 8,
      how: { text: `Install a release of the virtual kubelet provider that supports ${to}.`, commands: [] },
      done: [seen('the virtual kubelets are Ready', sh`kubectl get nodes`)],
    }),
  ];
}

/** Tasks for blockers of nodes that no move closes: pools and groups without nodes, nodes that are too new. */
export function leftTasks(left: readonly ReportedFinding[], known: Known): Draft[] {
  return toEntries(left, known.steps).map((entry) => leftTask(entry, known));
}

function leftTask({ findings }: Entry, known: Known): Draft {
  const [first] = findings;
  const { versions } = known.path;
  const index = beforeStep(first.at, versions);
  const to = versions[index] ?? known.path.current;
  return draftTask({
    id: fixId(first).replace(/^fix:/, 'nodes:'),
    kind: 'nodes',
    title: `Fix ${formatFirst([...new Set(findings.map(({ resource }) => resourceName(resource)))], 1)}: ${shortText(first)}`,
    ...placeOfMove(index, versions.length > 1),
    at: index === 0 ? null : { component: 'kubernetes', version: format(to) },
    after: index === 0 ? [] : [controlPlaneId(to)],
    closes: findings.map(({ fingerprint }) => fingerprint),
    stops: stoppedBy(findings, known),
    how: { text: everyFix(findings), commands: [...new Set(findings.flatMap((one) => one.commands))] },
    done: [findingsGone(known, findings)],
  });
}
