import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { HelmManifest } from '../../../src/facts/helm.ts';
import { format, type Minor } from '../../../src/languages/versions.ts';
import { servedRemovals } from '../../../src/subjects/api-removals.ts';
import { releaseRemedy, releaseResource } from '../../../src/subjects/helm-release.ts';
import { evidenceOf, isOfManifest, namesOf, outdatedIn, type Outdated } from './outdated.ts';
import { unreadFinding } from './unread.ts';
import { hookFix, manifestFix, unservedFix } from './update.ts';

export default defineCheck({
  id: 'apis/helm-releases',
  title: 'Helm releases whose stored manifest uses an API version that an update removes',
  severity: 'fail',
  blocks: 'delivery',
  phase: 'before',
  why: `Helm stores the manifest of each revision. \`helm upgrade\` first looks up the kinds of all objects in the
    deployed manifest and in the new manifest at the API server. If an API version in the deployed manifest is removed,
    \`helm upgrade\` fails before it changes anything (\`unable to build kubernetes objects from current release manifest:
    ... no matches for kind\`), even if the new chart is correct. \`helm rollback\` and \`helm uninstall\` fail in the same
    way. The objects of the release are not affected.

    The check reads the revision that the next upgrade starts from: the newest deployed revision, or the newest revision
    if none is deployed (a warning, because such a release already needs attention). It warns if only hooks of the release
    use the API version: an upgrade does not look up the hooks of the old revision, but it runs those of the new one. It
    also warns if the API server already does not serve the API version: upgrades of the release fail today.

    Helm stores its releases, including all values, in Secrets or in ConfigMaps. The check therefore reads releases only
    with \`--with secrets\`. From their manifests and hooks, it keeps only the API version, kind, namespace and name of
    objects whose API version Kubernetes removes. Without \`--with secrets\`, each step that removes an API version that
    this API server serves is unknown; all other steps pass.

    The check does not read releases in an SQL database, or earlier revisions, to which a rollback can fail. Releases of
    Helm 2 are unknown. Custom resources are not judged.`,
  fix: advice`Before the update, update the release to a chart version that uses the newer API version.`,
  links: [
    'https://helm.sh/docs/topics/kubernetes_apis/',
    'https://github.com/helm/helm-mapkubeapis',
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  ],
  needs: ['servedApis'],
  uses: ['helmManifests'],
  counts: ['helmManifests'],
  tables: ['api-removals'],

  *run({ servedApis, helmManifests = [] }, context) {
    const { current, versions, tables, unasked } = context;
    const rows = tables['api-removals'];
    const served = servedRemovals(rows, servedApis);
    const unserved = rows.filter((row) => !served.includes(row));
    const removed = served.filter(({ version }) => version > current && versions.includes(version));
    for (const release of helmManifests) {
      const [broken, ...more] = outdatedIn(release, unserved, current, served).filter(isOfManifest);
      const [outdated, ...others] = outdatedIn(release, removed, current, served);
      if (broken !== undefined) yield unservedFinding(release, [broken, ...more]);
      else if (outdated !== undefined) yield outdatedFinding(release, [outdated, ...others]);
    }
    if (unasked?.has('helmManifests') === true) yield* unreadFinding(removed, context);
  },
});

/** A release that Helm cannot update today: the next Kubernetes version changes nothing about it. */
function unservedFinding(release: HelmManifest, outdated: readonly [Outdated, ...Outdated[]]): Finding {
  return {
    level: 'warn',
    rule: 'not-served',
    ...common(release, outdated),
    message: `its manifest uses ${namesOf(outdated)}, which the API server does not serve: helm upgrade already fails`,
    fix: unservedFix(release, outdated),
  };
}

function outdatedFinding(release: HelmManifest, outdated: readonly [Outdated, ...Outdated[]]): Finding {
  const [manifest, ...more] = outdated.filter(isOfManifest);
  return manifest === undefined
    ? hookFinding(release, outdated)
    : manifestFinding(release, [manifest, ...more], outdated);
}

function manifestFinding(
  release: HelmManifest,
  manifest: readonly [Outdated, ...Outdated[]],
  outdated: readonly Outdated[],
): Finding {
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
    message: `${which} uses ${namesOf(ofVersion(manifest, version))}, which ${format(version)} no longer serves: helm upgrade then fails`,
    fix: manifestFix(release, manifest),
    phase: isAfter ? 'after' : 'before',
  };
}

function hookFinding(release: HelmManifest, outdated: readonly [Outdated, ...Outdated[]]): Finding {
  const [{ removal, move }] = outdated;
  const { version } = removal;
  const events = new Set(outdated.flatMap(({ object }) => object.hook ?? []));
  return {
    level: 'warn',
    at: version,
    rule: 'hook',
    ...common(release, outdated),
    message: `its hooks use ${namesOf(ofVersion(outdated, version))}, which ${format(version)} no longer serves: Helm fails when it runs them${events.size === 0 ? '' : ` (${[...events].join(', ')})`}`,
    fix: hookFix(release, outdated),
    phase: move !== null && move.from >= version ? 'after' : 'before',
  };
}

/** What the first step removes: the evidence has the rest. */
function ofVersion(outdated: readonly Outdated[], version: Minor): Outdated[] {
  return outdated.filter(({ removal }) => removal.version === version);
}

function common(release: HelmManifest, outdated: readonly Outdated[]) {
  return {
    resource: releaseResource(release),
    evidence: evidenceOf(release, outdated),
    links: [...new Set(outdated.map(({ removal }) => removal.source))],
    remedy: releaseRemedy(release),
  };
}
