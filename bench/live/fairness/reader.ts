/**
 * Downloads all pods, page by page, and decodes nothing: `URL LIMIT json|protobuf`. Compressed, as our source asks for
 * it. Prints the number of pages. $NODE_EXTRA_CA_CERTS names the authority, $EKS_PREFLIGHT_BENCH_TOKEN is the bearer
 * token.
 */
import { Agent, get } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

const [url = '', limit = '', format = ''] = process.argv.slice(2);
const accept = format === 'protobuf' ? 'application/vnd.kubernetes.protobuf' : 'application/json';
const authorization = `Bearer ${process.env['EKS_PREFLIGHT_BENCH_TOKEN'] ?? ''}`;
const agent = new Agent({ keepAlive: true });

function readPage(path: string): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { accept, authorization, 'accept-encoding': 'gzip' };
    get(`${url}${path}`, { agent, headers }, (response) => {
      const status = response.statusCode ?? 0;
      const gzip = response.headers['content-encoding'] === 'gzip';
      buffer(response).then((body) => resolve({ status, body: gzip ? gunzipSync(body) : body }), reject);
    }).on('error', reject);
  });
}

let pages = 0;
for (let token: string | undefined = ''; token !== undefined; pages++) {
  const path: string = `/api/v1/pods?limit=${limit}${token === '' ? '' : `&continue=${token}`}`;
  let page = await readPage(path);
  while (page.status === 429) {
    await sleep(1_000);
    page = await readPage(path);
  }
  if (page.status !== 200) throw new Error(`GET ${path}: ${page.status}`);
  // In both formats, the list's metadata comes first; a token is JSON in base64, which begins with `{"v":`.
  token = /eyJ2Ijoi[\w-]+/.exec(page.body.toString('latin1', 0, 4_096))?.[0];
}
agent.destroy();
console.log(String(pages));
