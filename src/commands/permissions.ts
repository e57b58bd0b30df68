import { exitCodes } from '../judge/exit-codes.ts';
import type { Io } from './io.ts';
import { refreshPermissions } from '../sources/aws/refresh-insights.ts';
import { matchIds } from './options/check-globs.ts';
import { iamPolicy } from '../permissions/iam-policy.ts';
import { parseGrants } from '../facts/grants.ts';
import type { ScanOptions } from './options/options.ts';
import { neededPermissions } from '../permissions/needed.ts';
import { parsePlace, type PlaceFlags } from '../permissions/place.ts';
import { rbacManifests } from '../permissions/rbac.ts';
import { terraformConfiguration } from '../permissions/terraform.ts';
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
  io.stdout(permissionsText(await loadCatalog(), options, format, where));
  return exitCodes.ready;
}

function permissionsText(
  { checks, collectors }: Catalog,
  { only, with: asked, refreshInsights }: Pick<ScanOptions, 'only' | 'with' | 'refreshInsights'>,
  format: unknown,
  where: PlaceFlags,
): string {
  const place = parsePlace(where);
  const ids = checks.map(({ id }) => id);
  const chosen = only === undefined ? new Set(ids) : matchIds(only, ids, '--only');
  const needed = neededPermissions(
    collectors,
    checks.filter(({ id }) => chosen.has(id)),
    parseGrants(asked ?? []),
    refreshInsights === true ? { insights: refreshPermissions } : {},
  );
  if (format === 'iam') return iamPolicy(needed, place);
  if (format === 'rbac') return rbacManifests(needed, place);
  if (format === 'terraform') return terraformConfiguration(needed, place);
  return `IAM policy (--format iam)\n\n${iamPolicy(needed, place)}\nKubernetes (--format rbac)\n\n${rbacManifests(needed, place)}`;
}
