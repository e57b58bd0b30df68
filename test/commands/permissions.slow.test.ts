import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import { iamPolicy } from '../../src/commands/permissions/iam-policy.ts';
import { grants } from '../../src/facts/optional-grants.ts';
import { neededPermissions } from '../../src/commands/permissions/needed.ts';
import { parsePlace } from '../../src/commands/permissions/place.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { karpenterMatrixWorld } from '../world/karpenter-matrix-world.ts';
import { matrixWorld } from '../world/matrix-world.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** `permissions --cluster --region --account`: as narrow as possible, and still sufficient. */

const env = { PATH: process.env['PATH'] };
const run = (...args: string[]): Promise<Outcome> => runCommand(['permissions', ...args], { env });
const here = ['--cluster', 'prod', '--region', 'eu-west-1', '--account', '111122223333'];

type Policy = NonNullable<World['grants']>['aws'];
type Manifest = Record<string, unknown> & { kind: string; metadata: { name: string; namespace?: string } };

async function readPolicy(...args: string[]): Promise<Policy> {
  return JSON.parse((await run('--format', 'iam', ...args)).stdout) as Policy;
}

async function readManifests(...args: string[]): Promise<Manifest[]> {
  const documents = parseAllDocuments((await run('--format', 'rbac', ...args)).stdout);
  return documents.map((document) => document.toJS() as Manifest);
}

