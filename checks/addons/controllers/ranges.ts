import type { Context, Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { listRightsCommands } from '../../../src/for-checks/permissions-first.ts';
import { compareRights } from '../../../src/for-checks/release-permissions.ts';
import { listUpdateCommands } from '../../../src/for-checks/component-update.ts';
import { toResource } from '../../../src/for-checks/components.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { format, isBelow, isRollback, type Minor } from '../../../src/syntax/versions.ts';
import { breaksOn } from '../shared/controller-breaks.ts';
import { buildNote, formatSupport, nameCopy } from './copy-text.ts';
import { findRoute, formatRange, formatStops, nameReleases, type Route } from './go-to.ts';
import type { Judgement } from '../shared/controller-judgements.ts';
import { listsKubernetes, type Known, type Range, type Versioned } from '../shared/controller-releases.ts';

type Outside = Extract<Judgement, { is: 'outside' }>;

/** All copies outside their range are one entry: one action, in the order of the path. */
export function outsideFinding(
  { copy, known, range, isOlder, at }: Outside,
  context: Context<'release-permissions'>,
  componentRights: Facts['componentRights'] | undefined,
): Warning {
  const isTooNew = range.min !== null && context.target < range.min;
  const route = isTooNew ? undefined : findRoute(known, copy, context);
  const observed = `${nameCopy(copy, known)} ${formatSupport({ range, isOlder })}`;
  const older = isTooNew ? findOlder(known, copy, context) : undefined;
  const required = describeGoal(route, at ?? context.target, isRollback(context) ? older : undefined);
  const deprecated = known.breaks.filter(
    (broken) => broken.effect === 'deprecated-only' && breaksOn(broken, copy.version, at ?? context.target),
  );
  const isNamed = route === undefined ? isRollback(context) && older !== undefined : route.stops.length > 0;
  const goal = route === undefined ? formatOlder(older, context.target) : formatRoute(route);
  return {
    level: 'warn',
    ...(at === undefined ? {} : { at }),
    rule: 'range',
    remedy: 'update-controllers',
    resource: toResource(copy),
    message: isNamed ? `${observed}; go to ${required}` : observed,
    evidence: [{ observed, required, fact: 'controllers' }, ...deprecated.map(({ what }) => buildNote(copy, what))],
    fix: rangeFix(copy, known, goal, context, listRights(copy, route, context, componentRights)),
    links: [range.source, known.row.releases],
  };
}

/** `1.17 (1.29 to 1.33), then 1.19 (1.31 to 1.35)`: the message has it, and the table of many copies. */
function describeGoal(route: Route | undefined, unlisted: Minor, older: Older | undefined): string {
  if (older !== undefined) return `${nameReleases(older.range)} (${formatRange(older.range)})`;
  if (route === undefined) return `a release that lists ${format(unlisted)}`;
  const stops = route.stops.map(
    ({ range }) => `${nameReleases(range)} (${formatRange(range)}${range.isEnded ? ', end of life' : ''})`,
  );
  const gap = route.gap.length === 0 ? [] : [`a release that lists ${formatList(route.gap.map(format))}`];
  return [...stops, ...gap].join(', then ');
}

/** The releases to update to, and the versions for which the table has none. */
function formatRoute({ stops, gap }: Route): string {
  const missing = `no release in the table lists ${formatList(gap.map(format))}`;
  return [...(stops.length === 0 ? [] : [formatStops(stops)]), ...(gap.length === 0 ? [] : [missing])].join(', then ');
}

/** An older release, and versions that it is the newest one to list. */
interface Older {
  range: Range;
  lists: readonly Minor[];
}

/**
 * For a release that is too new for the target: the newest older one that lists the target. For a rollback, one that
 * also lists today's version, if there is one: it is installed before the rollback.
 */
function findOlder({ ranges }: Known, { version }: Versioned, context: Context): Older | undefined {
  const older = ranges
    .filter(({ from }) => isBelow(from, version))
    .toSorted((a, b) => (isBelow(a.from, b.from) ? 1 : -1));
  const wanted = [...(isRollback(context) ? [[context.target, context.current]] : []), [context.target]];
  const [first] = wanted.flatMap((lists) => {
    const range = older.find((one) => lists.every((minor) => listsKubernetes(one, minor)));
    return range === undefined ? [] : [{ range, lists }];
  });
  return first;
}

function formatOlder(older: Older | undefined, target: Minor): string {
  return older === undefined
    ? `no release in the table lists ${format(target)}`
    : `${older.range.releases} is the newest release that lists ${formatList(older.lists.map(format))}`;
}

/** The commands that show the permissions which the releases of a route need. */
function listRights(
  copy: Versioned,
  route: Route | undefined,
  { tables }: Context<'release-permissions'>,
  componentRights: Facts['componentRights'] | undefined,
): Command[] {
  const component = copy.controller;
  const releases = route?.stops.map(({ range }) => range.from) ?? [];
  const move = { component, copy, from: copy.version, releases };
  return listRightsCommands(compareRights(tables['release-permissions'], componentRights, move), { component, copy });
}

/** Names from the cluster are in commands only, where they are quoted, not in comments. */
function rangeFix(copy: Versioned, { row }: Known, goal: string, context: Context, rights: readonly Command[]): Advice {
  const { kind, namespace, name, version } = copy;
  const list = [
    sh`# ${[row.title, version].join(' ').split(' ')}: ${goal.split(' ')}`,
    sh`# release notes: ${row.releases}`,
    sh`kubectl -n ${namespace} get ${kind.toLowerCase()}/${name} -o wide`,
    ...rights,
    ...listUpdateCommands(copy, { ...row.chart, version: 'newer' }, row.operator),
  ];
  if (isRollback(context)) {
    return advice`Before you roll back the control plane, set each controller to the release shown below. Read the release
      notes first: not every project supports a downgrade.\n${commands(...list)}`;
  }
  return advice`Update each controller to the release shown below, or to a later one that lists the same Kubernetes
    versions, before you update the control plane to a version that the running release does not list. Read the release
    notes first: many projects support updates by only one minor version at a time.\n${commands(...list)}`;
}
