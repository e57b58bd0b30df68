import { describe, expect, it } from 'vitest';
import { alignLooks, type Look, type ReadSections } from '../../../src/report/status/align-looks.ts';
import { listChanges } from '../../../src/report/status/changes.ts';
import type {
  StatusAddon,
  StatusDocument,
  StatusGroup,
  StatusHold,
  StatusNode,
  StatusUpdate,
} from '../../../src/report/status/schema.ts';

/** What two looks at a cluster make of a change. */

type Parts = Partial<Pick<StatusDocument, 'controlPlane' | 'groups' | 'addons'>>;

const anUpdate = (more: Partial<StatusUpdate> = {}): StatusUpdate => ({
  id: '8a1c22f0-5555',
  type: 'VersionUpdate',
  status: 'InProgress',
  since: '2026-11-20T11:48:00.000Z',
  to: '1.34',
  errors: [],
  ...more,
});
const aNode = (name: string, more: Partial<StatusNode> = {}): StatusNode => ({
  name: `${name}.eu-west-1.compute.internal`,
  version: '1.33.5',
  isOld: true,
  state: 'Ready',
  since: null,
  pods: null,
  heldBy: [],
  ...more,
});
const aHold = (more: Partial<StatusHold> = {}): StatusHold => ({
  cause: 'budget',
  nodes: ['a.eu-west-1.compute.internal'],
  pods: ['shop/cart-1'],
  by: 'pdb/shop/cart',
  text: 'pod/shop/cart-1 cannot be evicted: pdb/shop/cart allows 0 disruptions',
  isHolding: true,
  ...more,
});
const aGroup = (more: Partial<StatusGroup> = {}): StatusGroup => ({
  kind: 'managed',
  name: 'node group general',
  group: 'general',
  state: 'running',
  text: 'node group general: 1 old node, 0 new',
  to: '1.34',
  update: anUpdate(),
  refresh: null,
  issues: [],
  nodes: [aNode('a')],
  holds: [],
  notBefore: null,
  next: null,
  actions: [],
  later: [],
  not: null,
  ...more,
});
const anAddon = (more: Partial<StatusAddon> = {}): StatusAddon => ({
  name: 'coredns',
  version: 'v1.11.4',
  status: 'ACTIVE',
  state: 'idle',
  text: '',
  update: null,
  issues: [],
  pods: { wanted: 2, available: 2 },
  ...more,
});
const aPlane = (more: Partial<StatusDocument['controlPlane']> = {}): StatusDocument['controlPlane'] => ({
  version: '1.33',
  status: 'ACTIVE',
  state: 'idle',
  text: '',
  update: null,
  rollback: null,
  tooNew: [],
  ...more,
});
const aDocument = (parts: Parts = {}): StatusDocument => ({
  schemaVersion: 1,
  tool: { name: 'eks-preflight', version: '0.0.0' },
  readAt: '2026-11-20T12:00:00.000Z',
  cluster: { name: 'prod', region: 'eu-west-1', account: '111122223333', version: '1.33' } as StatusDocument['cluster'],
  state: 'running',
  summary: '',
  last: null,
  exitCode: 2,
  controlPlane: aPlane(),
  groups: [],
  addons: [],
  unseen: [],
  ...parts,
});

function changed(before: Parts, after: Parts): string[] {
  return listChanges(aDocument(before), aDocument(after)).map(({ part, text }) => `${part}  ${text}`);
}

interface Row {
  it: string;
  before: Parts;
  after: Parts;
  lines: readonly string[];
}

const groups = (more: Partial<StatusGroup>): Parts => ({ groups: [aGroup(more)] });
const nodes = (...all: StatusNode[]): Parts => groups({ nodes: all });
const waits = { state: 'waits', pods: 1, since: '2026-11-20T11:51:00.000Z' } as const;
const many = (pods: number): StatusNode[] =>
  Array.from({ length: 8 }, (_, at) => aNode(`n${at}`, { state: 'cordoned', pods }));

