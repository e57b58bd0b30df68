import { advice, commands, joinAdvice, type Advice } from '../languages/advice.ts';
import type { Evidence, Finding } from '../check.ts';
import type { ApiObject } from '../facts/api-objects.ts';
import { sh } from '../languages/shell.ts';
import { format, type Minor } from '../languages/versions.ts';
import type { Tables } from '../tables/tables.ts';
import { moveOf, type Move, type Removal } from './api-removals.ts';
import { decisiveWrites, type Write } from './api-writers.ts';
import { changeByOwner } from './component-update.ts';
import { ownerOf } from './owners.ts';

/** An object that somebody still writes with a version that goes away. */
export interface StillWritten {
  object: ApiObject;
  /** Who writes it, and what removes the version. The first removal comes first. */
  writes: readonly [Outdated, ...Outdated[]];
}

interface Outdated {
  write: Write;
  removal: Removal;
}

/**
 * The objects that somebody still writes with one of these versions. What a controller makes of another object is left out:
 * the template of that one says which version it gets.
 */
export function stillWritten(
  objects: readonly ApiObject[],
  removals: readonly Removal[],
  managers: Tables['field-managers'],
): StillWritten[] {
  return objects.flatMap((object) => {
    if (object.controller !== undefined) return [];
    const outdated = decisiveWrites(object, managers).flatMap((write) => {
      const removal = removals.find(({ api, kind }) => api === write.api && kind === object.kind);
      return removal === undefined ? [] : [{ write, removal }];
    });
    const [first, ...others] = outdated.toSorted((a, b) => a.removal.version - b.removal.version);
    return first === undefined ? [] : [{ object, writes: [first, ...others] }];
  });
}

/**
 * What to say of such an object: who writes it with which version, and by whom and when that is changed.
 * @param served the removals that this API server still serves
 */
export function writtenFinding(
  { object, writes }: StillWritten,
  current: Minor,
  served: readonly Removal[],
): Pick<Finding, 'resource' | 'message' | 'evidence' | 'fix' | 'links' | 'blocks'> & { move: Move } {
  const { kind, namespace, name } = object;
  const [{ removal }] = writes;
  const move = moveOf(removal, current, served);
  const isProgram = writes.some(({ write }) => write.is === 'program');
  return {
    resource: { kind, ...(namespace === null ? {} : { namespace }), name },
    message: writes.map(messageOf).join('; '),
    evidence: writes.map(({ write }) => evidenceOf(write, move.api)),
    fix: fixOf(object, writes, move, current),
    links: [removal.source],
    blocks: isProgram ? 'workloads' : 'delivery',
    move,
  };
}

function messageOf({ write, removal }: Outdated): string {
  const { is, by, api, time } = write;
  const on = time === null ? '' : ` on ${time.slice(0, 10)}`;
  const gone = `which ${format(removal.version)} no longer serves`;
  if (is === 'note') return `the manifest that ${by} noted on it has ${api}, ${gone}`;
  return is === 'delivery' ? `${by} applied it as ${api}${on}, ${gone}` : `${by} wrote it as ${api}${on}, ${gone}`;
}

function evidenceOf({ is, by, api, operation, time }: Write, required: string): Evidence {
  const how = is === 'note' ? `annotation of ${by}` : `field manager ${by} (${operation ?? 'Update'})`;
  return { observed: `${how}: ${api}${time === null ? '' : `, ${time}`}`, required };
}

/** Objects that are stored are never the problem: what writes them is. */
function fixOf(object: ApiObject, writes: StillWritten['writes'], move: Move, current: Minor): Advice {
  const programs = writes.filter(({ write }) => write.is === 'program').map(({ write }) => write.by);
  const parts = [
    ...(writes.length > programs.length ? [deliveryFix(object, writes[0].removal, move, current)] : []),
    ...(writes.some(mayHaveMoved)
      ? [
          advice`If the manifest has that version already, nothing is left to do: the field manager is updated with the next
            change of a field.`,
        ]
      : []),
    ...(programs.length > 0
      ? [advice`${move.when}, update ${programs.join(', ')} to a version that calls \`${move.api}\`.`]
      : []),
    advice`The object itself needs no change: the API server serves it in every version.`,
  ];
  return joinAdvice(parts, '\n');
}

/**
 * A tool that compares manifests itself leaves its entry as it is where nothing but the version has changed: the API server takes
 * no notice of such an update. kubectl changes its annotation, and an apply on the server the entry.
 */
function mayHaveMoved({ write: { is, operation, by } }: Outdated): boolean {
  return is === 'delivery' && operation === 'Update' && !by.startsWith('kubectl');
}

function deliveryFix(object: ApiObject, { resource }: Removal, move: Move, current: Minor): Advice {
  const { namespace, name, owner } = object;
  const goal = advice`\`apiVersion: ${move.api}\` with the fields of that version`;
  if (ownerOf({ owner }).kind !== 'not told') {
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
