import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { findFirstRemovalVersion, removedOnPath, servedRemovals } from '../../../src/for-checks/api-removals.ts';
import { releaseFindings } from './findings.ts';
import { isOfManifest, outdatedIn } from './outdated.ts';
import { clearedBy, isOfCharts, unclear, unreadFindings } from './unread.ts';

export default defineCheck({
  id: 'apis/helm-releases',
  title: 'Helm releases whose stored manifest uses an API version that an update removes',
  short: {
    hook: 'hooks use a removed API',
    manifest: 'manifest uses a removed API',
    'not-requested': 'manifests of releases were not read',
    'not-served': 'helm upgrade already fails',
  },
  task: 'Change charts to the newer API',
  severity: 'fail',
  blocks: 'deployments',
  phase: 'before',
  why: `Helm stores the manifest of each revision. \`helm upgrade\` first looks up the kinds of all objects in the
    deployed manifest and in the new manifest at the API server. If an API version in the deployed manifest is removed,
    \`helm upgrade\` fails before it changes anything (\`unable to build kubernetes objects from current release manifest:
    ... no matches for kind\`), even if the new chart is correct. \`helm rollback\` and \`helm uninstall\` fail in the same
    way. The objects of the release are not affected.

    The check reads the revision that the next upgrade starts from: the newest deployed revision, or the newest revision
    if none is deployed (a warning, because such a release already needs attention). It warns if only hooks of the release
    use the API version: an upgrade does not look up the hooks of the old revision, but it runs those of the new one. It
    also warns if the API server already does not serve the API version: upgrades of the release fail today. If a step
    removes another API version that the release uses, one finding reports both.

    Helm stores its releases, including all values, in Secrets or in ConfigMaps. The check therefore reads releases only
    with \`--with secrets\`. From their manifests and hooks, it keeps only the API version, kind, namespace and name of
    objects whose API version Kubernetes removes.

    Without \`--with secrets\`, a step that removes an API version that this API server serves passes only if the
    cluster has no objects of the kind, or none with Helm metadata: the annotation \`meta.helm.sh/release-name\`, the
    label \`app.kubernetes.io/managed-by: Helm\` or a field manager of Helm. The report then says so. It also passes
    if it removes only a version of Events: programs write Events, charts do not contain them. Otherwise the step is
    unknown; each step has its own finding. The check cannot see hooks, which do not have this metadata, or an object that was deleted manually
    after the last \`helm upgrade\`: the next one tries to create it again, and fails. EKS insights list Helm as a
    client if it used the API version in the last 30 days. All other steps pass.

    Like Helm, the check looks at everything with the label
    \`owner=helm\` and ignores what holds no release, unless it has the name that Helm gives to releases
    (\`sh.helm.release.v1\`): then it is unknown. A scan reads at most 3 GB of releases, unpacked; the rest are unknown.

    The check does not read releases in an SQL database, or earlier revisions, to which a rollback can fail. Releases of
    Helm 2 are unknown. Custom resources are not judged.`,
  fix: advice`Before the update, update the release to a chart version that uses the newer API version.`,
  links: [
    'https://helm.sh/docs/topics/kubernetes_apis/',
    'https://github.com/helm/helm-mapkubeapis',
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  ],
  needs: ['servedApis'],
  uses: ['helmManifests', 'apiObjects'],
  counts: ['helmManifests', 'apiObjects'],
  tables: ['api-removals'],

  unseenAt({ servedApis }, context, missing) {
    if (servedApis === undefined || missing !== 'apiObjects') return context.current;
    return findFirstRemovalVersion(
      removedOnPath(servedRemovals(context.tables['api-removals'], servedApis), context).filter(isOfCharts),
    );
  },

  passedBy({ servedApis, apiObjects }, context) {
    const removed = removedOnPath(servedRemovals(context.tables['api-removals'], servedApis), context);
    return context.unasked.has('helmManifests') ? clearedBy(removed, apiObjects) : undefined;
  },

  *run({ servedApis, apiObjects, helmManifests = [] }, context) {
    const { current, tables, unasked } = context;
    const rows = tables['api-removals'];
    const served = servedRemovals(rows, servedApis);
    const unserved = rows.filter((row) => !served.includes(row));
    const removed = removedOnPath(served, context);
    for (const release of helmManifests) {
      const broken = outdatedIn(release, unserved, current, served).filter(isOfManifest);
      const outdated = outdatedIn(release, removed, current, served);
      yield* releaseFindings(release, broken, outdated, current);
    }
    if (unasked.has('helmManifests')) yield* unreadFindings(unclear(removed, apiObjects), apiObjects, context);
  },
});
