import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import type { KarpenterCrd } from '../../src/facts/karpenter-objects.ts';
import { continued, sh } from '../../src/syntax/shell.ts';
import { isBelow } from '../../src/syntax/versions.ts';
import { whereInstalled } from '../../src/karpenter/installed.ts';
import { versionUnknown } from './shared/karpenter-controller.ts';
import { rewritesStored, withoutBetaCrds } from '../../src/karpenter/generations.ts';
import { firstFrom } from '../../src/karpenter/version-range.ts';

const kind = 'CustomResourceDefinition';

export default defineCheck({
  id: 'karpenter/crd-stored-versions',
  title: 'Karpenter objects that are still stored in a version which 1.1 removes',
  short: {
    'stored-versions': 'not all objects are stored as v1',
    version: 'Karpenter version unknown',
  },
  task: 'Store all Karpenter objects as v1',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `The CRDs of Karpenter 1.1 only serve v1. The API server rejects a CRD update that removes a version in which
    objects may still be stored (\`status.storedVersions[0]: Invalid value: "v1beta1": must appear in
    spec.versions\`, in newer versions \`missing from spec.versions; v1beta1 was previously a storage version\`).
    Karpenter 1.0.6 and later patches of 1.0 rewrite every object in v1 and then set \`storedVersions\` to it.
    This only works if the CRD stores v1, and takes a while.

    \`kubectl get\` shows every object as v1, in whatever version it is stored: only the status of the CRD shows
    the stored versions.`,
  fix: advice`Run Karpenter 1.0.6 or newer (preferably 1.0.14) with its own CRDs until each of the three CRDs shows
    \`[v1]\`; only then update to 1.1.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1-migration/#stored-version-migration',
    'https://github.com/aws/karpenter-provider-aws/issues/7734',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterCrds'],

  *run({ karpenterControllers, karpenterCrds }, { karpenter }) {
    const { versions } = karpenter;
    const [today] = versions;
    if (today === undefined) yield* versionUnknown(karpenterControllers, 'whether 1.1 comes next');
    const at = firstFrom(versions, withoutBetaCrds);
    if (today === undefined || at === undefined) return;
    for (const crd of karpenterCrds.filter(({ name }) => converted.includes(name))) {
      if (crd.storage === 'v1' && crd.storedVersions.join(' ') === 'v1') continue;
      yield notRewritten(crd, today, at, versions.find(rewritesStored));
    }
  },
});

/** The CRDs whose objects 1.0 converts from v1beta1. */
const converted = ['nodepools.karpenter.sh', 'nodeclaims.karpenter.sh', 'ec2nodeclasses.karpenter.k8s.aws'];

/** @param stop the version of the path that rewrites the objects; undefined if none does */
function notRewritten(crd: KarpenterCrd, today: string, at: string, stop: string | undefined): Finding {
  const { name, storage, storedVersions } = crd;
  const stored = `[${storedVersions.join(', ')}]`;
  const comes = stop !== undefined && stop !== today;
  const refused = `the API server rejects the CRD of ${at}`;
  const state = `storedVersions is ${stored}${storage === 'v1' ? '' : `, and the storage version is ${storage ?? 'unknown'}`}`;
  const message = comes
    ? `${state}: stay on ${stop} until it is [v1], or ${refused}`
    : stop === today && storage === 'v1'
      ? `${state}: Karpenter ${today} has not rewritten all objects yet; until then, ${refused}`
      : `${state}: ${refused}`;
  return {
    level: comes ? 'warn' : 'fail',
    rule: 'stored-versions',
    atKarpenter: at,
    resource: { kind, name },
    message,
    evidence: [
      {
        observed: `storedVersions ${stored}, storage ${storage ?? 'none'}`,
        required: 'storedVersions [v1], storage v1',
      },
    ],
    fix: rewriting(crd, today, stop),
  };
}

function rewriting({ storage }: KarpenterCrd, today: string, stop: string | undefined): Advice {
  const look = commands(
    continued(sh`kubectl get crd ${converted}`, sh`-o custom-columns=CRD:.metadata.name,STORED:.status.storedVersions`),
  );
  if (!isBelow(today, withoutBetaCrds)) {
    return advice`This CRD is from 1.0 or older, and Karpenter ${today} does not rewrite objects. Roll back to 1.0.14
      with its CRDs, wait until this command shows \`[v1]\` for each, then update again with the CRDs of
      ${today}.\n\n${look}`;
  }
  if (stop === undefined)
    return advice`First update to 1.0.14 with its CRDs, and stay there until this command shows \`[v1]\` for
      each.\n\n${look}`;
  const crds =
    storage === 'v1'
      ? advice``
      : advice` This can only start once the CRD stores v1: update the CRDs to ${stop} first.`;
  const stuck = advice`If it does not complete: the controller needs get and patch permissions for
    CustomResourceDefinitions, and every object must be valid in v1 (its log shows which are not).`;
  return advice`Stay on ${stop} until this command shows \`[v1]\` for each.${crds} ${stuck}\n\n${look}`;
}
