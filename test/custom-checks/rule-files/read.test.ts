import { describe, expect, it } from 'vitest';
import { ScanError } from '../../../src/facts/reason.ts';
import { firstFlaw, flawText, type RuleFlaw } from '../../../src/custom-checks/rule-files/flaws.ts';
import { readRules } from '../../../src/custom-checks/rule-files/read.ts';
import { soundRules } from './sound-rules.ts';

/** Errors in rule files, with their positions. */

const sound = `plugin: acme
rules:
  - id: owner
    title: No owner
    level: warn
    fact: deployments
    when: object.name == 'x'
    message: nobody owns it
    fix: Name an owner.
`;

async function listFlaws(text: string): Promise<string[]> {
  const read = await readRules(text, 'rules.yaml');
  return 'length' in read ? read.map((flaw) => flawText('rules.yaml', flaw)) : [];
}

const withRule = (from: string, to: string): string => sound.replace(from, to);

describe('a file of rules', () => {
  it('is read with its defaults', async () => {
    const { plugin, rules, tests } = await soundRules(sound);
    expect([plugin, tests]).toEqual(['acme', []]);
    expect(rules[0]).toMatchObject({
      id: 'owner',
      blocks: 'workloads',
      phase: 'before',
      links: [],
      fact: 'deployments',
    });
  });

  it('may read fields below the items of a list that may be missing', async () => {
    const text = withRule('fact: deployments', 'fact: insights');
    expect(await listFlaws(text.replace("object.name == 'x'", "object.details.recommendation == 'x'"))).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'an unknown function',
      withRule("object.name == 'x'", 'foo(object)'),
      ["rules.yaml:7:11: owner: unknown function 'foo'"],
    ],
    [
      'a flaw in a literal block',
      withRule("when: object.name == 'x'", "when: |\n      object.name == 'x' &&\n        nothing.name == 'y'"),
      ["rules.yaml:9:9: owner: unknown variable 'nothing'"],
    ],
    [
      'a flaw in quotes',
      withRule("when: object.name == 'x'", 'when: "1 + \'a\' == 2"'),
      [expect.stringMatching(/^rules\.yaml:7:\d+: owner: /)],
    ],
    [
      'no bool',
      withRule("object.name == 'x'", 'size(object.name)'),
      ['rules.yaml:7:11: owner: expected a bool, got an int'],
    ],
    [
      'a misspelt key',
      withRule('message:', 'mesage:'),
      ["rules.yaml:8:5: owner: unknown key 'mesage'; did you mean message?"],
    ],
    ...['toString', '__proto__'].map((key): [string, string, string[]] => [
      'a key that every object has',
      withRule('message:', `${key}:`),
      [`rules.yaml:8:5: owner: unknown key '${key}'`],
    ]),
    [
      'neither fact nor objects',
      withRule('    fact: deployments\n', ''),
      ['rules.yaml:3:5: owner: expected either fact or objects'],
    ],
    [
      'both messages',
      withRule('    fix:', '    messageExpression: "\'a\'"\n    fix:'),
      ['rules.yaml:3:5: owner: expected either message or messageExpression'],
    ],
    [
      'an unknown fact',
      withRule('deployments', 'deploymints'),
      ["rules.yaml:6:11: owner: unknown fact 'deploymints'; did you mean deployments?"],
    ],
    [
      'a fact that every object has',
      withRule('deployments', 'constructor'),
      ["rules.yaml:6:11: owner: unknown fact 'constructor'"],
    ],
    [
      'a version that YAML reads as a number',
      withRule('    fix:', '    at: 1.35\n    fix:'),
      ["rules.yaml:9:9: owner: at: expected a version in quotes: '1.35'"],
    ],
    [
      'Secrets',
      withRule('fact: deployments', 'objects: { versions: [v1], resource: secrets, kind: Secret }'),
      ['rules.yaml:6:42: owner: rules cannot read Secrets'],
    ],
    [
      'the whole of an object',
      withRule('fact: deployments', 'objects: { versions: [v1], resource: pods, kind: Pod }').replace(
        "object.name == 'x'",
        'size(object) > 3',
      ),
      ['rules.yaml:7:11: owner: an expression uses the whole object; name the fields that it needs'],
    ],
    [
      'a test of a rule that there is not',
      `${sound}tests:\n  - name: one\n    rule: owners\n    objects: []\n    finds: []\n`,
      ['rules.yaml:12:11: one: no rule has the ID owners'],
    ],
    [
      'a field that the fact does not have',
      withRule('object.name ==', 'has(object.containers[0].imag) && object.name =='),
      [
        "rules.yaml:7:36: owner: the fact deployments has no field 'containers.*.imag'; did you mean image? `object.containers.*` of `deployments` has: name, image, readinessPath, variables, kubeProxy, knowsVpc. `eks-preflight facts deployments` explains them",
      ],
    ],
    [
      'a field of the objects that the API server returns',
      withRule('fact: deployments', 'fact: namespaces').replace(
        "object.name == 'x'",
        '"!has(object.metadata.labels.team)"',
      ),
      [
        "rules.yaml:7:24: owner: the fact namespaces has no field 'metadata'. `object` of `namespaces` has: name, podSecurityLabelled, podSecurity, team. `eks-preflight facts namespaces` explains them. To read objects as the API server returns them, replace `fact` with `objects`",
      ],
    ],
    [
      'a field of a text',
      withRule("object.name == 'x'", "object.name.first == 'x'"),
      ["rules.yaml:7:23: owner: the fact deployments has no field 'name.first'"],
    ],
    [
      'a field that no shape of a union has, each of which has its own',
      withRule('fact: deployments', 'fact: coredns').replace("object.name == 'x'", "object.corefile.txt == 'x'"),
      [
        "rules.yaml:7:27: owner: the fact coredns has no field 'corefile.txt'. `object.corefile` of `coredns` has: state, configMap, blocks, unresolvedImports, line, message. `eks-preflight facts coredns` explains them",
      ],
    ],
    [
      'a field that no item of a list has that may be missing',
      withRule('fact: deployments', 'fact: insights').replace("object.name == 'x'", "object.nam == 'x'"),
      [
        "rules.yaml:7:18: owner: the fact insights has no field 'nam'; did you mean name? `object` of `insights` has: id, name, kubernetesVersion, status, reason, lastRefreshTime, details. `eks-preflight facts insights` explains them",
      ],
    ],
    [
      'a field that the cluster does not have',
      withRule("object.name == 'x'", "cluster.versoin == '1.33'"),
      [
        expect.stringMatching(
          /^rules\.yaml:7:19: owner: the fact cluster has no field 'versoin'; did you mean version\? `cluster` of `cluster` has: name, arn, .*`eks-preflight facts cluster` explains them$/,
        ),
      ],
    ],
    [
      'a failure that would follow the update',
      withRule('level: warn', 'level: fail\n    phase: after'),
      ['rules.yaml:6:12: owner: phase after requires level warn'],
    ],
    [
      "another tool's key",
      withRule('level:', 'severity:'),
      [
        'rules.yaml:3:5: owner: level: missing; expected fail or warn',
        "rules.yaml:5:5: owner: unknown key 'severity'; did you mean level?",
      ],
    ],
    [
      'two meanings of an API that is not served',
      `plugin: acme
rules:
${['empty', 'unknown']
  .map(
    (notServed, index) => `  - id: r${index}
    title: t
    level: warn
    objects: { versions: [v1], resource: pods, kind: Pod, notServed: ${notServed} }
    when: object.spec.x == 1
    message: m
    fix: f
`,
  )
  .join('')}`,
      ['rules.yaml:13:14: r1: another rule reads these objects with another notServed'],
    ],
    [
      'a test that goes back',
      `${sound}tests:\n  - name: one\n    current: '1.35'\n    target: '1.34'\n    objects: []\n    finds: []\n`,
      ['rules.yaml:13:13: one: target 1.34 is below current 1.35'],
    ],
    [
      'two rules with one ID',
      `${sound}${sound.slice(sound.indexOf('  - id'))}`,
      ['rules.yaml:10:9: owner: another rule has this ID'],
    ],
    ['no rules', 'plugin: acme\nrules: []\n', [expect.stringContaining('rules.yaml:2:8: rules: ')]],
    [
      'nothing',
      '',
      ['rules.yaml:1:1: plugin: missing; expected a string', 'rules.yaml:1:1: rules: missing; expected a list'],
    ],
    [
      'two misspelt keys, in the order of the file',
      withRule('title:', 'titel:').replace('fix:', 'fixx:'),
      [
        'rules.yaml:3:5: owner: title: missing; expected a string',
        'rules.yaml:3:5: owner: fix: missing; expected a string',
        "rules.yaml:4:5: owner: unknown key 'titel'; did you mean title?",
        "rules.yaml:9:5: owner: unknown key 'fixx'; did you mean fix?",
      ],
    ],
    ['a list', '- 1\n', [expect.stringContaining('rules.yaml:1:1: the file: ')]],
  ])('with %s says so, and where', async (_what, text, flaws) => {
    expect(await listFlaws(text)).toEqual(flaws);
  });

  it('tells all flaws at once, and a scan the first', async () => {
    const text = withRule("object.name == 'x'", 'foo(object)').replace(
      'message: nobody owns it',
      'messageExpression: bar(1)',
    );
    expect(await listFlaws(text)).toHaveLength(2);
    const flaws = (await readRules(text, 'rules.yaml')) as readonly [RuleFlaw, ...RuleFlaw[]];
    expect(firstFlaw('rules.yaml', flaws)).toBe("rules.yaml:7:11: owner: unknown function 'foo' (and 1 more)");
  });

  it.each([
    ['plugin: !x acme\n', 'rule file rules.yaml is not valid YAML: Unresolved tag: !x'],
    ['plugin: acme\n---\nplugin: b\n', 'rule file rules.yaml contains more than one document'],
    [`plugin: ${'['.repeat(200)}`, 'rule file rules.yaml is n'],
    ['plugin: acme\nplugin: b\n', 'rule file rules.yaml is not valid YAML: Map keys must be unique'],
  ])('that is no plain YAML is refused: %s', async (text, message) => {
    const refused = readRules(text, 'rules.yaml');
    await expect(refused).rejects.toBeInstanceOf(ScanError);
    await expect(refused).rejects.toThrow(message);
  });
});
