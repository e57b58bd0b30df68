import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import type { Difference } from '../../../src/karpenter/alpha-twins.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { AlphaSteps } from '../../../src/karpenter/generations.ts';

/** The identity of an alpha object or its replacement. */
export type AlphaObject = Pick<KarpenterPool | KarpenterNodeClass, 'apiVersion' | 'kind' | 'name'>;

/** The replacement of an alpha object. Undefined: none; `unread`: the replacing kind was not read. */
export type Twin<Kind> = Kind | undefined | 'unread';

/**
 * The finding for an alpha object that a version of the path does not read, or that has no replacement if the path
 * reaches 0.32 but not 0.33.
 */
export function* placeFinding(
  object: AlphaObject,
  twin: Twin<AlphaObject>,
  machines: number | 'unread',
  { today, both, dropped }: AlphaSteps,
  fix: Advice,
): Generator<Finding> {
  const wanted = object.kind === 'Provisioner' ? 'NodePool' : 'EC2NodeClass';
  const at = dropped ?? both;
  if (at === undefined || (twin !== undefined && dropped === undefined)) return;
  const isOver = dropped === today;
  const isLeft = twin === undefined || (machines !== 'unread' && machines > 0);
  const isDone = !isLeft && twin !== 'unread' && machines !== 'unread';
  const place = `${placeText(twin, wanted)}${machinesText(machines)}`;
  const message =
    dropped === undefined
      ? `Karpenter ${at} is the last version that reads it: ${place}`
      : `Karpenter ${at} does not read it: ${place}`;
  yield {
    level: dropped === undefined || isOver || isDone ? 'warn' : isLeft ? 'fail' : 'unknown',
    rule: isDone || isOver ? 'left-over' : 'alpha-object',
    ...(isDone || isOver ? {} : { short: shortText(twin, wanted, isLeft) }),
    atKarpenter: at,
    resource: toResource(object),
    message,
    evidence: [
      { observed: `${object.apiVersion} ${object.kind}`, required: typeof twin === 'object' ? 'none' : wanted },
    ],
    fix: isDone
      ? advice`Delete it after its nodes are replaced: ${sh`kubectl delete ${resourceName(object)} ${object.name}`}.`
      : fix,
    ...(isDone || isOver ? { phase: 'after' as const } : {}),
  };
}

function shortText(twin: Twin<AlphaObject>, wanted: string, isLeft: boolean): string {
  if (twin === undefined) return `no ${wanted} replaces it`;
  if (isLeft) return 'still has Machines';
  return twin === 'unread' ? 'replacement unknown' : 'number of its Machines unknown';
}

function placeText(twin: Twin<AlphaObject>, wanted: string): string {
  if (twin === undefined) return `no ${wanted} replaces it`;
  return twin === 'unread'
    ? `unknown whether a${wanted === 'NodePool' ? '' : 'n'} ${wanted} replaces it`
    : `${twin.kind} ${twin.name} replaces it`;
}

function machinesText(machines: number | 'unread'): string {
  if (machines === 'unread') return ', and an unknown number of Machines is left';
  return machines === 0 ? '' : `, ${formatCount(machines, 'Machine is', 'Machines are')} left`;
}

/** The finding for a replacement whose values differ from those of the alpha object. */
export function* twinFindings(
  object: AlphaObject,
  twin: AlphaObject,
  differences: readonly Difference[],
  { today, both, dropped }: AlphaSteps,
): Generator<Finding> {
  const at = both ?? dropped;
  const [first] = differences;
  if (first === undefined || at === undefined || dropped === today) return;
  const more = differences.length > 1 ? `, and ${differences.length - 1} more` : '';
  const evidence: Evidence[] = differences.map(({ what, old, new: now }) => ({
    observed: `${what}: ${now}`,
    required: old,
    resource: `${twin.kind} ${twin.name}`,
  }));
  yield {
    level: 'warn',
    rule: 'differs',
    atKarpenter: at,
    resource: toResource(object),
    message: `${twin.kind} ${twin.name}, which replaces it, differs: ${first.what} is ${first.new}, here ${first.old}${more}`,
    evidence,
    fix: advice`Compare the two, and add what you want to keep of ${object.kind} ${object.name} to ${twin.kind}
      ${twin.name}.`,
  };
}

/** An object as a resource of a finding. */
export function toResource({ kind, name, apiVersion }: AlphaObject): Finding['resource'] {
  return { kind, name, apiVersion };
}

function resourceName({ kind }: AlphaObject): string {
  return kind === 'Provisioner' ? 'provisioners.karpenter.sh' : 'awsnodetemplates.karpenter.k8s.aws';
}
