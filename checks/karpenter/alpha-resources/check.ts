import { advice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { sh } from '../../../src/languages/shell.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { convertPool, convertTemplate, taintPool } from './fixes.ts';
import { leftOverCrds, leftOverNodes, machineFindings, type AlphaSteps } from './nodes.ts';
import {
  classDifferences,
  classTwin,
  legacyTaint,
  poolDifferences,
  poolTwin,
  type Difference,
} from '../../../src/karpenter/alpha-twins.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { usualProfile, writtenIn } from '../../../src/karpenter/node-identities.ts';
import { servingController, versionUnknown } from '../../../src/subjects/karpenter-controller.ts';
import { firstFrom, isWithin } from '../../../src/karpenter/versions.ts';

type AlphaObject = Pick<KarpenterPool | KarpenterNodeClass, 'apiVersion' | 'kind' | 'name'>;

export default defineCheck({
  id: 'karpenter/alpha-resources',
  title: 'Provisioners, AWSNodeTemplates and Machines, which only Karpenter before 0.33 reads',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter 0.32 is the only version that reads both generations: Provisioner, AWSNodeTemplate and Machine, and the
    NodePool, EC2NodeClass and NodeClaim that take their place. From 0.33 on the old ones are ignored: no node starts for
    them, and nodes that they made run on with nobody who replaces, consolidates or expires them.

    The new objects are written by hand or by karpenter-convert; Karpenter itself converts none. The one that takes an
    object's place is looked for by its name, which karpenter-convert keeps, then by equal requirements. As long as a
    Provisioner does not carry the taint \`karpenter.sh/legacy=true:NoSchedule\`, both start nodes.

    Three ways lead the nodes over: drift or a short expiry rolls them one by one, deleting nodes by hand does the same, and
    deleting the Provisioner with \`--cascade=foreground\` drains all of them at once.`,
  fix: advice`Stop at 0.32.10, write a NodePool for each Provisioner and an EC2NodeClass for each AWSNodeTemplate, taint the Provisioners, let their nodes roll, and go on when ${sh`kubectl get machines`} shows none.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330',
    'https://aws.amazon.com/blogs/containers/karpenter-graduates-to-beta/',
  ],
  applies: whereInstalled,
  needs: [
    'karpenterControllers',
    'karpenterPools',
    'karpenterPoolKinds',
    'karpenterNodeClasses',
    'karpenterNodeClassKinds',
    'karpenterClaims',
    'karpenterClaimKinds',
  ],
  uses: ['karpenterKeys', 'karpenterCrds'],
  counts: ['karpenterPools', 'karpenterNodeClasses', 'karpenterClaims'],

  *run(facts, { karpenter }) {
    const { karpenterControllers, karpenterPools: pools, karpenterNodeClasses: classes, karpenterClaims } = facts;
    const provisioners = pools.filter(({ kind }) => kind === 'Provisioner');
    const templates = classes.filter(({ kind }) => kind === 'AWSNodeTemplate');
    const machines = karpenterClaims.filter(({ kind }) => kind === 'Machine');
    const isRead = readIn(facts);
    const { versions } = karpenter;
    const [today] = versions;
    if (today === undefined) {
      yield* versionUnknown(karpenterControllers, 'nor whether it reads Provisioners or NodePools');
      return;
    }
    const both = versions.find((version) => isWithin(version, '0.32.0', '0.33.0'));
    const steps = { today, both, dropped: firstFrom(versions, '0.33.0') };
    for (const provisioner of provisioners) {
      const twin = isRead('NodePool') ? poolTwin(provisioner, pools) : 'unread';
      yield* poolFindings(provisioner, twin, isRead('Machine') ? machines : 'unread', steps);
    }
    const usual = usualProfile(servingController(karpenterControllers, karpenter));
    for (const template of templates) {
      const written = writtenIn(template, usual);
      const profile = typeof written === 'object' && written.what === 'instance profile' ? written.text : undefined;
      const twin = isRead('EC2NodeClass') ? classTwin(template, classes) : 'unread';
      yield* templateFindings(template, twin, profile, steps);
    }
    yield* machineFindings(machines, steps, facts.karpenterCrds ?? []);
    yield* leftOverNodes(facts.karpenterKeys ?? [], steps);
    const isAllRead = isRead('Provisioner') && isRead('AWSNodeTemplate') && isRead('Machine');
    if (isAllRead && provisioners.length + templates.length + machines.length === 0) {
      yield* leftOverCrds(facts.karpenterCrds ?? [], steps);
    }
  },
});

type KindsRead = Pick<Facts, 'karpenterPoolKinds' | 'karpenterNodeClassKinds' | 'karpenterClaimKinds'>;

/** Tells of a kind whether all of its objects were read. */
function readIn({ karpenterPoolKinds, karpenterNodeClassKinds, karpenterClaimKinds }: KindsRead) {
  const read = new Set<string>([...karpenterPoolKinds, ...karpenterNodeClassKinds, ...karpenterClaimKinds]);
  return (kind: KindsRead[keyof KindsRead][number]): boolean => read.has(kind);
}

/** What has taken an object's place: undefined: nothing has; `unread`: the kind that would was not read. */
type Twin<Kind> = Kind | undefined | 'unread';

function* poolFindings(
  provisioner: KarpenterPool,
  twin: Twin<KarpenterPool>,
  machines: Facts['karpenterClaims'] | 'unread',
  steps: AlphaSteps,
): Generator<Finding> {
  const own = machines === 'unread' ? machines : machines.filter(({ pool }) => pool === provisioner.name).length;
  yield* placeFinding(provisioner, twin, own, steps, convertPool(provisioner));
  const isTainted = provisioner.taints.some(({ key }) => key === legacyTaint.key);
  if (typeof twin === 'object') {
    yield* twinFindings(provisioner, twin, poolDifferences(provisioner, twin), steps);
    if (!isTainted && isWithin(steps.today, '0.32.0', '0.33.0')) yield bothProvision(provisioner, twin);
  }
  if (isTainted && isBelow(steps.today, '0.32.0')) {
    yield {
      level: 'warn',
      rule: 'taint-left',
      resource: resourceOf(provisioner),
      message: `carries the taint karpenter.sh/legacy under Karpenter ${steps.today}, which knows no NodePool: it starts no nodes`,
      evidence: [{ observed: taintsText(provisioner), required: 'no karpenter.sh/legacy' }],
      fix: advice`After a way back to a version before 0.32, take the taint karpenter.sh/legacy out of \`spec.taints\`.`,
    };
  }
}

