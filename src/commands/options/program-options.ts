import { optionNames, rowOf, type OptionName, type ScanOptions as AllOptions } from './options.ts';
import type { Program } from './row.ts';
import type { optionTable } from './option-table.ts';

/**
 * The options of a scan that programs may pass. The types of the package list them with their help texts
 * (`npm run generate`).
 */

type Taken<By extends Program> = {
  [Name in OptionName]: By extends NonNullable<(typeof optionTable)[Name]['programs']>[number] ? Name : never;
}[OptionName];

type Given<Name extends OptionName> = { readonly [Each in Name]?: Unchanged<AllOptions[Each]> | undefined };
type Unchanged<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** What `scan` takes. */
export type ScanOptions = Given<Taken<'scan'>>;

/** What `judge` takes. */
export type JudgeOptions = Given<Taken<'judge'>>;

/** The options that a function takes. */
export function listProgramOptions(program: Program): OptionName[] {
  return optionNames.filter((name) => rowOf(name).programs?.includes(program) === true);
}
