import { describe, expect, it } from 'vitest';
import { f } from '../../../src/api/index.ts';
import { buildSchema } from '../../../src/custom-checks/plugins/schema.ts';

/** Schemas that are refused before they cost anything. */

describe('a schema of a plug-in', () => {
  const wide = (count: number) =>
    f.object(Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, f.number()])));

  it('has so many fields, and no more', () => {
    expect(() => buildSchema(wide(9_999).field)).not.toThrow();
    expect(() => buildSchema(wide(10_000).field)).toThrow('a schema has more than 10000 fields');
  });

  it('counts those of all levels', () => {
    const halves = f.object({ a: f.list(wide(5_000)), b: f.nullable(wide(5_000)) });
    expect(() => buildSchema(halves.field)).toThrow('a schema has more than 10000 fields');
  });
});
