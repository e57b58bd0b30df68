import * as z from 'zod/mini';
import { factNames, type FactName } from '../facts/facts.ts';
import { noPluginFacts, type PluginFacts } from '../facts/plugin-facts.ts';
import { readingSchema, readingSchemas, readingsSchema, type Readings } from '../facts/reading.ts';
import { usageError } from '../facts/reason.ts';

const schemaVersion = 1;

/** All readings of one scan, as JSON: for saving, replaying offline and sharing. */
export const inventorySchema = z.object({
  schemaVersion: z.literal(schemaVersion),
  tool: z.object({ name: z.literal('eks-preflight'), version: z.string() }),
  /** When the facts were taken, ISO 8601. */
  takenAt: z.iso.datetime(),
  /** When the last fact was taken; set if that is more than 15 minutes later. */
  readUntil: z.optional(z.iso.datetime()),
  /** True if pseudonyms replace everything that identifies an account, a network or a host. */
  redacted: z.optional(z.literal(true)),
  /** If redacted: the checks of plug-ins whose result redaction does not change. */
  alike: z.optional(z.array(z.string())),
  /** A digest of the definition of each plug-in fact, by fact. */
  definitions: z.optional(z.record(z.string(), z.string())),
  readings: readingsSchema,
});

/**
 * An inventory with readings of any shape: each reading is validated separately, because another version may have
 * written it.
 */
const frame = z.extend(z.omit(inventorySchema, { readings: true }), { readings: z.record(z.string(), z.unknown()) });

export interface Inventory {
  takenAt: string;
  /** When the last fact was taken, if that is more than 15 minutes later. */
  readUntil?: string | undefined;
  redacted?: true | undefined;
  /**
   * If redacted: the checks of plug-ins whose result redaction does not change. Others may look for names that are now
   * pseudonyms.
   */
  alike?: readonly string[] | undefined;
  readings: Readings;
}

/** An inventory that was read back, and what to report about it. */
export interface StoredInventory extends Inventory {
  /** Facts in it that this version does not know. */
  unknownFacts: readonly string[];
  /** The version of eks-preflight that wrote it. */
  writtenBy: string;
}

/**
 * Serializes an inventory as indented JSON.
 * @param plugins plug-ins whose facts the inventory may hold
 */
export function formatInventory(
  { takenAt, readUntil, redacted, alike = [], readings }: Inventory,
  version: string,
  plugins: PluginFacts = noPluginFacts,
): string {
  const tool = { name: 'eks-preflight', version };
  const read = [...plugins].filter(([fact]) => readings[fact] !== undefined);
  const definitions =
    read.length === 0 ? undefined : Object.fromEntries(read.map(([fact, { digest }]) => [fact, digest]));
  const marks = redacted === true ? { redacted, ...(alike.length > 0 && { alike }) } : {};
  const stored = { schemaVersion, tool, takenAt, readUntil, ...marks, definitions, readings };
  return `${JSON.stringify(stored, null, 1)}\n`;
}

/**
 * Parses and validates an inventory. A fact that another version of eks-preflight wrote in another shape counts as not
 * read: checks that need it are unknown.
 * @param name the name of the file, for errors
 * @param version the version of this eks-preflight
 * @param plugins plug-ins whose facts the inventory may hold
 * @throws ScanError (`usage`) if it is not an inventory of this schema, if `cluster` has an unexpected type, or if this
 *   version itself wrote a fact in another shape
 */
