import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';

interface Merged {
  /** For each file to make: modules that are imported dynamically. It is named after the chunk of the first one. */
  groups: readonly (readonly string[])[];
  /** Entry points that stay separate files, with all that they import statically. */
  separate: readonly string[];
}

interface Member {
  /** The file that the chunk becomes a part of. */
  into: string;
  /** Precedes the names of its exports in that file; empty for the chunk that the file is named after. */
  prefix: string;
  exports: readonly string[];
  /** Other files import it statically, so it is evaluated with the file; otherwise when it is imported. */
  isEager: boolean;
  /** Other files import it dynamically, by its name. */
  isNamed: boolean;
}

type Members = ReadonlyMap<string, Member>;
type Graph = ReadonlyMap<string, Link[]>;

interface Link {
  to: string;
  isDynamic: boolean;
}

/**
 * Merges the chunks of each group into one file: esbuild writes a chunk for each set of entry points that share a
 * module, and Node needs up to a millisecond to find, read and link each. What a group imports dynamically from itself
 * is still evaluated only then.
 * @returns the sizes of the files that remain, in bytes
 */
export async function mergeChunks(metafile: Metafile, root: string, merged: Merged): Promise<Map<string, number>> {
  const outputs = Object.entries(metafile.outputs).map(([file, output]) => [path.resolve(root, file), output] as const);
  const graph = new Map(outputs.map(([file, { imports }]) => [file, toLinks(imports, root)]));
  const chunks = new Map(outputs.map(([file, { entryPoint }]) => [entryPoint, file]));
  const exported = new Map(outputs.map(([file, { exports }]) => [file, exports]));
  const members = findMembers(graph, exported, {
    groups: merged.groups.map((modules) => modules.map((module) => requireChunk(chunks, module))),
    separate: merged.separate.map((module) => requireChunk(chunks, module)),
  });
  const outputFiles = await buildAgain(filesToWrite(graph, members), members, root);
  for (const file of members.keys()) await rm(file);
  for (const { path: file, contents } of outputFiles) await writeFile(file, contents);
  return new Map([
    ...outputs.flatMap(([file, { bytes }]) => (members.has(file) ? [] : [[file, bytes] as const])),
    ...outputFiles.map(({ path: file, contents }) => [file, contents.length] as const),
  ]);
}

function toLinks(imports: Metafile['outputs'][string]['imports'], root: string): Link[] {
  return imports
    .filter(({ external }) => external !== true)
    .map((one) => ({ to: path.resolve(root, one.path), isDynamic: one.kind === 'dynamic-import' }));
}

/** The merged files, and the others that import a part of one. */
function filesToWrite(graph: Graph, members: Members): string[] {
  return [...graph].flatMap(([file, links]) => {
    const into = members.get(file)?.into;
    return into === file || (into === undefined && links.some(({ to }) => members.has(to))) ? [file] : [];
  });
}

async function buildAgain(files: readonly string[], members: Members, root: string): Promise<OutputFile[]> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => ({ in: `entry:${file}`, out: path.relative(root, file).replace(/\.js$/, '') })),
    outdir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
    plugins: [linksOfChunks(members)],
  });
  return outputFiles;
}

function requireChunk(chunks: ReadonlyMap<string | undefined, string>, module: string): string {
  const chunk = chunks.get(module);
  if (chunk === undefined) throw new Error(`${module} is not an entry point, and nothing imports it dynamically`);
  return chunk;
}

/** The chunks of each group; a chunk of several groups belongs to the first. */
function findMembers(
  graph: Graph,
  exported: ReadonlyMap<string, readonly string[]>,
  { groups, separate }: Merged,
): Members {
  const intos = new Map<string, string>();
  const taken = new Set(staticClosure(graph, separate));
  for (const [into, ...others] of groups) {
    if (into === undefined) continue;
    for (const file of staticClosure(graph, [into, ...others])) {
      if (taken.has(file)) continue;
      taken.add(file);
      intos.set(file, into);
    }
  }
  const isImported = (file: string, dynamically: boolean) =>
    [...graph].some(
      ([from, links]) =>
        intos.get(from) !== intos.get(file) &&
        links.some(({ to, isDynamic }) => to === file && isDynamic === dynamically),
    );
  return new Map(
    Array.from(intos, ([file, into], number) => [
      file,
      {
        into,
        prefix: file === into ? '' : `c${number}_`,
        exports: exported.get(file) ?? [],
        isEager: isImported(file, false),
        isNamed: isImported(file, true),
      },
    ]),
  );
}

/** The files, and what they import statically. */
function staticClosure(graph: Graph, files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    for (const { to, isDynamic } of graph.get(file) ?? []) if (!isDynamic) found.add(to);
  }
  return [...found];
}

