/** What `import ... from 'eks-preflight'` gives to authors of plug-ins and to programs. docs/own-checks.md says what is promised. */
export { advice, commands, joinAdvice } from '../languages/advice.ts';
export { json, sh } from '../languages/shell.ts';
export { defineCheck, defineObjects, definePlugin, defineTable } from './define.ts';
export { f } from './fields.ts';
export type { Blocks, Phase } from '../check.ts';
export type { NameKind } from '../facts/marks.ts';
export type { Advice } from '../languages/advice.ts';
export type { Command, CommandPart, JsonArgument } from '../languages/shell.ts';
export type { ReasonKind } from '../facts/reason.ts';
export type { Minor } from '../languages/versions.ts';
export type {
  AnyPluginCheck,
  FactsOf,
  Given,
  ItemOf,
  KubernetesObject,
  Need,
  Objects,
  ObjectsDefinition,
  Plugin,
  PluginCheck,
  PluginContext,
  RowOf,
  RowsOf,
  Table,
  TableDefinition,
} from './define.ts';
export type { FactName, Facts } from './facts.ts';
export type { Field, FieldData, Fields, Flat, ObjectOf, OptionalField, ValueOf } from './fields.ts';
export type { Evidence, Level, PluginFinding, Resource, Severity } from './finding.ts';
export type { ScanError } from './scan-error.ts';
