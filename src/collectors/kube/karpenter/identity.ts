import * as z from 'zod/mini';
import type { KarpenterController } from '../../../facts/karpenter.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { isNoneHere, podIdentityAssociations, type Named } from '../../aws/karpenter/pod-identity.ts';
import { present } from '../../require-field.ts';
import { requireSame } from '../../require-same.ts';

type Identity = KarpenterController['identity'];
/** An EKS Pod Identity association. */
type Association = Omit<NonNullable<Identity['next']>, 'kind'>;

/** Credentials that EKS injected into running pods: they are in use, even if the configuration has changed since. */
export type Credentials =
  | { kind: 'irsa'; roleArn: string }
  | { kind: 'pod-identity' }
  | { kind: 'none'; ownKeys?: true };

interface Variables {
  containers?: readonly { env?: readonly { name?: string; value?: string }[] }[];
}

/**
 * The credentials in a pod's environment. The SDK prefers a web identity token to container credentials.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
 */
export function resolveCredentials({ containers = [] }: Variables): Credentials {
  const env = containers.flatMap((container) => container.env ?? []);
  const roleArn = env.find(({ name }) => name === 'AWS_ROLE_ARN')?.value;
  if (roleArn !== undefined && env.some(({ name }) => name === 'AWS_WEB_IDENTITY_TOKEN_FILE')) {
    return { kind: 'irsa', roleArn };
  }
  if (env.some(({ name }) => name === 'AWS_CONTAINER_CREDENTIALS_FULL_URI')) return { kind: 'pod-identity' };
  const hasKeys = env.some(({ name }) => name === 'AWS_ACCESS_KEY_ID' || name === 'AWS_SHARED_CREDENTIALS_FILE');
  return { kind: 'none', ...(hasKeys ? { ownKeys: true } : {}) };
}

/**
 * The AWS identity of a ServiceAccount's pods: that of running pods, otherwise the one that new pods would get. As in
 * the webhook of EKS, a Pod Identity association precedes the annotation of IRSA; without both, it is the node's role.
 * @param given credentials of running pods; undefined if none run, or they could not be seen
 */
export function resolveIdentity(
  given: Credentials | undefined,
  annotated: string | undefined,
  association: Association | undefined,
): Identity {
  const pod: Identity = { kind: 'pod-identity', roleArn: null, targetRoleArn: null, ...association };
  const byPodIdentity = association === undefined ? undefined : { kind: 'pod-identity' as const, ...association };
  const byAnnotation =
    annotated === undefined ? undefined : { kind: 'irsa' as const, roleArn: annotated, targetRoleArn: null };
  if (given?.kind === 'irsa') {
    const isSame = byPodIdentity === undefined && (annotated ?? given.roleArn) === given.roleArn;
    const next = byPodIdentity ?? byAnnotation;
    return {
      kind: 'irsa',
      roleArn: given.roleArn,
      targetRoleArn: null,
      ...(isSame || next === undefined ? {} : { next }),
    };
  }
  if (given?.kind === 'pod-identity') {
    return byPodIdentity === undefined && byAnnotation !== undefined ? { ...pod, next: byAnnotation } : pod;
  }
  if (given?.kind === 'none') return { kind: 'node', roleArn: null, targetRoleArn: null };
  if (association !== undefined) return pod;
  if (annotated !== undefined) return { kind: 'irsa', roleArn: annotated, targetRoleArn: null };
  return { kind: 'node', roleArn: null, targetRoleArn: null };
}

/** A ServiceAccount that exists, with its role of IRSA. */
export interface Account {
  annotated: string | undefined;
}

/**
 * What new pods lack. EKS adds credentials to a pod only when it is created, so running pods keep those of an annotation
 * or an association that was deleted.
 * @param account null: the ServiceAccount does not exist
 * @param hasOwn the pod template may set credentials itself
 */
export function findLack(
  given: Credentials | undefined,
  account: Account | null,
  association: object | undefined,
  hasOwn: boolean,
): Identity['newPodsLack'] {
  if (account === null) return 'ServiceAccount';
  if (hasOwn || association !== undefined || account.annotated !== undefined) return undefined;
  return given === undefined || given.kind === 'none' ? undefined : 'role';
}

const serviceAccountObject = z.object({
  metadata: z.object({ annotations: z.optional(z.nullable(z.record(z.string(), z.string()))) }),
});

/** The ServiceAccount with the IRSA role in its annotation; null if it does not exist. */
export async function readAccount(kube: KubeSource, { namespace, serviceAccount }: Named): Promise<Account | null> {
  const object = await kube.get('', 'v1', 'serviceaccounts', namespace, serviceAccount);
  if (object === undefined) return null;
  const { annotations } = serviceAccountObject.parse(object).metadata;
  return { annotated: annotations?.['eks.amazonaws.com/role-arn'] };
}

/** The IRSA role in the ServiceAccount's annotation; undefined if there is none, or no such ServiceAccount. */
export async function annotatedRole(kube: KubeSource, named: Named): Promise<string | undefined> {
  return (await readAccount(kube, named))?.annotated;
}

/** The EKS Pod Identity association of a ServiceAccount; undefined if there is none, or EKS does not offer it here. */
export async function readAssociation(
  aws: AwsSource,
  clusterName: string,
  named: Named,
): Promise<Association | undefined> {
  const [listed] = await podIdentityAssociations(aws, clusterName, named);
  if (listed === undefined) return undefined;
  const { DescribePodIdentityAssociationCommand } = await import('../../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const associationId = present(listed.associationId, 'associations.associationId');
  const command = new DescribePodIdentityAssociationCommand({ clusterName, associationId });
  try {
    const answer = await aws.call('eks:DescribePodIdentityAssociation', () => client.send(command));
    const association = present(answer.association, 'association');
    requireSame(association.clusterName, clusterName, 'cluster');
    requireSame(association.associationId, associationId, 'association');
    const { roleArn, targetRoleArn, disableSessionTags } = association;
    return {
      roleArn: present(roleArn, 'association.roleArn'),
      targetRoleArn: targetRoleArn ?? null,
      ...(disableSessionTags === true ? { sessionTags: false } : {}),
    };
  } catch (error) {
    if (isNoneHere(error)) return undefined;
    throw error;
  }
}