describe('permissions of one cluster', () => {
  it('name the same actions as those of any, each once, and narrow what AWS lets narrow', async () => {
    const [any, narrow] = await Promise.all([readPolicy(), readPolicy(...here)]);
    const actions = narrow.Statement.flatMap(({ Action }) => Action);
    expect(any.Statement).toHaveLength(1);
    expect(actions.toSorted()).toEqual(any.Statement[0]?.Action);
    const open = narrow.Statement.filter(({ Resource }) => Resource === '*').flatMap(({ Action }) => Action);
    expect(open).toEqual([
      'autoscaling:DescribeAutoScalingGroups',
      'autoscaling:DescribeInstanceRefreshes',
      'cloudwatch:GetMetricData',
      'ec2:DescribeCapacityReservations',
      'ec2:DescribeImages',
      'ec2:DescribeInstanceTypeOfferings',
      'ec2:DescribeInstanceTypes',
      'ec2:DescribeInstances',
      'ec2:DescribeLaunchTemplateVersions',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeRouteTables',
      'ec2:DescribeSecurityGroups',
      'ec2:DescribeSubnets',
      'ec2:DescribeVpcEndpoints',
      'ec2:GetSubnetCidrReservations',
      'eks:DescribeAddonVersions',
      'eks:DescribeClusterVersions',
      'events:ListRuleNamesByTarget',
      'servicequotas:GetAWSDefaultServiceQuota',
      'servicequotas:GetServiceQuota',
    ]);
  });

  it('include those of status, with the ARNs of what it reads, unless checks are selected', async () => {
    const [usual, selected] = await Promise.all([readPolicy(...here), readPolicy(...here, '--only', '*/*')]);
    const findResource = ({ Statement }: Policy, action: string) =>
      Statement.find(({ Action }) => Action.includes(action))?.Resource;
    const eks = 'arn:aws:eks:eu-west-1:111122223333';
    const all = [`${eks}:cluster/prod`, `${eks}:nodegroup/prod/*`, `${eks}:addon/prod/*`];
    for (const action of ['eks:ListUpdates', 'eks:DescribeUpdate']) {
      expect(findResource(usual, action)).toEqual(all);
      expect(findResource(selected, action)).toBe(`${eks}:cluster/prod`);
    }
    const refreshes = 'autoscaling:DescribeInstanceRefreshes';
    expect([usual, selected].map((policy) => findResource(policy, refreshes))).toEqual(['*', undefined]);
  });

  it('are reads, but for the query of the audit log that --with logs starts and stops', async () => {
    const [usual, all] = await Promise.all([readPolicy(), readPolicy('--with', grants.join(','))]);
    const writes = ({ Statement }: Policy) =>
      Statement.flatMap(({ Action }) => Action).filter(
        (action) => !/^[a-z0-9]+:(?:Describe|List|Get|Filter)[A-Z]/.test(action),
      );
    expect(writes(usual)).toEqual([]);
    expect(writes(all)).toEqual(['logs:StartQuery', 'logs:StopQuery']);
  });

  it('include what options of the scan read whichever checks are selected', async () => {
    const subnets = ['--only', 'control-plane/subnets'];
    expect(await readManifests(...subnets)).toEqual([]);
    const all = await readManifests(...subnets, '--team-label', 'example.com/team', '--karpenter-target', '1.8.1');
    const rules = all.flatMap((manifest) => (manifest['rules'] ?? []) as { resources?: string[] }[]);
    const resources = rules.flatMap(({ resources = [] }) => resources);
    expect(resources).toEqual(expect.arrayContaining(['namespaces', 'deployments']));
  });

  it('narrow the query to the log group of the control plane', async () => {
    const { Statement } = await readPolicy(...here, '--with', 'logs');
    const findResource = (action: string) => Statement.find(({ Action }) => Action.includes(action))?.Resource;
    const logs = 'arn:aws:logs:eu-west-1:111122223333:log-group';
    expect(findResource('logs:StartQuery')).toBe(`${logs}:/aws/eks/prod/cluster:*`);
    expect(findResource('logs:FilterLogEvents')).toBe(`${logs}:/aws/eks/prod/cluster:*`);
    expect(findResource('logs:DescribeLogGroups')).toBe(`${logs}:*`);
    expect(['logs:GetQueryResults', 'logs:StopQuery'].map(findResource)).toEqual(['*', '*']);
  });

  it('name the metrics of the API server with their grant alone', async () => {
    const readUrls = async (...args: string[]) =>
      (await readManifests(...args)).flatMap(({ rules }) =>
        ((rules ?? []) as { nonResourceURLs?: string[] }[]).flatMap(({ nonResourceURLs }) => nonResourceURLs ?? []),
      );
    const usual = ['/apis', '/apis/*', '/version'];
    expect(await readUrls()).toEqual(usual);
    expect(await readUrls('--with', 'metrics')).toEqual([...usual, '/metrics']);
  });

  it('are of the region, the account and the partition', () => {
    const place = parsePlace({ cluster: 'prod', region: 'cn-north-1', account: '111122223333' });
    const text = iamPolicy(neededPermissions(collectors, checks), place);
    expect(text).toContain('arn:aws-cn:eks:cn-north-1:111122223333:cluster/prod"');
    expect(text).toContain('arn:aws-cn:eks:cn-north-1:111122223333:nodegroup/prod/*"');
    expect(text).toContain('arn:aws-cn:iam::111122223333:role/*"');
    expect(text).toContain('arn:aws-cn:iam::aws:policy/*"');
    expect(text).not.toContain('arn:aws:');
    const other = parsePlace({ cluster: 'prod', region: 'eu-west-1', account: '111122223333', partition: 'aws-eusc' });
    expect(iamPolicy([{ iam: 'eks:DescribeCluster' }], other)).toContain('arn:aws-eusc:eks:eu-west-1:');
  });

  it.each([
    ['us-gov-west-1', 'aws-us-gov'],
    ['us-iso-east-1', 'aws-iso'],
    ['us-isob-east-1', 'aws-iso-b'],
    ['us-isof-south-1', 'aws-iso-f'],
    ['eu-isoe-west-1', 'aws-iso-e'],
    ['eusc-de-east-1', 'aws-eusc'],
    ['ap-southeast-7', 'aws'],
  ])('%s lies in %s', (region, partition) => {
    expect(parsePlace({ cluster: 'prod', region, account: '111122223333' })?.partition).toBe(partition);
  });

  it.each([
    [['--cluster', 'prod'], /--cluster, --region and --account must be used together/],
    [['--partition', 'aws'], /--cluster, --region and --account must be used together/],
    [['--cluster', '*', '--region', 'eu-west-1', '--account', '111122223333'], /invalid --cluster '\*'/],
    [['--cluster', 'prod', '--region', 'eu-*', '--account', '111122223333'], /invalid --region 'eu-\*'/],
    [['--cluster', 'prod', '--region', 'eu-west-1', '--account', '11112222333'], /\(expected 12 digits\)/],
    [[...here, '--partition', 'aws:'], /invalid --partition 'aws:'/],
  ])('%j: 3, and one line', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(message);
  });
});

