import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ScanError } from '../../facts/reason.ts';
import { isObject } from '../../syntax/json.ts';
import { parseData, type Tags } from '../../syntax/yaml.ts';

export type YamlMap = Record<string, unknown>;

/** One or several kubeconfig files as one document. Of entries with the same name, the first counts, as in kubectl. */
export interface MergedKubeconfig {
  /** Where it was read from, for messages. */
  origin: string;
  clusters: YamlMap[];
  users: YamlMap[];
  contexts: YamlMap[];
  currentContext: string | undefined;
}

const hint = 'Name a kubeconfig with --kubeconfig, or omit --context: then no kubeconfig is needed.';

/**
 * Reads the kubeconfig that kubectl would: `file`, else the path list `KUBECONFIG`, else `~/.kube/config`. Relative
 * paths become absolute. In a path list, missing and empty files are skipped if another one remains. Throws a {@link
 * ScanError} that names a missing, empty or broken file.
 */
export function mergedKubeconfig(file: string | undefined, env: NodeJS.ProcessEnv): MergedKubeconfig {
  const paths = kubeconfigPaths(file, env);
  const documents = paths.flatMap((each) => readDocument(each, paths.length > 1));
  if (documents.length === 0) throw unusable(paths.join(', '), 'none of these files exists, or all are empty');
  const entries = (key: string) => firstOfEachName(documents.flatMap((document) => selectMaps(document[key])));
  return {
    origin: paths.join(path.delimiter),
    clusters: entries('clusters'),
    users: entries('users'),
    contexts: entries('contexts'),
    currentContext: documents
      .map((document) => toNonEmptyText(document['current-context']))
      .find((name) => name !== undefined),
  };
}

/** The value if it is a non-empty string; otherwise undefined. */
export function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function kubeconfigPaths(file: string | undefined, env: NodeJS.ProcessEnv): string[] {
  if (file !== undefined) return [file];
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((each) => each !== '');
  if (listed.length > 0) return listed;
  const home = env['HOME'] ?? env['USERPROFILE'];
  if (home === undefined || home === '') {
    throw new ScanError({ kind: 'unreadable', message: 'no kubeconfig: neither KUBECONFIG nor HOME is set', hint });
  }
  return [path.join(home, '.kube', 'config')];
}

/** The file's document; none if `optional` is true and the file is missing or empty. */
function readDocument(file: string, optional: boolean): YamlMap[] {
  const text = readContent(file);
  if (optional && (text === undefined || text.trim() === '')) return [];
  if (text === undefined) throw unusable(file, 'does not exist');
  if (text.trim() === '') throw unusable(file, 'is empty');
  const document = parsed(file, text);
  if (!isObject(document))
    throw unusable(file, 'is not a kubeconfig: a map with clusters, users and contexts is expected');
  return [withAbsolutePaths(document, path.dirname(path.resolve(file)))];
}

function readContent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(file, `cannot be read (${firstLine(error)})`, error);
  }
}

function parsed(file: string, text: string): unknown {
  const read = parseData(text, { merge: true, customTags: withoutNumbers });
  if ('flaw' in read) throw unusable(file, `is broken YAML: ${read.flaw.split('\n')[0] ?? ''}`);
  return read.data;
}

/** Numbers are read as strings, as in kubectl: an account ID that is used as a profile name keeps its digits. */
function withoutNumbers(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag));
}

function withAbsolutePaths(document: YamlMap, folder: string): YamlMap {
  const resolved = (entry: YamlMap, part: string, fields: readonly string[]) => {
    const inner = entry[part];
    if (!isObject(inner)) return entry;
    const paths = fields.flatMap((field) => {
      const value = toNonEmptyText(inner[field]);
      return value === undefined ? [] : [[field, path.resolve(folder, value)] as const];
    });
    return { ...entry, [part]: { ...inner, ...Object.fromEntries(paths) } };
  };
  return {
    ...document,
    clusters: selectMaps(document['clusters']).map((entry) => resolved(entry, 'cluster', ['certificate-authority'])),
    users: selectMaps(document['users']).map((entry) =>
      withAbsoluteCommand(resolved(entry, 'user', ['client-certificate', 'client-key', 'tokenFile']), folder),
    ),
  };
}

/** A command with a path separator is relative to the kubeconfig; any other is looked up on PATH. */
function withAbsoluteCommand(entry: YamlMap, folder: string): YamlMap {
  const user = entry['user'];
  if (!isObject(user) || !isObject(user['exec'])) return entry;
  const command = toNonEmptyText(user['exec']['command']);
  if (command === undefined || !/[\\/]/.test(command)) return entry;
  return { ...entry, user: { ...user, exec: { ...user['exec'], command: path.resolve(folder, command) } } };
}

function firstOfEachName(entries: readonly YamlMap[]): YamlMap[] {
  const byName = new Map<unknown, YamlMap>();
  for (const entry of entries) {
    if (!byName.has(entry['name'])) byName.set(entry['name'], entry);
  }
  return [...byName.values()];
}

function selectMaps(value: unknown): YamlMap[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** An error's first line, without a colon at its end. The YAML parser's next lines quote the file, secrets included. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? text).replace(/:\s*$/, '');
}

function unusable(file: string, problem: string, cause?: unknown): ScanError {
  return new ScanError({ kind: 'unreadable', message: `kubeconfig ${file}: ${problem}`, hint }, { cause });
}
