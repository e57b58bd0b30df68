/** The names of flags that a script passes to the kubelet, and whether a part of them comes from elsewhere. */
export interface PassedFlags {
  flags: string[];
  unread: boolean;
}

/**
 * Where scripts set flags of the kubelet: an option of `bootstrap.sh`, a parameter of EKS's PowerShell script, or a
 * variable of the kubelet's unit. Options of `bootstrap.sh` itself, such as `--container-runtime`, are no such flags.
 */
const places =
  /(?:--kubelet-extra-args(?:=|[ \t]+)|-KubeletExtraArgs[ \t]+|\b(?:KUBELET_EXTRA_ARGS|KUBELET_ARGS|KUBELET_FLAGS)=)/g;

/** The flags that a shell or PowerShell script passes to the kubelet. Comments do not count. */
export function findPassedFlags(script: string): PassedFlags {
  const text = withoutComments(script).replace(/[\\`]\n/g, ' ');
  const passed = [...text.matchAll(places)].map(({ index, 0: place }) => {
    const before = text[index - 1];
    return readWord(text, index + place.length, before === '"' || before === "'" ? before : undefined);
  });
  const found = passed.map((value) => readFlags(value, text, 0));
  return { flags: found.flatMap(({ flags }) => flags), unread: found.some(({ unread }) => unread) };
}

/** Also removes a comment behind a command: `#` begins one only at the start of a word. */
function withoutComments(script: string): string {
  return script.replace(/^[ \t]*#.*$/gm, '').replace(/[ \t]#[^'"\n]*$/gm, '');
}

/** The word at an offset: quoted, or up to the next space; inside an open quote, up to its end. */
function readWord(text: string, start: number, open: string | undefined): string {
  if (open !== undefined) return upTo(text, start, open);
  const quote = text[start];
  if (quote === '"' || quote === "'") return upTo(text, start + 1, quote);
  return /^[^\s;&|]*/.exec(text.slice(start, start + 10_000))?.[0] ?? '';
}

/** A double quote behind a backslash does not end the text. */
function upTo(text: string, start: number, quote: string): string {
  let end = start;
  while (end < text.length && (text[end] !== quote || text[end - 1] === '\\')) end += 1;
  return text.slice(start, end);
}

const longestChain = 5;

/** The flags in the words of a value; a variable stands for what the same script assigns to it. */
function readFlags(value: string, script: string, depth: number): PassedFlags {
  const flags: string[] = [];
  let unread = false;
  for (const word of value.split(/[\s"'\\]+/)) {
    const flag = /^--([A-Za-z]+(?:[-A-Za-z]*[A-Za-z])?)(?:=|$)/.exec(word)?.[1];
    const variable = /^\$(?:\{(\w+)(?::-[^}]*)?\}|(\w+))$/.exec(word);
    if (flag !== undefined) flags.push(flag);
    else if (variable !== null) {
      const named = readVariable(variable[1] ?? variable[2] ?? '', script, depth);
      flags.push(...named.flags);
      unread ||= named.unread;
    } else if (word.startsWith('$(') || word.startsWith('${')) unread = true;
  }
  return { flags, unread };
}

/** What each assignment of a variable passes; unread if the script assigns nothing to it. */
function readVariable(name: string, script: string, depth: number): PassedFlags {
  // These variables hold what other places have set already; a value that extends itself adds nothing more.
  if (/^KUBELET_(?:EXTRA_ARGS|ARGS|FLAGS)$/.test(name)) return { flags: [], unread: false };
  const assigned = [...script.matchAll(new RegExp(String.raw`(?:^|[\s;])\$?${name}[ \t]?\+?=[ \t]?`, 'g'))];
  if (assigned.length === 0 || depth >= longestChain) return { flags: [], unread: true };
  const found = assigned.map(({ index, 0: text }) =>
    readFlags(readWord(script, index + text.length, undefined), script, depth + 1),
  );
  return { flags: found.flatMap(({ flags }) => flags), unread: found.some(({ unread }) => unread) };
}
