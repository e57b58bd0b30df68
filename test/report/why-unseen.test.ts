import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/schema.ts';
import { whyUnseen } from '../../src/report/why-unseen.ts';

/**
 * If a finding disappeared because its check could not be judged, `whyUnseen` returns the reason. If the check was
 * judged, the finding is fixed.
 */

const resource = (name: string) => ({ kind: 'Deployment', name, text: `Deployment shop/${name}` });
const sought = { check: 'acme/owner', at: null, resource: 'Deployment shop/web', fact: null };

function reportWith(finding: object): Report {
  const one = { level: 'unknown', unseen: null, message: 'not judged', resource: resource('cart'), ...finding };
  return { results: [{ id: 'acme/owner', skipped: null, findings: [one] }], target: '1.34', karpenter: [] } as never;
}

describe('a finding that is not there any more', () => {
  it.each(['crashed', 'redacted', 'error-in-when', 'error-in-match'])(
    'was not looked for where its check says %s, whatever object it names',
    (rule) => expect(whyUnseen(sought, reportWith({ rule }))).toBe('not judged'),
  );

  it('is fixed where only another object could not be judged', () => {
    expect(whyUnseen(sought, reportWith({ rule: 'odd-image' }))).toBeUndefined();
  });
});
