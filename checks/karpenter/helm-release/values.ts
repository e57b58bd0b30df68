import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Resource, Warning } from '../../../src/check.ts';
import type { HelmRelease } from '../../../src/facts/helm.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { findSettingsConfigMap } from '../../../src/karpenter/settings.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Here = Pick<Context<'karpenter-settings'>, 'karpenter' | 'tables'>;

export function toResource({ namespace, name }: HelmRelease): Resource {
  return { kind: 'HelmRelease', namespace, name };
}

/** Findings for Helm values that a version of the path does not read. */
export function* valuesFindings(release: HelmRelease, { karpenter: { versions }, tables }: Here): Generator<Warning> {
  const rows = tables['karpenter-settings'];
  const [today] = versions;
  if (today === undefined) return;
  const slip = 'settings.interruptionQueueName';
  const at = firstFrom(versions, '0.32.0');
  if (release.values.includes(slip) && at !== undefined) {
    yield {
      level: 'warn',
      rule: 'slip',
      atKarpenter: at,
      resource: toResource(release),
      message: `its values set ${slip}, a key that the chart ignores: Karpenter receives no interruption events`,
      evidence: [{ observed: slip, required: 'settings.interruptionQueue' }],
      fix: advice`Set \`settings.interruptionQueue\` instead.`,
      blocks: 'workloads',
    };
  }
  const map = rows.find((row) => row.rowKind === 'config-map');
  const gone = map?.rowKind === 'config-map' ? firstFrom(versions, map.until) : undefined;
  const old = release.values.filter((path) => path.startsWith('settings.aws.'));
  if (gone === undefined || old.length === 0) return;
  yield {
    level: 'warn',
    rule: 'old-values',
    atKarpenter: gone,
    resource: toResource(release),
    message: `its values contain ${old.join(', ')}, which the chart of ${gone} ignores`,
    evidence: old.map((path) => ({ observed: path, required: newPlace(path, rows) })),
    fix: advice`Move them to the new keys; ConfigMap ${findSettingsConfigMap(rows)} is removed with the old keys.`,
  };
}

/** The finding if the values pin a tag or digest: the old image then still runs after an update of the chart. */
export function* pinnedImage(
  release: HelmRelease,
  { version }: KarpenterController,
  { karpenter: { versions } }: Here,
): Generator<Warning> {
  const pins = release.values.filter((path) => /^controller\.image\.(?:tag|digest)$/.test(path));
  const next = versions.find((one) => one !== version);
  if (pins.length === 0 || next === undefined) return;
  const names = pins.join(' and ');
  yield {
    level: 'warn',
    rule: 'pinned-image',
    atKarpenter: next,
    resource: toResource(release),
    message: `its values pin ${names}: after an update of the chart to ${next}, the old image still runs`,
    evidence: [{ observed: names, required: `the image of the chart ${next}` }],
    fix: advice`Remove ${names} from the values, or set them to the image of ${next} with each update. For a mirror, set
      only
      \`controller.image.repository\`: its digest is the same as in the original registry.`,
  };
}

function newPlace(path: string, rows: Tables['karpenter-settings']): string {
  const key = path.replace(/^settings\./, '');
  const row = rows.find(
    (one) => one.rowKind === 'config-map-key' && (one.key === key || key.startsWith(`${one.key}.`)),
  );
  if (row?.rowKind !== 'config-map-key') return 'no such setting';
  return (row.value ?? row.instead ?? 'nothing').replaceAll('`', '');
}
