import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { canBeForgotten, listForgettable, toKey } from './walk/left-out.ts';
import { listFailures } from './walk/walk.ts';
import { listOpen, oneVersion, walkWhole, type Walked } from './walk/whole.ts';
import { plainNames } from './walk/world.ts';

const keep = process.env['EKS_PREFLIGHT_TEST_RESULTS'];

function expectWalked(walked: Walked): void {
  expect(listFailures(walked.steps)).toEqual([]);
  expect(listOpen(walked)).toEqual([]);
  expect(walked.end.since?.worse).toEqual([]);
  expect(walked.blockers).toEqual(walked.restored);
}

it('a plan of several versions leads to its target', async () => {
  const walked = await walkWhole(plainNames, { args: [...oneVersion.args, '--target', '1.35'] });
  try {
    expectWalked(walked);
  } finally {
    await walked.close();
  }
});

it('a plan of a rollback leads back, over the same etcd', async () => {
  const there = await walkWhole(plainNames, { ...oneVersion, looks: true });
  try {
    expectWalked(there);
    expectWalked(await there.goOn({ args: ['--rollback'] }));
  } finally {
    await there.close();
  }
});

/** Walks the plan without the first task of a kind. */
async function walkWithout(key: string | undefined): Promise<Walked> {
  let isForgotten = false;
  const walked = await walkWhole(plainNames, {
    ...oneVersion,
    leavesOut: (task) => {
      if (isForgotten || toKey(task) !== key || !canBeForgotten(task)) return false;
      isForgotten = true;
      return true;
    },
  });
  await walked.close();
  return walked;
}

/** What shows that a task was forgotten. */
function describeForgotten(key: string, { steps, end, blockers, restored, ...walked }: Walked): string {
  const ids = new Set(steps.filter(({ isLeftOut }) => isLeftOut).map(({ task }) => task.id));
  const open = listOpen({ end, ...walked });
  const [own, others] = [true, false].map((is) =>
    open.filter(({ id }) => ids.has(id) === is).map(({ id, state }) => `${id} ${state}`),
  );
  const scanned = blockers.filter((blocker) => !restored.includes(blocker));
  const worse = (end.since?.worse ?? []).map(({ object, text }) => `${object} ${text}`);
  const failed = listFailures(steps).map((text) => text.split(':')[0]);
  return [
    `${key}, without ${[...ids].join(', ')}: exit code ${end.exitCode}`,
    `  the task: ${own?.join(', ') || 'done'}`,
    `  other tasks: ${others?.join(', ') || 'done'}`,
    `  commands that failed: ${failed.join(', ') || 'none'}`,
    `  last scan: ${scanned.join(', ') || 'nothing'}`,
    `  worse: ${worse.join(', ') || 'nothing'}`,
  ].join('\n');
}

it('a task that is left out is noticed, of each kind', async () => {
  const rows: string[] = [];
  const whole = await walkWithout(undefined);
  for (const key of listForgettable(whole.steps)) {
    const one = await walkWithout(key);
    rows.push(describeForgotten(key, one));
    const scanned = one.blockers.filter((blocker) => !one.restored.includes(blocker));
    expect(listOpen(one).length + scanned.length, rows.at(-1)).toBeGreaterThan(0);
    expect(one.end.exitCode, rows.at(-1)).toBeGreaterThan(0);
  }
  console.error(rows.join('\n\n'));
  if (keep === undefined) return;
  await mkdir(keep, { recursive: true });
  await writeFile(path.join(keep, 'left-out.txt'), rows.join('\n\n'));
});
