import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import type { NodeIdentity } from '../../../src/karpenter/node-identities.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Need = Extract<Tables['karpenter-node-role'][number], { rowKind: 'action' }>;

/** Data that shows whether nodes of a role can start without a permission. */
export interface Starting {
  /**
   * True if pools use the role, its nodes launch from EKS optimized Linux images, and no Ready node shows that nodes
   * start without the permission. False if nodes were not read.
   */
  isUnproven: boolean;
  /** True if pools use the role, and nodes and the VPC CNI were read: only then is a false `keepsOut` certain. */
  isSeen: boolean;
  /** True if all nodes of the role use nodeadm, and read their names from EC2. */
  isNamedByEc2: boolean;
  /** The Amazon ECR registries of the VPC CNI's images. */
  registries: readonly { account: string; region: string }[];
}

/** Summarizes how nodes of these identities start. */
export function resolveStarting(
  users: readonly NodeIdentity[],
  nodeClasses: readonly KarpenterNodeClass[],
  nodes: readonly NodeFact[] | undefined,
  vpcCni: Facts['vpcCni'] | undefined,
): Starting {
  const pools = users.flatMap((user) => user.users);
  const classes = nodeClasses.filter((one) => users.some(({ kind, name }) => kind === one.kind && name === one.name));
  const isReady = nodes?.some(
    ({ computeType, group, ready }) => ready && computeType === 'karpenter' && pools.includes(group ?? ''),
  );
  const areOfEks = classes.length === users.length && classes.every((one) => families.has(resolveFamily(one)));
  return {
    isSeen: pools.length > 0 && nodes !== undefined && vpcCni !== undefined,
    isUnproven: pools.length > 0 && areOfEks && isReady === false,
    // Custom user data may enable the feature gate InstanceIdNodeName.
    isNamedByEc2: classes.every((one) => resolveFamily(one) === 'al2023' && one.registersTaint === null),
    registries: (vpcCni ?? []).flatMap(({ image }) => parseRegistry(image) ?? []),
  };
}

/**
 * The families of EKS optimized Linux AMIs. Omits custom AMIs, which may already contain the container images that
 * other nodes pull.
 */
const families: ReadonlySet<string> = new Set(['al2', 'al2023', 'bottlerocket']);

/** The AMI family in lower case; empty if the node class names none. */
export function resolveFamily({ amiFamily, alias }: KarpenterNodeClass): string {
  return (amiFamily ?? alias?.split('@')[0] ?? '').toLowerCase();
}

function parseRegistry(image: string): Starting['registries'][number] | undefined {
  const [, account, region] = /^(\d{12})\.dkr[.-]ecr(?:-fips)?\.([a-z\d-]+)\./.exec(image) ?? [];
  return account === undefined || region === undefined ? undefined : { account, region };
}

/** True if nodes of the role cannot become Ready without this permission. */
export function keepsOut(
  { stops, purpose, resource }: Need,
  { isUnproven, isNamedByEc2: isNamed, registries }: Starting,
  { account, region }: Facts['cluster'],
): boolean {
  if (stops === undefined || !isUnproven) return false;
  if (purpose === 'worker') return isNamed;
  if (purpose === 'network') return true;
  // The repository's policy may allow a pull from the same account without the role's policies.
  const isOnlyByRole = (one: Starting['registries'][number]) => resource === undefined || one.account !== account;
  return registries.some((one) => one.region === region && isOnlyByRole(one));
}
