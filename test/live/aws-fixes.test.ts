import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { takenApart } from '../e2e/forbidden-commands.ts';
import { changes, findLine } from '../laws/command-table/table.ts';
import { writes } from '../world/aws/writes/writes.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import { loadAwsCli, type LoadedAwsCli } from './aws-cli.ts';
import { pasteCommands } from './pasted-commands.ts';
import { fixCases, type FixCase } from './aws-fix-cases.ts';

/**
 * Runs printed commands with the real AWS CLI against the loopback account, which resets what AWS resets, and scans again:
 * the finding disappears, no check fails that did not, and what was customized is as it was.
 */

let folder: string;
let aws: LoadedAwsCli;
/** The lines of the table of commands that were run. */
const ran = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-fixes-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    AWS_DEFAULT_REGION: 'eu-west-1',
    AWS_MAX_ATTEMPTS: '1',
  };
  aws = await loadAwsCli(env, folder);
}, 1_800_000);

afterAll(async () => {
  await aws?.close();
  await rm(folder, { recursive: true, force: true });
});

async function scan({ env }: RunningWorld, target: string | undefined): Promise<Report> {
  const to = target === undefined ? [] : ['--target', target];
  const { stdout, stderr } = await runCommand(['scan', '--cluster', 'prod', '--format', 'json', ...to], { env });
  expect(stdout, stderr).not.toBe('');
  return reportSchema.parse(JSON.parse(stdout));
}

type Found = Report['results'][number]['findings'][number] & { check: string };

function listFindings({ results }: Report): Found[] {
  return results.flatMap(({ id, findings }) => findings.map((finding) => ({ ...finding, check: id })));
}

const formatFinding = ({ check, rule, level, resource }: Found): string =>
  [check, level, rule ?? '', resource.kind, resource.name].join(' ');

/** The commands that are run, with what the reader writes for the placeholders. */
function chooseCommands(
  commands: readonly string[],
  { only, placeholders = {} }: Pick<FixCase, 'only' | 'placeholders'>,
): string[] {
  const chosen = [...new Set(commands)].filter((text) => only?.test(text) !== false);
  for (const taken of chosen.flatMap(takenApart)) {
    const line = taken.program === 'aws' ? findLine(taken) : undefined;
    if (line !== undefined) ran.add(line);
  }
  return chosen.map((text) =>
    Object.entries(placeholders).reduce((done, [name, value]) => done.replaceAll(name, value), text),
  );
}

async function runAll(commands: readonly string[], { env }: RunningWorld): Promise<void> {
  const { said, code } = await pasteCommands(commands, aws, { url: env['AWS_ENDPOINT_URL'] ?? '', cwd: folder });
  expect(said, commands.join('\n')).not.toMatch(/error occurred|usage:|Waiter .* failed|Unable to/i);
  expect(code, `${commands.join('\n')}\n${said}`).toBe(0);
}

describe('the printed commands of a fix', () => {
  it.each(fixCases.map((one) => [one.it, one] as const))('remove the finding: %s', async (_it, one) => {
    const world = { ...one.world, aws: { ...one.world.aws }, kube: { ...one.world.kube } };
    const running = await startWorld(world, { writes });
    try {
      const before = listFindings(await scan(running, one.target));
      const customized = structuredClone(one.kept(world.aws));
      const isMeant = ({ check, rule, commands }: Found) =>
        check === one.check && (one.rule === undefined || rule === one.rule) && commands.length > 0;
      const meant = before.filter(isMeant);
      expect(meant.map(formatFinding), before.map(formatFinding).join('\n')).not.toEqual([]);
      const commands = chooseCommands(
        meant.flatMap((finding) => finding.commands),
        one,
      );
      expect(commands).not.toEqual([]);
      await runAll(commands, running);
      const after = listFindings(await scan(running, one.target));
      expect(after.filter(isMeant).map(formatFinding), commands.join('\n')).toEqual([]);
      const known = new Set(before.map(formatFinding));
      expect(after.map(formatFinding).filter((name) => !known.has(name))).toEqual(one.brings ?? []);
      expect(one.kept(world.aws)).toEqual(customized);
    } finally {
      await running.close();
    }
  });

  it('update the control plane, and nothing else', async () => {
    const world = healthyWorld();
    const running = await startWorld(world, { writes });
    try {
      const { plan } = await scan(running, '1.34');
      const task = plan?.tasks.find(({ kind }) => kind === 'control-plane');
      const before = structuredClone(world.aws);
      const commands = chooseCommands(task?.how.commands ?? [], {});
      expect(commands).not.toEqual([]);
      await runAll(commands, running);
      const version = (await scan(running, 'current')).cluster?.version;
      expect(version).toBe('1.34');
      const { prod } = before.clusters;
      const updates = {
        ...before.updates,
        'update-new': expect.objectContaining({ type: 'VersionUpdate' }) as unknown,
      };
      expect(world.aws).toEqual({ ...before, updates, clusters: { prod: { ...prod, version } } });
    } finally {
      await running.close();
    }
  });

  it('are those that the table of commands says are run', () => {
    const claimed = changes.flatMap(({ command, run }) => ('by' in run && run.by === 'the AWS CLI' ? [command] : []));
    const changing = [...ran].filter((line) => changes.some(({ command }) => command === line));
    console.error(`live tests: ${changing.length} of ${changes.length} kinds of commands run with the AWS CLI`);
    expect(changing.toSorted()).toEqual(claimed.toSorted());
  });
});
