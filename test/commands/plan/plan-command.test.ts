import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planSchema } from '../../../src/report/plan/document.ts';
import { reportSchema } from '../../../src/report/schema.ts';
import { healthyWorld } from '../../world/healthy.ts';
import { runCommand } from '../../world/in-process.ts';
import { startWorld, type RunningWorld } from '../../world/run.ts';
import { rollbackOpenWorld } from '../../world/scenarios/rollback.ts';
import { storedFolder, storedInventory } from '../../world/stored.ts';
import type { World } from '../../world/world.ts';

/** `plan`: every task up to the target, of an inventory, a report or a saved plan. */

let folder: string;
const run = (...args: readonly string[]) =>
  runCommand(args, { env: { PATH: process.env['PATH'], COLUMNS: '80' }, cwd: folder, io: { columns: 80 } });
const put = (name: string, data: unknown) =>
  writeFile(path.join(folder, name), typeof data === 'string' ? data : JSON.stringify(data));
const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(folder, name), 'utf8'));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-plan-'));
  await run('demo', '--output', 'report.json', '--quiet');
  await run('demo', 'plan', '--output', 'plan.json', '--output', 'ticket.md', '--quiet');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what a plan is made from', () => {
  it.each([
    ['an inventory', [storedInventory('ordinary-large'), '--target', '1.36'], 1],
    ['a denied inventory', [storedInventory('everything-denied')], 2],
    ['a rollback', [storedInventory('rollback-open'), '--rollback'], 0],
    ['a blocked rollback', [storedInventory('rollback-blocked'), '--rollback'], 1],
    ['a report', ['report.json'], 1],
    ['a saved plan', ['plan.json'], 1],
    ['the option --inventory', ['--inventory', 'report.json'], 1],
    ['the named cluster', ['prod', '--inventory', 'report.json'], 1],
  ])('%s has the exit code of its report', async (_name, args, code) => {
    const ended = await run('plan', ...args);
    expect(ended).toMatchObject({ code, stderr: '' });
    expect(ended.stdout).toMatch(/^PLAN {2}prod /);
  });

  it('says that tasks may be missing where checks were not selected', async () => {
    const args = ['plan', storedInventory('everything-wrong'), '--only', 'nodes/kubelet-skew'];
    expect((await run(...args)).stdout.replaceAll(/\s+/g, ' ')).toMatch(
      / \d{2} checks that can fail were not selected: tasks may be missing\. /,
    );
    expect((await run('demo', 'plan')).stdout).not.toContain('not selected');
  });

  it('scans with all checks where a task closes findings of many', async () => {
    const { stdout } = await run('plan', storedInventory('lists-denied'), '--task', 'see:permissions');
    expect(stdout).toMatch(
      /and \d+ more and reports none of this\n +eks-preflight scan --cluster prod \S+ \S+ --target 1\.34$/m,
    );
  });

  it('shows the same tasks for the demo, its report and its plan', async () => {
    const [demo, report, plan] = [
      await run('demo', 'plan'),
      await run('plan', 'report.json'),
      await run('plan', 'plan.json'),
    ];
    const table = ({ stdout }: { stdout: string }) => /^Task[^]*?\n\n/m.exec(stdout)?.[0];
    expect(table(demo)).toMatch(/^Before\n +1 {2}/m);
    expect([table(report), table(plan)]).toEqual([table(demo), table(demo)]);
  });

  it('writes the plan as a document with its schema, and the ticket', async () => {
    const document = planSchema.parse(await read('plan.json'));
    const report = reportSchema.parse(await read('report.json'));
    expect(document.plan).toEqual(report.plan);
    expect([document.exitCode, document.entries]).toEqual([report.exitCode, report.entries]);
    expect((await run('demo', 'plan', '--format', 'json')).stdout).toBe(
      await readFile(path.join(folder, 'plan.json'), 'utf8'),
    );
    expect(await readFile(path.join(folder, 'ticket.md'), 'utf8')).toMatch(/^# Update EKS cluster prod /);
  });

  it('names commands that show it again', async () => {
    const file = storedInventory('ordinary-large');
    const { stdout } = await run('plan', file, '--target', '1.36');
    expect(stdout).toContain(`\nEntries (#): eks-preflight scan --inventory ${file} --target 1.36\n`);
    expect(stdout).toContain(`\nOne task: eks-preflight plan ${file} --target 1.36 --task 1\n`);
    expect((await run('demo', 'plan')).stdout).toContain('\nOne task: eks-preflight demo plan --task 1\n');
  });
});

