import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRuleFile } from '../../src/custom-checks/plugins/rule-tests.ts';
import { findBusyWorker, slowRules } from '../world/busy-worker.ts';
import { runCommand } from '../world/in-process.ts';
import { runProcess } from '../world/run.ts';

/** `test-rules` and `--plugin rules.yaml` as a user meets them. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-rules-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rules = `plugin: acme
rules:
  - id: replicas
    title: One replica
    level: warn
    fact: deployments
    when: object.replicas == 1
    message: one replica
    fix: Add replicas.
  - id: untested
    title: Nothing
    level: warn
    fact: deployments
    when: 'false'
    message: nothing
    fix: Do nothing.
tests:
  - name: one replica is found
    rule: replicas
    objects: [{ kind: Deployment, namespace: shop, name: cart, replicas: 1 }]
    finds: ['Deployment shop/cart: one replica']
`;

async function run(text: string, ...args: readonly string[]) {
  await writeFile(path.join(folder, 'rules.yaml'), text);
  return runProcess(args.length === 0 ? ['test-rules', 'rules.yaml'] : args, { env: { PATH: '' }, cwd: folder });
}

describe('test-rules', () => {
  it('ends with 0 where all tests pass, and names rules without one', async () => {
    const { code, stdout, stderr } = await run(rules);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      'rules.yaml: 2 rules, 1 test\n  ok    one replica is found\n  No test shows a finding of untested.\n1 test passed\n',
    );
  });

  it('ends with 1 where one fails, with the difference', async () => {
    const { code, stdout } = await run(rules.replace("cart: one replica'", "cart: two replicas'"));
    expect(code).toBe(1);
    expect(stdout).toContain(
      [
        '  FAIL  one replica is found (line 18)',
        '        - Deployment shop/cart: two replicas',
        '        + Deployment shop/cart: one replica',
        '        (- expected and not found, + found and not expected)',
        '  No test shows a finding of replicas.',
        '  No test shows a finding of untested.',
        '1 of 1 test failed',
        '',
      ].join('\n'),
    );
  });

  it('ends with 3 where the file is wrong, with each error and its place', async () => {
    const { code, stdout, stderr } = await run(
      rules.replace('object.replicas == 1', 'replicas == 1').replace('level: warn', 'level: high'),
    );
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /^rules\.yaml:5:12: replicas: level: expected fail or warn\neks-preflight: 1 error in rules\.yaml\n$/,
    );
    const second = await run(rules.replace('object.replicas == 1', 'replicas == 1'));
    expect(second.stderr).toBe(
      "rules.yaml:7:11: replicas: unknown variable 'replicas'\neks-preflight: 1 error in rules.yaml\n",
    );
  });

  it('ends with 1 where there is no test', async () => {
    const { code, stdout, stderr } = await run(rules.slice(0, rules.indexOf('tests:')));
    expect([code, stdout, stderr]).toEqual([1, 'rules.yaml: 2 rules, no tests: add some under `tests`\n', '']);
  });

  it('says what a module is tested with', async () => {
    await writeFile(path.join(folder, 'spot.mjs'), 'export default 1;\n');
    const { code, stdout, stderr } = await run(rules, 'test-rules', 'spot.mjs');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      'eks-preflight: spot.mjs is a module, not a rule file (.yaml or .yml)\nTest a module with its own tests and `eks-preflight/testing`: see https://github.com/eks-preflight/eks-preflight/blob/main/docs/own-checks/modules.md.\n',
    );
  });

  it('says so where there is no file, or none is named', async () => {
    const { code, stderr } = await run(rules, 'test-rules', 'nothing.yaml');
    expect([code, stderr]).toEqual([
      3,
      'eks-preflight: cannot read the rule file nothing.yaml: no such file or directory\n',
    ]);
    const none = await run(rules, 'test-rules');
    expect([none.code, none.stderr.split('\n')[0]]).toEqual([3, "eks-preflight: missing required argument 'file'"]);
  });
});

/**
 * A list of lists of 10 lists, and so on: about a hundred steps build it, but walking all its values takes too long.
 */
