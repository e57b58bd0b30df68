import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** One import of a module: of its types only, or of values. */
export interface Import {
  /** As written: `../facts/reason.ts`, `node:fs`. */
  specifier: string;
  types: boolean;
  /** Loaded only when needed, by `import('...')`. */
  lazy: boolean;
}

/** Stands for a computed specifier. No room may have one, because the module that it loads is unknown. */
const computed = '(computed)';

interface Node {
  type: string;
  [field: string]: unknown;
}

/** Lists the imports of a module, including re-exports, lazy imports and `import('...')` types. */
export function importsIn(text: string, file = ''): readonly Import[] {
  const lang = file.endsWith('.tsx') ? 'tsx' : 'ts';
  const found = known.get(text) ?? [...nodesIn(parseAst(text, { lang }))].flatMap((node) => toImport(node) ?? []);
  known.set(text, found);
  return found;
}

const known = new Map<string, readonly Import[]>();

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if ('type' in value && typeof value.type === 'string') yield value as Node;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

function toImport({ type, source, importKind, exportKind, expression }: Node): Import | undefined {
  switch (type) {
    case 'ImportDeclaration':
      return { specifier: toSpecifier(source), types: importKind === 'type', lazy: false };
    case 'ExportAllDeclaration':
      return { specifier: toSpecifier(source), types: exportKind === 'type', lazy: false };
    case 'ExportNamedDeclaration':
      return source === null
        ? undefined
        : { specifier: toSpecifier(source), types: exportKind === 'type', lazy: false };
    case 'ImportExpression':
      return { specifier: toSpecifier(source), types: false, lazy: true };
    case 'TSImportType':
      return { specifier: toSpecifier(source), types: true, lazy: false };
    case 'TSExternalModuleReference':
      return { specifier: toSpecifier(expression), types: false, lazy: false };
    default:
      return undefined;
  }
}

function toSpecifier(literal: unknown): string {
  const isLiteral = typeof literal === 'object' && literal !== null && 'value' in literal;
  return isLiteral && typeof literal.value === 'string' ? literal.value : computed;
}

/** The file that a relative specifier refers to, relative to the root of the repository; undefined for a package. */
export function importedFile(importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return path.posix.join(path.posix.dirname(importer), specifier);
}

/** The text of every module in the folders, by path relative to the root of the repository. */
export function modulesBelow(root: string, folders: readonly string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.split(path.sep).join('/')}`),
  );
  return new Map(files.toSorted().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** The import graph, types included: the files that each file imports. */
export function importGraph(modules: ReadonlyMap<string, string>): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const [file, text] of modules) {
    const named = importsIn(text, file).map(({ specifier }) => importedFile(file, specifier));
    graph.set(file, [...new Set(named.filter((one) => one !== undefined && modules.has(one)))] as string[]);
  }
  return graph;
}

/** The import cycles: groups of modules in which each reaches every other. */
export function listImportCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = new Map([...graph.keys()].map((file) => [file, reachable(graph, file)]));
  const circles = new Map<string, string[]>();
  for (const [file, far] of reach) {
    if (!far.has(file)) continue;
    const circle = [...far].filter((other) => reach.get(other)?.has(file) === true).toSorted();
    circles.set(circle.join(' '), circle);
  }
  return [...circles.values()];
}

function reachable(graph: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const seen = new Set<string>();
  const pending = [...(graph.get(from) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    pending.push(...(graph.get(next) ?? []));
  }
  return seen;
}
