import { describe, expect, it } from 'vitest';
import {
  blockedText,
  foldNumbers,
  rollbackWindow,
  withoutBlocks,
  withTaskNumbers,
} from '../../../src/report/plan/plan-text.ts';
import { notedPlanAt, planAt } from '../../../src/report/plan/plan-at.ts';
import { planText } from '../../../src/formats/text/plan/overview.ts';
import { taskMarkdown } from '../../../src/formats/markdown/plan.ts';
import { taskText } from '../../../src/formats/text/plan/one-task.ts';
import type { Task } from '../../../src/report/plan/draft.ts';
import type { Layout } from '../../../src/formats/text/layout.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { anEntry, aPlan, asShown, aTask, print } from './a-plan.ts';

/** A plan as text: the overview of all tasks, and one task in full. */

const narrow: Layout = { columns: 80, color: false, all: false };
const overview = (document: ReturnType<typeof aPlan>, layout = narrow) => planText(asShown(document), layout);

it.each([
  [[], ''],
  [[2], '2'],
  [[4, 2, 4], '2 and 4'],
  [[3, 4, 5, 6, 7, 9], '3 to 7 and 9'],
  [[1, 2, 9, 11, 12, 13], '1, 2, 9 and 11 to 13'],
])('folds the numbers %j', (numbers, text) => {
  expect(foldNumbers(numbers)).toBe(text);
  expect(foldNumbers(numbers, '#')).toBe(text.replaceAll(/\d+/g, '#$&'));
});

it.each([
  [
    'Do this directly before nodes:a, not earlier: until restore:b.',
    'Do this directly before task 1, not earlier: until task 2.',
  ],
  ['nodes:abc and xnodes:a stay', 'nodes:abc and xnodes:a stay'],
  ['', ''],
])('names tasks by their numbers: %s', (text, expected) => {
  expect(withTaskNumbers(text, aPlan([aTask('nodes:a'), aTask('restore:b')]))).toBe(expected);
});

it.each([
  ['Restore it:\n```sh\nkubectl x\n```\nAgain.', 'Restore it: Again.'],
  ['Restore it: ```sh kubectl x ``` Again.', 'Restore it: Again.'],
  ['Nothing `else`.', 'Nothing `else`.'],
])('leaves out commands that stand apart: %j', (text, expected) => {
  expect(withoutBlocks(text)).toBe(expected);
});

describe('what is blocked', () => {
  const see = aTask('see:permissions', { closes: [print(9)], stops: ['control-plane', 'nodes'], unknown: true });
  const fix = aTask('fix:a', { closes: [print(1)], stops: ['control-plane'] });
  const lower = aTask('lower:pdb/shop/cart:1.34', { kind: 'lower', closes: [print(2)], stops: ['nodes'] });
  const role = aTask('fix:role', { closes: [print(3)], stops: ['control-plane', 'karpenter'] });
  const idle = aTask('fix:idle', { closes: [print(1)], stops: ['nodes'] });
  const entries = [anEntry(1), anEntry(2), anEntry(3), anEntry(9, 'unknown')];
  /** Tasks of each area that need all of these, but not what stops only groups without a task. */
  const updates = (tasks: readonly Task[]) =>
    (['control-plane', 'karpenter', 'nodes'] as const).map((kind) =>
      aTask(`${kind}:x`, { kind, needs: tasks.filter(({ id }) => id !== idle.id).map(({ id }) => id) }),
    );
  it.each([
    [[], undefined],
    [[see], 'Unknown until done: control plane and nodes by task 1.'],
    [[fix], 'Blocked until done: control plane by task 1.'],
    [[see, fix], 'Blocked until done: control plane by task 2 (unknown until 1). Unknown until done: nodes by task 1.'],
    [
      [see, fix, role, lower],
      'Blocked until done: control plane by tasks 2 and 3 (unknown until 1), Karpenter by 3, nodes by 4 (unknown until 1).',
    ],
    [[idle, lower], 'Blocked until done: nodes by task 2.'],
    [[aTask('scan:before:1.34', { kind: 'scan', stops: ['control-plane'] })], undefined],
    [[aTask('nodes:a', { closes: [print(8)], stops: ['nodes'] })], undefined],
  ])('is said with the tasks that end it: %#', (tasks, text) => {
    expect(blockedText(aPlan([...tasks, ...updates(tasks)], { entries }))).toBe(text);
  });
});

