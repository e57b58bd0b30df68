import type { AnyCheck } from '../../check.ts';
import type { Collectors } from '../../collectors/collect.ts';
import { factNames, type FactName } from '../../facts/facts.ts';
import { findMissingGrantReason } from '../../facts/optional-grants.ts';
import { permissionText, usageError } from '../../facts/reason.ts';
import { paint, wrap, wrapMarkdown, type Layout } from '../../formats/text/layout.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { formatCount } from '../../syntax/english.ts';
import { nearest } from '../../syntax/near.ts';
import { formatAlternatives, shortened } from '../../syntax/quoted.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import type { Io } from '../io.ts';
import { resolveLayout } from '../outputs.ts';
import type { Catalog, LoadCatalog } from '../select-checks.ts';
import { formatExample } from './example.ts';
import pages from './fields.json' with { type: 'json' };

/** A field of a fact; the fields inside it follow it, with a `depth` that is one higher. */
export interface FactField {
  depth: number;
  name: string;
  /** `string or null, optional`. */
  type: string;
  /** Its docstring. */
  text?: string;
}

/** What is known about a fact: `npm run generate` writes these pages from the schemas. */
export interface FactPage {
  /** Its docstring. */
  text: string;
  /** `list of objects`. */
  type: string;
  fields: readonly FactField[];
}

/**
 * Lists the facts, or shows the fields of one.
 * @throws ScanError (`usage`) if there is no such fact
 */
export async function facts(named: string | undefined, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const name = named === undefined ? undefined : requireFact(named);
  const layout = resolveLayout(io);
  const catalog = await loadCatalog();
  const lines = name === undefined ? listFacts(catalog.collectors, layout) : describeFact(name, catalog, layout);
  io.stdout(withoutWorkflowCommands(`${lines.join('\n')}\n`));
  return exitCodes.ready;
}

const mostNear = 8;

function requireFact(named: string): FactName {
  const name = factNames.find((one) => one === named);
  if (name !== undefined) return name;
  const word = named.toLowerCase();
  const holding = word.length < 3 ? [] : factNames.filter((one) => one.toLowerCase().includes(word));
  const near = holding.length > 0 && holding.length <= mostNear ? holding : nearest(named, factNames);
  throw usageError(
    `unknown fact '${shortened(named)}'`,
    near.length > 0 ? `Did you mean ${formatAlternatives(near)}?` : 'Run `eks-preflight facts` to list all facts.',
  );
}

function listFacts(collectors: Collectors, layout: Layout): string[] {
  const lines = factNames.flatMap((name) => [
    paint(layout, 'bold', name),
    ...wrapMarkdown(takeFirstSentence(findPage(name).text), layout, 2),
    ...wrap(describeSource(name, collectors), layout, 2),
  ]);
  return [
    ...lines,
    '',
    `${formatCount(factNames.length, 'fact')}. Show the fields of one with \`eks-preflight facts NAME\`.`,
  ];
}

function findPage(name: FactName): FactPage {
  return (pages as Readonly<Record<FactName, FactPage>>)[name];
}

function takeFirstSentence(text: string): string {
  const [first = ''] = text.split(/(?<=[a-z)`]\.) (?=[A-Z`])/);
  return first;
}

/** `Requires nodes: list.`; `Computed from pods.` */
function describeSource(name: FactName, collectors: Collectors): string {
  const { permissions, from = [] } = collectors[name];
  const required = [...new Set(permissions.map(permissionText))];
  const grant = findMissingGrantReason(name)?.message;
  const parts = [
    ...(required.length === 0 ? [] : [`Requires ${required.join(', ')}.`]),
    ...(from.length === 0 ? [] : [`Computed from ${from.join(', ')}.`]),
    ...(required.length + from.length === 0 ? ['Read from a program on this machine.'] : []),
    ...(grant === undefined ? [] : [`Not read by default: ${grant}.`]),
  ];
  return parts.join(' ');
}

function describeFact(name: FactName, { checks, collectors }: Catalog, layout: Layout): string[] {
  const { text, type, fields } = findPage(name);
  const readers = checks.filter((check) => isReadBy(name, check)).map(({ id }) => id);
  return [
    paint(layout, 'bold', name),
    ...wrapMarkdown(text, layout, 2),
    '',
    ...wrap(describeSource(name, collectors), layout, 2),
    ...(readers.length === 0 ? [] : wrap(`Checks that read it: ${readers.join(', ')}.`, layout, 2)),
    '',
    ...wrap(`Type: ${type}${fields.length === 0 ? '' : ', with these fields'}.`, layout, 2),
    ...fields.flatMap((field) => describeField(field, layout)),
    '',
    ...formatExample(name),
  ];
}

function isReadBy(name: FactName, { needs, uses = [], applies }: AnyCheck): boolean {
  return [...needs, ...uses, ...(applies?.needs ?? []), ...(applies?.uses ?? [])].includes(name);
}

function describeField({ depth, name, type, text = '' }: FactField, layout: Layout): string[] {
  const indent = 4 + depth * 2;
  const head = wrap(`${paint(layout, 'bold', name)}: ${type}`, layout, indent + 4, ' '.repeat(indent));
  return text === '' ? head : [...head, ...wrapMarkdown(text, layout, indent + 4)];
}
