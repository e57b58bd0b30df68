import { kubernetesPermissions } from '../laws/permission-needs.ts';
import { printedManifests, rulesIn, untilAllowed, type Rule } from './rbac.ts';
import { scanner, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { applyAll } from './seed.ts';

/** Grants the scanner the roles that `permissions` prints with these arguments. Returns their rules. */
export async function grantPrintedPermissions(cluster: ScannedCluster, args: readonly string[] = []): Promise<Rule[]> {
  const manifests = await printedManifests(cluster.env, args);
  await applyAll(cluster.live, manifests);
  for (const permission of kubernetesPermissions) await untilAllowed(cluster.live, scanner.user, permission, true);
  return rulesIn(manifests);
}

/** Findings as `fail 0.32.1 karpenter/crds: CustomResourceDefinition x`, in the order of the report. */
export function listFindingLines({ report }: Scan, isChosen: (id: string) => boolean = () => true): string[] {
  return report.results
    .filter(({ id }) => isChosen(id))
    .flatMap(({ id, findings }) =>
      findings.map(({ level, at, resource }) => `${level} ${at?.version ?? 'now'} ${id}: ${resource.text}`),
    );
}
