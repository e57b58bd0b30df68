import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Warning } from '../../../src/check.ts';
import type { ApiObject } from '../../../src/facts/api-objects.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { resolveMove, type Move, type Removal } from '../../../src/for-checks/api-removals.ts';
import { decisiveWrites, type Write } from './api-writers.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import {
  findApplier,
  changeInSource,
  claimsByObject,
  objectKey,
  formatSources,
  type Claim,
  type Inventories,
} from './git-ops.ts';
import { releaseRemedy } from './helm-release.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';

/** An object that a tool or program still writes with a removed version. */
export interface StillWritten {
  object: ApiObject;
  /** The writes and the removals of their versions, earliest removal first. */
  writes: readonly [Outdated, ...Outdated[]];
  /** True if an inventory of Argo CD or Flux contains the object. */
  isHeld: boolean;
  /** True if every write may be outdated, because inventories or releases could not be read. */
  isUnsure: boolean;
}

interface Outdated {
  write: Write;
  removal: Removal;
}

/**
 * The objects that are still written with one of the removed versions. If a controller created an object for another
 * one, only inventories and writes of programs count: other manifests belong to the other object.
 */
export function stillWritten(
  objects: readonly ApiObject[],
  removals: readonly Removal[],
  managers: Tables['field-managers'],
  { all, unread, releases }: Inventories,
): StillWritten[] {
  const claims = claimsByObject(all);
  const listed = objects.map((object) => ({ object, held: claims.get(objectKey(object)) ?? [] }));
  const known = new Set(objects.map(objectKey));
  const others = [...claims].flatMap(([key, held]) => (known.has(key) ? [] : [{ object: notListed(held[0]), held }]));
  return [...listed, ...others].flatMap(({ object, held }) => {
    const writes = decisiveWrites(object, managers, held);
    const isOwned = object.controller !== undefined;
    const own = writes.filter(({ is }) => !isOwned || is === 'inventory' || is === 'program');
    const outdated = own.flatMap((write) => {
      const removal = removals.find(({ api, kind }) => api === write.api && kind === object.kind);
      return removal === undefined || hasMoved(object, write, releases) ? [] : [{ write, removal }];
    });
    return toStillWritten(object, outdated, held.length > 0, unread);
  });
}

/**
 * True if Helm wrote the object with the version, but the release's current manifest has another one: Helm's field
 * manager entry keeps the old version if nothing else changes.
 */
function hasMoved(object: ApiObject, { is, tool, by, api }: Write, releases: Inventories['releases']): boolean {
  const { owner, kind, namespace, name } = object;
  if (is !== 'delivery' || !isOfHelm({ tool, by }) || owner === undefined || owner.release === null) return false;
  const of = owner.releaseNamespace ?? namespace;
  const release = releases.find((one) => one.namespace === of && one.name === owner.release);
  if (release === undefined || release.status !== 'deployed') return false;
  return !release.objects.some(
    (one) => one.api === api && one.kind === kind && one.namespace === namespace && one.name === name,
  );
}

/** True for Helm, and for Flux's helm-controller, which installs Helm releases with Helm's library. */
function isOfHelm({ tool, by }: { tool?: string | undefined; by: string }): boolean {
  return tool === 'Helm' || by === 'helm-controller';
}

/** Ignores writes that an unread inventory might contradict, unless all of them are uncertain. */
function toStillWritten(
  object: ApiObject,
  outdated: readonly Outdated[],
  isHeld: boolean,
  unread: Inventories['unread'],
): StillWritten[] {
  const certain = outdated.filter(({ write }) => !mayDiffer(write, unread));
  const isUnsure = certain.length === 0;
  const [first, ...others] = (isUnsure ? outdated : certain).toSorted((a, b) => a.removal.version - b.removal.version);
  return first === undefined ? [] : [{ object, writes: [first, ...others], isHeld, isUnsure }];
}

/** True if an unread inventory might contain a newer manifest. For an annotation, that is any unread inventory. */
function mayDiffer({ is, tool = '', by }: Write, unread: Inventories['unread']): boolean {
  if (is === 'note') return unread.size > 0;
  return is === 'delivery' && (unread.has(tool) || (isOfHelm({ tool, by }) && unread.has('Helm')));
}

/** An object that only an inventory lists: its last write had another version, or it does not exist yet. */
function notListed({ object: { kind, namespace, name } }: Claim): ApiObject {
  return { kind, namespace, name, applied: [], writers: [] };
}

/**
 * The finding for an object: what writes it with which version, and where and when to change that.
 * @param served the removals that this API server still serves
 */
export function writtenFinding(
  one: StillWritten,
  current: Minor,
  served: readonly Removal[],
  inventories: Inventories,
): Pick<Warning, 'level' | 'resource' | 'short' | 'message' | 'evidence' | 'fix' | 'links' | 'blocks' | 'remedy'> & {
  move: Move;
} {
  const { object, writes, isUnsure } = one;
  const { kind, namespace, name } = object;
  const [{ removal }] = writes;
  const move = resolveMove(removal, current, served);
  const isProgram = writes.some(({ write }) => write.is === 'program');
  const release = findRelease(one);
  return {
    level: isUnsure ? 'unknown' : 'warn',
    resource: { kind, ...(namespace === null ? {} : { namespace }), name },
    ...(isUnsure ? { short: 'API version of its manifest is unknown' } : {}),
    message: `${writes.map(describeWrite).join('; ')}${isUnsure ? '; it is unknown whether its manifest still uses it' : ''}`,
    evidence: writes.flatMap(({ write }) => buildEvidence(write, move.api)),
    fix: buildFix(one, move, current, inventories),
    links: [removal.source],
    blocks: isProgram ? 'workloads' : 'deployments',
    ...(release === undefined ? {} : { remedy: releaseRemedy(release) }),
    move,
  };
}

