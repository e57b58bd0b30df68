import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { parseAst } from 'rolldown/parseAst';

/**
 * The types of the package, rolled up: what an entry point exports and what that refers to, in one declaration file that
 * imports nothing but its neighbours. Exported functions and constants have explicit types (`isolatedDeclarations`), so no
 * compiler is needed.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

type Statement = ReturnType<typeof parseAst>['body'][number];

/** A type or value: its file, relative to the root, and its name there. */
export interface Place {
  file: string;
  name: string;
}

/** A declaration of a source. */
interface Declaration {
  /** The docstring above it; empty: it has none. */
  doc: string;
  /** Without `export`. */
  code: string;
  /** Names of the same source, imported ones among them. */
  refersTo: readonly string[];
}

/** A source as its declarations. */
interface Source {
  declared: ReadonlyMap<string, Declaration>;
  imported: ReadonlyMap<string, Place>;
  exported: ReadonlyMap<string, Place>;
  /** What is exported without an explicit type. */
  flaw: string | undefined;
}

/** A declaration file. */
export interface Rolled {
  text: string;
  /** Where in the sources is what it exports, by name. */
  places: ReadonlyMap<string, Place>;
}

/** What another declaration file has, by {@link formatPlaceKey} of its place in the sources: the module to import it from. */
export type Elsewhere = ReadonlyMap<string, string>;

/** How {@link Elsewhere} names a place. */
export function formatPlaceKey({ file, name }: Place): string {
  return `${file}#${name}`;
}

/**
 * Rolls up an entry point.
 * @param entry its source, below the root
 * @param elsewhere what is imported instead of being written again
 * @param added further exports: types by name, with the module that has them
 * @throws Error if two sources declare the same name, if an export has no explicit type, or if it refers to a package
 */
export function rolledUp(entry: string, elsewhere: Elsewhere, added: ReadonlyMap<string, string> = new Map()): Rolled {
  const places = new Map(
    [...loadSource(entry).exported].map(([name, place]) => [name, declaredAt(place, elsewhere)] as const),
  );
  for (const [name, place] of places)
    if (name !== place.name)
      throw new Error(`${entry} exports ${place.name} as ${name}: call it so where it is declared`);
  const { imports, declarations } = collectReferenced([...places.values()], elsewhere);
  const exported = new Set([...places.keys(), ...added.keys()]);
  const written = [...declarations].map(([name, declaration]) => printDeclaration(declaration, exported.has(name)));
  const lines = importLines(new Map([...imports, ...added]), exported);
  return { places, text: [lines.join('\n'), ...written, 'export {};\n'].filter(Boolean).join('\n\n') };
}

/** Everything that places refer to, and they themselves: what is to be imported, from where, and what is to be written. */
function collectReferenced(
  places: readonly Place[],
  elsewhere: Elsewhere,
): { imports: Map<string, string>; declarations: Map<string, Declaration> } {
  const imports = new Map<string, string>();
  const declarations = new Map<string, Declaration>();
  const fileOf = new Map<string, string>();
  const queue = [...places];
  for (const { file, name } of queue) {
    const from = elsewhere.get(formatPlaceKey({ file, name }));
    if (from !== undefined) {
      imports.set(name, from);
      continue;
    }
    const other = fileOf.get(name);
    if (other === file) continue;
    if (other !== undefined) throw new Error(`${name} is declared in ${other} and in ${file}`);
    fileOf.set(name, file);
    const declaration = requireDeclaration({ file, name });
    declarations.set(name, declaration);
    queue.push(...declaration.refersTo.map((one) => declaredAt(namedIn(file, one), elsewhere)));
  }
  return { imports, declarations };
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

/** Where a name is declared: re-exports are followed. */
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
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(path.join(root, file), 'utf8'));
  const { body } = parseAst(code, { lang: 'dts' });
  const imported = new Map(body.flatMap((statement) => listImports(statement, file)));
  const declared = new Map(body.flatMap((statement, at) => listDeclarations(statement, code, body[at - 1]?.end ?? 0)));
  const known = (name: string): boolean => declared.has(name) || imported.has(name);
  for (const [name, one] of declared)
    declared.set(name, { ...one, refersTo: one.refersTo.filter((other) => other !== name && known(other)) });
  const exported = new Map(body.flatMap((statement) => listExports(statement, file)));
  return { declared, imported, exported, flaw: errors[0]?.message };
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

/** @param start where the statement before it ends */
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

/** Every name in a piece of syntax that may refer to a declaration: no keys of properties, unless they are computed. */
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

/** A module that a source imports, below the root; a package by its name. */
function resolveSpecifier(file: string, specifier: string): string {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}
