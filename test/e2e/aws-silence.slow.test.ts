import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/schema.ts';
import { healthyWorld } from '../world/healthy.ts';
import { tooLong } from '../world/pace.ts';
import { runProcess, startWorld } from '../world/run.ts';
import type { Fault } from '../world/world.ts';

/** How long a scan waits for AWS endpoints that never answer, with the command's own limits. */

async function scan(faults: readonly Fault[], more: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const world = await startWorld({ ...healthyWorld(), faults });
  const started = performance.now();
  try {
    const options = { env: { ...world.env, ...more }, cwd: world.folder };
    const outcome = await runProcess(['scan', '--cluster', 'prod', ...args], options);
    return { ...outcome, milliseconds: performance.now() - started, calls: world.calls };
  } finally {
    await world.close();
  }
}

describe.concurrent('an AWS endpoint', () => {
  it('that takes the request and never answers ends the scan within 15 s, with the host', async () => {
    const { code, stdout, stderr, milliseconds } = await scan([{ on: 'aws', does: 'silent' }]);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /^eks-preflight: 127\.0\.0\.1:\d+ \(region eu-west-1\) does not answer: no data for 9 s\n.*proxy.*\n$/,
    );
    expect(await tooLong(milliseconds, 13_000)).toBeUndefined();
  });

  it.each([
    ['AWS_ENDPOINT_URL', 'nonsense'],
    ['AWS_ENDPOINT_URL_EKS', 'ftp://127.0.0.1'],
  ])('that is no URL is refused in one line (%s=%s)', async (name, value) => {
    const { code, stderr, calls } = await scan([], { [name]: value });
    const hint = 'Set it to one, or unset it to ask AWS itself.';
    expect([code, stderr]).toEqual([3, `eks-preflight: ${name} is not an http or https URL: ${value}\n${hint}\n`]);
    expect(calls).toEqual([]);
  });

  it('that takes the connection and never speaks TLS does so, too', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr, milliseconds } = await scan([], { AWS_ENDPOINT_URL: `https://127.0.0.1:${port}` });
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(code).toBe(3);
    expect(stderr).toContain(`127.0.0.1:${port} (region eu-west-1) does not answer`);
    expect(await tooLong(milliseconds, 13_000)).toBeUndefined();
  });

  it('that never gives the role ends it as well', async () => {
    const role = 'arn:aws:iam::111122223333:role/audit';
    const { code, stderr, milliseconds } = await scan(
      [{ on: 'sts:AssumeRole', does: 'silent' }],
      {},
      '--role-arn',
      role,
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/does not answer: no data for 9 s/);
    expect(await tooLong(milliseconds, 13_000)).toBeUndefined();
  });

  it('that takes its time is waited for: nothing is unknown', async () => {
    const { code, stdout, stderr } = await scan(
      [{ on: 'aws', does: { delay: 4_000 }, count: 8 }],
      {},
      '--format',
      'json',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(reportSchema.parse(JSON.parse(stdout)).summary.results.unknown).toBe(0);
  });

  it('that has answered once may take longer than that for an answer', async () => {
    const { code, stdout } = await scan(
      [{ on: 'eks:ListNodegroups', does: { delay: 12_000 }, count: 1 }],
      {},
      '--format',
      'json',
    );
    expect(code).toBe(0);
    expect(reportSchema.parse(JSON.parse(stdout)).summary.results.unknown).toBe(0);
  });
});
