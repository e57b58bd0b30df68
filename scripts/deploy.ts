/**
 * Writes deploy/eks-preflight.yaml from the chart: `npx tsx scripts/deploy.ts`. Needs Go, or a helm that the live tests
 * have built. `test/live/chart-deploy.test.ts` fails if the file is stale.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Document, isScalar, visit } from 'yaml';
import { deploy, rendered, startClients } from '../test/live/helm.ts';
import type { Manifest } from '../test/live/seed.ts';

const head = `# Written from charts/eks-preflight with its default values. For other values, render the chart:
#   helm template eks-preflight charts/eks-preflight --namespace eks-preflight --set cluster=CLUSTER,image.repository=IMAGE
`;

/** Placeholders for the user to replace: the image with kustomize, the cluster in the config file. */
export const placeholders = { cluster: 'CLUSTER', image: { repository: 'IMAGE' } };

/** The manifests of the chart without the ConfigMap, which kustomize generates, and without Helm's own labels. */
export function plainManifests(manifests: readonly Manifest[]): Manifest[] {
  return manifests.filter(({ kind }) => kind !== 'ConfigMap').map((manifest) => withoutHelm(manifest) as Manifest);
}

const ofHelm: readonly string[] = ['helm.sh/chart', 'app.kubernetes.io/managed-by'];

function withoutHelm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutHelm);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !ofHelm.includes(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutHelm(inner)]));
}

/** Serializes a manifest, with lists of words on one line, as people write roles. */
function toYaml(manifest: Manifest): string {
  const document = new Document(manifest);
  visit(document, {
    Seq(_key, list) {
      if (list.items.every(isScalar)) list.flow = true;
    },
  });
  return document.toString({ flowCollectionPadding: false, lineWidth: 0 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-deploy-'));
  const manifests = plainManifests(await rendered(await startClients(folder), folder, placeholders));
  writeFileSync(path.join(deploy, 'eks-preflight.yaml'), `${head}${manifests.map(toYaml).join('---\n')}`);
  rmSync(folder, { recursive: true });
}