describe('the health of the cluster', () => {
  const planned = async (...args: readonly string[]) =>
    planSchema.parse(JSON.parse((await run('plan', ...args, '--format', 'json')).stdout));

  beforeAll(async () => {
    const inventory = JSON.parse(await readFile(storedInventory('ordinary-team'), 'utf8')) as { readings: object };
    const named = { kind: 'Deployment', namespace: 'acme', name: 'acme-api' };
    const pod = { namespace: 'acme', name: 'acme-api-5d9c', workload: { kind: 'Deployment', name: 'acme-api' } };
    const facts = {
      workloadPods: [{ ...named, wanted: 2, ready: 1 }],
      unreadyPods: [{ ...pod, state: 'CrashLoopBackOff', since: null, message: 'acme', groupLabels: [] }],
    };
    const added = Object.entries(facts).map(([fact, value]) => [fact, { ok: true, value }]);
    await put('named.json', { ...inventory, readings: { ...inventory.readings, ...Object.fromEntries(added) } });
    await run('scan', '--inventory', 'named.json', '--save-inventory', 'redacted.json', '--redact', '--quiet');
  });

  it('is in the plan of an inventory, and of a saved plan', async () => {
    const made = await planned('named.json');
    expect(made.health).toMatchObject({
      workloads: [{ workload: 'deploy/acme/acme-api', wanted: 2, ready: 1 }],
      pods: [{ workload: 'deploy/acme/acme-api', state: 'CrashLoopBackOff', pods: 1 }],
      unseen: [],
    });
    expect(made.health?.groups).not.toEqual([]);
    await put('made.json', made);
    expect((await planned('made.json')).health).toEqual(made.health);
  });

  it('names nothing of a redacted inventory', async () => {
    const [made, { health }] = [await planned('named.json'), await planned('redacted.json')];
    expect(JSON.stringify(health)).not.toContain('acme');
    expect(health?.workloads).toMatchObject([{ wanted: 2, ready: 1 }]);
    expect(health?.pods).toMatchObject([{ state: 'CrashLoopBackOff', pods: 1 }]);
    expect(health?.groups.map(({ nodes }) => nodes)).toHaveLength(made.health?.groups.length ?? 0);
  });

  it('is in the plan of the demo; not of a report, nor in text', async () => {
    const demo = planSchema.parse(await read('plan.json'));
    expect(demo.health?.addons.map(({ name }) => name)).toEqual(['coredns', 'kube-proxy', 'vpc-cni']);
    expect(await planned('report.json')).not.toHaveProperty('health');
    expect((await run('plan', 'made.json')).stdout).not.toContain('CrashLoopBackOff');
  });
});

describe('a live cluster', () => {
  let running: RunningWorld;
  beforeAll(async () => {
    running = await startWorld(healthyWorld());
  });
  afterAll(() => running.close());

  it.each([[['prod']], [['--cluster', 'prod', '--target', '1.34']]])('is read, then planned: %j', async (args) => {
    const { code, stdout } = await runCommand(['plan', ...args, '--quiet'], { env: running.env, cwd: running.folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PLAN {2}prod 1\.\d+ -> /);
    expect(stdout).toMatch(/\nOne task: eks-preflight plan prod --region \S+ (?:--target 1\.34 )?--task 2\n/);
  });

  it('needs a name', async () => {
    const { code, stderr } = await run('plan');
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^eks-preflight: no cluster specified\n/)]);
  });
});

