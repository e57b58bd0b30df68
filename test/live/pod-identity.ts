import type { Pod } from './kubelet.ts';

const folder = '/var/run/secrets/pods.eks.amazonaws.com/serviceaccount';
export const podIdentityAudience = 'pods.eks.amazonaws.com';

/** The pod as the webhook of EKS Pod Identity changes it when it is created; the agent listens at `url`. */
export function withPodIdentity(pod: Pod, region: string, url: string): Pod {
  const name = 'eks-pod-identity-token';
  const [container] = pod.spec.containers;
  const env = [
    ...(container.env ?? []),
    { name: 'AWS_REGION', value: region },
    { name: 'AWS_CONTAINER_CREDENTIALS_FULL_URI', value: `${url}/v1/credentials` },
    { name: 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', value: `${folder}/${name}` },
  ];
  const volumeMounts = [...(container.volumeMounts ?? []), { name, mountPath: folder, readOnly: true }];
  const serviceAccountToken = { path: name, audience: podIdentityAudience, expirationSeconds: 86_400 };
  const volumes = [...(pod.spec.volumes ?? []), { name, projected: { sources: [{ serviceAccountToken }] } }];
  return { ...pod, spec: { ...pod.spec, containers: [{ ...container, env, volumeMounts }], volumes } };
}
