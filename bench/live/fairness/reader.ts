import { Agent, get } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Stream } from './competitor.ts';

const inflate = promisify(gunzip);
const types = { json: 'application/json', protobuf: 'application/vnd.kubernetes.protobuf' } as const;
/** The formats of pages. */
export type Format = keyof typeof types;

/** Downloads all pods, page by page, compressed, and decodes nothing. Returns the number of pages. */
export async function downloadPods({ url, ca, token }: Stream, limit: number, format: Format): Promise<number> {
  const agent = new Agent({ keepAlive: true, ca });
  const headers = { accept: types[format], authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const readPage = (path: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      get(`${url}${path}`, { agent, headers }, (response) => {
        const { statusCode, headers: answered } = response;
        if (statusCode !== 200) reject(new Error(`GET ${path}: ${statusCode}`));
        const body = buffer(response);
        (answered['content-encoding'] === 'gzip' ? body.then(inflate) : body).then(resolve, reject);
      }).on('error', reject);
    });
  let pages = 0;
  for (let next: string | undefined = ''; next !== undefined; pages++) {
    const page = await readPage(`/api/v1/pods?limit=${limit}${next === '' ? '' : `&continue=${next}`}`);
    // In both formats the list's metadata comes first. A continue token is base64 of JSON that begins with `{"v":`.
    next = /eyJ2Ijoi[\w-]+/.exec(page.toString('latin1', 0, 4_096))?.[0];
  }
  agent.destroy();
  return pages;
}
