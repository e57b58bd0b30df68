import type { Mark } from '../../facts/marks.ts';
import type * as z from 'zod/mini';
import { factNames, type FactName } from '../../facts/facts.ts';
import { noPluginFacts, type PluginFacts } from '../../facts/plugin-facts.ts';
import type { Inventory } from '../inventory.ts';
import { readingSchema, readingSchemas, type Readings } from '../../facts/reading.ts';
import { createAddressMap } from './addresses.ts';
import { readPublic } from './public.ts';
import { startCollecting } from './pseudonyms.ts';
import { renderReasons } from './render-reason.ts';
import { redactText, type TextRules } from './text.ts';
import { mapTexts, type TextMap } from './walk.ts';

/**
 * Replaces what identifies an account, a network, a host or an owner with pseudonyms: account IDs, ARNs, addresses,
 * resource IDs, host names and domains, and all names. Removes sentences, and renders those of reasons from their kind,
 * permission, status and code. The schema of each fact marks its texts (`src/facts/marks.ts`). Equal names get equal
 * pseudonyms, addresses stay in their blocks, and AWS's and Kubernetes' own names stay, so that the verdict is the same.
 * No mapping is stored.
 */
export function redactInventory(
  { takenAt, readUntil, readings }: Inventory,
  plugins: PluginFacts = noPluginFacts,
): Inventory {
  const base = { addresses: createAddressMap(), public: readPublic() };
  const found = startCollecting();
  const collecting: TextRules = { ...base, pseudonym: found.note, names: new Set() };
  const isName = (mark: Mark): boolean => mark.is === 'name' || mark.is === 'json';
  // Names first: a host or a public text must not keep a word that is a name in another fact.
  const map = createReadingsMapper(plugins);
  map(readings, (text, mark) => (isName(mark) ? redactText(text, mark, collecting) : text));
  const names = found.names();
  map(readings, (text, mark) => redactText(text, mark, { ...collecting, names }));
  const rules: TextRules = { ...base, pseudonym: found.numbered(), names };
  const redacted = map(readings, (text, mark) => redactText(text, mark, rules));
  return { takenAt, readUntil, redacted: true, readings: renderReasons(redacted) };
}

/** Returns a function that maps all texts of all facts; facts of plug-ins have their own schemas. */
function createReadingsMapper(plugins: PluginFacts): (readings: Readings, map: TextMap) => Readings {
  const schemas = new Map<FactName, z.ZodMiniType>(factNames.map((fact) => [fact, readingSchemas[fact]]));
  for (const [fact, { schema }] of plugins) schemas.set(fact, readingSchema(schema));
  return (readings, map) => {
    const known = remembering(map);
    const mapped = [...schemas].flatMap(([fact, schema]) =>
      readings[fact] === undefined ? [] : [[fact, mapTexts(schema, readings[fact], known)] as const],
    );
    return Object.fromEntries(mapped);
  };
}

/** Caches the result for each mark and text: the same text may occur thousands of times. */
function remembering(map: TextMap): TextMap {
  const known = new Map<Mark, Map<string, string>>();
  return (text, mark) => {
    const texts = known.get(mark) ?? new Map<string, string>();
    known.set(mark, texts);
    const mapped = texts.get(text) ?? map(text, mark);
    texts.set(text, mapped);
    return mapped;
  };
}
