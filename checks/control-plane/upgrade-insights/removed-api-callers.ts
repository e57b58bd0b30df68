import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import { dayAfter } from '../../../src/syntax/dates.ts';
import { forCount, formatCount } from '../../../src/syntax/english.ts';
import {
  calledApis,
  callText,
  selectCallers,
  clientEvidence,
  isRemembered,
  lastCall,
  moveCallers,
  requireSpan,
  updateClients,
  type Client,
} from '../../../src/for-checks/api-callers.ts';
import { findScanners, scannerFix, scannerText } from '../../../src/for-checks/api-scanners.ts';
import { readInsight, type InsightContext, type PathInsight } from './insights.ts';

/**
 * Findings for callers. A caller that EKS still remembers is a failure, whatever the status of the insight and the
 * objects in the cluster, which do not show callers; a warning if all are scanners. No finding if only eks-preflight
 * calls the API.
 */
export function* callerFindings(
  { insight, version }: PathInsight,
  { cluster, now, tables }: InsightContext,
): Generator<Finding> {
  const memory = requireSpan(tables.insights, 'memory');
  for (const deprecation of calledApis(insight)) {
    const clients = selectCallers(deprecation);
    if (clients.length === 0) continue;
    const isCalled = isRemembered(clients, tables.insights, now);
    const names = isCalled ? findScanners(clients, tables) : [];
    const isScanned = names.length > 0;
    const details = readInsight(cluster, insight);
    yield {
      level: isCalled && !isScanned ? 'fail' : 'warn',
      ...moveCallers(deprecation),
      ...(version === undefined ? {} : { at: version }),
      rule: 'called',
      short: isScanned
        ? 'only scanners call a removed API'
        : isCalled
          ? `${formatCount(clients.length, 'client')} ${forCount(clients.length, 'calls', 'call')} a removed API`
          : `removed API not called for ${memory} days`,
      resource: { kind: 'API', name: deprecation.usage },
      message: isScanned
        ? scannerText(deprecation, { clients, names, version }, tables)
        : callText(deprecation, version, tables.insights, now),
      evidence: clients.map((client) => clientEvidence(client, deprecation)),
      fix: isScanned
        ? advice`${scannerFix(clients, names, tables)} ${details}`
        : advice`${updateClients(deprecation, clients)} ${clearsText(clients, memory)}${details}`,
    };
  }
}

/** When EKS clears the insight after the caller is updated. */
function clearsText(clients: readonly Client[], memory: number): Advice {
  const last = lastCall(clients);
  if (last === undefined || clients.some(({ lastRequestTime }) => lastRequestTime === null)) return advice``;
  return advice`EKS remembers a call for ${memory} days: without another call, the insight clears on
    ${dayAfter(last, memory)}. `;
}
