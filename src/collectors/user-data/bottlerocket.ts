import type { BootTaint } from './node-settings.ts';

/** The keys of labels, and taints, in Bottlerocket's settings. */
export interface BottlerocketNode {
  labels: string[];
  taints: BootTaint[];
}

/**
 * Reads `[settings.kubernetes.node-labels]` and `[settings.kubernetes.node-taints]`.
 * Source: https://bottlerocket.dev/en/os/latest/api/settings/kubernetes/
 * @param code TOML without comments
 */
export function readBottlerocket(code: string): BottlerocketNode {
  const found: BottlerocketNode = { labels: [], taints: [] };
  let section = '';
  for (const line of code.split('\n')) {
    const text = line.trim();
    const header = /^\[\s{0,4}([^\]]{1,200})\]$/.exec(text)?.[1];
    if (header !== undefined) section = header.replaceAll(/["' ]/g, '');
    else addLine(found, section, text);
  }
  return found;
}

function addLine(found: BottlerocketNode, section: string, text: string): void {
  const [, quoted, bare, value = ''] =
    /^(?:["']([^"']{1,320})["']|([\w.-]{1,320}))\s{0,4}=\s{0,4}(.{1,2000})$/.exec(text) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) return;
  const texts = [...value.matchAll(/["']([^"']{0,320})["']/g)].map(([, one = '']) => one);
  if (section === 'settings.kubernetes.node-labels') found.labels.push(key);
  if (section === 'settings.kubernetes.node-taints') found.taints.push(...texts.map((one) => toTaint(key, one)));
}

/** `value:Effect`. */
function toTaint(key: string, text: string): BootTaint {
  return { key, effect: text.slice(text.lastIndexOf(':') + 1) };
}
