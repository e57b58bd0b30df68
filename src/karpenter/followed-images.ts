import type { KarpenterNodeClass, KarpenterPool } from '../facts/karpenter-objects.ts';

/** EKS AMI families in the terms of node groups, by Karpenter's family or alias in lower case. */
const families: ReadonlyMap<string, string> = new Map([
  ['al2', 'AL2'],
  ['al2023', 'AL2023'],
  ['bottlerocket', 'BOTTLEROCKET'],
  ['windows2019', 'WINDOWS'],
  ['windows2022', 'WINDOWS'],
  ['windows2025', 'WINDOWS'],
]);

/**
 * The AMI family of a pool, in the terms of node groups, if new nodes use the family's newest AMI for the control
 * plane's version. Undefined: the AMIs are pinned or selected in another way, EKS has no AMIs of the family, or the
 * node class does not exist or was not read.
 */
export function followedFamily(pool: KarpenterPool, nodeClasses: readonly KarpenterNodeClass[]): string | undefined {
  if (selectsImages(pool, nodeClasses) !== false) return undefined;
  const { provider } = pool;
  if (provider !== null) return families.get((provider.amiFamily ?? alphaFamily).toLowerCase());
  const own = findNodeClass(pool, nodeClasses);
  return own === undefined ? undefined : ofNodeClass(own);
}

/**
 * Whether a pool selects AMIs by id, name, tag, parameter, launch template or release. Undefined: its node class does
 * not exist, or was not read.
 */
export function selectsImages(pool: KarpenterPool, nodeClasses: readonly KarpenterNodeClass[]): boolean | undefined {
  const { provider, fields } = pool;
  if (provider !== null) return hasTemplate('spec.provider', fields) || isSelector(provider.selectors.amis);
  const own = findNodeClass(pool, nodeClasses);
  if (own === undefined) return undefined;
  if (own.alias !== null) return own.alias.split('@')[1] !== 'latest';
  return own.terms.amis.length > 0 || hasTemplate('spec', own.fields) || isSelector(own.selectors.amis);
}

/**
 * The AMI family of a pool whose node class has an alias, in the terms of node groups. Also with a release in the alias:
 * Karpenter takes the AMI of that release for the version of the control plane.
 * Source: https://karpenter.sh/docs/tasks/managing-amis/
 */
export function aliasFamily(pool: KarpenterPool, nodeClasses: readonly KarpenterNodeClass[]): string | undefined {
  const own = findNodeClass(pool, nodeClasses);
  return typeof own?.alias === 'string' ? ofNodeClass(own) : undefined;
}

function findNodeClass(
  { nodeClass }: KarpenterPool,
  nodeClasses: readonly KarpenterNodeClass[],
): KarpenterNodeClass | undefined {
  return nodeClasses.find(({ kind, name }) => kind === nodeClass?.kind && name === nodeClass.name);
}

/** The default family of a Provisioner or an AWSNodeTemplate (aws/karpenter-provider-aws v0.30.0, GetAMIFamily). */
const alphaFamily = 'AL2';

function ofNodeClass({ kind, alias, amiFamily }: KarpenterNodeClass): string | undefined {
  const own = amiFamily ?? (kind === 'AWSNodeTemplate' ? alphaFamily : '');
  return families.get((alias?.split('@')[0] ?? own).toLowerCase());
}

function hasTemplate(path: string, fields: readonly string[]): boolean {
  return fields.some((field) => field.startsWith(`${path}.launchTemplate`));
}

function isSelector(selector: object | null): boolean {
  return selector !== null && Object.keys(selector).length > 0;
}
