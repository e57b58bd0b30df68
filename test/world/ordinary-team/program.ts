import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;
type Labels = Readonly<Record<string, string>>;

/** A container as a chart writes it. */
export interface Container extends Json {
  name: string;
  image: string;
}

/** A Deployment, DaemonSet or StatefulSet as a chart writes it, with the nodes of its pods. */
export interface Program {
  kind: 'Deployment' | 'DaemonSet' | 'StatefulSet';
  path: string;
  labels: Labels;
  selector: Labels;
  /** Labels of the pods beyond those of the selector. */
  podLabels?: Labels;
  podAnnotations?: Labels;
  containers: readonly Container[];
  initContainers?: readonly Container[];
  volumes?: readonly Json[];
  serviceAccount?: string;
  /** The claims of a StatefulSet, with the size of each. */
  claims?: Readonly<Record<string, string>>;
  /** The spec of a budget with the same name and labels. */
  budget?: Json;
  /** Other fields of the template's spec. */
  podSpec?: Json;
  /** Other fields of the spec. */
  spec?: Json;
  /** A node for each pod. */
  nodes: readonly string[];
}

/** Characters of the random suffixes in Kubernetes names. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** A suffix of characters in `alphabet` that is always the same for the same `text`. */
export function toNameHash(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from({ length }, (_, index) => alphabet[(bytes[index] ?? 0) % alphabet.length]).join('');
}

export function buildUid(kind: string, path: string): string {
  const hex = createHash('sha256').update(`${kind}/${path}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
