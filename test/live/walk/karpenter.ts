import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { karpenterCrdObjects } from '../../world/karpenter-crds.ts';
import { karpenterObjects } from '../../world/karpenter-manifests.ts';
import { realCrds } from '../karpenter-live-crds.ts';
import { applyAll, type Manifest } from '../seed.ts';
import { findNodes, replaceNodes, type Stage } from './nodes.ts';
import { ask, list } from './objects.ts';

interface Claim extends Manifest {
  metadata: Manifest['metadata'] & { labels: Readonly<Record<string, string>> };
  status: Record<string, unknown>;
}

interface Pool {
  metadata: { name: string };
  spec: { disruption: { budgets: readonly { nodes: string; reasons?: unknown; schedule?: unknown }[] } };
}

/**
 * Stands in for Karpenter and for the time that it takes: it replaces nodes whose AMI is older than the control plane,
 * unless a budget of their pool stops it.
 */
export async function passTime(stage: Stage): Promise<void> {
  const { live, world } = stage;
  const version = String(Object.values(world.aws.clusters)[0]?.['version']);
  const claims = await list<Claim>(live, '/apis/karpenter.sh/v1/nodeclaims');
  for (const pool of await list<Pool>(live, '/apis/karpenter.sh/v1/nodepools')) {
    if (isPaused(pool)) continue;
    const nodes = await findNodes(stage, 'karpenter.sh/nodepool', pool.metadata.name);
    const drifted = nodes.filter(({ status }) => !status.nodeInfo.kubeletVersion.startsWith(`v${version}.`));
    for (const node of drifted) {
      const [fresh = ''] = await replaceNodes(stage, [node], version);
      const claim = claims.find(({ status }) => status['nodeName'] === node.metadata.name);
      if (claim !== undefined) await replaceClaim(stage, claim, fresh);
    }
  }
}

function isPaused({ spec }: Pool): boolean {
  return spec.disruption.budgets.some(
    ({ nodes, reasons, schedule }) =>
      (nodes === '0' || nodes === '0%') && reasons === undefined && schedule === undefined,
  );
}

async function replaceClaim({ live }: Stage, claim: Claim, nodeName: string): Promise<void> {
  const { name, labels } = claim.metadata;
  const next = { name: `${name.split('-')[0]}-${nodeName.split('.')[0]?.slice(-3)}`, labels };
  const { apiVersion, kind, status } = claim;
  await applyAll(live, [{ apiVersion, kind, metadata: next, spec: claim['spec'], status: { ...status, nodeName } }]);
  await ask(live, 'DELETE', `/apis/karpenter.sh/v1/nodeclaims/${name}`);
}

/**
 * Stands in for Karpenter's registry: writes its two charts of a version into `folder`, with the CRDs of that version.
 * As in the project's charts, the main one has the CRDs in a folder that Helm reads only for a new release.
 */
export async function writeCharts(folder: string, version: string): Promise<void> {
  const crds = realCrds(version);
  const own = karpenterObjects({
    version,
    env: {
      CLUSTER_NAME: '{{ .Values.settings.clusterName }}',
      INTERRUPTION_QUEUE: '{{ .Values.settings.interruptionQueue }}',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials', // as EKS Pod Identity adds it
    },
  }).map((object) => withoutAnnotations(object as Manifest));
  await writeChart(folder, 'karpenter-crd', version, { templates: [...crds, ...gatedCrds(version, crds)] });
  await writeChart(folder, 'karpenter', version, { templates: own, crds });
}

/** The chart of the CRDs also has those of kinds that a feature gate turns on; no object here is of such a kind. */
function gatedCrds(version: string, known: readonly Manifest[]): Manifest[] {
  const names = new Set(known.map(({ metadata }) => metadata.name));
  const all = karpenterCrdObjects(version, { gates: true }) as unknown as Manifest[];
  return all
    .filter(({ metadata }) => !names.has(metadata.name))
    .map(({ status: _status, ...crd }) => {
      const spec = crd['spec'] as { versions: { schema: object }[] };
      const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
      const versions = spec.versions.map((served) => ({ ...served, schema: { openAPIV3Schema } }));
      return { ...crd, spec: { ...spec, versions } };
    });
}

/** The status and the marks of a release are not part of a chart. */
function withoutAnnotations({ status: _status, ...object }: Manifest): Manifest {
  const { annotations: _marks, ...metadata } = object.metadata;
  return { ...object, metadata };
}

async function writeChart(
  folder: string,
  name: string,
  version: string,
  parts: Readonly<Record<string, readonly Manifest[]>>,
): Promise<void> {
  const place = path.join(folder, `${name}-${version}`);
  await mkdir(place, { recursive: true });
  const about = { apiVersion: 'v2', name, version, appVersion: version };
  await writeFile(path.join(place, 'Chart.yaml'), JSON.stringify(about));
  for (const [part, objects] of Object.entries(parts)) {
    await mkdir(path.join(place, part), { recursive: true });
    const text = objects.map((object) => `${JSON.stringify(object)}\n`).join('---\n');
    await writeFile(path.join(place, part, 'all.yaml'), text);
  }
}
