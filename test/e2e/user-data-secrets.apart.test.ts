import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aLaunchTemplateVersion, aManagedGroup, toUserData } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { aNodeClassObject, aNodePoolObject } from '../world/karpenter-pools.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import { karpenter16World } from '../world/scenarios/karpenter-1-6.ts';
import { numbered, userDataWithSecrets } from '../world/user-data.ts';
import type { World } from '../world/world.ts';

const families = Object.entries(userDataWithSecrets);

/** A node group, a self-managed group and a node class for the user data of each AMI family. */
function worldWithSecrets(): World {
  const world = karpenter16World();
  const id = (index: number) => `lt-0000000${index}`;
  const template = (index: number) => ({ id: id(index), version: '1' });
  return {
    ...world,
    aws: {
      ...world.aws,
      nodegroups: Object.fromEntries(
        families.map(([name], index) => [name, aManagedGroup(name, { launchTemplate: template(index) })]),
      ),
      autoScalingGroups: families.map(([name], index) => ({
        AutoScalingGroupName: `own-${name}`,
        MaxSize: 3,
        Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned' }],
        LaunchTemplate: { LaunchTemplateId: id(index), Version: '$Latest' },
      })),
      launchTemplateVersions: families
        .map(([, text], index) => aLaunchTemplateVersion(id(index), 1, { UserData: toUserData(text) }))
        .map((version) => ({ ...version, DefaultVersion: true })),
    },
    kube: {
      ...world.kube,
      objects: [
        ...world.kube.objects,
        ...families.flatMap(([family, userData]) => {
          const name = family.toLowerCase();
          return [aNodePoolObject(name, {}, name), aNodeClassObject(name, { userData })];
        }),
      ],
    },
  };
}

let running: RunningWorld;
const written = new Map<string, string>();

beforeAll(async () => {
  running = await startWorld(worldWithSecrets());
  const { folder, env } = running;
  for (const options of [[], ['--redact']]) {
    const name = options[0] ?? '--plain';
    const file = path.join(folder, `inventory${name}.json`);
    const args = [
      'scan',
      '--cluster',
      'prod',
      '--target',
      '1.34',
      '--verbose',
      '--show',
      'all',
      '--save-inventory',
      file,
    ];
    const outputs = ['json', 'text', 'html', 'markdown'].flatMap((format) => [
      '--output',
      `${format}=${path.join(folder, `report${name}.${format}`)}`,
    ]);
    const { code, stdout, stderr } = await runCommand([...args, ...options, ...outputs], { env, cwd: folder });
    expect(code).toBe(1);
    written
      .set(`stdout ${name}`, stdout)
      .set(`log ${name}`, stderr)
      .set(`inventory ${name}`, await readFile(file, 'utf8'));
    for (const format of ['json', 'text', 'html', 'markdown']) {
      written.set(`report ${name} ${format}`, await readFile(path.join(folder, `report${name}.${format}`), 'utf8'));
    }
  }
});
afterAll(() => running?.close());

it('user data was read: its flags, its cgroup version and failCgroupV1 are in the inventory', () => {
  const inventory = written.get('inventory --plain') ?? '';
  for (const flag of ['keep-terminated-pod-volumes', 'cloud-config', 'pod-infra-container-image']) {
    expect(inventory).toContain(`"${flag}"`);
  }
  expect(inventory).toContain('"cgroupV1": true');
  expect(inventory).toContain('"failCgroupV1": false');
  expect(inventory.match(/"unread": true/g)?.length).toBe(9);
});

it('no secret of user data is in an inventory, a report or a log, plain or redacted', () => {
  const planted = new Set(families.flatMap(([, text]) => text.match(/pl4nted-[a-z0-9-]+-4711/g) ?? []));
  expect(planted.size).toBeGreaterThan(50);
  expect(planted).toContain(numbered('toml-label'));
  const forms = ['pl4nted', Buffer.from('pl4nted').toString('base64').slice(0, 9)];
  for (const [place, text] of written) {
    expect(text.length, place).toBeGreaterThan(100);
    expect(
      forms.filter((form) => text.includes(form)),
      place,
    ).toEqual([]);
  }
});
