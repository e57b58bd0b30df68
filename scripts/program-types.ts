import * as z from 'zod/mini';
import { rowOf, scanOptions, type OptionName } from '../src/commands/options/options.ts';
import { acceptDescriptions } from '../src/commands/options/policy-keys.ts';
import { listProgramOptions } from '../src/commands/options/program-options.ts';
import { grants } from '../src/facts/optional-grants.ts';
import type { JsonSchema } from './descriptions.ts';
import { formatObject } from './report-types.ts';

/** The options of `scan` and `judge` as TypeScript, each with its help text. */

const shapes = (z.toJSONSchema(scanOptions, { io: 'input' }) as JsonSchema).properties ?? {};

/** Builds `schemas/options.d.ts`. */
export function programTypes(): string {
  return [
    '/** Written by `npm run generate` from the options of the command line. docs/own-checks/reference.md says what is promised. */',
    '',
    '/** What `scan` takes: the options of the command `scan` but those that print, write reports or send messages. */',
    `export interface ScanOptions ${typeOfOptions(listProgramOptions('scan'))}`,
    '',
    '/** What `judge` takes. */',
    `export interface JudgeOptions ${typeOfOptions(listProgramOptions('judge'))}`,
    '',
    'export {};',
    '',
  ].join('\n');
}

function typeOfOptions(names: readonly OptionName[]): string {
  return formatObject({ properties: Object.fromEntries(names.map((name) => [name, toOptionSchema(name)])) }, 0, {
    frozen: true,
  });
}

/** The allowed words of list options, which the command line parses one by one. */
const words: Partial<Record<OptionName, readonly string[]>> = {
  with: grants,
  failOn: ['fail', 'warn', 'unknown', 'not-covered', 'never'],
};

/** A list is an array here: text with commas is for command lines. */
function toOptionSchema(name: OptionName): JsonSchema {
  const shape = shapes[name] ?? {};
  const text = rowOf(name).help;
  const description = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
  const list = shape.anyOf?.find(({ type }) => type === 'array');
  if (list !== undefined) return { description, ...list, ...(words[name] && { items: { enum: words[name] } }) };
  return { description, ...(name === 'accept' ? describedAccept(shape) : shape) };
}

function describedAccept({ items = {}, ...list }: JsonSchema): JsonSchema {
  const keys = Object.entries(items.properties ?? {}).map(([key, one]) => {
    const description = acceptDescriptions[key];
    return [key, description === undefined ? one : { description: `${description}.`, ...one }];
  });
  return { ...list, items: { ...items, properties: Object.fromEntries(keys) } };
}
