import { Ajv } from 'ajv';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { optionNames, scanOptions } from '../../src/commands/options/options.ts';
import { optionsOfSchedule } from '../../scripts/chart.ts';
import { debianProgram, isLeftOut } from '../packaging/debian.ts';
import { requireBlock, readBlocks } from '../docs/documented-blocks.ts';
import { readDockerfile } from '../live/image.ts';
import { runCommand } from '../world/in-process.ts';

/**
 * docs/schedulers.md: each example is parsed by the tool that reads it, or checked against the rules of that tool. Live
 * tests use the tools of AWS.
 */

const page = 'docs/schedulers.md';
const ecs = 'EventBridge Scheduler with ECS';
const codeBuild = 'EventBridge Scheduler with CodeBuild';
const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

const names: readonly string[] = optionNames;

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-schedulers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the config file', () => {
  const config = parse(requireBlock(page, undefined)) as Record<string, unknown>;

  it('is one', () => {
    expect(scanOptions.safeParse(config).error).toBeUndefined();
  });

  it.each([
    ['cron', /eks-preflight (scan --config \S+)/],
    ['systemd timer', /eks-preflight (scan --config \S+)/],
    [ecs, /"command": (\[.*\])/],
    [codeBuild, /eks-preflight@\S+ (scan [^\\]*)/],
  ])('and its options are understood: %s', async (heading, line) => {
    const folder = temporary();
    const file = path.join(folder, 'config.yaml');
    writeFileSync(file, JSON.stringify(config));
    const [, text = ''] = line.exec(readBlocks(page, heading).join('\n')) ?? [];
    const [command, ...args] = text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(' ');
    expect(command).toBe('scan');
    const here = args.map((arg) => (arg.endsWith('.config.yaml') ? file : arg));
    const { code, stdout } = await runCommand(['config', ...here], { env: { HOME: folder }, cwd: folder });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^cluster\b.*\s+prod/m)]);
  });
});

it('the values of the chart are valid', () => {
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(read('charts/eks-preflight/values.schema.json')) as object,
  );
  validate(parse(requireBlock(page, 'Helm chart')));
  expect(validate.errors).toBeNull();
  validate({ ...(parse(read('charts/eks-preflight/values.yaml')) as object), cluster: 'prod' });
  expect(validate.errors).toBeNull();
});

it('the chart describes each of its values, and its templates read no other', () => {
  const values = parse(read('charts/eks-preflight/values.yaml')) as Record<string, unknown>;
  const { properties } = JSON.parse(read('charts/eks-preflight/values.schema.json')) as {
    properties: Record<string, { properties?: Record<string, unknown>; additionalProperties?: boolean }>;
  };
  const described = Object.keys(properties).filter((name) => name !== 'global');
  expect(described.toSorted()).toEqual(Object.keys(values).toSorted());
  for (const name of ['image', 'serviceAccount', 'plugins', 'rbac', 'networkPolicy'])
    expect(Object.keys(properties[name]?.properties ?? {})).toEqual(Object.keys(Object(values[name]) as object));
  const templates = new URL('../../charts/eks-preflight/templates/', import.meta.url);
  const texts = readdirSync(templates).map((file) => readFileSync(new URL(file, templates), 'utf8'));
  const used = new Set(texts.flatMap((text) => Array.from(text.matchAll(/\.Values\.(\w+)/g), ([, name = '']) => name)));
  const passed = [...optionsOfSchedule, 'region'];
  expect([...new Set([...used, ...passed])].toSorted()).toEqual(Object.keys(values).toSorted());
});

it('the chart has a value for each option of docs/schedule.md, and passes it by its name', () => {
  const values = parse(read('charts/eks-preflight/values.yaml')) as Record<string, unknown>;
  expect(optionsOfSchedule.filter((name) => !Object.hasOwn(values, name))).toEqual([]);
  const [, passed = ''] =
    /range \$key := list "region" (.*) -\}\}/.exec(read('charts/eks-preflight/templates/_config.tpl')) ?? [];
  expect(passed.split(' ').map((word) => word.replaceAll('"', ''))).toEqual(optionsOfSchedule);
  expect(optionsOfSchedule.filter((name) => !names.includes(name))).toEqual([]);
});

