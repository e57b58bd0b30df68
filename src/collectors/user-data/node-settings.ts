import type { BootSettings } from '../../facts/launch-templates.ts';
import { loadTable } from '../../tables/tables.ts';

/** What user data sets of a node and its kubelet. A member is undefined where a part of it comes from elsewhere. */
export type NodeSettings = Pick<BootSettings, 'nodeLabels' | 'nodeTaints' | 'featureGates' | 'containerdV1'>;

/** A taint without its value. */
export type BootTaint = NonNullable<BootSettings['nodeTaints']>[number];

/** Values of the flags that the kubelet may get several times; the last one counts for each label. */
export interface FlagValues {
  labels: readonly string[];
  taints: readonly string[];
  gates: readonly string[];
}

/**
 * The values of flags in the text of user data without comments: `--node-labels=a=b,c=d`, quoted or not, and in a list of
 * a NodeConfig.
 */
export function findFlagValues(text: string): FlagValues {
  return {
    labels: findValues(/--node[-_]labels(?:=|[ \t]{1,4})["'\\]{0,4}([^\s"'\\]{1,2000})/g, text),
    taints: findValues(/--register[-_]with[-_]taints(?:=|[ \t]{1,4})["'\\]{0,4}([^\s"'\\]{1,2000})/g, text),
    gates: findValues(/--feature[-_]gates(?:=|[ \t]{1,4})["'\\]{0,4}([^\s"'\\]{1,2000})/g, text),
  };
}

function findValues(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap(([, value]) => value ?? []);
}

/** The keys in `a=b,c=d`; undefined if one may come from a variable or a command. */
export function readLabels(values: readonly string[]): string[] | undefined {
  const pairs = values.flatMap((value) => value.split(',')).filter((pair) => pair !== '');
  const keys = pairs.map((pair) => splitAt(pair, '=')[0]);
  return keys.some(isComputed) ? undefined : keys;
}

/** Keys and effects in `key=value:Effect`, `key:Effect`; undefined if one may come from a variable or a command. */
export function readTaints(values: readonly string[]): BootTaint[] | undefined {
  const texts = values.flatMap((value) => value.split(',')).filter((text) => text !== '');
  const taints = texts.map((text) => {
    const [what, effect] = splitAt(text, ':');
    return { key: splitAt(what, '=')[0], effect };
  });
  return taints.some(({ key, effect }) => isComputed(key) || isComputed(effect)) ? undefined : taints;
}

function isComputed(text: string): boolean {
  return /[$`%]/.test(text);
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * The feature gates that the text sets, of those that a kubelet no longer knows: `--feature-gates=A=true`,
 * `featureGates: {A: true}`, `.featureGates.A = true`. The names of gates are distinct enough to be found by themselves.
 */
export function findGates(text: string): NonNullable<BootSettings['featureGates']> {
  const known = new Set<string>(loadTable('feature-gates').rows.map(({ gate }) => gate));
  const gates: Record<string, boolean> = {};
  for (const [, name = '', value] of text.matchAll(
    /\b([A-Z][A-Za-z0-9]{3,63})["'\\]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'\\]{0,4}(true|false)\b/g,
  )) {
    if (known.has(name)) gates[name] = value === 'true';
  }
  return gates;
}

/**
 * Whether the text configures the CRI plugin of containerd 1: `io.containerd.grpc.v1.cri` with images, registries or
 * runtimes. Containerd 2 reads these under other names. Source:
 * https://github.com/containerd/containerd/blob/main/docs/cri/config.md
 */
export function configuresContainerd1(text: string): boolean {
  return /io\.containerd\.grpc\.v1\.cri["'\\\]]{0,6}\.["']?(?:registry|containerd|cni|image_decryption)\b/.test(text);
}

/** The same gates as a member; none if there are none. */
export function gatesIn(text: string): Pick<BootSettings, 'featureGates'> {
  const featureGates = findGates(text);
  return Object.keys(featureGates).length === 0 ? {} : { featureGates };
}
