import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The parsed Dockerfile. */
export interface Image {
  base: string;
  /** Numeric IDs: a pod with runAsNonRoot rejects names. */
  user: { uid: number; gid: number };
  workdir: string;
  entrypoint: readonly string[];
  command: readonly string[];
  copies: readonly { from: string; to: string }[];
  labels: readonly string[];
  /** The name of every instruction, in order. */
  instructions: readonly string[];
}

/** Parses the Dockerfile. Throws unless it has exactly one USER, WORKDIR, ENTRYPOINT and CMD. */
export function readDockerfile(text = readFileSync(path.join(root, 'Dockerfile'), 'utf8')): Image {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^(\w+) (.*)$/.exec(line) ?? [line, '', '']);
  const all = (name: string): string[] =>
    lines.flatMap(([, instruction, value = '']) => (instruction === name ? [value] : []));
  const only = (name: string): string => {
    const [value, ...more] = all(name);
    if (value === undefined || more.length > 0) throw new Error(`the Dockerfile has not one ${name}`);
    return value;
  };
  const [uid = Number.NaN, gid = Number.NaN] = only('USER').split(':').map(Number);
  return {
    base: /^BASE=(.*)$/m.exec(all('ARG').join('\n'))?.[1] ?? '',
    user: { uid, gid },
    workdir: only('WORKDIR'),
    entrypoint: JSON.parse(only('ENTRYPOINT')) as string[],
    command: JSON.parse(only('CMD')) as string[],
    copies: all('COPY').flatMap(parseCopies),
    labels: all('LABEL').flatMap((value) => Array.from(value.matchAll(/([\w.]+)=/g), ([, name = '']) => name)),
    instructions: lines.map(([, instruction = '']) => instruction),
  };
}

/** A destination with a trailing slash is a folder for the sources; otherwise it is the path of the copy. */
function parseCopies(value: string): { from: string; to: string }[] {
  const words = value.split(' ');
  const to = words.at(-1) ?? '';
  return words.slice(0, -1).map((from) => ({ from, to: to.endsWith('/') ? path.posix.join(to, from) : to }));
}

/** Contents of the base image besides Node, here from this machine. */
const libraries = ['/lib', '/lib64', '/usr/lib', '/etc/ssl/certs'];

export interface Mount {
  source: string;
  target: string;
  readOnly: boolean;
}

/** Writes the image's files to `folder`. Returns mounts that put Node and its libraries in their usual places. */
export function layImage(image: Image, folder: string): Mount[] {
  for (const { from, to } of image.copies) {
    cpSync(path.join(root, from), path.join(folder, to), { recursive: true });
  }
  const [node = ''] = image.entrypoint;
  mkdirSync(path.join(folder, path.dirname(node)), { recursive: true });
  writeFileSync(path.join(folder, node), '');
  const base = libraries.filter((library) => existsSync(library));
  return [process.execPath, ...base].map((source, at) => ({
    source,
    target: at === 0 ? node : source,
    readOnly: true,
  }));
}