it('the line of cron has five fields and a user, and no % that cron would take for a line break', () => {
  const lines = requireBlock(page, 'cron')
    .split('\n')
    .filter((line) => !/^(?:#.*|[A-Z_]+=.*|)$/.test(line));
  expect(lines).toHaveLength(1);
  const [, fields = '', user, command = ''] = /^((?:\S+ ){5})(\S+) (.+)$/.exec(lines[0] ?? '') ?? [];
  expect(
    fields
      .trim()
      .split(' ')
      .map((field) => /^(?:\*|\d{1,2})$/.test(field)),
  ).toEqual(Array(5).fill(true));
  expect([user, command.includes('%')]).toEqual(['eks-preflight', false]);
  expect(spawnSync('/bin/sh', ['-n', '-c', command]).status).toBe(0);
});

it.skipIf(isLeftOut('systemd-analyze'))('the units of systemd are verified by systemd', async () => {
  const systemd = await debianProgram('systemd-analyze', 'systemd');
  const folder = temporary();
  const program = path.join(folder, 'eks-preflight');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const units = readBlocks(page, 'systemd timer').flatMap((block) => {
    const [, name] = /^# \/etc\/systemd\/system\/(\S+)$/m.exec(block) ?? [];
    return name === undefined ? [] : [{ name, block: block.replace('/usr/local/bin/eks-preflight', program) }];
  });
  expect(units.map(({ name }) => name)).toEqual(['eks-preflight.service', 'eks-preflight.timer']);
  const files = units.map(({ name, block }) => {
    writeFileSync(path.join(folder, name), block);
    return path.join(folder, name);
  });
  const env = { ...process.env, ...systemd.env };
  const { status, stderr } = spawnSync(systemd.file, ['verify', '--man=no', ...files], { env, encoding: 'utf8' });
  expect([status, stderr.split('\n').filter((line) => line.includes('eks-preflight'))]).toEqual([0, []]);
});

it('systemd and CodeBuild leave the time that a scan and its deliveries may take', () => {
  const { timeout } = parse(requireBlock(page, undefined)) as { timeout: string };
  const minutes = Number(/^(\d+)m$/.exec(timeout)?.[1]) + 10;
  const unit = /^TimeoutStartSec=(\d+)min$/m.exec(readBlocks(page, 'systemd timer').join('\n'));
  const { timeoutInMinutes } = JSON.parse(requireBlock(page, codeBuild)) as { timeoutInMinutes: number };
  expect(Number(unit?.[1])).toBeGreaterThanOrEqual(minutes);
  expect(timeoutInMinutes).toBeGreaterThanOrEqual(minutes);
});

interface TaskDefinition {
  containerDefinitions: [
    { image: string; user: string; readonlyRootFilesystem: boolean; environment: { name: string }[] },
  ];
}

it('the task of ECS runs the image as the chart does, with variables that the command knows', () => {
  const { containerDefinitions } = JSON.parse(requireBlock(page, ecs)) as TaskDefinition;
  const [{ image, user, readonlyRootFilesystem, environment }] = containerDefinitions;
  const { uid, gid } = readDockerfile().user;
  expect([image, user, readonlyRootFilesystem]).toEqual([
    `ghcr.io/eks-preflight/eks-preflight:${version}`,
    `${uid}:${gid}`,
    true,
  ]);
  const keys = environment.map(({ name }) => camelCase(name.replace('EKS_PREFLIGHT_', '')));
  expect(keys.filter((key) => !names.includes(key))).toEqual([]);
});

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

it('the build of CodeBuild is YAML with the command of this version', () => {
  const { source } = JSON.parse(requireBlock(page, codeBuild)) as { source: { buildspec: string } };
  const { phases } = parse(source.buildspec) as { phases: { build: { commands: string[] } } };
  expect(phases.build.commands.join()).toContain(`npx --yes eks-preflight@${version} scan `);
});
