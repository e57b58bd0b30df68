import type { Workload } from '../../src/facts/kube.ts';
import { recogniseController } from '../../src/collectors/kube/recognise-controller.ts';

type Labels = Record<string, string>;

/** A workload in the fewest words. Its first image is that of its main container. */
export interface WorkloadRow {
  kind?: Workload['kind'];
  name?: string;
  /** Images by container name, or the image of the one container, which has the name of the workload. */
  image: string | Record<string, string>;
  labels?: Labels;
  /** Labels of the pod template, if they are others. */
  template?: Labels;
}

/** `kyverno 1.12.6 (image tag, Nirmata)`; undefined if it is no controller of the table. */
export function recognised({ kind = 'Deployment', name = 'x', image, labels = {}, template }: WorkloadRow) {
  const images = typeof image === 'string' ? { [name]: image } : image;
  const containers = Object.entries(images).map(([container, one]) => ({ name: container, image: one }));
  const workload = { kind, namespace: 'x', name, replicas: 1, labels, containers, hostPaths: [], configMaps: [] };
  const found = recogniseController(workload, template ?? labels);
  if (found === undefined) return undefined;
  const { row, version, versionSource, vendor } = found;
  const shown = versionSource ?? (found.recognizedBy === 'label' ? 'name label' : 'no version');
  return `${row.controller} ${version ?? '?'} (${[shown, vendor ?? []].flat().join(', ')})`;
}

/** The label `app.kubernetes.io/name`, and others. */
export const named = (name: string, more: Labels = {}): Labels => ({ 'app.kubernetes.io/name': name, ...more });

/** The label `app.kubernetes.io/version`. */
export const versioned = (version: string): Labels => ({ 'app.kubernetes.io/version': version });

export const digest = `sha256:${'0a1b2c3d'.repeat(8)}`;
