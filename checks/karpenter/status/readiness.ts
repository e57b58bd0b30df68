import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import type { KarpenterCondition, KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { selectPools, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { formatCount } from '../../../src/syntax/english.ts';
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
    yield* readinessFinding(nodeClass, nodes === 0 && !areAllRead ? 'unread' : nodes, version);
  }
  for (const pool of pools) {
    const { kind, name } = pool.nodeClass ?? {};
    const nodeClass = nodeClasses.find((one) => one.kind === kind && one.name === name);
    const nodes = claimsOf.get(pool.name)?.length ?? (areClaimsRead ? 0 : 'unread');
    if (nodeClass?.ready === false) continue;
    for (const finding of readinessFinding(pool, nodes, version))
      yield nodeClass?.terminating === true ? { ...finding, remedy: buildDeletionRemedy(nodeClass) } : finding;
  }
}

/**
 * @param claims number of NodeClaims and Machines; `unread`: none was found, but not all were read
 * @param version the running version: since 1.0, Karpenter writes the condition Ready on every v1 object
 */
function* readinessFinding(
  object: KarpenterPool | KarpenterNodeClass,
  claims: number | 'unread',
  version: string | null,
): Generator<Finding> {
  const { kind, name, apiVersion, ready, readyMessage, conditions } = object;
  const resource = { kind, name, apiVersion };
  if (ready === true) return;
  if (ready === null) {
    if (isOlderThan(version, '1.0.0') || !apiVersion.endsWith('/v1')) return;
    const why = readyMessage === null ? 'it has no Ready condition' : readyMessage;
    const message = `does not report whether it is ready: ${why}`;
    const fix = advice`Check in the log of the controller whether it reconciles the object.`;
    yield { level: 'unknown', rule: 'not-told', resource, message, fix };
    return;
  }
  const failing = conditions.filter(({ type, status }) => type !== 'Ready' && status === 'False');
  yield {
    level: claims === 0 ? 'warn' : claims === 'unread' ? 'unknown' : 'fail',
    rule: 'not-ready',
    resource,
    message: `is not ready (${hangText(claims)}): ${readyMessage ?? 'no reason given'}`,
    evidence: failing.map(conditionEvidence),
    ...(failing.some(isDryRun) ? { fix: dryRunFix(version) } : {}),
  };
}

function hangText(claims: number | 'unread'): string {
  if (claims === 'unread') return 'unknown whether nodes depend on it';
  if (claims === 0) return 'no nodes depend on it';
  return `${formatCount(claims, 'node depends', 'nodes depend')} on it`;
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

function conditionEvidence({ type, status, reason, message }: KarpenterCondition): Evidence {
  const words = [reason, message].filter((word) => word !== null && word !== '');
  return { observed: `${type} ${status}${words.length === 0 ? '' : `: ${words.join(': ')}`}`, required: 'True' };
}
