import type { Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { toEvidence, type Judged } from './judged.ts';
import type { Room } from '../../../src/for-checks/zone-room.ts';

type OfGroup = Pick<Judged, 'nodegroup' | 'pods'> & { room: Room };

/** Rooms that are enough for each group alone, but not for all of them together. */
interface Shared {
  groups: readonly string[];
  room: Room;
  needed: number;
}

/** One warning for all groups: there is enough room, but not much, or not for several groups at the same time. */
export function* tightFinding(judged: readonly Judged[], { name }: Facts['cluster']): Generator<Finding> {
  const rooms = judged.flatMap(({ rooms: own, ...group }) => own.map((room) => ({ ...group, room })));
  const tight = rooms.filter(({ room }) => room.state === 'tight');
  const shared = listShared(rooms);
  if (tight.length === 0 && shared.length === 0) return;
  const zones = new Set([...tight, ...shared].map(({ room }) => room.zone));
  yield {
    level: 'warn',
    rule: 'tight',
    resource: { kind: 'Cluster', name },
    message: `few addresses are left besides those for new nodes in ${formatList([...zones].sort(), 10)}`,
    evidence: [...tight.map(tightEvidence), ...shared.map(sharedEvidence)],
    fix: advice`Update one node group at a time. Do not deploy or scale up anything else in these subnets during the update.`,
  };
}

function listShared(rooms: readonly OfGroup[]): Shared[] {
  const alike = grouped(rooms, ({ room: { zone, unit, subnetIds } }) => [zone, unit, ...subnetIds].join(' '));
  return [...alike.values()].flatMap((some) => {
    const needed = some.reduce((sum, { room }) => sum + room.needed, 0);
    const isEnough = some.every(({ room: { state } }) => state === 'tight' || state === 'enough');
    const [{ room }] = some;
    if (some.length < 2 || !isEnough || needed <= room.free) return [];
    return [{ groups: some.map(({ nodegroup }) => nodegroup.name), room, needed }];
  });
}

function tightEvidence({ nodegroup, room, pods }: OfGroup): Evidence {
  const { required, resource, ...more } = toEvidence(room, pods);
  return {
    ...more,
    required: `${required}; 1.5 times as many are advised`,
    resource: `node group ${nodegroup.name}, ${resource}`,
  };
}

function sharedEvidence({ groups, room, needed }: Shared): Evidence {
  const { observed, fact } = toEvidence(room, undefined);
  return {
    observed,
    required: `${needed} for ${formatList(groups, 10)}, if they are updated at the same time`,
    resource: `Zone ${room.zone}`,
    fact,
  };
}
