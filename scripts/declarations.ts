import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { parseAst } from 'rolldown/parseAst';
import { withoutInternal } from './internal-types.ts';

/**
 * Rolls up the types of the package: the exports of an entry point and everything that they refer to, in one
 * declaration file that imports only other declaration files of the package. Exports have explicit types
 * (`isolatedDeclarations`), so no compiler is needed. What is `@internal` is left out.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

type Statement = ReturnType<typeof parseAst>['body'][number];

/** A type or value: its file, relative to the root, and its name there. */
export interface Place {
  file: string;
  name: string;
}

/** A declaration in a source file. */
interface Declaration {
  /** The docstring above it; empty if it has none. */
  doc: string;
  /** Without `export`. */
  code: string;
  /** Names in the same source file, imported ones included. */
  refersTo: readonly string[];
}

/** The declarations of a source file. */
interface Source {
  declared: ReadonlyMap<string, Declaration>;
  imported: ReadonlyMap<string, Place>;
  exported: ReadonlyMap<string, Place>;
  /** The first error, about an export without an explicit type; undefined if there is none. */
  flaw: string | undefined;
}

/** A rolled-up declaration file. */
export interface Rolled {
  text: string;
  /** Where the sources declare each export, by name. */
  places: ReadonlyMap<string, Place>;
}

/**
 * Declarations that are imported: the module of each and its name there, by {@link formatPlaceKey} of its place in the
 * sources.
 */
export type Elsewhere = ReadonlyMap<string, { from: string; name: string }>;

/** The key of a place in {@link Elsewhere}. */
export function formatPlaceKey({ file, name }: Place): string {
  return `${file}#${name}`;
}

/**
 * Rolls up an entry point.
 * @param entry its source file, relative to the root
 * @param elsewhere declarations to import instead of writing them again
 * @param added further exports: types by name, with the module that has them
 * @throws Error if two sources declare the same name, or if an export has no explicit type or refers to a package
 */
export function rolledUp(entry: string, elsewhere: Elsewhere, added: ReadonlyMap<string, string> = new Map()): Rolled {
  const places = new Map(
    [...loadSource(entry).exported].map(([name, place]) => [name, declaredAt(place, elsewhere)] as const),
  );
  const { imports, declarations, renamed } = collectReferenced([...places.values()], elsewhere);
  for (const [name, place] of places) if (name !== place.name) renamed.set(place.name, name);
  const exported = new Set([...places.keys(), ...added.keys()]);
  const written = [...declarations].map(([name, declaration]) =>
    withNames(printDeclaration(declaration, exported.has(renamed.get(name) ?? name)), renamed),
  );
  const lines = importLines(new Map([...imports, ...added]), exported);
  return { places, text: [lines.join('\n'), ...written, 'export {};\n'].filter(Boolean).join('\n\n') };
}

/**
 * Collects the places and everything they refer to: what to import, with its module, what to write, and which names to
 * change to those under which they are exported.
 */
function collectReferenced(
  places: readonly Place[],
  elsewhere: Elsewhere,
): { imports: Map<string, string>; declarations: Map<string, Declaration>; renamed: Map<string, string> } {
  const imports = new Map<string, string>();
  const renamed = new Map<string, string>();
  const declarations = new Map<string, Declaration>();
  const fileOf = new Map<string, string>();
  const queue = [...places];
  for (const { file, name } of queue) {
    const other = elsewhere.get(formatPlaceKey({ file, name }));
    if (other !== undefined) {
      imports.set(other.name, other.from);
      if (other.name !== name) renamed.set(name, other.name);
      continue;
    }
    const otherFile = fileOf.get(name);
    if (otherFile === file) continue;
    if (otherFile !== undefined) throw new Error(`${name} is declared in ${otherFile} and in ${file}`);
    fileOf.set(name, file);
    const declaration = requireDeclaration({ file, name });
    declarations.set(name, declaration);
    queue.push(...declaration.refersTo.map((one) => declaredAt(namedIn(file, one), elsewhere)));
  }
  return { imports, declarations, renamed };
}

function importLines(imports: ReadonlyMap<string, string>, exported: ReadonlySet<string>): string[] {
  return [...new Set(imports.values())].toSorted().flatMap((from) => {
    const names = [...imports.keys()].filter((name) => imports.get(name) === from).toSorted();
    const again = names.filter((name) => exported.has(name));
    return [
      `import type { ${names.join(', ')} } from '${from}';`,
      ...(again.length === 0 ? [] : [`export type { ${again.join(', ')} };`]),
    ];
  });
}

function printDeclaration({ doc, code }: Declaration, isExported: boolean): string {
  const text = `${doc}${doc === '' ? '' : '\n'}${isExported ? 'export ' : ''}${code}`;
  return text.replaceAll('\t', '  ').replaceAll(/^( *)\*/gm, '$1 *');
}

/** Changes names, but neither comments nor strings. */
function withNames(text: string, renamed: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\/\*\*[^]*?\*\/|"[^"\n]*"|\b[A-Za-z]\w*\b/g, (part) => renamed.get(part) ?? part);
}

