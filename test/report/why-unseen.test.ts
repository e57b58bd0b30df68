import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/schema.ts';
import { whyUnseen } from '../../src/report/why-unseen.ts';

/**
 * If a finding disappeared because its check could not be judged, `whyUnseen` returns the reason. If the check was
 * judged, the finding is fixed.
 */

const resource = (name: string) => ({ kind: 'Deployment', name, text: `Deployment shop/${name}` });
const sought = { check: 'acme/owner', at: null, resource: 'Deployment shop/web', isRollback: false, fact: null };

function reportWith(finding: object): Report {
  const one = { level: 'unknown', unseen: null, message: 'not judged', resource: resource('cart'), ...finding };
  const results = [{ id: 'acme/owner', skipped: null, findings: [one] }];
  return { results, target: '1.34', steps: [], karpenter: [] } as never;
}

describe('a finding that is not there any more', () => {
  it.each(['crashed', 'redacted', 'error-in-when', 'error-in-match'])(
    'was not looked for where its check says %s, whatever object it names',
    (rule) => expect(whyUnseen(sought, reportWith({ rule }))).toBe('not judged'),
  );

  it('is fixed where only another object could not be judged', () => {
    expect(whyUnseen(sought, reportWith({ rule: 'odd-image' }))).toBeUndefined();
  });

  it('was not looked for where only one of the two scans judged a rollback', () => {
    const update = reportWith({ rule: 'odd-image' });
    const rollback = { ...update, steps: [{ component: 'kubernetes', from: '1.35', to: '1.34' }] as Report['steps'] };
    expect(whyUnseen(sought, rollback)).toBe('the newer scan judges a rollback');
    expect(whyUnseen({ ...sought, isRollback: true }, update)).toBe('the newer scan judges no rollback');
    expect(whyUnseen({ ...sought, isRollback: true }, rollback)).toBeUndefined();
  });
});
