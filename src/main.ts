import { isQuiet, runOrReportFailure, parseFailureOptions, toFailureOptions } from './commands/failure.ts';
import { withoutNotes, type Io } from './commands/io.ts';
import { readCommandLine } from './commands/options/command-line.ts';
import type { ParsedCommandWithOptions } from './commands/options/parsed-command.ts';
import { mergeOptions, type Merged } from './commands/options/settings.ts';
import { warnBeforeAll } from './commands/warnings.ts';
import { exitCodes } from './judge/exit-codes.ts';
import { printable } from './syntax/printable.ts';
import { withoutWorkflowCommands } from './syntax/workflow-commands.ts';

/** All checks and collectors: most of the program, so loaded on demand. */
const loadCatalog = () => import('./registry.ts');

/**
 * Runs one command line from argv to the exit code. Never rejects: an error is a message on stderr (and, with
 * `--format json`, usually an error object on stdout) and exit code 3.
 */
export async function main(argv: readonly string[], given: Io): Promise<number> {
  const loud: Io = { ...given, stderr: (text) => given.stderr(withoutWorkflowCommands(text)) };
  const io = isQuiet(argv) ? withoutNotes(loud) : loud;
  warnBeforeAll(io);
  return runOrReportFailure(parseFailureOptions(argv, io.env), io, async () => {
    const parsed = readCommandLine(argv, io.version, io);
    if (parsed === undefined) return exitCodes.ready;
    if (parsed.command === 'checks') return (await import('./commands/checks.ts')).checks(parsed, loadCatalog, io);
    if (parsed.command === 'facts')
      return (await import('./commands/facts/facts.ts')).facts(parsed.name, loadCatalog, io);
    if (parsed.command === 'test-rules')
      return (await import('./commands/test-rules.ts')).testRules(parsed.files, loadCatalog, io);
    if (parsed.command === 'completion')
      return (await import('./commands/completion/completion.ts')).completion(parsed.shell, loadCatalog, io);
    if (parsed.command === 'accept')
      return (await import('./commands/accept.ts')).accept(parsed.id, parsed.own, loadCatalog, io);
    if (parsed.command === 'diff')
      return (await import('./commands/diff.ts')).diff(parsed, parsed.own, loadCatalog, io);
    const { command } = parsed;
    const merged = await merge(parsed, io);
    return runOrReportFailure(toFailureOptions(parsed, merged), io, async () => {
      if (merged.note !== undefined) io.stderr(`${printable(merged.note)}\n`);
      return commands[command](merged, parsed.own, io);
    });
  });
}

type Run = (merged: Merged, own: Readonly<Record<string, unknown>>, io: Io) => Promise<number>;

const commands: { readonly [Name in ParsedCommandWithOptions['command']]: Run } = {
  scan: async (merged, own, io) => (await import('./commands/scan.ts')).scan(merged, own, loadCatalog, io),
  collect: async ({ settings }, { output }, io) =>
    (await import('./commands/collect.ts')).collect(output, settings, loadCatalog, io),
  plan: async ({ settings }, own, io) => (await import('./commands/plan/plan.ts')).plan(own, settings, loadCatalog, io),
  status: async ({ settings }, own, io) =>
    (await import('./commands/status/status.ts')).status(own, settings, loadCatalog, io),
  demo: async ({ settings }, own, io) => (await import('./commands/demo.ts')).demo(own, settings, loadCatalog, io),
  render: async ({ settings }, own, io) =>
    (await import('./commands/render.ts')).render(own, settings, loadCatalog, io),
  config: async (merged, _, io) => (await import('./commands/config.ts')).config(merged, loadCatalog, io),
  gate: async ({ settings }, own, io) => (await import('./commands/gate.ts')).gate(own, settings, loadCatalog, io),
  fleet: async ({ settings }, own, io) =>
    (await import('./commands/fleet/fleet.ts')).fleet(own, settings, loadCatalog, io),
  permissions: async ({ settings }, own, io) =>
    (await import('./commands/permissions.ts')).permissions(own, settings, loadCatalog, io),
};

/** The commands that read a config file. */
const readsConfigFile = new Set<ParsedCommandWithOptions['command']>([
  'scan',
  'plan',
  'status',
  'collect',
  'config',
  'gate',
]);

function merge({ command, flags, own, names }: ParsedCommandWithOptions, io: Io): Promise<Merged> {
  const folder = readsConfigFile.has(command) ? io.cwd : undefined;
  const { clusters } = own;
  const namesSeveral = Array.isArray(clusters) && clusters.length > 1;
  return mergeOptions(flags, { env: io.env, folder, names, namesSeveral });
}
