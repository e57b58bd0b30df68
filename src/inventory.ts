import * as z from 'zod/mini';
import { parseReadings, readingsSchema, type Readings } from './reading.ts';
import { usageError } from './reason.ts';

/** All readings of one scan, as plain JSON: saved, replayed offline, sent to a colleague. */
export const inventorySchema = z.object({
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('eks-preflight'), version: z.string() }),
  /** When the facts were taken, ISO 8601. */
  takenAt: z.iso.datetime(),
  readings: readingsSchema,
});

export interface Inventory {
  takenAt: string;
  readings: Readings;
}

/** An inventory as text: pretty where a person may read it. */
export function formatInventory({ takenAt, readings }: Inventory, version: string): string {
  const tool = { name: 'eks-preflight', version };
  return `${JSON.stringify({ schemaVersion: 1, tool, takenAt, readings }, null, 1)}\n`;
}

/**
 * Reads an inventory back, validated.
 * @param name how to call it in an error: its file
 * @throws SourceError (`usage`) where it is no inventory of this schema
 */
export function parseInventory(text: string, name: string): Inventory {
  const parsed = inventorySchema.safeParse(parseJson(text, name));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
    throw usageError(
      `${name} is no inventory of this version: ${where}: ${issue?.message ?? 'invalid'}`,
      'Take a new one with `eks-preflight scan --save-inventory FILE`.',
    );
  }
  return { takenAt: parsed.data.takenAt, readings: parseReadings(parsed.data.readings) };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${name} is not JSON`, 'An inventory is the file that --save-inventory wrote.');
  }
}
