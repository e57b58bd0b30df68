import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingWrongWorld, plantedSecret } from '../world/scenarios/everything-wrong.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

type Json = Record<string, unknown>;

const sessionToken = 'FwoGZXIvYXdzEBYaDPlantedSessionToken4711';
const serviceAccountToken = 'eyJhbGciOiJSUzI1NiJ9.planted-secret-4711.c2ln';

/** A world with a secret in each place where real clusters and accounts contain secrets. */
function worldWithSecrets(): World {
  const world = everythingWrongWorld();
  const hold = (object: Json): Json => {
    const { metadata, spec } = object as { metadata: Json; spec?: Json };
    const annotations = { ...(metadata['annotations'] as Json | undefined), 'example.com/token': plantedSecret };
    return {
      ...object,
      metadata: { ...metadata, annotations },
      ...(spec === undefined ? {} : { spec: withEnvironment(spec) }),
    };
  };
  const secrets = ['Opaque', 'kubernetes.io/service-account-token', 'helm.sh/release.v1'].map((type, index) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    type,
    metadata: { namespace: 'shop', name: `secret-${index}` },
    data: { password: Buffer.from(plantedSecret).toString('base64'), token: serviceAccountToken },
  }));
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'settings' } };
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: Object.fromEntries(Object.entries(world.aws.clusters).map(([name, one]) => [name, tagged(one)])),
      nodegroups: Object.fromEntries(Object.entries(world.aws.nodegroups).map(([name, one]) => [name, tagged(one)])),
      addons: Object.fromEntries(
        Object.entries(world.aws.addons).map(([name, one]) => [
          name,
          { ...tagged(one), configurationValues: `{"env":{"KEY":"${plantedSecret}"}}` },
        ]),
      ),
      autoScalingGroups: world.aws.autoScalingGroups.map((group) => ({
        ...group,
        Tags: [...((group['Tags'] as Json[] | undefined) ?? []), { Key: 'token', Value: plantedSecret }],
      })),
    },
    kube: {
      ...world.kube,
      objects: [
        ...world.kube.objects.map(hold),
        ...secrets,
        { ...configMap, data: { 'application.properties': plantedSecret } },
      ],
    },
  };
}

function tagged(resource: Json): Json {
  return { ...resource, tags: { token: plantedSecret }, userData: Buffer.from(plantedSecret).toString('base64') };
}

/** Plants a secret in the environment, the arguments and the command of every container of a pod or a pod template. */
function withEnvironment(spec: Json): Json {
  const { containers, template } = spec as { containers?: Json[]; template?: { spec?: Json } };
  if (template?.spec !== undefined) return { ...spec, template: { ...template, spec: withEnvironment(template.spec) } };
  if (containers === undefined) return spec;
  const secret = {
    env: [{ name: 'DB_PASSWORD', value: plantedSecret }],
    args: [`--password=${plantedSecret}`],
    command: ['run', plantedSecret],
  };
  return { ...spec, containers: containers.map((container) => ({ ...container, ...secret })) };
}

/** The planted secret in plain text and in its usual encodings. */
const forms = [plantedSecret, Buffer.from(plantedSecret).toString('base64'), encodeURIComponent(plantedSecret)];

describe('secrets that stand in a cluster and an account', () => {
  let running: RunningWorld;
  const writtenTexts = new Map<string, string>();

  beforeAll(async () => {
    running = await startWorld(worldWithSecrets());
    const { folder } = running;
    const env = { ...running.env, AWS_SESSION_TOKEN: sessionToken };
    const file = (name: string): string => path.join(folder, name);
    const args = [
      'scan',
      '--cluster',
      'prod',
      '--target',
      '1.26',
      '--verbose',
      '--show',
      'all',
      '--save-inventory',
      file('inventory.json'),
    ];
    const outputs = ['--output', `json=${file('report.json')}`, '--output', `text=${file('report.txt')}`];
    const { code, stdout, stderr } = await runCommand([...args, ...outputs], { env, cwd: folder });
    expect(code).toBe(1);
    writtenTexts.set('stdout', stdout).set('verbose log', stderr);
    for (const name of ['inventory.json', 'report.json', 'report.txt'])
      writtenTexts.set(name, await readFile(file(name), 'utf8'));
  });
  afterAll(() => running?.close());

  it('were within reach', () => {
    expect(writtenTexts.get('report.json')).toContain('"orders-db"');
    expect(writtenTexts.get('verbose log')?.split('\n').length).toBeGreaterThan(20);
    expect([...writtenTexts.values()].every((text) => text.length > 1_000)).toBe(true);
  });

  it.each(['stdout', 'verbose log', 'inventory.json', 'report.json', 'report.txt'])('are not in the %s', (place) => {
    const text = writtenTexts.get(place) ?? '';
    const keys = [
      running.env['AWS_SECRET_ACCESS_KEY'] ?? '',
      sessionToken,
      serviceAccountToken,
      'k8s-aws-v1.',
      'X-Amz-Signature',
    ];
    expect([...forms, ...keys].filter((secret) => text.includes(secret))).toEqual([]);
  });
});
