import { setTimeout as sleep } from 'node:timers/promises';
import { toText } from '../../world/aws/request.ts';
import { missing, required, type Json, type Write } from '../../world/aws/writes/write.ts';
import { passingInsights, rollbackInsights } from '../../world/insights.ts';
import { writes } from '../../world/aws/writes/writes.ts';
import { liveVersions, type KubernetesVersion } from '../binaries.ts';
import { withinMs } from '../processes.ts';
import { endNodes, findNodes, replaceNodes, startNodes, type Stage } from './nodes.ts';
import { ask } from './objects.ts';

/** What EKS does in the background, and what went wrong in it. */
export interface Background {
  /** Resolves when nothing runs; throws what failed besides updates, which fail on their own. */
  settle(): Promise<void>;
}

/** The operations of the account, of which the updates of EKS act on the real cluster and take their time. */
export function walkWrites(stage: () => Stage): Background & { writes: Readonly<Record<string, Write>> } {
  const work: Promise<void>[] = [];
  const later = (outcome: ReturnType<Write>, run: () => Promise<void>): ReturnType<Write> => {
    work.push(runUpdate(stage(), outcome, run));
    return outcome;
  };
  return {
    writes: {
      ...writes,
      'eks:UpdateClusterVersion': (world, request) => {
        const [, name = ''] = request.path;
        const cluster = world.aws.clusters[name];
        if (cluster === undefined) return missing('ResourceNotFoundException', `No cluster found for name: ${name}.`);
        const version = required(request.form, 'version');
        const refusal = refuseVersion(String(cluster['version']), version);
        if (refusal !== undefined) return refusal;
        const outcome = writes['eks:UpdateClusterVersion']?.(world, request) ?? {};
        world.aws.clusters = { ...world.aws.clusters, [name]: { ...cluster, status: 'UPDATING' } };
        return later(outcome, async () => {
          await stage().live.restart(findServer(version));
          world.aws.clusters = { ...world.aws.clusters, [name]: { ...cluster, version, status: 'ACTIVE' } };
          world.aws.insights = { ...passingInsights(addMinor(version, 1)), ...rollbackInsights(addMinor(version, -1)) };
        });
      },
      'eks:UpdateNodegroupVersion': (world, request) => {
        const name = request.path[3] ?? '';
        const before = world.aws.nodegroups[name];
        const outcome = writes['eks:UpdateNodegroupVersion']?.(world, request) ?? {};
        const after = world.aws.nodegroups[name];
        if (before === undefined || after === undefined || 'error' in outcome) return outcome;
        setGroup(stage(), name, { ...before, status: 'UPDATING' });
        return later(outcome, async () => {
          try {
            await rollGroup(stage(), name, String(after['version']));
            setGroup(stage(), name, { ...after, status: 'ACTIVE' });
          } catch (error) {
            setGroup(stage(), name, { ...before, status: 'ACTIVE' });
            throw error;
          }
        });
      },
      'eks:UpdateAddon': (world, request) => {
        const outcome = writes['eks:UpdateAddon']?.(world, request) ?? {};
        if ('error' in outcome) return outcome;
        return later(outcome, () =>
          installAddon(stage(), request.path[3] ?? '', toText(request.form['addonVersion']) ?? ''),
        );
      },
      'eks:CreateNodegroup': (world, request) => {
        const outcome = writes['eks:CreateNodegroup']?.(world, request) ?? {};
        if (!('error' in outcome)) work.push(fillGroup(stage(), required(request.form, 'nodegroupName')));
        return outcome;
      },
      'eks:DeleteNodegroup': (world, { path }) => {
        const name = path[3] ?? '';
        const nodegroup = world.aws.nodegroups[name];
        if (nodegroup === undefined)
          return missing('ResourceNotFoundException', `No node group found for name: ${name}.`);
        setGroup(stage(), name, { ...nodegroup, status: 'DELETING' });
        work.push(deleteGroup(stage(), name));
        return { nodegroup: { ...nodegroup, status: 'DELETING' } };
      },
    },
    async settle() {
      await Promise.all(work.splice(0));
    },
  };
}

function addMinor(version: string, number: number): string {
  const [major = '', minor = ''] = version.split('.');
  return `${major}.${Number(minor) + number}`;
}

/** Source: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html: one minor version at a time. */
function refuseVersion(from: string, to: string): ReturnType<Write> | undefined {
  const [before = 0, after = 0] = [from, to].map((version) => Number(version.split('.')[1]));
  if (Math.abs(after - before) === 1) return undefined;
  return missing('InvalidParameterException', `Unsupported Kubernetes minor version update from ${from} to ${to}`, 400);
}

