import { aControllerObject } from '../software-manifests.ts';

type Json = Record<string, unknown>;

const byHelm = (release: string, namespace: string) => ({
  'meta.helm.sh/release-name': release,
  'meta.helm.sh/release-namespace': namespace,
});
const byArgo = (id: string) => ({ 'argocd.argoproj.io/tracking-id': id });

/** Controllers of Kubernetes 1.22 and 1.23, two of which broke with 1.22, and two whose versions cannot be read. */
export function oldControllers(): Json[] {
  return [
    aControllerObject('cert-manager/cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.4.4'),
    aControllerObject('kyverno/kyverno', 'ghcr.io/kyverno/kyverno:v1.7.5', byHelm('kyverno', 'kyverno')),
    aControllerObject('linkerd/linkerd-destination', 'cr.l5d.io/linkerd/controller:stable-2.11.5', byArgo('mesh:apps')),
    aControllerObject('kube-system/metrics-server', 'registry.example/mirror/metrics-server:v0.3.7'),
    aControllerObject('edge/external-secrets', 'ghcr.io/external-secrets/external-secrets:main'),
    aControllerObject('edge/external-dns', 'docker.io/bitnami/external-dns:0.12.0-debian-11-r2'),
  ];
}

/** Controllers of Kubernetes 1.28, one of which stops at 1.33. */
export function agingControllers(): Json[] {
  return [
    aControllerObject('kafka/strimzi-cluster-operator', 'quay.io/strimzi/operator:0.39.0', byHelm('strimzi', 'kafka')),
    aControllerObject('cert-manager/cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.15.5'),
    aControllerObject('argocd/argocd-server', 'quay.io/argoproj/argocd:v2.11.7', byArgo('argocd:apps')),
  ];
}
