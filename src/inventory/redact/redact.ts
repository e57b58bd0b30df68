import type { Mark } from '../../facts/marks.ts';
import type * as z from 'zod/mini';
import { factNames, type FactName } from '../../facts/facts.ts';
import { noPluginFacts, type PluginFacts } from '../../facts/plugin-facts.ts';
import type { Inventory } from '../inventory.ts';
import { readingSchema, readingSchemas, type Readings } from '../../facts/reading.ts';
import { createAddressMap } from './addresses.ts';
import { namesInSentence } from './names-in-prose.ts';
import { readPublic } from './public.ts';
import { startCollecting } from './pseudonyms.ts';
import { redactText, type TextRules } from './text.ts';
import { mapTexts, type TextMap } from './walk.ts';

/**
 * Replaces what identifies an account, a network, a host or an owner by pseudonyms: account ids, ARNs, addresses, ids of AWS,
 * host names and domains, every name, and every word of a sentence that is in no vocabulary. What a text is stands in its
 * fact's schema (`src/facts/marks.ts`). Equal stays equal within one inventory, addresses stay in their blocks, what everybody
 * has stays as it is, so that the same verdict comes out. No list of what became what is made.
 */
export function redactInventory({ takenAt, readings }: Inventory, plugins: PluginFacts = noPluginFacts): Inventory {
  const base = { addresses: createAddressMap(), public: readPublic() };
  const found = startCollecting();
  const collecting: TextRules = { ...base, pseudonym: found.note, names: new Set() };
  const isName = (mark: Mark): boolean => mark.is === 'name' || mark.is === 'json';
  // Names first: no sentence keeps a word that is a name in another fact.
  const map = createReadingsMapper(plugins);
  map(readings, (text, mark) => {
    if (isName(mark)) redactText(text, mark, collecting);
    else for (const { kind, name } of namesInSentence(text, mark)) redactText(name, { is: 'name', kind }, collecting);
    return text;
  });
  const names = found.names();
  map(readings, (text, mark) => redactText(text, mark, { ...collecting, names }));
  const rules: TextRules = { ...base, pseudonym: found.numbered(), names };
  return { takenAt, redacted: true, readings: map(readings, (text, mark) => redactText(text, mark, rules)) };
}

/** Makes what maps each text of all facts, those of plug-ins by their own schemas. */
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

/** The same text may occur thousands of times: it is mapped once for each mark. */
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
