import { parse } from '@cdktn/hcl2json';
import { format } from '@cdktn/hcl-tools';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import { iamPolicy } from '../../src/commands/permissions/iam-policy.ts';
import { neededPermissions } from '../../src/commands/permissions/needed.ts';
import { requireBlock } from '../docs/documented-blocks.ts';

/** deploy/terraform, parsed by HashiCorp's own HCL parser and formatted as by `terraform fmt`. */

type Blocks = Record<string, Record<string, Record<string, unknown>[]>>;
const readFile = (name: string) => readFileSync(new URL(`../../deploy/terraform/${name}`, import.meta.url), 'utf8');
const [text, policyText] = [readFile('main.tf'), readFile('policy.tf')];
const read = ((await parse('policy.tf', policyText)) as { data: Blocks }).data['aws_iam_policy_document']?.['read'];
const { data, resource, variable } = (await parse('main.tf', text)) as {
  data: Blocks;
  resource: Blocks;
  variable: Record<string, { default?: unknown }[]>;
};
interface Trust {
  content: [{ sid: string; condition: { test: string; variable: string; values: string[] }[] }];
}
const values = readFileSync(new URL('../../deploy/eks-preflight.yaml', import.meta.url), 'utf8');

it('is written as terraform fmt writes it', async () => {
  expect(await format(text)).toBe(text);
  expect(await format(policyText)).toBe(policyText);
});

it('allows the statements of the IAM policy, and no other', () => {
  const policy = JSON.parse(iamPolicy(neededPermissions(collectors, checks))) as {
    Statement: { Sid: string; Action: string[]; Resource: string }[];
  };
  expect(read?.[0]?.['statement']).toEqual(
    policy.Statement.map(({ Sid, Action, Resource }) => ({
      sid: Sid,
      effect: 'Allow',
      resources: [Resource],
      actions: Action,
    })),
  );
});

it('lets EKS Pod Identity in for its ServiceAccount, and other services only for the account', () => {
  const statements = data['aws_iam_policy_document']?.['trust']?.[0]?.['dynamic'] as Record<string, Trust[]>;
  const conditions = statements['statement']?.flatMap(({ content: [{ sid, condition }] }) =>
    condition.map(({ test, variable, values: allowed }) => `${sid} ${test} ${variable} ${allowed.join()}`),
  );
  expect(conditions).toEqual([
    'PodIdentity StringEquals aws:RequestTag/eks-cluster-arn ${data.aws_eks_cluster.scanned.arn}',
    'PodIdentity StringEquals aws:RequestTag/kubernetes-namespace ${var.namespace}',
    'PodIdentity StringEquals aws:RequestTag/kubernetes-service-account ${var.service_account}',
    'Services StringEqualsIfExists aws:SourceAccount ${data.aws_caller_identity.current.account_id}',
  ]);
});

it('takes the variables that docs/schedulers.md sets', async () => {
  const { module } = (await parse('main.tf', requireBlock('docs/schedulers.md', undefined, 1))) as {
    module: Record<string, Record<string, unknown>[]>;
  };
  const { source, ...set } = module['eks_preflight']?.[0] ?? {};
  expect(source).toContain('//deploy/terraform?ref=');
  const required = Object.entries(variable).flatMap(([name, [one = {}]]) => ('default' in one ? [] : [name]));
  expect(Object.keys(set)).toEqual(required);
});

it('associates the role with the ServiceAccount of the chart, and lets it in only where that is asked for', () => {
  expect(Object.keys(resource).toSorted()).toEqual([
    'aws_eks_access_entry',
    'aws_eks_pod_identity_association',
    'aws_iam_role',
    'aws_iam_role_policy',
    'aws_iam_role_policy_attachment',
  ]);
  const defaults = Object.fromEntries(Object.entries(variable).map(([name, [one]]) => [name, one?.default]));
  expect(defaults).toEqual({
    cluster_name: undefined,
    role_name: 'eks-preflight',
    pod_identity: true,
    namespace: 'eks-preflight',
    service_account: 'eks-preflight',
    access_entry: false,
    trusted_services: [],
    additional_policy_arns: {},
  });
  expect(values).toContain(`serviceAccountName: ${String(defaults['service_account'])}\n`);
  expect(values).toContain(`namespace: ${String(defaults['namespace'])}\n`);
});
