import { advice, commands, joinAdvice, jsonBlock, type Advice } from '../../../src/languages/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import { evaluate, type Decision } from '../../../src/iam-evaluator/evaluate.ts';
import { shown } from '../../../src/iam-evaluator/pattern.ts';
import type { Request } from '../../../src/iam-evaluator/request.ts';
import { rightsOf } from '../../../src/iam-evaluator/role.ts';
import { denialText, placeText } from '../../../src/iam-evaluator/words.ts';
import { continued, json, sh } from '../../../src/languages/shell.ts';
import { roleResource } from './trust.ts';
import { isMade, type Answer, type Circumstances } from './probe-when.ts';
import { probesOf, requestsOf, type Probe, type Surroundings } from './requests.ts';
import { statementsFor } from './statements.ts';

type Denial = Extract<Decision, { answer: 'denied' }>;

interface Judged {
  request: Request;
  decision: Decision;
}

/** Probes of one topic and level that are answered badly, from one version on. */
interface Refused {
  probes: Probe[];
  denied: { request: Request; decision: Denial }[];
}

/** What a role is judged on. `aroundAt`: queue and settings hang on the version that reads them. */
export interface Rights {
  role: KarpenterRole;
  /** Versions at which the controller has this role, today's first; the path's. */
  versions: readonly string[];
  today: string | undefined;
  probes: readonly Probe[];
  here: Circumstances;
  aroundAt(version: string): Surroundings;
}

/**
 * What the role does not allow of all that the controller asks for on its way. A denial is told at the first version that
 * makes the request; what could not be decided, in one finding a version.
 */
export function* rightsFindings(rights: Rights): Generator<Finding> {
  const { role, versions, probes, here } = rights;
  const judge = judgeOf(rights);
  const told = new Set<string>();
  for (const version of versions) {
    const refused = new Map<string, Refused>();
    const doubts = new Map<string, Set<string>>();
    for (const probe of probesOf(version, probes)) {
      const made = isMade(probe, version, here);
      if (made === 'no' || told.has(probe.id)) continue;
      const judged = judge(probe, version);
      const denied = judged.flatMap(({ request, decision }) =>
        decision.answer === 'denied' ? [{ request, decision }] : [],
      );
      const open = openDoubts(judged, made, denied.length > 0);
      if (denied.length === 0 && open.length === 0) continue;
      told.add(probe.id);
      if (made === 'yes' && denied.length > 0) addRefused(refused, probe, denied);
      else for (const doubt of open) doubts.set(doubt, (doubts.get(doubt) ?? new Set()).add(probe.topic));
    }
    const at = version === rights.today ? undefined : version;
    for (const one of withoutEchoes(refused)) yield refusedFinding(role, one, version, at);
    if (doubts.size > 0) yield undecidedFinding(role, doubts, at);
  }
}

/** Each probe is evaluated once for what fills it in: most versions ask the same. */
function judgeOf({ role, aroundAt }: Rights): (probe: Probe, version: string) => Judged[] {
  const { policies, boundary } = rightsOf(role.found ?? { policies: [], boundary: null });
  const known = new Map<string, Decision>();
  return (probe, version) =>
    requestsOf(probe, aroundAt(version)).map((request) => {
      const key = JSON.stringify(request);
      const decision = known.get(key) ?? evaluate(policies, boundary, request);
      known.set(key, decision);
      return { request, decision };
    });
}

function openDoubts(judged: readonly Judged[], made: Answer, denied: boolean): string[] {
  const own = judged.flatMap(({ decision }) => (decision.answer === 'unknown' ? decision.doubts : []));
  return made === 'maybe' && denied
    ? [...own, 'whether the request is made hangs on settings or objects not read']
    : own;
}

function addRefused(refused: Map<string, Refused>, probe: Probe, denied: Refused['denied']): void {
  const key = `${probe.topic} ${probe.level}`;
  const group = refused.get(key) ?? { probes: [], denied: [] };
  refused.set(key, { probes: [...group.probes, probe], denied: [...group.denied, ...denied] });
}

/** A warning of a topic that fails at the same version has the same cause, and the same mend. */
function withoutEchoes(refused: ReadonlyMap<string, Refused>): Refused[] {
  return [...refused].flatMap(([key, one]) =>
    key.endsWith(' warn') && refused.has(key.replace(/ warn$/, ' fail')) ? [] : [one],
  );
}