const rows: readonly Row[] = [
  { it: 'nothing', before: groups({}), after: groups({}), lines: [] },
  {
    it: 'the order of nodes and another text',
    before: nodes(aNode('a'), aNode('b')),
    after: groups({ nodes: [aNode('b'), aNode('a')], text: 'other' }),
    lines: [],
  },
  {
    it: 'pods on a node that does not leave',
    before: nodes(aNode('a', { pods: 3 })),
    after: nodes(aNode('a', { pods: 2 })),
    lines: [],
  },
  {
    it: 'more pods on a node that leaves',
    before: nodes(aNode('a', { state: 'cordoned', pods: 1 })),
    after: nodes(aNode('a', { state: 'cordoned', pods: 2 })),
    lines: [],
  },
  {
    it: 'one cordoned node',
    before: nodes(aNode('a'), aNode('b')),
    after: nodes(aNode('a', { state: 'cordoned', pods: 2 }), aNode('b')),
    lines: ['general  a cordoned'],
  },
  {
    it: 'a node that is open again, and one that is deleted',
    before: nodes(aNode('a', { state: 'cordoned' }), aNode('b')),
    after: nodes(aNode('a'), aNode('b', { state: 'terminating' })),
    lines: ['general  deletion of b requested', 'general  a uncordoned'],
  },
  {
    it: 'nodes that are NotReady, and Ready again',
    before: nodes(aNode('a'), aNode('b', { state: 'NotReady' }), aNode('c', { state: 'NotReady' })),
    after: nodes(aNode('a', { state: 'NotReady' }), aNode('b'), aNode('c')),
    lines: ['general  a is NotReady', 'general  b and c are Ready'],
  },
  {
    it: 'a node that joins, and two nodes with one first label',
    before: nodes(aNode('a'), aNode('b')),
    after: nodes(aNode('a'), { ...aNode('b'), name: 'a.other.internal', isOld: false, state: 'NotReady' }),
    lines: ['general  a.other.internal joined, not Ready yet; 1 old, 1 new', 'general  b removed; 1 old, 1 new'],
  },
  {
    it: 'pods of many nodes at once',
    before: nodes(...many(4)),
    after: nodes(...many(2)),
    lines: ['general  8 nodes: 16 pods left'],
  },
  {
    it: 'a group that stands still',
    before: nodes(aNode('a', { state: 'cordoned', pods: 1 })),
    after: groups({ state: 'stuck', nodes: [aNode('a', waits)], holds: [aHold()] }),
    lines: ['general  STUCK 9 min: pod/shop/cart-1 cannot be evicted: pdb/shop/cart allows 0 disruptions'],
  },
  {
    it: 'the same hold of another pod',
    before: groups({ state: 'stuck', nodes: [aNode('a', waits)], holds: [aHold()] }),
    after: groups({ state: 'stuck', nodes: [aNode('a', waits)], holds: [aHold({ pods: ['shop/cart-2'] })] }),
    lines: [],
  },
  {
    it: 'a hold that ends',
    before: groups({ state: 'stuck', nodes: [aNode('a', waits)], holds: [aHold()] }),
    after: nodes(aNode('a', { state: 'empty', pods: 0 })),
    lines: ['general  a: no pods left', 'general  no longer stuck'],
  },
  {
    it: 'an update that begins',
    before: groups({ update: null, state: 'idle' }),
    after: groups({}),
    lines: ['general  update 8a1c22f0 began: VersionUpdate to 1.34'],
  },
  {
    it: 'an update that fails',
    before: groups({ state: 'stuck', nodes: [aNode('a', waits)], holds: [aHold()] }),
    after: groups({
      state: 'failed',
      nodes: [aNode('a', waits)],
      holds: [aHold()],
      update: anUpdate({ status: 'Failed', errors: [{ code: 'PodEvictionFailure', text: '', message: '' }] }),
    }),
    lines: ['general  FAILED: update Failed with PodEvictionFailure (12 min)'],
  },
  {
    it: 'an update that ends, behind which an older one is shown',
    before: groups({ update: anUpdate({ type: 'ConfigUpdate' }) }),
    after: groups({ update: anUpdate({ id: '1', status: 'Successful', since: '2026-11-01T08:00:00.000Z' }) }),
    lines: ['general  ConfigUpdate has ended'],
  },
  {
    it: 'a health issue',
    before: groups({}),
    after: groups({ issues: ['AccessDenied: no'], state: 'failed', text: 'node group general is DEGRADED' }),
    lines: ['general  EKS reports AccessDenied: no', 'general  FAILED: node group general is DEGRADED'],
  },
  {
    it: 'an instance refresh that fails',
    before: groups({ update: null, refresh: null }),
    after: groups({
      update: null,
      refresh: { group: 'asg', id: 'abcdefgh-1', status: 'Failed', since: null, percentage: 50, reason: 'no capacity' },
    }),
    lines: ['general  instance refresh abcdefgh Failed: no capacity'],
  },
  {
    it: 'groups that come and go',
    before: groups({ name: 'node group old', group: 'old' }),
    after: groups({}),
    lines: ['general  is new: node group general: 1 old node, 0 new', 'old  is no longer listed'],
  },
  {
    it: 'the control plane',
    before: { controlPlane: aPlane({ status: 'UPDATING', update: anUpdate() }) },
    after: { controlPlane: aPlane({ version: '1.34', update: anUpdate({ status: 'Successful' }) }) },
    lines: ['control plane  1.33 -> 1.34', 'control plane  DONE: update Successful (12 min)'],
  },
  {
    it: 'add-ons',
    before: { addons: [anAddon(), anAddon({ name: 'kube-proxy' }), anAddon({ name: 'vpc-cni', pods: null })] },
    after: {
      addons: [
        anAddon({ version: 'v1.12.0', status: 'UPDATING' }),
        anAddon({ name: 'kube-proxy', pods: { wanted: 2, available: 1 } }),
        anAddon({
          name: 'vpc-cni',
          status: 'UPDATE_FAILED',
          update: anUpdate({ errors: [{ code: 'ConfigurationConflict', text: '', message: '' }] }),
        }),
      ],
    },
    lines: [
      'add-on coredns  v1.11.4 -> v1.12.0, UPDATING',
      'add-on kube-proxy  1 of 2 pods available',
      'add-on vpc-cni  UPDATE_FAILED (ConfigurationConflict)',
    ],
  },
];