describe('the roles', () => {
  it('read by name in the namespace where the objects are, and nowhere else', async () => {
    const manifests = await readManifests(...here);
    expect(manifests.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
      ['ClusterRole', undefined],
      ['ClusterRoleBinding', undefined],
      ['Role', 'kube-system'],
      ['RoleBinding', 'kube-system'],
    ]);
    expect(manifests[2]?.['rules']).toEqual([
      {
        apiGroups: [''],
        resources: ['configmaps'],
        resourceNames: ['aws-auth', 'coredns', 'kube-proxy-config'],
        verbs: ['get'],
      },
      { apiGroups: [''], resources: ['serviceaccounts'], resourceNames: ['aws-node'], verbs: ['get'] },
    ]);
    expect(manifests).toEqual(await readManifests());
  });

  it.each(['rbac', 'terraform'])(
    'say which grant is equivalent to cluster-admin, and what to do instead: %s',
    async (format) => {
      const [{ stdout: usual }, { stdout: all }, { stdout: help }] = await Promise.all([
        run('--format', format),
        run('--format', format, '--with', 'secrets'),
        run('--help'),
      ]);
      expect(usual).not.toMatch(/secrets|cluster-admin/);
      expect(all).toMatch(/# Equivalent to cluster-admin: [^\n]*\n(?: *#[^\n]*\n)*[^#]*secrets/);
      expect(all.replaceAll(/\s+#?\s*/g, ' ')).toContain('omit --with secrets');
      expect(help.replaceAll(/\s+/g, ' ')).toContain('secrets (equivalent to cluster-admin)');
    },
  );

  it('say how to narrow what is read in a namespace that only the cluster tells', async () => {
    const { stdout } = await run('--format', 'rbac');
    const narrowed = stdout.match(/# Only read in the namespace of Karpenter/g) ?? [];
    expect(narrowed).toHaveLength(2);
    expect(stdout).toMatch(
      /# Only Services of webhooks and [^\n]*\n(?: *#[^\n]*\n)* *- apiGroups: \[""\]\n *resources: \[services\]/,
    );
  });

  it('are none where nothing of Kubernetes is read', async () => {
    const { stdout } = await run('--format', 'rbac', '--only', 'control-plane/subnets');
    expect(stdout).not.toContain('kind:');
  });

  it('name the cluster in the command that binds them', async () => {
    expect((await run('--format', 'rbac', ...here)).stdout).toContain('--cluster-name prod --region eu-west-1 ');
  });
});

describe.each([
  ['all but Karpenter', matrixWorld],
  ['Karpenter', karpenterMatrixWorld],
])('a scan with these permissions and no other: %s', (_area, make) => {
  let world: World;
  let running: RunningWorld;
  let whole: Report;
  const place = () => ['--cluster', 'prod', '--region', world.region, '--account', world.account];
  const scan = async (): Promise<Report> => {
    const args = ['scan', '--cluster', 'prod', '--with', grants.join(','), '--format', 'json'];
    const { stdout } = await runCommand(args, { env: running.env, cwd: running.folder });
    return reportSchema.parse(JSON.parse(stdout));
  };
  const withoutTimes = ({ scannedAt: _scanned, judgedAt: _judged, apiUsage: _apiUsage, ...rest }: Report) => rest;

  beforeAll(async () => {
    world = make();
    running = await startWorld(world);
    whole = await scan();
  });
  afterAll(() => running.close());

  it('gives the same report', async () => {
    const withGrants = [...place(), '--with', grants.join(',')];
    const [kube, aws] = await Promise.all([readManifests(...withGrants), readPolicy(...withGrants)]);
    Object.assign(world, { grants: { kube, aws } });
    expect(withoutTimes(await scan())).toEqual(withoutTimes(whole));
    expect(whole.results.filter(({ status }) => status === 'pass').length).toBeGreaterThan(10);
  });

  it.each(['ec2:DescribeVpcAttribute', 'eks:DescribeNodegroup', 'iam:GetRole'])(
    'is judged by resource: %s of another account or cluster does not do',
    async (action) => {
      const other = ['--cluster', 'other', '--region', 'us-west-2', '--account', '999988887777'];
      const [kube, aws, foreign] = await Promise.all([
        readManifests('--with', grants.join(',')),
        readPolicy(...place()),
        readPolicy(...other),
      ]);
      const own = aws.Statement.filter(({ Action }) => !Action.includes(action));
      const wrong = foreign.Statement.filter(({ Action }) => Action.includes(action));
      Object.assign(world, { grants: { kube, aws: { Statement: [...own, ...wrong] } } });
      const { coverage } = await scan();
      expect(JSON.stringify(coverage)).toContain(action);
    },
  );

  it('is judged by namespace: without the Role the Corefile is not read', async () => {
    const [kube, aws] = await Promise.all([readManifests(), readPolicy(...place())]);
    Object.assign(world, { grants: { kube: kube.filter(({ kind }) => kind !== 'Role'), aws } });
    const { coverage } = await scan();
    expect(coverage.facts['coredns']?.gaps?.[0]).toContain('the Corefile of Deployment kube-system/coredns');
  });
});
