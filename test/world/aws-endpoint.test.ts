import { paginateDescribeAutoScalingGroups, AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import { DescribeSubnetsCommand, EC2Client, paginateDescribeSubnets } from '@aws-sdk/client-ec2';
import {
  DeleteClusterCommand,
  DescribeAddonCommand,
  DescribeClusterCommand,
  DescribeClusterVersionsCommand,
  DescribeFargateProfileCommand,
  DescribeNodegroupCommand,
  DescribeUpdateCommand,
  EKSClient,
  ListClustersCommand,
  ListNodegroupsCommand,
  ListTagsForResourceCommand,
  paginateDescribeClusterVersions,
  paginateListAddons,
  paginateListCertificateAuthorities,
  paginateListClusters,
  paginateListFargateProfiles,
  paginateListNodegroups,
  paginateListUpdates,
} from '@aws-sdk/client-eks';
import { GetRoleCommand, IAMClient, ListRolesCommand } from '@aws-sdk/client-iam';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, describe, expect, it } from 'vitest';
import { startAwsEndpoint, type AwsEndpoint } from './aws-endpoint.ts';
import { assumedKeyId } from './aws/query.ts';
import { healthyWorld } from './healthy.ts';
import type { Fault, World } from './world.ts';

const kube = {
  endpoint: 'https://127.0.0.1:6443',
  caPem: '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n',
};
let running: AwsEndpoint | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function play(change: (world: World) => World = (world) => world): Promise<AwsEndpoint> {
  running = await startAwsEndpoint(change(healthyWorld()), { kube });
  return running;
}

function withAws(parts: Partial<World['aws']>): (world: World) => World {
  return (world) => ({ ...world, aws: { ...world.aws, ...parts } });
}

function withFaults(...faults: Fault[]): (world: World) => World {
  return (world) => ({ ...world, faults });
}

function settings({ url }: AwsEndpoint, region = 'eu-west-1') {
  return {
    endpoint: url,
    region,
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' },
    maxAttempts: 1,
  };
}

async function every<Page, Item>(
  pages: AsyncIterable<Page>,
  items: (page: Page) => readonly Item[] | undefined,
): Promise<(readonly Item[] | undefined)[]> {
  const found: (readonly Item[] | undefined)[] = [];
  for await (const page of pages) found.push(items(page));
  return found;
}

async function failure(call: Promise<unknown>): Promise<{ name: string; status: number | undefined; message: string }> {
  const error = await call.then(
    () => new Error('the call did not fail'),
    (reason: unknown) => reason as Error & { $metadata?: { httpStatusCode?: number } },
  );
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return { name: error.name, status: $metadata?.httpStatusCode, message: error.message };
}