const banner =
  /^(?:#!.*\n)?import\{createRequire as \w+\}from['"]node:module['"];\s*const require=\w+\(import\.meta\.url\);/;

/** Resolves what chunks import: another part of the same file, an export of a merged file, or a file. */
function linksOfChunks(members: Members): Plugin {
  return {
    name: 'links-of-chunks',
    setup(esbuild) {
      esbuild.onResolve({ filter: /^entry:/ }, ({ path: entry }) => {
        const file = entry.slice('entry:'.length);
        return members.has(file) ? { path: file, namespace: 'entry' } : { path: file };
      });
      esbuild.onResolve({ filter: /^\.\.?\// }, ({ path: wanted, resolveDir, importer, namespace, kind }) => {
        if (namespace !== 'file') return { path: wanted, external: true };
        const to = path.resolve(resolveDir, wanted);
        const target = members.get(to);
        if (target !== undefined && target.into === members.get(importer)?.into) return { path: to };
        if (target === undefined || kind === 'dynamic-import') return { path: wanted, external: true };
        // The text differs with the folder from which it is imported, so the path has both.
        return { path: `${path.dirname(importer)}\n${to}`, namespace: 'link' };
      });
      esbuild.onResolve({ filter: /^[^./]/ }, ({ path: wanted }) => ({ path: wanted, external: true }));
      esbuild.onLoad({ filter: /./, namespace: 'entry' }, ({ path: file }) => ({
        contents: mergedText(file, members),
        resolveDir: path.dirname(file),
      }));
      esbuild.onLoad({ filter: /./, namespace: 'link' }, ({ path: both }) => {
        const [folder = '', file = ''] = both.split('\n');
        return { contents: linkText(file, folder, members), resolveDir: folder };
      });
      esbuild.onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        const [line = ''] = banner.exec(text) ?? [];
        const body = text.slice(line.length);
        return { contents: withoutImportsOfBuiltins(withLinks(/\brequire\b/.test(body) ? text : body, file, members)) };
      });
    },
  };
}

/** The content of a merged file: what others import of its parts, and a function for each that they import dynamically. */
function mergedText(file: string, members: Members): string {
  const parts = [...members].filter(([, { into }]) => into === file);
  return parts
    .flatMap(([part, { prefix, exports, isEager, isNamed }]) => [
      ...(isEager || part === file ? [exportText(exports, prefix, part)] : []),
      ...(isNamed && part !== file ? [`export const ${prefix} = () => import(${JSON.stringify(part)});`] : []),
    ])
    .join('\n');
}

const builtinImport = /(?<=^|[;\n}])import ?(?:([\w$]+),?)? ?(?:\*as ([\w$]+)|\{([^}]*)\})? ?from ?"([a-z:/_0-9]+)"/g;

/**
 * Node's own modules are not imported: an `import` of one reads all that it exports, which creates stdin for `process`,
 * and since Node 22 loads another HTTP client for `http`.
 */
function withoutImportsOfBuiltins(text: string): string {
  return text
    .replaceAll(builtinImport, (written, whole?: string, all?: string, names?: string, wanted = '') => {
      if (!isBuiltin(wanted)) return written;
      const module = builtin(wanted);
      return [whole, all, names === undefined ? undefined : `{${names.replaceAll(' as ', ':')}}`]
        .flatMap((name) => (name === undefined ? [] : [`var ${name}=${module};`]))
        .join('');
    })
    .replaceAll(/\bimport\("([a-z:/_0-9]+)"\)/g, (written, wanted: string) =>
      isBuiltin(wanted) ? `Promise.resolve(${builtin(wanted)})` : written,
    );
}

function builtin(name: string): string {
  return /^(?:node:)?process$/.test(name) ? 'process' : `process.getBuiltinModule(${JSON.stringify(name)})`;
}

/** The text of a chunk, with the dynamic imports of parts of other merged files. */
function withLinks(text: string, file: string, members: Members): string {
  return text.replaceAll(/\bimport\("(\.{1,2}\/[^"]+)"\)/g, (written, wanted: string) => {
    const target = members.get(path.resolve(path.dirname(file), wanted));
    if (target === undefined || target.prefix === '' || target.into === members.get(file)?.into) return written;
    const from = relativeImport(path.dirname(file), target.into);
    return `import(${from}).then((merged) => merged.${target.prefix}())`;
  });
}

/** What a chunk of a merged file exports, by its own names. */
function linkText(file: string, folder: string, members: Members): string {
  const { into = file, prefix = '', exports = [] } = members.get(file) ?? {};
  const from = relativeImport(folder, into);
  if (exports.length === 0) return `import ${from};`;
  return `export { ${exports.map((name) => `${prefix}${name} as ${name}`).join(', ')} } from ${from};`;
}

function relativeImport(folder: string, file: string): string {
  const relative = path.relative(folder, file);
  return JSON.stringify(relative.startsWith('.') ? relative : `./${relative}`);
}

function exportText(names: readonly string[], prefix: string, file: string): string {
  const from = JSON.stringify(file);
  if (names.length === 0) return `import ${from};`;
  return `export { ${names.map((name) => `${name} as ${prefix}${name}`).join(', ')} } from ${from};`;
}
