import { exitCodes } from '../judge/exit-codes.ts';
import type { Io } from './io.ts';
import { refreshPermissions } from '../sources/aws/refresh-insights.ts';
import { matchIds } from './options/check-globs.ts';
import { usageError, type IamStatement } from '../facts/reason.ts';
import { iamPolicy } from '../permissions/iam-policy.ts';
import { parseGrants } from '../facts/grants.ts';
import type { ScanOptions } from './options/options.ts';
import { factsOfOptions, neededPermissions } from '../permissions/needed.ts';
import { parsePlace, type PlaceFlags } from '../permissions/place.ts';
import { rbacManifests } from '../permissions/rbac.ts';
import { terraformConfiguration } from '../permissions/terraform.ts';
import { setFields } from '../languages/set-fields.ts';
import { withCatalog } from './plugins.ts';
import type { Catalog, LoadCatalog } from './select-checks.ts';

/**
 * Prints the minimum that the chosen checks need, in the format of whoever grants it.
 * @param own `format`: `iam`, `rbac`, `terraform`, else the first two; the rest is the cluster that they are narrowed to
 * @throws SourceError (`usage`) where a glob matches no check, or a grant does not exist
 */
export async function permissions(
  { format, ...where }: PlaceFlags & { format?: unknown },
  options: ScanOptions,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  const writes = await writesOf(options, where);
  const text = await withCatalog(loadCatalog, options, io, async (load) =>
    permissionsText(await load(), options, format, { where, writes }),
  );
  io.stdout(text);
  return exitCodes.ready;
}

/** What a scheduled scan writes, apart from what it reads. */
async function writesOf({ state, deliver, sseKmsKeyId }: ScanOptions, where: PlaceFlags): Promise<IamStatement[]> {
  if (sseKmsKeyId !== undefined && state === undefined && deliver === undefined)
    throw usageError('--sse-kms-key-id needs --state or --deliver');
  const place = parsePlace(where);
  const encryption = sseKmsKeyId === undefined ? null : ({ sse: 'aws:kms', kmsKeyId: sseKmsKeyId } as const);
  const kept = state === undefined ? [] : (await import('../history/grants.ts')).stateGrants(state, place, sseKmsKeyId);
  if (deliver === undefined) return kept;
  const { deliveryGrants } = await import('../deliveries/grants.ts');
  return [...kept, ...deliveryGrants(deliver, place, encryption)];
}

function permissionsText(
  { checks, collectors, plugins }: Catalog,
  options: ScanOptions,
  format: unknown,
  { where, writes }: { where: PlaceFlags; writes: readonly IamStatement[] },
): string {
  const { only, with: asked, refreshInsights } = options;
  const place = parsePlace(where);
  const ids = checks.map(({ id }) => id);
  const chosen = only === undefined ? new Set(ids) : matchIds(only, ids, '--only');
  const needed = neededPermissions(
    collectors,
    checks.filter(({ id }) => chosen.has(id)),
    parseGrants(asked ?? []),
    {
      besides: refreshInsights === true ? { insights: refreshPermissions } : {},
      always: factsOfOptions(options),
      ...setFields({ plugins: plugins?.facts }),
    },
  );
  if (format === 'iam') return iamPolicy(needed, place, writes);
  if (format === 'rbac') return rbacManifests(needed, place);
  if (format === 'terraform') return terraformConfiguration(needed, place, writes);
  return `IAM policy (--format iam)\n\n${iamPolicy(needed, place, writes)}\nKubernetes (--format rbac)\n\n${rbacManifests(needed, place)}`;
}
