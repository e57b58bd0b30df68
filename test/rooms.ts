/** What a module may be made of. One room: a folder of src/, the folder of checks, or a file directly in src/. */
export interface Room {
  /** What one finds in it, in one sentence. */
  holds: string;
  /** Rooms whose modules it may import. */
  imports: readonly string[];
  /** Rooms of which it may import types alone. */
  types: readonly string[];
  /** Packages and Node's own modules, by name or by how their names begin (`@aws-sdk/*`). */
  packages: readonly string[];
}

const sdks = ['@aws-sdk/*', '@smithy/*', '@kubernetes/client-node'];

/**
 * Every room and all that it may import: what is not here does not pass. A row may name rooms above it only, so there is no
 * way round.
 */
export const rooms = {
  languages: {
    holds:
      'Versions, dates, CIDR, Corefile, selectors, shell, Markdown, English: what others speak, and nothing of ours.',
    imports: [],
    types: [],
    packages: ['semver', 'yaml', 'node:util'],
  },
  facts: {
    holds: 'What can be known: the schema of each fact with its marks, its reading, its gaps, the reasons why not.',
    imports: [],
    types: [],
    packages: ['zod/mini'],
  },
  tables: {
    holds: 'The schema of each table in `rules/`, and its reader.',
    imports: ['languages', 'facts'],
    types: [],
    packages: ['zod/mini', 'node:fs', 'node:url'],
  },
  'iam-evaluator': {
    holds: 'Policies and a request to allowed, denied or unknown.',
    imports: ['languages'],
    types: ['facts'],
    packages: [],
  },
  karpenter: {
    holds: 'What a release of Karpenter reads, runs and asks for: its path, its pools, its settings, its gates.',
    imports: ['languages'],
    types: ['facts', 'tables'],
    packages: ['semver'],
  },
  'check.ts': {
    holds: 'The door for authors of checks: Check, Finding, Resource, Context.',
    imports: [],
    types: ['languages', 'facts', 'tables', 'karpenter'],
    packages: [],
  },
  subjects: {
    holds: 'What findings are about, named and mended in one way: node owners, components, workloads, updates.',
    imports: ['languages', 'karpenter'],
    types: ['check.ts', 'facts', 'tables'],
    packages: ['semver'],
  },
  checks: {
    holds: 'A check is `<area>/<name>.ts`, or `<name>/check.ts` with parts of its own; nothing else.',
    imports: ['check.ts', 'subjects', 'karpenter', 'iam-evaluator', 'languages'],
    types: ['facts', 'tables'],
    packages: ['semver'],
  },
  sources: {
    holds: 'API clients: transport, paging, retries, errors into reasons; kubeconfig, proxies, local programs.',
    imports: ['languages', 'facts'],
    types: [],
    packages: ['node:*', 'socks', 'yaml', ...sdks],
  },
  collectors: {
    holds: 'Facts out of sources, and the list that names every fact with its collector.',
    imports: ['languages', 'facts', 'tables', 'karpenter', 'sources'],
    types: [],
    packages: ['zod/mini', 'node:util', 'node:zlib', 'node:path', ...sdks],
  },
  inventory: {
    holds: 'Readings kept: their shape, their age, their redaction; no files.',
    imports: ['languages', 'facts', 'tables'],
    types: [],
    packages: ['zod/mini', 'node:crypto', 'node:net'],
  },
  permissions: {
    holds: 'What is asked for, as text, IAM policy, RBAC and Terraform.',
    imports: ['languages', 'facts'],
    types: ['check.ts', 'collectors'],
    packages: [],
  },
  plan: {
    holds: 'The target, and the steps of both components towards it.',
    imports: ['languages', 'facts', 'tables', 'karpenter'],
    types: [],
    packages: ['zod/mini'],
  },
  judge: {
    holds: 'The engine: a check and its facts to findings and a status; the verdict, the gate, the exit code.',
    imports: ['languages', 'facts', 'tables', 'karpenter', 'plan'],
    types: ['check.ts'],
    packages: ['zod/mini', 'node:crypto'],
  },
  report: {
    holds: 'The schema and the assembly of the report, and one file or folder for each format.',
    imports: ['languages', 'facts', 'tables', 'karpenter', 'subjects', 'plan', 'judge'],
    types: [],
    packages: ['zod/mini', 'node:util', 'cli-table3'],
  },
  commands: {
    holds: 'Options and configuration, every file that is read or written, and one thin file for each command.',
    imports: [
      'languages',
      'facts',
      'sources',
      'collectors',
      'inventory',
      'permissions',
      'plan',
      'judge',
      'report',
      'subjects',
    ],
    types: ['check.ts'],
    packages: ['commander', 'zod/mini', 'node:*'],
  },
  'catalog.ts': {
    holds: 'The lists of checks and collectors, loaded late.',
    imports: ['checks', 'collectors'],
    types: [],
    packages: [],
  },
  'main.ts': {
    holds: 'The line from argv to the exit code.',
    imports: ['languages', 'judge', 'commands', 'catalog.ts'],
    types: [],
    packages: [],
  },
  'run.ts': {
    holds: 'The real streams, the clock, the environment.',
    imports: ['judge', 'commands', 'main.ts'],
    types: [],
    packages: ['node:process'],
  },
  'cli.ts': {
    holds: 'The signals; the only file that ends the process.',
    imports: ['judge', 'run.ts'],
    types: [],
    packages: ['node:process'],
  },
} as const satisfies Record<string, Room>;

export type RoomName = keyof typeof rooms;
export const roomNames = Object.keys(rooms) as RoomName[];

/** The table of rooms as ARCHITECTURE.md shows it. */
export function roomsMarkdown(): string {
  const rows = roomNames.map((name) => {
    const { holds, imports, types, packages } = rooms[name];
    const place = name === 'checks' ? 'checks/' : `src/${name}${name.endsWith('.ts') ? '' : '/'}`;
    const may = [imports.join(', '), ...(types.length === 0 ? [] : [`types of ${types.join(', ')}`])];
    return `| \`${place}\` | ${holds} | ${may.filter(Boolean).join('; ') || 'nothing'} | ${packages.map((one) => `\`${one}\``).join(', ')} |`;
  });
  return ['| room | holds | may import of ours | packages |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
