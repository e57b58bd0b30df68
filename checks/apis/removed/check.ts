import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { inventoriesOf } from '../../../src/subjects/git-ops.ts';
import { servedRemovals } from '../../../src/subjects/api-removals.ts';
import { stillWritten, writtenFinding } from '../../../src/subjects/written-objects.ts';
import { callerFindings } from './callers.ts';
import { ownerReferenceFindings } from './owner-references.ts';
import { unlistedKinds, unseenCallerFindings } from './unseen.ts';

export default defineCheck({
  id: 'apis/removed',
  title: 'Manifests, programs and clients that use an API version which an update removes',
  severity: 'fail',
  blocks: 'delivery',
  phase: 'before',
  why: `An update can remove versions of an API, such as policy/v1beta1 in Kubernetes 1.25. Stored objects are never the
    problem: the API server serves each of them in every version that it has. What breaks is whatever names the removed
    version: a manifest fails the next time it is applied, and a client or a program at its next call.

    For each kind that loses a version, the check lists all objects by their metadata, in the newest version, and reads
    who wrote them and with which version (\`metadata.managedFields\`). The newest delivery of an object (kubectl, Helm,
    Argo CD, Flux, Terraform and others) decides. An older entry of another tool, or an annotation that it left
    (\`kubectl.kubernetes.io/last-applied-configuration\`), says nothing beside it. A program that wrote the object after
    that delivery calls the API by itself. Writes of the control plane and of EKS, statuses and commands such as
    \`kubectl edit\` are not reported; of an object that a controller creates for another object, only writes of programs
    are. The entry stays as it is if an update changes nothing but the version, as with Helm, unless it comes from
    \`kubectl apply\`. With \`--with secrets\`, the stored manifest of the release decides.

    For objects that Argo CD or Flux applies, the manifest decides, because it is what they apply next: the version in
    \`status.resources\` of the Application, or in \`status.inventory\` of the Kustomization or HelmRelease. If these could
    not be read, what Argo CD or Flux applied with a removed version is unknown. Applications and Flux objects that deploy to
    another cluster are not read; an Application that names this cluster must do so as \`in-cluster\`, by
    \`https://kubernetes.default.svc\` or by its ARN. Hooks of Argo CD are not in its status.

    An owner reference with a removed version keeps the garbage collector from deleting the object with its owner. The
    check looks for such references in the objects that it lists, not in others, such as Jobs. The \`scaleTargetRef\` of a
    HorizontalPodAutoscaler is not affected: only its API group counts, and no removal since 1.16 ends a group that can be
    scaled. apis/webhooks reports rules of webhooks that match exactly a removed version.

    Objects do not show who only reads. EKS insights do: for each API version that a step removes, they list the clients
    that called it in the last 30 days. control-plane/upgrade-insights fails for such a client; here it is a warning in
    the same entry, or a failure if that check is not selected. With \`--with logs\`, one query of CloudWatch Logs Insights
    reads the audit log of the control plane for the last 30 days: for each API version it names user, user agent, verb
    and objects, and a caller that EKS does not name is a failure here. Requests of the control plane, of EKS and of this
    program are left out. \`--logs-max\` limits what the query may scan; if the API server serves no version that goes away,
    there is no query.

    With \`--with metrics\`, the metric \`apiserver_requested_deprecated_apis\` of the API server that answers adds a
    warning for each version that has been requested since that API server started. It names no client: the garbage
    collector and the controllers for namespaces and resource quotas set it, too. It never replaces the other sources.

    A step that removes API versions passes only if the objects of all kinds concerned were read, and if either EKS has an
    insight about these versions that is less than 72 hours old or the audit log was read for 30 days.

    Not read: Events, which expire after an hour; manifests in repositories that no tool in the cluster applies.`,
  fix: advice`Change the \`apiVersion\` in the manifest, and update programs and clients to a version that calls the newer API.`,
  links: [
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
    'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
    'https://kubernetes.io/docs/reference/using-api/server-side-apply/',
  ],
  needs: ['servedApis', 'apiObjects', 'insights'],
  uses: ['argoApplications', 'fluxInventories', 'helmManifests', 'auditedCalls', 'requestedApis'],
  warnsBy: ['helmManifests'],
  counts: ['apiObjects'],
  tables: ['api-removals', 'field-managers', 'insights'],

  *run({ servedApis, apiObjects, ...sources }, context) {
    const { current, versions, tables, unasked } = context;
    const inventories = inventoriesOf(sources, unasked);
    const served = servedRemovals(tables['api-removals'], servedApis);
    const removed = served.filter(({ version }) => version > current && versions.includes(version));
    for (const one of stillWritten(apiObjects.objects, removed, tables['field-managers'], inventories)) {
      const { move, ...finding } = writtenFinding(one, current, served, inventories);
      const { version } = one.writes[0].removal;
      yield {
        at: version,
        ...finding,
        phase: move.from < version ? 'before' : 'after',
      } satisfies Finding;
    }
    yield* ownerReferenceFindings(apiObjects.objects, removed, served, current);
    yield* callerFindings(sources, removed, context);
    yield* unlistedKinds(apiObjects, removed);
    yield* unseenCallerFindings(sources, removed, context);
  },
});
