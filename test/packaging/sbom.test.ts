import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sbom, type Lock, type Manifest } from '../../scripts/sbom.ts';

/** The SBOM of the built bundle, compared with its notices and package-lock.json. */

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const own = JSON.parse(read('package.json')) as Manifest;

interface Component {
  name: string;
  version: string;
  purl: string;
  licenses: [{ license: { id: string } }];
  hashes: [{ content: string }];
}
const document = JSON.parse(read('dist/sbom.cdx.json')) as { components: Component[] };

/**
 * A strict schema of the parts of CycloneDX 1.6 that the SBOM uses: it rejects any other property. A time, for example,
 * would change with each build.
 */

const text = { type: 'string', minLength: 1 };
const closed = (properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const list = (items: object) => ({ type: 'array', uniqueItems: true, minItems: 1, items });
const licenses = list(closed({ license: closed({ id: text }) }));
const purl = { type: 'string', pattern: String.raw`^pkg:npm/(%40[a-z0-9-]+/)?[a-z0-9.-]+@\d+\.\d+\.\d+$` };
const common = { 'bom-ref': purl, name: text, version: text, licenses, purl };
const hash = closed({ alg: { const: 'SHA-512' }, content: { type: 'string', pattern: '^[0-9a-f]{128}$' } });
const cycloneDx = closed({
  $schema: { const: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
  bomFormat: { const: 'CycloneDX' },
  specVersion: { const: '1.6' },
  version: { const: 1 },
  metadata: closed({ component: closed({ type: { const: 'application' }, ...common }) }),
  components: list(closed({ type: { const: 'library' }, ...common, hashes: list(hash) })),
});

it('is CycloneDX 1.6 of this version, and names no component twice', () => {
  const validate = new Ajv({ allErrors: true }).compile(cycloneDx);
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  expect(document).toMatchObject({ metadata: { component: { name: own.name, version: own.version } } });
  expect(new Set(document.components.map((one) => one.purl)).size).toBe(document.components.length);
});

it('has the packages of the notices, as package-lock.json knows them', () => {
  const notices = read('THIRD_PARTY_NOTICES.txt').matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d\S*) \(([\w.-]+)\)$/gm);
  const inside = Array.from(notices, ([line]) => line).toSorted();
  const listed = document.components.map(({ name, version, licenses: [{ license }] }) => {
    return `${name} ${version} (${license.id})`;
  });
  expect(listed.toSorted()).toEqual(inside);
  const { packages } = JSON.parse(read('package-lock.json')) as Lock;
  const digests = Object.values(packages).map(({ integrity }) => integrity?.replace('sha512-', ''));
  for (const { name, hashes } of document.components) {
    expect([name, digests.includes(Buffer.from(hashes[0].content, 'hex').toString('base64'))]).toEqual([name, true]);
  }
});

const nested = { folder: 'node_modules/a/node_modules/@s/b', name: '@s/b', version: '1.2.3', license: 'MIT', text: '' };

it('takes the digest of the folder that is bundled', () => {
  const lock = {
    packages: { 'node_modules/@s/b': { integrity: 'sha512-AAAA' }, [nested.folder]: { integrity: 'sha512-//8=' } },
  };
  expect(JSON.parse(sbom([nested], own, lock))).toMatchObject({
    components: [{ purl: 'pkg:npm/%40s/b@1.2.3', hashes: [{ alg: 'SHA-512', content: 'ffff' }] }],
  });
});

it.each([{}, { [nested.folder]: {} }, { [nested.folder]: { integrity: 'sha1-AAAA' } }])(
  'is not written without a digest: %j',
  (packages) => {
    expect(() => sbom([nested], own, { packages })).toThrow('@s/b 1.2.3: package-lock.json has no SHA-512');
  },
);