describe('lists', () => {
  it('of EKS come in pages of the world, whatever is asked for', async () => {
    const client = new EKSClient(settings(await play()));
    const clusterName = 'prod';
    const config = { client, pageSize: 100 };
    expect(await every(paginateListNodegroups(config, { clusterName }), (page) => page.nodegroups)).toEqual([
      ['general', 'idle'],
      ['system'],
    ]);
    expect(await every(paginateListAddons(config, { clusterName }), (page) => page.addons)).toEqual([
      ['coredns', 'kube-proxy'],
      ['vpc-cni'],
    ]);
    expect(await every(paginateListUpdates(config, { name: clusterName }), (page) => page.updateIds)).toEqual([
      ['update-a', 'update-b'],
      ['update-c'],
    ]);
    const versions = await every(paginateDescribeClusterVersions(config, {}), (page) => page.clusterVersions);
    expect(versions.map((page) => page?.length)).toEqual([2, 2, 2]);
    expect(versions[0]?.[0]?.endOfStandardSupportDate).toEqual(new Date('2026-11-26'));
    expect(await every(paginateListClusters(config, {}), (page) => page.clusters)).toEqual([['prod']]);
    expect(
      await every(paginateListCertificateAuthorities(config, { clusterName }), (page) => page.certificateAuthorities),
    ).toEqual([[{ id: 'ca-1', signingStatus: 'IN_USE', distributionStatus: 'COMPLETE' }]]);
  });

  it('that are empty are empty lists, not absent', async () => {
    const endpoint = await play(withAws({ subnets: [], autoScalingGroups: [] }));
    const eks = new EKSClient(settings(endpoint));
    expect(
      await every(paginateListFargateProfiles({ client: eks }, { clusterName: 'prod' }), (p) => p.fargateProfileNames),
    ).toEqual([[]]);
    const ec2 = new EC2Client(settings(endpoint));
    expect(await every(paginateDescribeSubnets({ client: ec2 }, {}), (page) => page.Subnets)).toEqual([[]]);
    const groups = new AutoScalingClient(settings(endpoint));
    expect(
      await every(paginateDescribeAutoScalingGroups({ client: groups }, {}), (page) => page.AutoScalingGroups),
    ).toEqual([[]]);
  });

  it('of EC2 are filtered, then paged', async () => {
    const tagged = healthyWorld().aws.subnets.map((subnet) => ({
      ...subnet,
      MapPublicIpOnLaunch: false,
      Tags: [{ Key: 'Name', Value: 'a & b <c>' }],
      Ipv6CidrBlockAssociationSet: [{ AssociationId: 'a-1', Ipv6CidrBlockState: { State: 'associated' } }],
    }));
    const client = new EC2Client(settings(await play(withAws({ subnets: tagged, pageSize: 1 }))));
    const Filters = [{ Name: 'subnet-id', Values: ['subnet-0ccc', 'subnet-0aaa', 'subnet-gone'] }];
    const pages = await every(paginateDescribeSubnets({ client, pageSize: 100 }, { Filters }), (page) => page.Subnets);
    expect(pages).toEqual([[tagged[0]], [tagged[2]]]);
  });

  it('of EC2 by id fail where one is gone', async () => {
    const client = new EC2Client(settings(await play()));
    const command = new DescribeSubnetsCommand({ SubnetIds: ['subnet-0aaa', 'subnet-gone'] });
    expect(await failure(client.send(command))).toEqual({
      name: 'InvalidSubnetID.NotFound',
      status: 400,
      message: "The subnet ID 'subnet-gone' does not exist",
    });
  });

  it('of Auto Scaling are filtered by tag, then paged', async () => {
    const { autoScalingGroups } = healthyWorld().aws;
    const other = { AutoScalingGroupName: 'other', MinSize: 0, MaxSize: 1, DesiredCapacity: 0, Tags: [] };
    const endpoint = await play(withAws({ autoScalingGroups: [other, ...autoScalingGroups] }));
    const client = new AutoScalingClient(settings(endpoint));
    const Filters = [{ Name: 'tag-key', Values: ['k8s.io/cluster/prod', 'kubernetes.io/cluster/prod'] }];
    const pages = await every(
      paginateDescribeAutoScalingGroups({ client, pageSize: 100 }, { Filters }),
      (page) => page.AutoScalingGroups,
    );
    const sent = autoScalingGroups.map((group) => ({ ...group, Instances: [] }));
    expect(pages).toEqual([sent.slice(0, 2), sent.slice(2)]);
  });

  it('refuse what the world does not play: a filter, a token that was never given out', async () => {
    const endpoint = await play();
    const ec2 = new EC2Client(settings(endpoint));
    const byArn = new DescribeSubnetsCommand({ Filters: [{ Name: 'subnet-arn', Values: ['arn:aws:x'] }] });
    expect(await failure(ec2.send(byArn))).toMatchObject({ name: 'InvalidParameterValue', status: 400 });
    const strange = new DescribeSubnetsCommand({ NextToken: 'strange' });
    expect(await failure(ec2.send(strange))).toMatchObject({ name: 'InvalidNextToken', status: 400 });
    const eks = new EKSClient(settings(endpoint));
    const command = new ListNodegroupsCommand({ clusterName: 'prod', nextToken: 'strange' });
    expect(await failure(eks.send(command))).toMatchObject({ name: 'InvalidParameterException', status: 400 });
  });
});

