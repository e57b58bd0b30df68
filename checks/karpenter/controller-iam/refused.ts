import { advice, commands, joinAdvice, jsonBlock, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { Decision } from '../../../src/for-checks/iam/evaluate.ts';
import { shown } from '../../../src/for-checks/iam/pattern.ts';
import type { Request } from '../../../src/for-checks/iam/request.ts';
import { denialText, placeText } from '../../../src/for-checks/iam/decision-text.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { freePolicyName } from '../../../src/for-checks/iam/policy-name.ts';
import { continued, json, sh } from '../../../src/syntax/shell.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { findAlphaUsers } from './of-provisioners.ts';
import type { Probe } from './requests.ts';
import { statementsFor } from './statements.ts';
import { beforeChanging, roleResource } from '../shared/karpenter-controller.ts';

type Denial = Extract<Decision, { answer: 'denied' }>;

/** A probe with at least one denied request. */
export interface DeniedProbe {
  probe: Probe;
  denied: readonly { request: Request; decision: Denial }[];
}

type Denied = DeniedProbe['denied'];

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/** The version at which a role is denied a request. */
interface Occasion {
  version: string;
  /** The version, if it is not the current one. */
  step: string | undefined;
  /** False: another role may be used instead. */
  isActing: boolean;
  context: Here;
  objects: OwnObjects;
}

/** The finding for the denied requests of one topic and level at a version. */
export function refusedFinding(
  role: KarpenterRole,
  deniedProbes: readonly DeniedProbe[],
  { version, step, isActing, context, objects }: Occasion,
): Finding {
  const denied = deniedProbes.flatMap((one) => one.denied);
  const first = deniedProbes[0]?.probe;
  const actions = [...new Set(denied.map(({ request }) => request.action))].sort();
  const when = step === undefined ? '' : `, which Karpenter ${step} requires`;
  const users = findAlphaUsers(
    deniedProbes.map(({ probe }) => probe),
    version,
    objects,
  );
  const unless = isActing ? '' : '; whether it assumes another role is unknown';
  return {
    level: isActing ? (first?.level ?? 'fail') : 'unknown',
    rule: `denied:${first?.topic ?? ''}`,
    ...(step === undefined ? {} : { atKarpenter: step }),
    resource: roleResource(role),
    remedy: `extend-role:${role.name}/${version}`,
    message: `lacks ${actions.join(', ')}${when}: ${first?.effect ?? ''}${users?.words ?? ''}${unless}`,
    evidence: denialsSeen(denied),
    fix: advice`${users?.keep ?? advice``}${buildAllowFix(role, denied, `karpenter-${version}-${first?.topic ?? ''}`, context)}`,
    links: [...new Set(deniedProbes.map(({ probe }) => resolveSource(probe.source, version)))],
  };
}

/** The source at this version: the table links the file at one of the releases that send the request. */
function resolveSource(source: string, version: string): string {
  return source.replace(/(?<=\/karpenter-provider-aws\/blob\/)v[\d.]+(?=\/)/, `v${version}`);
}

/** One line of evidence per reason. */
function denialsSeen(denied: Denied): Evidence[] {
  const lines = grouped(denied, ({ decision }) => denialText(decision));
  return [...lines].map(([observed, all]) => ({
    observed,
    required: formatRequests(all.map(({ request }) => request)),
  }));
}

/** Groups resources by actions: `ec2:CreateFleet, ec2:RunInstances on A, B; ec2:CreateTags on C`. */
function formatRequests(requests: readonly Request[]): string {
  const formatActions = (some: readonly Request[]) => [...new Set(some.map(({ action }) => action))].join(', ');
  const byResource = grouped(requests, ({ resource }) => shown(resource));
  const alike = grouped(byResource, ([, some]) => formatActions(some));
  return [...alike]
    .map(([actions, named]) => `${actions} on ${named.map(([resource]) => resource).join(', ')}`)
    .join('; ');
}

/** The inline policy that the fix adds to the role; undefined if it adds none. */
export function inlineAddition(deniedProbes: readonly DeniedProbe[]): object | undefined {
  const missing = lackingIn(
    deniedProbes.flatMap((one) => one.denied),
    'policies',
  );
  return missing.length === 0 ? undefined : buildPolicyDocument(missing);
}

function lackingIn(denied: Denied, layer: 'policies' | 'boundary'): Request[] {
  return denied.flatMap(({ request, decision }) =>
    decision.because === 'no-allow' && decision.layer === layer ? [request] : [],
  );
}

/** Which Deny statements to change, and how to add what the policies and the boundary lack. */
function buildAllowFix(role: KarpenterRole, denied: Denied, policy: string, here: Here): Advice {
  const parts: Advice[] = [];
  const denies = denied.flatMap(({ decision }) => (decision.because === 'deny' ? [placeText(decision.by)] : []));
  for (const place of new Set(denies)) parts.push(advice`Change ${place}: its Deny overrides every Allow.`);
  const [missing, bounded] = [lackingIn(denied, 'policies'), lackingIn(denied, 'boundary')];
  if (missing.length > 0) {
    const command = continued(
      sh`aws iam put-role-policy --role-name ${role.name} --policy-name ${freePolicyName(role.found?.policies ?? [], policy)}`,
      sh`--policy-document ${json(buildPolicyDocument(missing))}`,
    );
    parts.push(advice`Add the missing permissions, or use the controller policy of the CloudFormation template of this
      version.
      ${beforeChanging(role, here)}\n${commands(command)}`);
  }
  if (bounded.length > 0)
    parts.push(
      advice`Add to the permissions boundary ${role.found?.boundary?.name ?? ''}:\n${jsonBlock(buildPolicyDocument(bounded))}`,
    );
  return joinAdvice(parts, '\n\n');
}

function buildPolicyDocument(requests: readonly Request[]): object {
  return { Version: '2012-10-17', Statement: statementsFor(requests) };
}
