import type { Context, Warning } from '../../../src/check.ts';
import { listUpdateCommands } from '../../../src/for-checks/component-update.ts';
import { toResource } from '../../../src/for-checks/components.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { breaksOn } from '../shared/controller-breaks.ts';
import { buildNote, formatSupport, nameCopy } from './copy-text.ts';
import { findRoute, formatRange, formatStops, nameReleases, type Route } from './go-to.ts';
import type { Judgement } from './judge.ts';
import { listsKubernetes, type Known, type Versioned } from './releases.ts';

type Outside = Extract<Judgement, { is: 'outside' }>;

/** All copies outside their range are one entry: one action, in the order of the path. */
export function outsideFinding({ copy, known, range, at }: Outside, context: Context): Warning {
  const isTooNew = range.min !== null && context.target < range.min;
  const route = isTooNew ? undefined : findRoute(known, copy, context);
  const observed = `${nameCopy(copy, known)} ${formatSupport(range)}`;
  const required = describeGoal(route, at ?? context.target);
  const deprecated = known.breaks.filter(
    (broken) => broken.effect === 'deprecated-only' && breaksOn(broken, copy.version, at ?? context.target),
  );
  const goal = route === undefined ? formatOlder(known, copy, context.target) : formatRoute(route);
  return {
    level: 'warn',
    ...(at === undefined ? {} : { at }),
    rule: 'range',
    remedy: 'update-controllers',
    resource: toResource(copy),
    message: route === undefined || route.stops.length === 0 ? observed : `${observed}; go to ${required}`,
    evidence: [{ observed, required, fact: 'controllers' }, ...deprecated.map(({ what }) => buildNote(copy, what))],
    fix: rangeFix(copy, known, goal),
    links: [range.source, known.row.releases],
  };
}

/** `1.17 (1.29 to 1.33), then 1.19 (1.31 to 1.35)`: the message has it, and the table of many copies. */
function describeGoal(route: Route | undefined, unlisted: Minor): string {
  if (route === undefined) return `a release that lists ${format(unlisted)}`;
  const stops = route.stops.map(({ range }) => `${nameReleases(range)} (${formatRange(range)})`);
  const gap = route.gap.length === 0 ? [] : [`a release that lists ${formatList(route.gap.map(format))}`];
  return [...stops, ...gap].join(', then ');
}

/** The releases to update to, and the versions for which the table has none. */
function formatRoute({ stops, gap }: Route): string {
  const missing = `no release in the table lists ${formatList(gap.map(format))}`;
  return [...(stops.length === 0 ? [] : [formatStops(stops)]), ...(gap.length === 0 ? [] : [missing])].join(', then ');
}

/** For a release that is too new for the control plane. */
function formatOlder({ ranges }: Known, { version }: Versioned, target: Minor): string {
  const [newest] = ranges
    .filter((range) => isBelow(range.from, version) && listsKubernetes(range, target))
    .toSorted((a, b) => (isBelow(a.from, b.from) ? 1 : -1));
  return newest === undefined
    ? `no release in the table lists ${format(target)}`
    : `${newest.releases} is the newest release that lists ${format(target)}`;
}

/** Names from the cluster are in commands only, where they are quoted, not in comments. */
function rangeFix(copy: Versioned, { row }: Known, goal: string): Advice {
  const { kind, namespace, name, version } = copy;
  const list = [
    sh`# ${[row.title, version].join(' ').split(' ')}: ${goal.split(' ')}`,
    sh`# release notes: ${row.releases}`,
    sh`kubectl -n ${namespace} get ${kind.toLowerCase()}/${name} -o wide`,
    ...listUpdateCommands(copy, { ...row.chart, version: 'newer' }, row.operator),
  ];
  return advice`Update each controller to the release shown below, or to a later one that lists the same Kubernetes
    versions, before you update the control plane to a version that the running release does not list. Read the release
    notes first: many projects support updates by only one minor version at a time.\n${commands(...list)}`;
}
