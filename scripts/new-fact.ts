/**
 * Writes a fact, its collector and their test with placeholders: `npm run new-fact NAME -- --kube` (or `--aws`). The
 * code compiles and its test passes: it lists the names of a kind's objects, or returns the cluster's name.
 */
import { factNames } from '../src/facts/facts.ts';
import { healthyWorld } from '../test/world/healthy.ts';
import { servedKinds } from '../test/world/kube/kinds.ts';
import { kebab, refuse, write, type Insertion } from './skeleton.ts';

const [, , ...words] = process.argv;
const name = words.find((word) => !word.startsWith('-')) ?? '';
/** npm treats an option before the two dashes as its own. */
const isGiven = (option: string): boolean => words.includes(`--${option}`) || `npm_config_${option}` in process.env;
const side = ['aws', 'kube'].find(isGiven);

if (name === '' || side === undefined) refuse('usage: npm run new-fact NAME -- --kube (or --aws)');
if (!/^[a-z][A-Za-z0-9]*$/.test(name)) refuse(`invalid fact name '${name}': use camelCase, e.g. priorityClasses`);
if (factNames.some((fact) => fact === name)) refuse(`fact ${name} already exists; no files written`);

const file = kebab(name);
const schemaFile = `src/facts/${file}.ts`;
const insertions: Insertion[] = [
  { file: 'src/facts/facts.ts', before: 'import * as software', text: `import { ${name} } from './${file}.ts';` },
  { file: 'src/facts/facts.ts', before: '  kubectl: local.kubectl,', text: `  ${name},` },
  { file: 'test/silent-readings.ts', before: '  kubectl: {', text: `  ${name}: [],` },
];

const schema = (title: string, kind: string): string => `import * as z from 'zod/mini';
import { name } from './marks.ts';

/** ${title}: only the fields that checks read. */
export const ${name} = z.array(z.object({ name: name('${kind}') }));
`;

function ofKube(): void {
  const kind = servedKinds(healthyWorld()).find(({ resource }) => resource === name.toLowerCase());
  if (kind === undefined) {
    refuse(`test/world/kube/kinds.ts has no resource ${name.toLowerCase()}: add a row for it, then run this again`);
  }
  const { group, version, resource } = kind;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const permission = `${resource}${group === '' ? '' : `.${group}`}: list`;
  const collector = `import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { listAll } from './list.ts';

const named = z.object({ metadata: z.object({ name: z.string() }) });

export const ${name} = defineCollector('${name}', {
  permissions: [{ apiGroup: '${group}', resource: '${resource}', verb: 'list' }],
  async collect({ kube }) {
    return listAll(await kube(), {
      apiGroup: '${group}',
      versions: ['${version}'],
      resource: '${resource}',
      metadataOnly: true,
      project: (raw) => ({ name: named.parse(raw).metadata.name }),
    });
  },
});
`;
  const test = `import { expect, it } from 'vitest';
import { kubeFacts } from './kube-facts.ts';

const objects = ['one', 'two'].map((name) => ({ apiVersion: '${apiVersion}', kind: '${kind.kind}', metadata: { name } }));

it('${name} are read with their names', async () => {
  const { readings } = await kubeFacts(objects, ['${name}']);
  expect(readings.${name}).toEqual({ ok: true, value: [{ name: 'one' }, { name: 'two' }] });
});

it('${name} are missing without the permission, which the reading names', async () => {
  const { readings } = await kubeFacts(objects, ['${name}'], { deny: ['${permission}'] });
  expect(readings.${name}).toMatchObject({ ok: false, reason: { kind: 'denied', permission: '${permission}' } });
});
`;
  write({
    files: {
      [schemaFile]: schema(`${apiVersion} ${kind.kind} objects`, 'app'),
      [`src/collectors/kube/${file}.ts`]: collector,
      [`test/collectors/${file}.test.ts`]: test,
    },
    insertions: [
      ...insertions,
      {
        file: 'test/world/plain-objects.ts',
        before: '];',
        text: `  ['${apiVersion}', '${kind.kind}', ['one', 'two']],`,
      },
    ],
  });
}

function ofAws(): void {
  const collector = `import { defineCollector } from '../collect.ts';

/** Placeholder: returns the cluster's name. Call AWS here. */
export const ${name} = defineCollector('${name}', {
  permissions: [{ iam: 'eks:DescribeCluster' }],
  from: ['cluster'],
  async collect(_sources, facts) {
    const cluster = await facts.read('cluster');
    return { value: [{ name: cluster.name }] };
  },
});
`;
  const test = `import { expect, it } from 'vitest';
import { awsReading } from './aws-facts.ts';

it('${name} are read with their names', async () => {
  expect(await awsReading('${name}')).toEqual({ ok: true, value: [{ name: 'prod' }] });
});

it('${name} are missing without the permission, which the reading names', async () => {
  const permission = 'eks:DescribeCluster';
  expect(await awsReading('${name}', {}, { deny: [permission] })).toMatchObject({
    ok: false,
    reason: { kind: 'denied', permission },
  });
});
`;
  write({
    files: {
      [schemaFile]: schema('Placeholders', 'word'),
      [`src/collectors/aws/${file}.ts`]: collector,
      [`test/collectors/${file}.test.ts`]: test,
    },
    insertions,
  });
}

if (side === 'kube') ofKube();
else ofAws();

const world =
  side === 'kube'
    ? `test/world/plain-objects.ts has two objects for the healthy world. If the check reads more than names, replace them
    with manifests (test/world/manifests.ts) in test/world/healthy.ts: at least two that survive the projection.`
    : `Call AWS in the collector (src/collectors/aws/subnets.ts reads a list). Export the command in src/sources/aws/sdk/
    and answer it in test/world/aws/, with at least two items in test/world/healthy.ts. Give a new IAM action its
    resource type in src/permissions/iam-policy.ts.`;
process.stdout.write(`
Next:
 1. Add the fields that a check reads to ${schemaFile}; mark each string (src/facts/marks.ts).
 2. ${world}
 3. Run npx vitest run test/collectors/${file}.test.ts test/redact-law.test.ts
 4. Write a check that reads it: npm run new-check AREA/NAME. A fact that no check needs is not collected.
`);
