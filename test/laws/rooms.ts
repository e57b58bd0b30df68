/** The allowed imports of a room. A room is a folder of src/, the folder checks/, or a file in src/. */
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
  syntax: {
    holds: 'General formats: versions, dates, CIDR, Corefile, selectors, shell, Markdown, English; none of our own.',
    imports: [],
    types: [],
    packages: ['semver/*', 'yaml', 'node:util'],
  },
  facts: {
    holds: 'What can be known: the schema of each fact with its marks; readings, gaps, reasons for missing data.',
    imports: [],
    types: [],
    packages: ['zod/mini'],
  },
  tables: {
    holds: 'The schema of each table in `rules/`, and its reader.',
    imports: ['syntax', 'facts'],
    types: [],
    packages: ['zod/mini', 'node:fs', 'node:url'],
  },
  'for-checks/iam': {
    holds: 'Evaluates a request against policies: allowed, denied or unknown.',
    imports: ['syntax'],
    types: ['facts'],
    packages: [],
  },
  karpenter: {
    holds: 'What a Karpenter release reads, runs and requests: its path, pools, settings and feature gates.',
    imports: ['syntax'],
    types: ['facts', 'tables'],
    packages: ['semver/*'],
  },
  'custom-checks/cel': {
    holds:
      "Expressions of users' rules: compiles and evaluates CEL as Kubernetes has it, and names the fields that they read.",
    imports: ['syntax'],
    types: [],
    packages: ['semver/*', 're2js', '@marcbachmann/cel-js'],
  },
  'check.ts': {
    holds: 'The API for authors of checks, built-in or of plug-ins: Check, Finding, Resource, Context.',
    imports: [],
    types: ['syntax', 'facts', 'tables', 'karpenter'],
    packages: [],
  },
  'for-checks': {
    holds: 'What checks of several areas share, with one name and one fix each: node owners, components, updates.',
    imports: ['syntax', 'karpenter', 'for-checks/iam'],
    types: ['check.ts', 'facts', 'tables'],
    packages: ['semver/*'],
  },
  checks: {
    holds:
      'Checks: `<area>/<name>.ts`, or `<area>/<name>/check.ts` with its own parts; `<area>/shared/` is what checks of the area share.',
    imports: ['check.ts', 'for-checks', 'karpenter', 'for-checks/iam', 'syntax'],
    types: ['facts', 'tables'],
    packages: ['semver/*'],
  },
  sources: {
    holds: 'API clients: transport, paging, retries, errors as reasons; kubeconfig, proxies, local programs.',
    imports: ['syntax', 'facts'],
    types: [],
    packages: ['node:*', 'socks', 'yaml', ...sdks],
  },
  collectors: {
    holds: 'Read facts from sources; the list of every fact with its collector.',
    imports: ['syntax', 'facts', 'tables', 'karpenter', 'sources'],
    types: [],
    packages: ['zod/mini', 'node:crypto', 'node:util', 'node:zlib', 'node:path', ...sdks],
  },
  inventory: {
    holds: 'Stored readings: their format, age and redaction; no file access.',
    imports: ['syntax', 'facts', 'tables'],
    types: [],
    packages: ['zod/mini', 'node:crypto', 'node:net'],
  },
  'commands/permissions': {
    holds: 'The required permissions as text, IAM policy, RBAC and Terraform.',
    imports: ['syntax', 'facts'],
    types: ['check.ts', 'collectors'],
    packages: [],
  },
  'judge/plan': {
    holds: 'The target, and the steps of both components to reach it.',
    imports: ['syntax', 'facts', 'tables', 'karpenter'],
    types: [],
    packages: ['zod/mini'],
  },
  judge: {
    holds: 'The engine, which turns a check and its facts into findings and a status; verdict, gate, exit code.',
    imports: ['syntax', 'facts', 'tables', 'karpenter', 'judge/plan'],
    types: ['check.ts'],
    packages: ['zod/mini', 'node:crypto'],
  },
  report: {
    holds:
      'The report as data: its schema, its assembly, the texts that all formats share, the difference of two reports.',
    imports: ['syntax', 'facts', 'tables', 'karpenter', 'for-checks', 'judge/plan', 'judge'],
    types: [],
    packages: ['zod/mini', 'node:util'],
  },
  formats: {
    holds: 'Writes a report as text, JSON, Markdown, HTML, ...: one file or folder for each format.',
    imports: ['syntax', 'facts', 'tables', 'karpenter', 'for-checks', 'judge', 'report'],
    types: [],
    packages: [
      'node:util',
      'node:crypto',
      'node:zlib',
      'cli-table3',
      'preact',
      'preact/hooks',
      'preact-render-to-string',
    ],
  },
  'schedule/changes': {
    holds:
      'What a scheduled scan keeps of open findings, what changed since the last one, and the message about it; no file access.',
    imports: ['syntax', 'facts', 'judge/plan', 'judge', 'report'],
    types: [],
    packages: ['zod/mini', 'node:crypto'],
  },
  'schedule/history': {
    holds:
      'The place of reports and state: a folder or a prefix in S3; conditional writes, bounded and validated reads.',
    imports: ['syntax', 'facts', 'sources', 'report', 'schedule/changes'],
    types: [],
    packages: ['node:*', ...sdks],
  },
  'schedule/deliveries': {
    holds: 'Targets of `--deliver`: one file for each, with its shape, its limits and its retries; secrets.',
    imports: ['syntax', 'facts', 'sources', 'report', 'formats', 'schedule/changes'],
    types: [],
    packages: ['node:*', 'zod/mini', ...sdks],
  },
  'custom-checks/api': {
    holds:
      'What authors of plug-ins import besides checks, objects and tables: the plug-in, the types of facts and errors.',
    imports: [],
    types: ['check.ts', 'facts', 'tables'],
    packages: [],
  },
  'custom-checks/rule-files': {
    holds: 'Files of rules in CEL: their format, their compiled rules as a plug-in, their tests.',
    imports: ['syntax', 'facts', 'sources', 'judge', 'custom-checks/cel'],
    types: ['check.ts', 'custom-checks/api'],
    packages: ['zod/mini'],
  },
  'custom-checks/plugins': {
    holds:
      'Loads plug-ins into workers, validates what they say, collects their objects, asks their checks, runs the tests of rules.',
    imports: [
      'syntax',
      'facts',
      'tables',
      'sources',
      'collectors',
      'judge',
      'custom-checks/cel',
      'custom-checks/rule-files',
    ],
    types: ['check.ts', 'custom-checks/api'],
    packages: ['zod/mini', 'node:*'],
  },
  'custom-checks/testing': {
    holds:
      'What authors of plug-ins test with: cases, the law, denials, projections; judged as in a scan, without a worker.',
    imports: ['syntax', 'facts', 'tables', 'collectors', 'judge', 'custom-checks/plugins'],
    types: ['check.ts', 'karpenter', 'custom-checks/api'],
    packages: ['zod/mini', 'node:*'],
  },
  commands: {
    holds: 'Options, configuration, all reading and writing of files; one thin file for each command.',
    imports: [
      'syntax',
      'facts',
      'sources',
      'collectors',
      'inventory',
      'commands/permissions',
      'judge/plan',
      'judge',
      'report',
      'formats',
      'schedule/changes',
      'schedule/history',
      'schedule/deliveries',
      'for-checks',
      'custom-checks/plugins',
      'custom-checks/rule-files',
    ],
    types: ['check.ts'],
    packages: ['commander', 'zod/mini', 'node:*'],
  },
  'registry.ts': {
    holds: 'The lists of checks and collectors, loaded lazily.',
    imports: ['checks', 'collectors'],
    types: [],
    packages: [],
  },
  'main.ts': {
    holds: 'The flow from argv to the exit code.',
    imports: ['syntax', 'judge', 'commands', 'registry.ts'],
    types: [],
    packages: [],
  },
  'api/programs.ts': {
    holds: 'The product as functions for programs: scan and judge.',
    imports: ['syntax', 'facts', 'inventory', 'commands', 'registry.ts'],
    types: ['report'],
    packages: ['node:process'],
  },
  'api/index.ts': {
    holds: 'What the package exports: the API of plug-ins, scan and judge.',
    imports: ['syntax', 'facts', 'tables', 'check.ts', 'custom-checks/api', 'api/programs.ts'],
    types: ['report', 'commands'],
    packages: [],
  },
  'process-io.ts': {
    holds: 'The real streams, the clock, the environment.',
    imports: ['judge', 'commands', 'main.ts'],
    types: [],
    packages: ['node:process'],
  },
  'cli.ts': {
    holds: 'Signal handling; the only file that ends the process.',
    imports: ['judge', 'process-io.ts'],
    types: [],
    packages: ['node:process'],
  },
} as const satisfies Record<string, Room>;

export type RoomName = keyof typeof rooms;
export const roomNames = Object.keys(rooms) as RoomName[];

/** The table of rooms as ARCHITECTURE.md shows it. */
export function roomsMarkdown(): string {
  const rows = roomNames.map((name) => {
    const place = name === 'checks' ? 'checks/' : `src/${name}${name.endsWith('.ts') ? '' : '/'}`;
    return `| \`${place}\` | ${rooms[name].holds} |`;
  });
  return ['| room | holds |', '| --- | --- |', ...rows].join('\n');
}
