import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { awsCli } from './binaries.ts';

/** What a command wrote to stdout and stderr, and its exit code. */
export interface AwsOutcome {
  said: string;
  code: number;
}

/** The AWS CLI, loaded once for many commands. */
export interface LoadedAwsCli {
  /** Runs one command line in a separate process; `started` gets a function that ends it. */
  run(args: readonly string[], started?: (kill: () => void) => void): Promise<AwsOutcome>;
  close(): Promise<void>;
}

/**
 * Each line of stdin is JSON: the arguments of one command, and the file for its output. The command runs in a fork of
 * this process, which has loaded the CLI but run no command, so the fork behaves like a newly started process. The
 * answers are the fork's process ID and, once the fork has ended, its exit code. The ID stays reserved until the
 * next command, so that killing it cannot hit another process. The program ends when stdin does.
 */
const program = `
import json, os, sys
from awscli.clidriver import create_clidriver, main
create_clidriver()
ended = []
for line in sys.stdin:
    for pid in ended:
        os.waitpid(pid, 0)
    ended.clear()
    command = json.loads(line)
    end, held = os.pipe()
    pid = os.fork()
    if pid == 0:
        said = os.open(command["said"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, target in ((nothing, 0), (said, 1), (said, 2)):
            os.dup2(number, target)
        sys.argv = ["aws", *command["args"]]
        code = 255
        try:
            code = main()
        except SystemExit as exit:
            code = exit.code
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            number = code if isinstance(code, int) else 255
            os.write(held, str(number).encode())
            os._exit(number)
    os.close(held)
    print(pid, flush=True)
    print(os.read(end, 3).decode(), flush=True)
    os.close(end)
    ended.append(pid)
`;

/** Loads the AWS CLI with `env`, in the folder `cwd`. Callers must wait for one command before they run the next. */
export async function loadAwsCli(env: NodeJS.ProcessEnv, cwd: string): Promise<LoadedAwsCli> {
  const [python] = await awsCli((line) => console.error(`live tests: ${line}`));
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-aws-'));
  const child = spawn(python, ['-c', program], { env, cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  const answer = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done === true) throw new Error('the AWS CLI ended');
    return value;
  };
  let count = 0;
  return {
    async run(args, started = () => {}) {
      count += 1;
      const said = path.join(folder, String(count));
      child.stdin.write(`${JSON.stringify({ args, said })}\n`);
      const pid = Number(await answer());
      let isRunning = true;
      started(() => isRunning && process.kill(pid)); // the ID stays reserved even after the process has ended
      const code = Number(await answer());
      isRunning = false;
      return { said: await readFile(said, 'utf8'), code };
    },
    async close() {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
