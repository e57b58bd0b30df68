import type { Finding } from '../../../src/check.ts';
import type { HelmManifest } from '../../../src/facts/helm.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { releaseRemedy, releaseResource } from '../shared/helm-release.ts';
import { buildEvidence, isOfManifest, formatKinds, type Outdated } from './outdated.ts';
import { bothFix, hookFix, manifestFix, unservedFix } from './update.ts';

type Some = readonly [Outdated, ...Outdated[]];

/**
 * The finding for a release; none if both lists are empty.
 * @param broken objects of its manifest whose version the API server does not serve
 * @param outdated objects of its manifest, and its hooks, whose version a step removes
 */
export function* releaseFindings(
  release: HelmManifest,
  broken: readonly Outdated[],
  outdated: readonly Outdated[],
  current: Minor,
): Generator<Finding> {
  const isBroken = isSome(broken);
  if (isBroken && isSome(outdated)) yield bothFinding(release, broken, outdated, current);
  else if (isBroken) yield unservedFinding(release, broken);
  else if (isSome(outdated)) yield outdatedFinding(release, outdated);
}

function isSome(outdated: readonly Outdated[]): outdated is Some {
  return outdated.length > 0;
}

/** For a release that Helm cannot update today, and that a step would break again after today's fix. */
function bothFinding(release: HelmManifest, broken: Some, outdated: Some, current: Minor): Finding {
  const today = unservedFinding(release, broken);
  const later = outdatedFinding(release, outdated);
  const also = { ...common(release, [...broken, ...outdated]), fix: bothFix(release, broken, outdated) };
  const message = `${today.message}; ${laterText(outdated)}`;
  if (later.level === 'warn') return { ...today, ...also, message };
  return { ...later, ...also, message, since: current };
}

function laterText(outdated: Some): string {
  const manifest = outdated.filter(isOfManifest);
  const [{ removal }] = outdated;
  const { version } = manifest[0]?.removal ?? removal;
  const names = formatKinds(ofVersion(manifest.length > 0 ? manifest : outdated, version));
  const gone = `${names}, which ${format(version)} no longer serves`;
  return manifest.length > 0 ? `it also uses ${gone}` : `its hooks use ${gone}`;
}

/** A warning: Helm already cannot update the release, and the next Kubernetes version does not change that. */
function unservedFinding(release: HelmManifest, outdated: Some): Finding {
  return {
    level: 'warn',
    rule: 'not-served',
    ...common(release, outdated),
    message: `its manifest uses ${formatKinds(outdated)}, which the API server does not serve: helm upgrade already fails`,
    fix: unservedFix(release, outdated),
  };
}

function outdatedFinding(release: HelmManifest, outdated: Some): Finding {
  const manifest = outdated.filter(isOfManifest);
  return isSome(manifest) ? manifestFinding(release, manifest, outdated) : hookFinding(release, outdated);
}

function manifestFinding(release: HelmManifest, manifest: Some, outdated: readonly Outdated[]): Finding {
  const [{ removal, move }] = manifest;
  const { version } = removal;
  const isAfter = move !== null && move.from >= version;
  const { revision, status } = release;
  const which =
    status === 'deployed' ? 'its manifest' : `revision ${revision} has the status ${status}, and its manifest`;
  return {
    level: status === 'deployed' && !isAfter ? 'fail' : 'warn',
    at: version,
    rule: 'manifest',
    ...common(release, outdated),
    message: `${which} uses ${formatKinds(ofVersion(manifest, version))}, which ${format(version)} no longer serves: helm upgrade then fails`,
    fix: manifestFix(release, manifest),
    phase: isAfter ? 'after' : 'before',
  };
}

function hookFinding(release: HelmManifest, outdated: Some): Finding {
  const [{ removal, move }] = outdated;
  const { version } = removal;
  const events = new Set(outdated.flatMap(({ object }) => object.hook ?? []));
  return {
    level: 'warn',
    at: version,
    rule: 'hook',
    ...common(release, outdated),
    message: `its hooks use ${formatKinds(ofVersion(outdated, version))}, which ${format(version)} no longer serves: Helm fails when it runs them${events.size === 0 ? '' : ` (${[...events].join(', ')})`}`,
    fix: hookFix(release, outdated),
    phase: move !== null && move.from >= version ? 'after' : 'before',
  };
}

/** Selects what one version removes. The message names only what the first step removes; the evidence lists all. */
function ofVersion(outdated: readonly Outdated[], version: Minor): Outdated[] {
  return outdated.filter(({ removal }) => removal.version === version);
}

function common(release: HelmManifest, outdated: readonly Outdated[]) {
  return {
    resource: releaseResource(release),
    evidence: buildEvidence(release, outdated),
    links: [...new Set(outdated.map(({ removal }) => removal.source))],
    remedy: releaseRemedy(release),
  };
}
