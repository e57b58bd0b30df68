import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { checks } from '../checks/index.ts';
import { collectors } from '../src/collectors/index.ts';
import { iamPolicy } from '../src/permissions/iam-policy.ts';
import { neededPermissions } from '../src/permissions/needed.ts';
import { rolesOf } from '../src/permissions/rbac.ts';
import { terraformConfiguration } from '../src/permissions/terraform.ts';

/** `permissions --format terraform`, read by a small reader of the part of HCL that it is written in. */
const needed = neededPermissions(collectors, checks);

type Value = string | string[];
interface Block {
  type: string;
  labels: string[];
  entries: Record<string, Value>;
  blocks: Block[];
}

/** Reads blocks, attributes, quoted texts, lists and references. Throws where the text is anything else. */
function readHcl(text: string): Block[] {
  const tokens = [
    ...text.replaceAll(/^\s*#.*$/gm, '').matchAll(/"(?:[^"\\]|\\.)*"|[A-Za-z_][\w.[\]-]*|[{}[\],=]|\S/g),
  ].map(([token]) => token);
  let at = 0;
  const take = (wanted?: RegExp): string => {
    const token = tokens[at++] ?? 'the end';
    if (wanted !== undefined && !wanted.test(token)) throw new Error(`${token} instead of ${wanted.source}`);
    return token;
  };
  const quoted = (): string => {
    const token = take(/^"/);
    if (/(?<!\$)\$\{|(?<!%)%\{/.test(token)) throw new Error(`${token} is a template`);
    return JSON.parse(token) as string;
  };
  const value = (): Value => {
    if (tokens[at] === '{') return object();
    if (tokens[at] !== '[') return tokens[at]?.startsWith('"') === true ? quoted() : take(/^[a-z_][\w.[\]]*$/);
    const items: string[] = [];
    take(/^\[$/);
    while (tokens[at] !== ']') {
      items.push(quoted());
      if (tokens[at] === ',') take();
      else if (tokens[at] !== ']') throw new Error(`${tokens[at] ?? 'the end'} in a list`);
    }
    take(/^\]$/);
    return items;
  };
  const object = (): string[] => {
    const texts: string[] = [];
    take(/^\{$/);
    while (tokens[at] !== '}') {
      take(/^[a-z_]+$/);
      take(/^=$/);
      texts.push(String(value()));
    }
    take(/^\}$/);
    return texts;
  };
  const block = (type: string): Block => {
    const made: Block = { type, labels: [], entries: {}, blocks: [] };
    while (tokens[at]?.startsWith('"') === true) made.labels.push(quoted());
    take(/^\{$/);
    while (tokens[at] !== '}') {
      const name = take(/^[a-z_]+$/);
      if (tokens[at] === '=') {
        take();
        if (made.entries[name] !== undefined) throw new Error(`${name} twice`);
        made.entries[name] = value();
      } else made.blocks.push(block(name));
    }
    take(/^\}$/);
    return made;
  };
  const blocks: Block[] = [];
  while (at < tokens.length) blocks.push(block(take(/^[a-z_]+$/)));
  return blocks;
}

const blocks = readHcl(terraformConfiguration(needed));
const one = (...labels: string[]): Block => {
  const found = blocks.filter((block) => labels.every((label, at) => block.labels[at] === label));
  expect(found).toHaveLength(1);
  return found[0] as Block;
};

describe('the Terraform configuration', () => {
  it('allows the actions of the IAM policy, and no other', () => {
    const [statement] = one('aws_iam_policy_document').blocks;
    const { Statement } = JSON.parse(iamPolicy(needed)) as { Statement: [{ Action: string[]; Resource: string }] };
    expect(statement?.entries['actions']).toEqual(Statement[0].Action);
    expect(statement?.entries).toMatchObject({ effect: 'Allow', resources: ['*'] });
    expect(one('aws_iam_policy').entries['policy']).toBe('data.aws_iam_policy_document.eks_preflight.json');
  });

  it('has the rules of the ClusterRole and of the Roles, bound to the group of the access entry', () => {
    const roles = blocks.filter(({ labels }) => /^kubernetes_(?:cluster_)?role_v1$/.test(labels[0] ?? ''));
    const written = roles.map(({ blocks: inner }) => ({
      namespace: inner.find(({ type }) => type === 'metadata')?.entries['namespace'] ?? null,
      rules: inner.filter(({ type }) => type === 'rule').map(({ entries }) => entries),
    }));
    expect(written).toEqual(
      rolesOf(needed).map(({ namespace, rules }) => ({
        namespace,
        rules: rules.map((rule) =>
          'urls' in rule
            ? { non_resource_urls: rule.urls, verbs: ['get'] }
            : {
                api_groups: [rule.apiGroup],
                resources: rule.resources,
                ...(rule.names === undefined ? {} : { resource_names: rule.names }),
                verbs: [rule.verb],
              },
        ),
      })),
    );
    const bound = blocks.filter(({ labels }) => labels[0]?.endsWith('_role_binding_v1'));
    expect(bound).toHaveLength(roles.length);
    for (const { labels, blocks: inner } of bound) {
      const subject = inner.find(({ type }) => type === 'subject');
      expect(subject?.entries).toMatchObject({ kind: 'Group', name: 'eks-preflight' });
      const role = `${labels[0]?.replace('_binding', '')}.${labels[1]}.metadata[0].name`;
      expect(inner.find(({ type }) => type === 'role_ref')?.entries['name']).toBe(role);
    }
    expect(one('aws_eks_access_entry').entries['kubernetes_groups']).toEqual(['eks-preflight']);
  });

  it('names nothing that it does not declare', () => {
    const declared = blocks.flatMap(({ type, labels }) =>
      type === 'variable' ? [`var.${labels[0]}`] : type === 'data' ? [`data.${labels.join('.')}`] : [labels.join('.')],
    );
    const references = [
      ...terraformConfiguration(needed).matchAll(/= ((?:var|data|aws|kubernetes)[\w.]*\.eks_preflight\w*)/g),
    ];
    expect(references.length).toBeGreaterThan(5);
    for (const [, reference = ''] of references) expect(declared).toContain(reference);
  });

  it('has no Kubernetes part where nothing of Kubernetes is read', () => {
    const narrow = neededPermissions(
      collectors,
      checks.filter(({ id }) => id === 'control-plane/subnets'),
    );
    const types = readHcl(terraformConfiguration(narrow)).map(({ labels }) => labels[0]);
    expect(types.filter((type) => /kubernetes|access_entry|cluster_name/.test(type ?? ''))).toEqual([]);
    expect(terraformConfiguration(narrow)).not.toContain('hashicorp/kubernetes');
  });

  it('S12: narrows each action to the resources of the IAM policy, and names the cluster', () => {
    const place = { cluster: 'prod', region: 'eu-west-1', account: '111122223333', partition: 'aws' };
    const narrowed = readHcl(terraformConfiguration(needed, place));
    const document = narrowed.find(({ labels }) => labels[0] === 'aws_iam_policy_document');
    const { Statement } = JSON.parse(iamPolicy(needed, place)) as {
      Statement: { Sid: string; Action: string[]; Resource: string | string[] }[];
    };
    expect(document?.blocks.map(({ entries }) => entries)).toEqual(
      Statement.map(({ Sid, Action, Resource }) => ({
        sid: Sid,
        effect: 'Allow',
        resources: [Resource].flat(),
        actions: Action,
      })),
    );
    const variable = narrowed.find(({ labels }) => labels[0] === 'eks_preflight_cluster_name');
    expect(variable?.entries['default']).toBe('prod');
  });

  const fmt = spawnSync('terraform', ['fmt', '-check', '-diff', '-'], {
    input: terraformConfiguration(needed),
    encoding: 'utf8',
  });
  it.skipIf(fmt.error !== undefined)('is as `terraform fmt` writes it, where Terraform is installed', () => {
    expect([fmt.status, fmt.stdout]).toEqual([0, '']);
  });
});
