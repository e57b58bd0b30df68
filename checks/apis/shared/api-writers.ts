import type { ApiObject, ApiWriter } from '../../../src/facts/api-objects.ts';
import type { Inventory } from '../../../src/facts/git-ops.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { inventoryName, resolveTool, type Claim } from './git-ops.ts';

type Managers = Tables['field-managers'];

/** The last write of a tool or program that will write again with the same API version. */
export interface Write {
  /**
   * `delivery`: a tool that applies a manifest; `note`: the manifest in an annotation of the object; `inventory`: the
   * manifest that Argo CD or Flux applies; `program`: any other field manager.
   */
  is: 'delivery' | 'note' | 'inventory' | 'program';
  /** The field manager, `kubectl-client-side-apply`; for a note, the tool; for an inventory, its name. */
  by: string;
  /** The tool behind a delivery or an inventory: `Argo CD`. */
  tool?: string;
  /** `autoscaling/v2beta2` */
  api: string;
  operation?: ApiWriter['operation'];
  /** Null: unknown. */
  time: string | null;
  inventory?: Inventory;
  /** For an inventory, the last write of its tool: used only as evidence. */
  lastWrite?: ApiWriter;
}

/**
 * The writes that decide whether an object still uses an API version: the newest delivery, and programs that wrote
 * after it. If no manager is a delivery and no inventory contains the object, the manifests in annotations count.
 * Writes of the control plane, of statuses and of manual commands do not count: none of them has a manifest that names
 * a version.
 *
 * Inventories of Argo CD and Flux take precedence over the writes of these tools. They contain the manifest that is
 * applied next, while a field manager keeps its version if a new manifest changes nothing else.
 */
export function decisiveWrites(
  { writers, applied }: ApiObject,
  managers: Managers,
  claims: readonly Claim[] = [],
): Write[] {
  const own = newestOfEach(writers.filter(({ subresource }) => subresource === null));
  const classified = own.map((writer) => ({ writer, ...classifyManager(writer.manager, managers) }));
  const deliveries = classified.filter(({ is }) => is === 'delivery');
  const programs = classified.filter(({ is }) => is === 'program').map(({ writer }) => writer);
  const [newest] = deliveries;
  const later = programs.filter(({ time }) => newest === undefined || (time ?? '') >= (newest.writer.time ?? ''));
  const held = claims.map((claim) => heldBy(claim, deliveries));
  const isHeld = held.some(({ tool }) => tool === newest?.tool);
  const delivered = newest === undefined || isHeld ? [] : [toWrite(newest.writer, 'delivery', newest.tool)];
  const noted = newest === undefined && held.length === 0 ? listNotes(applied, programs) : [];
  return [...held, ...delivered, ...noted, ...later.map((writer) => toWrite(writer, 'program'))];
}

interface ClassifiedWriter {
  writer: ApiWriter;
  tool: string;
}

/** The manifest in an inventory, with the last write of its tool. */
function heldBy({ inventory, object }: Claim, deliveries: readonly ClassifiedWriter[]): Write {
  const tool = resolveTool(inventory);
  const lastWrite = deliveries.find((one) => one.tool === tool)?.writer;
  return {
    is: 'inventory',
    by: inventoryName(inventory),
    tool,
    api: object.api,
    time: null,
    inventory,
    ...(lastWrite === undefined ? {} : { lastWrite }),
  };
}

/** The newest entry of each manager: an older entry exists as long as it owns a field. */
function newestOfEach(writers: readonly ApiWriter[]): ApiWriter[] {
  const seen = new Set<string>();
  return writers.filter(({ manager }) => seen.size < seen.add(manager).size);
}

/** A field manager that is not in the table is a program. */
function classifyManager(
  manager: string,
  managers: Managers,
): { is: Managers[number]['is'] | 'program'; tool: string } {
  const exact = managers.find((row) => row.match === 'exact' && row.manager === manager);
  const row = exact ?? managers.find((one) => one.match === 'prefix' && manager.startsWith(one.manager));
  return { is: row?.is ?? 'program', tool: row?.tool ?? manager };
}

/** Server-side apply writes no annotation: if a manager uses it, the annotations are older than its last write. */
function listNotes(applied: ApiObject['applied'], programs: readonly ApiWriter[]): Write[] {
  if (programs.some(({ operation }) => operation === 'Apply')) return [];
  return applied.map(({ by, api }) => ({ is: 'note', by, api, time: null }));
}

function toWrite({ manager, operation, api, time }: ApiWriter, is: 'delivery' | 'program', tool?: string): Write {
  return { is, by: manager, ...(tool === undefined ? {} : { tool }), api, operation, time };
}
