import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterNodeClass, KarpenterPool, KarpenterTerm } from '../../../src/facts/karpenter-objects.ts';
import { servedFrom } from '../../../src/karpenter/generations.ts';
import { ownObjects, selectPools } from '../../../src/karpenter/own-objects.ts';
import type { KarpenterPath } from '../../../src/karpenter/path.ts';

/** The images that the next node of a pool launches from, according to its node class. */
export interface PoolImage {
  pool: KarpenterPool;
  /** The object that selects them: `EC2NodeClass default`. */
  where: string;
  /**
   * What the object in `where` selects: `alias al2@latest`, `amiFamily AL2`; for custom images, the kind of selector.
   */
  says: string;
  /**
   * `unknown`: a selection by ID, name, tag, parameter or launch template does not show the operating system, but
   * running nodes do. `unread`: the object that selects the images was not read, or names an unknown family.
   */
  system: 'AL2' | 'unknown' | 'unread';
}

type Read = Partial<Pick<Facts, 'karpenterControllers' | 'karpenterPools' | 'karpenterNodeClasses'>>;

/**
 * The pools whose next node will or may run Amazon Linux 2, if Karpenter runs in the cluster. Omits node classes that
 * no pool uses, and pools that are being deleted or that no version of the path reads: they get no new nodes.
 */
export function poolImages({ karpenterControllers = [], ...facts }: Read, karpenter: KarpenterPath): PoolImage[] {
  if (karpenterControllers.length === 0) return [];
  const { pools, nodeClasses } = ownObjects(facts);
  const served = pools.filter(({ kind, terminating }) => {
    return !terminating && servedFrom(karpenter.versions, kind) !== undefined;
  });
  const ofClasses = nodeClasses.flatMap((nodeClass) => {
    const image = findImage(nodeClass);
    const where = `${nodeClass.kind} ${nodeClass.name}`;
    return image === undefined ? [] : selectPools(nodeClass, served).map((pool) => ({ pool, where, ...image }));
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

/** The image of a pool without a node class or provider in the facts: Karpenter requires one, so it was not read. */
function noClass({ kind, name }: KarpenterPool): Omit<PoolImage, 'pool'> {
  return { where: `${kind} ${name}`, says: 'no node class', system: 'unread' };
}

type Image = Pick<PoolImage, 'says' | 'system'> | undefined;

function findImage({ kind, amiFamily, alias, fields, selectors, terms }: KarpenterNodeClass): Image {
  if (kind === 'AWSNodeTemplate') {
    return alphaImage(
      amiFamily,
      selectors.amis,
      fields.some((field) => field.startsWith('spec.launchTemplate')),
    );
  }
  if (alias !== null) return alias.startsWith('al2@') ? { says: `alias ${alias}`, system: 'AL2' } : undefined;
  if (terms.amis.length === 0) return amiFamily === null ? undefined : familyImage(amiFamily);
  if (terms.amis.some(({ ssmParameter }) => ssmParameter !== null && /\/amazon-linux-2(?:-|\/)/.test(ssmParameter))) {
    return { says: 'a parameter of Amazon Linux 2', system: 'AL2' };
  }
  if (isSystemKnown(amiFamily) || terms.amis.every(isOfEks)) return undefined;
  return { says: 'amiSelectorTerms by id, name, tag or parameter', system: 'unknown' };
}

/** The default family is AL2. Source: GetAMIFamily of aws/karpenter-provider-aws v0.30.0 */
function alphaImage(amiFamily: string | null, selector: object | null, isLaunchTemplate: boolean): Image {
  if (isLaunchTemplate) return { says: 'a launch template', system: 'unknown' };
  if (selector !== null && Object.keys(selector).length > 0) {
    return isSystemKnown(amiFamily) ? undefined : { says: 'an amiSelector', system: 'unknown' };
  }
  return amiFamily === null ? { says: 'no amiFamily, which is AL2', system: 'AL2' } : familyImage(amiFamily);
}

/** Families with an operating system other than Amazon Linux 2, or, like Custom, without one. */
const otherFamilies = /^(?:AL2023|Bottlerocket|Ubuntu|Windows20\d\d|Custom)$/;

function familyImage(amiFamily: string): Image {
  if (amiFamily === 'AL2') return { says: 'amiFamily AL2', system: 'AL2' };
  return otherFamilies.test(amiFamily) ? undefined : { says: `amiFamily ${amiFamily}`, system: 'unread' };
}

/**
 * False for AL2 and Custom: AL2's user data also works on other systems (Ubuntu has the same bootstrap.sh), and Custom
 * has none. The user data of all other families fails on Amazon Linux 2.
 */
function isSystemKnown(amiFamily: string | null): boolean {
  return amiFamily !== null && amiFamily !== 'Custom' && otherFamilies.test(amiFamily);
}

/** True for AWS's public parameters for AMIs with an operating system other than Amazon Linux 2. */
function isOfEks({ ssmParameter }: KarpenterTerm): boolean {
  return (
    ssmParameter !== null &&
    /^\/aws\/service\/(?:eks\/optimized-ami\/[^/]+\/amazon-linux-2023\/|bottlerocket\/|ami-windows-latest\/)/.test(
      ssmParameter,
    )
  );
}
