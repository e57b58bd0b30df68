import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { KnownImage } from '../../../src/for-checks/custom-images.ts';
import { isBelow, parseMinor, parseVersion, type Minor } from '../../../src/syntax/versions.ts';
import { findImage, type Image, type Refusal, type Row } from '../shared/runtime-images.ts';

type Nodegroup = Facts['nodegroups'][number];

/** A container runtime; `version` is undefined if it cannot be parsed. */
export interface Runtime {
  name: string;
  version: string | undefined;
}

/** A row that rejects a runtime on the path (`fail`) or warns of it (`warn`), or why this is unknown. */
export type Verdict =
  | { level: 'fail'; row: Refusal; at: Minor; since?: Minor }
  | { level: 'warn'; row: Refusal; at: Minor }
  | { level: 'unknown'; reason: string };

/** Separates the table's rows by kind, sorted by Kubernetes version. */
export function sorted(rows: readonly Row[]): { refusals: Refusal[]; images: Image[] } {
  const refusals = rows.flatMap((row) => (row.rowKind === 'refused' ? [row] : []));
  const images = rows.flatMap((row) => (row.rowKind === 'image' ? [row] : []));
  return {
    refusals: refusals.sort((a, b) => a.from - b.from),
    images: images.sort((a, b) => a.kubernetes - b.kubernetes),
  };
}

/** Parses what a node reports: `containerd://1.7.27+bottlerocket`. Undefined if it has another format. */
export function parseRuntime(text: string): Runtime | undefined {
  const [, name, version] = /^([a-z][a-z0-9-]*):\/\/(.*)$/i.exec(text.trim()) ?? [];
  if (name === undefined || version === undefined) return undefined;
  return { name: name.toLowerCase(), version: parseVersion(version) };
}

/** The verdict for a node's runtime with the kubelets that the path requires; undefined if they accept it. */
export function toNodeVerdict(node: NodeFact, refusals: readonly Refusal[], versions: readonly Minor[]) {
  const runtime = parseRuntime(node.containerRuntimeVersion);
  if (runtime === undefined) {
    const reported = node.containerRuntimeVersion === '' ? 'not reported' : node.containerRuntimeVersion;
    return unknown(`cannot read the container runtime: ${reported}`);
  }
  const kubelet = parseMinor(node.kubeletVersion);
  const adapted = refusals.find(
    ({ runtime: name, below, from }) => name === runtime.name && below === null && (kubelet ?? 0) >= from,
  );
  if (adapted !== undefined) {
    return unknown(
      `${runtime.name} under kubelet ${node.kubeletVersion} runs behind an adapter (cri-dockerd), whose compatibility is unknown`,
    );
  }
  return toVerdict(runtime, refusals, versions);
}

/** The verdict by the first row that rejects the runtime or warns of it on the path; undefined if none does. */
export function toVerdict(
  runtime: Runtime,
  refusals: readonly Refusal[],
  versions: readonly Minor[],
): Verdict | undefined {
  const rows = refusals.filter((row) => row.runtime === runtime.name);
  if (rows.length === 0) return unknown(`runs ${runtime.name}: which kubelets accept it is unknown`);
  for (const row of rows) {
    if (row.below !== null && runtime.version === undefined)
      return unknown(`cannot read the version of ${runtime.name}`);
    if (row.below !== null && !isBelow(runtime.version ?? '', row.below)) continue;
    const at = versions.find((version) => version >= row.from);
    const since = versions.find((version) => row.warnFrom !== null && version >= row.warnFrom);
    if (at !== undefined) return { level: 'fail', row, at, ...(since === undefined || since >= at ? {} : { since }) };
    if (since !== undefined) return { level: 'warn', row, at: since };
  }
  return undefined;
}

function unknown(reason: string): Verdict {
  return { level: 'unknown', reason };
}

/** The verdict for a node group without nodes, by the images of its release, or by a node with the same custom AMI. */
export function toNodegroupVerdict(
  nodegroup: Nodegroup,
  { refusals, images }: { refusals: readonly Refusal[]; images: readonly Image[] },
  versions: readonly Minor[],
  custom: KnownImage | undefined,
): Verdict | undefined {
  const kubelet = custom?.kubernetes ?? (nodegroup.version === null ? undefined : parseMinor(nodegroup.version));
  const last = Math.max(...versions);
  const ahead = refusals.filter(({ from, warnFrom }) => (kubelet ?? 0) < from && (warnFrom ?? from) <= last);
  if (ahead.length === 0) return undefined;
  // As long as Docker is possible, user data may select the runtime.
  const isChosen = ahead.some(({ runtime }) => runtime === 'docker');
  if (custom?.node !== undefined && !isChosen) return toNodeVerdict(custom.node, ahead, versions);
  const image = kubelet === undefined ? undefined : findImage(nodegroup, custom?.eks, kubelet, images);
  if (image === undefined) {
    const amiType = nodegroup.amiType ?? 'unknown';
    return unknown(`no node reports the container runtime, and it cannot be determined from AMI type ${amiType}`);
  }
  const concerned = ahead.filter(({ runtime }) => runtime === image.runtime);
  if (concerned.length === 0) return undefined;
  return toVerdict({ name: image.runtime, version: image.version ?? undefined }, concerned, versions);
}
