/**
 * Builds the command: `npx tsx scripts/build.ts`. One ESM bundle with lazy chunks and no run-time dependencies in
 * dist/, its tables in dist/rules/, its THIRD_PARTY_NOTICES.txt and dist/sbom.cdx.json. All are built elsewhere and
 * renamed, never half-written. `--entry FILE` builds FILE instead of src/cli.ts, `--out .cache/FOLDER` writes there.
 */
import { build, type Metafile, type Plugin } from 'esbuild';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseTable, tableNames } from '../src/tables/tables.ts';
import { mergeChunks } from './merge-chunks.ts';
import { packagesInside, thirdPartyNotices } from './notices.ts';
import { pageAssets } from './page-assets.ts';
import { sbom, type Lock, type Manifest } from './sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Some bundled packages are CommonJS and call `require` for Node's modules; no minifier picks this long name. */
const banner =
  "import{createRequire as eksPreflightCreateRequire}from'node:module';const require=eksPreflightCreateRequire(import.meta.url);";

/** Marks client-node as free of side effects, so that esbuild drops its 1.6 MB of models: only KubeConfig is used. */
const clientNodeWithoutModels: Plugin = {
  name: 'client-node-without-models',
  setup(esbuild) {
    const inside = /[\\/]@kubernetes[\\/]client-node[\\/]/;
    esbuild.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path: wanted, importer }) =>
      inside.test(importer) ? { path: path.resolve(path.dirname(importer), wanted), sideEffects: false } : undefined,
    );
    esbuild.onResolve({ filter: /^@kubernetes\/client-node$/ }, async ({ path: wanted, pluginData, ...from }) => {
      if (pluginData === clientNodeWithoutModels) return undefined;
      const resolved = await esbuild.resolve(wanted, { ...from, pluginData: clientNodeWithoutModels });
      return { ...resolved, sideEffects: false };
    });
  },
};

/**
 * The AWS clients' schemas have keys of the form `[_xN]: value`, which esbuild must treat as a side effect: one
 * operation would pull in all of EC2's schemas. With the constant's text as the key, esbuild drops unused schemas.
 */
