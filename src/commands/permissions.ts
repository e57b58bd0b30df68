import type { AnyCheck } from '../check.ts';
import type { Collectors } from '../collectors/collect.ts';
import { matchIds } from './options/check-globs.ts';
import { iamPolicy } from '../permissions/iam-policy.ts';
import { parseGrants } from '../facts/grants.ts';
import type { ScanOptions } from './options/options.ts';
import { neededPermissions } from '../permissions/needed.ts';
import { parsePlace, type PlaceFlags } from '../permissions/place.ts';
import { rbacManifests } from '../permissions/rbac.ts';
import { terraformConfiguration } from '../permissions/terraform.ts';

/**
 * The minimum that the chosen checks need, in the format of whoever grants it.
 * @param format `iam`, `rbac`, `terraform`; else the first two
 * @param where the cluster that they are narrowed to
 * @throws SourceError (`usage`) where a glob matches no check, or a grant does not exist
 */
export function permissionsText(
  checks: readonly AnyCheck[],
  collectors: Collectors,
  { only, with: asked }: Pick<ScanOptions, 'only' | 'with'>,
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
  );
  if (format === 'iam') return iamPolicy(needed, place);
  if (format === 'rbac') return rbacManifests(needed, place);
  if (format === 'terraform') return terraformConfiguration(needed, place);
  return `IAM policy (--format iam)\n\n${iamPolicy(needed, place)}\nKubernetes (--format rbac)\n\n${rbacManifests(needed, place)}`;
}
