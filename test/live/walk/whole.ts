import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { planSchema, type PlanDocument } from '../../../src/report/plan/document.ts';
import { reportSchema } from '../../../src/report/schema.ts';
import type { StatusDocument } from '../../../src/report/status/schema.ts';
import { listStates, readSince } from './judge.ts';
import { aPerson } from './person.ts';
import { startWalk, untilReady, type WalkedCluster } from './stage.ts';
import { formatWalk, walkPlan, type Step, type Task } from './walk.ts';
import { walkWorld, type Names } from './world.ts';

/** A plan that was walked to its end. */
export interface Walked {
  plan: PlanDocument;
  steps: readonly Step[];
  log: string;
  /** The status with the plan at the end. */
  end: StatusDocument;
  /** The objects that the last scan says block something, or may. */
  blockers: readonly string[];
  /** The objects that a task of the plan restored. */
  restored: readonly string[];
  /** Makes another plan in the same cluster, and walks it. */
  goOn(journey: Journey): Promise<Walked>;
  close(): Promise<void>;
}

/** A plan, and what the person forgets. */
export interface Journey {
  /** Arguments of `plan`. */
  args: readonly string[];
  leavesOut?: (task: Task) => boolean;
  /** Whether the commands of conditions run, too. */
  looks?: boolean;
}

const installed = '1.5.8';
/** The path that the walk of every change takes. */
export const oneVersion: Journey = { args: ['--karpenter-target', '1.8.8'] };

/** Starts a world with these names, plans, and walks the plan. */
export async function walkWhole(names: Names, journey: Journey = oneVersion): Promise<Walked> {
  const cluster = await startWalk(walkWorld(names), installed);
  try {
    return await walkIn(cluster, journey);
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

async function walkIn(cluster: WalkedCluster, { args, leavesOut, looks }: Journey): Promise<Walked> {
  const { stdout, stderr } = await cluster.run(['plan', '--cluster', 'prod', ...args, '--format', 'json']);
  if (stderr !== '') throw new Error(stderr);
  const file = path.join(cluster.shell.folder, 'plan.json');
  await writeFile(file, stdout);
  const plan = planSchema.parse(JSON.parse(stdout));
  const judge = async () => listStates(await readSince(cluster, file));
  const steps = await walkPlan({ plan, shell: cluster.shell, person: aPerson(cluster), judge, leavesOut, looks });
  await cluster.background.settle();
  return {
    plan,
    steps,
    log: formatWalk(steps),
    end: await readSince(cluster, file),
    blockers: await scanAtEnd(cluster),
    restored: listRestored(plan),
    goOn: (next) => walkIn(cluster, next),
    close: () => cluster.close(),
  };
}

function listRestored({ plan }: PlanDocument): string[] {
  const values = plan.tasks
    .filter(({ kind }) => kind === 'restore')
    .flatMap(({ done }) => done.flatMap((one) => one.values ?? []));
  return [...new Set(values.map(({ object }) => object).filter((object) => object.startsWith('pdb/')))];
}

/** The tasks that count and are not done at the end, with the state of each. */
export function listOpen({
  end: { since },
}: Pick<Walked, 'end'>): { id: string; state: string; text: string | null }[] {
  const left = (since?.tasks ?? []).filter(({ counts, state }) => counts && state !== 'done' && state !== 'over');
  return left.map(({ id, state, text }) => ({ id, state, text }));
}

/** What the last scan finds that blocks, or that it did not see. */
async function scanAtEnd(walked: WalkedCluster): Promise<string[]> {
  await untilReady(walked);
  const { stdout, stderr } = await walked.run(['scan', '--cluster', 'prod', '--target', 'current', '--format', 'json']);
  if (stdout === '') throw new Error(stderr);
  const { results } = reportSchema.parse(JSON.parse(stdout));
  const found = results.flatMap(({ findings }) => findings.filter(({ level }) => level !== 'warn'));
  return [...new Set(found.map(({ resource: { kind, namespace, name } }) => toName(kind, namespace ?? null, name)))];
}

function toName(kind: string, namespace: string | null, name: string): string {
  const short = kind === 'PodDisruptionBudget' ? 'pdb' : kind;
  return namespace === null ? `${short}/${name}` : `${short}/${namespace}/${name}`;
}