describe('descriptions', () => {
  it('of a cluster carry the address of the running API server', async () => {
    const client = new EKSClient(settings(await play()));
    const { cluster } = await client.send(new DescribeClusterCommand({ name: 'prod' }));
    expect(cluster).toMatchObject({ name: 'prod', version: '1.33', endpoint: kube.endpoint });
    expect(cluster?.createdAt).toEqual(new Date(1705305600_000));
    expect(Buffer.from(cluster?.certificateAuthority?.data ?? '', 'base64').toString()).toBe(kube.caPem);
  });

  it('of what is not there are not found, by their true names', async () => {
    const endpoint = await play();
    const client = new EKSClient(settings(endpoint));
    const [name, clusterName] = ['ResourceNotFoundException', 'prod'];
    const of = (call: Promise<unknown>) => failure(call);
    expect(await of(client.send(new DescribeClusterCommand({ name: 'x' })))).toEqual({
      name,
      status: 404,
      message: 'No cluster found for name: x.',
    });
    expect((await of(client.send(new DescribeClusterCommand({ name: 'constructor' })))).name).toBe(name);
    expect((await of(client.send(new ListNodegroupsCommand({ clusterName: 'toString' })))).name).toBe(name);
    expect(await of(client.send(new DescribeNodegroupCommand({ clusterName, nodegroupName: 'x' })))).toMatchObject({
      name,
      message: 'No node group found for name: x.',
    });
    expect(await of(client.send(new DescribeAddonCommand({ clusterName, addonName: 'x' })))).toMatchObject({
      name,
      message: 'No addon: x found in cluster: prod',
    });
    const profile = new DescribeFargateProfileCommand({ clusterName, fargateProfileName: 'x' });
    expect(await of(client.send(profile))).toMatchObject({ name, message: 'No Fargate Profile found with name: x.' });
    expect((await of(client.send(new DescribeUpdateCommand({ name: 'prod', updateId: 'x' })))).name).toBe(name);
    const inherited = new GetRoleCommand({ RoleName: 'constructor' });
    expect((await of(new IAMClient(settings(endpoint)).send(inherited))).status).toBe(404);
    const role = new GetRoleCommand({ RoleName: 'x' });
    expect(await of(new IAMClient(settings(endpoint)).send(role))).toEqual({
      name: 'NoSuchEntityException',
      status: 404,
      message: 'The role with name x cannot be found.',
    });
  });

  it('of another region know no cluster', async () => {
    const client = new EKSClient(settings(await play(), 'us-east-1'));
    expect(await client.send(new ListClustersCommand())).toMatchObject({ clusters: [] });
    const call = client.send(new DescribeClusterCommand({ name: 'prod' }));
    expect(await failure(call)).toMatchObject({ name: 'ResourceNotFoundException', status: 404 });
    const { clusterVersions } = await client.send(new DescribeClusterVersionsCommand());
    expect(clusterVersions).toHaveLength(2);
  });

  it('of a role have its dates', async () => {
    const client = new IAMClient(settings(await play()));
    const { Role } = await client.send(new GetRoleCommand({ RoleName: 'AWSServiceRoleForEC2Spot' }));
    expect(Role).toMatchObject({ RoleId: 'AROAEXAMPLE', CreateDate: new Date('2024-01-15T08:00:00Z') });
  });
});

describe('an identity', () => {
  const trust = { Statement: [{ Condition: { StringEquals: { 'sts:ExternalId': '42' } } }] };
  const role = { RoleName: 'ops', AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust)) };
  const input = { RoleArn: 'arn:aws:iam::111122223333:role/ops', RoleSessionName: 'scan' };

  it('is of the account, and the key of an assumed role is recorded', async () => {
    const endpoint = await play(withAws({ roles: { ops: role } }));
    const own = new STSClient(settings(endpoint));
    expect(await own.send(new GetCallerIdentityCommand())).toMatchObject({ Account: '111122223333' });
    const { Credentials } = await own.send(new AssumeRoleCommand({ ...input, ExternalId: '42' }));
    expect(Credentials?.Expiration?.getTime()).toBeGreaterThan(Date.now());
    const { AccessKeyId: accessKeyId = '', SecretAccessKey: secretAccessKey = '' } = Credentials ?? {};
    const credentials = { accessKeyId, secretAccessKey };
    await new EKSClient({ ...settings(endpoint), credentials }).send(new ListClustersCommand());
    expect(endpoint.calls.at(-1)).toMatchObject({ action: 'eks:ListClusters', accessKeyId: assumedKeyId });
  });

  it('is refused a role without the external id that its trust policy asks for', async () => {
    const client = new STSClient(settings(await play(withAws({ roles: { ops: role } }))));
    const refused = await failure(client.send(new AssumeRoleCommand(input)));
    expect(refused).toMatchObject({ name: 'AccessDenied', status: 403 });
    expect(refused.message).toContain(`is not authorized to perform: sts:AssumeRole on resource: ${input.RoleArn}`);
  });
});

describe('a permission taken away', () => {
  const deny = [
    'eks:ListNodegroups',
    'ec2:DescribeSubnets',
    'iam:GetRole',
    'sts:GetCallerIdentity',
    'autoscaling:DescribeAutoScalingGroups',
  ];

  it('is denied in the words of each service', async () => {
    const endpoint = await play((world) => ({ ...world, deny }));
    const set = settings(endpoint);
    const list = await failure(new EKSClient(set).send(new ListNodegroupsCommand({ clusterName: 'prod' })));
    expect(list).toMatchObject({ name: 'AccessDeniedException', status: 403 });
    expect(list.message).toMatch(/^User: arn:aws:\S+ is not authorized to perform: eks:ListNodegroups on resource: /);
    expect(await failure(new EC2Client(set).send(new DescribeSubnetsCommand()))).toMatchObject({
      name: 'UnauthorizedOperation',
      status: 403,
    });
    const refused = [
      await failure(new IAMClient(set).send(new GetRoleCommand({ RoleName: 'x' }))),
      await failure(new STSClient(set).send(new GetCallerIdentityCommand())),
      await failure(every(paginateDescribeAutoScalingGroups({ client: new AutoScalingClient(set) }, {}), () => [])),
    ];
    for (const { name, status } of refused) expect([name, status]).toEqual(['AccessDenied', 403]);
    expect(endpoint.calls.map(({ action, status }) => [action, status])).toEqual(deny.map((action) => [action, 403]));
  });
});

