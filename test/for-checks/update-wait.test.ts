import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { updateNodegroup } from '../../src/for-checks/node-replacement.ts';
import { untilSuccessful } from '../../src/for-checks/update-wait.ts';
import { chained, sh } from '../../src/syntax/shell.ts';
import { aCluster } from '../../src/custom-checks/testing/samples.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-waits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that answers with one line per call, its own name's file keeping the rest; `!` is a failure. */
function write(name: string, text: string): void {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n${text}\n`);
  chmodSync(file, 0o755);
}

const states = path.join(folder, 'states');
write('sleep', '');
write('kubectl', '');
write(
  'aws',
  `case "$*" in
  *update.id*) [ "$(cat ${states})" = refused ] && { echo AccessDenied >&2; exit 254; }; echo u-1; exit ;;
  *errors*) [ "$(cat ${states})" = ! ] && exit 255; cat ${states}; exit ;;
esac
next=$(head -n 1 ${states})
[ "$next" = ! ] && { echo ExpiredToken >&2; exit 255; }
[ "$next" = InProgress ] && { tail -n +2 ${states} > ${states}.rest; mv ${states}.rest ${states}; }
echo "$next"`,
);

/** The exit code and the calls, without the options that all calls have. */
function run(
  shell: string,
  text: string,
  answers: readonly string[],
): { code: number | null; calls: string[]; printed: string } {
  writeFileSync(states, answers.join('\n'));
  writeFileSync(path.join(folder, 'calls'), '');
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const { status, stdout } = spawnSync(shell, ['-c', text], { env, encoding: 'utf8' });
  const calls = readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');
  return { code: status, calls: calls.map((call) => call.replace(/ --region.*--query/, '')), printed: stdout };
}

const cluster = { region: 'eu-west-1', name: 'prod' };
const start = sh`aws eks update-cluster-version --region eu-west-1 --name prod --kubernetes-version 1.34`;
const { text = '' } = chained(untilSuccessful(cluster, start), sh`kubectl next`);
const begun = 'aws eks update-cluster-version update.id --output text';
const looked = 'aws eks describe-update update.status --output text';
const shown = 'aws eks describe-update update.[status,errors]';

describe.each(['sh', 'bash', 'dash', 'zsh'])('read by %s, the wait for an update', (shell) => {
  const isThere = spawnSync(shell, ['-c', 'exit 0']).status === 0;

  it.runIf(isThere).each([
    ['a successful update', ['Successful'], 0, [begun, looked, shown, 'kubectl next']],
    [
      'one that takes longer',
      ['InProgress', 'InProgress', 'Successful'],
      0,
      [begun, looked, 'sleep 30', looked, 'sleep 30', looked, shown, 'kubectl next'],
    ],
    ['a failed update', ['Failed'], 1, [begun, looked, shown]],
    ['one that fails later', ['InProgress', 'Failed'], 1, [begun, looked, 'sleep 30', looked, shown]],
    ['a cancelled update', ['Cancelled'], 1, [begun, looked, shown]],
    ['a status that is not known', ['Paused'], 1, [begun, looked, shown]],
    ['credentials that expire', ['InProgress', '!'], 255, [begun, looked, 'sleep 30', looked, shown]],
    ['an update that EKS refuses', ['refused'], 254, [begun]],
  ])('after %s, ends as it did', (_what, answers, code, calls) => {
    expect(run(shell, text, answers)).toMatchObject({ code, calls });
  });

  it.runIf(isThere)('prints the ID before it waits', () => {
    expect(run(shell, text, ['InProgress', '!']).printed).toBe('update ID: u-1\n');
  });
});

describe('the update of a node group', () => {
  const printed = updateNodegroup(aCluster, 'blue', sh`--kubernetes-version 1.34`).commands;

  it('shows the versions of its nodes only after success', () => {
    const [all = ''] = printed;
    expect(printed).toHaveLength(1);
    const nodes = 'kubectl get nodes --selector eks.amazonaws.com/nodegroup=blue';
    expect(run('sh', all, ['Successful']).calls.at(-1)).toBe(nodes);
    expect(run('sh', all, ['Failed'])).toMatchObject({ code: 1, calls: expect.not.arrayContaining([nodes]) });
  });
});
