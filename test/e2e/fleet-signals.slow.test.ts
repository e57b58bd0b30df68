import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { reportSchema } from '../../src/report/schema.ts';
import { asMember, externalId, homeAccount, startFleet, type RunningFleet } from '../world/fleet-world.ts';
import { healthyWorld } from '../world/healthy.ts';
import { withoutWritten, type Outcome } from '../world/outcome.ts';

/** Processes of a scan of several clusters: signals, streams, and what others see of them. */

let fleet: RunningFleet;
const cli = process.env['EKS_PREFLIGHT_TEST_CLI'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const stuckWorld = () => ({ ...healthyWorld(), faults: [{ on: 'pods: list', does: 'silent' as const }] });

beforeAll(async () => {
  fleet = await startFleet([
    asMember('quick', healthyWorld()),
    asMember('other', healthyWorld()),
    ...['stuck', 'stuck-too', 'waiting'].map((name) => asMember(name, stuckWorld())),
  ]);
});
afterAll(() => fleet?.close());

interface Started {
  pid: number;
  ended: Promise<Outcome>;
}

/** Starts the command as a shell does: in a process group. */
function start(args: readonly string[], under: readonly string[] = []): Started {
  const [program = process.execPath, ...rest] = [...under, process.execPath, cli, 'scan', ...args];
  const env = { ...fleet.env, PATH: `${fleet.env['PATH']}:${process.env['PATH']}` };
  const child = spawn(program, rest, { env, cwd: fleet.folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) =>
      child.on('close', (code, signal) => resolve(withoutWritten({ ...outcome, code, signal }))),
    ),
  };
}

/** The processes that a process started and that still run, with their command lines. */
function listChildren(parent: number): { pid: number; line: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(ppid) !== parent || state === 'Z') return [];
      return [{ pid: Number(name), line: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return []; // It ended in the meantime.
    }
  });
}

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);
const childFor = (parent: number, name: string) => listChildren(parent).find(({ line }) => line.includes(`=${name} `));
const readRows = ({ stdout }: Outcome) =>
  Object.fromEntries((JSON.parse(stdout) as Fleet).clusters.map((one) => [one.name, one.reason ?? one.status]));
const reportFile = (folder: string, name: string) =>
  path.join(fleet.folder, folder, homeAccount, 'eu-west-1', `${name}.json`);
const limit = { timeout: 60_000 };

describe.runIf(process.platform === 'linux')('a scan of several clusters that is stopped', () => {
  it.each([
    ['SIGTERM', 'its own process', 1],
    ['SIGINT', 'the group, as a terminal does', -1],
    ['SIGHUP', 'its own process', 1],
  ] as const)(
    'by %s to %s: ends its scans, prints the table of what exists, and exits with 3',
    async (signal, _, to) => {
      const folder = `rep-${signal}`;
      const args = ['quick', 'stuck', 'stuck-too', 'waiting', '--parallel', '2', '--format', 'json'];
      const { pid, ended } = start([...args, '--output', `json=${folder}/`]);
      await expect.poll(() => existsSync(reportFile(folder, 'quick')), limit).toBe(true);
      await expect.poll(() => [childFor(pid, 'stuck'), childFor(pid, 'stuck-too')], limit).not.toContain(undefined);
      await expect.poll(() => listChildren(pid).length, limit).toBe(2);
      const children = listChildren(pid);
      process.kill(pid * to, signal);
      const outcome = await ended;
      expect(readRows(outcome)).toEqual({
        quick: 'ready',
        stuck: 'stopped before its scan ended',
        'stuck-too': 'stopped before its scan ended',
        waiting: 'stopped before its scan began',
      });
      expect([outcome.code, outcome.stderr]).toEqual([3, `eks-preflight: stopped by ${signal}\n`]);
      expect(children.filter((child) => isRunning(child.pid))).toEqual([]);
      const files = readdirSync(path.join(fleet.folder, folder), { recursive: true, withFileTypes: true });
      expect(files.filter((file) => file.isFile()).map(({ name }) => name)).toEqual(['quick.json']);
      reportSchema.parse(JSON.parse(readFileSync(reportFile(folder, 'quick'), 'utf8')));
    },
  );

  it('goes on with the others when one of its scans is killed', async () => {
    const { pid, ended } = start(['quick', 'stuck', '--format', 'json']);
    await expect.poll(() => childFor(pid, 'stuck'), limit).toBeDefined();
    process.kill(childFor(pid, 'stuck')?.pid ?? 0, 'SIGKILL');
    const outcome = await ended;
    expect([outcome.code, outcome.stderr]).toEqual([2, '']);
    expect(readRows(outcome)).toEqual({
      quick: 'ready',
      stuck: expect.stringMatching(/^its process was killed \(SIGKILL\), perhaps because memory ran out\./) as string,
    });
  });

  it('shows the external ID in no command line of its scans', async () => {
    const role = `arn:aws:iam::${homeAccount}:role/fleet-reader`;
    const { pid, ended } = start(['quick', 'stuck', '--role-arn', role, `--external-id`, externalId]);
    await expect.poll(() => childFor(pid, 'stuck'), limit).toBeDefined();
    const lines = listChildren(pid).map(({ line }) => line);
    process.kill(pid, 'SIGTERM');
    await ended;
    expect(lines.join('\n')).toContain(role);
    expect(lines.join('\n')).not.toContain(externalId);
  });
});

describe('the streams and files of a scan of several clusters', () => {
  const shell = (line: string) => start([], ['bash', '-c', line.replaceAll('CLI', `${process.execPath} ${cli} scan`)]);
  const only = 'quick other --only nodes/*';

  it('`| head` stays quiet, and keeps the code', async () => {
    const { ended } = shell(`{ CLI ${only} --format json; echo "ended with $?" >&2; } | head -c 1 > /dev/null`);
    expect((await ended).stderr).toBe('ended with 2\n');
  });

  it('stdout that cannot be written is exit code 3', async () => {
    const { ended } = shell(`CLI ${only} > /dev/full; echo "ended with $?" >&2`);
    expect((await ended).stderr).toBe('eks-preflight: cannot write to stdout: no space left on device\nended with 3\n');
  });

  it('a disk that takes no whole report makes each cluster a row with the reason, and leaves no part of a file', async () => {
    const { ended } = shell(`ulimit -f 8; trap '' XFSZ; CLI quick other --output json=full/ --format json; exit $?`);
    const outcome = await ended;
    const reason = expect.stringMatching(/^cannot write full\/.*: .*too large/) as string;
    expect([outcome.code, readRows(outcome)]).toEqual([3, { quick: reason, other: reason }]);
    const left = readdirSync(path.join(fleet.folder, 'full'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });
});
