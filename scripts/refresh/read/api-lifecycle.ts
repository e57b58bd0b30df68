import type { Minor } from '../../../src/syntax/versions.ts';
import type { Files } from '../refresher.ts';
import { readMinor } from './kubernetes.ts';

const generated = 'zz_generated.prerelease-lifecycle.go';

/** What k8s.io/api says of a kind in an API version. */
export interface Lifecycle {
  /** `resource.k8s.io/v1beta1` */
  api: string;
  kind: string;
  introduced: Minor;
  deprecated?: Minor | undefined;
  /** The first minor that no longer serves it. */
  removed?: Minor | undefined;
  /** The API version to move to. */
  replacement?: string | undefined;
  /** The page of the file that says so. */
  source: string;
}

/** The lifecycle of each kind that k8s.io/api still has at a minor, and the names of the groups. */
export async function readLifecycles(minor: Minor): Promise<Files> {
  return readMinor('api', minor, [`*/*/${generated}`, '*/*/register.go']);
}

/**
 * Without lists. @param files the files of k8s.io/api by their path
 * @throws Error if there are none, or one of them holds no lifecycle
 */
export function parseLifecycles(files: Files): Lifecycle[] {
  const found = [...files].flatMap(([name, go]) =>
    name.endsWith(generated) ? parsePackage(name, go, files.get(name.replace(generated, 'register.go')) ?? '') : [],
  );
  if (found.length === 0) throw new Error('k8s.io/api has no lifecycles');
  const kinds = new Set(found.map(({ api, kind }) => `${api} ${kind}`));
  return found.filter(({ api, kind }) => !kind.endsWith('List') || !kinds.has(`${api} ${kind.slice(0, -4)}`));
}

function parsePackage(name: string, go: string, register: string): Lifecycle[] {
  const [, group] = /GroupName = "([^"]*)"/.exec(register) ?? [];
  const [, version] = /^package (\w+)$/m.exec(go) ?? [];
  const introduced = parseMinors(go, 'Introduced');
  if (group === undefined || version === undefined || introduced.size === 0)
    throw new Error(`${name} has no lifecycles`);
  const [deprecated, removed] = [parseMinors(go, 'Deprecated'), parseMinors(go, 'Removed')];
  const replacements = parseReplacements(go);
  return [...introduced].map(([kind, from]) => ({
    api: join(group, version),
    kind,
    introduced: from,
    deprecated: deprecated.get(kind),
    removed: removed.get(kind),
    replacement: replacements.get(kind),
    source: `https://github.com/kubernetes/api/blob/master/${name}`,
  }));
}

/** `func (in *DaemonSet) APILifecycleRemoved() (major, minor int) {⏎ return 1, 16` */
function parseMinors(go: string, what: 'Introduced' | 'Deprecated' | 'Removed'): Map<string, Minor> {
  const all = go.matchAll(/^func \(in \*(\w+)\) APILifecycle(\w+)\(\) \(major, minor int\) \{\s+return 1, (\d+)$/gm);
  return new Map([...all].flatMap(([, kind = '', of, minor]) => (of === what ? [[kind, Number(minor)]] : [])));
}

/** `return schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "DaemonSet"}` */
function parseReplacements(go: string): Map<string, string> {
  const all = go.matchAll(
    /^func \(in \*(\w+)\) APILifecycleReplacement\(\) [\w.]+ \{\s+return [\w.]+\{Group: "([^"]*)", Version: "(\w+)"/gm,
  );
  return new Map([...all].map(([, kind = '', group = '', version = '']) => [kind, join(group, version)]));
}

function join(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
