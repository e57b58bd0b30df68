import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../../world/in-process.ts';
import type { World } from '../../world/world.ts';
import { startControllerManager } from '../controller-manager.ts';
import { withinMs } from '../processes.ts';
import { realManifest } from '../real-manifests.ts';
import { startScannedCluster, type ScannedCluster } from '../scanned-cluster.ts';
import { grantPrintedPermissions } from '../scans.ts';
import { applyAll } from '../seed.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { findServer, walkWrites, type Background } from './eks.ts';
import type { Stage } from './nodes.ts';
import { list, type PlayedPod } from './objects.ts';
import { startPlayer } from './player.ts';
import { openShell, type Shell } from './shell.ts';

/** A cluster that a plan is walked in. */
export interface WalkedCluster extends Stage {
  cluster: ScannedCluster;
  shell: Shell;
  background: Background;
  /** Runs `eks-preflight` in the shell's folder. */
  run(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  close(): Promise<void>;
}

const controllers = ['deployment-controller', 'replicaset-controller', 'daemonset-controller', 'disruption-controller'];

const settings = { settings: { clusterName: 'prod', interruptionQueue: 'prod' } };

/** Starts the world's cluster, installs Karpenter with helm, and waits until all pods are ready. */
export async function startWalk(world: World, karpenter: string): Promise<WalkedCluster> {
  const parts: { stage?: Stage } = {};
  const background = walkWrites(() => {
    if (parts.stage === undefined) throw new Error('the cluster has not started');
    return parts.stage;
  });
  const version = String(world.aws.clusters['prod']?.['version']);
  const own = { ...world, kube: { ...world.kube, objects: world.kube.objects.filter((one) => !isKarpenter(one)) } };
  const cluster = await startScannedCluster(own, findServer(version), undefined, background.writes);
  const { live, env, folder } = cluster;
  const stage: Stage = { world: own, live };
  parts.stage = stage;
  await grantPrintedPermissions(cluster);
  const manager = await startControllerManager(live, controllers);
  const player = startPlayer(live, {
    profiles: () => listProfiles(own),
    version: () => String(own.aws.clusters['prod']?.['version']),
  });
  const shell = await openShell(cluster, stage);
  await installKarpenter(shell, karpenter);
  await applyAll(live, world.kube.objects.filter(isKarpenter).map(realManifest));
  await untilReady(stage);
  return {
    ...stage,
    cluster,
    shell,
    background,
    run: (args) => runCommand(args, { env, cwd: folder, clock: 'real' }),
    async close() {
      await shell.close();
      await player.stop();
      await manager.stop();
      await cluster.close();
    },
  };
}

function isKarpenter({ apiVersion }: Record<string, unknown>): boolean {
  return String(apiVersion).startsWith('karpenter.');
}

function listProfiles({ aws }: World) {
  return Object.entries(aws.fargateProfiles).map(([name, profile]) => ({
    name,
    selectors: profile['selectors'] as { namespace: string; labels?: Record<string, string> }[],
  }));
}

async function installKarpenter(shell: Shell, version: string): Promise<void> {
  await writeFile(path.join(shell.folder, 'first.json'), JSON.stringify(settings));
  const { said, code } = await shell.paste(
    `helm install karpenter oci://public.ecr.aws/karpenter/karpenter --version ${version} --namespace kube-system -f first.json`,
  );
  if (code !== 0) throw new Error(said);
}

/** Waits until every pod that the workloads want is ready. */
export async function untilReady({ live }: Stage): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const pods = await list<PlayedPod>(live, '/api/v1/pods');
    const workloads = await list<Rollout>(live, '/apis/apps/v1/deployments');
    const areWhole = workloads.every(isRolledOut) && pods.every(({ metadata }) => !metadata.deletionTimestamp);
    const isReady = ({ status }: PlayedPod): boolean =>
      status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
    if (pods.length > 0 && areWhole && pods.every(isReady)) return;
    const waiting = pods.filter((pod) => !isReady(pod)).map(({ metadata }) => metadata.name);
    if (Date.now() > deadline) throw new Error(`pods are not ready: ${waiting.join(', ')}`);
    await sleep(100);
  }
}

interface Rollout {
  metadata: { generation: number };
  status: Readonly<Record<string, number>>;
}

function isRolledOut({ metadata, status }: Rollout): boolean {
  const { observedGeneration, replicas, updatedReplicas, readyReplicas } = status;
  return observedGeneration === metadata.generation && replicas === updatedReplicas && replicas === readyReplicas;
}
