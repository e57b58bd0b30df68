import { format, type Minor } from '../../../src/syntax/versions.ts';
import { combineFiles } from '../read/go-module.ts';
import { findNewestMinor, listMinors, pickMinor, readMinor } from '../read/kubernetes.ts';
import type { Files, Refresher } from '../refresher.ts';

/** The first version whose removed gates the table names. */
const first: Minor = 23;

/** Where the gates of the kubelet and of kube-proxy are registered. Not all of it exists in each version. */
const registering = {
  kubernetes: ['pkg/features'],
  apiserver: ['pkg/features'],
  'apiextensions-apiserver': ['pkg/features'],
  'client-go': ['features'],
  'component-base': ['logs/kube_features.go', 'logs/api/v1/kube_features.go', 'metrics/features', 'zpages/features'],
} as const;
const repositories = Object.keys(registering) as (keyof typeof registering)[];

/** The gates that one version registers and no later one. */
export const featureGates: Refresher = {
  table: 'feature-gates',
  from: 'registry',
  identify: ({ gate }) => String(gate),
  async fetch({ kubernetes }) {
    const last = await findNewestMinor(kubernetes);
    const minors = Array.from({ length: last - first + 2 }, (_, at) => first - 1 + at);
    const readings = minors.map((minor) =>
      Promise.all(repositories.map((one) => readMinor(one, minor, registering[one]))),
    );
    return combineFiles((await Promise.all(readings)).flat());
  },
  parse(files) {
    const minors = listMinors(files, 'kubernetes');
    const known = minors.map((minor) => parseGates(pickRegistering(files, minor), minor));
    const [, ...later] = minors;
    return {
      rows: later.flatMap((minor, at) => {
        const remaining = new Set(known.slice(at + 1).flatMap((gates) => [...gates]));
        const gone = [...(known[at] ?? [])].filter((gate) => !remaining.has(gate)).toSorted();
        return gone.map((gate) => stateRow(gate, minor));
      }),
      covers: ({ from, isGroup }) => isGroup !== true && later.some((minor) => format(minor) === from),
      knownThrough: { kubernetes: format(Math.max(...minors)) },
    };
  },
};

function pickRegistering(files: Files, minor: Minor): Files {
  return combineFiles(
    repositories.map((repository) => {
      const own = pickMinor(files, repository, minor);
      return new Map([...own].map(([name, go]) => [`${repository}/${name}`, go] as const));
    }),
  );
}

/**
 * The keys of the maps from which gates are registered, by the names that their constants give them. A constant without
 * a key is no gate: removing the key removes the gate. @throws Error if there are few, or one has no constant
 */
export function parseGates(files: Files, minor: Minor): ReadonlySet<string> {
  const texts = [...files.values()];
  const names = new Map(texts.flatMap(parseConstants));
  const keys = texts.flatMap((go) => [...go.matchAll(/^\t+(\w+\.)?([A-Za-z]\w+):\s*\{/gm)]);
  const gates = new Set(
    keys.map(([, of, key = '']) => {
      const name = names.get(key);
      // Gates of kube-controller-manager, whose constants are in a separate repository.
      if (name === undefined && of !== undefined) return key;
      if (name === undefined) throw new Error(`no constant names the gate ${key} of ${format(minor)}`);
      return name;
    }),
  );
  if (gates.size < 100) throw new Error(`${format(minor)} has only ${gates.size} feature gates`);
  return gates;
}

/** `AppArmor featuregate.Feature = "AppArmor"`, `Other = featuregate.Feature("Other")`, `Third = "Third"` */
function parseConstants(go: string): [string, string][] {
  const all = go.matchAll(/^\s*(\w+)(?:\s+[\w.]*Feature)?\s*=\s*(?:[\w.]*Feature\()?"(\w+)"/gm);
  return [...all].map(([, constant = '', name = '']) => [constant, name]);
}

function stateRow(gate: string, from: Minor) {
  const source = `https://github.com/kubernetes/kubernetes/blob/v${format(from)}.0/pkg/features/kube_features.go`;
  return { states: { gate, from: format(from) }, whenNew: { source } };
}
