import type { Fleet } from '../../../report/fleet/schema.ts';
import { Icons } from '../../html/icons.tsx';
import { Clusters } from './clusters.tsx';
import { Groups } from './groups.tsx';
import { FleetMasthead } from './masthead.tsx';
import { Order } from './order.tsx';
import { Shared } from './shared.tsx';

/** The whole page: how many clusters are ready, then each of them, then what they share and where to begin. */
export function FleetPage({ fleet }: { fleet: Fleet }) {
  return (
    <>
      <a class="skip" href="#clusters">
        Skip to clusters
      </a>
      <Icons />
      <FleetMasthead fleet={fleet} />
      <main id="main">
        <Clusters fleet={fleet} />
        <Groups fleet={fleet} />
        <Shared fleet={fleet} />
        <Order fleet={fleet} />
      </main>
      <footer>
        <p>
          eks-preflight {fleet.tool.version}. This page loads nothing and sends nothing. It shows each cluster as it was
          when it was scanned.
        </p>
      </footer>
    </>
  );
}
