import type { AnyCheck } from '../check.ts';
import type { Collectors } from '../collect.ts';
import { matchIds } from '../glob.ts';
import { iamPolicy } from '../iam-policy.ts';
import { parseGrants } from '../optional-facts.ts';
import type { ScanOptions } from '../options.ts';
import { neededPermissions } from '../permissions.ts';
import { parsePlace, type PlaceFlags } from '../place.ts';
import { rbacManifests } from '../rbac.ts';
import { terraformConfiguration } from '../terraform.ts';

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
