import compare from 'semver/functions/compare.js';
import { combineFiles, listVersions, readModule, readVersionDay } from '../read/go-module.ts';
import type { Files, Refresher, Stated, WrittenRow } from '../refresher.ts';

const module = 'github.com/coredns/coredns';

/** How many releases are read: those since the last reading, and some that the table covers already. */
const newest = 12;

/**
 * The plugins that each release of CoreDNS is built with, and the options that each plugin knows. What became of an
 * option that a plugin no longer names, and whether a new word is an option or a value, is for a person to read: until
 * then, the table ends before that release.
 */
export const corefile: Refresher = {
  table: 'corefile',
  from: 'registry',
  identify: ({ rowKind, from, plugin }) => [rowKind, from, plugin].filter((part) => typeof part === 'string').join(' '),
  async fetch({ day }) {
    const versions: string[] = [];
    for (const version of (await listVersions(module)).slice(-newest)) {
      if (day === undefined || (await readVersionDay(`${module}@${version}`)) <= day) versions.push(version);
    }
    const readings = versions.map((version) => readModule(`${module}@${version}`, ['plugin.cfg', 'plugin/*/setup.go']));
    return combineFiles(await Promise.all(readings));
  },
  parse(files, { rows }) {
    const releases = listReleases(files).map((version) => readRelease(files, version));
    const known = String(rows.find(({ rowKind }) => rowKind === 'known-through')?.['coredns']);
    const [oldest] = releases;
    if (oldest === undefined || compare(oldest.version, known) > 0) throw new Error(`CoreDNS ${known} was not read`);
    return compareReleases(releases, known, listKnownOptions(rows));
  },
};

interface Release {
  version: string;
  plugins: ReadonlySet<string>;
  /** What each plugin's `setup.go` names, by the plugin's folder. */
  options: ReadonlyMap<string, ReadonlySet<string>>;
}

function listReleases(files: Files): string[] {
  const found = [...files.keys()].flatMap((name) => /^github\.com\/coredns\/coredns@v([\d.]+)\//.exec(name)?.[1] ?? []);
  return [...new Set(found)].toSorted(compare);
}

function readRelease(files: Files, version: string): Release {
  const prefix = `${module}@v${version}/`;
  const listed = (files.get(`${prefix}plugin.cfg`) ?? '').matchAll(/^([a-z]\w*):\S+$/gm);
  const plugins = new Set([...listed].map(([, name = '']) => name));
  if (plugins.size < 40) throw new Error(`CoreDNS ${version} has only ${plugins.size} plugins`);
  const options = [...files].flatMap(([name, go]) => {
    const [, folder] = /\/plugin\/(\w+)\/setup\.go$/.exec(name) ?? [];
    return folder === undefined || !name.startsWith(prefix) ? [] : [[folder, parseOptions(go)] as const];
  });
  return { version, plugins, options: new Map(options) };
}

/** `case "policy", "force_tcp":` */
function parseOptions(go: string): ReadonlySet<string> {
  const cases = [...go.matchAll(/^\s*case ("[^:\n]+"):/gm)];
  return new Set(cases.flatMap(([, names = '']) => [...names.matchAll(/"([\w-]+)"/g)].map(([, name = '']) => name)));
}

function compareReleases(releases: readonly Release[], known: string, options: ReadonlySet<string>): Stated {
  const steps = releases.slice(1).flatMap((after, at) => {
    const before = releases[at];
    return before === undefined ? [] : [{ before, after }];
  });
  const later = steps.filter(({ after }) => compare(after.version, known) > 0);
  const unread = later.flatMap((step) => listOptionQuestions(step, options));
  const last = unread.length > 0 ? known : (releases.at(-1)?.version ?? known);
  const end = { rowKind: 'known-through', coredns: last, source: findSource(last) };
  const read = new Set(steps.map(({ after }) => after.version));
  return {
    rows: [...steps.flatMap(stateRows), { states: end }],
    covers: ({ rowKind, from, removedIn }) =>
      (rowKind === 'plugins' && read.has(String(from))) ||
      (rowKind === 'removed-plugin' && read.has(String(removedIn))),
    questions: unread,
  };
}

interface Step {
  before: Release;
  after: Release;
}

function stateRows({ before, after }: Step): { states: WrittenRow; whenNew: WrittenRow }[] {
  const { version } = after;
  const whenNew = { source: findSource(version) };
  const added = missing(after.plugins, before.plugins);
  const removed = missing(before.plugins, after.plugins);
  return [
    ...(added.length > 0 ? [{ states: { rowKind: 'plugins', from: version, plugins: added }, whenNew }] : []),
    ...removed.map((plugin) => ({ states: { rowKind: 'removed-plugin', plugin, removedIn: version }, whenNew })),
  ];
}

/** The words for options in the table, with the folder of their plugin: `metrics tls`. */
function listKnownOptions(rows: readonly WrittenRow[]): ReadonlySet<string> {
  const own = rows.filter(({ rowKind }) => rowKind === 'options');
  return new Set(
    own.flatMap(({ plugin, options }) => {
      const folder = plugin === 'prometheus' ? 'metrics' : String(plugin);
      return Array.isArray(options) ? options.map((option) => `${folder} ${option}`) : [];
    }),
  );
}

/** About options that go, of the plugins that both releases have, and about words that come and that no row has. */
function listOptionQuestions({ before, after }: Step, known: ReadonlySet<string>): string[] {
  const lost = [...before.options].flatMap(([folder, options]) =>
    missing(options, after.options.get(folder) ?? options).map(
      (option) => `${folder} ${option}: setup.go of ${after.version} no longer names this option`,
    ),
  );
  const come = [...after.options].flatMap(([folder, options]) =>
    missing(options, before.options.get(folder) ?? new Set())
      .filter((word) => !known.has(`${folder} ${word}`))
      .map(
        (word) => `${folder} ${word}: setup.go of ${after.version} is the first that names it: an option or a value?`,
      ),
  );
  return [...lost, ...come];
}

const missing = (all: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...all].filter((one) => !others.has(one)).toSorted();

function findSource(version: string): string {
  return `https://github.com/coredns/coredns/blob/v${version}/plugin.cfg`;
}