const deep = `[0]${'.map(x, [x, x, x, x, x, x, x, x, x, x])'.repeat(12)}`;
/** The name of the object, doubled until it has 524,288 characters. */
const doubled = (body: string): string =>
  `${Array.from({ length: 18 }, (_, n) => `cel.bind(v${n}, ${n === 0 ? 'object.name' : `v${n - 1} + v${n - 1}`}, `).join('')}${body}${')'.repeat(18)}`;
const thousand = (body: string): string => `${'[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].all(x, '.repeat(3)}${body})))`;

describe('a rule that would never end', () => {
  const judged = async (text: string) => {
    await writeFile(path.join(folder, 'hostile.yaml'), text);
    return runCommand(['test-rules', 'hostile.yaml'], { env: {}, cwd: folder });
  };
  const limit = 'cost limit of 1000000 exceeded';

  it.each([
    ['equal lists', 'when', `${deep} == ${deep}`, limit],
    ['unequal lists', 'when', `${deep} != ${deep}`, limit],
    ['a list in a list', 'when', `${deep} in [${deep}]`, limit],
    ['maps', 'when', `{'a': ${deep}} == {'a': ${deep}}`, limit],
    ['a text that doubles', 'when', doubled("(v17 + v17) != ''"), 'a text longer than 1000000 characters'],
    ['its place', 'when', doubled("v17.lastIndexOf(v16 + 'b') == 0"), limit],
    ['its use as a key', 'when', doubled(`cel.bind(m, {v17: 1}, ${thousand('m[v16 + v16] == 1')})`), limit],
    ['the message', 'messageExpression', `string(${deep} == ${deep})`, limit],
  ])('is unknown at the cost limit: %s', async (_, key, expression, message) => {
    const own = key === 'when' ? { message: 'm', when: expression } : { when: 'true', [key]: expression };
    const rule = { id: 'deep', title: 'Deep', level: 'warn', fact: 'deployments', fix: 'f', ...own };
    const tests = [{ name: 'one', objects: [{ kind: 'Deployment', namespace: 'shop', name: 'cart' }], finds: [] }];
    const { code, stdout } = await judged(JSON.stringify({ plugin: 'acme', rules: [rule], tests }));
    expect([code, stdout]).toEqual([1, expect.stringContaining(`not judged: ${key}: ${message}`)]);
  });

  it('fails its test where the time of the file is over, and so do those after it', async () => {
    const file = path.join(folder, 'slow.yaml');
    await writeFile(file, slowRules);
    const message = 'the time is over';
    const tested = await testRuleFile('slow.yaml', {
      cwd: folder,
      areas: new Set(),
      log: () => undefined,
      readRules: (one) => readFile(one, 'utf8'),
      time: { left: () => 0, reason: { kind: 'time-out', message } },
    });
    const flaws = 'outcomes' in tested ? tested.outcomes.map(({ flaw }) => flaw) : [];
    expect(flaws).toEqual([`rule slow was not run: ${message}`, `slow.yaml was not run: ${message}`]);
  });

  it.runIf(process.platform === 'linux')(
    'fails its test where its worker is killed; the next test is run',
    async () => {
      const ended = judged(slowRules);
      await expect.poll(() => findBusyWorker(process.pid)).toBeDefined();
      process.kill(findBusyWorker(process.pid) ?? 0, 'SIGKILL');
      const { code, stdout } = await ended;
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /  FAIL  takes long \(line 1\)\n        rule slow used more than \d+ MB of memory\n  ok    comes after it\n/,
      );
      expect(stdout).toMatch(/\n1 of 2 tests failed\n$/);
    },
  );
});

describe('--plugin with a rule file', () => {
  it('judges the demo by it', async () => {
    const any = rules.replace('object.replicas == 1', 'object.replicas > 1');
    const { code, stdout } = await run(any, 'demo', '--plugin', 'rules.yaml', '--only', 'acme/*');
    expect(code).toBe(0);
    expect(stdout).toContain('Plug-in: acme (rules.yaml).');
    expect(stdout).toMatch(
      /\n {2}1 {2}now {4}one replica +deploy\/kube-system\/aws-load-balancer-controller\s+and \d\s+more\n/,
    );
  });

  it('that is wrong ends with 3 and the first error', async () => {
    const { code, stdout, stderr } = await run(
      rules.replace('object.replicas == 1', 'foo(object)'),
      'demo',
      '--plugin',
      'rules.yaml',
    );
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      "eks-preflight: cannot load the plug-in rules.yaml: rules.yaml:7:11: replicas: unknown function 'foo'\nSee all errors with `eks-preflight test-rules rules.yaml`.\n",
    );
  });

  it.each([
    ['my rules.yaml', "'my rules.yaml'"],
    ['-rf.yaml', './-rf.yaml'],
  ])('names the file %j so that a shell takes it for one', async (file, argument) => {
    await writeFile(path.join(folder, file), 'plugin: acme\nrules: []\n');
    const { stderr } = await run(rules, 'checks', '--plugin', file);
    expect(stderr).toContain(`\nSee all errors with \`eks-preflight test-rules ${argument}\`.\n`);
  });

  it.each([
    [['--plugin', 'missing.yaml'], 'cannot read the rule file missing.yaml: no such file or directory\n'],
    [
      ['--plugin', 'rules'],
      'cannot load the plug-in rules: no such package\nInstall it in or above the working directory. The name of a file ends in .mjs, .js or .yaml.\n',
    ],
    [
      ['--plugin', './rules'],
      'cannot load the plug-in ./rules: expected a file that ends in .mjs, .js, .cjs, .ts, .yaml or .yml\n',
    ],
    [['--plugin', ''], "invalid --plugin '' (expected at least one value)\n"],
  ])('is not found: %j', async (args, said) => {
    const { code, stderr } = await run(rules, 'demo', ...args);
    expect([code, stderr]).toEqual([3, `eks-preflight: ${said}`]);
  });

  it('is told by checks and permissions', async () => {
    const page = await run(rules, 'checks', '--plugin', 'rules.yaml', 'acme/replicas', '--format', 'markdown');
    expect(page.stdout).toContain('### acme/replicas\n\n**One replica.** Worst level: warn. Stops: workloads.');
    expect(page.stdout).toContain('object.replicas == 1');
    const { stdout } = await run(
      rules,
      'permissions',
      '--plugin',
      'rules.yaml',
      '--only',
      'acme/*',
      '--format',
      'rbac',
    );
    expect(stdout).toContain('resources: [deployments]');
  });
});
