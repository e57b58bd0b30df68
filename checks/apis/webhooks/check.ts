import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { admissionFindings } from './admission.ts';
import { conversionFindings } from './conversion.ts';
import { removedVersionFindings } from './removed-versions.ts';
import { systemUpdates } from './system-updates.ts';
import { timeoutFindings } from './timeouts.ts';
import { problemTexts } from './backends.ts';

const admission = 'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/';

export default defineCheck({
  id: 'apis/webhooks',
  title: 'Webhooks that cannot respond',
  short: problemTexts,
  task: {
    '': 'Correct the CA bundle or the port of the webhook',
    'no-endpoints': 'Start the pods behind the webhook, or remove it',
    'no-service': 'Restore the Service of the webhook, or remove it',
    'conversion-no-endpoints': 'Start the pods behind the conversion webhook',
    'conversion-no-service': 'Restore the Service of the conversion webhook',
    'left-behind': 'Delete the webhook of the earlier Karpenter',
    'removed-versions': 'Let the webhook match the newer API version',
  },
  severity: 'fail',
  blocks: 'nodes',
  alsoBlocks: ['workloads', 'karpenter'],
  phase: 'before',
  direction: 'both',
  why: `If an admission webhook with \`failurePolicy: Fail\` (the default) does not respond, the API server rejects
    every request that the webhook intercepts. An update of the nodes creates Nodes, evicts pods and creates them on
    other nodes. A webhook that intercepts these requests and has no backend stops the update, and often also the pods
    that would restore the backend. If it intercepts new pods in only some namespaces, it is a failure if one of these
    namespaces has pods that a controller recreates and that the \`objectSelector\` selects, otherwise a warning. If the
    pods cannot be read, it is unknown.

    A webhook that rejects updates of DaemonSets or Deployments in kube-system is a failure at the step that updates one
    of them: a Karpenter step, or the first step for which EKS no longer lists the installed version of an EKS add-on.
    If no step does, it is a warning.

    A webhook that rejects NodeClaims is a failure, because Karpenter and EKS Auto Mode launch no node without them. Karpenter
    1.0 and newer have no admission webhook: a configuration of an earlier release that is left rejects what it
    intercepts. If the rules of a webhook match no version of the CRDs, the API server never calls it, and the check warns.
    With \`matchPolicy: Equivalent\`, a rule for any version in the CRD matches, served or not.

    If the conversion webhook of a CRD does not respond, its objects can only be read in the version in which they are
    stored. The garbage collector lists every kind when kube-controller-manager starts, as it does in each update of
    the control plane. Up to Kubernetes 1.31, it deletes no objects in the whole cluster until it can list all kinds; from
    1.32 on, it skips kinds that it cannot list, and the check only warns.

    A CRD without objects, or with all objects stored in the preferred version, needs no conversion.
    \`status.storedVersions\` does not show this, and a permission to list the objects of every CRD would include Secrets. If
    a step updates the cluster to a version up to 1.31, or if the cluster runs one and no step is planned, such a CRD is
    therefore unknown; the fix shows how to list its objects.

    A backend cannot respond if its Service or the port does not exist, if the port has no ready endpoints, or if the CA
    bundle has expired. Without a CA bundle, the API server trusts only public CAs, which do not sign certificates for
    Services. If all API versions that the rules of a webhook name for a kind are removed, the API server no longer
    calls the webhook for that kind, without an error. \`matchPolicy: Equivalent\` does not help: a version that is no
    longer served is not equivalent to others.

    AWS recommends a timeout of less than 30 seconds for webhooks that intercept requests on which the cluster depends.
    The clients of some requests give up earlier: leaders in kube-system wait at most half of their renew deadline (5
    seconds by default) for a renewal, and lose their lease if renewals fail; kubelets wait at most 10 seconds when they
    renew the lease or the status of their node. For these, the limit also applies to webhooks with
    \`failurePolicy: Ignore\`. The check does not add up the timeouts of several webhooks: neither AWS nor Kubernetes
    documents a limit for the sum.

    For webhooks with \`failurePolicy: Ignore\`, the check judges only this timeout. It does not judge the result of
    \`matchConditions\`, or whether the control plane can reach the endpoints. Nor does it judge whether the CA in the bundle
    signed the certificate of the backend: this requires a connection to the backend, or its Secret. To see it, send a
    request that the webhook intercepts with \`kubectl apply --dry-run=server\`: the API server calls the webhook, and
    returns its TLS error.

    A webhook configuration may be the only thing that enforces a policy: save it before you change or delete it.

    EKS runs its own webhooks (\`pod-identity-webhook\`, \`vpc-resource-*\`) in the control plane.
    karpenter/conversion-webhook judges the CRDs of an installed Karpenter.`,
  fix: advice`Restore the backend of the webhook.`,
  links: [
    `${admission}#failure-policy`,
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/',
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion',
    'https://github.com/kubernetes/kubernetes/issues/101078',
  ],
  needs: [],
  uses: ['admissionWebhooks', 'webhookServices', 'crds', 'karpenterControllers', 'addons', 'addonVersions', 'nodes'],
  counts: ['admissionWebhooks', 'webhookServices'],
  tables: ['api-removals', 'managed-changes'],

  *run({ admissionWebhooks = [], webhookServices, crds = [], ...facts }, context) {
    const { versions, now, tables, cluster, karpenter } = context;
    const { karpenterControllers } = facts;
    yield* admissionFindings(admissionWebhooks, {
      services: webhookServices,
      updates: systemUpdates(facts, context),
      crds,
      controllers: karpenterControllers ?? [],
      autoMode: cluster.autoMode,
      karpenter,
      now,
      rows: tables['managed-changes'],
    });
    const mayRunKarpenter = karpenterControllers === undefined || karpenterControllers.length > 0;
    yield* conversionFindings(crds, webhookServices, { now, versions, mayRunKarpenter });
    yield* timeoutFindings(admissionWebhooks, tables['managed-changes']);
    yield* removedVersionFindings(admissionWebhooks, tables['api-removals'], versions, tables['managed-changes']);
  },
});