export function parseInventory(
  text: string,
  name: string,
  version: string,
  plugins: PluginFacts = noPluginFacts,
): StoredInventory {
  const raw = parseJson(text, name);
  refuseOtherSchema(raw, name, version);
  refuseReport(raw, name);
  const parsed = frame.safeParse(raw);
  if (!parsed.success) throw notAnInventory(name, parsed.error.issues[0]);
  const { takenAt, readUntil, redacted, tool, definitions, readings } = parsed.data;
  const known = new Set<string>([...factNames, ...plugins.keys()]);
  const unknownFacts = Object.keys(readings).filter((fact) => !known.has(fact));
  const own = tool.version === version;
  const read: [FactName, unknown][] = [];
  for (const fact of factNames) {
    if (readings[fact] === undefined) continue;
    const reading = readingSchemas[fact].safeParse(readings[fact]);
    if (!reading.success && (own || fact === 'cluster')) {
      throw notAnInventory(name, reading.error.issues[0], ['readings', fact]);
    }
    read.push([fact, reading.success ? reading.data : { ok: false, reason: otherShape(fact, tool.version) }]);
  }
  read.push(...pluginReadings(readings, definitions ?? {}, plugins));
  const alike = redacted === true ? (parsed.data.alike ?? []) : undefined;
  return {
    takenAt,
    readUntil,
    redacted,
    alike,
    unknownFacts,
    writtenBy: tool.version,
    readings: Object.fromEntries(read),
  };
}

/**
 * Reads the facts of plug-ins. A plug-in may have changed the definition of a fact since the inventory was written: a
 * field that the old definition did not keep would look absent from every object. So a reading of another definition
 * counts as not read, and so does a fact that was not requested because it needed a grant, if it needs none now.
 */
function pluginReadings(
  readings: Readonly<Record<string, unknown>>,
  definitions: Readonly<Record<string, string>>,
  plugins: PluginFacts,
): [FactName, unknown][] {
  return [...plugins].flatMap(([fact, { schema, grant, digest }]): [FactName, unknown][] => {
    if (readings[fact] === undefined) return [];
    const { data } = readingSchema(schema).safeParse(readings[fact]);
    const isUnasked = data?.ok === false && data.reason.kind === 'not-asked' && grant === undefined;
    if (data !== undefined && !isUnasked && definitions[fact] === digest) return [[fact, data]];
    const plugin = fact.split('/')[0] ?? '';
    const message = `${fact} was saved with another version of the plug-in ${plugin}, which may keep other fields`;
    const reason = { kind: 'unreadable', message, hint: 'Take a new inventory.' };
    return [[fact, { ok: false, reason }]];
  });
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string } | undefined;

function notAnInventory(name: string, issue: Issue, above: readonly string[] = []) {
  const path = [...above, ...(issue?.path ?? [])];
  const where = path.length === 0 ? 'the file' : path.join('.');
  return usageError(
    `${name} is not an inventory of this version: ${where}: ${issue?.message ?? 'invalid'}`,
    'Take a new one with `eks-preflight scan --save-inventory FILE`.',
  );
}

function otherShape(fact: string, writer: string) {
  return {
    kind: 'unreadable' as const,
    message: `${fact} was saved by eks-preflight ${writer} in a format that this version does not read`,
    hint: 'Take a new inventory with this version of eks-preflight.',
  };
}

const otherSchema = z.object({
  schemaVersion: z.number(),
  tool: z.object({ name: z.literal('eks-preflight'), version: z.string() }),
});

function refuseOtherSchema(raw: unknown, name: string, version: string): void {
  const { success, data } = otherSchema.safeParse(raw);
  if (!success || data.schemaVersion === schemaVersion) return;
  throw usageError(
    `${name} has schemaVersion ${data.schemaVersion}; eks-preflight ${version} reads ${schemaVersion}`,
    `It was written by eks-preflight ${data.tool.version}: judge it with that version, or take a new inventory with this version.`,
  );
}

function refuseReport(raw: unknown, name: string): void {
  if (!z.object({ results: z.array(z.unknown()), verdict: z.string() }).safeParse(raw).success) return;
  throw usageError(
    `${name} is a report, not an inventory: it contains the findings, not the facts`,
    'Save the facts with `eks-preflight scan --save-inventory FILE`, or `eks-preflight collect --output FILE`.',
  );
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${name} is not JSON`, 'An inventory is the file that --save-inventory wrote.');
  }
}
