import { scenarios } from '../../world/scenarios/index.ts';
import { judgeAll, type Targets } from './judged.ts';
import { record } from './recorded.ts';
import type { Subject } from './try.ts';

/** The worlds whose answers are changed, with the targets of their scans. */
const targetsByWorld: Readonly<Record<string, Targets>> = {
  healthy: {},
  demo: { karpenterTarget: '1.8.8' },
  'everything-wrong': { target: '1.26', karpenterTarget: '1.1.1' },
};

/** The names of these worlds. */
export const worldNames: readonly string[] = Object.keys(targetsByWorld);

/** Starts these worlds, and records their answers and what a scan of each concludes. */
export async function openSubjects(names: readonly string[] = worldNames): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const name of names) {
    const world = scenarios[name]?.world();
    if (world === undefined) throw new Error(`no world ${name}`);
    const targets = targetsByWorld[name] ?? {};
    world.kube.pageSize = 10;
    const recorded = await record(world);
    subjects.push({ ...recorded, name, targets, judged: judgeAll(recorded.readings, targets), known: new Map() });
  }
  return subjects;
}
