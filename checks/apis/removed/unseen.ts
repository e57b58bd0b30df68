import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { format } from '../../../src/syntax/versions.ts';
import { logRemedy, lookAgain, refreshRemedy } from '../../../src/for-checks/api-callers.ts';
import { listUnseenSteps } from '../../../src/for-checks/unseen-callers.ts';
import { logFlaw, longerLog, type CallSources } from '../shared/called-apis.ts';
import type { Removal } from '../../../src/for-checks/api-removals.ts';

/**
 * Findings for kinds whose newest served version is deprecated. The scan does not list their objects, because EKS would
 * report its request.
 */
export function* unlistedKinds({ kinds }: Facts['apiObjects'], removed: readonly Removal[]): Generator<Finding> {
  for (const [first] of grouped(removed, ({ resource }) => resource).values()) {
    const { api, kind, resource, version, source } = first;
    if (!kinds.some((one) => one.resource === resource && one.api === null)) continue;
    yield {
      level: 'unknown',
      at: version,
      rule: 'not-listed',
      resource: { kind: 'API', name: `${api} ${kind}` },
      message: `not listed: every version of ${kind} that the API server serves is deprecated`,
      evidence: [{ observed: api, required: 'a version that is not deprecated', fact: 'servedApis' }],
      fix: advice`Look for \`apiVersion: ${api}\` in your manifests and programs.`,
      links: [source],
    };
  }
}

/** Findings for steps that remove versions with unknown clients: one each, so that an acceptance covers one step. */
export function* unseenCallerFindings(
  { insights, auditedCalls }: CallSources,
  removed: readonly Removal[],
  context: Context<'insights'>,
): Generator<Finding> {
  const { cluster, now, tables } = context;
  if (insights === undefined) return;
  const flaw = auditedCalls && logFlaw(auditedCalls, { rows: tables.insights, now });
  if (auditedCalls !== undefined && flaw === undefined) return;
  const { steps, canRefresh } = listUnseenSteps(insights, removed, context);
  const log = longerLog(cluster.auditLog === false ? null : auditedCalls?.since);
  const common = canRefresh
    ? { fix: advice`${lookAgain(cluster)}\n${log}`, remedy: refreshRemedy }
    : { fix: log, remedy: logRemedy };
  for (const { version, why: reason, apis } of steps) {
    const why = flaw === undefined ? reason : `${reason}, and ${flaw}`;
    yield {
      level: 'unknown',
      at: version,
      rule: `callers-not-seen:${format(version)}`,
      resource: { kind: 'Cluster', name: cluster.name },
      message: `it is unknown which clients call the API versions that ${format(version)} removes: ${why}`,
      evidence: [
        {
          observed: `${format(version)} removes ${apis.join(', ')}: ${why}`,
          required: `insight "Deprecated APIs removed in Kubernetes v${format(version)}"`,
          fact: 'insights',
        },
      ],
      ...common,
      blocks: 'workloads',
    };
  }
}
