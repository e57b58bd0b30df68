import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { mergeInventories } from '../shared/git-ops.ts';
import { findFirstRemovalVersion, removedOnPath, servedRemovals } from '../../../src/for-checks/api-removals.ts';
import { stillWritten, writtenFinding } from '../shared/written-objects.ts';
import { callerFindings } from './callers.ts';
import { ownerReferenceFindings } from './owner-references.ts';
import { unlistedKinds, unseenCallerFindings } from './unseen.ts';

export default defineCheck({
  id: 'apis/removed',
  title: 'Manifests, programs and clients that use an API version that an update removes',
  short: {
    '': 'uses a removed API',
    called: 'clients call a removed API',
    'callers-not-seen': 'clients of removed APIs are unknown',
    'not-listed': 'objects were not listed',
    'owner-reference': 'owner reference uses a removed API',
    requested: 'unknown client calls a removed API',
  },
  task: {
    '': 'Change manifests and programs to the newer API',
    'owner-reference': 'Change owner references to the newer API',
  },
  severity: 'fail',
  blocks: 'deployments',
  alsoBlocks: ['workloads'],
  phase: 'before',
  why: `An update can remove API versions: Kubernetes 1.25 removes policy/v1beta1, for example. Stored objects are not a
    problem: the API server serves them in every version that it still has. Manifests, programs and clients that use the
    removed version break: the manifest can no longer be applied, and the requests of the program or client fail.

    For each kind that loses a version, the check lists the metadata of all objects in the newest version. The field
    \`metadata.managedFields\` shows which tool or program wrote an object, and with which API version. The tool that
    applied the object last (kubectl, Helm, Argo CD, Flux, Terraform and others) decides. Older entries and annotations
    (\`kubectl.kubernetes.io/last-applied-configuration\`) of other tools do not count. A program that wrote the object
    after that tool calls the API itself, and is reported. The check does not report writes of the control plane and of
    EKS, status updates, and commands such as \`kubectl edit\`. For an object that a controller creates for another object,
    it reports only writes of programs. If an update changes only the API version, as with Helm, the entry in
    \`managedFields\` does not change, unless the update comes from \`kubectl apply\`. With \`--with secrets\`, the stored
    manifest of the Helm release decides.

    For objects that Argo CD or Flux applies, the manifest in the repository decides: the check reads the API version from
    \`status.resources\` of the Application, or from \`status.inventory\` of the Kustomization or HelmRelease. If it cannot
    read these, objects that Argo CD or Flux applied with a removed version are unknown. It does not read Applications and
    Flux objects that deploy to another cluster. An Application deploys to this cluster if its destination is
    \`in-cluster\`, \`https://kubernetes.default.svc\` or the ARN of the cluster. The status of an Application does not
    contain its hooks.

    If an owner reference uses a removed version, the garbage collector can no longer delete the object with its owner. The
    check looks for such references in the objects that it lists, not in others, such as Jobs. The \`scaleTargetRef\` of a
    HorizontalPodAutoscaler is not affected: only its API group counts, and no removal since 1.16 affects the group of a
    kind that can be scaled. apis/webhooks reports webhooks whose rules match only a removed version.

    Objects do not show clients that only read. EKS upgrade insights do: for each API version that a step removes, they
    list the clients that called it in the last 30 days. control-plane/upgrade-insights fails for such a client; this check
    adds a warning to the same entry, or fails if that check is not selected. With \`--with logs\`, a query of CloudWatch
    Logs Insights reads the audit log of the control plane for the last 30 days. It finds the user, user agent, verb and
    objects of the requests for each API version. This check fails for a client that the insights do not list. It ignores
    requests of the control plane, of EKS and of eks-preflight. \`--logs-max\` limits the amount of data that the query may
    scan. If the API server serves no version that Kubernetes removes, there is no query.

    With \`--with metrics\`, the check warns about each version that clients have requested since the API server started,
    according to the metric \`apiserver_requested_deprecated_apis\` of one API server. The metric does not name clients, and
    the garbage collector and the controllers for namespaces and resource quotas also set it. It does not replace the other
    sources.

    A step that removes API versions passes only if the check could read the objects of all affected kinds, and if either
    EKS has an insight about these versions that is less than 72 hours old or the audit log was read for 30 days. If a source
    cannot be read, these steps are unknown. Steps that remove no API version that the API server serves pass without any source.

    The check does not read Events, which expire after an hour, or manifests in repositories that no tool in the cluster
    applies.`,
  fix: advice`Change the \`apiVersion\` in the manifest, and update programs and clients to a version that calls the newer API.`,
  links: [
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
    'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
    'https://kubernetes.io/docs/reference/using-api/server-side-apply/',
  ],
  needs: ['servedApis', 'apiObjects'],
  uses: ['insights', 'argoApplications', 'fluxInventories', 'helmManifests', 'auditedCalls', 'requestedApis'],
  warnsBy: ['helmManifests', 'requestedApis'],
  counts: ['apiObjects', 'argoApplications', 'fluxInventories', 'helmManifests'],
  tables: ['api-removals', 'api-scanners', 'field-managers', 'insights'],

  unseenAt: ({ servedApis }, context) =>
    servedApis === undefined
      ? context.current
      : findFirstRemovalVersion(removedOnPath(servedRemovals(context.tables['api-removals'], servedApis), context)),

  *run({ servedApis, apiObjects, ...sources }, context) {
    const { current, tables, unasked } = context;
    const inventories = mergeInventories(sources, unasked);
    const served = servedRemovals(tables['api-removals'], servedApis);
    const removed = removedOnPath(served, context);
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
