import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import { evaluate, type Decision } from '../../../src/for-checks/iam/evaluate.ts';
import type { Request } from '../../../src/for-checks/iam/request.ts';
import { toRoleRights } from '../../../src/for-checks/iam/role.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { isMade, type Answer, type Circumstances } from './probe-when.ts';
import { sizeFinding, type Addition } from './policy-size.ts';
import { inlineAddition, refusedFinding, type DeniedProbe } from './refused.ts';
import type { RequestEnvironment } from './placeholders.ts';
import { selectProbes, buildRequests, type Probe } from './requests.ts';
import { roleResource } from '../shared/karpenter-controller.ts';

interface Judged {
  request: Request;
  decision: Decision;
}

/** Why the answer to a probe is unknown. */
interface Doubt {
  doubt: string;
  topic: string;
}

/**
 * The data to evaluate a role. `environmentAt` takes a version, because versions of Karpenter read different settings.
 */
export interface Rights {
  role: KarpenterRole;
  /** Versions at which the controller has this role, in the order of the path. */
  versions: readonly string[];
  /** False: the controller may use another, unknown role at that version. */
  isActing(version: string): boolean;
  today: string;
  probes: readonly Probe[];
  here: Circumstances;
  context: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;
  environmentAt(version: string): RequestEnvironment;
}

/**
 * Findings for requests that the role does not allow. A denial is reported at the first version that sends the
 * request; the unknown results of a version are one finding, and do not hide a denial at a later version.
 */
export function* rightsFindings(rights: Rights): Generator<Finding> {
  const { role, versions, probes, here, context } = rights;
  const judgeAt = createJudge(rights);
  const [denials, doubted] = [new Set<string>(), new Set<string>()];
  const additions: Addition[] = [];
  for (const version of versions) {
    const refused: DeniedProbe[] = [];
    const doubts: Doubt[] = [];
    const judged = judgeAt(version);
    for (const probe of selectProbes(version, probes)) {
      const made = isMade(probe, version, here);
      if (made === 'no' || denials.has(probe.id)) continue;
      const answers = judged(probe);
      const denied = answers.flatMap(({ request, decision }) =>
        decision.answer === 'denied' ? [{ request, decision }] : [],
      );
      const open = openDoubts(answers, made, denied.length > 0);
      if (denied.length === 0 && open.length === 0) continue;
      if (made === 'yes' && denied.length > 0) {
        denials.add(probe.id);
        refused.push({ probe, denied });
      } else if (!doubted.has(probe.id)) {
        doubted.add(probe.id);
        doubts.push(...open.map((doubt) => ({ doubt, topic: probe.topic })));
      }
    }
    const step = version === rights.today ? undefined : version;
    const isActing = rights.isActing(version);
    for (const one of withoutEchoes(refused)) {
      additions.push({ step, document: inlineAddition(one) });
      yield refusedFinding(role, one, { version, step, isActing, context, objects: here.objects });
    }
    if (doubts.length > 0) yield undecidedFinding(role, doubts, step);
  }
  yield* sizeFinding(role, additions, context);
}

/** Caches the result of each probe per set of values: most versions send the same requests. */
function createJudge({ role, environmentAt }: Rights): (version: string) => (probe: Probe) => Judged[] {
  const { policies, boundary } = toRoleRights(role.found ?? { policies: [], boundary: null });
  const known = new Map<string, Map<Probe, Judged[]>>();
  return (version) => {
    const environment = environmentAt(version);
    const values = JSON.stringify(environment);
    const judged = known.get(values) ?? new Map<Probe, Judged[]>();
    known.set(values, judged);
    return (probe) => {
      const all =
        judged.get(probe) ??
        buildRequests(probe, environment).map((request) => ({
          request,
          decision: evaluate(policies, boundary, request),
        }));
      judged.set(probe, all);
      return all;
    };
  };
}

function openDoubts(judged: readonly Judged[], made: Answer, denied: boolean): string[] {
  const own = judged.flatMap(({ decision }) => (decision.answer === 'unknown' ? decision.doubts : []));
  return made === 'maybe' && denied
    ? [...own, 'whether Karpenter makes this request depends on settings or objects that were not read']
    : own;
}

/** Groups by topic and level. Omits warnings of a topic with failures: they have the same cause and fix. */
function withoutEchoes(deniedProbes: readonly DeniedProbe[]): DeniedProbe[][] {
  const groups = grouped(deniedProbes, ({ probe }) => `${probe.topic} ${probe.level}`);
  return [...groups].flatMap(([key, group]) =>
    key.endsWith(' warn') && groups.has(key.replace(/ warn$/, ' fail')) ? [] : [group],
  );
}

function undecidedFinding(role: KarpenterRole, doubts: readonly Doubt[], step: string | undefined): Finding {
  const byDoubt = [...grouped(doubts, ({ doubt }) => doubt)];
  const formatTopics = (some: readonly Doubt[]) => [...new Set(some.map(({ topic }) => topic))].join(', ');
  const karpenter = step === undefined ? 'Karpenter' : `Karpenter ${step}`;
  return {
    level: 'unknown',
    rule: 'undecided',
    ...(step === undefined ? {} : { atKarpenter: step }),
    resource: roleResource(role),
    message: `unknown whether it has all permissions that ${karpenter} needs: ${formatTopics(byDoubt.flatMap(([, some]) => some))}`,
    evidence: byDoubt.map(([observed, some]) => ({ observed, required: formatTopics(some) })),
    fix: advice`Check the listed policy statements, or simulate them in IAM.\n${commands(
      sh`aws iam simulate-principal-policy --policy-source-arn ${role.arn} --action-names ACTION --resource-arns RESOURCE`,
    )}`,
  };
}
