import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { motoPython } from './binaries.ts';

/** AWS services in moto, on a free port of 127.0.0.1. They start empty. */
export interface RunningMoto {
  url: string;
  /** Environment variables by which clients and the product's SDK find it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** moto stops when its stdin ends, that is, with the process that started it. */
const program = `
import logging, sys
from moto.server import ThreadedMotoServer
logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("http://%s:%s" % server.get_host_and_port(), flush=True)
sys.stdin.read()
server.stop()
`;

/** Starts moto, which is installed at first use. */
export async function startMoto(say: (line: string) => void = () => {}): Promise<RunningMoto> {
  const child = spawn(await motoPython(say), ['-c', program], { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const failed = ended.then(() => Promise.reject(new Error(`moto ended: ${errors}`)));
  const url = await Promise.race([
    failed,
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
  ]);
  failed.catch(() => undefined);
  return {
    url,
    env: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'testing',
      AWS_SECRET_ACCESS_KEY: 'testing',
      AWS_REGION: 'eu-west-1',
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