it.each([
  ['nodes', [1, 2, 3], 'Blocked until done: control plane by task 1, nodes by 1 to 3.'],
  ['workloads', [2], 'Blocked until done: control plane by task 1, nodes by 3, workloads by 2.'],
] as const)('names every task that closes what the scan lists for %s', (question, blockers, text) => {
  const lower = aTask('lower:a:1.34', { kind: 'lower', closes: [print(3)], stops: ['nodes'] });
  const fixes = [
    aTask('fix:a', { closes: [print(1)], stops: ['control-plane'] }),
    aTask('fix:b', { closes: [print(2)] }),
  ];
  const updates = (['control-plane', 'nodes'] as const).map((kind) =>
    aTask(`${kind}:x`, { kind, needs: ['fix:a', lower.id] }),
  );
  const answer = {
    question,
    from: '1.33',
    to: '1.34',
    verdict: 'blocked' as const,
    blockers: [...blockers],
    unknown: [],
  };
  const parts = { entries: [anEntry(1), anEntry(2), anEntry(3)], answers: [answer] };
  expect(blockedText(aPlan([...fixes, lower, ...updates], parts))).toBe(text);
});

it('says of no warning that stops a drain that it stops nothing', () => {
  const drain = { ...anEntry(1, 'warn'), blocks: 'nodes' as const, checks: ['workloads/pdb-blocks-drain'] };
  const document = aPlan([], { entries: [drain, anEntry(2, 'warn')] });
  expect(overview(document)).toMatch(
    /No task for 1 warning that can stop a drain: #1\.\n {2}No task for 1 warning that stops nothing: #2\./,
  );
});

