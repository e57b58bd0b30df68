import { parse } from '@cdktn/hcl2json';
import { format } from '@cdktn/hcl-tools';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import { iamPolicy } from '../../src/commands/permissions/iam-policy.ts';
import { neededPermissions } from '../../src/commands/permissions/needed.ts';
import { buildRoles, type Rule } from '../../src/commands/permissions/rbac-roles.ts';
import { terraformConfiguration } from '../../src/commands/permissions/terraform.ts';

/** `permissions --format terraform`, parsed by HashiCorp's own HCL parser and formatted as by `terraform fmt`. */

const needed = neededPermissions(collectors, checks);
const place = { cluster: 'prod', region: 'eu-west-1', account: '111122223333', partition: 'aws' };

/** Blocks by type and label; each block, at any depth, is a list of one. */
type Blocks = Record<string, Record<string, Record<string, unknown>[]>>;
interface Configuration {
  data?: Blocks;
  resource?: Blocks;
  variable?: Record<string, Record<string, unknown>[]>;
}

async function read(text: string): Promise<Configuration> {
  return (await parse('eks-preflight.tf', text)) as Configuration;
}

const written = await read(terraformConfiguration(needed));
const only = (blocks: Blocks | undefined, type: string): Record<string, unknown> => {
  const labels = Object.values(blocks?.[type] ?? {});
  expect(labels).toHaveLength(1);
  return labels[0]?.[0] ?? {};
};
const findStatements = ({ data }: Configuration): unknown => only(data, 'aws_iam_policy_document')['statement'];
const asBlock = (rule: Rule): object =>
  'urls' in rule
    ? { non_resource_urls: rule.urls, verbs: ['get'] }
    : {
        api_groups: [rule.apiGroup],
        resources: rule.resources,
        ...(rule.names === undefined ? {} : { resource_names: rule.names }),
        verbs: [rule.verb],
      };

interface Policy {
  Statement: { Sid: string; Action: string[]; Resource: string | string[] }[];
}

describe('the Terraform configuration', () => {
  it.each([undefined, place])('allows the statements of the IAM policy, and no other (%o)', async (narrowedTo) => {
    const configuration = await read(terraformConfiguration(needed, narrowedTo));
    const { Statement } = JSON.parse(iamPolicy(needed, narrowedTo)) as Policy;
    expect(findStatements(configuration)).toEqual(
      Statement.map(({ Sid, Action, Resource }) => ({
        sid: Sid,
        effect: 'Allow',
        resources: [Resource].flat(),
        actions: Action,
      })),
    );
  });

  it('names the cluster that it is narrowed to', async () => {
    const { variable } = await read(terraformConfiguration(needed, place));
    expect(variable?.['eks_preflight_cluster_name']?.[0]?.['default']).toBe('prod');
    expect(written.variable?.['eks_preflight_cluster_name']?.[0]).not.toHaveProperty('default');
  });

  it('has the rules of the ClusterRole and of the Roles, bound to the group of the access entry', () => {
    const resources = written.resource ?? {};
    const roles = ['kubernetes_cluster_role_v1', 'kubernetes_role_v1'].flatMap((type) =>
      Object.entries(resources[type] ?? {}).map(([label, [block = {}]]) => ({ type, label, block })),
    );
    expect(roles.map(({ block }) => [block['metadata'], block['rule']])).toEqual(
      buildRoles(needed).map(({ namespace, rules }) => [
        [{ name: 'eks-preflight', ...(namespace === null ? {} : { namespace }) }],
        rules.map(asBlock),
      ]),
    );
    for (const { type, label, block } of roles) {
      const [binding] = resources[type.replace('_v1', '_binding_v1')]?.[label] ?? [];
      expect(binding).toMatchObject({
        metadata: block['metadata'],
        role_ref: [{ name: `\${${type}.${label}.metadata[0].name}` }],
        subject: [{ kind: 'Group', name: 'eks-preflight' }],
      });
    }
    expect(only(written.resource, 'aws_eks_access_entry')['kubernetes_groups']).toEqual(['eks-preflight']);
  });

  it('names nothing that it does not declare', () => {
    const declared = [
      ...Object.keys(written.variable ?? {}).map((name) => `var.${name}`),
      ...Object.entries(written.data ?? {}).flatMap(([type, labels]) =>
        Object.keys(labels).map((label) => `data.${type}.${label}`),
      ),
      ...Object.entries(written.resource ?? {}).flatMap(([type, labels]) =>
        Object.keys(labels).map((label) => `${type}.${label}`),
      ),
    ];
    const references = Array.from(
      JSON.stringify(written).matchAll(/\$\{((?:var|data|aws|kubernetes)[\w.]*\.eks_preflight\w*)/g),
      ([, reference = '']) => reference,
    );
    expect(references.length).toBeGreaterThan(5);
    for (const reference of references) expect(declared).toContain(reference);
  });

  it('has no Kubernetes part where nothing of Kubernetes is read', async () => {
    const ofOne = checks.filter(({ id }) => id === 'control-plane/subnets');
    const text = terraformConfiguration(neededPermissions(collectors, ofOne));
    const { resource, variable } = await read(text);
    expect(Object.keys(resource ?? {})).toEqual(['aws_iam_policy', 'aws_iam_role_policy_attachment']);
    expect(Object.keys(variable ?? {})).toEqual(['eks_preflight_role_name']);
    expect(text).not.toContain('hashicorp/kubernetes');
  });

  it.each([undefined, place])('is as `terraform fmt` writes it (%o)', async (narrowedTo) => {
    const text = terraformConfiguration(needed, narrowedTo);
    expect(await format(text)).toBe(text);
    expect(await format(text.replaceAll(/ += /g, ' = '))).toBe(text);
  });
});
