/** The exports of `eks-preflight` for plug-ins and programs; docs/own-checks/reference.md says which of them stay compatible. */
import type { JudgeOptions, ScanOptions } from '../commands/options/program-options.ts';
import type { ProgramEnvironment } from './programs.ts';
import type { Report } from '../report/schema.ts';

export { advice, commands, joinAdvice } from '../syntax/advice.ts';
export { json, sh } from '../syntax/shell.ts';
export { defineCheck } from '../check.ts';
export { defineObjects } from '../facts/plugin-objects.ts';
export { definePlugin } from '../custom-checks/api/define.ts';
export { defineTable } from '../tables/plugin-table.ts';
export { f } from '../facts/plugin-fields.ts';
export type {
  Blocks,
  Check as PluginCheck,
  Context as PluginContext,
  Evidence,
  Finding as PluginFinding,
  Level,
  Phase,
  Resource,
  Severity,
} from '../check.ts';
export type { NameKind } from '../facts/marks.ts';
export type { Advice } from '../syntax/advice.ts';
export type { Command, CommandPart, JsonArgument } from '../syntax/shell.ts';
export type { ReasonKind } from '../facts/reason.ts';
export type { Minor } from '../syntax/versions.ts';
export type { AnyPluginCheck, Plugin } from '../custom-checks/api/define.ts';
export type { FactName, Facts } from '../custom-checks/api/facts.ts';
export type { Field, FieldData, Fields, Flat, ObjectOf, OptionalField, ValueOf } from '../facts/plugin-fields.ts';
export type {
  FactsOf,
  Given,
  ItemOf,
  KubernetesObject,
  Need,
  Objects,
  ObjectsDefinition,
} from '../facts/plugin-objects.ts';
export type { RowOf, RowsOf, Table, TableDefinition } from '../tables/plugin-table.ts';
export type { ScanError } from '../custom-checks/api/scan-error.ts';
export type { ProgramEnvironment } from './programs.ts';

/**
 * Reads and judges a live cluster, as `eks-preflight scan` does, with the AWS credentials of the process. Neither
 * environment variables nor a config file set options.
 * @returns the report; a blocker is not an error: `report.exitCode` is the exit code of the command
 * @throws {@link ScanError} if the scan cannot run
 */
export async function scan(options: ScanOptions, environment: ProgramEnvironment = {}): Promise<Report> {
  return (await import('./programs.ts')).scan(options, environment);
}

/**
 * Judges an inventory, as `eks-preflight scan --inventory` does.
 * @param inventory the output of `--save-inventory`: the text of the file, or its parsed JSON
 * @throws {@link ScanError} if it is not an inventory, or an option is wrong
 */
export async function judge(
  inventory: string | object,
  options: JudgeOptions = {},
  environment: ProgramEnvironment = {},
): Promise<Report> {
  return (await import('./programs.ts')).judge(inventory, options, environment);
}
