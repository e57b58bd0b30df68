import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LoadedAwsCli } from './aws-cli.ts';

/** Sends its arguments to the process that has loaded the AWS CLI, and ends as the command did there. */
const aws = `
const { argv, env, stdout } = process;
const answer = await fetch(env.AWS_CLI_URL, { method: 'POST', body: JSON.stringify(argv.slice(1)) });
const { said, code } = await answer.json();
stdout.write(said);
process.exitCode = code;
`;

/** Programs that act on Kubernetes do nothing here, and no wait takes time. */
const doNothing = ['eksctl', 'helm', 'kubectl', 'sleep'];

/** What a shell wrote and how it ended. */
interface Pasted {
  said: string;
  code: number | null;
}

/**
 * Runs commands in one bash, in order, until one fails. `aws` is the loaded AWS CLI with the endpoint `url`.
 * @param cwd the folder in which the commands write files
 */
export async function pasteCommands(
  lines: readonly string[],
  loaded: LoadedAwsCli,
  { url, cwd }: { url: string; cwd: string },
): Promise<Pasted> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const args = JSON.parse(await text(request)) as string[];
    response.end(JSON.stringify(await loaded.run([...args, '--endpoint-url', url])));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const script = [
    'set -euo pipefail',
    `aws() { '${process.execPath}' --input-type=module -e "$AWS_CLI" -- "$@"; }`,
    ...doNothing.map((program) => `${program}() { :; }`),
    ...lines,
  ];
  const env = { PATH: process.env['PATH'], AWS_CLI: aws, AWS_CLI_URL: `http://127.0.0.1:${port}` };
  try {
    const shell = spawn('bash', ['-c', script.join('\n')], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
    return { said: `${stdout}${stderr}`, code: code as number | null };
  } finally {
    server.close();
  }
}
