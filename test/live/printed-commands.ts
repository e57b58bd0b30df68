import { whereToChange } from '../../src/for-checks/managed-changes.ts';
import type { Owner } from '../../src/for-checks/owners.ts';
import { managedChangeNames } from '../../src/tables/managed-changes.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checks } from '../../checks/index.ts';
import { judge } from '../../src/judge/engine.ts';
import { takenApart } from '../e2e/forbidden-commands.ts';
import { aCheck, buildReport } from '../judge/judged-reports.ts';
import { judged, parseTargets, readStoredInventory } from '../judge/judge-stored.ts';
import { readStoredInput } from '../judge/stored-input.ts';
import { lexShell } from '../e2e/shell-lexer.ts';
import { storedNames } from '../world/stored.ts';

/** The programs in a report's commands whose flags can be verified. */
export const programs = ['aws', 'kubectl', 'helm'] as const;
export type Program = (typeof programs)[number];

/** One command of a kind. All commands of a kind have the same program, subcommand and flags. */
export interface Sample {
  kind: string;
  program: Program;
  args: readonly string[];
}

/** The commands that checks print for the stored inventories. */
export function storedCommands(): string[] {
  return storedNames().flatMap((name) => {
    const input = readStoredInput(name);
    return checks.flatMap((check) => judge(check, input).findings.flatMap(({ commands }) => commands));
  });
}

/**
 * The commands that reports of the stored inventories print besides those of checks: their plans where no check reports
 * anything, and that of the demo, which replaces a node group of eksctl.
 */
export function reportCommands(): string[] {
  const silent = storedNames().map((inventory) => buildReport([aCheck('nodes/silent', [])], {}, { inventory }));
  return [
    ...[...silent, judged(readStoredInventory('demo'), parseTargets('demo'))].flatMap(listCommands),
    ...managerCommands(),
  ];
}

const applier = <Kind extends string>(kind: Kind) => ({ kind, namespace: 'gitops', name: 'shop' });
const terraform = { kind: 'terraform', assumed: false, tag: 'iac' } as const;
/** An owner of each kind for which the table of changes has commands, and those whose tool applies a definition. */
const owners: readonly Owner[] = [
  { ...terraform, tool: 'Terraform' },
  { ...terraform, tool: 'OpenTofu' },
  { ...terraform, tool: 'Terragrunt' },
  { kind: 'pulumi', assumed: false, tag: 'iac' },
  { kind: 'eksctl' },
  { kind: 'cdk' },
  { kind: 'gitops', tool: 'Argo CD', applier: applier('Application') },
  { kind: 'gitops', tool: 'Flux', applier: applier('Kustomization') },
  { kind: 'gitops', tool: 'Flux', applier: applier('HelmRelease') },
];

/** The commands that apply a changed definition, of every change and manager. */
function managerCommands(): string[] {
  const { rows } = loadTable('managed-changes');
  return managedChangeNames.flatMap((change) =>
    owners.flatMap((owner) => whereToChange(change, owner, rows)?.commands ?? []),
  );
}

function listCommands(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'commands' && Array.isArray(value) ? value.map(String) : listCommands(value),
  );
}

/** The URL of every test file of the checks; most of them have a table of cases. */
export function caseFiles(): string[] {
  const folder = path.join(import.meta.dirname, '..', 'checks');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => pathToFileURL(path.join(folder, name)).href);
}

/** Selects the longest command of each kind, since it has the most values. Sorts the kinds. */
export function selectSamples(commands: Iterable<string>): Sample[] {
  const samples = new Map<string, Sample>();
  for (const text of new Set(commands)) {
    for (const argv of lexShell(text).commands) {
      const [program = '', ...args] = withoutVariables(argv);
      if (!isProgram(program)) continue;
      const kind = formatCommandKind([program, ...args]);
      const known = samples.get(kind);
      if (known === undefined || known.args.join(' ').length < args.join(' ').length)
        samples.set(kind, { kind, program, args });
    }
  }
  return [...samples.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

function withoutVariables(argv: readonly string[]): string[] {
  const start = argv.findIndex((word) => !/^\w+=/.test(word));
  return start < 0 ? [] : argv.slice(start);
}

function isProgram(text: string): text is Program {
  return (programs as readonly string[]).includes(text);
}

/** The kind of a command: the words of the subcommand, then the flags: `kubectl rollout restart -n`. */
function formatCommandKind(argv: readonly string[]): string {
  const quoted = argv.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const [taken] = takenApart(quoted);
  if (taken === undefined) throw new Error(`not a command: ${quoted}`);
  const { program, words, flags } = taken;
  const isTwo = program === 'aws' || ['rollout', 'create', 'set', 'repo', 'search', 'get'].includes(words[0] ?? '');
  const place = words.slice(0, isTwo ? 2 : 1).map((word) => word.split('/')[0] ?? '');
  return [program, ...place, ...[...flags.keys()].toSorted()].join(' ');
}
