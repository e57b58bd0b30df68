/**
 * Reads all pods in one of the compared ways; the arguments are `WAY URL`. Prints the number of pods, so that the
 * caller notices if a way reads fewer. Pages are compressed if the URL is `http:` and does not end with `/plain`.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const inflate = promisify(gunzip);
const pageSize = 500;
const [method = '', base = ''] = process.argv.slice(2);
const gzip = base.startsWith('http:') && !base.endsWith('/plain');
const { Agent, get } = base.startsWith('https:') ? https : http;
const agent = new Agent({ keepAlive: true });
const authorization = process.env['EKS_PREFLIGHT_BENCH_TOKEN'];

/** Downloads pages and reads only the beginning of each: the continue token and the number of remaining items. */
async function download(): Promise<number> {
  let read = 0;
  for (let token: string | undefined = ''; token !== undefined;) {
    const body = await inflated(await readPage(token));
    const head = body.toString('latin1', 0, 2000);
    if (token === '') read = pageSize + Number(/"remainingItemCount":(\d+)/.exec(head)?.[1] ?? 0);
    token = /"continue":"([^"]+)"/.exec(head)?.[1];
  }
  return read;
}

/** The floor: bare pages, each parsed and discarded. */
async function parsed(): Promise<number> {
  let read = 0;
  for (let token: string | undefined = ''; token !== undefined;) {
    const body = await inflated(await readPage(token));
    const page = JSON.parse(body.toString('utf8')) as { metadata: { continue?: string }; items: unknown[] };
    read += page.items.length;
    token = page.metadata.continue;
  }
  return read;
}

/** Lists the pods with client-node's own method, page by page; discards each page. */
async function typed(): Promise<number> {
  const { CoreV1Api, KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: 'bench', server: base, skipTLSVerify: true }, { name: 'bench' });
  const api = config.makeApiClient(CoreV1Api);
  let read = 0;
  for (let token: string | undefined = ''; token !== undefined;) {
    const from = token === '' ? {} : { ['_continue']: token };
    const page = await api.listPodForAllNamespaces({ limit: pageSize, ...from });
    read += page.items.length;
    token = page.metadata?.['_continue'];
  }
  return read;
}

function readPage(token: string): Promise<Buffer> {
  const url = `${base}/api/v1/pods?limit=${pageSize}${token === '' ? '' : `&continue=${token}`}`;
  const headers = {
    accept: 'application/json',
    ...(gzip ? { 'accept-encoding': 'gzip' } : {}),
    ...(authorization === undefined ? {} : { authorization }),
  };
  return new Promise((resolve, reject) => {
    const whole = (response: http.IncomingMessage): void => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => resolve(Buffer.concat(chunks)));
    };
    get(url, { agent, headers }, whole).on('error', reject);
  });
}

async function inflated(body: Buffer): Promise<Buffer> {
  return gzip ? inflate(body) : body;
}

const methods: Readonly<Record<string, () => Promise<number>>> = { download, parsed, typed };
const read = await methods[method]?.();
agent.destroy();
console.log(String(read));