const awsSchemasThatDropOut: Plugin = {
  name: 'aws-schemas-that-drop-out',
  setup(esbuild) {
    const schemas = /[\\/]@aws-sdk[\\/][^\\/]+[\\/]dist-es[\\/].*schemas_\d+\.js$/;
    esbuild.onLoad({ filter: schemas }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const constants = new Map(
        Array.from(text.matchAll(/^const (\w+) = ("[^"\\]*");$/gm), ([, name, value]) => [name, value]),
      );
      const contents = text.replaceAll(/([{,]\s*)\[(\w+)\](?=: )/g, (key, before: string, name: string) => {
        const value = constants.get(name);
        return value === undefined ? key : `${before}${value}`;
      });
      return { contents };
    });
  },
};

const cli = path.join(root, 'src/cli.ts');

/** The entry points of the package, and those of the plug-in worker. */
const pluginEntries = {
  index: path.join(root, 'src/api/index.ts'),
  testing: path.join(root, 'src/custom-checks/testing/index.ts'),
  'plugin-worker': path.join(root, 'src/custom-checks/plugins/worker/worker.ts'),
  'plugin-resolve': path.join(root, 'src/custom-checks/plugins/worker/resolve.ts'),
};

/** What a scan loads before its first request, and what it loads while it waits for the answer. */
const merged = {
  groups: [
    ['src/process-io.ts'],
    [
      'src/main.ts',
      'src/commands/scan.ts',
      'src/sources/aws/sdk/eks.ts',
      'src/sources/aws/sdk/http.ts',
      'src/collectors/collect.ts',
    ],
    [
      'src/registry.ts',
      'src/commands/scan/judge.ts',
      'src/commands/outputs.ts',
      'src/sources/kube/source.ts',
      'src/sources/aws/sdk/auto-scaling.ts',
      'src/sources/aws/sdk/cloudwatch.ts',
      'src/sources/aws/sdk/ec2.ts',
      'src/sources/aws/sdk/iam.ts',
      'src/sources/aws/sdk/service-quotas.ts',
      'src/sources/aws/sdk/sts.ts',
      'src/syntax/yaml.ts',
      'src/formats/text/text.ts',
      'node_modules/cli-table3/index.js',
    ],
  ],
  separate: [
    'src/cli.ts',
    'src/api/index.ts',
    'src/custom-checks/plugins/worker/worker.ts',
    'src/custom-checks/plugins/worker/resolve.ts',
  ],
};

async function bundle(entry: string, outdir: string, version: string): Promise<Metafile> {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  const builtAt = (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { cli: entry, ...(entry === cli ? pluginEntries : {}) },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    charset: 'ascii', // one character beyond Latin-1 would double the chunk's size in memory
    legalComments: 'none',
    mainFields: ['module', 'main'],
    chunkNames: 'chunks/[name]-[hash]',
    banner: { js: banner },
    define: {
      __EKS_PREFLIGHT_VERSION__: JSON.stringify(version),
      __EKS_PREFLIGHT_BUILT_AT__: JSON.stringify(builtAt),
      __EKS_PREFLIGHT_TABLES_ARE_PARSED__: 'true',
      ...pageAssets(),
    },
    alias: { undici: path.join(root, 'scripts/undici-stub.mjs') },
    external: ['bufferutil', 'utf-8-validate', 'supports-color'],
    plugins: [clientNodeWithoutModels, awsSchemasThatDropOut],
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** Writes the tables as their schemas parse them. The module that loads them looks in `../rules/` from its chunk. */
async function writeTables({ outputs }: Metafile, made: string): Promise<void> {
  const [reader] = Object.entries(outputs).find(([, { inputs }]) => 'src/tables/tables.ts' in inputs) ?? [];
  if (reader === undefined) return;
  const folder = path.join(made, 'rules');
  if (path.resolve(root, path.dirname(reader), '../rules') !== folder) {
    throw new Error(`src/tables/tables.ts is in ${reader}, from where it does not find ${folder}: import it lazily`);
  }
  await mkdir(folder);
  for (const name of tableNames) {
    const text = await readFile(path.join(root, 'rules', `${name}.json`), 'utf8');
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(parseTable(name, JSON.parse(text))));
  }
}

async function makeExecutable(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!')) await writeFile(file, `#!/usr/bin/env node\n${text}`);
  await chmod(file, 0o755);
}

/** Moves `made` to `place`; the old folder is removed only once the new one is complete. */
async function replaceFolder(made: string, place: string): Promise<void> {
  const old = `${made}-old`;
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, place);
  await rm(old, { recursive: true, force: true });
}

async function replaceFile(place: string, text: string, scratch: string): Promise<void> {
  await writeFile(scratch, text);
  await rename(scratch, place);
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(path.join(root, file), 'utf8')) as T;
}

function sizeLine(sizes: ReadonlyMap<string, number>, packages: number): string {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  const files = [...sizes].toSorted(([, a], [, b]) => b - a);
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
  const cli = files.find(([file]) => path.basename(file) === 'cli.js')?.[1] ?? 0;
  const largest = files.slice(0, 3).map(([file, bytes]) => `${path.basename(file)} ${kilobytes(bytes)}`);
  return `total ${kilobytes(total)} | cli.js ${kilobytes(cli)} | ${files.length} files | largest ${largest.join(', ')} | ${packages} packages inside`;
}

const { values } = parseArgs({ options: { entry: { type: 'string' }, out: { type: 'string' } } });
const out = path.resolve(root, values.out ?? 'dist');
const noticesFile = path.join(values.out === undefined ? root : out, 'THIRD_PARTY_NOTICES.txt');
if (values.out !== undefined && !out.startsWith(path.join(root, '.cache', path.sep))) {
  throw new Error(`--out ${out} is not in .cache/, and what is there would be replaced`);
}
const scratch = path.join(root, '.cache', `build-${process.pid}`);

try {
  const manifest = await readJson<Manifest>('package.json');
  await mkdir(scratch, { recursive: true });
  const made = path.join(scratch, 'dist');
  const entry = path.resolve(root, values.entry ?? cli);
  const metafile = await bundle(entry, made, manifest.version);
  await writeTables(metafile, made);
  const sizes =
    entry === cli
      ? await mergeChunks(metafile, root, merged)
      : new Map(Object.entries(metafile.outputs).map(([file, { bytes }]) => [file, bytes]));
  await makeExecutable(path.join(made, 'cli.js'));
  const packages = await packagesInside(metafile, root);
  await writeFile(
    path.join(made, 'sbom.cdx.json'),
    sbom(packages, manifest, await readJson<Lock>('package-lock.json')),
  );
  await replaceFolder(made, out);
  await replaceFile(noticesFile, thirdPartyNotices(packages), path.join(scratch, 'notices.txt'));
  console.log(sizeLine(sizes, packages.length));
} finally {
  await rm(scratch, { recursive: true, force: true });
}
