import { runCommand, type Ended, type Place } from '../../world/in-process.ts';
import { startWorld } from '../../world/run.ts';
import type { World } from '../../world/world.ts';

/** What happens to the world before a look; the first look has number 0. */
export type Steps = Readonly<Record<number, (world: World) => void>>;

/** How a watch is played. */
export interface Played {
  /** The option with its time; `--watch` if omitted. */
  watch?: string;
  /** Further options. */
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** The time of the first look. */
  from?: string;
  /** Stopped before this look: for a watch that does not end by itself. */
  stopAt?: number;
  /** Prepares the folder of the world. */
  prepare?(folder: string): void;
}

/** What a watch printed, and what it requested. */
export interface Watched extends Ended {
  /** The lines of changes, and nothing of the screens. */
  lines: string[];
  /** The AWS calls of each look, by action. */
  calls: readonly string[][];
}

const line = /^\d\d:\d\d:\d\d {2}\S/;
/** No test needs more looks. */
const mostLooks = 200;

/** Plays a watch, without waiting: a pause ends at once, and moves the clock of the command on. */
export async function playWatch(world: World, steps: Steps, played: Played = {}): Promise<Watched> {
  const { watch = '--watch', args = [], from = '2026-11-20T11:50:00Z', stopAt = mostLooks } = played;
  const running = await startWorld(world);
  const stop = new AbortController();
  const calls: string[][] = [];
  let clock = Date.parse(from);
  let counted = 0;
  const count = (): void => {
    calls.push(running.calls.slice(counted).map(({ action }) => action));
    counted = running.calls.length;
  };
  const pause = (milliseconds: number): Promise<void> => {
    count();
    clock += milliseconds;
    steps[calls.length]?.(world);
    if (calls.length === stopAt) stop.abort();
    return Promise.resolve();
  };
  try {
    played.prepare?.(running.folder);
    const place: Place = {
      env: { ...running.env, ...played.env },
      cwd: running.folder,
      signal: stop.signal,
      io: { now: () => new Date(clock), pause },
    };
    const ended = await runCommand(['status', 'prod', watch, ...args], place);
    count();
    const printed = args.includes('json') ? ended.stderr : ended.stdout;
    return { ...ended, lines: printed.split('\n').filter((one) => line.test(one)), calls };
  } finally {
    await running.close();
  }
}

/** Replaces the objects of these kinds. */
export function replaceObjects({ kube }: World, kinds: readonly string[], objects: World['kube']['objects']): void {
  kube.objects = [...kube.objects.filter(({ kind }) => !kinds.includes(String(kind))), ...objects];
}
