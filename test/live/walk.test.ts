import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPlainLog, generateNames } from './walk/names.ts';
import { listOpen, walkWhole, type Walked } from './walk/whole.ts';
import { listFailures, notCounted } from './walk/walk.ts';

/**
 * A program that reads nothing but the JSON of `plan` does each task: the AWS CLI changes the loopback account, kubectl and
 * helm change a real cluster, whose API server of 1.33 is replaced by one of 1.34 over the same etcd. EKS, eksctl, the
 * scheduler, the kubelets and Karpenter are played.
 */
describe('a plan from 1.33 to 1.34 that is walked, in a world whose names nothing else knows', () => {
  const names = generateNames(58);
  let walked: Walked;

  beforeAll(async () => {
    walked = await walkWhole(names);
  });
  afterAll(() => walked?.close());

  it('has tasks of every kind', () => {
    const kinds = new Set(walked.steps.map(({ task }) => task.kind));
    expect([...kinds].toSorted()).toEqual([
      'add-on',
      'control-plane',
      'fix',
      'hold',
      'karpenter',
      'lower',
      'nodes',
      'restore',
      'scan',
      'see',
      'software',
    ]);
  });

  it('has commands that work as they are pasted', () => {
    expect(listFailures(walked.steps)).toEqual([]);
  });

  it('shows each task as open before it, and as done after it', () => {
    const counted = walked.steps.filter(({ before }) => before !== notCounted);
    expect(counted.filter(({ before }) => before === 'done' || before === 'over').map(({ task }) => task.id)).toEqual(
      [],
    );
    expect(counted.filter(({ after }) => after !== 'done').map(({ task, after }) => `${task.id} ${after}`)).toEqual([]);
  });

  it('ends with a status that has nothing open and nothing worse', () => {
    const { since, exitCode } = walked.end;
    expect(listOpen(walked)).toEqual([]);
    expect([since?.worse, since?.unseen, exitCode]).toEqual([[], [], 0]);
  });

  it('ends with a scan that is ready, except for what a task restored', () => {
    expect(walked.blockers).toEqual(walked.restored);
  });

  it('leaves this log', async () => {
    await expect(aPlainLog(walked.log, names)).toMatchFileSnapshot('walk/walk.txt');
  });
});
