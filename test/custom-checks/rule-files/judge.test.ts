import { describe, expect, it } from 'vitest';
import { celValue } from '../../../src/custom-checks/cel/values.ts';
import type { Finding } from '../../../src/check.ts';
import { evaluateRule } from '../../../src/custom-checks/rule-files/judge.ts';
import { toItems, groupObjectsByName, pluginOfRules } from '../../../src/custom-checks/rule-files/plugin.ts';
import { createTests, listTestObjects } from '../../../src/custom-checks/rule-files/run-tests.ts';
import { soundRules } from './sound-rules.ts';

/** What rules report, and how failing expressions end. */

const rule = (keys: string): string => `plugin: acme
rules:
  - id: one
    title: A title
    level: fail
    fix: Mend it.
${keys
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
`;

async function found(keys: string, value: unknown, versions = { current: 33, target: 34 }): Promise<Finding[]> {
  const { rules } = await soundRules(rule(keys));
  const [only] = rules;
  if (only === undefined) throw new Error('no rule');
  const context = { cluster: celValue({ version: '1.33', name: 'prod' }), ...versions };
  return [...evaluateRule(only, toItems(only, value, celValue), context)];
}

const deployments = [
  { kind: 'Deployment', namespace: 'shop', name: 'cart', replicas: 1, image: 'a' },
  { kind: 'Deployment', namespace: 'shop', name: 'web', replicas: 3, image: 'b' },
];

