import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDockerfile } from './image.ts';
import { buildahIn, layBase, whyNoEngine } from './image-engine.ts';
import { isSandboxMissing, runContainer } from './sandbox.ts';

/**
 * The Dockerfile, built and run by buildah. Some networks cannot fetch the base image, so a local image with this Node
 * and its libraries replaces it. In CI, a machine without an engine is an error; elsewhere these tests are skipped.
 */

const noEngine = await whyNoEngine();
if (noEngine !== undefined) console.error(`live tests: the image is not built here: ${noEngine}`);
const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const base = 'localhost/base:nonroot';
const tag = 'localhost/eks-preflight:test';

describe.skipIf(noEngine !== undefined && process.env['CI'] === undefined)('the image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-image-'));
  const buildah = buildahIn(folder);
  let mounted: string;
  let container: string;
  const build = (name: string, ...more: readonly string[]) =>
    buildah('build', '--quiet', '--build-arg', 'VERSION=9.9.9', '--build-arg', `BASE=${name}`, ...more, root);

  beforeAll(async () => {
    const files = path.join(folder, 'base');
    await buildah('build', '--quiet', '-t', base, '-f', layBase(files), files);
    await build(base, '-t', tag);
    container = await buildah('from', tag);
    mounted = await buildah('mount', container);
  });
  afterAll(async () => {
    if (container !== undefined) await buildah('rm', container);
    rmSync(folder, { recursive: true, force: true });
  });

  it('says what the Dockerfile says', async () => {
    const { OCIv1 } = JSON.parse(await buildah('inspect', '--type', 'image', tag)) as {
      OCIv1: { config: Record<string, unknown> };
    };
    const { entrypoint, command, workdir } = readDockerfile();
    expect(OCIv1.config).toMatchObject({
      User: '65532:65532',
      Entrypoint: entrypoint,
      Cmd: command,
      WorkingDir: workdir,
      Labels: { 'org.opencontainers.image.version': '9.9.9', 'org.opencontainers.image.licenses': 'Apache-2.0' },
    });
  });

  it('adds to its base the command and nothing else, and nobody but root may write there', () => {
    expect(readdirSync(path.join(mounted, 'app')).toSorted()).toEqual([
      'LICENSE',
      'THIRD_PARTY_NOTICES.txt',
      'dist',
      'package.json',
    ]);
    const added = readdirSync(path.join(mounted, 'app'), { recursive: true, encoding: 'utf8' });
    const writable = added.filter((file) => (statSync(path.join(mounted, 'app', file)).mode & 0o022) !== 0);
    expect(writable).toEqual([]);
    expect(readFileSync(path.join(mounted, 'app/dist/cli.js'))).toEqual(readFileSync(path.join(root, 'dist/cli.js')));
  });

  it('is built for arm64 too, where nothing of it can run: the build runs no program', async () => {
    const files = path.join(folder, 'arm64');
    mkdirSync(files);
    const file = path.join(folder, 'base.Dockerfile');
    await buildah('build', '--quiet', '--platform', 'linux/arm64', '-t', 'localhost/arm64:nonroot', '-f', file, files);
    await build('localhost/arm64:nonroot', '--platform', 'linux/arm64', '-t', 'localhost/eks-preflight:arm64');
    const inspected = await buildah('inspect', '--type', 'image', 'localhost/eks-preflight:arm64');
    expect((JSON.parse(inspected) as { OCIv1: object }).OCIv1).toMatchObject({ architecture: 'arm64', os: 'linux' });
  });

  it('runs in the engine, without root and without capabilities', async () => {
    const script =
      'console.log(process.getuid(), /CapEff:\\s*(\\w+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1])';
    const [node = '', cli = ''] = readDockerfile().entrypoint;
    const run = ['run', '--cap-drop', 'ALL', container, '--', node];
    expect(await buildah(...run, '-e', script)).toBe('65532 0000000000000000');
    expect(await buildah(...run, cli, '--version')).toBe(version);
  });

  it.skipIf(isSandboxMissing)('runs in a root file system that it cannot write to', async () => {
    const { entrypoint, user, workdir } = readDockerfile();
    const line = { root: mounted, mounts: [], user, workdir, env: {} };
    const { code, stdout, stderr } = await runContainer({ ...line, args: [...entrypoint, 'demo'] });
    expect([code, stderr, stdout]).toEqual([1, '', expect.stringMatching(/^BLOCKED {2}prod/)]);
    const script = 'try { fs.writeFileSync("/tmp/x", "") } catch ({ code }) { console.log(code) }';
    const written = await runContainer({ ...line, args: [entrypoint[0] ?? '', '-e', script] });
    expect(written.stdout).toBe('EROFS\n');
  });
});