function bothProvision(provisioner: KarpenterPool, twin: KarpenterPool): Finding {
  return {
    level: 'warn',
    rule: 'both-provision',
    resource: resourceOf(provisioner),
    message: `starts nodes beside NodePool ${twin.name}: it does not carry the taint karpenter.sh/legacy`,
    evidence: [{ observed: taintsText(provisioner), required: 'karpenter.sh/legacy=true:NoSchedule' }],
    fix: taintPool(provisioner),
  };
}

function* templateFindings(
  template: KarpenterNodeClass,
  twin: Twin<KarpenterNodeClass>,
  profile: string | undefined,
  steps: AlphaSteps,
): Generator<Finding> {
  yield* placeFinding(template, twin, 0, steps, convertTemplate(template, profile));
  if (typeof twin === 'object') yield* twinFindings(template, twin, classDifferences(template, twin), steps);
}

/** Whether something has taken the object's place when it is needed. */
function* placeFinding(
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
      ? `is on its last version with Karpenter ${at}: ${place}`
      : `Karpenter ${at} does not read it: ${place}`;
  yield {
    level: dropped === undefined || isOver || isDone ? 'warn' : isLeft ? 'fail' : 'unknown',
    rule: isDone || isOver ? 'left-over' : 'alpha-object',
    atKarpenter: at,
    resource: resourceOf(object),
    message,
    evidence: [
      { observed: `${object.apiVersion} ${object.kind}`, required: typeof twin === 'object' ? 'none' : wanted },
    ],
    fix: isDone
      ? advice`Delete it once its nodes are gone: ${sh`kubectl delete ${resourceName(object)} ${object.name}`}.`
      : fix,
    ...(isDone || isOver ? { phase: 'after' as const } : {}),
  };
}

function placeText(twin: Twin<AlphaObject>, wanted: string): string {
  if (twin === undefined) return `no ${wanted} takes its place`;
  return twin === 'unread'
    ? `whether a${wanted === 'NodePool' ? '' : 'n'} ${wanted} takes its place is not known`
    : `${twin.kind} ${twin.name} takes its place`;
}

function machinesText(machines: number | 'unread'): string {
  if (machines === 'unread') return ', and how many Machines are left is not known';
  return machines === 0 ? '' : `, ${machines} ${machines === 1 ? 'Machine is' : 'Machines are'} left`;
}

/** The new object exists, and says something else. */
function* twinFindings(
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
    resource: resourceOf(object),
    message: `${twin.kind} ${twin.name}, which takes its place, differs: ${first.what} is ${first.new}, here ${first.old}${more}`,
    evidence,
    fix: advice`Compare the two, and write into ${twin.kind} ${twin.name} what you want to keep of ${object.kind} ${object.name}.`,
  };
}

function resourceOf({ kind, name, apiVersion }: AlphaObject): Finding['resource'] {
  return { kind, name, apiVersion };
}

function resourceName({ kind }: AlphaObject): string {
  return kind === 'Provisioner' ? 'provisioners.karpenter.sh' : 'awsnodetemplates.karpenter.k8s.aws';
}

function taintsText({ taints }: KarpenterPool): string {
  return taints.length === 0 ? 'no taints' : taints.map(({ key, effect }) => `${key}:${effect}`).join(', ');
}
