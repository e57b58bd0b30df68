import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Output and cost of one run of a program. */
export interface Run {
  stdout: string;
  code: number | null;
  /** Milliseconds from the start to the end. */
  wall: number;
  /** Peak resident memory in MB, as Linux counts it. */
  memory: number;
}

const lookEveryMs = 5;

/**
 * Runs a program to its end; accepts any exit code. Polls its peak memory in `/proc`: the last sample is close enough.
 */
export async function measureRun(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Run> {
  const [program = '', ...args] = argv;
  const started = performance.now();
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  let memory = 0;
  const look = setInterval(
    () => void readPeakMemory(child.pid).then((peak) => (memory = Math.max(memory, peak))),
    lookEveryMs,
  );
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    return { stdout, code, wall: performance.now() - started, memory };
  } finally {
    clearInterval(look);
  }
}

async function readPeakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''); // the process has ended
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
