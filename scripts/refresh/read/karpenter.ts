import compare from 'semver/functions/compare.js';
import type { Files, Limits } from '../refresher.ts';
import { combineFiles, listVersions, readModule, readVersionDay } from './go-module.ts';

export const karpenterModule = 'github.com/aws/karpenter-provider-aws';
const coreModule = 'sigs.k8s.io/karpenter';

/** The first release that is read: what earlier ones have no longer changes. */
const first = '1.0.0';

/** `v1.15.3` becomes `1.15`. */
export function findMinor(version: string): string {
  return version.replace(/^v/, '').split('.').slice(0, 2).join('.');
}

/** The releases of Karpenter from 1.0 on that the module proxy lists, up to the limits, oldest first: `v1.15.2`. */
export async function listKarpenterReleases({ karpenter, day }: Limits): Promise<string[]> {
  const kept: string[] = [];
  for (const version of await listVersions(karpenterModule)) {
    if (compare(version, first) < 0 || (karpenter !== undefined && compare(version, `${karpenter}.999`) > 0)) continue;
    if (day === undefined || (await readVersionDay(`${karpenterModule}@${version}`)) <= day) kept.push(version);
  }
  return kept;
}

/** Reads files, or folders, of each release of Karpenter for AWS that {@link listKarpenterReleases} names. */
export async function readKarpenter(limits: Limits, paths: readonly string[]): Promise<Files> {
  const readings: Files[] = [];
  for (const version of await listKarpenterReleases(limits))
    readings.push(await readModule(`${karpenterModule}@${version}`, paths));
  return combineFiles(readings);
}

/**
 * Reads files of each release, and the options of the Karpenter that it is built on. A release whose core the module
 * proxy does not give is left out: nothing is known of it then.
 */
export async function readKarpenterWithCore(limits: Limits, paths: readonly string[]): Promise<Files> {
  const readings: Files[] = [];
  for (const version of await listKarpenterReleases(limits)) {
    const own = await readModule(`${karpenterModule}@${version}`, [...paths, 'go.mod']);
    const core = await readWhereGiven(`${coreModule}@${findCore(own, version.slice(1))}`, [optionsFile]);
    if (core !== undefined) readings.push(own, core);
  }
  return combineFiles(readings);
}

/**
 * Reads files of the main branch, which a module proxy need not give. Nothing if the reading ends at a day or a version,
 * as the branch has no end.
 */
export async function readMainBranch({ karpenter, day }: Limits, paths: readonly string[]): Promise<Files> {
  if (karpenter !== undefined || day !== undefined) return new Map();
  return (await readWhereGiven(`${karpenterModule}@main`, paths)) ?? new Map<string, string>();
}

/** Where both modules declare their settings. */
export const optionsFile = 'pkg/operator/options/options.go';

async function readWhereGiven(module: string, paths: readonly string[]): Promise<Files | undefined> {
  try {
    return await readModule(module, paths);
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    if (/: (?:403 Forbidden|404 Not Found|410 Gone)/.test(said)) return undefined;
    throw error;
  }
}

/** The releases whose files are there, oldest first: `1.15.2`. @throws Error if there are none */
export function listReadReleases(files: Files): string[] {
  const found = new Set<string>();
  for (const name of files.keys()) {
    const version = name.startsWith(`${karpenterModule}@v`) ? /@v([\d.]+)\//.exec(name)?.[1] : undefined;
    if (version !== undefined) found.add(version);
  }
  if (found.size === 0) throw new Error('no release of Karpenter was read');
  return [...found].toSorted(compare);
}

/** The text of a file at a release. @throws Error if the release does not have it */
export function readAt(files: Files, version: string, path: string): string {
  return readFrom(files, `${karpenterModule}@v${version}/${path}`);
}

/** The options of the Karpenter that a release for AWS is built on. @throws Error if they are not there */
export function readCoreOptions(files: Files, version: string): string {
  return readFrom(files, `${coreModule}@${findCore(files, version)}/${optionsFile}`);
}

function findCore(files: Files, version: string): string {
  const [, core] = /^\s*sigs\.k8s\.io\/karpenter (v\S+)/m.exec(readAt(files, version, 'go.mod')) ?? [];
  if (core === undefined) throw new Error(`go.mod of Karpenter ${version} does not name sigs.k8s.io/karpenter`);
  return core;
}

function readFrom(files: Files, name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`${name} is not there`);
  return text;
}

/** `https://github.com/aws/karpenter-provider-aws/blob/v1.15.0/pkg/operator/options/options.go` */
export function linkTo(version: string, path: string): string {
  return `https://github.com/aws/karpenter-provider-aws/blob/v${version}/${path}`;
}

/** The same in the repository of the core, in which a minor has the number of the release for AWS. */
export function linkToCore(version: string, path: string): string {
  return `https://github.com/kubernetes-sigs/karpenter/blob/v${version}/${path}`;
}

/** What a table that was read up to the last of these releases may say of itself. */
export function knowsThrough(releases: readonly string[]): { karpenter: string } | undefined {
  const last = releases.at(-1);
  return last === undefined ? undefined : { karpenter: findMinor(last) };
}
