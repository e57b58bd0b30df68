import type { BootSettings } from '../../facts/launch-templates.ts';
import { limitWork, textLimit, waitForTurn } from '../../sources/limited-work.ts';
import { loadPlainYaml, type PlainYamlReader } from '../../sources/plain-yaml.ts';
import { ScanError } from '../../facts/reason.ts';
import { withoutComments } from './comments.ts';
import { findPassedFlags, readFlagName, type PassedFlags } from './kubelet-flags.ts';
import { readBottlerocket } from './bottlerocket.ts';
import {
  configuresContainerd1,
  findFlagValues,
  findGates,
  readLabels,
  readTaints,
  type BootTaint,
  type NodeSettings,
} from './node-settings.ts';
import { splitUserData, type UserDataPart } from './parts.ts';

type Settings = PassedFlags & Pick<BootSettings, 'cgroupV1' | 'failCgroupV1'>;

const nothing: Settings = { flags: [], flagsIn: [], cgroupV1: null, failCgroupV1: null, unread: false };
/** What cannot be read may set anything. */
export const unreadSettings: BootSettings = {
  kubeletFlags: [],
  flagsIn: [],
  cgroupV1: null,
  failCgroupV1: null,
  unread: true,
};

/**
 * What checks read of user data, which may hold secrets: nothing else of it is returned. What is longer than
 * {@link largestUserData}, or takes longer to read than {@link textLimit}, is unread.
 */
export async function readBootSettings(userData: string): Promise<BootSettings> {
  await waitForTurn();
  const parts = splitUserData(userData);
  if (parts === undefined) return unreadSettings;
  const isYaml = parts.some(({ kind }) => kind === 'node-config' || kind === 'cloud-config');
  const readYaml = isYaml ? await loadPlainYaml() : undefined;
  const read = limitWork(textLimit, () => ({
    ...merged(parts.map((part) => readPart(part, readYaml))),
    ofNode: readNodeSettings(parts, readYaml),
  }));
  if (read === 'ended') return unreadSettings;
  const { flags, flagsIn, ofNode, ...others } = read.value;
  const proxy = parts.some(({ text }) => /https?[-_]?proxy/i.test(text)) ? { proxy: true as const } : {};
  return {
    kubeletFlags: [...new Set(flags)].sort(),
    flagsIn: [...new Set(flagsIn)].sort(),
    ...others,
    ...ofNode,
    ...proxy,
  };
}

/** What a later part sets counts. */
function merged(parts: readonly Settings[]): Settings {
  return {
    flags: parts.flatMap(({ flags }) => flags),
    flagsIn: parts.flatMap(({ flagsIn }) => flagsIn),
    cgroupV1: lastSet(parts.map(({ cgroupV1 }) => cgroupV1)),
    failCgroupV1: lastSet(parts.map(({ failCgroupV1 }) => failCgroupV1)),
    unread: parts.some(({ unread }) => unread),
  };
}

function lastSet(values: readonly (boolean | null)[]): boolean | null {
  return values.findLast((value) => value !== null) ?? null;
}

