import { transform as minify } from 'esbuild';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type CodeSplittingGroup, type OutputChunk, type Plugin } from 'rolldown';
import { pageAssets } from './page-assets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The entry points of the package, and those of the plug-in worker. */
const pluginEntries = {
  index: 'src/api/index.ts',
  testing: 'src/custom-checks/testing/index.ts',
  'plugin-worker': 'src/custom-checks/plugins/worker/worker.ts',
  'plugin-resolve': 'src/custom-checks/plugins/worker/resolve.ts',
};

const builtinPrefix = '\0builtin:';

/**
 * Beginnings of the IDs of modules that share a file with all that they import statically; what several groups import is
 * in the first. All modules of a file are evaluated when it is loaded. Without groups, there is a file for each set of
 * entry points that share a module, and Node needs up to a millisecond to find, read and link each.
 */
const groups = {
  /** What is loaded before the command handles signals. */
  signals: ['src/judge/exit-codes.ts', `${builtinPrefix}node:process`],
  /** What also the API and the plug-in worker load. */
  begin: ['src/process-io.ts', pluginEntries.index, 'src/facts/reason.ts', 'src/syntax/json.ts', builtinPrefix],
  /** What a scan needs for its first request, and the worker of rule files needs, too. */
  texts: [
    'node_modules/zod/',
    'src/judge/verdict-values.ts',
    ...['english', 'markdown', 'near', 'one-line', 'own-value', 'quoted', 'set-fields', 'versions'].map(
      (name) => `src/syntax/${name}.ts`,
    ),
  ],
  /** What a scan needs for its first request. */
  start: ['src/main.ts', 'src/commands/scan.ts', 'src/sources/aws/sdk/eks.ts', 'src/sources/aws/sdk/http.ts'],
  /** The facts, for rule files, whose worker needs no checks. */
  'fact-schemas': ['src/facts/facts.ts', 'src/sources/plain-yaml.ts', 'src/judge/finding.ts'],
  /** What a scan loads while it waits for the answer. */
  catalog: [
    'src/registry.ts',
    'src/collectors/collect.ts',
    'src/commands/select-checks.ts',
    'src/commands/scan/judge.ts',
    'src/commands/deliver-report.ts',
    'src/formats/text/text.ts',
    'node_modules/cli-table3/index.js',
  ],
  clients: [
    'src/sources/kube/source.ts',
    'src/sources/aws/sdk/auto-scaling.ts',
    'src/sources/aws/sdk/cloudwatch.ts',
    'src/sources/aws/sdk/ec2.ts',
    'src/sources/aws/sdk/iam.ts',
    'src/sources/aws/sdk/service-quotas.ts',
    'src/sources/aws/sdk/sts.ts',
  ],
};

/** Marks client-node as free of side effects, which drops its 1.6 MB of models: only KubeConfig is used. */
const withoutModels = [{ test: /[\\/]@kubernetes[\\/]client-node[\\/]/, sideEffects: false }];

/**
 * The AWS clients' schemas have keys of the form `[_xN]: value`, which count as a side effect: one operation would pull
 * in all of EC2's schemas. With the constant's text as the key, unused schemas are dropped.
 */
