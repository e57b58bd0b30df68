import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listImportCycles, importedFile, importGraph, importsIn, modulesBelow } from '../../scripts/imports.ts';
import { checkFiles } from '../../scripts/lists.ts';
import { roomNames, rooms, type Room, type RoomName } from './rooms.ts';

/** The import rules of the rooms (test/laws/rooms.ts): each import of each module, types included. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = modulesBelow(root, ['src', 'checks']);
const files = [...modules.keys()];

/** What the root of the repository holds, hidden entries apart. */
const rootEntries = [
  'action/',
  'bench/',
  'charts/',
  'checks/',
  'deploy/',
  'docs/',
  'examples/',
  'man/',
  'rules/',
  'schemas/',
  'scripts/',
  'src/',
  'test/',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CHECKS.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'action.yml',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'vitest.live.config.ts',
];

/** The innermost room of a file: a room may be in another. */
function findRoom(file: string): RoomName | undefined {
  const within = (place: string): RoomName | undefined =>
    roomNames.find((room) => place === (room === 'checks' ? room : `src/${room}`)) ??
    (place.includes('/') ? within(path.posix.dirname(place)) : undefined);
  return within(file);
}

/** The imports in a text that the room of its file does not allow: `src/judge/x.ts -> src/sources/y.ts`. */
function forbidden(file: string, text: string): string[] {
  const from = findRoom(file);
  if (from === undefined) return [`${file} is in no room`];
  return importsIn(text, file)
    .filter(({ specifier, types }) => !isAllowed(file, from, specifier, types))
    .map(({ specifier, types }) => `${file} -> ${specifier}${types ? ' (types)' : ''}`);
}

function isAllowed(file: string, from: RoomName, specifier: string, types: boolean): boolean {
  const { imports, types: typesOf, packages }: Room = rooms[from];
  const target = importedFile(file, specifier);
  // The module of a plug-in, imported by a computed name.
  if (specifier === '(computed)') return file === 'src/custom-checks/plugins/worker/worker.ts';
  if (target === undefined) return packages.some((one) => matches(one, specifier));
  if (target.endsWith('.json')) return path.dirname(target) === path.dirname(file);
  const to = findRoom(target);
  if (to === undefined) return false;
  if (to === from) return from !== 'checks' || isOwnPart(file, target);
  return imports.includes(to) || (types && typesOf.includes(to));
}

function matches(allowed: string, specifier: string): boolean {
  return allowed.endsWith('*') ? specifier.startsWith(allowed.slice(0, -1)) : specifier === allowed;
}

/**
 * Whether a check imports its own parts or what its area shares. checks/index.ts imports all checks; no check imports
 * another.
 */
function isOwnPart(file: string, target: string): boolean {
  if (file === 'checks/index.ts') return true;
  const [, area, part] = target.split('/');
  if (part === 'shared') return file.split('/')[1] === area;
  return file.split('/').length === 4 && path.dirname(file) === path.dirname(target) && !target.endsWith('/check.ts');
}

describe('the rooms', () => {
  it('hold every module', () => {
    expect(files.filter((file) => findRoom(file) === undefined)).toEqual([]);
    expect(roomNames.filter((name) => !files.some((file) => findRoom(file) === name))).toEqual([]);
  });

  it('import what they may, and nothing else', () => {
    expect(files.flatMap((file) => forbidden(file, modules.get(file) ?? ''))).toEqual([]);
  });

  it.each(roomNames)('%s may import rooms before it only, so that no way leads round', (name) => {
    const { imports, types }: Room = rooms[name];
    const before = roomNames.slice(0, roomNames.indexOf(name));
    expect([...imports, ...types].filter((one) => !before.some((room) => room === one))).toEqual([]);
  });

  it.each(roomNames.filter((name) => name !== 'commands'))('%s makes use of all that it may import', (name) => {
    const { imports, types }: Room = rooms[name];
    const own = files.filter((file) => findRoom(file) === name);
    const used = own.flatMap((file) =>
      importsIn(modules.get(file) ?? '', file).map(({ specifier }) => {
        const target = importedFile(file, specifier);
        return target === undefined ? specifier : findRoom(target);
      }),
    );
    expect([...imports, ...types].filter((room) => !used.includes(room))).toEqual([]);
  });

  it('hold no circle of imports, types included', () => {
    expect(listImportCycles(importGraph(modules))).toEqual([]);
  });
});

