import { advice, joinAdvice, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { claimFacts, nodeClassFacts, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { isCrossed, stopAt } from './crossed-rows.ts';
import { buildMessage, buildShort, resolveOutcome, outcomeSeen, type Outcome } from './outcomes.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { toDeploymentResource, versionUnknown } from '../shared/karpenter-controller.ts';

const guide = 'https://karpenter.sh/docs/upgrading/upgrade-guide/';

export default defineCheck({
  id: 'karpenter/breaking-changes',
  title: 'Breaking changes of Karpenter on the path to its target',
  short: { minor: 'changes to read before the update', version: 'Karpenter version unknown' },
  severity: 'warn',
  blocks: 'karpenter',
  phase: 'before',
  why: `Minor versions of Karpenter can contain breaking changes: the project asks you to look for them each time you
    update to a new minor version. Each minor version on the path is one finding with all its known changes, from
    its upgrade guide, code, CRDs, policies and issues. A change is found here, not found here, or judged by another
    check, which then says what to change. No check can see the others: read them before the update. The fix lists them, each with a link to its
    source. Minor versions that have only such changes are combined into one finding for each step.

    A minor version is not reported if nothing is found and nothing is left to read. It is unknown if the check
    could not look for a change, or if the table does not cover the minor version.`,
  fix: advice`Before each update, read the listed changes and the section of the upgrade guide for each minor version.`,
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
    'admissionWebhooks',
    'karpenterCrds',
    'karpenterKeys',
    ...poolFacts,
    ...nodeClassFacts,
    ...claimFacts,
  ],
  tables: ['karpenter-breaking-changes'],

  *run({ karpenterControllers, ...seen }, { karpenter, tables }) {
    const { current, target } = karpenter;
    if (current === null) yield* versionUnknown(karpenterControllers, 'which changes lie before it');
    const controller = karpenterControllers.find(({ version }) => version === current);
    if (controller === undefined || current === null || target === null || !isBelow(current, target)) return;
    const crossed = tables['karpenter-breaking-changes'].filter((entry) => isCrossed(entry, current, karpenter));
    const together = grouped(crossed, (entry) => `${entry.minor} ${stopAt(entry, karpenter) ?? ''}`);
    const minors = [...together.values()].flatMap((entries): Crossed[] => {
      const outcomes = entries.map((entry) => resolveOutcome(entry, seen, controller));
      const level = resolveLevel(outcomes);
      const [first] = entries;
      return level === undefined ? [] : [{ minor: first.minor, level, outcomes, at: stopAt(first, karpenter) }];
    });
    yield* foldedByStop(minors).map((group) => toFinding(controller, group));
  },
});

/** A minor version on the path with changes to report. */
interface Crossed {
  minor: string;
  level: 'warn' | 'unknown';
  outcomes: readonly Outcome[];
  /** The first version of the path at or after this minor version. */
  at: string | undefined;
}

type Group = readonly [Crossed, ...Crossed[]];

/**
 * Minor versions whose changes only need a review share one group per stop; every other minor version is a group of
 * its own.
 */
function foldedByStop(minors: readonly Crossed[]): Group[] {
  const isToRead = ({ level, outcomes }: Crossed) =>
    level === 'warn' && !outcomes.some(({ state }) => state === 'found');
  return [...grouped(minors, (one) => (isToRead(one) ? `to ${one.at ?? ''}` : one.minor)).values()];
}

/** Undefined if there is nothing to report. */
function resolveLevel(outcomes: readonly Outcome[]): 'warn' | 'unknown' | undefined {
  const states = new Set(outcomes.map(({ state }) => state));
  if (states.has('found') || states.has('read')) return 'warn';
  return states.has('not seen') ? 'unknown' : undefined;
}

/** Entries to read come last, because the fix also contains them and a terminal shows only part of the evidence. */
const order: readonly Outcome['state'][] = ['found', 'judged', 'not here', 'not seen', 'read'];

function toFinding(controller: KarpenterController, group: Group): Warning {
  const [{ level, at }] = group;
  const all = group.flatMap(({ minor, outcomes }) => outcomes.map((outcome) => ({ minor, outcome })));
  const sorted = all.toSorted((a, b) => order.indexOf(a.outcome.state) - order.indexOf(b.outcome.state));
  const minors = group.map(({ minor }) => minor);
  const last = minors.at(-1) ?? '';
  const isOne = minors.length === 1;
  return {
    level,
    rule: `minor:${last}`,
    short: buildShort(all.map(({ outcome }) => outcome)),
    ...(at === undefined ? {} : { atKarpenter: at }),
    resource: toDeploymentResource(controller),
    message: buildMessage(
      `Karpenter ${formatList(minors, minors.length)}`,
      at ?? last,
      all.map(({ outcome }) => outcome),
    ),
    evidence: sorted.map(({ minor, outcome }) => {
      const evidence = outcomeSeen(outcome);
      return isOne ? evidence : { ...evidence, resource: `${minor} ${outcome.entry.id}` };
    }),
    fix: toReadBefore(at ?? last, sorted, isOne),
    links: minors.map((minor) => `${guide}#upgrading-to-${minor.replace('.', '')}0`),
  };
}

function toReadBefore(step: string, all: readonly { minor: string; outcome: Outcome }[], isOne: boolean): Advice {
  const lines = all
    .filter(({ outcome: { state } }) => state === 'found' || state === 'read' || state === 'not seen')
    .map(({ minor, outcome: { entry, state } }) =>
      ofTable(
        `- ${isOne ? '' : `${minor}: `}${entry.summary}${state === 'found' ? ' (found here)' : ''}: ${entry.source}`,
      ),
    );
  return advice`Before the update to ${step}, read each of these:\n\n${joinAdvice(lines, '\n')}`;
}