/** The Helm release whose update fixes all writes; undefined if it is unknown, or if something else writes, too. */
function findRelease({
  object: { owner, namespace },
  writes,
}: StillWritten): Parameters<typeof releaseRemedy>[0] | undefined {
  const isByHelm = writes.every(
    ({ write: { is, by, tool, inventory } }) =>
      (is === 'delivery' && isOfHelm({ tool, by })) || inventory?.kind === 'HelmRelease',
  );
  if (!isByHelm || owner === undefined || owner.release === null) return undefined;
  const of = owner.releaseNamespace ?? namespace;
  return of === null ? undefined : { namespace: of, name: owner.release };
}

function describeWrite({ write, removal }: Outdated): string {
  const { is, by, api, time } = write;
  const on = time === null ? '' : ` on ${time.slice(0, 10)}`;
  const gone = `which ${format(removal.version)} no longer serves`;
  if (is === 'note') return `the manifest that ${by} applied last uses ${api}, ${gone}`;
  if (is === 'inventory') return `the manifest that ${by} applies uses ${api}, ${gone}`;
  return `${by} ${is === 'delivery' ? 'applied' : 'wrote'} it${on} with ${api}, ${gone}`;
}

function buildEvidence(write: Write, required: string): Evidence[] {
  const { is, by, api, operation, time, inventory, lastWrite } = write;
  if (inventory === undefined) {
    const how = is === 'note' ? `annotation of ${by}` : `field manager ${by} (${operation ?? 'Update'})`;
    return [{ observed: `${how}: ${api}${time === null ? '' : `, ${time}`}`, required }];
  }
  const fact = inventory.kind === 'Application' ? 'argoApplications' : 'fluxInventories';
  const held: Evidence = {
    observed: [`${by}: ${api}`, formatSources(inventory)].filter(Boolean).join(', '),
    required,
    fact,
  };
  if (lastWrite === undefined) return [held];
  return [held, ...buildEvidence({ is: 'delivery', by: lastWrite.manager, ...lastWrite }, required)];
}

/** Changes what writes the object: the stored object itself is never the problem. */
function buildFix({ object, writes, isHeld }: StillWritten, move: Move, current: Minor, { all }: Inventories): Advice {
  const programs = writes.filter(({ write }) => write.is === 'program').map(({ write }) => write.by);
  const held = writes.flatMap(({ write }) => write.inventory ?? []);
  const isDelivered = writes.some(({ write }) => write.is === 'delivery' || write.is === 'note');
  // If an inventory contains the object, a delivery is not from the object's owner.
  const owned = isHeld ? { ...object, owner: undefined } : object;
  const applier = findApplier(all, owned.owner);
  const parts = [
    ...(held.length > 0 ? [changeInSource(held, move.when, formatGoal(move))] : []),
    ...(isDelivered && applier !== undefined ? [changeInSource([applier], move.when, formatGoal(move))] : []),
    ...(isDelivered && applier === undefined ? [deliveryFix(owned, writes[0].removal, move, current)] : []),
    ...(programs.length > 0
      ? [advice`${move.when}, update ${programs.join(', ')} to a version that calls \`${move.api}\`.`]
      : []),
    ...(writes.some(mayHaveMoved)
      ? [
          advice`If you have already done this, no action is needed: the field manager shows the newer version after the
            next change of a field.`,
        ]
      : []),
    advice`The object itself needs no change: the API server serves it in every version.`,
  ];
  return joinAdvice(parts, '\n');
}

function formatGoal({ api }: Move): Advice {
  return advice`\`apiVersion: ${api}\` with the fields of that version`;
}

/**
 * An update that changes only the API version does not change the field manager entry, whether Helm, `kubectl replace`
 * or a program sends it. `kubectl apply` changes its annotation, and server-side apply changes the entry.
 */
function mayHaveMoved({ write: { is, operation, by } }: Outdated): boolean {
  return is !== 'note' && operation === 'Update' && by !== 'kubectl-client-side-apply';
}

function deliveryFix(object: ApiObject, { resource }: Removal, move: Move, current: Minor): Advice {
  const { namespace, name, owner } = object;
  const goal = formatGoal(move);
  if (resolveOwner({ owner }).kind !== 'not seen') {
    const change = { goal, byHand: advice`` };
    return advice`${move.when}, change the manifest. ${changeByOwner({ owner, namespace: namespace ?? 'default' }, change)}`;
  }
  const [group = '', version = ''] = move.api.split('/');
  const get = sh`kubectl get ${`${resource}.${version}.${group}`} ${name}`;
  const shown = namespace === null ? sh`${get} -o yaml` : sh`${get} --namespace ${namespace} -o yaml`;
  const from = move.from <= current ? advice`The` : advice`From then on, the`;
  return advice`${move.when}, set ${goal} in the manifest, and apply it again. ${from} API server shows the object in that
    version:\n${commands(shown)}`;
}