describe('what is loaded before a scan sends its first request', () => {
  const { files: loaded, packages } = loadedBy(
    'src/cli.ts',
    'src/process-io.ts',
    'src/main.ts',
    'src/commands/scan.ts',
  );

  it('holds few packages', () => {
    const names = packages.filter((one) => !one.startsWith('node:')).map((one) => one.replace(/^semver\/.*/, 'semver'));
    expect([...new Set(names)].toSorted()).toEqual(['commander', 'semver', 'zod/mini']);
  });

  it('holds no checks, collectors or tables, and no schema of facts or reports', () => {
    const schemas = ['src/facts/facts.ts', 'src/judge/result.ts', 'src/report/schema.ts'];
    expect(files).toEqual(expect.arrayContaining(schemas));
    const late = loaded.filter((file) => /^(?:checks|src\/collectors|src\/tables)\//.test(file));
    expect([...late, ...loaded.filter((file) => schemas.includes(file))]).toEqual([]);
  });
});

describe('a scan without a plug-in', () => {
  const others = files.filter((file) => /^src\/(?:commands|report|formats|registry|collectors|inventory)/.test(file));
  const lazy = others.filter((file) => file !== 'src/commands/test-rules.ts');
  const { files: loaded, packages } = loadedBy('src/cli.ts', 'src/process-io.ts', 'src/main.ts', ...lazy);

  it('loads nothing of plug-ins, of rules or of CEL', () => {
    expect(loaded.filter((file) => file.startsWith('src/custom-checks/'))).toEqual([]);
    expect(packages.filter((one) => /cel|re2|worker/.test(one))).toEqual([]);
  });
});

/** The modules and packages that are loaded together with the roots: type imports and lazy imports do not count. */
function loadedBy(...roots: readonly string[]): { files: readonly string[]; packages: readonly string[] } {
  const loaded = new Set(roots);
  const packages = new Set<string>();
  for (const file of loaded) {
    for (const { specifier, types, lazy } of importsIn(modules.get(file) ?? '', file)) {
      const target = importedFile(file, specifier);
      if (types || lazy) continue;
      if (target === undefined) packages.add(specifier);
      else loaded.add(target);
    }
  }
  return { files: [...loaded], packages: [...packages] };
}

/** The most deeply nested module of a room: the rules must hold there, too. */
function findDeepestModule(name: RoomName): string {
  const own = files.filter((file) => findRoom(file) === name);
  return own.toSorted((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1))[0] ?? '';
}

function formatSpecifier(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

const forms: Readonly<Record<string, (specifier: string) => string>> = {
  'an import': (one) => `import { x } from '${one}';`,
  'an import over several lines': (one) => `import {\n  x,\n  type Y,\n} from '${one}';`,
  'a default import': (one) => `import x from '${one}';`,
  'an import for its effects': (one) => `import '${one}';`,
  'a re-export': (one) => `export * from '${one}';`,
  'a lazy import': (one) => `const load = () => import('${one}');`,
  'an import with an apostrophe in a comment': (one) => `import {\n  // what's read\n  x,\n} from '${one}';`,
  'an import of a name in quotes': (one) => `import { 'a b' as x } from '${one}';`,
  'a lazy import in backquotes': (one) => `const load = () => import(\`${one}\`);`,
  'a lazy import with a comment': (one) => `const load = () => import(/* late */ '${one}', {});`,
  'an import that is put together': (one) => `const load = () => import('${one.slice(0, 2)}' + '${one.slice(2)}');`,
  'an import of CommonJS': (one) => `import x = require('${one}');`,
};
const typeForms: typeof forms = {
  'a type': (one) => `import type { X } from '${one}';`,
  'a re-exported type': (one) => `export type { X } from '${one}';`,
  'the type of a module': (one) => `type X = typeof import('${one}');`,
  'a type of a module': (one) => `let x: import('${one}').X;`,
};

const [anImport, aType] = [forms['an import'], typeForms['a type']];

describe('an import of a room that a room must not import', () => {
  const [from, other] = [
    findDeepestModule('judge'),
    formatSpecifier(findDeepestModule('judge'), findDeepestModule('sources')),
  ];

  it.each(Object.keys({ ...forms, ...typeForms }))('is seen in the form of %s', (name) => {
    const form = { ...forms, ...typeForms }[name];
    for (const one of [other, 'left-pad', formatSpecifier(from, 'test/world/stored.ts')]) {
      expect(forbidden(from, `${form?.(one)}\n`), one).toHaveLength(1);
    }
  });

  it.each(Object.keys(typeForms))('is allowed where its types are, in the form of %s', (name) => {
    const [room, of] = roomNames.flatMap((one) => rooms[one].types.map((typesOf) => [one, typesOf] as const))[0] ?? [];
    if (room === undefined || of === undefined) throw new Error('no room imports types only');
    const here = findDeepestModule(room);
    expect(forbidden(here, `${typeForms[name]?.(formatSpecifier(here, findDeepestModule(of)))}\n`)).toEqual([]);
  });
});

describe.each(roomNames)('the walls of %s', (name) => {
  const { imports, types, packages }: Room = rooms[name];
  const from = findDeepestModule(name);
  const others = roomNames.filter((other) => other !== name);
  const countForbidden = (specifier: string) =>
    [anImport, aType].map((form) => forbidden(from, `${form?.(specifier)}\n`).length);

  it('keep out each room that they do not let in', () => {
    for (const other of others.filter((one) => !imports.includes(one))) {
      expect(countForbidden(formatSpecifier(from, findDeepestModule(other))), other).toEqual([
        1,
        types.includes(other) ? 0 : 1,
      ]);
    }
  });

  it('keep packages, tests and scripts out', () => {
    const tried = ['node:fs', 'node:child_process', '@aws-sdk/client-iam', '@kubernetes/client-node', 'left-pad'];
    const outside = ['test/world/stored.ts', 'scripts/lists.ts', 'bench/index.ts'].map((file) =>
      formatSpecifier(from, file),
    );
    const stopped = tried.filter((one) => !packages.some((allowed) => matches(allowed, one)));
    for (const one of [...stopped, ...outside]) expect(countForbidden(one), `${one} in ${from}`).toEqual([1, 1]);
    expect(forbidden(from, "const load = () => import('../' + name);\n"), from).toHaveLength(1);
  });
});

describe('what stands below checks/', () => {
  const { checks, parts, strays } = checkFiles();

  it('is a check, or a part of exactly one', () => {
    expect(strays).toEqual([]);
    const notChecks = checks.filter(
      ({ file }) => !modules.get(`checks/${file}`)?.includes('export default defineCheck('),
    );
    expect(notChecks).toEqual([]);
    for (const { file } of parts) expect(modules.get(`checks/${file}`)).not.toContain('defineCheck');
  });

  it('has no folder for a check without parts, and no part that its check does not reach', () => {
    const graph = importGraph(modules);
    for (const { id, file } of checks.filter((check) => check.file.endsWith('/check.ts'))) {
      expect(parts.filter((part) => part.of === id).length, `${file} has no parts: make it ${id}.ts`).toBeGreaterThan(
        0,
      );
    }
    for (const { of, file } of parts) {
      const users = files.filter((one) => graph.get(one)?.includes(`checks/${file}`));
      expect(users.length, `nobody imports checks/${file}`).toBeGreaterThan(0);
      for (const user of users) expect(path.dirname(user), `a part of ${of}`).toBe(`checks/${of}`);
    }
  });

  it('keeps checks and their parts from each other', () => {
    const [one, other] = ['checks/karpenter/crds/shortfalls.ts', 'checks/karpenter/crds/check.ts'];
    expect(forbidden(other, "import { x } from './shortfalls.ts';\n")).toEqual([]);
    expect(forbidden(one, "import x from './check.ts';\n")).toHaveLength(1);
    expect(forbidden(other, "import x from '../helm-release.ts';\n")).toHaveLength(1);
    expect(forbidden(other, "import x from '../settings/old.ts';\n")).toHaveLength(1);
    expect(forbidden('checks/nodes/kubelet-skew.ts', "import x from './version-behind.ts';\n")).toHaveLength(1);
    expect(forbidden('checks/nodes/kubelet-skew.ts', "import x from './not-ready.ts';\n")).toHaveLength(1);
  });
});

describe('the repository', () => {
  it('has no other entry at its root', () => {
    const tracked = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8', maxBuffer: 1 << 24 }).split('\n');
    const entries = new Set(tracked.filter(Boolean).map((file) => file.replace(/\/.*/, '/')));
    const visible = [...entries].filter((entry) => !entry.startsWith('.'));
    expect(visible.toSorted()).toEqual(rootEntries.toSorted());
  });
});

describe('the documents', () => {
  const inDocs = ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).flatMap((file) => (file.endsWith('.md') ? [`${folder}/${file}`] : [])),
  );
  const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...inDocs];

  /** Parts of the names of example files, which need not exist. */
  const examples = ['latest-tag', 'priority-classes'];

  it.each(pages)('%s names files that are there', (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    const named = Array.from(
      text.matchAll(/`((?:src|checks|test|scripts|bench|docs|rules)\/[\w./-]+)`/g),
      ([, file = '']) => file,
    );
    const isThere = (file: string) => existsSync(path.join(root, file)) || existsSync(path.join(root, `${file}.ts`));
    const missing = named.filter((file) => !isThere(file) && !examples.some((example) => file.includes(example)));
    expect(missing).toEqual([]);
  });
});
