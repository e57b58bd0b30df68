import type { FactName } from './facts.ts';
import type * as z from 'zod/mini';

/** The full name of a plug-in's fact or check: `<plug-in>/<name>`. Names of this product contain no slash. */
export type PluginName = `${string}/${string}`;

/** A fact that a plug-in declares. */
export interface PluginFact {
  /** The schema of its value, with the marks that redaction reads. */
  schema: z.ZodMiniType;
  /** The grant that it needs (`--with`); undefined if it needs none. */
  grant: 'secrets' | undefined;
  /** Digest of what is read and kept: an inventory with another digest may lack data that checks expect. */
  digest: string;
  /** The objects that the tests of a rule file give; empty if there are none. */
  testObjects: readonly unknown[];
}

/** The facts of all plug-ins of a run. */
export type PluginFacts = ReadonlyMap<FactName, PluginFact>;

export const noPluginFacts: PluginFacts = new Map();

/**
 * The name of a plug-in's fact, as checks, collectors and readings use it. The type system only covers this product's
 * facts, so every lookup by a fact's name must also expect a plug-in's.
 */
export function pluginFactName(name: PluginName): FactName {
  return name as string as FactName;
}

/** The name of a plug-in's fact without the plug-in; any other name unchanged. */
export function localName(name: string): string {
  return isPluginFact(name) ? name.slice(name.indexOf('/') + 1) : name;
}

/** Whether a fact is a plug-in's. */
export function isPluginFact(name: string): boolean {
  return name.includes('/');
}
