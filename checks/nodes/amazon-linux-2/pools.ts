import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterNodeClass, KarpenterPool, KarpenterTerm } from '../../../src/facts/karpenter-objects.ts';
import { servedFrom } from '../../../src/karpenter/generations.ts';
import { ownObjects, poolsOf } from '../../../src/karpenter/own-objects.ts';
import type { KarpenterPath } from '../../../src/karpenter/path.ts';

/** What the node class of a pool says of the images that its next node starts from. */
export interface PoolImage {
  pool: KarpenterPool;
  /** Who says it: `EC2NodeClass default`. */
  where: string;
  /** `alias al2@latest`, `amiFamily AL2`; of images of the owner's choice what chooses them. */
  says: string;
  /**
   * `unknown`: images that are chosen by id, name, tag or parameter tell no operating system; the nodes that run do.
   * `unread`: what chooses the images was not read.
   */
  system: 'AL2' | 'unknown' | 'unread';
}

type Read = Partial<Pick<Facts, 'karpenterControllers' | 'karpenterPools' | 'karpenterNodeClasses'>>;

/**
 * The pools of a Karpenter in the cluster whose next node runs Amazon Linux 2, or may. A node class that no pool names starts
 * no node; neither does a pool that no Karpenter reads.
 */
export function poolImages({ karpenterControllers = [], ...facts }: Read, karpenter: KarpenterPath): PoolImage[] {
  if (karpenterControllers.length === 0) return [];
  const { pools, nodeClasses } = ownObjects(facts);
  const served = pools.filter(({ kind, terminating }) => {
    return !terminating && servedFrom(karpenter.versions, kind) !== undefined;
  });
  const ofClasses = nodeClasses.flatMap((nodeClass) => {
    const image = imageOf(nodeClass);
    const where = `${nodeClass.kind} ${nodeClass.name}`;
    return image === undefined ? [] : poolsOf(nodeClass, served).map((pool) => ({ pool, where, ...image }));
  });
  const ofProviders = served.flatMap((pool) => {
    const { provider, fields } = pool;
    const isLaunchTemplate = fields.some((field) => field.startsWith('spec.provider.launchTemplate'));
    const image =
      provider === null ? undefined : alphaImage(provider.amiFamily, provider.selectors.amis, isLaunchTemplate);
    return image === undefined ? [] : [{ pool, where: `${pool.kind} ${pool.name}`, ...image }];
  });
  const ofNone = served.filter(({ nodeClass, provider }) => nodeClass === null && provider === null);
  return [...ofClasses, ...ofProviders, ...ofNone.map((pool) => ({ pool, ...noClass(pool) }))];
}

/** Karpenter's webhooks and CRDs ask for either, so one of them was not read. */
function noClass({ kind, name }: KarpenterPool): Omit<PoolImage, 'pool'> {
  return { where: `${kind} ${name}`, says: 'no node class', system: 'unread' };
}

type Image = Pick<PoolImage, 'says' | 'system'> | undefined;

function imageOf({ kind, amiFamily, alias, fields, selectors, terms }: KarpenterNodeClass): Image {
  if (kind === 'AWSNodeTemplate') {
    return alphaImage(
      amiFamily,
      selectors.amis,
      fields.some((field) => field.startsWith('spec.launchTemplate')),
    );
  }
  if (alias !== null) return alias.startsWith('al2@') ? { says: `alias ${alias}`, system: 'AL2' } : undefined;
  if (terms.amis.length === 0) return amiFamily === 'AL2' ? { says: 'amiFamily AL2', system: 'AL2' } : undefined;
  if (terms.amis.some(({ ssmParameter }) => ssmParameter !== null && /\/amazon-linux-2(?:-|\/)/.test(ssmParameter))) {
    return { says: 'a parameter of Amazon Linux 2', system: 'AL2' };
  }
  if (tellsSystem(amiFamily) || terms.amis.every(isOfEks)) return undefined;
  return { says: 'amiSelectorTerms by id, name, tag or parameter', system: 'unknown' };
}

/** Without a family it is AL2 (aws/karpenter-provider-aws v0.30.0, GetAMIFamily). */
function alphaImage(amiFamily: string | null, selector: object | null, isLaunchTemplate: boolean): Image {
  if (isLaunchTemplate) return { says: 'a launch template', system: 'unknown' };
  if (selector !== null && Object.keys(selector).length > 0) {
    return tellsSystem(amiFamily) ? undefined : { says: 'an amiSelector', system: 'unknown' };
  }
  return amiFamily === null || amiFamily === 'AL2'
    ? { says: amiFamily === null ? 'no amiFamily, which is AL2' : 'amiFamily AL2', system: 'AL2' }
    : undefined;
}

/**
 * The user data of these families starts no node on an image of Amazon Linux 2; that of AL2 starts other ones (Ubuntu has the
 * same bootstrap.sh), and Custom writes none.
 */
function tellsSystem(amiFamily: string | null): boolean {
  return amiFamily !== null && amiFamily !== 'AL2' && amiFamily !== 'Custom';
}

/** Public parameters of AWS name the operating system in their path. */
function isOfEks({ ssmParameter }: KarpenterTerm): boolean {
  return (
    ssmParameter !== null &&
    /^\/aws\/service\/(?:eks\/optimized-ami\/[^/]+\/amazon-linux-2023\/|bottlerocket\/|ami-windows-latest\/)/.test(
      ssmParameter,
    )
  );
}
