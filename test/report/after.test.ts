import { describe, expect, it } from 'vitest';
import { storedReports } from '../../scripts/example-findings.ts';
import type { Finding } from '../../src/check.ts';
import { taskTexts } from '../../checks/addons/compatibility/older-than-default.ts';
import { advice, commands } from '../../src/syntax/advice.ts';
import { sh } from '../../src/syntax/shell.ts';
import { aCheck, aProblem, buildReport } from '../judge/judged-reports.ts';

/** A finding whose fix is undone after the update. */
function aChange(name: string, more: Partial<Finding> = {}): Finding {
  return aProblem({
    resource: { kind: 'PodDisruptionBudget', namespace: 'shop', name },
    fix: advice`Open it.\n${commands(sh`open ${name}`)}`,
    undo: advice`Close each again.\n${commands(sh`close ${name}`)}`,
    ...more,
  });
}

const restoring = (...found: readonly Finding[]) =>
  buildReport([aCheck('workloads/closed', found)]).after.filter(({ topic }) => topic === 'restore');

describe('what a fix changed for the update', () => {
  it('is restored by one task after the update, which names each resource and the findings', () => {
    const { after, results } = buildReport([aCheck('workloads/closed', [aChange('cart'), aChange('search')])]);
    const task = after.at(-1);
    expect(task).toEqual({
      at: { component: 'kubernetes', version: '1.34' },
      number: 3,
      title: 'Restore what was changed for the update',
      topic: 'restore',
      items: ['cart', 'search'].map((name) => ({
        resource: `PodDisruptionBudget shop/${name}`,
        message: 'restore it if you changed it',
      })),
      findings: results[0]?.findings.map(({ fingerprint }) => fingerprint),
      fix: 'Only when every node is at 1.34:\n```sh\nkubectl get nodes\n```\nClose each again.\n```sh\nclose cart\nclose search\n```',
      commands: ['kubectl get nodes', 'close cart', 'close search'],
    });
    expect(results[0]?.findings.flatMap((finding) => finding.commands)).toEqual(['open cart', 'open search']);
  });

  it('follows the step from which on it is a problem', () => {
    const [task] = restoring(aChange('cart', { at: 34 }));
    expect(task?.at).toEqual({ component: 'kubernetes', version: '1.34' });
  });

  it('is left to do where no update is planned', () => {
    const { after } = buildReport([aCheck('workloads/closed', [aChange('cart')])], { target: 'current' });
    expect(after.map(({ topic, at }) => [topic, at])).toEqual([['restore', null]]);
    expect(after[0]?.fix).toMatch(/^Only when every node is at the version of the control plane:\n/);
  });

  it('stays apart from what is restored in another way', () => {
    const other = advice`Ask the team.`;
    expect(restoring(aChange('cart'), aChange('search', { undo: other }))).toHaveLength(2);
  });

  it('is restored once for two problems of one resource', () => {
    const found = [aChange('cart'), aChange('cart', { message: 'is worse' })];
    expect(restoring(...found).map((task) => task.commands)).toEqual([['kubectl get nodes', 'close cart']]);
  });

  it('is nothing where a finding is accepted: nobody changes it', () => {
    const { after } = buildReport([aCheck('workloads/closed', [aChange('cart')])], {
      accept: [
        {
          check: 'workloads/closed',
          resource: 'PodDisruptionBudget shop/cart',
          level: 'fail',
          at: 'now',
          reason: 'moves by hand',
          owner: 'shop',
          until: '2099-12-31',
        },
      ],
    });
    expect(after.map(({ topic }) => topic)).not.toContain('restore');
  });
});

describe('an add-on version that EKS does not list for the step', () => {
  const addon = (name: string, rule: string): Finding =>
    aProblem({
      level: 'warn',
      phase: 'after',
      at: 34,
      rule,
      resource: { kind: 'EKS add-on', name },
      fix: advice`Update ${name}.`,
    });
  const found = [
    addon('coredns', 'older-than-default'),
    addon('kube-proxy', 'not-listed:kube-proxy'),
    addon('agent', 'not-listed'),
  ];
  const tasksAt = (target: string) =>
    buildReport([aCheck('addons/compatibility', found, { task: taskTexts })], { target }).after.map(
      ({ at, topic, title, number }) => [number, at?.version, topic, title],
    );
  const first = ['1.34', 'addons/compatibility', 'Update add-ons right after the control plane'];

  it('is the first task of its step; kube-proxy follows the nodes, as its title says', () => {
    const tasks = tasksAt('1.34').map(([, ...task]) => task);
    expect(tasks[0]).toEqual(first);
    expect(tasks.filter(([, topic]) => topic === 'nodes').length).toBeGreaterThan(0);
    expect(tasks.slice(-2)).toEqual([
      ['1.34', 'addons/compatibility', 'Update add-ons to the default version'],
      ['1.34', 'addons/compatibility', 'Update kube-proxy after the nodes'],
    ]);
  });

  it('stays in its step on a longer path, and is numbered in this order', () => {
    const tasks = tasksAt('1.35');
    expect(tasks[0]?.slice(1)).toEqual(first);
    const numbers = tasks.map(([number]) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
});

it.each(storedReports())('each fix of $name that is taken back has its task', ({ report }) => {
  const undone = report.results.flatMap(({ findings }) => findings).filter(({ undo }) => undo !== undefined);
  const tasks = report.after.filter(({ topic }) => topic === 'restore');
  expect(tasks.flatMap(({ findings }) => findings).toSorted()).toEqual(
    undone.map(({ fingerprint }) => fingerprint).toSorted(),
  );
  expect(tasks.flatMap((task) => task.commands.slice(1))).toEqual(undone.flatMap(({ undo }) => undo?.commands ?? []));
});