describe('an operation that the world does not play', () => {
  it('is unknown, and is never taken for one that reads', async () => {
    const endpoint = await play();
    const eks = new EKSClient(settings(endpoint));
    const unknown = { name: 'UnknownOperationException', status: 404 };
    expect(await failure(eks.send(new ListTagsForResourceCommand({ resourceArn: 'arn:aws:x' })))).toMatchObject(
      unknown,
    );
    expect(await failure(eks.send(new DeleteClusterCommand({ name: 'prod' })))).toMatchObject(unknown);
    expect(endpoint.calls.at(-1)?.action).toBe('eks:Unknown');
    expect(await failure(new IAMClient(settings(endpoint)).send(new ListRolesCommand()))).toMatchObject({
      name: 'InvalidAction',
      status: 400,
    });
  });

  it('is an error also where the path cannot be decoded or no credentials are sent', async () => {
    const endpoint = await play();
    const authorization = 'AWS4-HMAC-SHA256 Credential=AKIA/20261120/eu-west-1/eks/aws4_request, Signature=0';
    const unsigned = await fetch(`${endpoint.url}/clusters/prod`);
    expect([unsigned.status, await unsigned.text()]).toEqual([
      403,
      expect.stringContaining('MissingAuthenticationToken'),
    ]);
    const strange = await fetch(`${endpoint.url}/clusters/%E0`, { headers: { authorization } });
    expect(strange.status).toBe(500);
    expect((await fetch(`${endpoint.url}/clusters/prod`, { headers: { authorization } })).status).toBe(200);
  });
});

describe('a fault', () => {
  const list = new ListNodegroupsCommand({ clusterName: 'prod' });
  const on = 'eks:ListNodegroups';

  it('cuts the body in the middle', async () => {
    const endpoint = await play(withFaults({ on: 'aws', does: 'cut' }));
    expect((await failure(new EKSClient(settings(endpoint)).send(list))).message).toMatch(/aborted/);
    expect((await failure(new EC2Client(settings(endpoint)).send(new DescribeSubnetsCommand()))).message).toMatch(
      /aborted/,
    );
  });

  it('closes the socket, or never answers', async () => {
    const endpoint = await play(withFaults({ on, does: 'reset', count: 1 }, { on, does: 'silent', from: 1 }));
    const client = new EKSClient({
      ...settings(endpoint),
      requestHandler: { requestTimeout: 300, throwOnRequestTimeout: true },
    });
    expect((await failure(client.send(list))).message).toMatch(/hang up|ECONNRESET/);
    expect((await failure(client.send(list))).name).toBe('TimeoutError');
    expect(endpoint.calls.map(({ status }) => status)).toEqual([0, 0]);
  });

  it('throttles only the calls that it counts', async () => {
    const does = { awsError: 'ThrottlingException', status: 429 };
    const endpoint = await play(withFaults({ on, does, from: 1, count: 1 }));
    const client = new EKSClient(settings(endpoint));
    await client.send(list);
    expect(await failure(client.send(list))).toMatchObject({ name: 'ThrottlingException', status: 429 });
    await client.send(list);
    expect(endpoint.calls.map(({ status }) => status)).toEqual([200, 429, 200]);
  });

  it('answers a plain status with a body of any kind', async () => {
    const does = { status: 503, body: { message: 'try later' }, retryAfter: 7 };
    const endpoint = await play(withFaults({ on, does }));
    expect(await failure(new EKSClient(settings(endpoint)).send(list))).toMatchObject({
      status: 503,
      message: 'try later',
    });
  });

  it('delays, then answers as usual', async () => {
    const endpoint = await play(withFaults({ on: 'aws', does: { delay: 150 } }));
    const begun = performance.now();
    await new EKSClient(settings(endpoint)).send(list);
    expect(performance.now() - begun).toBeGreaterThan(140);
  });
});

it('records who called what, where', async () => {
  const endpoint = await play();
  const client = new EKSClient({ ...settings(endpoint), customUserAgent: [['eks-preflight', '0.1.0']] });
  await client.send(new DescribeClusterCommand({ name: 'prod' }));
  expect(endpoint.calls).toEqual([
    {
      action: 'eks:DescribeCluster',
      region: 'eu-west-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      userAgent: expect.stringContaining('eks-preflight/0.1.0'),
      parameters: {},
      status: 200,
    },
  ]);
});
