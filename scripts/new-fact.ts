/**
 * Writes a fact, its collector and their test with placeholders: `npm run new-fact NAME -- --kube` (or `--aws`). The
 * code compiles and its test passes: it lists the names of a kind's objects, or returns the cluster's name.
 */
import { healthyWorld } from '../test/world/healthy.ts';
import { servedKinds, type Kind } from '../test/world/kube/kinds.ts';
import { factOfWords } from './generator-words.ts';
import { kebab, refuse, write, type Insertion } from './skeleton.ts';

const request = factOfWords(process.argv.slice(2), process.env);
if ('refused' in request) refuse(request.refused);
const { name, side } = request;

const file = kebab(name);
const schemaFile = `src/facts/${file}.ts`;
const insertions: Insertion[] = [
  { file: 'src/facts/facts.ts', before: 'import * as software', text: `import { ${name} } from './${file}.ts';` },
  { file: 'src/facts/facts.ts', before: '  kubectl: local.kubectl,', text: `  ${name},` },
];

const schema = (title: string, fields: string): string => `import * as z from 'zod/mini';
import { name } from './marks.ts';

/** ${title}: only the fields that checks read. */
export const ${name} = z.array(z.object({ ${fields} }));
`;

function servedKind(): Kind {
  const kind = servedKinds(healthyWorld()).find(({ resource }) => resource === name.toLowerCase());
  if (kind === undefined) {
    refuse(`test/world/kube/kinds.ts has no resource ${name.toLowerCase()}: add a row for it, then run this again`);
  }
  return kind;
}

function kubeCollector({ group, version, resource, namespaced }: Kind): string {
  const metadata = namespaced ? 'namespace: z.string(), name: z.string()' : 'name: z.string()';
  const project = namespaced
    ? `(raw) => {
        const { namespace, name } = named.parse(raw).metadata;
        return { namespace, name };
      }`
    : '(raw) => ({ name: named.parse(raw).metadata.name })';
  return `import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { listAll } from './list.ts';

const named = z.object({ metadata: z.object({ ${metadata} }) });

export const ${name} = defineCollector('${name}', {
  permissions: [{ apiGroup: '${group}', resource: '${resource}', verb: 'list' }],
  async collect({ kube }) {
    return listAll(await kube(), {
      apiGroup: '${group}',
      versions: ['${version}'],
      resource: '${resource}',
      metadataOnly: true,
      project: ${project},
    });
  },
});
`;
}

const formatApiVersion = ({ group, version }: Kind): string => (group === '' ? version : `${group}/${version}`);

function kubeTest(kind: Kind): string {
  const { group, resource, namespaced } = kind;
  const permission = `${resource}${group === '' ? '' : `.${group}`}: list`;
  const namespace = namespaced ? "namespace: 'shop', " : '';
  return `import { expect, it } from 'vitest';
import { kubeFacts } from './kube-facts.ts';

const names = ['one', 'two'].map((name) => ({ ${namespace}name }));
const objects = names.map((metadata) => ({ apiVersion: '${formatApiVersion(kind)}', kind: '${kind.kind}', metadata }));

it('${name} are read with their names', async () => {
  const { readings } = await kubeFacts(objects, ['${name}']);
  expect(readings.${name}).toEqual({ ok: true, value: names });
});

it('${name} are missing without the permission, which the reading names', async () => {
  const { readings } = await kubeFacts(objects, ['${name}'], { deny: ['${permission}'] });
  expect(readings.${name}).toMatchObject({ ok: false, reason: { kind: 'denied', permission: '${permission}' } });
});
`;
}

function writeKubeFact(): void {
  const kind = servedKind();
  const apiVersion = formatApiVersion(kind);
  const fields = kind.namespaced ? "namespace: name('ns'), name: name('app')" : "name: name('app')";
  const objects = ['one', 'two'].map((one) => (kind.namespaced ? `'shop/${one}'` : `'${one}'`));
  write({
    files: {
      [schemaFile]: schema(`${apiVersion} ${kind.kind} objects`, fields),
      [`src/collectors/kube/${file}.ts`]: kubeCollector(kind),
      [`test/collectors/${file}.test.ts`]: kubeTest(kind),
    },
    insertions: [
      ...insertions,
      {
        file: 'test/world/plain-objects.ts',
        before: '];',
        text: `  ['${apiVersion}', '${kind.kind}', [${objects.join(', ')}]],`,
      },
    ],
  });
}

function writeAwsFact(): void {
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
      [schemaFile]: schema('Placeholders', "name: name('word')"),
      [`src/collectors/aws/${file}.ts`]: collector,
      [`test/collectors/${file}.test.ts`]: test,
    },
    insertions,
  });
}

if (side === 'kube') writeKubeFact();
else writeAwsFact();

const world =
  side === 'kube'
    ? `test/world/plain-objects.ts has two objects for the healthy world. If a check reads more than metadata (spec,
    status), remove metadataOnly from the collector, delete the row in test/world/plain-objects.ts, write a manifest in
    test/world/manifests.ts and use it in test/world/healthy.ts: at least two objects that survive the projection.`
    : `Call AWS in the collector (src/collectors/aws/subnets.ts reads a list). Export the command in src/sources/aws/sdk/.
    Add the data of its answer to World['aws'] in test/world/world.ts, with at least two items in
    test/world/healthy.ts, and the operation to test/world/aws/. Give a new IAM action its resource type in
    src/commands/permissions/iam-policy.ts.`;
process.stdout.write(`
Next:
 1. Add the fields that a check reads to ${schemaFile}; mark each string (src/facts/marks.ts).
 2. ${world}
 3. Run npx vitest run test/collectors/${file}.test.ts test/laws/redact-law.test.ts
 4. Write a check that reads it: npm run new-check AREA/NAME. A fact that no check needs is not collected.
`);
