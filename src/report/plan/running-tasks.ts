import type { ReportedFinding } from '../../judge/result.ts';
import { ownerText } from '../../for-checks/pods-by-group.ts';
import { advice, commands } from '../../syntax/advice.ts';
import { chained, continued, pieces, sh, type Command } from '../../syntax/shell.ts';
import { resourceName } from '../resource-name.ts';
import { findingsGone } from './conditions.ts';
import type { Area, Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { fixId } from './fix-task.ts';
import { findPart } from './parts.ts';
import { stoppedBy } from './stops.ts';

/**
 * A task for each change that EKS is making: they come before everything else, because EKS refuses another update
 * meanwhile, and because the change may set other versions than those that the plan was made from.
 */
export function runningTasks(known: Known): Draft[] {
  return known.found.filter((finding) => findPart(finding) === 'wait').map((finding) => waitTask(finding, known));
}

function waitTask(finding: ReportedFinding, known: Known): Draft {
  const { cluster } = known;
  const areas = stoppedBy([finding], known);
  const group = finding.resource.kind === 'NodeGroup' ? finding.resource.name : undefined;
  return draftTask({
    id: fixId(finding),
    kind: 'fix',
    title: waitTitle(finding),
    hop: 0,
    stage: 'see',
    rank: finding.check === 'control-plane/health' ? -3 : -2,
    closes: [finding.fingerprint],
    stops: [...new Set<Area>(['control-plane', ...areas, ...(group === undefined ? [] : (['nodes'] as const))])],
    ...(group === undefined ? {} : { stopsGroups: [ownerText({ computeType: 'managed', group }) ?? group] }),
    how: toHow(
      advice`EKS is making a change. Wait until it has finished, then make this plan again: the change may set other versions than those of today.\n${commands(untilDone(finding, cluster))}`,
    ),
    done: [findingsGone(known, [finding])],
    notes: [`${finding.message.slice(0, 1).toUpperCase()}${finding.message.slice(1)}.`],
  });
}

function waitTitle({ resource, evidence }: ReportedFinding): string {
  if (resource.kind === 'Update') return `Wait for the running ${resourceName(resource)}`;
  const end = evidence[0]?.observed === 'DELETING' ? 'deleted' : 'ACTIVE';
  return `Wait until ${resourceName(resource)} is ${end}`;
}

/** Waits for as long as it takes, then shows how the change ended: the waiters of the AWS CLI give up. */
function untilDone({ resource: { kind, name }, evidence }: ReportedFinding, cluster: Known['cluster']): Command {
  const where = sh`--region ${cluster.region}`;
  if (kind === 'Update') {
    const show = sh`aws eks describe-update ${where} --name ${cluster.name} --update-id ${name}`;
    return whileIs(show, { query: 'update.status', state: 'InProgress', shown: 'update.[type,status,errors]' });
  }
  const state = evidence[0]?.observed ?? 'UPDATING';
  const own = sh`${where} --cluster-name ${cluster.name}`;
  const [show, of] = showCommand(kind, name, own) ?? [
    sh`aws eks describe-cluster ${where} --name ${cluster.name}`,
    'cluster',
  ];
  return whileIs(show, { query: `${of}.status`, state, shown: `${of}.status` });
}

function showCommand(kind: string, name: string, own: Command): [Command, string] | undefined {
  if (kind === 'NodeGroup') return [sh`aws eks describe-nodegroup ${own} --nodegroup-name ${name}`, 'nodegroup'];
  if (kind === 'EKS add-on') return [sh`aws eks describe-addon ${own} --addon-name ${name}`, 'addon'];
  if (kind === 'FargateProfile')
    return [sh`aws eks describe-fargate-profile ${own} --fargate-profile-name ${name}`, 'fargateProfile'];
  return undefined;
}

function whileIs(show: Command, { query, state, shown }: { query: string; state: string; shown: string }): Command {
  return pieces(
    chained(
      continued(sh`while state=$(${show}`, sh`--query ${query} --output text)`),
      sh`[ "$state" = ${state} ]; do sleep 30; done`,
      continued(show, sh`--query ${shown}`),
    ),
  );
}
