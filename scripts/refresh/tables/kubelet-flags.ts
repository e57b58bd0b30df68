import { format, type Minor } from '../../../src/syntax/versions.ts';
import { combineFiles, readModule } from '../read/go-module.ts';
import { findNewestMinor, listMinors } from '../read/kubernetes.ts';
import type { Files, Refresher, Stated } from '../refresher.ts';

/** The first version whose removed flags the table names. */
const first: Minor = 23;

/** The flags that the kubelet's own code registers, compared version by version; nothing is built. */
export const kubeletFlags: Refresher = {
  table: 'kubelet-flags',
  from: 'registry',
  identify: ({ flag, from, refused }) => `--${String(flag)} at ${String(from)}${refused === true ? ' (refused)' : ''}`,
  async fetch({ kubernetes }) {
    const last = await findNewestMinor(kubernetes);
    const minors = Array.from({ length: last - first + 2 }, (_, at) => first - 1 + at);
    return combineFiles(await Promise.all(minors.map(readMinor)));
  },
  parse: (files) => compareMinors(listMinors(files, 'kubernetes').map((minor) => readOptions(files, minor))),
};

const kubernetes = (minor: Minor): string => `k8s.io/kubernetes@v${format(minor)}.0`;
const base = (minor: Minor): string => `k8s.io/component-base@v0.${minor}.0`;
const validation = 'pkg/kubelet/apis/config/validation/validation.go';

async function readMinor(minor: Minor): Promise<Files> {
  const own = [
    await readModule(kubernetes(minor), ['cmd/kubelet/app/options', 'pkg/kubelet/config/flags.go', validation]),
    await readModule(base(minor), ['logs', 'logs/api/v1', 'go.mod']),
  ];
  const klog = findKlog(own[1] ?? new Map(), minor);
  return combineFiles(klog === undefined ? own : [...own, await readModule(klog, ['klog.go'])]);
}

/** Up to 1.25, the kubelet has all flags of klog; then `v` and `vmodule`, which it registers itself. */
function findKlog(files: Files, minor: Minor): string | undefined {
  const takesAll = [...files].some(
    ([name, go]) => name.startsWith(`${base(minor)}/logs/`) && go.includes('klog.InitFlags(packageFlags)'),
  );
  if (!takesAll) return undefined;
  const [, version] = /k8s\.io\/klog\/v2 (v[\d.]+)/.exec(files.get(`${base(minor)}/go.mod`) ?? '') ?? [];
  return version === undefined ? undefined : `k8s.io/klog/v2@${version}`;
}

interface Options {
  minor: Minor;
  /** Without `--`, with hyphens. */
  flags: ReadonlySet<string>;
  /** Flags that the kubelet still has, and does not start with. */
  refused: ReadonlySet<string>;
}

function readOptions(files: Files, minor: Minor): Options {
  const klog = findKlog(files, minor);
  const folders = [`${kubernetes(minor)}/cmd/`, `${kubernetes(minor)}/pkg/kubelet/config/`, `${base(minor)}/logs/`];
  const registering = [...files].flatMap(([name, go]) =>
    [...folders, ...(klog === undefined ? [] : [`${klog}/`])].some((folder) => name.startsWith(folder)) ? [go] : [],
  );
  const flags = new Set(registering.flatMap(parseRegistered));
  if (flags.size < 100) throw new Error(`the kubelet of ${format(minor)} has only ${flags.size} flags`);
  return { minor, flags, refused: new Set(parseRefused(files.get(`${kubernetes(minor)}/${validation}`) ?? '')) };
}

/** `fs.StringVar(&f.X, "node-ip", ...)`, and cAdvisor's `register(global, local, "boot_id_file")` or a constant. */
export function parseRegistered(go: string): string[] {
  const own = go.matchAll(/^\s*(?:fs|flagset)\.\w*VarP?\([^"\n]*"([a-z][\w-]*)"/gm);
  const ofLibraries = go.matchAll(/^\s*(?:pflagR|r)egister(?:Deprecated)?\(global, local, (?:"([\w-]+)"|\w+\.(\w+))/gm);
  return [...own, ...ofLibraries].map(([, literal, constant]) => toFlag(literal ?? hyphenated(constant ?? '')));
}

/** `runOnce (--runOnce) %v, Runonce mode has been deprecated and should not be set` */
function parseRefused(go: string): string[] {
  return [...go.matchAll(/\(--(\w+)\)[^"\n]* should not be set"/g)].map(([, name = '']) => name.toLowerCase());
}

function compareMinors(options: readonly Options[]): Stated {
  const steps = options.slice(1).flatMap((after, at) => {
    const before = options[at];
    return before === undefined ? [] : [{ before, after }];
  });
  const rows = steps.flatMap(({ before, after }) => [
    ...missing(before.flags, after.flags).map((flag) => statedRow(flag, after.minor, false)),
    ...missing(after.refused, before.refused).map((flag) => statedRow(flag, after.minor, true)),
  ]);
  const covered = new Set(steps.map(({ after }) => format(after.minor)));
  const [last] = [...covered].slice(-1);
  return {
    rows,
    covers: ({ from }) => covered.has(String(from)),
    ...(last === undefined ? {} : { knownThrough: { kubernetes: last } }),
  };
}

function statedRow(flag: string, from: Minor, refused: boolean) {
  const file = refused ? validation : 'cmd/kubelet/app/options/options.go';
  const source = `https://github.com/kubernetes/kubernetes/blob/v${format(from)}.0/${file}`;
  return { states: { flag, from: format(from), ...(refused ? { refused: true } : {}) }, whenNew: { source } };
}

const missing = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] =>
  [...before].filter((flag) => !after.has(flag)).sort();

function hyphenated(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function toFlag(name: string): string {
  return name.replaceAll('_', '-');
}
