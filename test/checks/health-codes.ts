import { expect, it } from 'vitest';
import type { AnyCheck } from '../../src/check.ts';
import { textOfRule } from '../../src/judge/finding.ts';
import { loadTable } from '../../src/tables/tables.ts';

/** Spellings of a health issue code: the API's `KmsKeyDisabled`, the user guide's `KMS_KEY_DISABLED`, and others. */
export function listSpellings(code: string): string[] {
  const guides = code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
  return [...new Set([code, guides, guides.toLowerCase(), code.toUpperCase()])];
}

/** The rule of the finding, which is the same for every check and spelling. */
export function formatRule(code: string): string {
  return `issue:${code.replaceAll('_', '').toLowerCase()}`;
}

/** Expects that the short text of each code in the table differs from that of an unknown code. */
export function itHasTextOfEachCode({ id, short }: AnyCheck, kind: 'cluster' | 'nodegroup' | 'fargate'): void {
  const rules = loadTable('health-codes').rows.flatMap(({ of, code }) => (of === kind ? [formatRule(code)] : []));
  it(`${id} has a short text of each code`, () => {
    expect(rules.filter((rule) => textOfRule(short, rule) === textOfRule(short, 'issue'))).toEqual([]);
  });
}
