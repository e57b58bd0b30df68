import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import { formatInventory, parseInventory, type Inventory } from '../../src/inventory/inventory.ts';
import { createAddressMap } from '../../src/inventory/redact/addresses.ts';
import { readPublic } from '../../src/inventory/redact/public.ts';
import { redactInventory } from '../../src/inventory/redact/redact.ts';
import { grants } from '../../src/facts/optional-grants.ts';
import type { Reason } from '../../src/facts/reason.ts';
import type { Mark } from '../../src/facts/marks.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { loadTable } from '../../src/tables/tables.ts';
import type { Report } from '../../src/report/schema.ts';
import { planted } from '../laws/planted-words.ts';
import { storedInventory, storedNames } from '../world/stored.ts';
import { scenarios } from '../world/scenarios/index.ts';

/** A redacted inventory does not reveal whose cluster it is, but shows what is wrong with it. */

const readStoredText = (name: string) => readFileSync(storedInventory(name), 'utf8');
const version = '0.1.0';

function toInventory(text: string): Inventory {
  const { takenAt, readings } = parseInventory(text, 'a test', JSON.parse(text).tool.version as string);
  return { takenAt, readings };
}

function judge(inventory: Inventory, target: string | undefined, karpenterTarget?: string): Report {
  const options = {
    ...(target === undefined ? {} : { target }),
    ...(karpenterTarget === undefined ? {} : { karpenterTarget }),
  };
  const io = { version, now: () => new Date() };
  return judgeByOwnChecks(inventory, { checks, selection: select(checks, options), options, source: 'inventory', io });
}

/** The parts of a report that contain no names. Sorts the findings, since their order depends on names. */
function nameless({ verdict, exitCode, target, now, steps, summary, results }: Report) {
  const judged = results.map(({ id, status, findings, missing }) => ({
    id,
    status,
    findings: findings
      .map(({ level, rule, at, since, resource, evidence }) =>
        JSON.stringify([level, withoutCode(level, rule), at, since, resource.kind, evidence.length]),
      )
      .sort(),
    missing: missing.map(({ fact, reason, permission }) => [fact, reason, permission]),
  }));
  return { verdict, exitCode, target, now, steps, summary, judged };
}

/** A rule without the code of AWS that this version does not know: such a code is a pseudonym after redaction. */
function withoutCode(level: string, rule: string | null): string | null {
  return level === 'unknown' && rule !== null ? rule.replace(/^issue:.*/, 'issue') : rule;
}

/** Identifiers that no redacted text may hold, found without the code under test: by shape and by place. */
function listIdentifiers(text: string): string[] {
  const { readings } = JSON.parse(text) as { readings: Record<string, { value?: unknown }> };
  const value = <Item>(fact: string): Item[] => [readings[fact]?.value ?? []].flat() as Item[];
  const items = ['deployments', 'daemonSets', 'statefulSets', 'cronJobs', 'pods', 'nodes', 'namespaces', 'nodegroups'];
  const names = [...items, 'cluster', 'autoScalingGroups'].flatMap((fact) =>
    value<{ name: string; namespace?: string }>(fact).flatMap(({ name, namespace = '' }) => [name, namespace]),
  );
  const own = names.filter((name) => name !== '' && !isPublic(name));
  const shapes = [
    /(?<![\w.])\d{12}(?![\w.])/g,
    /\b(?:vpc|subnet|sg|mi|lt|eni|op)-0[0-9a-z]+|\bi-0[0-9a-z]{5,}/g,
    /(?<=\bip-)\d+-\d+-\d+-\d+/g,
    /(?<=assumed-role\/)[\w/-]+/g,
  ];
  const found = shapes.flatMap((shape) => [...text.matchAll(shape)].map(([id]) => id));
  const addresses = [...text.matchAll(/"(\d+\.\d+\.\d+\.\d+)"/g)].map(([, address = '']) => address);
  return [...new Set([...own, ...found, ...addresses])].filter((id) => !everywhere.test(id));
}
const { isWord: isPublic } = readPublic();
const everywhere = /^(?:602401143452|0\.0\.0\.0|127\..*|169\.254\..*)$/;

