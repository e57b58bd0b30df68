import type { KubernetesObject, Objects } from '../../facts/plugin-objects.ts';
import { buildSchema } from '../plugins/schema.ts';
import { projected } from '../plugins/worker/project.ts';
import { differences, formatPath, shown } from './data.ts';
import { resolveRunner, type Runner } from './runner.ts';

/** An object, and the item that `project` must return for it. */
export interface ProjectCase<Item = unknown> {
  /** A sentence: what the object shows. */
  name: string;
  /** The object as the API server returns it: paste it from `kubectl get ... -o json`. */
  object: KubernetesObject;
  /** The complete item; undefined: `project` drops the object. */
  keeps: Item | undefined;
}

/**
 * Runs `project` on objects, each case as a test, and validates the item as a scan does. Tests the schema, too.
 * @throws Error if there is no test runner
 */
export function projectCases<Name extends string, Item>(
  objects: Objects<Name, Item>,
  cases: readonly ProjectCase<Item>[],
  options: Runner = {},
): void {
  const { describe, it } = resolveRunner(options);
  describe(`objects ${objects.objects}`, () => {
    it('has a schema in which each text says what it is', async () =>
      void buildSchema(objects.definition.schema.field));
    it('has a case that keeps an object', async () => {
      if (cases.every(({ keeps }) => keeps === undefined)) throw new Error('no case shows what is kept of an object');
    });
    for (const entry of cases) it(entry.name, async () => runProjectCase(objects, entry));
  });
}

/**
 * Runs `project` on the object of one case.
 * @throws Error with the differences if it keeps something else
 */
export function runProjectCase({ definition }: Objects, entry: ProjectCase): void {
  const lines = listFlaws(definition, entry);
  if (lines.length === 0) return;
  throw new Error([`${definition.name}, case '${entry.name}' (- expected, + kept):`, ...lines].join('\n'));
}

function listFlaws(definition: Objects['definition'], { object, keeps }: ProjectCase): string[] {
  const stray = strayVersion(definition, object);
  if (stray !== undefined) return [stray];
  try {
    const kept = projectObject(definition, object);
    if (kept === undefined && keeps === undefined) return [];
    if (kept === undefined || keeps === undefined)
      return [
        `- ${keeps === undefined ? 'nothing' : shown(keeps)}`,
        `+ ${kept === undefined ? 'nothing' : shown(kept)}`,
      ];
    return differences(keeps, kept);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The flaw of an object whose group or version the definition does not list: no scan would read such an object. */
function strayVersion(
  { group, versions }: Objects['definition'],
  { apiVersion }: KubernetesObject,
): string | undefined {
  const listed = versions.map((version) => (group === '' ? version : `${group}/${version}`));
  if (apiVersion === undefined || listed.includes(apiVersion)) return undefined;
  return `object.apiVersion: ${apiVersion} is not listed (listed: ${listed.join(', ')})`;
}

function projectObject(definition: Objects['definition'], object: KubernetesObject): unknown {
  const [kept] = projected({ objects: definition.name, definition }, [asListed(definition, object)]);
  if (kept === undefined) return undefined;
  const { data, error } = buildSchema(definition.schema.field).safeParse(structuredClone(kept));
  if (error === undefined) return data;
  const { path, message } = error.issues[0] ?? { path: [], message: 'invalid' };
  throw new Error(`project returned ${path.length === 0 ? 'an object' : formatPath(path)}: ${message}: ${shown(kept)}`);
}

/** Converts an object to its form in a list: without `managedFields`; with `metadataOnly`, only its metadata. */
function asListed({ metadataOnly = false }: Objects['definition'], object: KubernetesObject): KubernetesObject {
  const { metadata, ...rest } = structuredClone(object);
  const { managedFields: _, ...listed } = metadata;
  return metadataOnly ? { metadata: listed } : { ...rest, metadata: listed };
}
