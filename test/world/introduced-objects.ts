import { aWebhookRule } from './api-extensions.ts';
import { aWrittenObject, type Write } from './api-objects.ts';

type Json = Record<string, unknown>;

/** An IPAddress that the API server created for an address of a Service. */
export function anAllocatedAddress(name: string): Json {
  const labels = { 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' };
  return aWrittenObject(
    'networking.k8s.io/v1',
    'IPAddress',
    name,
    [{ manager: 'kube-apiserver', api: 'networking.k8s.io/v1' }],
    { labels },
  );
}

/** What the control plane creates for itself of the kinds that 1.33 and 1.37 introduced. */
export function controlPlaneObjects(): Json[] {
  const publisher: Write = { manager: 'kube-controller-manager', api: 'certificates.k8s.io/v1' };
  return [
    anAllocatedAddress('10.100.0.1'),
    anAllocatedAddress('10.100.0.10'),
    aWrittenObject('networking.k8s.io/v1', 'ServiceCIDR', 'kubernetes', [
      { manager: 'kube-apiserver', api: 'networking.k8s.io/v1' },
    ]),
    aWrittenObject('certificates.k8s.io/v1', 'ClusterTrustBundle', 'kubernetes.io:kube-apiserver-serving:abc', [
      publisher,
    ]),
  ];
}

/**
 * Objects that a cluster at 1.34 has after it began to use Dynamic Resource Allocation at `resource.k8s.io/v1`, which
 * 1.33 does not serve: by a manifest, a Helm release, an operator and the control plane.
 */
export function deviceObjects(): Json[] {
  const api = 'resource.k8s.io/v1';
  const release = (name: string) => ({
    labels: { 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': 'gpu' },
  });
  const pod = (name: string) => ({
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid: '1', controller: true }],
  });
  return [
    aWrittenObject(api, 'DeviceClass', 'gpu.example.com', [{ manager: 'helm', api }], release('gpu-driver')),
    aWrittenObject(api, 'ResourceClaimTemplate', 'train/gpu', [{ manager: 'kubectl-client-side-apply', api }]),
    aWrittenObject(
      api,
      'ResourceClaim',
      'train/job-1-gpu',
      [{ manager: 'kube-controller-manager', api }],
      pod('job-1'),
    ),
    aWrittenObject(api, 'ResourceSlice', 'node-a-gpu', [{ manager: 'gpu-kubelet-plugin', api }]),
    aWrittenObject(api, 'ResourceSlice', 'node-b-gpu', [{ manager: 'gpu-kubelet-plugin', api }]),
    aWrittenObject('storage.k8s.io/v1', 'VolumeAttributesClass', 'fast', [
      { manager: 'argocd-controller', api: 'storage.k8s.io/v1beta1', operation: 'Apply' },
    ]),
  ];
}

/** Objects that a cluster at 1.36 has of the kind that 1.36 introduced. */
export function policyObjects(): Json[] {
  const api = 'admissionregistration.k8s.io/v1';
  const argo = { annotations: { 'argocd.argoproj.io/tracking-id': 'policies:admissionregistration.k8s.io/x:/x' } };
  return [
    {
      ...aWrittenObject(api, 'MutatingAdmissionPolicy', 'add-team', [{ manager: 'kubectl', api, operation: 'Apply' }]),
      spec: { failurePolicy: 'Fail', matchConstraints: { resourceRules: [aWebhookRule('', ['pods'], ['CREATE'])] } },
    },
    aWrittenObject(
      api,
      'MutatingAdmissionPolicyBinding',
      'add-team',
      [{ manager: 'argocd-controller', api, operation: 'Apply' }],
      argo,
    ),
  ];
}
