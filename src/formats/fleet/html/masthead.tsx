import { statusTexts } from '../../../report/fleet/cluster-text.ts';
import { countedFleet } from '../../../report/fleet/counted.ts';
import { fleetBasis, toFleetStatus } from '../../../report/fleet/fleet-text.ts';
import { nameClusters } from '../../../report/fleet/names.ts';
import type { Fleet } from '../../../report/fleet/schema.ts';
import { Icon } from '../../html/icons.tsx';
import { countStatuses, headlineText, statusTitle } from './words.ts';

/** How many clusters there are of each status, what the gate counted, and what extended support costs. */
export function FleetMasthead({ fleet }: { fleet: Fleet }) {
  const status = toFleetStatus(fleet.summary);
  const [basis, ...more] = [...fleetBasis(countedFleet(fleet), nameClusters(fleet.clusters)), ...gateTexts(fleet)];
  return (
    <header class={`masthead ${findTone(fleet)}`}>
      <p class="brand">
        <strong>eks-preflight</strong> Kubernetes upgrade readiness of Amazon EKS clusters
      </p>
      <h1>{headlineText(fleet)}</h1>
      <p class="verdict">
        <Icon name={status} />
        <span>{statusTexts[status].toUpperCase()}</span>
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
  const status = toFleetStatus(fleet.summary);
  if (status === 'blocked') return 'is-blocked';
  if (status !== 'ready') return 'is-incomplete';
  const isSeen = fleet.clusters.every(({ verdict, entries }) => verdict === 'ready' && entries?.unknown === 0);
  return isSeen ? 'is-ready' : 'is-partly';
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

function Counts({ fleet }: { fleet: Fleet }) {
  const { shared } = fleet;
  const tones: Record<string, string> = { blocked: 'fail', ready: 'pass' };
  return (
    <ul class="counts">
      {countStatuses(fleet).map(({ status, count }) => (
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
