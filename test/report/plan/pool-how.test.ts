import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/facts/facts.ts';
import type { OwnedNodes } from '../../../src/for-checks/node-owners.ts';
import { poolFix } from '../../../src/report/plan/pool-how.ts';
import { unwrap } from '../../../src/syntax/markdown.ts';
import { aNode } from '../../../src/custom-checks/testing/samples.ts';
import { aKarpenter } from '../../checks/cases.ts';
import { aNodeClass, aNodePool, aTerm } from '../../checks/karpenter/objects.ts';

const owner: OwnedNodes = {
  computeType: 'karpenter',
  resource: { kind: 'NodePool', name: 'general' },
  kubelet: 33,
  amiType: null,
  nodes: [aNode('a', 'v1.33.1', { computeType: 'karpenter', group: 'general' })],
};

const byId = { ...aNodeClass('default').terms, amis: [aTerm({ id: 'ami-1' })] };

/** How to update the nodes of a pool to 1.34, with these facts. */
function howTo(facts: Partial<Facts>, karpenter: string | undefined): string {
  const values = Object.entries(facts);
  const readings = Object.fromEntries(values.map(([name, value]) => [name, { ok: true, value }])) as never;
  return unwrap(poolFix(owner, 34, { readings, karpenter }).text);
}

/** Facts about a Karpenter of this version, with a NodePool and its node class. */
function ofKarpenter(version: string, alias = 'al2023@latest', settings: Record<string, string> = {}): Partial<Facts> {
  return {
    karpenterControllers: [aKarpenter({ version, settings })],
    karpenterPools: [aNodePool('general')],
    karpenterNodeClasses: [aNodeClass('default', { alias })],
  };
}

describe('the nodes of a Karpenter pool', () => {
  it.each<[string, Partial<Facts>, string | undefined, RegExp]>([
    [
      'need nothing with drift and AMIs that follow',
      ofKarpenter('1.8.1'),
      undefined,
      /^No action is needed.*disruption budgets allow\.$/,
    ],
    [
      'name no budgets before 0.34',
      ofKarpenter('0.33.1'),
      undefined,
      /^No action is needed.*Karpenter replaces the nodes through drift\.$/,
    ],
    [
      'are deleted without drift',
      ofKarpenter('0.31.0'),
      undefined,
      /^Drift is off in Karpenter: .*```sh\nkubectl delete node a\n/s,
    ],
    ['need nothing where the path turns drift on', ofKarpenter('0.31.0'), '1.8.1', /^No action is needed/],
    [
      'follow the control plane where the alias names a release, if it has an AMI',
      ofKarpenter('1.8.1', 'al2023@v20250101'),
      undefined,
      /^No action is needed: .*drift, as disruption budgets allow\. The alias names a release: .*no AMI for 1\.34/,
    ],
    [
      'take another AMI where the node class selects AMIs by ID',
      {
        ...ofKarpenter('1.8.1'),
        karpenterNodeClasses: [aNodeClass('default', { alias: null, terms: byId })],
      },
      undefined,
      /^The AMIs of the pool do not follow the control plane: .* AMI for 1\.34\. Karpenter then replaces/,
    ],
    [
      'take another AMI without drift',
      {
        ...ofKarpenter('0.36.0', undefined, { FEATURE_GATES: 'Drift=false' }),
        karpenterNodeClasses: [aNodeClass('default', { alias: null, terms: byId })],
      },
      undefined,
      /^The AMIs of the pool .* AMI for 1\.34\. Drift is off/,
    ],
    [
      'take another AMI than Amazon Linux 2 where EKS has none',
      ofKarpenter('1.8.1', 'al2@latest'),
      undefined,
      /^The AMIs of the pool do not follow/,
    ],
    [
      'are told for every case where no node class was read',
      { ...ofKarpenter('1.8.1'), karpenterNodeClasses: [] },
      undefined,
      /^If drift is on/,
    ],
    [
      'are told for every case where FEATURE_GATES is not read',
      {
        ...ofKarpenter('0.36.0'),
        karpenterControllers: [aKarpenter({ version: '0.36.0', settingsUnread: ['FEATURE_GATES'] })],
      },
      undefined,
      /^If drift is on/,
    ],
    ['are told for every case where nothing of Karpenter is read', {}, undefined, /^If drift is on/],
  ])('%s', (_, facts, karpenter, how) => {
    expect(howTo(facts, karpenter)).toMatch(how);
  });
});
