import { describe, expect, it } from 'vitest';
import { planMarkdown, taskMarkdown } from '../../../src/formats/markdown/plan.ts';
import { planChangesMarkdown } from '../../../src/formats/markdown/plan-changes.ts';
import { listNodes, parseMarkdown } from '../markdown.ts';
import { anEntry, aPlan, asShown, aTask, print } from './a-plan.ts';

/** A plan as a change ticket. */

const types = (text: string) => new Set(listNodes(parseMarkdown(text)).map(({ type }) => type));

const document = aPlan(
  [
    aTask('fix:a', { title: 'Replace the subnet', closes: [print(1)] }),
    aTask('hold:1.34', {
      kind: 'hold',
      section: 'Control plane',
      title: 'HOLD: test your applications',
      undo: { text: 'Roll back to 1.33.', commands: ['eks-preflight plan prod --rollback'] },
    }),
    aTask('nodes:a', {
      section: 'Nodes',
      needs: ['fix:a'],
      from: '1.33',
      to: '1.34',
      disturbs: { nodes: 2, pods: 1, text: ['EKS drains one node at a time.'] },
    }),
  ],
  { entries: [anEntry(1), anEntry(2, 'warn')] },
);

describe('the ticket', () => {
  const ticket = planMarkdown(asShown(document), {});

  it('begins with the path and a table', () => {
    expect(ticket).toMatch(
      /^# Update EKS cluster prod 1\.33 -> 1\.34\n\n\| \| \|\n\| --- \| --- \|\n\| Cluster \| `prod`/,
    );
    expect(ticket).toContain('| Today | blocked: 1 blocker, 1 warning, 3 tasks |');
    expect(ticket).toContain('| Disturbs | 2 node drains, 1 Fargate pod (task 3) |');
    expect(ticket).toContain('| Rollback | In task 2: Roll back to 1.33. |');
  });

  it('has a box for each task and for each state that shows that it is done', () => {
    expect(ticket).toContain('- [ ] **1. Replace the subnet** (entry 1). By: aws. Disturbs nothing.');
    expect(ticket).toContain(
      '- [ ] **3. Do nodes:a**. Versions: 1.33 -> 1.34. After task 1. By: aws. Drains 2 nodes, restarts 1 pod.',
    );
    expect(ticket.match(/^ {2}- \[ \] done: it is done$/gm)).toHaveLength(3);
  });

  it('has a heading for the hold, where someone signs', () => {
    expect(ticket).toMatch(/^## Hold: decide here\n\n- \[ \] \*\*2\. HOLD: test your applications\*\*/m);
    expect(ticket).toMatch(/^ {2}- \[ \] Continue\. Name, time:\n {2}- \[ \] Roll back instead\. Name, time:$/m);
    expect(ticket).toMatch(/^ {2}- undo: Roll back to 1\.33\.\n\n {4}```sh\n {4}eks-preflight plan prod --rollback\n/m);
  });

  it('says where an ID comes from that only shows whether a task is done', () => {
    const done = [{ kind: 'update' as const, text: 'x', commands: ['aws --update-id UPDATE_ID'] }];
    const { plan, ...others } = aPlan([aTask('fix:a', { done })]);
    const fillIn = [{ name: 'UPDATE_ID', meaning: 'the ID that `x` prints', tasks: [1] }];
    expect(planMarkdown(asShown({ ...others, plan: { ...plan, fillIn } }), {})).toContain(
      '| In "done" | `UPDATE_ID`: the ID that `x` prints (task 1) |',
    );
  });

  it('keeps code in titles and states', () => {
    const done = [{ kind: 'seen' as const, text: 'a: `nodes: "0"` is set', commands: [] }];
    const text = taskMarkdown(aTask('fix:a', { title: 'Set `a: b` | c', done }), asShown(document));
    expect(text).toContain('Set `a: b`');
    expect(text).toContain('- [ ] done: a: `nodes: "0"` is set\n');
  });

  it('has one task alone', () => {
    expect(taskMarkdown(aTask('fix:a', { number: 1 }), asShown(document))).toMatch(
      /^## prod 1\.33 -> 1\.34, task 1\n\n- \[ \] \*\*1\. /,
    );
  });
});

const hostile = [
  '<img src=x onerror=alert(1)>',
  '@org/team #7 https://evil.example',
  '[a](javascript:x) ![b](c)',
  '| a | `b` |',
  '**x** _y_ ~z~',
  '::error::x ##[error]y',
];

it.each(hostile)('shows %s as text', (name) => {
  const task = aTask('fix:a', {
    title: name,
    by: name,
    notes: [name],
    done: [{ kind: 'seen', text: name, commands: [] }],
    undo: { text: name, commands: [] },
  });
  const { plan, ...others } = aPlan([task]);
  const fillIn = [{ name: 'X_ID', meaning: name, tasks: [1] }];
  const one = { ...others, plan: { ...plan, notes: [name], fillIn } };
  const text = planMarkdown(asShown(one), {});
  expect([...types(text)].filter((type) => ['html', 'link', 'image', 'emphasis', 'delete'].includes(type))).toEqual([]);
  expect(text).not.toMatch(/^\s*::error|##\[/m);
  const changed = planChangesMarkdown(asShown(one), { document: aPlan([]), file: name });
  expect([...types(changed)].filter((type) => ['html', 'link', 'image', 'emphasis', 'delete'].includes(type))).toEqual(
    [],
  );
});