describe('a rule', () => {
  it('reports each item for which it is true', async () => {
    expect(await found('fact: deployments\nwhen: object.replicas < 2\nmessage: one replica', deployments)).toEqual([
      { level: 'fail', resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' }, message: 'one replica' },
    ]);
  });

  it('leaves out what does not match', async () => {
    const keys = "fact: deployments\nmatch: object.name == 'web'\nwhen: 'true'\nmessage: m";
    expect((await found(keys, deployments)).map(({ resource }) => resource.name)).toEqual(['web']);
  });

  it('writes its message by an expression, in one line', async () => {
    const keys = `fact: deployments\nwhen: object.replicas < 2\nmessageExpression: "object.name + '\\\\n' + string(object.replicas)"`;
    expect((await found(keys, deployments)).map(({ message }) => message)).toEqual(['cart 1']);
  });

  it('knows the cluster and the versions', async () => {
    const keys = 'fact: deployments\nwhen: minor(cluster.version) == current && target == 34\nmessage: m';
    expect(await found(keys, deployments)).toHaveLength(2);
    expect(await found(keys, deployments, { current: 34, target: 34 })).toEqual([]);
  });

  it('begins at a version', async () => {
    const [first] = await found("fact: deployments\nwhen: 'true'\nmessage: m\nat: '1.36'", deployments);
    expect(first?.at).toBe(36);
  });

  it('takes a fact that is no list as one item', async () => {
    const keys = "fact: cluster\nkind: Cluster\nwhen: object.name == 'prod'\nmessage: m";
    expect(await found(keys, { name: 'prod' })).toMatchObject([{ resource: { kind: 'Cluster', name: 'prod' } }]);
  });
});

describe('an expression that fails', () => {
  it('is one unknown finding with its place, the first item and their number; the others are judged', async () => {
    const items = [{ name: 'a' }, { name: 'b', replicas: 1 }, { name: 'c' }, { name: 'd', replicas: 'x' }];
    const findings = await found('fact: deployments\nwhen: object.replicas < 2\nmessage: m', items);
    expect(findings.map(({ level, resource, message }) => [level, resource.name, message])).toEqual([
      ['fail', 'b', 'm'],
      ['unknown', 'a', "not judged: when (line 8, column 18): no such field 'replicas', and for 1 more object"],
      ['unknown', 'd', "not judged: when (line 8, column 11): no overload 'string < int'"],
    ]);
  });

  it('in match hides nothing either', async () => {
    const findings = await found(
      "fact: deployments\nmatch: object.timeZoneInSchedule\nwhen: 'false'\nmessage: m",
      deployments,
    );
    expect(findings).toMatchObject([{ level: 'unknown', rule: 'error-in-match' }]);
  });

  it('in the message leaves the finding, with the title', async () => {
    const keys = "fact: deployments\nwhen: object.name == 'web'\nmessageExpression: object.owner.release";
    expect((await found(keys, deployments)).map(({ level, message }) => [level, message.slice(0, 30)])).toEqual([
      ['fail', 'A title'],
      ['unknown', 'not judged: messageExpression '],
    ]);
  });

  it('that costs too much is unknown', async () => {
    const paths = Array.from({ length: 2_000 }, (_, index) => ({ path: `/${index}` }));
    const keys =
      "fact: deployments\nwhen: object.hostPaths.all(a, object.hostPaths.all(b, a.path + b.path != ''))\nmessage: m";
    const [only] = await found(keys, [{ name: 'a', hostPaths: paths }]);
    expect(only?.level).toBe('unknown');
    expect(only?.message).toContain('cost limit of 1000000 exceeded');
  });
});

const objectRules = `plugin: acme
rules:
  - id: image
    title: Image
    level: warn
    objects: { group: example.com, versions: [v1], resource: jobs, kind: Job }
    when: object.spec.containers.exists(c, c.image.startsWith('x'))
    message: m
    fix: f
  - id: label
    title: Label
    level: warn
    objects: { group: example.com, versions: [v1], resource: jobs, kind: Job }
    when: "!has(object.metadata.labels.team)"
    message: no team
    fix: f
tests:
  - name: a label
    rule: label
    objects:
      - metadata: { name: a, namespace: shop, labels: { team: x, other: y } }
      - metadata: { name: b, namespace: shop, labels: {} }
    finds: ['Job shop/b: no team']
  - name: wrong
    rule: label
    objects: [{ metadata: { name: a, labels: {} } }]
    finds: ['Job a: no teams', 'Job a: no team']
`;

describe('objects', () => {
  it('are one list for all rules of a kind, of the fields that any of them names', async () => {
    const { rules } = await soundRules(objectRules);
    const [objects, ...others] = [...groupObjectsByName(rules).values()];
    expect(others).toEqual([]);
    expect(objects?.objects).toBe('jobsExampleComV1');
    expect(new Set(objects?.fields.map((path) => path.join('.')))).toEqual(
      new Set(['metadata.name', 'metadata.namespace', 'apiVersion', 'spec.containers.*.image', 'metadata.labels.team']),
    );
  });

  it('make a check of each rule', async () => {
    const { name, checks } = pluginOfRules(await soundRules(objectRules));
    expect([name, checks.map(({ id }) => id)]).toEqual(['acme', ['acme/image', 'acme/label']]);
  });
});

describe('tests of rules', () => {
  it('give the objects of a kind, each once, with the fields that the rules read', async () => {
    const again = objectRules.replace(
      "    finds: ['Job shop/b: no team']",
      "    finds: ['Job shop/b: no team']\n  - { name: again, objects: [{ metadata: { name: b, namespace: shop, labels: {} } }], finds: [] }",
    );
    expect(listTestObjects(await soundRules(again))).toEqual({
      jobsExampleComV1: [
        { metadata: { name: 'a', namespace: 'shop', labels: { team: 'x' } } },
        { metadata: { name: 'b', namespace: 'shop', labels: {} } },
        { metadata: { name: 'a', labels: {} } },
      ],
    });
    expect(listTestObjects(await soundRules(rule("fact: deployments\nwhen: object.name == 'x'\nmessage: m")))).toEqual(
      {},
    );
  });

  it('tell what is missing and what was not expected', async () => {
    const file = await soundRules(objectRules);
    expect(file.tests.map(({ name, line }) => [name, line])).toEqual([
      ['a label', 18],
      ['wrong', 24],
    ]);
    expect(createTests(file).map((run) => run())).toEqual([
      { missing: [], unexpected: [], shown: ['label'] },
      { missing: ['Job a: no teams'], unexpected: [], shown: ['label'] },
    ]);
  });
});
