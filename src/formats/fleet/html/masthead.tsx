import type { Fleet } from '../../../report/fleet/schema.ts';
import { momentText } from '../../../syntax/dates.ts';
import { formatCount } from '../../../syntax/english.ts';
import { Icon, type IconName } from '../../html/icons.tsx';
import { countStatuses, dollars, headlineText, statusTitle, worstStatus } from './words.ts';

/** How many clusters there are of each status, what the gate counted, and what extended support costs. */
export function FleetMasthead({ fleet }: { fleet: Fleet }) {
  const worst = worstStatus(fleet);
  const icon = worst.replaceAll(' ', '-') as IconName;
  const [basis, ...more] = [basisText(fleet), ...gateTexts(fleet), ...costTexts(fleet)];
  return (
    <header class={`masthead ${findTone(fleet)}`}>
      <p class="brand">
        <strong>eks-preflight</strong> Kubernetes upgrade readiness of Amazon EKS clusters
      </p>
      <h1>{headlineText(fleet)}</h1>
      <p class="verdict">
        <Icon name={icon} />
        <span>{worst.toUpperCase()}</span>
      </p>
      <p class="basis">{basis}</p>
      <ul class="about">
        {more.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Counts fleet={fleet} />
    </header>
  );
}

/** Green only if every cluster is ready, and nothing in it is unknown or is judged otherwise by its own report. */
function findTone(fleet: Fleet): string {
  const worst = worstStatus(fleet);
  if (worst === 'blocked') return 'is-blocked';
  if (worst !== 'ready') return 'is-incomplete';
  const isSeen = fleet.clusters.every(({ verdict, entries }) => verdict === 'ready' && entries?.unknown === 0);
  return isSeen ? 'is-ready' : 'is-partly';
}

function basisText({ madeAt, gate: { maxAge } }: Fleet): string {
  const made = `Made ${momentText(madeAt)}.`;
  return maxAge === null ? made : `${made} A report older than ${maxAge} does not count.`;
}

function gateTexts({ gate: { failOn } }: Fleet): string[] {
  if (failOn.includes('never')) return ['Gate: --fail-on never.'];
  const words: Record<string, string> = {
    warn: 'warnings',
    unknown: 'unknowns',
    'not-covered': 'topics without a check',
  };
  const more = failOn.flatMap((level) => words[level] ?? []);
  return more.length === 0 ? [] : [`Gate: ${more.join(' and ')} count as blockers.`];
}

/** The cost of all clusters whose cost is known, and how many are not. */
function costTexts({ clusters }: Fleet): string[] {
  const costs = clusters.flatMap(({ extraCost }) => extraCost ?? []);
  if (costs.length === 0) return [];
  const [untilNow, nextYear] = (['untilNow', 'nextYear'] as const).map((span) =>
    dollars(costs.reduce((sum, cost) => sum + cost[span], 0)),
  );
  const missing = clusters.length - costs.length;
  const rest = missing === 0 ? '' : ` Unknown for ${formatCount(missing, 'cluster')}.`;
  return [
    `Extra cost of extended support: ${untilNow} so far, ${nextYear} in the next 365 days if no version changes.${rest}`,
  ];
}

function Counts({ fleet: { summary, shared } }: { fleet: Fleet }) {
  const tones: Record<string, string> = { blocked: 'fail', ready: 'pass' };
  return (
    <ul class="counts">
      {countStatuses(summary).map(({ status, count }) => (
        <li key={status} class={`count count-${tones[status] ?? 'unknown'}${count === 0 ? ' is-none' : ''}`}>
          <a href="#clusters" data-only={count === 0 ? undefined : status}>
            <Icon name={status} />
            <strong>{count}</strong>
            <span>{statusTitle(status)}</span>
          </a>
        </li>
      ))}
      <li class="count">
        <a href="#shared">
          <Icon name="warn" />
          <strong>{shared.length}</strong>
          <span>{shared.length === 1 ? 'Shared problem' : 'Shared problems'}</span>
        </a>
      </li>
    </ul>
  );
}
