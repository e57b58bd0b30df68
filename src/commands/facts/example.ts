import type { FactName } from '../../facts/facts.ts';
import { demoInventory } from '../demo/bundled.ts';

/**
 * A value of a fact in the demo's inventory, as lines of JSON. To keep the example short, lists are cut to their first
 * items.
 */
export function formatExample(name: FactName): string[] {
  const reading = demoInventory().readings[name];
  if (reading === undefined || !reading.ok) return ['  The inventory of the demo has no example.'];
  const { value } = reading;
  const json = JSON.stringify(shortenLists(Array.isArray(value) && value.length > 0 ? value[0] : value), null, 2);
  const what = Array.isArray(value) && value.length > 0 ? `The first of ${value.length}` : 'Its value';
  return [`  ${what} in the inventory of the demo (lists are cut to one item):`, ...indent(json.split('\n'))];
}

function shortenLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortenLists);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenLists(inner)]));
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}
