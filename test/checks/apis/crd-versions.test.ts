import { expect } from 'vitest';
import check from '../../../checks/apis/crd-versions.ts';
import type { Crd } from '../../../src/facts/api-extensions.ts';
import { checkCases } from '../cases.ts';

const name = 'certificates.cert-manager.io';
const v1 = { name: 'v1', served: true, storage: true };
const beta = { name: 'v1beta1', served: true, storage: false };
const alpha = { name: 'v1alpha2', served: false, storage: false };

function aCrd(more: Partial<Crd> = {}): Crd {
  return {
    name,
    group: 'cert-manager.io',
    kind: 'Certificate',
    plural: 'certificates',
    versions: [v1],
    storedVersions: ['v1'],
    conversion: { strategy: 'None', service: null },
    ...more,
  };
}

const facts = (more: Partial<Crd> = {}) => ({ crds: [aCrd(more)] });
const resource = { kind: 'CustomResourceDefinition', name };
const deprecated = { deprecated: true as const, deprecationWarning: 'cert-manager.io/v1beta1 is deprecated; use v1' };

checkCases(check, [
  { it: 'is silent about a CRD that stores what it serves', facts: facts(), findings: [] },
  {
    it: 'is silent about an old stored version that is still served',
    facts: facts({ versions: [v1, beta], storedVersions: ['v1beta1', 'v1'] }),
    findings: [],
  },
  {
    it: 'warns about a stored version that is no longer served',
    facts: facts({ versions: [v1, alpha], storedVersions: ['v1alpha2', 'v1'] }),
    findings: [
      {
        level: 'warn',
        rule: 'stored-versions',
        resource,
        message:
          'objects may be stored as v1alpha2, which the CRD no longer serves: the API server rejects a CRD update that removes this version',
        evidence: [
          {
            observed: 'storedVersions v1alpha2 and v1, served v1',
            required: 'only served versions in storedVersions',
          },
        ],
        fix: expect.stringMatching(
          /storage version migration[^]*stored as v1, and only then removes v1alpha2[^]*kubectl get crd certificates\.cert-manager\.io \\\n  --output 'custom-columns=[^]*kubectl get certificates\.cert-manager\.io --all-namespaces --output name/,
        ),
      },
    ],
  },
  {
    it: 'warns about a stored version that the CRD no longer has, and names all of several',
    facts: facts({
      storedVersions: ['v1alpha2', 'v1alpha3', 'v1'],
      owner: { release: 'cert-manager', releaseNamespace: 'cert-manager', managedBy: 'Helm' },
    }),
    findingsLike: [
      {
        level: 'warn',
        message:
          'objects may be stored as v1alpha2 and v1alpha3, which the CRD no longer serves: the API server rejects a CRD update that removes these versions',
        fix: expect.stringContaining('The object belongs to the Helm release cert-manager in namespace cert-manager.'),
      },
    ],
  },
  {
    it: 'is silent about a deprecated version that is served beside the one that is stored',
    facts: facts({ versions: [v1, { ...beta, ...deprecated }] }),
    findings: [],
  },
  {
    it: 'warns where the stored version is deprecated, with the warning of the CRD',
    facts: facts({
      versions: [
        { ...v1, storage: false },
        { ...beta, storage: true, ...deprecated },
      ],
      storedVersions: ['v1beta1'],
    }),
    findings: [
      {
        level: 'warn',
        rule: 'deprecated',
        phase: 'after',
        resource,
        message:
          'stores objects as v1beta1, which it marks as deprecated: cert-manager.io/v1beta1 is deprecated; use v1',
        evidence: [{ observed: 'v1beta1 is deprecated', required: 'a version that is not deprecated' }],
        fix: expect.stringContaining('kubectl get crd certificates.cert-manager.io --output yaml'),
      },
    ],
  },
  {
    it: 'warns where only deprecated versions are served',
    facts: facts({
      versions: [
        { ...v1, served: false },
        { ...beta, deprecated: true },
      ],
      storedVersions: [],
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'deprecated',
        short: 'serves only deprecated versions',
        message: 'serves only versions that it marks as deprecated (v1beta1)',
      },
    ],
  },
  {
    it: 'is silent about a deprecated version that is no longer served',
    facts: facts({ versions: [v1, { ...alpha, ...deprecated }] }),
    findings: [],
  },
  ...['karpenter.sh', 'karpenter.k8s.aws', 'eks.amazonaws.com'].map((group) => ({
    it: `leaves CRDs of ${group} to others`,
    facts: facts({ group, storedVersions: ['v1beta1', 'v1'] }),
    findings: [],
  })),
]);