describe('the overview', () => {
  const long = 'add-on/aws-mountpoint-s3-csi-driver-of-the-payments-team-in-eu-central-1';
  const document = aPlan(
    [
      aTask('see:permissions', { kind: 'see', title: 'Let the scan read updates', closes: [print(7)], by: 'IAM' }),
      aTask('add-on:x', {
        kind: 'add-on',
        section: 'Add-ons',
        title: `Update ${long}`,
        from: 'v1.11.4-eksbuild.24',
        to: 'v1.11.4-eksbuild.1234',
        by: 'a very long owner of this add-on',
      }),
      aTask('control-plane:1.34', { kind: 'control-plane', section: 'Control plane', from: '1.33', to: '1.34' }),
      aTask('hold:1.34', {
        kind: 'hold',
        section: 'Control plane',
        title: 'HOLD: test your applications',
        how: { text: 'Test:\n```sh\nkubectl get pods\n```\nUntil nodes run 1.34, EKS can roll back.', commands: [] },
        undo: { text: 'Roll back.', commands: ['eks-preflight plan prod --rollback'] },
      }),
      aTask('nodes:a', {
        kind: 'nodes',
        section: 'Nodes',
        title: 'Update node group a',
        from: '1.33',
        to: '1.34',
        disturbs: { nodes: 2, pods: 0, text: [] },
      }),
      aTask('add-on:y', { section: 'Nodes', from: 'v1.12.4-eksbuild.1', to: 'v1.13.2-eksbuild.24' }),
      aTask('nodes:fargate', { section: 'Nodes', disturbs: { nodes: 0, pods: 1, text: [] } }),
    ],
    { entries: [anEntry(7, 'unknown'), anEntry(8, 'warn'), anEntry(9, 'warn'), anEntry(10, 'warn')] },
  );

  it.each([80, 100, 160, 300])('fits %i columns and cuts no name', (columns) => {
    const text = overview(document, { ...narrow, columns });
    const tooLong = text.split('\n').filter((line) => line.length > Math.min(columns, 160));
    expect(tooLong).toEqual([]);
    for (const name of [long, 'v1.11.4-eksbuild.24', 'v1.11.4-eksbuild.1234', 'a very long owner of this add-on'])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(name);
  });

  it('has no columns on a narrow terminal', () => {
    const lines = overview(document, { ...narrow, columns: 44 }).split('\n');
    const names = lines.filter(
      (line) => line.includes(long) || line.startsWith('Entries') || line.startsWith('Ticket'),
    );
    expect(lines.filter((line) => line.length > 44 && !names.includes(line) && !/eks-preflight/.test(line))).toEqual(
      [],
    );
    expect(lines.join('\n')).toMatch(/^ {2}3 {2}Do control-plane:1\.34\n {5}from 1\.33, to 1\.34, by aws$/m);
  });

  it('breaks no command in a note', () => {
    const { plan, ...others } = document;
    const note = `${'word '.repeat(14)}with \`--target 1.36\`, once.`;
    expect(overview({ ...others, plan: { ...plan, notes: [note] } })).toMatch(/^ {2}.*`--target 1\.36`, once\.$/m);
  });

  it('has one line for each task that fits, under the heading of its section', () => {
    expect(overview(document)).toMatch(/^ {2}1 {2}Let the scan read updates \(#7\) +IAM$/m);
    expect(overview(document)).toMatch(/^Nodes\n {2}5 {2}Update node group a +1\.33 +1\.34 +aws +2 nodes$/m);
    expect(overview(document)).toMatch(/^ {2}6 {2}Do add-on:y +v1\.12\.4 +v1\.13\.2 +aws$/m);
    expect(overview(document)).toMatch(/^ {2}7 {2}Do nodes:fargate +aws +1 pod$/m);
  });

  it('sets the hold apart, with the way back', () => {
    expect(overview(document)).toMatch(
      /^ {2}4 {2}HOLD: test your applications -+\n {5}Until nodes run 1\.34, EKS can roll back\.\n {5}Roll back\.\n {5}eks-preflight plan prod --rollback$/m,
    );
  });

  it('ends with the entries without a task, what to do first, and the exit code', () => {
    expect(overview(document)).toMatch(
      / {2}No task for 3 warnings that stop nothing: #8 to #10\.\n\nFirst: task 1, Let the scan read updates\.\nEntries \(#\): eks-preflight scan prod\nOne task: eks-preflight plan prod --task 1\nTicket: eks-preflight plan prod --format markdown +Exit code 1 \(blocked\)\n$/,
    );
  });

  it('names blockers that no task closes', () => {
    expect(overview(aPlan([], { entries: [anEntry(1), anEntry(2)] }))).toContain('No task closes #1 and #2.');
  });

  it('says once what is blocked, and ends with what to do first', () => {
    const fix = aTask('fix:a', { closes: [print(1)], stops: ['nodes'] });
    const nodes = aTask('nodes:a', { kind: 'nodes', needs: ['fix:a'] });
    const tasks = [fix, ...Array.from({ length: 40 }, (_, at) => aTask(`fix:b${at}`)), nodes];
    const text = overview(aPlan(tasks, { entries: [anEntry(1)] }));
    expect(text.match(/Blocked until done: nodes by task 1\./g)).toHaveLength(1);
    const screen = text.trimEnd().split('\n').slice(-24).join('\n');
    for (const said of ['First: task 1,', 'Exit code 1 (blocked)']) expect(screen).toContain(said);
  });

  it.each([
    ['2026-11-21T11:00:00Z', 'Made from data of 2026-11-20 12:00 UTC.'],
    ['2026-11-30T12:00:00Z', 'Made from data of 2026-11-20 12:00 UTC, 10 days old: make it again on the day.'],
  ])('says how old its data is on %s', (now, text) => {
    const shown = overview(document, { ...narrow, now });
    expect(shown).toContain(`\n  ${text}\n`);
    expect(shown.includes('First: make this plan again')).toBe(text.includes('make it again'));
  });

  it('says what replaces placeholders, and in which tasks', () => {
    const { plan, ...others } = document;
    const fillIn = [
      { name: 'NEW_SUBNET_ID', meaning: 'a subnet in eu-west-1a', tasks: [2, 3] },
      { name: 'list-updates', meaning: 'known once the task is done', tasks: [2] },
    ];
    expect(overview({ ...others, plan: { ...plan, fillIn } })).not.toContain('known once');
    expect(overview({ ...others, plan: { ...plan, fillIn, notes: ['1.34 leaves standard support.'] } })).toMatch(
      /^ {2}1\.34 leaves standard support\.\n(?:.*\n)? {2}Fill in: NEW_SUBNET_ID = a subnet in eu-west-1a \(tasks 2 and 3\)$/m,
    );
  });
});

describe('a rollback', () => {
  const back = (until: string | null) => {
    const { plan, ...others } = aPlan([aTask('control-plane:1.33')], {
      steps: [{ component: 'kubernetes', from: '1.34', to: '1.33' }],
      target: '1.33',
      verdict: 'ready',
      exitCode: 0,
      rollback: { open: true, to: '1.33', until, closedBy: [] },
    });
    return { ...others, plan: { ...plan, direction: 'rollback' as const } };
  };
  it('says until when it is possible', () => {
    const text = overview(back('2026-11-25T12:00:00.000Z'), { ...narrow, now: '2026-11-24T12:00:00Z' });
    expect(text).toMatch(/^ {2}EKS can roll back until 2026-11-25 12:00 UTC, maybe a little longer\.$/m);
    expect(text).toMatch(/Exit code 0 \(ready\)\n$/);
  });
  it.each(['2026-11-25T12:00:00.000Z', '2026-11-26'])('is not ready once that has ended: %s', (until) => {
    const text = overview(back(until), { ...narrow, now: '2026-11-26T12:00:00Z' });
    expect(text).toMatch(/^ {2}EKS no longer offers the rollback to 1\.33: it was possible until 2026-11-2[56]/m);
    expect(text).toMatch(/Exit code 2 \(not ready: the time to roll back has ended\)\n$/);
  });
  it('may have ended, because EKS counts from the end of the update', () => {
    const text = overview(back('2026-11-25T12:00:00.000Z'), { ...narrow, now: '2026-11-25T13:00:00Z' });
    expect(text).toMatch(/^ {2}EKS may no longer offer the rollback to 1\.33: it was certain until 2026-11-25$/m);
    expect(text).toMatch(/Exit code 2 \(not ready: the time to roll back may have ended\)\n$/);
  });
  it.each([
    [
      '2026-11-26T12:00:00Z',
      { tasks: [], notes: [expect.stringMatching(/^EKS no longer offers the rollback to 1\.33/)] },
    ],
    ['2026-11-25T11:00:00Z', { tasks: [{ id: 'control-plane:1.33' }], notes: [] }],
  ])('has no tasks once that has ended: %s', (now, plan) => {
    const document = back('2026-11-25T12:00:00.000Z');
    const text = overview(planAt(document, now), { ...narrow, now });
    expect(planAt(document, now).plan.tasks).toMatchObject(plan.tasks);
    expect(notedPlanAt(document, now).plan).toMatchObject(plan);
    expect(text.includes('Task  (')).toBe(plan.tasks.length > 0);
  });
  it('says nothing where the end is unknown', () => {
    expect(rollbackWindow(back(null))).toBeUndefined();
  });
});

describe('one task', () => {
  const { text, commands } = advice`Hostile ${'<b>`x`</b> ::error::y'}`;
  const first = aTask('fix:a', { title: 'Replace the subnet' });
  const task = aTask('nodes:managed/general:1.34', {
    number: 2,
    title: 'Update node group general',
    needs: ['fix:a'],
    from: '1.33',
    to: '1.34',
    closes: [print(5)],
    how: { text, commands: [...commands] },
    disturbs: { nodes: 2, pods: 0, text: ['EKS starts 2 new nodes.'] },
    room: ['eu-west-1a: 212 free addresses.'],
    stopIf: 'the update is `Failed`.',
    notes: ['It cannot be paused.'],
    undo: { text: 'The same command with 1.33.', commands: ['aws eks update-nodegroup-version \\\n  --x'] },
    until: '2026-12-03T20:31:00Z',
  });
  const document = aPlan([first, task], { entries: [anEntry(5)] });
  const shown = taskText(task, asShown(document), narrow);

  it('says when to stop', () => {
    expect(shown).toMatch(/^Stop if {5}the update is `Failed`\.$/m);
    expect(taskMarkdown(task, asShown(document))).toMatch(
      /Room: eu-west-1a: 212 free addresses\.[^]*Stop if the update is/,
    );
  });

  it('has its number, its id, and what comes first', () => {
    expect(shown).toMatch(
      /^TASK 2 of 2 {2}Update node group general {2}1\.33 -> 1\.34 {2}nodes:managed\/general:1\.34\n\nNot yet {5}1 comes first:\n {12}1 {2}Replace the subnet\nBy {10}aws\nHappens {5}Drains 2 nodes\.\n {12}EKS starts 2 new nodes\.\nRoom {8}eu-west-1a: 212 free addresses\.\nUntil {7}2026-12-03 20:31 UTC\n/,
    );
  });

  it('has a box for each state that shows that it is done, and the way back', () => {
    expect(shown).toMatch(/^Done when\n {2}\[ \] it is done\n {12}aws eks list-updates\n/m);
    expect(shown).toMatch(/^Note {8}It cannot be paused\.\n/m);
    expect(shown).toMatch(
      /^Undo {8}The same command with 1\.33\.\n {12}aws eks update-nodegroup-version \\\n {14}--x\n/m,
    );
  });

  it('puts versions that do not fit beside the title on a line of their own', () => {
    const title = 'Update node group legacy-al2023, which replaces legacy-of-2019';
    expect(taskText({ ...task, title }, asShown(document), narrow)).toMatch(
      /^TASK 2 of 2 {2}Update node group legacy-al2023, which replaces legacy-of-2019\n {2}1\.33 -> 1\.34 {2}nodes:/,
    );
  });

  it('prints no command of the task again, and names many tasks before it only by number', () => {
    const before = Array.from({ length: 12 }, (_, at) => aTask(`fix:${at}`));
    const done = [{ kind: 'seen' as const, text: 'it is done', commands: ['aws eks list-clusters'] }];
    const last = aTask('scan:end', { number: 13, needs: before.map(({ id }) => id), done });
    const text = taskText(last, asShown(aPlan([...before, last])), narrow);
    expect(text).toContain('Not yet     1 to 12 come first.\nBy ');
    expect(text.match(/list-clusters/g)).toHaveLength(1);
  });

  it('restarts pods on Fargate, and drains nothing for them', () => {
    const fargate = { ...task, disturbs: { nodes: 0, pods: 2, text: [] } };
    expect(taskText(fargate, asShown(document), narrow)).toContain('Happens     Restarts 2 pods.\n');
  });

  it('names the entries that it closes', () => {
    expect(shown).toMatch(/^Closes {6}#5\n {12}eks-preflight scan prod --show 5\n/m);
  });

  it('prints no workflow command', () => {
    expect(taskText(aTask('fix:a', { title: '::error::x' }), asShown(document), narrow)).not.toMatch(/^\s*::error/m);
  });
});
