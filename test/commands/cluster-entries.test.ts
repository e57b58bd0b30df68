import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClusterEntry, type ClusterEntry } from '../../src/commands/options/cluster-entries.ts';
import { parseCluster } from '../../src/commands/options/cluster-name.ts';
import { acceptedSkew } from '../world/fleet-twelve.ts';
import { runCommand } from '../world/in-process.ts';
import { storedInventory } from '../world/stored.ts';

const arnIn = (account: string, region = 'eu-west-1') => `arn:aws:eks:${region}:${account}:cluster/prod`;
const [here, there] = ['111122223333', '444455556666'];
const roleArn = `arn:aws:iam::${there}:role/reader`;

const bare: ClusterEntry = { name: 'prod' };
const ireland: ClusterEntry = { name: 'prod', region: 'eu-west-1' };
const virginia: ClusterEntry = { name: 'prod', region: 'us-east-1' };
const byRole: ClusterEntry = { name: 'prod', region: 'eu-west-1', roleArn };
const byArn: ClusterEntry = { name: arnIn(here) };
const byOtherArn: ClusterEntry = { name: arnIn(there) };

describe('the entry of a cluster in a config file', () => {
  const find = (entries: ClusterEntry[], text: string, region?: string, usual?: string) =>
    findClusterEntry(entries, { ...(region === undefined ? {} : { region }), ...parseCluster(text), text }, usual);

  it.each<[string, ClusterEntry | undefined, ClusterEntry[], string, string?, string?]>([
    ['its name', bare, [bare, { name: 'test' }], 'prod'],
    ['no entry', undefined, [bare], 'test'],
    ['its ARN', byArn, [byArn, byOtherArn], arnIn(here)],
    ['the ARN of another account', undefined, [byArn], arnIn(there)],
    ['the account of its role', byRole, [bare, byRole], arnIn(there)],
    ['a name without a role before one with a role', ireland, [byRole, ireland], 'prod'],
    ['its name as it is written before its ARN', bare, [byArn, bare], 'prod'],
    ['its ARN as it is written before its name', byArn, [bare, byArn], arnIn(here)],
    ['its Region', virginia, [ireland, virginia], 'prod', 'us-east-1'],
    ['the Region of an ARN', ireland, [ireland, virginia], arnIn(here)],
    ['no entry of another Region', undefined, [ireland], 'prod', 'us-east-1'],
    ['the Region of the file', bare, [virginia, bare], 'prod', 'eu-west-1', 'eu-west-1'],
    ['no entry if the file has another Region', undefined, [bare], 'prod', 'us-east-1', 'eu-west-1'],
    ['a Region before the lack of one', virginia, [bare, virginia], 'prod', 'us-east-1'],
  ])('is found by %s', (_how, entry, entries, text, region, usual) => {
    expect(find(entries, text, region, usual)).toBe(entry);
  });

  it('is not guessed', () => {
    const message = 'clusters has 2 entries for prod';
    expect(() => find([ireland, virginia], 'prod')).toThrow(message);
    expect(() => find([byArn, byOtherArn], 'prod')).toThrow(message);
  });
});

describe('a config file with clusters', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-entries-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function run(line: string, config: object) {
    writeFileSync(path.join(folder, 'f.yaml'), JSON.stringify(config));
    return runCommand([...line.split(' '), '--config', 'f.yaml'], { env: { COLUMNS: '160' }, cwd: folder });
  }

  const clusters = [
    {
      name: 'prod',
      region: 'eu-west-1',
      roleArn,
      externalId: 'not-for-others',
      target: '1.35',
      accept: [acceptedSkew],
    },
    { name: 'test' },
    { name: 'dev' },
    { name: 'demo' },
  ];

  it('is shown with its clusters, and with the settings of the one that is named', async () => {
    const all = await run('config', { clusters, region: 'us-east-1' });
    expect(all.stdout).toMatch(/^clusters +4 clusters: prod, test, dev and 1 more +f\.yaml$/m);
    expect(all.stdout).toMatch(/^region +us-east-1 +f\.yaml$/m);
    expect(all.stdout).toMatch(/^parallel +4 +default$/m);
    const { stdout } = await run('config prod', { clusters, region: 'us-east-1' });
    expect(stdout).toMatch(/^region +eu-west-1 +f\.yaml$/m);
    expect(stdout).toMatch(/^roleArn +\S+444455556666:role\/reader +f\.yaml$/m);
    expect(stdout).toMatch(/^target +1\.35 +f\.yaml$/m);
    expect(stdout).toMatch(/^accept 1 +nodes\/kubelet-skew Node ip-\*: fail, 1\.34, until 2026-12-31/m);
    expect(`${all.stdout}${stdout}`).not.toContain('not-for-others');
  });

  it('gives way to the command line', async () => {
    const { stdout } = await run('config prod --target 1.36', { clusters });
    expect(stdout).toMatch(/^target +1\.36 +--target$/m);
  });

  it('applies its acceptances in a gate, whether or not the cluster is named', async () => {
    const report = path.join(folder, 'r.json');
    await runCommand(['scan', '--inventory', storedInventory('healthy'), '--output', report], { env: {} });
    const own = { clusters: [{ name: 'prod', region: 'eu-west-1', accept: [acceptedSkew] }] };
    for (const named of ['', ' --cluster prod']) {
      const { code, stdout, stderr } = await run(`gate ${report}${named}`, own);
      expect([named, code]).toEqual([named, 0]);
      expect(stderr).toContain(
        '1 acceptance without a finding; remove it: entry 1 of accept in cluster prod of f.yaml (nodes/kubelet-skew Node ip-*',
      );
      expect(stdout).toMatch(/Set by f\.yaml: .*accept 1 entry/);
    }
    // The first entry is of another account, as its role says.
    const other = await run(`gate ${report}`, { clusters });
    expect([other.code, other.stderr]).toEqual([0, 'eks-preflight: using config file f.yaml (--config)\n']);
  });

  it('counts its acceptances after those of the file', async () => {
    const shared = { ...acceptedSkew, resource: 'Node other' };
    const args = 'scan --cluster prod --inventory';
    const { stderr } = await run(`${args} ${storedInventory('healthy')}`, {
      clusters: [{ name: 'prod', accept: [acceptedSkew] }],
      accept: [shared],
    });
    expect(stderr).toContain(
      'entry 1 of accept in f.yaml (nodes/kubelet-skew Node other, until 2026-12-31, team-payments), entry 1 of accept in cluster prod of f.yaml (',
    );
  });

  it('adds its tags to those of EKS', async () => {
    const line = `scan --cluster prod --format json --inventory ${storedInventory('healthy')}`;
    const { stdout } = await run(line, { clusters: [{ name: 'prod', tags: { wave: '1', environment: 'mine' } }] });
    expect(JSON.parse(stdout).cluster.tags).toEqual({ environment: 'mine', team: 'platform', wave: '1' });
    expect(readFileSync(storedInventory('healthy'), 'utf8')).toContain('"environment": "production"');
  });
});
