import { grouped } from '../../syntax/grouped.ts';
import type { FlagPlace } from '../../facts/launch-templates.ts';
import { withoutComments } from './comments.ts';

/** The names of flags that user data passes to the kubelet, where, and whether a part of them comes from elsewhere. */
export interface PassedFlags {
  flags: string[];
  flagsIn: FlagPlace[];
  unread: boolean;
}

/**
 * Where scripts set flags of the kubelet: an option of `bootstrap.sh`, a parameter of EKS's PowerShell script, a
 * variable of the kubelet's unit, or its command line. Options of `bootstrap.sh` itself, such as `--container-runtime`,
 * are no such flags.
 */
const places =
  /(--kubelet-extra-args)(?:=|[ \t]{1,40})|(-KubeletExtraArgs)[ \t]{1,40}|\b(?:KUBELET_EXTRA_ARGS|KUBELET_ARGS|KUBELET_FLAGS)=|(\/bin\/kubelet)[ \t]/g;

/** Far more than real scripts have, and few enough for a hostile one. */
const mostPlaces = 200;

/** Far more variables than real scripts put into one another. */
const longestChain = 20;

/** A value longer than that is cut. */
const longestValue = 16_384;

/** The flags that a shell or PowerShell script passes to the kubelet. Comments do not count. */
export function findPassedFlags(script: string): PassedFlags {
  const text = withoutComments(script).replace(/[\\`]\n/g, ' ');
  const passed = [...text.matchAll(places)];
  const read = createReader(text);
  const found = passed.slice(0, mostPlaces).map((match) => {
    const { flags, unread } = read(readValue(text, match));
    return { flags, unread, flagsIn: flags.length === 0 ? [] : [toPlace(match)] };
  });
  const listed = listedFlags(text);
  return {
    flags: [...found.flatMap(({ flags }) => flags), ...listed],
    flagsIn: [...found.flatMap(({ flagsIn }) => flagsIn), ...(listed.length === 0 ? [] : ['NodeConfig' as const])],
    unread: passed.length > mostPlaces || found.some(({ unread }) => unread),
  };
}

function toPlace([, bootstrap, powershell, program]: RegExpMatchArray): FlagPlace {
  if (bootstrap !== undefined) return '--kubelet-extra-args';
  if (powershell !== undefined) return '-KubeletExtraArgs';
  return program === undefined ? 'KUBELET_EXTRA_ARGS' : 'kubelet command';
}

/** The flags of a NodeConfig that a script writes to a file: entries of a list that begin with `--`. */
function listedFlags(text: string): string[] {
  if (!text.includes('apiVersion: node.eks.aws/')) return [];
  return [...text.matchAll(/^[ \t]{0,40}- ["']?(--.{1,200})/gm)].flatMap(([, word = '']) => readFlagName(word) ?? []);
}

/** The name in `--NAME=VALUE`. The kubelet takes `_` for `-`. */
export function readFlagName(word: string): string | undefined {
  return /^--([a-z](?:[-_a-z]{0,80}[a-z])?)(?:[=\s"']|$)/i.exec(word)?.[1]?.replaceAll('_', '-').toLowerCase();
}

function readValue(text: string, { 0: place, 3: program, index = 0 }: RegExpMatchArray): string {
  const start = index + place.length;
  if (program !== undefined) return /^[^\n]*/.exec(text.slice(start, start + longestValue))?.[0] ?? '';
  const before = text[index - 1];
  return readWord(text, start, before === '"' || before === "'" ? before : undefined);
}

/** The word at an offset: quoted, or up to the next space; inside an open quote, up to its end. */
function readWord(text: string, start: number, open: string | undefined): string {
  if (open !== undefined) return upTo(text, start, open);
  const quote = text[start];
  if (quote === '"' || quote === "'") return upTo(text, start + 1, quote);
  return /^[^\s;&|]*/.exec(text.slice(start, start + longestValue))?.[0] ?? '';
}

/** A double quote behind a backslash does not end the text. */
function upTo(text: string, start: number, quote: string): string {
  const last = Math.min(text.length, start + longestValue);
  let end = start;
  while (end < last && (text[end] !== quote || text[end - 1] === '\\')) end += 1;
  return text.slice(start, end);
}

type Found = Pick<PassedFlags, 'flags' | 'unread'>;

/** Reads the flags in the words of a value; a variable stands for what the same script assigns to it. */
function createReader(script: string): (value: string) => Found {
  const assigned = grouped(
    script.matchAll(/(?:^|[\s;])(?:\$(?:env:)?)?(\w{1,80})[ \t]?\+?=[ \t]?/g),
    ([, name = '']) => name,
  );
  const known = new Map<string, Found>();
  const read = (value: string, depth = 0): Found => {
    const found: Found = { flags: [], unread: false };
    for (const word of value.split(/[\s"'\\]+/)) {
      const flag = readFlagName(word);
      const [, braced, plain] = /^\$(?:\{(\w{1,80})(?::-[^}]{0,200})?\}|(\w{1,80}))$/.exec(word) ?? [];
      const name = braced ?? plain;
      if (flag !== undefined) found.flags.push(flag);
      else if (name !== undefined) {
        const named = readVariable(name, depth + 1);
        found.flags.push(...named.flags);
        found.unread ||= named.unread;
      } else if (word.startsWith('$(') || word.startsWith('${')) found.unread = true;
    }
    return found;
  };
  /** What its assignments pass; unread if the script has none. Each variable is read once, even if it names itself. */
  const readVariable = (name: string, depth: number): Found => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (depth > longestChain) return { flags: [], unread: true };
    // These variables hold what other places have set already; a value that extends itself adds nothing more.
    const isRead = /^KUBELET_(?:EXTRA_ARGS|ARGS|FLAGS)$/.test(name);
    const values = isRead ? [] : (assigned.get(name) ?? []);
    known.set(name, { flags: [], unread: false });
    const found = values.map(({ index, 0: text }) => read(readWord(script, index + text.length, undefined), depth));
    const all = {
      flags: [...new Set(found.flatMap(({ flags }) => flags))],
      unread: (values.length === 0 && !isRead) || found.some(({ unread }) => unread),
    };
    known.set(name, all);
    return all;
  };
  return read;
}
