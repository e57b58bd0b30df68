import type { Io } from './io.ts';
import { sentence } from '../languages/markdown.ts';
import { flagOf, optionNames } from './options/options.ts';
import { printable } from '../languages/printable.ts';
import { SourceError } from '../facts/reason.ts';
import type { Origins } from './options/settings.ts';

/** The scan could not run: bad usage, no credentials, no such cluster, a crash, a signal. */
const couldNotRun = 3;

/** How a failure is told. */
export interface Telling {
  /** As an object on stdout, too. */
  json: boolean;
  /** What an option is called where it was set: people look for the variable that they exported. */
  origins: Origins;
}

/** Says on stderr why the command could not run. Its exit code comes back. */
export function fail(error: unknown, { json, origins }: Telling, io: Io): number {
  const reason = error instanceof SourceError ? error.reason : undefined;
  const detail = error instanceof Error ? error.message.split('\n')[0] : String(error);
  const said = reason?.message ?? `crashed: ${detail ?? ''}`;
  const message = printable(reason?.kind === 'usage' ? inWordsOf(origins, said) : said);
  const told = reason === undefined ? 'Report it with the command line you used.' : reason.hint;
  const hint = told === undefined ? undefined : printable(sentence(told));
  if (json) {
    const failure = { code: reason?.kind ?? 'crash', message, ...(hint === undefined ? {} : { hint }) };
    io.stdout(`${JSON.stringify({ schemaVersion: 1, error: failure }, null, 2)}\n`);
  }
  io.stderr(`eks-preflight: ${message}\n${hint === undefined ? '' : `${hint}\n`}`);
  if (reason === undefined && io.env['EKS_PREFLIGHT_DEBUG'] !== undefined && error instanceof Error)
    io.stderr(`${error.stack ?? ''}\n`);
  return couldNotRun;
}

/** `--target` becomes `EKS_PREFLIGHT_TARGET`, or `target of ci.yaml`, where it was set there. */
function inWordsOf(origins: Origins, message: string): string {
  return optionNames.reduce((text, name) => {
    const { from, called } = origins[name] ?? {};
    if (from === undefined || from === 'option' || called === undefined) return text;
    return text.replaceAll(new RegExp(`(?<![\\w-])${flagOf(name)}(?![\\w-])`, 'g'), () => called);
  }, message);
}

/** Asked of argv itself, until the options are known: the parser may be what fails. */
export function asksForJson(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const at = argv.indexOf('--format');
  if (argv[0] === 'collect') return false;
  return (
    argv.includes('--format=json') ||
    (at >= 0 && argv[at + 1] === 'json') ||
    (at < 0 && env['EKS_PREFLIGHT_FORMAT'] === 'json')
  );
}
