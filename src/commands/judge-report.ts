import type { AnyCheck } from '../check.ts';
import type { Policy } from '../report/conclusions.ts';
import { judgeGateAgain } from '../report/judge-gate-again.ts';
import type { Report } from '../report/schema.ts';
import { advice } from '../syntax/advice.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { Settings } from './options/settings.ts';
import { select } from './select-checks.ts';

/**
 * Judges the gate of a report from elsewhere by these options.
 * @param builtIn the checks of this build
 * @param now ISO 8601
 * @throws ScanError (`usage`) if an option names a check that neither this build nor the report has
 */
export function judgeReportAgain(
  taken: Report,
  settings: Settings,
  { builtIn, baseline, now }: { builtIn: readonly AnyCheck[]; baseline: Policy['baseline']; now: string },
): Report {
  const { failOn, require, accept, levels, config, accepted, scope = 'all', horizon = 'path' } = settings;
  const checks = [...builtIn, ...checksOfPlugins(taken, builtIn)];
  const chosen = select(checks, setFields({ failOn, require, accept, levels, config, accepted }));
  const { policy, required } = chosen;
  const { gate: before, notJudged } = taken;
  const notCovered = before.failOn.includes('not-covered') ? before.notCovered : notJudged;
  return judgeGateAgain(taken, {
    gate: { failOn: chosen.failOn, scope, horizon, required, notCovered },
    policy: { ...policy, baseline },
    now,
  });
}

/**
 * The checks of plug-ins that the report was judged with: options may name them, and their modules need not be
 * installed.
 */
function checksOfPlugins({ plugins = [], results }: Report, own: readonly AnyCheck[]): AnyCheck[] {
  const known = new Set(own.map(({ id }) => id));
  return results.flatMap(({ id, title, severity, why, links }): AnyCheck[] => {
    const plugin = plugins.find(({ name }) => id.startsWith(`${name}/`));
    if (plugin === undefined || known.has(id) || (severity !== 'fail' && severity !== 'warn')) return [];
    const { name } = plugin;
    const said = { id, title, severity, why, links };
    return [{ ...said, plugin: name, blocks: 'workloads', phase: 'before', fix: advice``, needs: [], run: () => [] }];
  });
}