describe('the health of a live cluster is in the plan', () => {
  it.each<[string, () => World, string[]]>([
    ['for an update', healthyWorld, []],
    ['for a rollback', rollbackOpenWorld, ['--rollback']],
  ])('%s', async (_name, toWorld, options) => {
    const running = await startWorld(toWorld());
    const args = ['plan', 'prod', ...options, '--quiet', '--format', 'json'];
    const { stdout, stderr } = await runCommand(args, { env: running.env, cwd: running.folder });
    await running.close();
    expect(stderr).toBe('');
    const { health } = planSchema.parse(JSON.parse(stdout));
    expect(health?.unseen).toEqual([]);
    expect(health?.addons.map(({ name }) => name)).toContain('coredns');
    expect(health?.groups).toContainEqual(expect.objectContaining({ group: expect.stringMatching(/^node group /) }));
    expect(health?.workloads).toContainEqual(
      expect.objectContaining({ workload: expect.stringMatching(/^ds\/kube-system\//) }),
    );
  });
});

describe('the plans of these worlds', () => {
  it.each([
    ['demo', ['demo', 'plan']],
    ...[
      'ordinary-team',
      'everything-wrong',
      'fargate-only',
      'auto-mode',
      'hybrid',
      'rollback-open',
      'rollback-blocked',
    ].map((name): [string, string[]] => [
      name,
      ['plan', `${name}.json`, ...(name.startsWith('rollback') ? ['--rollback'] : [])],
    ]),
    ['ordinary-large', ['plan', 'ordinary-large.json', '--target', '1.36']],
  ])('are as stored: %s', async (name, args) => {
    const { stdout } = await runCommand(args, { env: { PATH: process.env['PATH'], COLUMNS: '80' }, cwd: storedFolder });
    await expect(stdout).toMatchFileSnapshot(`../../formats/plan/worlds/${name}.txt`);
  });

  it('are as stored as a ticket: demo', async () => {
    const { stdout } = await run('demo', 'plan', '--format', 'markdown');
    await expect(stdout).toMatchFileSnapshot('../../formats/plan/worlds/demo.md');
  });
});

describe('one task', () => {
  it.each([['1'], ['see:permissions']])('is named by its number or its id: %s', async (task) => {
    const { code, stdout } = await run('demo', 'plan', '--task', task);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^TASK 1 of \d+ {2}/);
    expect(stdout).toMatch(/^ {14}eks-preflight permissions --report \S+ --format iam$/m);
  });

  it('keeps the lines of its commands', async () => {
    const { stdout } = await run('demo', 'plan', '--task', 'control-plane:1.34');
    expect(stdout).toMatch(/^ {14}update=\$\(aws eks update-cluster-version .* \\\n {16}--kubernetes-version 1\.34 /m);
    expect(stdout).toMatch(/^Not yet {3}[\d, and to]+ come first:$/m);
  });

  it('is also a part of the ticket', async () => {
    const { stdout } = await run('plan', 'plan.json', '--task', '1', '--format', 'markdown');
    expect(stdout).toMatch(/^## prod [^\n]*, task 1\n\n- \[ \] \*\*1\. /);
  });
});

describe('all lines', () => {
  const worlds: readonly (readonly string[])[] = [
    ['demo', 'plan'],
    ['plan', storedInventory('ordinary-large'), '--target', '1.36'],
    ['plan', storedInventory('everything-wrong')],
    ['plan', storedInventory('rollback-blocked'), '--rollback'],
    ['plan', storedInventory('everything-denied')],
  ];
  const commands = /^(?:Entries \(#\)|One task|Ticket): |^ +(?:eks-preflight|aws|kubectl) /;
  it.each(worlds.flatMap((args) => [80, 160].map((columns) => ({ args, columns }))))(
    'fit, except for commands: %j',
    async ({ args, columns }) => {
      const { stdout } = await runCommand(args, { env: { PATH: process.env['PATH'] }, io: { columns } });
      expect(stdout.split('\n').filter((line) => line.length > columns && !commands.test(line))).toEqual([]);
    },
  );
});

describe('a comparison', () => {
  it('says that nothing changed', async () => {
    const { code, stdout } = await run('plan', 'report.json', '--since', 'plan.json');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Nothing changed since 2026-11-20 12:00 UTC \(plan\.json\)/);
  });

  it('lists what is gone and new', async () => {
    const document = planSchema.parse(await read('plan.json'));
    const [first, ...tasks] = document.plan.tasks;
    await put('old.json', {
      ...document,
      plan: { ...document.plan, tasks: [{ ...first, id: 'fix:other' }, ...tasks] },
    });
    for (const args of [
      ['plan', 'plan.json'],
      ['demo', 'plan'],
    ]) {
      const { stdout } = await run(...args, '--since', 'old.json');
      expect(stdout).toMatch(/^CHANGED /);
      expect(stdout).toMatch(/^New \(1\)\n {2}1 {2}/m);
      expect(stdout).toMatch(/^Gone: done, or no longer needed \(1\)\n {2}1 {2}/m);
    }
    const { stdout } = await run('plan', 'plan.json', '--since', 'old.json', '--format', 'markdown');
    expect(stdout).toMatch(/^### CHANGED .*\n\n#### New \(1\)\n\n- 1: /);
  });
});

describe('what has no plan', () => {
  beforeAll(async () => {
    const { plan: _plan, ...older } = reportSchema.parse(await read('report.json'));
    await put('older.json', { ...older, tool: { name: 'eks-preflight', version: '0.0.9' } });
    await put('empty.json', '');
    await put('cut.json', '{"schemaVersion": 1,');
    await put('list.json', '[]');
    await put('later.json', { schemaVersion: 2, plan: {} });
    await put('broken.json', { schemaVersion: 1, plan: {} });
    await put('notes.md', '# Notes');
  });

  it.each([
    [['plan', 'plan.json', '--task', '99'], /^eks-preflight: no task 99: the plan has tasks 1 to \d+\n$/],
    [['plan', 'plan.json', '--task', '#3'], /no task #3: .*\nTasks have no #: entries of the report have one\.\n$/],
    [['plan', 'plan.json', '--task', 'control-plane:1.35'], /\nDid you mean control-plane:1\.34\?\n$/],
    [['demo', 'plan', '--task', '99'], /no task 99: /],
    [['demo', '--task', '1'], /--task is for the plan\nWrite `eks-preflight demo plan --task \.\.\.`\.\n$/],
    [['demo', 'pln'], /unknown argument 'pln' of demo \(expected plan\)\n/],
    [['demo', 'plan', '--show', '3'], /--show is not for a plan\n/],
    [['demo', 'plan', '--format', 'html'], /invalid --format 'html' \(expected text, markdown or json\)/],
    [
      ['plan', storedInventory('ordinary-large'), '--only', 'nodes'],
      /The plan needs all checks: \d+ that can fail were not selected\nOmit --only and --skip\.\n$/,
    ],
    [
      ['plan', storedInventory('rollback-before'), '--rollback'],
      /There is no plan: EKS offers no rollback of this cluster: /,
    ],
    [
      ['plan', 'older.json'],
      /older\.json has no plan: an earlier version of eks-preflight wrote it\nScan the cluster again\.\n$/,
    ],
    [['plan', 'none.json'], /cannot read the report, inventory or plan none\.json: no such file or directory\n$/],
    [['plan', 'empty.json'], /empty\.json is not a report, an inventory or a plan of eks-preflight: it is empty\n/],
    [['plan', 'cut.json'], /: it is damaged or cut off\n/],
    [['plan', 'notes.md'], /: it is not JSON\n/],
    [['plan', 'list.json'], /: it is not a JSON object\n/],
    [['plan', 'later.json'], /later\.json has schemaVersion 2, which is newer than this version reads \(1\)/],
    [['plan', 'broken.json'], /broken\.json is not a plan of eks-preflight: tool is missing or invalid\n$/],
    [
      ['plan', 'plan.json', '--target', '1.35'],
      /--target has no effect on plan\.json: it is a plan, and was judged already\n/,
    ],
    [['plan', 'report.json', '--rollback'], /--rollback has no effect on report\.json: it is a report/],
    [['plan', 'other', '--inventory', 'plan.json'], /plan\.json is of cluster prod, not of other\n$/],
    [['plan', 'a.json', '--inventory', 'plan.json'], /file specified twice: a\.json and --inventory plan\.json\n/],
    [['plan', 'plan.json', '-o', 'plan.json'], /are the same file\n/],
    [['plan', 'plan.json', '-o', 'plan.html'], /--output plan\.html: the name must end in \.txt, \.md or \.json\n/],
    [
      ['plan', 'plan.json', '--since', storedInventory('ordinary-large')],
      /is an inventory: name an older plan or report\n/,
    ],
    [['plan', 'plan.json', '--since', 'plan.json', '--task', '1'], /--since and --task exclude each other\n/],
    [['plan', 'plan.json', '--since', 'plan.json', '--format', 'json'], /--since has no JSON format\n/],
    [['plan', 'plan.json', '--tsk', '1'], /unknown option '--tsk'\nDid you mean --task\?\n$/],
    [['plan', '-f', 'plan.json'], /unknown option '-f'\nWrite the file without -f\.\n$/],
  ])('%j is refused with one clear line', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
  });
});