const awsSchemasThatDropOut: Plugin = {
  name: 'aws-schemas-that-drop-out',
  transform: {
    filter: { id: /[\\/]@aws-sdk[\\/][^\\/]+[\\/]dist-es[\\/].*schemas_\d+\.js$/ },
    handler(text) {
      const constants = new Map(
        Array.from(text.matchAll(/^const (\w+) = ("[^"\\]*");$/gm), ([, name, value]) => [name, value]),
      );
      return text.replaceAll(/([{,]\s*)\[(\w+)\](?=: )/g, (key, before: string, name: string) => {
        const value = constants.get(name);
        return value === undefined ? key : `${before}${value}`;
      });
    },
  },
};

/**
 * Node's own modules are not imported: an `import` of one reads all that it exports, which creates stdin for `process`,
 * and since Node 22 loads another HTTP client for `http`.
 */
const builtinsWithoutImport: Plugin = {
  name: 'builtins-without-import',
  resolveId: {
    order: 'pre',
    handler: (id) => (isBuiltin(id) && id !== 'node:module' ? `${builtinPrefix}${id}` : null),
  },
  load: {
    filter: { id: new RegExp(`^${builtinPrefix}`) },
    handler(id) {
      const name = id.slice(builtinPrefix.length);
      const value = /^(?:node:)?process$/.test(name) ? 'process' : `process.getBuiltinModule(${JSON.stringify(name)})`;
      return { code: `module.exports = ${value};`, moduleType: 'js' };
    },
  },
};

/** One character beyond Latin-1 would double the size of a file in memory, so all are escaped. */
const minifiedInAscii: Plugin = {
  name: 'minified-in-ascii',
  renderChunk: async (code) =>
    (await minify(code, { minify: true, charset: 'ascii', format: 'esm', target: 'node20', legalComments: 'none' }))
      .code,
};

/** Where the bundle is made, and what is built into it. */
interface Bundling {
  /** A file, relative to the project; undefined: the command, with the other entry points of the package. */
  entry?: string | undefined;
  folder: string;
  version: string;
}

/**
 * Writes a bundle with lazy chunks.
 * @returns its files, with names relative to the folder
 */
export async function bundle({ entry, folder, version }: Bundling): Promise<OutputChunk[]> {
  const made = await rolldown({
    cwd: root,
    input: entry === undefined ? { cli: 'src/cli.ts', ...pluginEntries } : { cli: entry },
    platform: 'node',
    external: ['bufferutil', 'utf-8-validate', 'supports-color'],
    resolve: { alias: { undici: path.join(root, 'scripts/undici-stub.mjs') }, mainFields: ['module', 'main'] },
    transform: {
      target: 'node20',
      define: {
        __EKS_PREFLIGHT_VERSION__: JSON.stringify(version),
        __EKS_PREFLIGHT_TABLES_ARE_PARSED__: 'true',
        ...pageAssets(),
      },
    },
    treeshake: { moduleSideEffects: withoutModels },
    plugins: [builtinsWithoutImport, awsSchemasThatDropOut, minifiedInAscii],
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await made.write({
    dir: folder,
    format: 'esm',
    comments: { legal: false },
    minify: false,
    minifyInternalExports: true,
    hashCharacters: 'base36',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups: entry === undefined ? codeSplittingGroups() : [] },
  });
  await made.close();
  const chunks = output.filter((one) => one.type === 'chunk');
  refuseCycles(chunks);
  if (entry === undefined) refuseMissing(chunks);
  return chunks;
}

/** By the name of each group, the beginnings of the IDs of its modules. */
const beginnings = new Map(
  Object.entries(groups).map(([name, modules]) => [
    name,
    modules.map((module) => (module.startsWith('\0') ? module : path.join(root, module))),
  ]),
);

function codeSplittingGroups(): CodeSplittingGroup[] {
  return Array.from(beginnings, ([name, starts], index) => ({
    name,
    priority: beginnings.size - index,
    test: (id) => starts.some((start) => id.startsWith(start)),
  }));
}

/**
 * Refuses a group that names a module which does not exist, or not any more.
 * @throws Error that names it
 */
function refuseMissing(chunks: readonly OutputChunk[]): void {
  const ids = chunks.flatMap(({ moduleIds }) => moduleIds);
  const missing = [...beginnings.values()].flat().filter((start) => !ids.some((id) => id.startsWith(start)));
  if (missing.length > 0) throw new Error(`no such module in the bundle: ${missing.join(', ')}`);
}

/**
 * Refuses files that import each other: a module could be evaluated before one that it imports.
 * @throws Error if two do
 */
function refuseCycles(chunks: readonly OutputChunk[]): void {
  const imports = new Map(chunks.map(({ fileName, imports: own }) => [fileName, own]));
  for (const { fileName } of chunks) {
    const reached = new Set(imports.get(fileName));
    for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next);
    if (reached.has(fileName)) throw new Error(`${fileName} imports itself, through ${[...reached].join(', ')}`);
  }
}
