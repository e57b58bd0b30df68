import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { planSchema, type PlanDocument } from '../../../src/report/plan/document.ts';
import { runCommand } from '../../world/in-process.ts';
import { storedInventory } from '../../world/stored.ts';

/** A cluster in which each tool manages something: what `plan` and `scan` say about it, and where they say it. */

type Tags = Readonly<Record<string, string>>;

const stack = (name: string, more: Tags = {}): Tags => ({ 'aws:cloudformation:stack-name': name, ...more });
const byEksctl = stack('eksctl-prod-nodegroup-ingress', { 'alpha.eksctl.io/cluster-name': 'prod' });

/** The tags of each node group; undefined: they were not read. */
const groupTags: Readonly<Record<string, Tags | undefined>> = {
  platform: { Terraform: 'true' },
  ingress: byEksctl,
  'general-a': { ...byEksctl, ManagedBy: 'Terraform' },
  'general-b': stack('prod-nodes', { 'aws:cloudformation:logical-id': 'GeneralB' }),
  'general-c': { 'aws:cdk:path': 'Prod/GeneralC' },
  batch: { 'crossplane-kind': 'nodegroup.eks.aws.upbound.io', 'crossplane-name': 'batch' },
  'batch-spot': { 'services.k8s.aws/controller-version': 'eks-v1.20.0' },
  'data-a': { Repository: 'terraform-platform' },
  'data-b': { team: 'data' },
  'data-c': stack("x' $(touch PWNED) `id` [a](javascript:b) <img src=x>"),
  ci: { Provisioner: 'opentofu' },
  ml: undefined,
};

/** What the column `by` has for the task of each node group. */
const doers: Readonly<Record<string, string>> = {
  platform: 'Terraform',
  ingress: 'eksctl',
  'general-a': 'eksctl or Terraform',
  'general-b': 'CloudFormation',
  'general-c': 'AWS CDK',
  batch: 'Crossplane',
  'batch-spot': 'ACK',
  'data-a': 'Terraform',
  'data-b': 'aws',
  'data-c': 'CloudFormation',
  ci: 'OpenTofu',
  ml: 'aws',
};

let folder: string;
let plan: PlanDocument;
const run = (...args: readonly string[]) =>
  runCommand(args, { env: { PATH: process.env['PATH'], COLUMNS: '80' }, cwd: folder, io: { columns: 80 } });
const showTask = (group: string) => run('plan', 'plan.json', '--task', String(findTask(group)?.number));
const findTask = (group: string) => plan.plan.tasks.find(({ title }) => title === `Update node group ${group}`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-managers-'));
  const inventory: unknown = JSON.parse(await readFile(storedInventory('ordinary-large'), 'utf8'));
  await writeFile(path.join(folder, 'managers.json'), JSON.stringify(withGroupTags(inventory)));
  await run('plan', 'managers.json', '--target', '1.36', '--output', 'plan.json');
  plan = planSchema.parse(JSON.parse(await readFile(path.join(folder, 'plan.json'), 'utf8')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inventorySchema = z.looseObject({
  readings: z.looseObject({
    nodegroups: z.looseObject({ value: z.array(z.looseObject({ name: z.string() })) }),
  }),
});

function withGroupTags(inventory: unknown): unknown {
  const parsed = inventorySchema.parse(inventory);
  const groups = parsed.readings.nodegroups;
  const value = groups.value.map(({ tags: _tags, ...group }) => {
    const tags = groupTags[group.name];
    return tags === undefined ? group : { ...group, tags };
  });
  return { ...parsed, readings: { ...parsed.readings, nodegroups: { ...groups, value } } };
}

describe('a cluster with many managers', () => {
  it('has each manager in the table', async () => {
    const { stdout } = await run('plan', 'plan.json');
    await expect(stdout).toMatchFileSnapshot('../../formats/plan/worlds/managers.txt');
  });

  it.each(Object.entries(doers))('names who updates %s', (group, by) => {
    expect(findTask(group)?.by).toBe(by);
  });

  it.each([
    ['platform', 'the tags of the node group name it', '`aws_eks_node_group`'],
    ['ingress', 'the tags of the node group name it', 'eksctl upgrade nodegroup'],
    ['general-a', 'name both: find out which one still manages it', 'If Terraform manages it, change'],
    ['general-b', '(logical ID GeneralB)', '`Version` of `AWS::EKS::Nodegroup`'],
    ['general-c', 'AWS CDK: the tags of the node group name it', 'cdk deploy'],
    ['batch', 'Crossplane', '`spec.forProvider.version`'],
    ['batch-spot', 'ACK', '`spec.version`'],
    ['data-a', 'the tag `Repository` of the node group suggests it', 'terraform apply'],
    ['data-b', 'not seen: the tags of the node group name none', 'change it there first'],
    ['ml', 'not seen: the tags of the node group were not read', 'change it there first'],
  ])('says why, and where to change %s', async (group, source, where) => {
    const text = (await showTask(group)).stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain(source);
    expect(text).toContain(where);
  });
});

describe('a hostile name of a stack', () => {
  it.each([
    ['the text', () => showTask('data-c')],
    ['the ticket', () => run('plan', 'plan.json', '--format', 'markdown')],
  ])('is data, not code, in %s', async (_what, show) => {
    const { stdout } = await show();
    expect(stdout).toContain('PWNED');
    const commands = plan.plan.tasks.flatMap(({ how, managed }) => [...how.commands, ...(managed?.commands ?? [])]);
    expect(commands.filter((command) => command.includes('PWNED'))).toEqual([]);
    expect(stdout).not.toMatch(/(?<!`[^`\n]*)(?:<img src=x>|\[a\]\(javascript:b\))/);
  });
});
