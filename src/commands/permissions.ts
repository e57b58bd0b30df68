import { exitCodes } from '../judge/exit-codes.ts';
import { loadOwnBuild, readReport } from './read-report.ts';
import type { Io } from './io.ts';
import { missingGrant } from './scan/missing-grant.ts';
import { printable } from '../syntax/printable.ts';
import { shortened } from '../syntax/quoted.ts';
import type { Grant } from './permissions/missing.ts';
import { refreshPermissions } from '../sources/aws/refresh-insights.ts';
import { matchIds } from './options/check-globs.ts';
import { usageError, type IamStatement } from '../facts/reason.ts';
import { iamPolicy } from './permissions/iam-policy.ts';
import { parseGrants } from '../facts/optional-grants.ts';
import type { ScanOptions } from './options/options.ts';
import { factsOfOptions, neededPermissions, statusFacts } from './permissions/needed.ts';
import { parsePlace, type PlaceFlags } from './permissions/place.ts';
import { rbacManifests } from './permissions/rbac.ts';
import { terraformConfiguration } from './permissions/terraform.ts';
import { setFields } from '../syntax/set-fields.ts';
import { withCatalog } from './plugins.ts';
import type { Catalog, LoadCatalog } from './select-checks.ts';

/**
 * Prints the minimum permissions that the chosen checks need (without a choice: with those of `status`), or only those
 * that a scan lacked, in the chosen format.
 * The first parameter has the command's own options: `report`, the JSON report of that scan; `format`, which is `iam`,
 * `rbac` or `terraform` (if omitted, `iam` and `rbac`); and the cluster to which the permissions are limited.
 * @throws ScanError (`usage`) if a glob matches no check, a grant does not exist, or options cannot be combined
 */
export async function permissions(
  { report, format, ...where }: PlaceFlags & { report?: unknown; format?: unknown },
  options: ScanOptions,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  if (typeof report === 'string') {
    const text = await missingText(report, format, { options, where }, { loadCatalog, io });
    if (text === '')
      io.stderr(`eks-preflight: no ${permissionKind(format)} is missing in ${printable(shortened(report))}\n`);
    else io.stdout(text);
    return exitCodes.ready;
  }
  const writes = await listWriteStatements(options, where);
  const text = await withCatalog(loadCatalog, options, io, async (load) =>
    permissionsText(await load(), options, format, { where, writes }),
  );
  io.stdout(text);
  return exitCodes.ready;
}

/**
 * The grant for the permissions that are missing in a report; empty if none is. Refuses options that select a cluster
 * or checks: the cluster and the checks of the report apply.
 */
async function missingText(
  file: string,
  format: unknown,
  { options, where }: { options: ScanOptions; where: PlaceFlags },
  { loadCatalog, io }: { loadCatalog: LoadCatalog; io: Io },
): Promise<string> {
  const { only, with: grants, karpenterTarget, rollback, teamLabel, refreshInsights } = options;
  const { state, deliver, sseKmsKeyId } = options;
  const choosing = [only, grants, karpenterTarget, rollback, teamLabel, refreshInsights, state, deliver, sseKmsKeyId];
  if (format === 'terraform' || [...choosing, ...Object.values(where)].some((value) => value !== undefined))
    throw usageError('--report can be combined only with --plugin and --format iam or rbac');
  const { report } = await readReport(file, await loadOwnBuild(loadCatalog, io));
  return withCatalog(loadCatalog, options, io, async (load) => {
    const grant = missingGrant(report, (await load()).collectors);
    return grantText(grant ?? { iamPolicy: null, rbacManifests: null }, format);
  });
}

function permissionKind(format: unknown): string {
  if (format === 'iam') return 'IAM action';
  return format === 'rbac' ? 'Kubernetes permission' : 'permission';
}

/** The grant in this format; empty if no permission of this kind is missing. */
function grantText({ iamPolicy: iam, rbacManifests: rbac }: Grant, format: unknown): string {
  if (format === 'iam') return iam ?? '';
  if (format === 'rbac') return rbac ?? '';
  return [
    ...(iam === null ? [] : [`IAM policy (--format iam)\n\n${iam}`]),
    ...(rbac === null ? [] : [`Kubernetes (--format rbac)\n\n${rbac}`]),
  ].join('\n');
}

/** The IAM statements for the state and the deliveries of a scheduled scan. */
async function listWriteStatements(
  { state, deliver, sseKmsKeyId }: ScanOptions,
  where: PlaceFlags,
): Promise<IamStatement[]> {
  if (sseKmsKeyId !== undefined && state === undefined && deliver === undefined)
    throw usageError('--sse-kms-key-id needs --state or --deliver');
  const place = parsePlace(where);
  const encryption = sseKmsKeyId === undefined ? null : ({ sse: 'aws:kms', kmsKeyId: sseKmsKeyId } as const);
  const kept =
    state === undefined ? [] : (await import('../schedule/history/grants.ts')).stateGrants(state, place, sseKmsKeyId);
  if (deliver === undefined) return kept;
  const { deliveryGrants } = await import('../schedule/deliveries/grants.ts');
  return [...kept, ...deliveryGrants(deliver, place, encryption)];
}

function permissionsText(
  { checks, collectors, plugins }: Catalog,
  options: ScanOptions,
  format: unknown,
  { where, writes }: { where: PlaceFlags; writes: readonly IamStatement[] },
): string {
  const { only, with: grants, refreshInsights } = options;
  const place = parsePlace(where);
  const ids = checks.map(({ id }) => id);
  const chosen = only === undefined ? new Set(ids) : matchIds(only, ids, '--only');
  const needed = neededPermissions(
    collectors,
    checks.filter(({ id, direction }) => chosen.has(id) && (direction !== 'down' || options.rollback === true)),
    parseGrants(grants ?? []),
    {
      besides: refreshInsights === true ? { insights: refreshPermissions } : {},
      always: [...factsOfOptions(options), ...(only === undefined ? statusFacts : [])],
      ...setFields({ plugins: plugins?.facts }),
    },
  );
  if (format === 'iam') return iamPolicy(needed, place, writes);
  if (format === 'rbac') return rbacManifests(needed, place);
  if (format === 'terraform') return terraformConfiguration(needed, place, writes);
  return `IAM policy (--format iam)\n\n${iamPolicy(needed, place, writes)}\nKubernetes (--format rbac)\n\n${rbacManifests(needed, place)}`;
}
