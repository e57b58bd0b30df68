import { instanceTypePattern, placePattern } from '../../facts/public-texts.ts';
import { factNames, factSchemas } from '../../facts/facts.ts';
import { loadTable, tableNames } from '../../tables/tables.ts';
import { fixedTexts } from './walk.ts';
import { iamActions, publicDomains, publicLabels, publicVocabulary, sharedDomains, listWords } from './public-words.ts';

/** Tests for text that may stay in a redacted inventory. */
export interface Public {
  /** A word that may stay in any text. */
  isWord: (word: string) => boolean;
  /** A label that may stay in a host name. */
  isLabel: (label: string) => boolean;
  /** A part of an IAM action that this program knows: `Describe` of `ec2:Describe*`. */
  isActionPart: (part: string) => boolean;
  /** A text that equals a value in a table. */
  isOfTable: (table: string, text: string) => boolean;
}

/** Numbers, versions, times, amounts, instance types, Regions and zones: none of them identifies an owner. */
const shapes: readonly RegExp[] = [
  /^v?\d+(?:\.\d+)*$/,
  /^\d{4}-\d{2}-\d{2}(?:T\d{2})?$/,
  /^\d+(?:\.\d+)?(?:Z|[numkMGTPE]i?|[KMGT]i?B|h|ms|s|d|x|xl|xlarge|th|st|nd|rd)$/,
  /^(?:\d+(?:h|m|s|ms))+$/,
  new RegExp(`^(?:${instanceTypePattern})$`),
  new RegExp(`^(?:${placePattern})$`),
];

/** A version with a build hash: `-eks-113cf36`. */
const buildHash = /^(v?\d+(?:\.\d+)+[-+]eks)-[0-9a-f]{7,8}$/;

let known: Public | undefined;

/** Builds the tests from the vocabularies, tables and schemas on first use. */
export function readPublic(): Public {
  known ??= collectPublic();
  return known;
}

function collectPublic(): Public {
  const words = new Set(publicVocabulary.flatMap(listWords));
  const texts = new Map<string, Set<string>>(
    tableNames.map((name) => [name, new Set(listStrings(loadTable(name).rows))]),
  );
  for (const word of factNames.flatMap((fact) => fixedTexts(factSchemas[fact]))) words.add(word);
  const rows = tableNames.flatMap((name) => withoutCommonWords(loadTable(name).rows));
  for (const word of listStrings(rows).flatMap(wordsOfText)) words.add(word);
  const labels = new Set([...words, ...listWords(publicLabels)]);
  const requestedActions = listWords(iamActions).map((action) => action.toLowerCase());
  const actions = [...requestedActions, ...[...texts.values()].flatMap((all) => [...all].flatMap(actionsIn))].join(' ');
  const isShape = (word: string): boolean => shapes.some((shape) => shape.test(word)) || buildHash.test(word);
  const isWord = (word: string): boolean => word.length < 2 || words.has(word) || isShape(word);
  return {
    isWord,
    isLabel: (label) => labels.has(label) || isWord(label),
    isActionPart: (part) => actions.includes(part.toLowerCase()),
    isOfTable: (table, text) => texts.get(table)?.has(text) === true,
  };
}

/** Options in a Corefile and names of changes are common words, such as `email`: an owner may use one as a name. */
function withoutCommonWords(rows: readonly object[]): readonly object[] {
  return rows.filter((row) => !('plugin' in row && 'options' in row) && !('change' in row && 'manager' in row));
}

/** Ignores sentences of a table: their words could also be an owner's names. */
function wordsOfText(text: string): string[] {
  return text.trim().split(/\s+/).length > 3 ? [] : text.split(/[\s/,:@=()]+/);
}

function actionsIn(text: string): string[] {
  return /^[a-z0-9-]+:[A-Za-z]+$/.test(text) ? [text.slice(text.indexOf(':') + 1).toLowerCase()] : [];
}

function listStrings(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(listStrings) : [];
}

export const publicDomainSuffixes: readonly string[] = listWords(publicDomains);
export const sharedDomainSuffixes: readonly string[] = listWords(sharedDomains);
/** AWS accounts in the names of images that EKS provides. */
export const publicAccounts: ReadonlySet<string> = new Set(
  loadTable('eks-registries').rows.map(({ account }) => account),
);
