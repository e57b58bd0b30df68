import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { jointStates, toKarpenterMinor, withTarget, type CompatibilityRow } from '../../../src/karpenter/path.ts';
import { lastMinor } from '../../../src/karpenter/releases.ts';
import { format, isBelow, isRollback, type Minor } from '../../../src/syntax/versions.ts';

type Here = Pick<Context<'karpenter-compatibility' | 'karpenter-releases'>, 'tables'>;

/** A Karpenter version on a Kubernetes version that it does not support. */
export interface Misfit {
  level: 'fail' | 'warn';
  row: CompatibilityRow;
  kubernetes: Minor;
  /** True if the tables reach the minor version of the release. */
  isKnown: boolean;
}

/**
 * The misfit, if the Karpenter version does not support the Kubernetes version. A release after the last minor version
 * in the tables is compared only with the oldest Kubernetes version of the last row, which later releases have never
 * lowered. Whether that release supports newer Kubernetes versions is unknown, as is support for Kubernetes versions
 * after the table's last: the engine reports that the table ends there.
 * @param how reasons for a warning instead of a failure, unless Karpenter breaks. `runs`: Karpenter currently runs on
 *   this Kubernetes version; `passing`: the version is a stop before the end of the path, and Kubernetes is too new
 */
export function listMisfits(
  version: string,
  row: CompatibilityRow,
  kubernetes: Minor,
  context: Here,
  { runs = false, passing = false }: { runs?: boolean; passing?: boolean },
): Misfit[] {
  if (row.min <= kubernetes && kubernetes <= row.max) return [];
  const isKnown = !isBeyond(version, context);
  const isLast = row.max === lastSupported(context);
  if ((!isKnown || isLast) && kubernetes > row.max) return [];
  const breaks = kubernetes > row.max && ['crash', 'defect'].includes(row.outside);
  const documented = kubernetes > row.max && row.documentedMax !== undefined && kubernetes <= row.documentedMax;
  const bearable = documented || runs || (passing && kubernetes > row.max);
  return [{ level: !breaks && bearable ? 'warn' : 'fail', row, kubernetes, isKnown }];
}

/** Whether Karpenter already runs on a Kubernetes version that it does not support, or on a newer one. */
export function runsOutside(
  row: CompatibilityRow,
  kubernetes: Minor,
  path: Pick<Context, 'current' | 'target'>,
): boolean {
  return kubernetes === path.current || (isRollback(path) && kubernetes > row.max);
}

function lastSupported({ tables }: Here): Minor {
  return Math.max(...tables['karpenter-compatibility'].map(({ max }) => max));
}

/** True for a release after the last minor version in the tables. */
export function isBeyond(version: string, { tables }: Here): boolean {
  return isBelow(`${lastMinor(tables['karpenter-releases'])}.0`, `${toKarpenterMinor(version)}.0`);
}

/** `1.26 to 1.36`; for a release that is not in the tables: `1.26 or newer`. */
function formatRange({ row, isKnown }: Misfit): string {
  return isKnown ? `${format(row.min)} to ${format(row.max)}` : `${format(row.min)} or newer`;
}

/** The message about a misfit and its effect. */
export function buildMessage(version: string, misfit: Misfit): string {
  const { row, kubernetes } = misfit;
  const range = `Karpenter ${version} supports Kubernetes ${formatRange(misfit)}, not ${format(kubernetes)}`;
  if (kubernetes < row.min) return `${range}: it is too new`;
  if (row.outside === 'crash') return `${range}: it exits at startup`;
  if (row.outside === 'defect') return `${range}: it launches more nodes than needed`;
  if (row.documentedMax === undefined || kubernetes > row.documentedMax) return range;
  return `${range}: the published matrix includes it, but the range in the controller does not`;
}

/** The message in a few words; undefined if Karpenter is just too old, as the short text of the rule says. */
export function buildShort({ row, kubernetes }: Misfit): string | undefined {
  if (kubernetes < row.min) return 'too new for the Kubernetes version';
  if (row.outside === 'crash') return 'exits at startup on this Kubernetes';
  if (row.outside === 'defect') return 'launches more nodes than needed';
  if (row.documentedMax === undefined || kubernetes > row.documentedMax) return undefined;
  return 'not in the range of the controller';
}

/** Both versions, and where Karpenter's was read. */
export function pairSeen({ versionSource }: KarpenterController, version: string, misfit: Misfit): Evidence[] {
  const from = versionSource === null ? '' : `, read from the ${versionSource}`;
  return [
    {
      observed: `Kubernetes ${format(misfit.kubernetes)} with Karpenter ${version}${from}`,
      required: formatRange(misfit),
    },
  ];
}

/** Without an update of Karpenter, the update of the control plane to a version that it does not support must wait. */
export function stopsUpdate({ kubernetes }: Misfit, { current }: Pick<Context, 'current'>): Pick<Finding, 'blocks'> {
  return kubernetes === current ? {} : { blocks: 'control-plane' };
}

/**
 * A controller that is not active is not updated: it runs on every Kubernetes version of the path. A rollback may end a
 * misfit of today: only its target counts.
 */
export function selectKubernetesVersions(
  version: string,
  context: Context<'karpenter-compatibility' | 'karpenter-releases'> & { isServing: boolean },
): readonly Minor[] {
  const { karpenter, versions, tables, isServing } = context;
  if (isRollback(context)) return [context.target];
  if (!isServing) return versions;
  const states = jointStates(versions, withTarget(karpenter).versions, tables['karpenter-compatibility']);
  return states.filter((state) => state.karpenter === version).map(({ kubernetes }) => kubernetes);
}
