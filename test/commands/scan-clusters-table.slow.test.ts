import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { fleetConfig, mixedMembers, otherAccount, twiceArn } from '../world/fleet-twelve.ts';
import { externalId, homeAccount, startFleet, type RunningFleet } from '../world/fleet-world.ts';
import { runCommand, runHere, type Ended, type Place } from '../world/in-process.ts';

/** Scans of several clusters in this process: the same code as in separate processes. */

let fleet: RunningFleet;
const started: (readonly string[])[] = [];
const environments: NodeJS.ProcessEnv[] = [];

beforeAll(async () => {
  fleet = await startFleet(mixedMembers());
  writeFileSync(path.join(fleet.folder, 'fleet.yaml'), fleetConfig());
});
afterAll(() => fleet?.close());
beforeEach(() => {
  started.length = 0;
  environments.length = 0;
});

function scan(line: string, place: Partial<Place> = {}): Promise<Ended> {
  return runCommand(['scan', ...line.split(' ')], {
    cwd: fleet.folder,
    runApart: (args, options) => {
      started.push(args);
      environments.push(options.env);
      return runHere(args, options);
    },
    ...place,
    env: { ...fleet.env, COLUMNS: '160', ...place.env },
  });
}

const parse = ({ stdout }: Ended): Fleet => JSON.parse(stdout) as Fleet;
const findRow = (table: Fleet, name: string, account: string | null = homeAccount) =>
  table.clusters.find((one) => one.name === name && one.account === account);

