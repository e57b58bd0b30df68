import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { Crd } from '../../src/facts/api-extensions.ts';
import { forCount, formatList } from '../../src/syntax/english.ts';
import { oneLine } from '../../src/syntax/one-line.ts';
import { continued, sh } from '../../src/syntax/shell.ts';
import { installedBy } from './shared/called-services.ts';

const versioning =
  'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/';

export default defineCheck({
  id: 'apis/crd-versions',
  title: 'CRDs with stored versions that are no longer served, or with only deprecated versions',
  short: {
    deprecated: 'stores objects in a deprecated version',
    'stored-versions': 'stored versions are no longer served',
  },
  task: 'Update the software that installs the CRDs',
  severity: 'warn',
  blocks: 'deployments',
  phase: 'before',
  why: `\`status.storedVersions\` of a CRD lists every version in which objects may be stored. The API server rejects
    an update of the CRD that removes one of them from \`spec.versions\`. A later release of the software that removes
    such a version therefore cannot be installed. A stored version that the CRD no longer serves is usually the next one
    to be removed: first, write its objects again in the storage version, and remove it from \`storedVersions\`.

    A CRD can mark its versions as deprecated. The check reports this if the deprecated version is the storage version,
    or if the CRD serves no other version. If the CRD also serves a newer version, the check does not determine which
    clients still use the deprecated one: it reads neither manifests of Helm releases nor the inventories of Argo CD and
    Flux.

    The check does not judge the CRDs of Karpenter (karpenter/crd-stored-versions and karpenter/crds judge them) or
    those of EKS Auto Mode, which AWS updates.`,
  fix: advice`Write all objects again in the storage version, then remove the old version from \`storedVersions\`.`,
  links: [`${versioning}#upgrade-existing-objects-to-a-new-stored-version`, `${versioning}#version-deprecation`],
  needs: ['crds'],

  *run({ crds }) {
    for (const crd of crds) {
      if (elsewhere.has(crd.group)) continue;
      yield* unservedStored(crd);
      yield* deprecatedOnly(crd);
    }
  },
});

/** API groups that other checks cover, and those of EKS Auto Mode. */
const elsewhere = new Set(['karpenter.sh', 'karpenter.k8s.aws', 'eks.amazonaws.com']);
const longest = 200;

const toResource = ({ name }: Crd) => ({ kind: 'CustomResourceDefinition', name });

function* unservedStored(crd: Crd): Iterable<Warning> {
  const served = crd.versions.flatMap((version) => (version.served ? [version.name] : []));
  const unserved = crd.storedVersions.filter((version) => !served.includes(version));
  if (unserved.length === 0) return;
  yield {
    level: 'warn',
    rule: 'stored-versions',
    resource: toResource(crd),
    message: `objects may be stored as ${formatList(unserved)}, which the CRD no longer serves: the API server rejects a CRD update that removes ${forCount(unserved.length, 'this version', 'these versions')}`,
    evidence: [
      {
        observed: `storedVersions ${formatList(crd.storedVersions, 8)}, served ${formatList(served, 8) || 'none'}`,
        required: 'only served versions in storedVersions',
      },
    ],
    fix: migration(crd, unserved),
  };
}

function migration(crd: Crd, unserved: readonly string[]): Advice {
  const storage = crd.versions.find((version) => version.storage)?.name ?? 'the storage version';
  const resource = `${crd.plural}.${crd.group}`;
  return advice`Follow the storage version migration in the documentation of the software: it writes every object
    again, so that it is stored as ${storage}, and only then removes ${formatList(unserved)} from
    \`status.storedVersions\`. Objects that were not written again can no longer be read when the version is removed.${installedBy(crd)}
    The following commands show the versions of the CRD, and its objects.\n${commands(
      continued(
        sh`kubectl get crd ${crd.name}`,
        sh`--output 'custom-columns=CRD:.metadata.name,VERSIONS:.spec.versions[*].name,STORED:.status.storedVersions'`,
      ),
      sh`kubectl get ${resource} --all-namespaces --output name`,
    )}`;
}

function* deprecatedOnly(crd: Crd): Iterable<Warning> {
  const served = crd.versions.filter((version) => version.served);
  const stored = crd.versions.find((version) => version.storage && version.deprecated === true);
  const isLast = served.length > 0 && served.every(({ deprecated }) => deprecated === true);
  const [version] = stored === undefined ? (isLast ? served : []) : [stored];
  if (version === undefined) return;
  const names = served.map(({ name }) => name);
  const what = isLast
    ? `serves only versions that it marks as deprecated (${formatList(names)})`
    : `stores objects as ${version.name}, which it marks as deprecated`;
  const warning = oneLine(version.deprecationWarning ?? '', longest);
  yield {
    level: 'warn',
    rule: 'deprecated',
    ...(isLast ? { short: 'serves only deprecated versions' } : {}),
    phase: 'after',
    resource: toResource(crd),
    message: `${what}${warning === '' ? '' : `: ${warning}`}`,
    evidence: [{ observed: `${version.name} is deprecated`, required: 'a version that is not deprecated' }],
    fix: advice`Update the software that installs the CRD, or move to the replacement that its release notes
      name.${installedBy(crd)}\n${commands(sh`kubectl get crd ${crd.name} --output yaml`)}`,
  };
}