const holds = (text: string, identifier: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${identifier.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![A-Za-z0-9])`).test(text);

/** The last version that EKS lists in this inventory. */
function newestOffered({ readings: { clusterVersions } }: Inventory): string {
  return (clusterVersions?.ok === true ? clusterVersions.value.versions.at(-1)?.version : undefined) ?? '1.36';
}

describe.each(storedNames())('%s, redacted', (name) => {
  const text = readStoredText(name);
  const before = toInventory(text);
  const redacted = redactInventory(before);
  const saved = formatInventory(redacted, version);
  const options = scenarios[name]?.options ?? [];
  const findOption = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const karpenter = findOption('--karpenter-target');

  it.each([findOption('--target'), 'current', newestOffered(before)])('is judged as it was (target %s)', (target) => {
    expect(nameless(judge(redacted, target, karpenter))).toEqual(nameless(judge(before, target, karpenter)));
  });

  it('is an inventory of the same schema, and says that it is redacted', () => {
    expect(parseInventory(saved, 'redacted', version)).toMatchObject({ redacted: true, takenAt: before.takenAt });
    expect(JSON.parse(saved)).toMatchObject({ readings: JSON.parse(JSON.stringify(redacted.readings)) });
  });

  it('holds nothing that identifies', () => {
    const identifiers = listIdentifiers(text);
    expect(identifiers.length).toBeGreaterThan(4);
    expect(identifiers.filter((identifier) => holds(saved, identifier))).toEqual([]);
  });

  it('gives one pseudonym to a text, and one text to a pseudonym', () => {
    const pairs = listNamePairs(before.readings, redacted.readings);
    expect(pairs.length).toBeGreaterThan(20);
    expect(new Set(pairs.map(([from]) => from)).size).toBe(new Set(pairs.map((pair) => pair.join('\n'))).size);
    expect(new Set(pairs.map(([, to]) => to)).size).toBe(new Set(pairs.map(([from]) => from)).size);
  });

  it('holds no sentence of AWS, Kubernetes or people', () => {
    expect(listTexts(redacted.readings, isProse).filter((text) => !ownSentence.test(text))).toEqual([]);
  });
});

const isProse = (mark: Mark): boolean => mark.is === 'prose' || (mark.is === 'public' && mark.otherwise === 'prose');
const ownSentence =
  /^(?:\(removed by --redact\)|needs --with \w+|(?:access denied|no answer of the service|cannot be read)(?:: [\w:/., -]+)?(?: \(\w+(?: \w+)?\))?|)$/;

/** The texts whose mark is like this, in order. */
function listTexts(readings: Readings, isLike: (mark: Mark) => boolean): string[] {
  const texts: string[] = [];
  planted(readings, (text, _nth, mark) => {
    if (isLike(mark)) texts.push(text);
    return text;
  });
  return texts;
}

/** Each text but the sentences, with its replacement. */
function listNamePairs(before: Readings, after: Readings): [string, string][] {
  const replaced = listTexts(after, (mark) => !isProse(mark));
  return listTexts(before, (mark) => !isProse(mark)).map((text, at) => [text, replaced[at] ?? '']);
}

/** The inventory `everything-wrong`, as that of a company that uses its name everywhere. */
function acme(): string {
  const stored = JSON.parse(
    readStoredText('everything-wrong')
      .replaceAll('"prod"', '"acme"')
      .replaceAll('cluster/prod', 'cluster/acme')
      .replaceAll('role/prod-cluster', 'role/team-acme/acme-cluster')
      .replaceAll('registry.example', 'registry.acme.com')
      .replaceAll('"shop"', '"acme-shop"')
      .replaceAll('"legacy"', '"acme.blue_1"'),
  );
  const { readings } = stored;
  readings.nodes.value.push({ ...readings.nodes.value[0], name: 'build01.hq.acme-corp.lan', group: null });
  readings.deployments.value.push({
    ...readings.deployments.value[0],
    name: 'acmepay',
    labels: { app: 'acmepay', 'helm.sh/chart': 'acmepay-1.2.3', 'acme.io/team': 'acme-money' },
    containers: [{ name: 'acmepay', image: '444455556666.dkr.ecr.eu-west-1.amazonaws.com/acme/acmepay:1.2.3' }],
  });
  const pod = { ...readings.pods.value[0], hostPaths: [] };
  const [budget] = readings.podDisruptionBudgets.value;
  readings.pods.value.push(
    { ...pod, name: 'globex-bill-1', controller: { kind: 'Job', name: 'globex-bill' } },
    { ...pod, name: 'db-1', controller: { kind: 'GlobexDatabase', name: 'globex-db' } },
    { ...pod, name: 'agent-1', hostPaths: [{ volume: 'globex-logs', path: '/opt/globex_agent/logs' }] },
  );
  readings.podDisruptionBudgets.value.push({
    ...budget,
    name: 'db',
    selector: {
      matchLabels: { 'globex-team': 'money', 'globex.bank/tier': 'gold' },
      matchExpressions: [{ key: 'globex-zone', operator: 'In', values: ['globex-one'] }],
    },
    owner: { apiGroup: 'db.globex', kind: 'GlobexCluster', name: 'globex-pg' },
  });
  readings.securityGroups.value.groups.push({ id: 'sg-1a2b3c4d', name: 'globex-old', rules: [] });
  readings.apiGroups.value.push('data.globex');
  readings.deployments.value.at(-1).containers.push({ name: 'side', image: 'globex/side:globex-main-77' });
  const rules = [{ ruleName: 'globex-spot', enabled: false, detailTypes: [], unread: [] }];
  const found = { arn: 'arn:aws:sqs:eu-west-1:444455556666:globex-spot-events', rules };
  readings.karpenterQueues = { ok: true, value: [{ name: 'globex-spot-events', found }] };
  readings.updates = { ok: false, reason: { kind: 'unreadable', message: 'cannot run /home/globex/bin/tool' } };
  readings.cluster.value.healthIssues.push({
    code: 'AccessDenied',
    message:
      'role arn:aws:iam::444455556666:role/acme-admin, key 0a1b2c3d-1111-2222-3333-444455556666 of https://AB12AB12AB12AB12AB12AB12AB12AB12.gr7.eu-west-1.eks.amazonaws.com, jane.doe@acme.com, 203.0.113.7, 2a05:d018:1:2::7, vpce-0123456789abcdef0, AROA1234567890ABCDEFG:jane, ELB internal-acme-77.eu-west-1.elb.amazonaws.com, acme.s3.amazonaws.com, sg acme-sg-0123456789abcdef0 in namespace acme-shop; system:serviceaccount:acme-shop:acme-runner',
    resourceIds: ['https://vault.acme.com/v1', 'acme-shop/acmepay', 'eks-acme-workers-0ab1', 'globexworkers'],
  });
  return JSON.stringify(stored);
}

describe('words that stay', () => {
  it.each([
    'kube-system',
    'coredns',
    'aws-node',
    'aws-load-balancer-controller',
    'ACTIVE',
    'managed',
    't3.large',
    '1.33',
    'eu-west-1a',
    'eks.privileged',
    'AmazonEKSClusterPolicy',
  ])('%s does', (word) => expect(isPublic(word)).toBe(true));

  it.each([
    'prod',
    'shop',
    'cart',
    'orders-db',
    'legacy',
    'acme',
    '2024-batch',
    '3scale',
    'team-blue',
    'AWSReservedSSO_Admins_0a1b',
  ])('%s does not', (word) => expect(isPublic(word)).toBe(false));
});

it.each(['postgresql.cnpg.io', 'kafka.strimzi.io', 'kubevirt.io'])(
  "a budget of %s is still its operator's",
  (apiGroup) => {
    const stored = JSON.parse(readStoredText('everything-wrong'));
    stored.readings.podDisruptionBudgets.value[0].owner = { apiGroup, kind: 'Cluster', name: 'orders' };
    const { podDisruptionBudgets } = redactInventory(toInventory(JSON.stringify(stored))).readings;
    expect(podDisruptionBudgets?.ok === true && podDisruptionBudgets.value[0]?.owner?.apiGroup).toBe(apiGroup);
  },
);

describe('a company that puts its name everywhere', () => {
  const redacted = redactInventory(toInventory(acme()));
  const text = JSON.stringify(redacted);

  it('is not named', () => {
    expect(text.match(/[\w.-]*(?:acme|globex)[\w.-]*/gi)).toBeNull();
    expect(text).not.toMatch(
      /444455556666|AB12AB12|jane|203\.0\.113\.7|2a05:d018:1:2::7|0123456789abcdef0|AROA1234|0a1b2c3d|build01|\bhq\b|vault/,
    );
  });

  it('keeps what everybody has, in valid shapes', () => {
    const { cluster, deployments, nodes } = redacted.readings;
    if (cluster?.ok !== true || deployments?.ok !== true || nodes?.ok !== true) throw new Error('not there');
    expect(cluster.value).toMatchObject({
      region: 'eu-west-1',
      partition: 'aws',
      version: '1.23',
      authenticationMode: 'CONFIG_MAP',
    });
    expect(cluster.value.account).toMatch(/^\d{12}$/);
    expect(cluster.value.arn).toBe(`arn:aws:eks:eu-west-1:${cluster.value.account}:cluster/${cluster.value.name}`);
    expect(cluster.value.roleArn).toMatch(/^arn:aws:iam::\d{12}:role\/[\w-]+\/[\w-]+$/);
    expect(cluster.value.vpcId).toMatch(/^vpc-[0-9a-f]{17}$/);
    const pay = deployments.value.at(-1);
    expect(pay?.containers[0]?.image).toMatch(/^\d{12}\.dkr\.ecr\.eu-west-1\.amazonaws\.com\/[\w-]+\/[\w-]+:1\.2\.3$/);
    expect(pay?.labels['app']).toBe(pay?.name);
    expect(deployments.value.some(({ namespace }) => namespace === 'kube-system')).toBe(true);
    expect(text).toContain('aws-load-balancer-controller');
    expect(nodes.value.every(({ name }) => /^[a-z0-9][a-z0-9.-]*$/.test(name))).toBe(true);
    expect(cluster.value.healthIssues?.at(-1)?.message).toBe('(removed by --redact)');
  });

  it('is judged as it was', () => {
    expect(nameless(judge(redacted, '1.26'))).toEqual(nameless(judge(toInventory(acme()), '1.26')));
  });

  it('redacted again is still one, and other pseudonyms come of another run', () => {
    const again = redactInventory(redacted);
    expect(nameless(judge(again, '1.26'))).toEqual(nameless(judge(redacted, '1.26')));
    expect(JSON.stringify(redactInventory(toInventory(acme())))).not.toBe(text);
  });
});

describe('tags that tell what manages a resource', () => {
  const tagsAfter = (tags: Record<string, string>) => {
    const [nodegroup] = JSON.parse(readStoredText('healthy')).readings.nodegroups.value as [object];
    const nodegroups = { ok: true, value: [{ ...nodegroup, tags }] };
    const readings = { nodegroups } as Readings;
    const redacted = redactInventory({ takenAt: '2026-11-20T12:00:00Z', readings }).readings.nodegroups;
    return redacted?.ok === true ? redacted.value[0]?.tags : undefined;
  };

  it.each(loadTable('manager-tags').rows.flatMap(({ match, text }) => (match === 'key' ? [text] : [])))(
    'keep the key %s, without the value',
    (key) => {
      expect(tagsAfter({ [key]: 'globex-prod' })).toEqual({ [key]: 'label-1' });
    },
  );

  it.each([
    ['Terraform', 'true'],
    ['ManagedBy', 'terraform'],
    ['Owner', 'OpenTofu'],
    ['managed-by', 'Pulumi'],
  ])('keep the name of the tool: %s=%s', (key, value) => {
    expect(JSON.stringify(tagsAfter({ [key]: value }))).toMatch(/terraform|opentofu|pulumi/i);
  });

  it.each([
    ['globex:managed-by', 'globex-platform'],
    ['Repository', 'https://git.globex.com/globex/infra-globex'],
    ['GitRepo', 'git@github.com:globex/globex.git'],
    ['terraform-globex', 'globex'],
    ['sigs.k8s.io/cluster-api-provider-aws/cluster/globex', 'owned'],
  ])('lose the names of the owner: %s=%s', (key, value) => {
    expect(JSON.stringify(tagsAfter({ [key]: value }))).not.toMatch(/globex/i);
  });
});

describe('why a fact was not read', () => {
  const takenAt = '2026-11-20T12:00:00Z';
  const message = 'User: arn:aws:sts::444455556666:assumed-role/globex/jane is not authorized';
  const redactedReason = (more: Partial<Reason>) =>
    redactInventory({ takenAt, readings: { nodes: { ok: false, reason: { kind: 'denied', message, ...more } } } })
      .readings.nodes;
  const rendered = (more: Partial<Reason>) => {
    const reading = redactedReason(more);
    return reading?.ok === false ? reading.reason.message : undefined;
  };

  it.each<[Partial<Reason>, string]>([
    [{}, 'access denied'],
    [{ kind: 'unreadable', hint: 'see /home/globex' }, 'cannot be read'],
    [
      { permission: 'ec2:DescribeSubnets', status: 403, code: 'UnauthorizedOperation' },
      'access denied: ec2:DescribeSubnets (403 UnauthorizedOperation)',
    ],
    [{ kind: 'unreachable', code: 'ECONNREFUSED' }, 'no answer of the service (ECONNREFUSED)'],
    [{ kind: 'unreadable', status: 400, code: 'GlobexCode' }, 'cannot be read (400 word-1)'],
    [
      { kind: 'unreachable', names: ['eks.eu-west-1.amazonaws.com', 'api.globex.com:6443'] },
      'no answer of the service: eks.eu-west-1.amazonaws.com, api.dns-001.com.example:6443',
    ],
    ...grants.map((grant): [Partial<Reason>, string] => [
      { kind: 'not-asked', message: `needs --with ${grant}` },
      `needs --with ${grant}`,
    ]),
  ])('is rendered from its structure: %j', (more, expected) => expect(rendered(more)).toBe(expected));

  it('keeps no hint, and shares what it renders', () => {
    const reason = { kind: 'denied', message: 'access denied (401)', status: 401, shared: 'access denied (401)' };
    expect(redactedReason({ status: 401, shared: message, hint: 'see /home/globex' })).toEqual({ ok: false, reason });
  });
});

describe('addresses', () => {
  const map = createAddressMap(Buffer.from('a key of the test'));
  const bits = (address: string) =>
    address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  const shared = (a: string, b: string) => Array.from(a).findIndex((bit, at) => bit !== b[at]);

  it.each([
    ['9.021.7.8', '9.21.7.8'],
    ['9.21.07.8/24', '9.21.7.8/24'],
    ['::ffff:9.21.7.8', '9.21.7.8'],
    ['::ffff:9.21.7.8/128', '9.21.7.8/32'],
  ])('as a strict parser refuses them are replaced: %s', (written, plain) => {
    const replaced = map(written)
      .replace(/^::ffff:/, '')
      .replace(/\/128$/, '/32');
    expect(replaced).toBe(map(plain));
    expect(replaced).not.toBe(plain);
  });

  it.each(['9.021.7.8', '9.21.07.8/24', '::ffff:9.21.7.8/128'])('stay in no inventory: %s', (value) => {
    const sloppy = [{ field: 'spec.externalIPs', value, problem: 'leading zeros' }];
    const found = [{ namespace: 'shop', name: 'cart', externalIPs: 1, sloppy }];
    const readings = {
      serviceAddresses: { ok: true, value: { listed: 1, found } },
    } as unknown as Inventory['readings'];
    expect(JSON.stringify(redactInventory({ takenAt: '2026-11-20T12:00:00Z', readings }))).not.toMatch(/9\.0?21\.0?7/);
  });

  it('share as many leading bits as before', () => {
    const addresses = [
      '10.0.0.1',
      '10.0.0.2',
      '10.0.1.1',
      '10.0.128.9',
      '10.77.0.1',
      '192.168.4.4',
      '192.168.4.5',
      '54.3.2.1',
    ];
    for (const one of addresses) {
      for (const other of addresses) {
        expect(shared(bits(map(one)), bits(map(other)))).toBe(shared(bits(one), bits(other)));
      }
      expect(map(one)).not.toBe(one);
      expect(isIP(map(one))).toBe(4);
    }
  });

  it.each([
    ['10.1.0.0/16', '10.1.200.7'],
    ['172.20.0.0/16', '172.20.0.10'],
    ['100.64.128.0/17', '100.64.255.1'],
    ['2600:1f18:aaaa:bb00::/56', '2600:1f18:aaaa:bbcc::5'],
  ])('%s keeps its length, its empty host part, and %s in it', (block, address) => {
    const [network = '', length = ''] = map(block).split('/');
    expect(length).toBe(block.split('/')[1]);
    if (isIP(address) === 4) {
      expect(bits(network).slice(Number(length))).not.toContain('1');
      expect(bits(map(address)).slice(0, Number(length))).toBe(bits(network).slice(0, Number(length)));
    } else {
      expect(isIP(network)).toBe(6);
      expect(network).toMatch(/^2600:.*::$/);
      expect(map(address).split(':').slice(0, 3)).toEqual(network.split(':').slice(0, 3));
    }
  });

  it.each([
    '10.0.0.5',
    '172.16.9.9',
    '172.31.255.1',
    '192.168.1.1',
    '100.100.1.1',
    '8.8.8.8',
    '172.15.1.1',
    '192.0.2.1',
  ])('%s stays of its kind', (address) => {
    const kind = (text: string) =>
      /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(text)
        ? 'private'
        : /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(text)
          ? 'shared'
          : 'public';
    expect(kind(map(address))).toBe(kind(address));
  });

  it.each([
    '0.0.0.0/0',
    '10.0.0.0/8',
    '127.0.0.1',
    '169.254.169.254',
    '169.254.20.10',
    '::',
    '::1',
    '::/0',
    'fe80::1',
    'fd00:ec2::254',
    '224.0.0.1',
    'no address',
  ])('%s means the same everywhere, and stays', (text) => {
    expect(map(text)).toBe(text);
  });
});
