import type { BootSettings } from '../../facts/launch-templates.ts';
import { readPlainYaml } from '../../sources/plain-yaml.ts';
import { ScanError } from '../../facts/reason.ts';
import { findPassedFlags } from './kubelet-flags.ts';
import { splitUserData, type UserDataPart } from './parts.ts';

type Settings = Omit<BootSettings, 'kubeletFlags'> & { flags: readonly string[] };

const nothing: Settings = { flags: [], cgroupV1: null, failCgroupV1: null, unread: false };
/** What cannot be read may set anything. */
export const unreadSettings: BootSettings = { kubeletFlags: [], cgroupV1: null, failCgroupV1: null, unread: true };

/** What checks read of user data, which may hold secrets: nothing else of it is returned. */
export async function readBootSettings(userData: string): Promise<BootSettings> {
  const read = await Promise.all(splitUserData(userData).map(readPart));
  return {
    kubeletFlags: [...new Set(read.flatMap(({ flags }) => flags))].sort(),
    cgroupV1: lastSet(read.map(({ cgroupV1 }) => cgroupV1)),
    failCgroupV1: lastSet(read.map(({ failCgroupV1 }) => failCgroupV1)),
    unread: read.some(({ unread }) => unread),
  };
}

function lastSet(values: readonly (boolean | null)[]): boolean | null {
  return values.findLast((value) => value !== null) ?? null;
}

async function readPart({ kind, text }: UserDataPart): Promise<Settings> {
  if (kind === 'node-config') return readNodeConfigs(text);
  if (kind === 'cloud-config') return readCloudConfig(text);
  if (kind === 'toml') return { ...nothing, cgroupV1: readHierarchy(withoutHashLines(text)) };
  if (kind === 'unknown') return { ...nothing, unread: text.trim() !== '' };
  return readScript(text);
}

function readScript(text: string): Settings {
  const code = withoutHashLines(text);
  return {
    ...findPassedFlags(text),
    cgroupV1: readHierarchy(code),
    failCgroupV1: toBoolean(/failCgroupV1\\?["']?\s{0,4}[:=]\s{0,4}(true|false)\b/.exec(code)?.[1]),
  };
}

function withoutHashLines(text: string): string {
  return text.replace(/^[ \t]*#.*$/gm, '');
}

/**
 * Which cgroup version the kernel parameter chooses, as a script or Bottlerocket's settings write it. Source:
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.html, "systemd.unified_cgroup_hierarchy"
 */
function readHierarchy(text: string): boolean | null {
  const value = /systemd\.unified_cgroup_hierarchy["']?\s{0,4}=\s{0,4}[[\s"']{0,4}(\w+)/.exec(text)?.[1];
  if (value === undefined) return null;
  return /^(?:0|no|false|off)$/i.test(value);
}

function toBoolean(text: string | undefined): boolean | null {
  return text === undefined ? null : text === 'true';
}

/** Deepest nesting of a document, far beyond that of any real one. */
const deepest = 40;

/** A YAML text may hold several documents. */
async function readDocuments(text: string): Promise<unknown[] | undefined> {
  try {
    const documents = text.split(/^---[ \t]*$/m).filter((one) => one.trim() !== '');
    return await Promise.all(documents.map(async (one) => (await readPlainYaml(one, 'user data', deepest)).data));
  } catch (error) {
    if (error instanceof ScanError) return undefined;
    throw error;
  }
}

/** NodeConfig of nodeadm: `spec.kubelet.flags` and `spec.kubelet.config`. */
async function readNodeConfigs(text: string): Promise<Settings> {
  const documents = await readDocuments(text);
  if (documents === undefined) return { ...nothing, unread: true };
  const kubelets = documents.map((one) => at(at(one, 'spec'), 'kubelet'));
  const flags = kubelets.map((kubelet) => at(kubelet, 'flags')).filter((list) => Array.isArray(list));
  const words: unknown[] = flags.flat();
  const fails = kubelets.map((kubelet) => at(at(kubelet, 'config'), 'failCgroupV1'));
  return {
    ...nothing,
    flags: words.flatMap((word) => /^--([A-Za-z][-A-Za-z]*)(?:=|\s|$)/.exec(String(word))?.[1] ?? []),
    failCgroupV1: fails.find((value) => typeof value === 'boolean') ?? null,
  };
}

/** Every string of cloud-config may be a command or a file: all of them are read as scripts. */
async function readCloudConfig(text: string): Promise<Settings> {
  const documents = await readDocuments(text);
  if (documents === undefined) return { ...nothing, unread: true };
  const scripts = documents.flatMap(listTexts).map(readScript);
  return {
    flags: scripts.flatMap(({ flags }) => flags),
    cgroupV1: lastSet(scripts.map(({ cgroupV1 }) => cgroupV1)),
    failCgroupV1: lastSet(scripts.map(({ failCgroupV1 }) => failCgroupV1)),
    unread: scripts.some(({ unread }) => unread),
  };
}

/** A list of strings is a command with its arguments. */
function listTexts(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (Array.isArray(data)) {
    return data.every((one) => typeof one === 'string') ? [...data, data.join(' ')] : data.flatMap(listTexts);
  }
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(listTexts) : [];
}

function at(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}
