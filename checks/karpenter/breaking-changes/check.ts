import { advice, joinAdvice, ofTable, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Context, type Evidence, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { minorOf } from '../../../src/karpenter/path.ts';
import { notJudged } from '../../../src/subjects/not-covered.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { lookFor, type Seen } from './detections.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { versionUnknown } from '../../../src/subjects/karpenter-controller.ts';
import { deploymentOf } from '../../../src/karpenter/versions.ts';

type Row = Tables['karpenter-breaking-changes'][number];

/** What became of an entry. */
type Outcome =
  | { entry: Row; state: 'found'; what: readonly string[] }
  | { entry: Row; state: 'read' | 'not seen' | 'not here' | 'judged' };

const guide = 'https://karpenter.sh/docs/upgrading/upgrade-guide/';

export default defineCheck({
  id: 'karpenter/breaking-changes',
  title: 'Breaking changes of Karpenter on the way to its target',
  severity: 'warn',
  blocks: 'karpenter',
  phase: 'before',
  why: `Karpenter breaks things in minors: the project asks its users to look for breaking changes each time they go to a new
    one. Each minor that the way crosses is one finding with every entry that is known of it, from its upgrade guide, its
    code, its CRDs, its policies and its issues. An entry is found here, or not found here, or judged by a check of its
    own, which then says what to change; the rest has to be read by a person. That part is the fix, with a link to the section of the guide.

    A minor with nothing found and nothing to read is not reported; one of which something could not be looked for is unknown,
    as are minors after the table's last one.`,
  fix: advice`Read each entry before the step, and the guide's section of each minor that is crossed.`,
  links: [
    guide,
    'https://karpenter.sh/v1.0/upgrading/v1-migration/',
    'https://karpenter.sh/docs/upgrading/compatibility/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers'],
  uses: [
    'pods',
    'nodes',
    'daemonSets',
    'deployments',
    'karpenterPools',
    'karpenterPoolKinds',
    'karpenterNodeClasses',
    'karpenterNodeClassKinds',
    'karpenterClaims',
    'karpenterClaimKinds',
  ],
  tables: ['karpenter-breaking-changes'],

  *run({ karpenterControllers, ...facts }, context) {
    const { current, target } = context.karpenter;
    if (current === null) yield* versionUnknown(karpenterControllers, 'nor which changes lie before it');
    const controller = karpenterControllers.find(({ version }) => version === current);
    if (controller === undefined || current === null || target === null || !isBelow(current, target)) return;
    const crossed = context.tables['karpenter-breaking-changes'].filter(({ minor }) =>
      isCrossed(minor, current, target),
    );
    const seen = { ...facts, inPart: listsInPart(facts) };
    for (const minor of new Set(crossed.map((row) => row.minor))) {
      const outcomes = crossed.filter((row) => row.minor === minor).map((entry) => outcomeOf(entry, seen, controller));
      const isAny = (...states: Outcome['state'][]) => outcomes.some(({ state }) => states.includes(state));
      if (isAny('found', 'read')) yield findingOf(controller, minor, 'warn', outcomes, context);
      else if (isAny('not seen')) yield findingOf(controller, minor, 'unknown', outcomes, context);
    }
  },
});

type KindsRead = Partial<Pick<Facts, 'karpenterPoolKinds' | 'karpenterNodeClassKinds' | 'karpenterClaimKinds'>>;

/** Lists of two kinds of which one was not read. */
function listsInPart({ karpenterPoolKinds, karpenterNodeClassKinds, karpenterClaimKinds }: KindsRead) {
  const lists = [
    { list: 'karpenterPools', kinds: karpenterPoolKinds },
    { list: 'karpenterNodeClasses', kinds: karpenterNodeClassKinds },
    { list: 'karpenterClaims', kinds: karpenterClaimKinds },
  ] as const;
  return lists.flatMap(({ list, kinds }) => (kinds?.length === 2 ? [] : [list]));
}

function isCrossed(minor: string, current: string, target: string): boolean {
  return isBelow(`${minorOf(current)}.0`, `${minor}.0`) && !isBelow(`${minorOf(target)}.0`, `${minor}.0`);
}

/** A check that this version does not have judges nothing: a person has to. */
function outcomeOf(entry: Row, seen: Seen, controller: KarpenterController): Outcome {
  const { judgedBy, detect } = entry;
  if (judgedBy !== undefined && !notJudged.includes(judgedBy)) return { entry, state: 'judged' };
  if (detect === undefined) return { entry, state: 'read' };
  const what = lookFor(detect, seen, controller);
  if (what === undefined) return { entry, state: 'not seen' };
  return what.length === 0 ? { entry, state: 'not here' } : { entry, state: 'found', what };
}

/** What is to be read stands in the fix as a whole, so it comes last in the evidence, of which a terminal shows a part. */
const order: readonly Outcome['state'][] = ['found', 'judged', 'not here', 'not seen', 'read'];

function findingOf(
  controller: KarpenterController,
  minor: string,
  level: 'warn' | 'unknown',
  outcomes: readonly Outcome[],
  { karpenter }: Context<'karpenter-breaking-changes'>,
): Finding {
  const sorted = outcomes.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const at = karpenter.versions.slice(1).find((version) => !isBelow(version, `${minor}.0`));
  return {
    level,
    rule: `minor:${minor}`,
    ...(at === undefined ? {} : { atKarpenter: at }),
    resource: deploymentOf(controller),
    message: `Karpenter ${minor} changes ${outcomes.length} ${outcomes.length === 1 ? 'thing' : 'things'}: ${summaryOf(outcomes)}`,
    evidence: sorted.map(evidenceOf),
    fix: fixOf(minor, sorted),
    links: [`${guide}#upgrading-to-${minor.replace('.', '')}0`],
  };
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const words = {
    found: 'found here',
    read: 'to be read by a person',
    judged: 'judged by checks of their own',
    'not here': 'not found here',
    'not seen': 'not seen',
  };
  const parts = order.flatMap((state) => {
    const count = outcomes.filter((outcome) => outcome.state === state).length;
    return count === 0 ? [] : [`${count} ${words[state]}`];
  });
  return parts.join(', ');
}

const shown = 5;

function evidenceOf(outcome: Outcome): Evidence {
  const { id, summary, judgedBy } = outcome.entry;
  if (outcome.state !== 'found') {
    const words = {
      read: 'read it yourself',
      judged: `judged by ${judgedBy ?? ''}`,
      'not here': 'not found here',
      'not seen': 'not seen',
    };
    const observed = `${words[outcome.state]}: ${summary}`;
    const isOfTable = outcome.state === 'read' || outcome.state === 'not seen';
    return { resource: id, observed, ...(isOfTable ? { source: 'table' } : {}) };
  }
  const { what } = outcome;
  const rest = what.length > shown ? ` and ${what.length - shown} more` : '';
  return { resource: id, observed: `found here (${what.slice(0, shown).join(', ')}${rest}): ${summary}` };
}

function fixOf(minor: string, outcomes: readonly Outcome[]): Advice {
  const lines = outcomes
    .filter(({ state }) => state === 'found' || state === 'read' || state === 'not seen')
    .map(({ entry, state }) =>
      ofTable(`- ${entry.summary}${state === 'found' ? ' (found here)' : ''}: ${entry.source}`),
    );
  return advice`Before the step to ${minor}, look into each of these:\n\n${joinAdvice(lines, '\n')}`;
}
