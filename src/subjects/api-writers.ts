import type { ApiObject, ApiWriter } from '../facts/api-objects.ts';
import type { Tables } from '../tables/tables.ts';

type Managers = Tables['field-managers'];

/** The last write of one who will write again, with the same version: a delivery, or a program by itself. */
export interface Write {
  /** `delivery`: a tool that applies a manifest; `note`: the manifest that it left on the object; `program`: any other. */
  is: 'delivery' | 'note' | 'program';
  /** `kubectl-client-side-apply`; of a note, the tool. */
  by: string;
  /** `autoscaling/v2beta2` */
  api: string;
  operation?: ApiWriter['operation'];
  /** Null: unknown. */
  time: string | null;
}

/**
 * The writes that decide whether a version of the API is still in use for an object: the newest delivery, and programs that
 * wrote after it. Where no manager is a delivery, the manifests that clients noted on the object count. Left out are what the
 * control plane writes, statuses, and commands by hand: none of them has a manifest that names a version.
 */
export function decisiveWrites({ writers, applied }: ApiObject, managers: Managers): Write[] {
  const own = newestOfEach(writers.filter(({ subresource }) => subresource === null));
  const told = own.map((writer) => ({ writer, is: natureOf(writer.manager, managers) }));
  const [delivery] = told.filter(({ is }) => is === 'delivery').map(({ writer }) => writer);
  const programs = told.filter(({ is }) => is === 'program').map(({ writer }) => writer);
  const later = programs.filter(({ time }) => delivery === undefined || (time ?? '') > (delivery.time ?? ''));
  const first = delivery === undefined ? notesOf(applied, programs) : [writeOf(delivery, 'delivery')];
  return [...first, ...later.map((writer) => writeOf(writer, 'program'))];
}

/** The newest entry of each manager. Older ones stay for as long as a field of theirs has not changed since. */
function newestOfEach(writers: readonly ApiWriter[]): ApiWriter[] {
  const seen = new Set<string>();
  return writers.filter(({ manager }) => seen.size < seen.add(manager).size);
}

/** Who stands behind a manager; one that the table does not name is a program. */
function natureOf(manager: string, managers: Managers): Managers[number]['is'] | 'program' {
  const exact = managers.find((row) => row.match === 'exact' && row.manager === manager);
  const row = exact ?? managers.find((one) => one.match === 'prefix' && manager.startsWith(one.manager));
  return row?.is ?? 'program';
}

/** Whoever applies on the server leaves no note: beside such a manager, a note is older than its last write. */
function notesOf(applied: ApiObject['applied'], programs: readonly ApiWriter[]): Write[] {
  if (programs.some(({ operation }) => operation === 'Apply')) return [];
  return applied.map(({ by, api }) => ({ is: 'note', by, api, time: null }));
}

function writeOf({ manager, operation, api, time }: ApiWriter, is: 'delivery' | 'program'): Write {
  return { is, by: manager, api, operation, time };
}
