import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutputChunk } from 'rolldown';

/** Licenses that may ship inside an Apache-2.0 package; any other license fails the build. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

/** A package with code in the bundle. */
export interface Package {
  /** The folder where it is installed, as in package-lock.json. */
  folder: string;
  name: string;
  version: string;
  license: string;
  /** The text of its license and notice files; empty if it has none. */
  text: string;
}

/** All packages with at least one byte in the bundle, sorted by name. Throws if a license is not allowed. */
export async function packagesInside(chunks: readonly OutputChunk[], root: string): Promise<Package[]> {
  const folders = [...packageFolders(chunks, root)];
  return (await Promise.all(folders.map((folder) => readPackage(root, folder)))).toSorted(byName);
}

/**
 * The notices: name, version and license of each package, and each license text once, below the packages that share it.
 * Throws if a text cannot be found.
 */
export function thirdPartyNotices(packages: readonly Package[]): string {
  const namesByText = new Map<string, string[]>();
  for (const each of packages) {
    const text = requireLicenseText(each, packages);
    const names = namesByText.get(text) ?? [];
    namesByText.set(text, [...names, `${each.name} ${each.version} (${each.license})`]);
  }
  const rule = '-'.repeat(80);
  const sections = [...namesByText].map(([text, names]) => `${rule}\n${names.join('\n')}\n\n${text}\n`);
  const head = 'eks-preflight contains code of the following packages. Each text belongs to the packages above it.\n';
  return [head, ...sections].join('\n');
}

function packageFolders(chunks: readonly OutputChunk[], root: string): Set<string> {
  const folders = new Set<string>();
  for (const [file, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.relative(root, file))?.[0];
    if (folder !== undefined && renderedLength > 0) folders.add(folder);
  }
  return folders;
}

async function readPackage(root: string, installed: string): Promise<Package> {
  const folder = path.join(root, installed);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Partial<Package>;
  const { name = folder, version = '', license = '' } = manifest;
  if (!allowed.has(license))
    throw new Error(`${name} ${version}: the license "${license}" is not allowed in the bundle`);
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return {
    folder: installed.slice(installed.indexOf('node_modules/')),
    name,
    version,
    license,
    text: texts.map((text) => text.replaceAll('\r', '').trim()).join('\n\n'),
  };
}

/** The Apache License names no copyright holder, so a package without a license file can borrow another's. */
function requireLicenseText({ name, license, text }: Package, packages: readonly Package[]): string {
  if (text !== '') return text;
  const lender =
    license === 'Apache-2.0' ? packages.find((other) => other.license === license && other.text !== '') : undefined;
  if (lender === undefined) throw new Error(`${name} has no license text`);
  return lender.text;
}

function byName(a: Package, b: Package): number {
  const [first, second] = [`${a.name} ${a.version}`, `${b.name} ${b.version}`];
  return first < second ? -1 : Number(first > second);
}
