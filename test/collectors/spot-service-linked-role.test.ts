import { expect, it } from 'vitest';
import { collectors } from '../../src/collectors/index.ts';
import type { FactReader } from '../../src/collectors/collect.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import type { Reading } from '../../src/facts/reading.ts';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { aNode } from '../checks/cases.ts';

const denied: Reason = { kind: 'denied', message: 'access denied', permission: 'iam:GetRole' };
const absent: Reason = { kind: 'absent', message: 'no such role' };
const unreachable: Reason = { kind: 'unreachable', message: 'no route' };
const managed = { computeType: 'managed', group: 'blue' } as const;
const spot = aNode('a', 'v1.33.5', { ...managed, spot: true });

/** Runs the collector with this answer from IAM and this reading of the nodes. */
async function collected(answer: object | Reason, nodes: Reading<Facts['nodes']>) {
  const call = () => ('kind' in answer ? Promise.reject(new ScanError(answer)) : Promise.resolve(answer));
  const aws = { client: () => Promise.resolve({}), call };
  const facts = { reading: () => Promise.resolve(nodes) } as unknown as FactReader<FactName>;
  return collectors.spotServiceLinkedRole.collect({ aws } as unknown as Sources, facts);
}

it('believes a Spot node that is ready where the role may not be read', async () => {
  const nodes = [aNode('b', 'v1.33.5'), spot];
  expect(await collected(denied, { ok: true, value: nodes })).toEqual({ value: { exists: true }, gaps: [] });
});

it.each([
  ['on demand', { ...spot, spot: undefined }],
  ['not ready', { ...spot, ready: false }],
])('does not know of the role where it may not be read and the node is %s', async (_what, node) => {
  await expect(collected(denied, { ok: true, value: [node] })).rejects.toMatchObject({ reason: denied });
});

it('believes IAM that there is no role, whatever a label says', async () => {
  expect(await collected(absent, { ok: true, value: [spot] })).toEqual({ value: { exists: false }, gaps: [] });
});

it('reads the role without the nodes, and says that these were not seen', async () => {
  expect(
    await collected({ Role: { RoleName: 'AWSServiceRoleForEC2Spot' } }, { ok: false, reason: unreachable }),
  ).toEqual({
    value: { exists: true },
    gaps: [{ what: 'the Spot instances that run', reason: unreachable }],
  });
});
