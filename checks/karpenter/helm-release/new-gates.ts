import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Warning } from '../../../src/check.ts';
import type { HelmRelease } from '../../../src/facts/helm.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { toResource } from './values.ts';

type Here = Pick<Context<'karpenter-feature-gates'>, 'karpenter' | 'tables'>;

const prefix = 'settings.featureGates.';
/** The first chart with `settings.featureGates`. Source: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330 */
const firstWithGates = '0.33.0';

/**
 * The finding for values that name the feature gates of an older chart and not those that a step adds: `--reuse-values` then leaves
 * the new ones empty.
 */
export function* newGates(release: HelmRelease, { karpenter: { versions }, tables }: Here): Generator<Warning> {
  const [today, ...later] = versions;
  if (today === undefined || !release.values.some((path) => path.startsWith(prefix))) return;
  const gatesAt = (version: string) =>
    tables['karpenter-feature-gates'].flatMap((row) =>
      row.rowKind === 'gate' &&
      isWithin(version, firstWithGates, null) &&
      isWithin(version, row.inChart ?? row.from, row.until)
        ? [`${prefix}${row.gate.charAt(0).toLowerCase()}${row.gate.slice(1)}`]
        : [],
    );
  const known = new Set([...gatesAt(today), ...release.values]);
  const at = later.find((version) => gatesAt(version).some((path) => !known.has(path)));
  if (at === undefined) return;
  const added = gatesAt(at).filter((path) => !known.has(path));
  yield {
    level: 'warn',
    rule: 'new-gates',
    atKarpenter: at,
    resource: toResource(release),
    message: `its values name feature gates, but not those that the chart of ${at} adds: after \`helm upgrade --reuse-values\`, Karpenter does not start`,
    evidence: added.map((path) => ({
      observed: `no ${path}`,
      required: `${path}: false, or the default of the new chart`,
    })),
    fix: advice`Update with \`--reset-then-reuse-values\` or with your file of values (\`--values\`), not with \`--reuse-values\`, which
      keeps the default values of the old chart. Or add ${formatList(added)} to the values.`,
    links: ['https://github.com/kubernetes-sigs/karpenter/issues/3073'],
  };
}
