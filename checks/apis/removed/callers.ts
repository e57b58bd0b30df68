import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import { selectCallers, isRemembered } from '../../../src/for-checks/api-callers.ts';
import type { Removal } from '../../../src/for-checks/api-removals.ts';
import { calledApis, calledFinding, listScanners, type CalledApi, type CallSources } from '../shared/called-apis.ts';

/** The check that fails if EKS still remembers a call to a removed API version, whatever objects the cluster has. */
const failing = 'control-plane/upgrade-insights';

/** Findings for clients that call a removed version, according to EKS, the audit log and the API server's metrics. */
export function* callerFindings(
  sources: CallSources,
  removed: readonly Removal[],
  { now, selected, tables }: Context<'insights' | 'api-scanners'>,
): Generator<Finding> {
  const input = { rows: tables.insights, scanners: tables['api-scanners'], now };
  const isFailedElsewhere = selected?.has(failing) !== false;
  for (const called of calledApis(sources, removed, input)) {
    const { fix, ...finding } = calledFinding(called, input);
    const cite = called.by === 'insight' ? advice`${fix} The finding of \`${failing}\` names the insight.` : fix;
    yield { level: resolveLevel(called, isFailedElsewhere, input), at: called.removal.version, ...finding, fix: cite };
  }
}

/**
 * If EKS names the client, the check for EKS's insights fails; a second failure would count it twice. If that check is
 * not selected, or EKS does not name the client, this check fails. It only warns if just the metric shows requests, or
 * if EKS no longer remembers the last call, or if only scanners call.
 */
function resolveLevel(
  called: CalledApi,
  isFailedElsewhere: boolean,
  input: Parameters<typeof listScanners>[1],
): 'fail' | 'warn' {
  const { by, deprecation } = called;
  if (by === 'metric' || (by === 'insight' && isFailedElsewhere) || listScanners(called, input).length > 0)
    return 'warn';
  return isRemembered(selectCallers(deprecation), input.rows, input.now) ? 'fail' : 'warn';
}
