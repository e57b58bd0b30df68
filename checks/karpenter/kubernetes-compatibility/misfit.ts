import type { Context, Evidence } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { toKarpenterMinor, type CompatibilityRow } from '../../../src/karpenter/path.ts';
import { lastMinor } from '../../../src/karpenter/releases.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';

type Here = Pick<Context<'karpenter-compatibility' | 'karpenter-releases'>, 'tables'>;

/** A Karpenter version on a Kubernetes version that it does not support. */
export interface Misfit {
  level: 'fail' | 'warn';
  row: CompatibilityRow;
  kubernetes: Minor;
  /** The tables know its release. */
  isKnown: boolean;
}

/**
 * For a release that no table knows, the last row gives only the oldest Kubernetes version, which no later release went
 * below. The newest is unknown, which the engine reports for the table; so is whether a release supports a Kubernetes version
 * after the last that the table knows.
 * @param how `runs`: it runs there today, so an unsupported version that keeps running is a warning; `passing`: a stop
 * on the path, where it does not stay
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

function lastSupported({ tables }: Here): Minor {
  return Math.max(...tables['karpenter-compatibility'].map(({ max }) => max));
}

/** A release after the last minor that the tables know. */
export function isBeyond(version: string, { tables }: Here): boolean {
  return isBelow(`${lastMinor(tables['karpenter-releases'])}.0`, `${toKarpenterMinor(version)}.0`);
}

/** `1.26 to 1.36`; of a release that no table knows: `1.26 or newer`. */
function formatRange({ row, isKnown }: Misfit): string {
  return isKnown ? `${format(row.min)} to ${format(row.max)}` : `${format(row.min)} or newer`;
}

/** What happens to a version there. */
export function buildMessage(version: string, misfit: Misfit): string {
  const { row, kubernetes } = misfit;
  const range = `Karpenter ${version} supports Kubernetes ${formatRange(misfit)}, not ${format(kubernetes)}`;
  if (kubernetes < row.min) return `${range}: it is too new`;
  if (row.outside === 'crash') return `${range}: it exits at startup`;
  if (row.outside === 'defect') return `${range}: it launches more nodes than needed`;
  if (row.documentedMax === undefined || kubernetes > row.documentedMax) return range;
  return `${range}: the published matrix includes it, but the range in the controller does not`;
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
