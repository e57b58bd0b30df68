import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from './run-action.ts';

/** The package as `npm pack` makes it, and a loopback server from which the real npm installs it. */

/** Packs the built package. */
export function packPackage(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-packed-'));
  const options = ['--json', '--ignore-scripts', '--loglevel', 'error', '--pack-destination', folder];
  const output = execFileSync('npm', ['pack', ...options], { cwd: root, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  const tarball = readFileSync(path.join(folder, filename));
  rmSync(folder, { recursive: true });
  return tarball;
}

/** Serves the package as a registry would, and as a file below every other path. Returns its URL. */
export async function startRegistry(tarball: Buffer): Promise<string> {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const server = createServer(({ url = '', headers }, response) => {
    if (url.endsWith('.tgz')) return response.end(tarball);
    if (url !== `/${name}`) return response.writeHead(404).end();
    const dist = { tarball: `http://${headers.host}/${name}/-/${name}-${version}.tgz`, integrity };
    const versions = { [version]: { ...manifest, devDependencies: {}, dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Where no registry answers. */
const noRegistry = 'http://127.0.0.1:9/';

/** The environment in which a script finds the real npm, and this registry: the settings of this machine do not apply. */
export function npmEnvironment(tools: string | undefined, registry = noRegistry): NodeJS.ProcessEnv {
  return {
    PATH: [path.dirname(process.execPath), tools, '/usr/bin', '/bin'].join(path.delimiter),
    npm_config_registry: registry,
    npm_config_globalconfig: '/dev/null',
    npm_config_fetch_retries: '0',
  };
}
