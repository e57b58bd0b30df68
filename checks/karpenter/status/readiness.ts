import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { failingConditions, readinessFinding } from '../../../src/for-checks/readiness.ts';
import type { KarpenterCondition, KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { selectPools, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { buildDeletionRemedy } from '../shared/deleted-node-class.ts';

/**
 * Findings for pools and node classes that are not ready.
 * @param version the running version; null: unknown
 */
export function* readinessFindings(
  { pools, nodeClasses, claims, isRead }: OwnObjects,
  version: string | null,
): Generator<Finding> {
  const claimsOf = grouped(claims, ({ pool }) => pool);
  const areClaimsRead = isRead('NodeClaim', 'Machine');
  const areAllRead = areClaimsRead && isRead('NodePool', 'Provisioner');
  for (const nodeClass of nodeClasses) {
    const users = selectPools(nodeClass, pools);
    const nodes = users.reduce((sum, { name }) => sum + (claimsOf.get(name)?.length ?? 0), 0);
    yield* ownReadiness(nodeClass, nodes === 0 && !areAllRead ? 'unread' : nodes, version);
  }
  for (const pool of pools) {
    const { kind, name } = pool.nodeClass ?? {};
    const nodeClass = nodeClasses.find((one) => one.kind === kind && one.name === name);
    const nodes = claimsOf.get(pool.name)?.length ?? (areClaimsRead ? 0 : 'unread');
    if (nodeClass?.ready === false) continue;
    for (const finding of ownReadiness(pool, nodes, version))
      yield nodeClass?.terminating === true ? { ...finding, remedy: buildDeletionRemedy(nodeClass) } : finding;
  }
}

/**
 * @param claims number of NodeClaims and Machines; `unread`: none was found, but not all were read
 * @param version the running version: since 1.0, Karpenter writes the condition Ready on every v1 object
 */
function* ownReadiness(
  object: KarpenterPool | KarpenterNodeClass,
  claims: number | 'unread',
  version: string | null,
): Generator<Finding> {
  if (object.ready === null && (isOlderThan(version, '1.0.0') || !object.apiVersion.endsWith('/v1'))) return;
  const fixUnreported = advice`Check in the log of the controller whether it reconciles the object.`;
  const finding = readinessFinding(object, claims, fixUnreported);
  if (finding === undefined) return;
  const isDenied = finding.rule === 'not-ready' && failingConditions(object).some(isDryRun);
  yield { ...finding, ...(isDenied ? { fix: dryRunFix(version) } : {}) };
}

function isOlderThan(version: string | null, other: string): boolean {
  return version !== null && isBelow(version, other);
}

/** True for a denied dry run (since 1.3). Source: pkg/controllers/nodeclass/validation.go of karpenter-provider-aws. */
function isDryRun({ type, reason }: KarpenterCondition): boolean {
  return type === 'ValidationSucceeded' && (reason ?? '').endsWith('AuthCheckFailed');
}

function dryRunFix(version: string | null): Advice {
  const off = isOlderThan(version, '1.6.2')
    ? advice`Karpenter 1.6.2 and newer can skip them (\`settings.disableDryRun\`).`
    : advice`\`settings.disableDryRun: true\` in the chart's values (variable DISABLE_DRY_RUN) skips the dry runs: use it
      only if the real calls are allowed.`;
  return advice`Karpenter validates the node class with dry runs, and one is denied. Allow the call in the controller
    role (\`karpenter/controller-iam\` judges it), its permissions boundary and the service control policies of the
    organization.
    ${off}`;
}