/** What user data sets of nodes, wherever it does. Labels and taints in variables of a script are unknown. */
function readNodeSettings(parts: readonly UserDataPart[], readYaml: PlainYamlReader | undefined): NodeSettings {
  const text = parts
    .map((part) => (part.kind === 'unknown' ? '' : withoutComments(part.text).replace(/[\\`]\n/g, ' ')))
    .join('\n');
  const flags = findFlagValues(text);
  const configs = parts.flatMap(({ kind, text: yaml }) =>
    kind === 'node-config' ? (readDocuments(yaml, readYaml) ?? []) : [],
  );
  const toml = parts.flatMap(({ kind, text: code }) =>
    kind === 'toml' ? [readBottlerocket(withoutComments(code))] : [],
  );
  const labels = readLabels(flags.labels);
  const taints = readTaints(flags.taints);
  const isWhole = parts.every(({ kind, text: own }) => kind !== 'unknown' || own.trim() === '');
  return {
    ...(labels === undefined || !isWhole
      ? {}
      : { nodeLabels: [...new Set([...labels, ...toml.flatMap((one) => one.labels)])] }),
    ...(taints === undefined || !isWhole
      ? {}
      : { nodeTaints: [...taints, ...configs.flatMap(listConfigTaints), ...toml.flatMap((one) => one.taints)] }),
    ...(!isWhole || flags.gates.some((value) => value.includes('$')) ? {} : { featureGates: findGates(text) }),
    ...(isWhole ? { containerdV1: configuresContainerd1(text) } : {}),
  };
}

/** `spec.kubelet.config.registerWithTaints` of a NodeConfig. */
function listConfigTaints(document: unknown): BootTaint[] {
  const listed = at(at(at(at(document, 'spec'), 'kubelet'), 'config'), 'registerWithTaints');
  return Array.isArray(listed)
    ? listed.flatMap((one: unknown) => {
        const [key, effect] = [at(one, 'key'), at(one, 'effect')];
        if (typeof key !== 'string' || typeof effect !== 'string') return [];
        return [{ key, effect }];
      })
    : [];
}

function readPart({ kind, text }: UserDataPart, readYaml: PlainYamlReader | undefined): Settings {
  if (kind === 'node-config') return readNodeConfigs(readDocuments(text, readYaml));
  if (kind === 'cloud-config') return readCloudConfig(readDocuments(text, readYaml));
  if (kind === 'toml') return readToml(withoutComments(text));
  if (kind === 'unknown') return { ...nothing, unread: text.trim() !== '' };
  return readScript(text);
}

function readScript(text: string): Settings {
  const code = withoutComments(text);
  const field = /failCgroupV1\\?["']?\s{0,4}[:=]\s{0,4}(true|false)\b/.exec(code)?.[1];
  return {
    ...findPassedFlags(text),
    cgroupV1: readHierarchy(code),
    failCgroupV1: toBoolean(field) ?? readFailFlag(code),
  };
}

/** Bottlerocket's settings pass no flags to the kubelet. */
function readToml(code: string): Settings {
  const setting = /\bfail-cgroup-?v1["']?\s{0,4}=\s{0,4}(true|false)\b/.exec(code)?.[1];
  return { ...nothing, cgroupV1: readHierarchy(code), failCgroupV1: toBoolean(setting) };
}

/** The kubelet's flag: true without a value. */
function readFailFlag(text: string): boolean | null {
  const found = /--fail-cgroupv1(?:=(true|false))?/.exec(text);
  return found === null ? null : found[1] !== 'false';
}

/**
 * Which cgroup version the kernel parameter chooses, as a script or Bottlerocket's settings write it: the last one
 * counts, and one that a command removes does not. Source:
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.html, "systemd.unified_cgroup_hierarchy"
 */
function readHierarchy(text: string): boolean | null {
  const lines = text.split('\n').filter((line) => !/--remove-args|\/d['"]/.test(line));
  const parameter = /systemd\.unified_cgroup_hierarchy["']?\s{0,4}=\s{0,4}[[\s"']{0,4}(\w{1,9})/g;
  const value = [...lines.join('\n').matchAll(parameter)].at(-1)?.[1];
  return value === undefined ? null : /^(?:0|n|no|f|false|off)$/i.test(value);
}

function toBoolean(text: string | undefined): boolean | null {
  return text === undefined ? null : text === 'true';
}

/** Deepest nesting of a document, far beyond that of any real one. */
const deepest = 40;

/** More documents than any real text has. */
const mostDocuments = 20;

/** A YAML text may hold several documents. Undefined if they cannot be read. */
function readDocuments(text: string, readYaml: PlainYamlReader | undefined): unknown[] | undefined {
  try {
    const documents = text.split(/^---[ \t]*$/m).filter((one) => one.trim() !== '');
    if (documents.length > mostDocuments) return undefined;
    return documents.map((one) => readYaml?.(one, 'user data', deepest).data);
  } catch (error) {
    if (error instanceof ScanError) return undefined;
    throw error;
  }
}

/** NodeConfig of nodeadm: `spec.kubelet.flags` and `spec.kubelet.config`. */
function readNodeConfigs(documents: readonly unknown[] | undefined): Settings {
  if (documents === undefined) return { ...nothing, unread: true };
  const kubelets = documents.map((one) => at(at(one, 'spec'), 'kubelet'));
  const words = kubelets.flatMap((kubelet) => listStrings(at(kubelet, 'flags')));
  const flags = words.flatMap((word) => readFlagName(word) ?? []);
  const fields = kubelets.map((kubelet) => at(at(kubelet, 'config'), 'failCgroupV1'));
  return {
    ...nothing,
    flags,
    flagsIn: flags.length === 0 ? [] : ['NodeConfig'],
    failCgroupV1:
      lastSet(fields.map((value) => (typeof value === 'boolean' ? value : null))) ?? readFailFlag(words.join(' ')),
  };
}

/** Every string of cloud-config may be a command or a file: all of them are read as scripts. */
function readCloudConfig(documents: readonly unknown[] | undefined): Settings {
  if (documents === undefined) return { ...nothing, unread: true };
  return merged(documents.flatMap(listTexts).map(readScript));
}

/** A list of strings is a command with its arguments. */
function listTexts(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (Array.isArray(data)) {
    return data.every((one) => typeof one === 'string') ? [...data, data.join(' ')] : data.flatMap(listTexts);
  }
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(listTexts) : [];
}

function listStrings(data: unknown): string[] {
  return Array.isArray(data) ? data.filter((one) => typeof one === 'string') : [];
}

function at(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}
