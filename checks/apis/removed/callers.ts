import { advice } from '../../../src/languages/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import {
  calledRemovals,
  callersOf,
  callText,
  clientEvidence,
  isRemembered,
  moveCallers,
  updateClients,
} from '../../../src/subjects/api-callers.ts';
import type { Removal } from '../../../src/subjects/api-removals.ts';

/** The check that fails for a caller, whatever was found in the objects. */
const failing = 'control-plane/upgrade-insights';

/**
 * Clients that call a removed version, according to EKS. The failure belongs to the check that reads EKS's insights:
 * a second one would only count it twice. Where that check is left out of the scan, nobody else would fail.
 */
export function* callerFindings(
  insights: Facts['insights'],
  removed: readonly Removal[],
  { now, selected, tables }: Context<'insights'>,
): Generator<Finding> {
  const isFailedElsewhere = selected?.has(failing) !== false;
  for (const { deprecation, removal } of calledRemovals(insights, removed)) {
    const clients = callersOf(deprecation);
    yield {
      level: isFailedElsewhere || !isRemembered(clients, tables.insights, now) ? 'warn' : 'fail',
      at: removal.version,
      rule: 'called',
      resource: { kind: 'API', name: deprecation.usage },
      message: callText(deprecation, removal.version, tables.insights, now),
      evidence: clients.map((client) => clientEvidence(client, deprecation)),
      fix: advice`${updateClients(deprecation, clients)} The finding of \`${failing}\` names the insight.`,
      ...moveCallers(deprecation),
      blocks: 'workloads',
    };
  }
}
