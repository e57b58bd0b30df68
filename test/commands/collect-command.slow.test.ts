import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { isRequested } from '../../src/facts/optional-grants.ts';
import { neededFacts, withDependencies } from '../../src/commands/permissions/needed.ts';
import { reportSchema } from '../../src/report/schema.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';

/** `collect` stores the facts of a cluster without judging them, on request with pseudonyms. */

let healthy: RunningWorld;
let denied: RunningWorld;
let folders = 0;
let cwd: string;

beforeAll(async () => {
  const deny = ['eks:ListUpdates', 'pods: list'];
  [healthy, denied] = await Promise.all([startWorld(healthyWorld()), startWorld({ ...healthyWorld(), deny })]);
});
afterAll(() => Promise.all([healthy.close(), denied.close()]));
beforeEach(async () => {
  const { mkdir } = await import('node:fs/promises');
  cwd = path.join(healthy.folder, `folder-${++folders}`);
  await mkdir(cwd);
});

const run = (args: readonly string[], world = healthy, env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  runCommand(args, { env: { ...world.env, ...env }, cwd });
const collect = (...args: string[]) => ['collect', '--cluster', 'prod', ...args];
const saved = async (name: string) => JSON.parse(await readFile(path.join(cwd, name), 'utf8'));

describe('collect', () => {
  it('writes every fact of every check, prints nothing, and leaves nothing else behind', async () => {
    expect(await run(collect('--output', 'prod.json', '--rollback'))).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: '',
    });
    expect(await readdir(cwd)).toEqual(['prod.json']);
    const { readings, redacted } = await saved('prod.json');
    // Facts that are needed only by a fact that requires `--with` are not read.
    const needed = neededFacts(checks);
    const read = withDependencies(
      collectors,
      [...needed].filter((fact) => isRequested(fact, [])),
    );
    expect(Object.keys(readings)).toEqual([...new Set([...needed, ...read])].sort());
    expect(redacted).toBeUndefined();
  });

  it('reads nothing that only a rollback needs without --rollback: permissions does not print it either', async () => {
    await run(collect('--output', 'prod.json'));
    expect(Object.keys((await saved('prod.json')).readings)).not.toContain('introducedObjects');
  });

  it('reads what the scan reads: the same report comes out', async () => {
    await run(collect('--output', 'prod.json'));
    const live = await run(['scan', '--cluster', 'prod', '--format', 'json']);
    const replayed = await run(['scan', '--inventory', 'prod.json', '--format', 'json']);
    const results = ({ stdout }: Outcome) =>
      reportSchema.parse(JSON.parse(stdout)).results.map(({ id, status, findings }) => [id, status, findings.length]);
    expect(results(replayed)).toEqual(results(live));
  });

  it('packs where the name ends in .gz', async () => {
    await run(collect('--output', 'prod.json.gz'));
    const text = gunzipSync(await readFile(path.join(cwd, 'prod.json.gz'))).toString('utf8');
    expect(JSON.parse(text)).toMatchObject({ schemaVersion: 1 });
    expect((await run(['scan', '--inventory', 'prod.json.gz'])).code).toBe(0);
    expect((await run(['scan', '--cluster', 'prod', '--save-inventory', 'scan.json.gz'])).code).toBe(0);
    expect((await readFile(path.join(cwd, 'scan.json.gz')))[0]).toBe(0x1f);
  });

  it('prints the facts on stdout for -, and nothing else', async () => {
    const { code, stdout, stderr } = await run(collect('--output', '-'));
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, tool: { name: 'eks-preflight' } });
    expect(await readdir(cwd)).toEqual([]);
  });

  it('--only and --skip narrow the facts to those of the chosen checks', async () => {
    await run(collect('--output', 'few.json', '--only', 'control-plane/subnet*'));
    expect(Object.keys((await saved('few.json')).readings)).toEqual(['cluster', 'clusterVersions', 'subnets']);
  });

  it('denied facts are in the file with their reasons and told on stderr; the exit code is 2', async () => {
    const { code, stdout, stderr } = await run(collect('--output', 'prod.json'), denied);
    expect([code, stdout]).toEqual([2, '']);
    const { readings } = await saved('prod.json');
    const unread = Object.values(readings as Readings).filter((one) => !one.ok && one.reason.kind !== 'not-asked');
    expect(stderr).toMatch(
      new RegExp(
        `^eks-preflight: ${unread.length} of \\d+ facts could not be read.*\nMissing permissions: eks:ListUpdates, pods: list\n$`,
      ),
    );
    expect(readings.pods).toMatchObject({ ok: false, reason: { kind: 'denied', permission: 'pods: list' } });
  });

  it('the file is taken from where inventories are saved, never from where reports go', async () => {
    await writeFile(
      path.join(cwd, 'own.yaml'),
      'cluster: prod\noutput: report.json\nsaveInventory: kept.json\nredact: true\nformat: json\nfailOn: warn\n',
    );
    const stderr = 'eks-preflight: using config file own.yaml (--config)\n';
    expect(await run(['collect', '--config', 'own.yaml'])).toMatchObject({ code: 0, stdout: '', stderr });
    expect((await readdir(cwd)).sort()).toEqual(['kept.json', 'own.yaml']);
    expect((await saved('kept.json')).redacted).toBe(true);
    const env = {
      EKS_PREFLIGHT_SAVE_INVENTORY: 'other.json',
      EKS_PREFLIGHT_OUTPUT: 'report.json',
      EKS_PREFLIGHT_REDACT: 'no',
    };
    expect((await run(['collect', '--config', 'own.yaml'], healthy, env)).code).toBe(0);
    expect((await saved('other.json')).redacted).toBeUndefined();
  });

  it.each([
    ['no such cluster', ['collect', '--cluster', 'prdo', '--output', 'x.json'], /no cluster|not found|prdo/i],
    [
      'a folder that is not there',
      collect('--output', 'nowhere/x.json'),
      /cannot write nowhere\/x\.json: no such file/,
    ],
    [
      'a file that cannot be written, before the cluster is asked',
      ['collect', '--cluster', 'prdo', '--output', 'nowhere/x.json'],
      /cannot write nowhere\/x\.json: no such file/,
    ],
    ['the --output of a scan', collect('--output', 'json=x.json'), /json=x\.json: collect writes facts/],
  ])('%s: 3, nothing on stdout, no file', async (_name, args, message) => {
    const { code, stdout, stderr } = await run(args, healthy, { EKS_PREFLIGHT_FORMAT: 'json' });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(message);
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('--redact', () => {
  const identifying = /111122223333|subnet-0[a-z]|vpc-0a1b|"prod"|"shop"|"cart"|ip-10-0-0-[abc]/;

  it('collects facts that name nobody and are judged as the true ones', async () => {
    await run(collect('--output', 'true.json'));
    const outcome = await run(collect('--output', 'shared.json', '--redact'));
    expect(outcome).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(await readFile(path.join(cwd, 'true.json'), 'utf8')).toMatch(identifying);
    expect(await readFile(path.join(cwd, 'shared.json'), 'utf8')).not.toMatch(identifying);
    const statuses = async (name: string) => {
      const { stdout, stderr } = await run(['scan', '--inventory', name, '--format', 'json', '--target', '1.36']);
      const word = name === 'true.json' ? '' : `eks-preflight: ${name} is redacted: its names are pseudonyms\n`;
      expect(stderr).toBe(word);
      return reportSchema.parse(JSON.parse(stdout)).results.map(({ id, status }) => [id, status]);
    };
    expect(await statuses('shared.json')).toEqual(await statuses('true.json'));
  });

  it('scan --save-inventory --redact: a true report, a redacted file; a saved inventory is redacted in the same way', async () => {
    const scan = await run(['scan', '--cluster', 'prod', '--save-inventory', 'shared.json', '--redact']);
    expect(scan.stdout).toContain('account 111122223333');
    expect(await readFile(path.join(cwd, 'shared.json'), 'utf8')).not.toMatch(identifying);
    await run(collect('--output', 'true.json'));
    const again = await run(['scan', '--inventory', 'true.json', '--save-inventory', 'later.json', '--redact']);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(await readFile(path.join(cwd, 'later.json'), 'utf8')).not.toMatch(identifying);
  });
});
