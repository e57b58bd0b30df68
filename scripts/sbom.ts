import type { Package } from './notices.ts';

/** The fields of eks-preflight itself in the SBOM. */
export interface Manifest {
  name: string;
  version: string;
  license: string;
}

/** The digests in package-lock.json, by folder. */
export interface Lock {
  packages: Record<string, { integrity?: string }>;
}

/**
 * The packages in the bundle as a CycloneDX 1.6 SBOM. It has no time or serial number: the same bundle has the same
 * SBOM. Throws if package-lock.json has no digest of a package.
 */
export function sbom(packages: readonly Package[], own: Manifest, lock: Lock): string {
  const components = packages.map((each) => ({ ...component('library', each), hashes: [requireHash(each, lock)] }));
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component('application', own) },
    components,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function component(type: string, { name, version, license }: Manifest): object {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type, 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
}

/** Converts npm's digest, which is SHA-512 in base64. */
function requireHash({ folder, name, version }: Package, { packages }: Lock): object {
  const [, digest] = /^sha512-(.*)$/.exec(packages[folder]?.integrity ?? '') ?? [];
  if (digest === undefined) throw new Error(`${name} ${version}: package-lock.json has no SHA-512 of ${folder}`);
  return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') };
}
