import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../world/in-process.ts';

/** How each of several clusters is named to its scan, and what that scan gets besides. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-arguments-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

async function listStarted(line: string, config?: object, env: NodeJS.ProcessEnv = {}): Promise<Started[]> {
  const started: Started[] = [];
  if (config !== undefined) writeFileSync(path.join(folder, 'f.yaml'), JSON.stringify(config));
  const words = [...line.split(' '), ...(config === undefined ? [] : ['--config', 'f.yaml'])];
  await runCommand(words, {
    env: { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'x', ...env },
    cwd: folder,
    runApart: (args, options) => {
      started.push({ args, env: options.env });
      return Promise.resolve({ stdout: '', stderr: '', code: 3, signal: null });
    },
  });
  return started;
}

const namingOptions = ({ args }: Started): string =>
  args
    .filter((arg) => /^--(?:cluster|region)=/.test(arg))
    .map((arg) => arg.replace(/^--\w+=/, ''))
    .join(' in ');

const arnIn = (account: string, region = 'eu-west-1', name = 'a') => `arn:aws:eks:${region}:${account}:cluster/${name}`;
const [here, there] = ['111122223333', '444455556666'];
const roleArn = `arn:aws:iam::${there}:role/reader`;

describe('each of several clusters', () => {
  it.each<[string, string, object | undefined, string[], NodeJS.ProcessEnv?]>([
    ['as it was written', 'scan a b', undefined, ['a', 'b']],
    ['in the Region of the option', 'scan a b --region us-east-1', undefined, ['a in us-east-1', 'b in us-east-1']],
    [
      'in the Region of the variable',
      'scan a b',
      undefined,
      ['a in us-east-1', 'b in us-east-1'],
      { EKS_PREFLIGHT_REGION: 'us-east-1' },
    ],
    ['in the Region of the config file, which its scan reads', 'scan a b', { region: 'us-east-1' }, ['a', 'b']],
    [
      'in the Region of its ARN',
      `scan b ${arnIn(here)} --region us-east-1`,
      undefined,
      ['b in us-east-1', arnIn(here)],
    ],
    [
      'in the Region of its ARN, whatever the config file has',
      `scan b ${arnIn(here)}`,
      { region: 'us-east-1' },
      ['b', `${arnIn(here)} in eu-west-1`],
    ],
    ['by its ARN if it has both', `scan a ${arnIn(here)}`, undefined, [arnIn(here), 'a']],
    ['in two Regions', `scan a ${arnIn(here, 'us-east-1')}`, undefined, ['a in eu-west-1', arnIn(here, 'us-east-1')]],
    ['as its entry says', 'scan', { clusters: [{ name: 'a' }, { name: 'b', region: 'us-east-1' }] }, ['a', 'b']],
    [
      'by the account of its role',
      'scan',
      { clusters: [{ name: 'a', roleArn }, { name: 'a' }] },
      [arnIn(there), 'a in eu-west-1'],
    ],
    [
      'in the Region of its entry',
      'scan',
      { clusters: [{ name: 'a', region: 'us-east-1' }, { name: 'a' }] },
      ['a in us-east-1', 'a in eu-west-1'],
    ],
    [
      'in the Region of the option if its entry has none',
      'scan --region us-west-2',
      { clusters: [{ name: 'a' }, { name: 'b', region: 'us-east-1' }] },
      ['a in us-west-2', 'b in us-east-1'],
    ],
  ])('is named %s', async (_how, line, config, named, env) => {
    expect((await listStarted(line, config, env)).map(namingOptions)).toEqual(named);
  });

  it('gets the options of the command line, except those of the table', async () => {
    const line =
      'scan a b --target 1.34 --only nodes/*,addons/* --plugin p.yaml --plugin q.yaml --fail-on warn --verbose --no-color --show all --parallel 2 --format json --output t.json --output json=r/ --with= -o html=h/';
    const [first] = await listStarted(line);
    expect(first?.args).toEqual([
      'scan',
      '--cluster=a',
      '--target=1.34',
      '--only=nodes/*,addons/*',
      '--plugin=p.yaml',
      '--plugin=q.yaml',
      '--fail-on=warn',
      '--verbose',
      '--with=',
      '--output=json=r/',
      '--output=html=h/',
      '--format=json',
      '--no-color',
    ]);
  });

  it('gets the environment, except what names clusters and outputs', async () => {
    const env = {
      EKS_PREFLIGHT_CLUSTER: 'c',
      EKS_PREFLIGHT_REGION: 'us-east-1',
      EKS_PREFLIGHT_OUTPUT: 'json=r/',
      EKS_PREFLIGHT_FORMAT: 'text',
      EKS_PREFLIGHT_PARALLEL: '2',
      EKS_PREFLIGHT_TARGET: '1.34',
      EKS_PREFLIGHT_EXTERNAL_ID: 'of-the-variable',
    };
    const [first] = await listStarted(`scan a b --role-arn ${roleArn} --external-id of-the-option`, undefined, env);
    const passed = Object.entries(first?.env ?? {}).filter(([name]) => name.startsWith('EKS_PREFLIGHT_'));
    expect(Object.fromEntries(passed)).toEqual({
      EKS_PREFLIGHT_TARGET: '1.34',
      EKS_PREFLIGHT_EXTERNAL_ID: 'of-the-option',
    });
    expect(first?.args).toContain('--output=json=r/');
    expect(first?.args.join(' ')).not.toContain('of-the');
  });
});