describe('the twelve of a config file', () => {
  let outcome: Ended;
  let table: Fleet;

  beforeAll(async () => {
    outcome = await scan('--config fleet.yaml --format json --output json=rep/ --output table.txt');
    table = parse(outcome);
  });

  it('are twelve rows, each with its status', () => {
    const rows = table.clusters.map(({ name, account, status }) => `${account ?? '-'} ${name}: ${status}`);
    expect(rows).toEqual([
      `${homeAccount} blocked: blocked`,
      `${homeAccount} dead: incomplete`,
      `${homeAccount} healthy: ready`,
      `${homeAccount} hostile: blocked`,
      `${homeAccount} large: blocked`,
      `${homeAccount} slow: ready`,
      `${homeAccount} twice: ready`,
      `${homeAccount} unlisted: incomplete`,
      `${otherAccount} healthy: ready`,
      `${otherAccount} payments: ready`,
      '- denied: not-scanned',
      '- nope: not-scanned',
    ]);
    expect([outcome.code, table.exitCode, table.summary.notScanned]).toEqual([1, 1, 2]);
  });

  it('say what to do about those that were not scanned', () => {
    expect(findRow(table, 'denied', null)?.reason).toMatch(
      /not authorized to perform: eks:DescribeCluster .*`eks-preflight permissions` prints all that a scan needs\.$/,
    );
    expect(findRow(table, 'nope', null)?.reason).toMatch(/^No cluster found for name: nope\. .*region eu-west-1\./);
    expect(findRow(table, 'nope', null)?.region).toBe('eu-west-1');
  });

  it('list one that is named in two ways once, with a note', () => {
    const lines = outcome.stderr.split('\n');
    expect(lines).toContain(`eks-preflight: twice is also listed as ${twiceArn}: it is scanned once`);
    expect(lines.filter((line) => line.includes('using config file'))).toEqual([
      'eks-preflight: using config file fleet.yaml (--config)',
    ]);
  });

  it('have the settings of their entries', () => {
    expect(findRow(table, 'payments', otherAccount)).toMatchObject({
      tags: { environment: 'production', team: 'payments', wave: '1' },
      target: '1.34',
      entries: { fail: 0 },
    });
    expect(findRow(table, 'healthy', otherAccount)?.tags).toMatchObject({ wave: '2' });
    const file = path.join(fleet.folder, 'rep', otherAccount, 'eu-west-1', 'payments.json');
    const { configuration, cluster, summary } = JSON.parse(readFileSync(file, 'utf8'));
    expect(summary.findings.accepted).toBe(1);
    expect(configuration).toMatchObject({ file: 'fleet.yaml', relaxed: [{ option: 'target' }, { option: 'accept' }] });
    expect(cluster.tags).toMatchObject({ wave: '1' });
  });

  it('have a report each, and no file for those that were not scanned', () => {
    for (const { name, status, report } of table.clusters) expect(report === null, name).toBe(status === 'not-scanned');
    const listed = readdirSync(path.join(fleet.folder, 'rep'), { recursive: true, withFileTypes: true });
    expect(listed.filter((entry) => entry.isFile())).toHaveLength(10);
    expect(readFileSync(path.join(fleet.folder, 'table.txt'), 'utf8')).toContain('nope');
  });

  it('print no control character, and no secret', () => {
    const titles = findRow(table, 'hostile')?.first.map(({ title }) => title);
    expect(titles).toContainEqual(expect.stringMatching(/^PodDisruptionBudget zq'9"\$\(touch PWNED\).*closed/));
    // oxlint-disable-next-line no-control-regex
    expect(`${outcome.stdout}${outcome.stderr}`).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
    expect(`${outcome.stdout}${outcome.stderr}${started.flat().join(' ')}`).not.toContain(externalId);
  });
});

describe('clusters named as arguments', () => {
  it('take their options from the variables that name them, and not the cluster', async () => {
    const env = {
      EKS_PREFLIGHT_CLUSTER: 'nope',
      EKS_PREFLIGHT_REGION: 'eu-west-1',
      EKS_PREFLIGHT_OUTPUT: 'json=from-variable/',
      EKS_PREFLIGHT_STATE: 'state',
      EKS_PREFLIGHT_FORMAT: 'json',
      EKS_PREFLIGHT_ONLY: 'nodes/*',
    };
    const { code, stdout } = await scan('healthy twice', { env });
    const table = JSON.parse(stdout) as Fleet;
    expect([code, table.clusters.map(({ name, reason }) => [name, reason])]).toEqual([
      2,
      ['healthy', 'twice'].map((name) => [name, expect.stringMatching(/^partial: \d+ of \d+ checks selected$/)]),
    ]);
    expect(readdirSync(path.join(fleet.folder, 'from-variable', homeAccount, 'eu-west-1'))).toEqual([
      'healthy.json',
      'twice.json',
    ]);
    expect(readdirSync(path.join(fleet.folder, 'state', homeAccount, 'eu-west-1'))).toEqual(['healthy', 'twice']);
  });

  it('hide the external ID from the command line of their scans', async () => {
    const role = `arn:aws:iam::${otherAccount}:role/fleet-reader`;
    const { code } = await scan(`healthy payments --role-arn ${role} --external-id ${externalId}`);
    expect(code).toBe(1);
    expect(started.flat().join(' ')).not.toContain(externalId);
    expect(environments.map((env) => env['EKS_PREFLIGHT_EXTERNAL_ID'])).toEqual([externalId, externalId]);
  });

  it('are not in the Region of a config file that was only found, and its note is printed once', async () => {
    const file = path.join(fleet.folder, 'eks-preflight.config.yaml');
    writeFileSync(file, 'cluster: blocked\nregion: us-east-1\n');
    try {
      const { code, stderr } = await scan('healthy twice');
      expect([code, stderr]).toEqual([
        0,
        'eks-preflight: using config file eks-preflight.config.yaml (in the working directory); ignoring its cluster and region because the cluster is already set\n',
      ]);
    } finally {
      rmSync(file);
    }
  });

  it('use their entries of a config file', async () => {
    const table = parse(await scan('payments blocked --config fleet.yaml --format json'));
    expect(table.clusters.map(({ name, status, target }) => [name, status, target])).toEqual([
      ['blocked', 'blocked', '1.34'],
      ['payments', 'ready', '1.34'],
    ]);
  });

  it('write formats, inventories and baselines to folders', async () => {
    const outputs = '--output json=all/ --output html=all/ --output sarif=all/ --save-inventory all/';
    expect((await scan(`healthy blocked ${outputs}`)).code).toBe(1);
    const names = readdirSync(path.join(fleet.folder, 'all', homeAccount, 'eu-west-1'));
    const endings = ['.html', '.inventory.json.gz', '.json', '.sarif'];
    expect(names.toSorted()).toEqual(['blocked', 'healthy'].flatMap((name) => endings.map((ending) => name + ending)));
    const { code, stderr } = await scan('healthy blocked slow --baseline all/');
    expect(code).toBe(0);
    expect(stderr).toBe('slow: no baseline of slow in all/: every finding counts\n');
  });

  it('print a line on a terminal for each that ended, and the calls of each with --verbose', async () => {
    const { stderr } = await scan('healthy nope --parallel 1', { terminal: true });
    expect(stderr).toMatch(/^1 of 2 clusters: healthy ready$/m);
    expect(stderr).toMatch(/^2 of 2 clusters: nope not scanned: No cluster found for name: nope\./m);
    const verbose = await scan('healthy nope --verbose');
    expect(verbose.stderr).toMatch(/^healthy: aws eks:DescribeCluster: 200, \d+ ms$/m);
    expect(verbose.stderr).toMatch(/^nope: aws eks:DescribeCluster: 404, \d+ ms$/m);
    const { stderr: none, stdout } = await scan('healthy nope -q', { terminal: true });
    expect([none, stdout.includes('nope')]).toEqual(['', true]);
  });
});

describe('all clusters', () => {
  it('of a Region are scanned, whatever the variable names', async () => {
    const { code, stdout } = await scan('--all-clusters --only nodes/* --format json', {
      env: { EKS_PREFLIGHT_CLUSTER: 'healthy' },
    });
    const names = (JSON.parse(stdout) as Fleet).clusters.map(({ name }) => name);
    const all = Object.keys(fleet.base().aws.clusters).filter((name) => name !== 'denied');
    // Without a scan the account is unknown, so it is last.
    expect([code, names]).toEqual([1, [...all.toSorted(), 'denied']]);
  });

  it('of two Regions are scanned, with a note about one without clusters', async () => {
    const { code, stderr } = await scan('--all-clusters --region eu-west-1,eu-central-1,eu-west-1 --only nodes/*');
    expect([code, stderr]).toEqual([1, 'eks-preflight: no clusters in eu-central-1\n']);
  });

  it('are an error if there are none', async () => {
    const { code, stdout, stderr } = await scan('--all-clusters --region us-east-1');
    expect([code, stdout, stderr]).toEqual([
      3,
      '',
      'eks-preflight: no clusters in us-east-1\nPass the Regions of the clusters with --region.\n',
    ]);
  });

  it('of a Region in which they cannot be listed are one row, and never ready', async () => {
    const base = fleet.base();
    const { deny } = base;
    base.deny = ['eks:ListClusters'];
    try {
      const { code, stdout } = await scan('--all-clusters --region eu-west-1 --format json');
      const [row] = (JSON.parse(stdout) as Fleet).clusters;
      expect([code, row?.name, row?.status]).toEqual([3, 'all clusters of eu-west-1', 'not-scanned']);
      expect(row?.reason).toMatch(
        /^the clusters cannot be listed: .*eks:ListClusters.* --all-clusters needs eks:ListClusters\.$/,
      );
      const unnamed = await scan('--all-clusters');
      expect([unnamed.code, unnamed.stdout]).toEqual([3, '']);
      expect(unnamed.stderr).toMatch(/eks:ListClusters/);
    } finally {
      base.deny = deny;
    }
  });
});

it('a scan that a config file names several clusters for never becomes several', async () => {
  writeFileSync(path.join(fleet.folder, 'all.yaml'), 'allClusters: true\nparallel: "2"\nonly: nodes/*\n');
  await scan('--config all.yaml');
  const named = started.map((args) => args.filter((arg) => arg.startsWith('--cluster')).length);
  expect(named).toEqual(Object.keys(fleet.base().aws.clusters).map(() => 1));
});
