import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { parseRepository } from '../../../src/for-checks/components.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Row = Tables['kube-proxy-modes'][number];
type Component = NonNullable<Row['notBeside']>[number];

/** Software that runs on the nodes and does not work with a mode by default. */
export interface Beside extends Component {
  evidence: Evidence;
}

/** What runs beside kube-proxy and does not work with the mode nftables by default, one entry for each component. */
export function listBeside(rows: readonly Row[], daemonSets: Facts['daemonSets']): Beside[] {
  const known = rows.find(({ mode }) => mode === 'nftables')?.notBeside ?? [];
  return known.flatMap((one): Beside[] => {
    const found = daemonSets.find(({ containers }) => containers.some(({ image }) => isListed(image, one.images)));
    if (found === undefined) return [];
    const observed = `${one.component} runs: DaemonSet ${found.namespace}/${found.name}`;
    return [{ ...one, evidence: { observed, fact: 'daemonSets' } }];
  });
}

function isListed(image: string, images: readonly string[]): boolean {
  const repository = `/${parseRepository(image)}`;
  return images.some((one) => repository.endsWith(`/${one}`));
}
