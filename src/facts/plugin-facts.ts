import type { FactName } from './facts.ts';
import type * as z from 'zod/mini';

/** The full name of what a plug-in adds: `<plug-in>/<name>`. No name of this product has a slash. */
export type PluginName = `${string}/${string}`;

/** What is known of a fact of a plug-in. */
export interface PluginFact {
  /** The schema of its value, with the marks that redaction reads. */
  schema: z.ZodMiniType;
  /** The grant that it waits for (`--with`); undefined: none. */
  grant: 'secrets' | undefined;
  /** A digest of what is read, and what is kept of it: an inventory that was saved with another one lacks what checks look for. */
  digest: string;
}

/** The facts of all plug-ins of a run. */
export type PluginFacts = ReadonlyMap<FactName, PluginFact>;

export const noPluginFacts: PluginFacts = new Map();

/**
 * The name of a plug-in's fact, as checks, collectors and readings use it. The type system only covers this product's
 * own facts: every lookup by a fact's name has to expect one of these, too.
 */
export function pluginFactName(name: PluginName): FactName {
  return name as string as FactName;
}

/** A fact of a plug-in as the plug-in itself calls it; any other by its name. */
export function localName(name: string): string {
  return isPluginFact(name) ? name.slice(name.indexOf('/') + 1) : name;
}

/** Whether a fact is a plug-in's. */
export function isPluginFact(name: string): boolean {
  return name.includes('/');
}
