import { expect, it } from 'vitest';
import type { AnyCheck } from '../../src/check.ts';
import { textOfRule } from '../../src/judge/finding.ts';
import { loadTable } from '../../src/tables/tables.ts';

/** A health issue code as the API and the user guide spell it: `KmsKeyDisabled`, `KMS_KEY_DISABLED`. */
export function listSpellings(code: string): string[] {
  const guides = code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
  return [...new Set([code, guides, guides.toLowerCase(), code.toUpperCase()])];
}

/** The rule of the finding, which is the same for every check and spelling. */
export function formatRule(code: string): string {
  return `issue:${code.replaceAll('_', '').toLowerCase()}`;
}

/** Each code of the table has its own words for tables: none reads as an unknown issue. */
export function itHasTextOfEachCode({ id, short }: AnyCheck, kind: 'cluster' | 'nodegroup' | 'fargate'): void {
  const rules = loadTable('health-codes').rows.flatMap(({ of, code }) => (of === kind ? [formatRule(code)] : []));
  it(`${id} has a short text of each code`, () => {
    expect(rules.filter((rule) => textOfRule(short, rule) === textOfRule(short, 'issue'))).toEqual([]);
  });
}
