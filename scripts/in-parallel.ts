/**
 * Runs npm scripts in parallel with a command: `tsx scripts/in-parallel.ts lint types -- vitest run`. The command uses
 * the terminal. The output of a script is printed only if it fails, after all have ended. The exit code is 1 if any
 * failed.
 */
import { spawn, type StdioOptions } from 'node:child_process';

const [, , ...words] = process.argv;
const dashes = words.indexOf('--');
const scripts = words.slice(0, dashes);
const [command = '', ...args] = words.slice(dashes + 1);

interface Ended {
  ok: boolean;
  output: string;
}

function run(program: string, given: readonly string[], stdio: StdioOptions): Promise<Ended> {
  const child = spawn(program, given, { stdio });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

const quiet = scripts.map(async (name) => {
  const ended = await run('npm', ['run', '--silent', name], ['ignore', 'pipe', 'pipe']);
  return { name, ...ended };
});
const [loud, ...ended] = await Promise.all([run(command, args, 'inherit'), ...quiet]);
const failed = ended.filter(({ ok }) => !ok);
for (const { name, output } of failed) process.stderr.write(`\nnpm run ${name} failed:\n${output}\n`);
process.exitCode = loud.ok && failed.length === 0 ? 0 : 1;