function refusedFinding(
  role: KarpenterRole,
  { probes, denied }: Refused,
  version: string,
  at: string | undefined,
): Finding {
  const [first] = probes;
  const actions = [...new Set(denied.map(({ request }) => request.action))].sort();
  return {
    level: first?.level ?? 'fail',
    rule: `denied:${first?.topic ?? ''}${at === undefined ? '' : `:${at}`}`,
    ...(at === undefined ? {} : { atKarpenter: at }),
    resource: roleResource(role),
    message: `may not do ${actions.join(', ')}${at === undefined ? '' : ` as Karpenter ${at} asks for it`}: ${first?.effect ?? ''}`,
    evidence: evidenceOf(denied),
    fix: fixOf(role, denied, `karpenter-${version}-${first?.topic ?? ''}`),
    links: [...new Set(probes.map(({ source }) => sourceOf(source, version)))],
  };
}

/** The source as the version has it: the table names the file at one of the releases that make the request. */
function sourceOf(source: string, version: string): string {
  return source.replace(/(?<=\/karpenter-provider-aws\/blob\/)v[\d.]+(?=\/)/, `v${version}`);
}

/** One line for requests that are denied in the same words. */
function evidenceOf(denied: Refused['denied']): Evidence[] {
  const lines = new Map<string, Request[]>();
  for (const { request, decision } of denied) {
    const observed = denialText(decision);
    lines.set(observed, [...(lines.get(observed) ?? []), request]);
  }
  return [...lines].map(([observed, requests]) => ({ observed, required: askedText(requests) }));
}

/** `ec2:CreateFleet, ec2:RunInstances on A, B; ec2:CreateTags on C`: resources of which the same is asked stand together. */
function askedText(requests: readonly Request[]): string {
  const actions = new Map<string, Set<string>>();
  for (const { action, resource } of requests)
    actions.set(shown(resource), (actions.get(shown(resource)) ?? new Set()).add(action));
  const resources = new Map<string, string[]>();
  for (const [resource, asked] of actions) {
    const key = [...asked].join(', ');
    resources.set(key, [...(resources.get(key) ?? []), resource]);
  }
  return [...resources].map(([asked, named]) => `${asked} on ${named.join(', ')}`).join('; ');
}

function fixOf(role: KarpenterRole, denied: Refused['denied'], policy: string): Advice {
  const parts: Advice[] = [];
  const denies = denied.flatMap(({ decision }) => (decision.because === 'deny' ? [placeText(decision.by)] : []));
  for (const place of new Set(denies)) parts.push(advice`Change ${place}, which denies it whatever else allows it.`);
  const lacking = (layer: 'policies' | 'boundary') =>
    denied.flatMap(({ request, decision }) =>
      decision.because === 'no-allow' && decision.layer === layer ? [request] : [],
    );
  const [missing, bounded] = [lacking('policies'), lacking('boundary')];
  if (missing.length > 0) {
    const command = continued(
      sh`aws iam put-role-policy --role-name ${role.name} --policy-name ${freeName(role, policy)}`,
      sh`--policy-document ${json(documentOf(missing))}`,
    );
    parts.push(advice`Add what is missing, or the policy of the version's own template.\n${commands(command)}`);
  }
  if (bounded.length > 0)
    parts.push(
      advice`Add to the permissions boundary ${role.found?.boundary?.name ?? ''}:\n${jsonBlock(documentOf(bounded))}`,
    );
  return joinAdvice(parts, '\n\n');
}

/** `put-role-policy` replaces a policy of the same name: each version has its own, and none that the role has is taken. */
function freeName({ found }: Pick<KarpenterRole, 'found'>, name: string, count = 1): string {
  const numbered = count === 1 ? name : `${name}-${count}`;
  const isTaken = found?.policies.some((policy) => policy.arn === null && policy.name === numbered) === true;
  return isTaken ? freeName({ found }, name, count + 1) : numbered;
}

function documentOf(requests: readonly Request[]): object {
  return { Version: '2012-10-17', Statement: statementsFor(requests) };
}

function undecidedFinding(
  role: KarpenterRole,
  doubts: ReadonlyMap<string, ReadonlySet<string>>,
  at: string | undefined,
): Finding {
  const topics = new Set([...doubts.values()].flatMap((some) => [...some]));
  return {
    level: 'unknown',
    rule: `undecided${at === undefined ? '' : `:${at}`}`,
    ...(at === undefined ? {} : { atKarpenter: at }),
    resource: roleResource(role),
    message: `whether it allows all that Karpenter${at === undefined ? '' : ` ${at}`} asks for could not be decided: ${[...topics].join(', ')}`,
    evidence: [...doubts].map(([observed, some]) => ({ observed, required: [...some].join(', ') })),
    fix: advice`Read the statements named, or ask IAM.\n${commands(
      sh`aws iam simulate-principal-policy --policy-source-arn ${role.arn} --action-names ACTION --resource-arns RESOURCE`,
    )}`,
  };
}