it.each(rows)('$it', ({ before, after, lines }) => {
  expect(changed(before, after)).toEqual(lines);
});

const all: ReadSections = { controlPlane: '', groups: '', nodes: '', addons: '' };
const look = (parts: Parts, read: Partial<ReadSections> = {}): Look => ({
  document: aDocument(parts),
  read: { ...all, ...read },
});

/** The lines of each look after the first. */
function watched([first, ...others]: readonly [Look, ...Look[]]): string[][] {
  let known = first;
  return others.map((one) => {
    const { before, after, read } = alignLooks(known, one);
    known = { document: after, read };
    return listChanges(before, after).map(({ part, text }) => `${part}  ${text}`);
  });
}

describe('what a look has not read is no change:', () => {
  const stuck = groups({ state: 'stuck', nodes: [aNode('a', waits), aNode('b')], holds: [aHold()] });
  const withoutNodes = nodes();

  it('nodes, which are compared with the last ones', () => {
    const looks = [look(stuck), look(withoutNodes, { nodes: null }), look(nodes(aNode('a', waits)))] as const;
    expect(watched(looks)).toEqual([[], ['general  b removed; 1 old, 0 new', 'general  no longer stuck']]);
  });

  it('nodes that no look has read before', () => {
    expect(watched([look(withoutNodes, { nodes: null }), look(withoutNodes, { nodes: null }), look(stuck)])).toEqual([
      [],
      ['general  STUCK 9 min: pod/shop/cart-1 cannot be evicted: pdb/shop/cart allows 0 disruptions'],
    ]);
  });

  it('nodes while a permission is missing', () => {
    expect(watched([look(stuck), look(withoutNodes, { nodes: 'nodes' }), look(stuck)]).flat()).not.toContainEqual(
      expect.stringMatching(/left|joined/),
    );
  });

  it('groups, add-ons and updates of the control plane', () => {
    const plane = { controlPlane: aPlane({ update: anUpdate() }) };
    const none = { controlPlane: null, groups: null, addons: null };
    const full = { ...stuck, ...plane, addons: [anAddon()] };
    expect(watched([look(full), look({}, none), look(full)])).toEqual([[], []]);
  });

  it('a pod that returns to a cordoned node and leaves again', () => {
    const at = (pods: number): Look => look(nodes(aNode('a', { state: 'cordoned', pods })));
    expect(watched([at(2), at(1), at(2), at(1), at(0)])).toEqual([
      ['general  a: 1 pod left'],
      [],
      [],
      ['general  a: no pods left'],
    ]);
  });
});