/** Finds the declaration of a name; follows re-exports. */
function declaredAt(place: Place, elsewhere: Elsewhere): Place {
  if (elsewhere.has(formatPlaceKey(place))) return place;
  if (!place.file.startsWith('src/')) throw new Error(`a public type refers to ${place.name} of ${place.file}`);
  const { declared, exported, imported } = loadSource(place.file);
  if (declared.has(place.name)) return place;
  const next = exported.get(place.name) ?? imported.get(place.name);
  if (next === undefined) throw new Error(`${place.file} has no ${place.name}`);
  return declaredAt(next, elsewhere);
}

function requireDeclaration({ file, name }: Place): Declaration {
  const { declared, flaw } = loadSource(file);
  const found = declared.get(name);
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  if (flaw !== undefined && found.code.startsWith('declare')) throw new Error(`${file}: ${flaw}`);
  return found;
}

function namedIn(file: string, name: string): Place {
  return loadSource(file).imported.get(name) ?? { file, name };
}

const sources = new Map<string, Source>();

function loadSource(file: string): Source {
  const source = sources.get(file) ?? readSource(file);
  sources.set(file, source);
  return source;
}

function readSource(file: string): Source {
  const { code: whole, errors } = isolatedDeclarationSync(file, readFileSync(path.join(root, file), 'utf8'));
  const all = readBody(whole, file);
  const { imported, declared, exported } = readBody(
    withoutInternal(whole, (name) => isInternal(all, name)),
    file,
  );
  const known = (name: string): boolean => declared.has(name) || imported.has(name);
  for (const [name, one] of declared)
    declared.set(name, { ...one, refersTo: one.refersTo.filter((other) => other !== name && known(other)) });
  return { declared, imported, exported, flaw: errors[0]?.message };
}

/** Whether the docstring of a type that a source declares or imports calls it internal. */
function isInternal({ imported, declared }: Pick<Source, 'imported' | 'declared'>, name: string): boolean {
  const place = imported.get(name);
  const isOurs = place?.file.startsWith('src/') === true;
  const found = isOurs ? loadSource(place.file).declared.get(place.name) : declared.get(name);
  return found?.doc.includes('@internal') === true;
}

function readBody(
  code: string,
  file: string,
): Pick<Source, 'imported' | 'exported'> & { declared: Map<string, Declaration> } {
  const { body } = parseAst(code, { lang: 'dts' });
  return {
    imported: new Map(body.flatMap((statement) => listImports(statement, file))),
    declared: new Map(body.flatMap((statement, at) => listDeclarations(statement, code, body[at - 1]?.end ?? 0))),
    exported: new Map(body.flatMap((statement) => listExports(statement, file))),
  };
}

function listImports(statement: Statement, file: string): [string, Place][] {
  if (statement.type !== 'ImportDeclaration') return [];
  const from = resolveSpecifier(file, statement.source.value);
  return statement.specifiers.flatMap((specifier): [string, Place][] =>
    specifier.type === 'ImportSpecifier'
      ? [[specifier.local.name, { file: from, name: nameOf(specifier.imported) }]]
      : [],
  );
}

function listExports(statement: Statement, file: string): [string, Place][] {
  if (statement.type === 'ExportAllDeclaration' || statement.type === 'ExportDefaultDeclaration')
    throw new Error(`${file}: name what it exports`);
  if (statement.type !== 'ExportNamedDeclaration') return [];
  if (statement.declaration !== null) return declaredNames(statement.declaration).map((name) => [name, { file, name }]);
  const from = statement.source === null ? file : resolveSpecifier(file, statement.source.value);
  return statement.specifiers.map(({ local, exported }) => [nameOf(exported), { file: from, name: nameOf(local) }]);
}

/** @param start where the previous statement ends */
function listDeclarations(statement: Statement, code: string, start: number): [string, Declaration][] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration === null) return [];
  const [doc = ''] = /\/\*\*(?:(?!\*\/)[^])*\*\/(?=\s*$)/.exec(code.slice(start, statement.start)) ?? [];
  const text = code.slice(declaration.start, declaration.end);
  return declaredNames(declaration).map((name) => [name, { doc, code: text, refersTo: namesIn(declaration) }]);
}

function declaredNames(declaration: Statement): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  const isNamed =
    declaration.type === 'TSInterfaceDeclaration' ||
    declaration.type === 'TSTypeAliasDeclaration' ||
    declaration.type === 'TSDeclareFunction' ||
    declaration.type === 'ClassDeclaration';
  return isNamed && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}

/** Every name in a syntax node that may refer to a declaration: no property keys, unless they are computed. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return [...new Set(node.flatMap(namesIn))];
  if (typeof node !== 'object' || node === null) return [];
  const { type, name, computed, key, ...rest } = node as Record<string, unknown>;
  if (type === 'Identifier' && typeof name === 'string') return [name, ...namesIn(rest['typeAnnotation'])];
  return namesIn([...Object.values(rest), name, computed === false ? undefined : key]);
}

function nameOf(name: { name: string } | { value: string }): string {
  return 'name' in name ? name.name : name.value;
}

/** The module that a source imports: a path relative to the root, or the name of a package. */
function resolveSpecifier(file: string, specifier: string): string {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}
