import { printError, type Io } from './io.ts';
import { sentence } from '../syntax/markdown.ts';
import { toFlag, optionNames } from './options/options.ts';
import { printable } from '../syntax/printable.ts';
import { jsonWithoutWorkflowCommands } from '../syntax/workflow-commands.ts';
import { ScanError, type Choices } from '../facts/reason.ts';
import type { ParsedCommandWithOptions } from './options/parsed-command.ts';
import type { Merged, Origins } from './options/settings.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import { setFields } from '../syntax/set-fields.ts';

/** How a failure is reported. */
export interface FailureOptions {
  /** Whether the failure is also printed as an object on stdout. */
  json: boolean;
  /** What each option is called where it was set: users look for the variable that they exported. */
  origins: Origins;
}

/** Runs a command, or a part of it. If it throws, prints the reason on stderr and returns the exit code. */
export async function runOrReportFailure(options: FailureOptions, io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    return reportFailure(error, options, io);
  }
}

function reportFailure(error: unknown, { json, origins }: FailureOptions, io: Io): number {
  const reason = error instanceof ScanError ? error.reason : undefined;
  const detail = error instanceof Error ? error.message.split('\n')[0] : String(error);
  const rawMessage = reason?.message ?? `crashed: ${detail ?? ''}`;
  const message = printable(reason?.kind === 'usage' ? replaceFlagsByOrigins(origins, rawMessage) : rawMessage);
  const rawHint = reason === undefined ? 'Report it with the command line you used.' : reason.hint;
  const hint = rawHint === undefined ? undefined : printable(sentence(rawHint));
  if (json) {
    const commands = reason?.choices?.flatMap((choices) => choices.commands.map(printable));
    const failure = setFields({ code: reason?.kind ?? 'crash', message, hint, commands });
    io.stdout(`${jsonWithoutWorkflowCommands(JSON.stringify({ schemaVersion: 1, error: failure }, null, 2))}\n`);
  }
  const end = hint === undefined ? '' : `${hint}\n`;
  printError(io, `eks-preflight: ${message}\n${end}${formatChoices(reason?.choices)}`);
  if (reason === undefined && io.env['EKS_PREFLIGHT_DEBUG'] !== undefined && error instanceof Error)
    printError(io, `${error.stack ?? ''}\n`);
  return exitCodes.couldNotRun;
}

/** Each title with its commands below it. */
function formatChoices(choices: readonly Choices[] = []): string {
  const lines = choices.flatMap(({ title, commands, more }) => [
    '',
    `${printable(title)}:`,
    ...commands.map((command) => `  ${printable(command)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** `--target` becomes `EKS_PREFLIGHT_TARGET`, or `target of ci.yaml`, if it was set there. */
function replaceFlagsByOrigins(origins: Origins, message: string): string {
  return optionNames.reduce((text, name) => {
    const { from, called } = origins[name] ?? {};
    if (from === undefined || from === 'option' || called === undefined) return text;
    return text.replaceAll(new RegExp(`(?<![\\w-])${toFlag(name)}(?![\\w-])`, 'g'), () => called);
  }, message);
}

/** How a failure is reported before the options are known. Does not use the parser, which may be what fails. */
export function parseFailureOptions(argv: readonly string[], env: NodeJS.ProcessEnv): FailureOptions {
  return { json: isJsonRequested(argv, env), origins: {} };
}

/** True for `-q` and `--quiet`: read from argv itself, because warnings are printed before the options are known. */
export function isQuiet(argv: readonly string[]): boolean {
  return argv.some((word) => word === '--quiet' || word.startsWith('-q'));
}

/**
 * How a failure is reported once the options are known. Never as JSON if stdout is for something else: facts with
 * `collect`, messages with `--deliver stdout`.
 */
export function toFailureOptions(
  { command, own }: Pick<ParsedCommandWithOptions, 'command' | 'own'>,
  { settings, origins }: Merged,
): FailureOptions {
  const format = command === 'fleet' || command === 'plan' ? own['format'] : settings.format;
  const printsMessages = (settings.deliver ?? []).some((target) => target.trim() === 'stdout');
  return { json: format === 'json' && command !== 'collect' && !printsMessages, origins };
}

function isJsonRequested(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const at = argv.indexOf('--format');
  if (argv[0] === 'collect') return false;
  return (
    argv.includes('--format=json') ||
    (at >= 0 && argv[at + 1] === 'json') ||
    (at < 0 && env['EKS_PREFLIGHT_FORMAT'] === 'json')
  );
}
