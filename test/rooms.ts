/** What the modules of a room may import. A room is a folder of src/, the folder checks/, or a file in src/. */
export interface Room {
  /** What it contains, in one sentence. */
  holds: string;
  /** Rooms whose modules it may import. */
  imports: readonly string[];
  /** Rooms from which it may import types only. */
  types: readonly string[];
  /** Packages and Node's built-in modules, by name or by prefix (`@aws-sdk/*`). */
  packages: readonly string[];
}

const sdks = ['@aws-sdk/*', '@smithy/*', '@kubernetes/client-node'];

/**
 * Every room and everything that it may import; any other import fails the test. A row may list only rooms above it, so
 * imports cannot form a cycle.
 */
export const rooms = {
  languages: {
    holds: 'General formats: versions, dates, CIDR, Corefile, selectors, shell, Markdown, English; none of our own.',
    imports: [],
    types: [],
    packages: ['semver', 'yaml', 'node:util'],
  },
  facts: {
    holds: 'What can be known: the schema of each fact with its marks; readings, gaps, reasons for missing data.',
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
    holds: 'Evaluates a request against policies: allowed, denied or unknown.',
    imports: ['languages'],
    types: ['facts'],
    packages: [],
  },
  karpenter: {
    holds: 'What a Karpenter release reads, runs and requests: its path, pools, settings and feature gates.',
    imports: ['languages'],
    types: ['facts', 'tables'],
    packages: ['semver'],
  },
  cel: {
    holds:
      "Expressions of users' rules: compiles and evaluates CEL as Kubernetes has it, and names the fields that they read.",
    imports: ['languages'],
    types: [],
    packages: ['semver', 're2js', '@marcbachmann/cel-js'],
  },
  'check.ts': {
    holds: 'The API for authors of checks: Check, Finding, Resource, Context.',
    imports: [],
    types: ['languages', 'facts', 'tables', 'karpenter'],
    packages: [],
  },
  subjects: {
    holds: 'Topics that checks share, with one name and one fix each: node owners, components, workloads, updates.',
    imports: ['languages', 'karpenter'],
    types: ['check.ts', 'facts', 'tables'],
    packages: ['semver'],
  },
  checks: {
    holds: 'Checks only: `<area>/<name>.ts`, or `<area>/<name>/check.ts` with its own parts.',
    imports: ['check.ts', 'subjects', 'karpenter', 'iam-evaluator', 'languages'],
    types: ['facts', 'tables'],
    packages: ['semver'],
  },
  sources: {
    holds: 'API clients: transport, paging, retries, errors as reasons; kubeconfig, proxies, local programs.',
    imports: ['languages', 'facts'],
    types: [],
    packages: ['node:*', 'socks', 'yaml', ...sdks],
  },
  collectors: {
    holds: 'Read facts from sources; the list of every fact with its collector.',
    imports: ['languages', 'facts', 'tables', 'karpenter', 'sources'],
    types: [],
    packages: ['zod/mini', 'node:crypto', 'node:util', 'node:zlib', 'node:path', ...sdks],
  },
  inventory: {
    holds: 'Stored readings: their format, age and redaction; no file access.',
    imports: ['languages', 'facts', 'tables'],
    types: [],
    packages: ['zod/mini', 'node:crypto', 'node:net'],
  },
  permissions: {
    holds: 'The required permissions as text, IAM policy, RBAC and Terraform.',
    imports: ['languages', 'facts'],
    types: ['check.ts', 'collectors'],
    packages: [],
  },
  plan: {
    holds: 'The target, and the steps of both components to reach it.',
    imports: ['languages', 'facts', 'tables', 'karpenter'],
    types: [],
    packages: ['zod/mini'],
  },
  judge: {
    holds: 'The engine, which turns a check and its facts into findings and a status; verdict, gate, exit code.',
    imports: ['languages', 'facts', 'tables', 'karpenter', 'plan'],
    types: ['check.ts'],
    packages: ['zod/mini', 'node:crypto'],
  },
  report: {
    holds: 'The schema and the assembly of the report; one file or folder for each format.',
    imports: ['languages', 'facts', 'tables', 'karpenter', 'subjects', 'plan', 'judge'],
    types: [],
    packages: [
      'zod/mini',
      'node:util',
      'node:crypto',
      'node:zlib',
      'cli-table3',
      'preact',
      'preact/hooks',
      'preact-render-to-string',
    ],
  },
  changes: {
    holds:
      'What a scheduled scan keeps of open findings, what changed since the last one, and the message about it; no file access.',
    imports: ['languages', 'facts', 'plan', 'judge', 'report'],
    types: [],
    packages: ['zod/mini', 'node:crypto'],
  },
  history: {
    holds:
      'The place of reports and state: a folder or a prefix in S3; conditional writes, bounded and validated reads.',
    imports: ['languages', 'facts', 'sources', 'report', 'changes'],
    types: [],
    packages: ['node:*', ...sdks],
  },
  deliveries: {
    holds: 'Targets of `--deliver`: one file for each, with its shape, its limits and its retries; secrets.',
    imports: ['languages', 'facts', 'sources', 'report', 'changes'],
    types: [],
    packages: ['node:*', 'zod/mini', ...sdks],
  },
  'plugin-api': {
    holds: 'What authors of plug-ins import: definitions of checks, objects, tables and fields.',
    imports: ['languages'],
    types: ['check.ts', 'facts'],
    packages: [],
  },
  'rule-files': {
    holds: 'Files of rules in CEL: their format, their compiled rules as a plug-in, their tests.',
    imports: ['languages', 'facts', 'sources', 'judge', 'cel'],
    types: ['plugin-api'],
    packages: ['zod/mini'],
  },
  plugins: {
    holds:
      'Loads plug-ins into workers, validates what they say, collects their objects, asks their checks, runs the tests of rules.',
    imports: ['languages', 'facts', 'tables', 'sources', 'collectors', 'judge', 'cel', 'rule-files'],
    types: ['check.ts', 'plugin-api'],
    packages: ['zod/mini', 'node:*'],
  },
  'plugin-testing': {
    holds:
      'What authors of plug-ins test with: cases, the law, denials, projections; judged as in a scan, without a worker.',
    imports: ['languages', 'facts', 'tables', 'collectors', 'judge', 'plugins'],
    types: ['check.ts', 'karpenter', 'plugin-api'],
    packages: ['zod/mini', 'node:*'],
  },
  commands: {
    holds: 'Options, configuration, all reading and writing of files; one thin file for each command.',
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
      'changes',
      'history',
      'deliveries',
      'subjects',
      'plugins',
      'rule-files',
    ],
    types: ['check.ts'],
    packages: ['commander', 'zod/mini', 'node:*'],
  },
  'catalog.ts': {
    holds: 'The lists of checks and collectors, loaded lazily.',
    imports: ['checks', 'collectors'],
    types: [],
    packages: [],
  },
  'main.ts': {
    holds: 'The flow from argv to the exit code.',
    imports: ['languages', 'judge', 'commands', 'catalog.ts'],
    types: [],
    packages: [],
  },
  'version.ts': {
    holds: 'What the build writes into the bundle: its version and its date.',
    imports: [],
    types: [],
    packages: [],
  },
  'programs.ts': {
    holds: 'The product as functions for programs: scan and judge.',
    imports: ['languages', 'facts', 'inventory', 'commands', 'catalog.ts', 'version.ts'],
    types: ['report'],
    packages: ['node:process'],
  },
  'index.ts': {
    holds: 'What the package exports: the API of plug-ins, scan and judge.',
    imports: ['languages', 'plugin-api', 'programs.ts'],
    types: ['check.ts', 'facts', 'report', 'commands'],
    packages: [],
  },
  'run.ts': {
    holds: 'The real streams, the clock, the environment.',
    imports: ['judge', 'commands', 'main.ts', 'version.ts'],
    types: [],
    packages: ['node:process'],
  },
  'cli.ts': {
    holds: 'Signal handling; the only file that ends the process.',
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
  return ['| room | holds | may import | packages |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