/** Sets the update to `InProgress` until the work is done; `Failed` if it is not. */
async function runUpdate({ world }: Stage, outcome: ReturnType<Write>, run: () => Promise<void>): Promise<void> {
  const { id } = (outcome as { update?: { id?: string } }).update ?? {};
  if (id === undefined) return;
  const set = (more: Json): void => {
    world.aws.updates = { ...world.aws.updates, [id]: { ...world.aws.updates[id], ...more } };
  };
  set({ status: 'InProgress', createdAt: Date.now() / 1000 });
  try {
    await run();
    set({ status: 'Successful' });
  } catch (error) {
    const errorMessage = error instanceof Error ? error.message : String(error);
    set({ status: 'Failed', errors: [{ errorCode: errorMessage.split(' ')[0], errorMessage, resourceIds: [] }] });
  }
}

function setGroup({ world }: Stage, name: string, group: Json): void {
  world.aws.nodegroups = { ...world.aws.nodegroups, [name]: group };
}

/** The API server of a minor version. */
export function findServer(minor: string): KubernetesVersion {
  const found = liveVersions.find((version) => version.startsWith(`v${minor}.`));
  if (found === undefined) throw new Error(`there is no API server of ${minor}`);
  return found;
}

const groupLabel = 'eks.amazonaws.com/nodegroup';

async function rollGroup(stage: Stage, name: string, version: string): Promise<void> {
  await replaceNodes(stage, await findNodes(stage, groupLabel, name), version);
}

/** Starts the nodes of a new managed node group. */
export async function fillGroup(
  stage: Stage,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { scalingConfig, version, labels } = stage.world.aws.nodegroups[name] ?? {};
  const { desiredSize = 0 } = (scalingConfig ?? {}) as { desiredSize?: number };
  const own = { [groupLabel]: name, 'eks.amazonaws.com/capacityType': 'ON_DEMAND' };
  const all = { ...(labels as Record<string, string> | undefined), ...own, ...more };
  await startNodes(stage, all, String(version), desiredSize);
}

/** Drains the nodes of a managed node group and removes both. */
export async function deleteGroup(stage: Stage, name: string): Promise<void> {
  const nodes = await findNodes(stage, groupLabel, name);
  await endNodes(
    stage,
    nodes.map(({ metadata }) => metadata.name),
  );
  const { [name]: _deleted, ...others } = stage.world.aws.nodegroups;
  stage.world.aws.nodegroups = others;
  const isOwn = (group: Json): boolean => JSON.stringify(group['Tags'] ?? []).includes(`"Value":"${name}"`);
  stage.world.aws.autoScalingGroups = stage.world.aws.autoScalingGroups.filter((group) => !isOwn(group));
}

/** The workloads of EKS's own add-ons. */
const addonWorkloads: Readonly<Record<string, string>> = {
  coredns: 'deployments/coredns',
  'kube-proxy': 'daemonsets/kube-proxy',
  'vpc-cni': 'daemonsets/aws-node',
};

interface Workload {
  metadata: { generation: number };
  spec: { template: { spec: { containers: { name: string; image: string }[] } } };
  status: Json & { observedGeneration?: number };
}

/** Sets the image of the add-on's workload, and waits until its pods are ready. */
async function installAddon({ live }: Stage, addon: string, version: string): Promise<void> {
  const path = `/apis/apps/v1/namespaces/kube-system/${addonWorkloads[addon]}`;
  const { spec } = (await ask(live, 'GET', path)) as Workload;
  const [first] = spec.template.spec.containers;
  if (first === undefined) throw new Error(`InternalFailure ${addon}`);
  const containers = [{ name: first.name, image: `${first.image.split(':')[0]}:${version}` }];
  await ask(live, 'PATCH', path, { spec: { template: { spec: { containers } } } });
  const deadline = Date.now() + withinMs;
  while (!isRolledOut((await ask(live, 'GET', path)) as Workload)) {
    if (Date.now() > deadline) throw new Error(`AddonFailure ${addon} is not ready`);
    await sleep(100);
  }
}

function isRolledOut({ metadata, status }: Workload): boolean {
  if (status.observedGeneration !== metadata.generation) return false;
  const [wanted, updated, ready] = [
    ['replicas', 'desiredNumberScheduled'],
    ['updatedReplicas', 'updatedNumberScheduled'],
    ['readyReplicas', 'numberReady'],
  ].map(([one = '', other = '']) => Number(status[one] ?? status[other] ?? 0));
  return wanted === updated && wanted === ready;
}
