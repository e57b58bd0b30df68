import * as z from 'zod/mini';
import type { Collectors } from '../../collectors/collect.ts';
import type { FactName } from '../../facts/facts.ts';
import { ScanError, type Permission, type Reason } from '../../facts/reason.ts';
import type { ListRequest } from '../../sources/kube/contract.ts';
import { listAll } from '../../collectors/kube/list.ts';
import { fieldKeeper } from '../cel/keep-fields.ts';
import { oneLine } from '../../syntax/one-line.ts';
import type { DeclaredObjects } from './declaration.ts';
import { describeNoAnswer, type Reply } from './host.ts';
import { issueText } from '../../syntax/issue-text.ts';

type AnyCollector = Collectors[FactName];

/** The permission that listing objects needs. */
function buildListPermission({ group, resource }: Pick<DeclaredObjects, 'group' | 'resource'>): Permission {
  return { apiGroup: group, resource, verb: 'list' };
}

/**
 * Builds the collector of a plug-in's objects, with the same lists, pages, permissions and reasons as built-in ones.
 * @param fact its full name
 * @param schema the schema of one item
 * @param project asks the worker to convert a page of objects to items; not called if `objects.fields` is set
 */
export function objectsCollector(
  fact: FactName,
  objects: DeclaredObjects,
  schema: z.ZodMiniType,
  project: (page: unknown[]) => Promise<Reply>,
): AnyCollector {
  const { group, versions, resource, metadataOnly, notServed, fields } = objects;
  const request: ListRequest<unknown> = {
    apiGroup: group,
    versions,
    resource,
    metadataOnly,
    ...(fields === null
      ? {
          project: (raw) => raw,
          convert: async (page) => parseItems(requireProjected(await project(page), fact), fact, schema),
        }
      : { project: fieldKeeper(fields) }),
  };
  const collector = {
    permissions: [buildListPermission(objects)],
    projected: true,
    async collect({ kube }: Parameters<AnyCollector['collect']>[0]) {
      const api = await kube();
      if (notServed === 'unknown') return listAll(api, request);
      const outcome = await api.list(request);
      if (!outcome.served) return { value: [] };
      return { value: outcome.items, ...(outcome.inconsistent ? { inconsistent: true } : {}) };
    },
  };
  return collector as unknown as AnyCollector;
}

function requireProjected(reply: Reply, fact: FactName): unknown {
  if ('said' in reply) return reply.said;
  const reason: Reason = 'refused' in reply ? reply.refused : { kind: 'unreadable', message: '' };
  const hint = reason.hint ?? reportTo(parsePluginName(fact));
  throw new ScanError({ ...reason, hint, message: `${fact} could not be read: ${describeNoAnswer(reply, 'project')}` });
}

function parsePluginName(fact: FactName): string {
  return fact.split('/')[0] ?? '';
}

function parseItems(projected: unknown, fact: FactName, schema: z.ZodMiniType): unknown[] {
  const { data, error } = z.array(schema).safeParse(projected);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const where = issue?.path.slice(1).map(String).join('.') ?? '';
  throw new ScanError({
    kind: 'unreadable',
    message: oneLine(
      `${fact} could not be read: project returned ${where === '' ? 'an object' : where}: ${issueText(issue)}`,
      300,
    ),
    hint: reportTo(parsePluginName(fact)),
  });
}

/** The advice for a defect of a plug-in. */
export function reportTo(plugin: string): string {
  return `Correct the plug-in ${plugin} and add a case to its tests, or report this to its authors.`;
}
