import type { Shell } from './command-options.ts';
import type { OptionName } from './options.ts';

/** Options as the parser returns them. */
export type Flags = Record<string, unknown>;

/** A command with the options of a scan that it takes. */
export interface ParsedCommandWithOptions {
  command: 'scan' | 'collect' | 'demo' | 'config' | 'permissions' | 'gate' | 'fleet' | 'render' | 'plan' | 'status';
  /** Options of a scan, as the command line gives them. */
  flags: Flags;
  /** Options that a scan does not have, or that mean something else there. */
  own: Flags;
  /** The options that the command has: only these are taken from the environment. */
  names: readonly OptionName[];
}

/** What a command line asks for. */
export type ParsedCommand =
  | ParsedCommandWithOptions
  | { command: 'checks'; id: string | undefined; plugins: readonly string[]; format: unknown }
  | { command: 'facts'; name: string | undefined }
  | { command: 'completion'; shell: Shell }
  | { command: 'accept'; id: string; own: Flags }
  | { command: 'test-rules'; files: readonly string[] }
  | { command: 'diff'; old: string; new: string; own: Flags };

/** Where the parser prints help; usage errors are thrown. */
export interface Streams {
  stdout(text: string): void;
  stderr(text: string): void;
  columns: number;
}
