import type { ReportedFinding } from '../../judge/result.ts';
import { applyCrd, listCrds } from '../../for-checks/karpenter-crds.ts';
import { crdsUpdate, karpenterRemedy } from '../../for-checks/update-commands.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { loadTable } from '../../tables/tables.ts';
import type { Known } from './draft.ts';
import { listKarpenterSteps, type KarpenterStep } from './karpenter-moves.ts';

/** Rules of `karpenter/version-behind` about the running version, which a later version ends. */
const behindRules: readonly (string | null)[] = [
  'patch',
  'minor',
  'major-version-zero',
  'not-a-release',
  'disagreement',
];

/** The findings about CRDs that their update to a version closes: those whose fix is this update. */
export function selectCrdFindings(to: string, how: Advice, { found }: Pick<Known, 'found'>): ReportedFinding[] {
  const lines = new Set(how.commands);
  return found.filter(
    (finding) =>
      finding.check === 'karpenter/crds' &&
      isAt(finding, to) &&
      finding.level !== 'unknown' &&
      (finding.level === 'warn' || (finding.commands.length > 0 && finding.commands.every((line) => lines.has(line)))),
  );
}

/** The findings that an update of the controller closes. The last update also ends what is about today's version. */
export function selectControllerFindings(
  { to }: KarpenterStep,
  isLast: boolean,
  { found }: Pick<Known, 'found'>,
): ReportedFinding[] {
  return found.filter((finding) => {
    const { check, remedy, level, rule, at } = finding;
    if (level === 'unknown') return false;
    if (remedy !== null && remedy.startsWith('update-karpenter:')) return remedy === karpenterRemedy(to);
    if (check === 'karpenter/breaking-changes') return isAt(finding, to) && level === 'warn';
    return isLast && check === 'karpenter/version-behind' && at === null && behindRules.includes(rule);
  });
}

function isAt({ at }: ReportedFinding, version: string): boolean {
  return at?.component === 'karpenter' && at.version === version;
}

/** How to update the CRDs, if they were read. */
export function crdsHow(step: KarpenterStep): Advice {
  if (step.crds === undefined && !step.autoMode)
    return advice`The scan did not read the CRDs. Let it list CustomResourceDefinitions, and make the plan again: how to update them depends on what owns them.`;
  return step.autoMode ? besideAutoMode(step) : crdsUpdate(step);
}

/** EKS Auto Mode manages the CRDs of karpenter.sh; the others are Karpenter's own. */
function besideAutoMode({ to }: KarpenterStep): Advice {
  const own = listCrds(to, loadTable('karpenter-crds').rows).filter((name) => name.endsWith('.karpenter.k8s.aws'));
  return advice`EKS Auto Mode manages the CRDs of karpenter.sh: do not change them with the chart \`karpenter-crd\`. Apply only the CRD of Karpenter itself:\n${commands(...own.map((name) => applyCrd(name, to)))}`;
}

/** The fingerprints of the findings about CRDs that an update of Karpenter on the path closes. */
export function listCrdsClosed(known: Known): ReadonlySet<string> {
  const closed = listKarpenterSteps(known).flatMap((step) => selectCrdFindings(step.to, crdsHow(step), known));
  return new Set(closed.map(({ fingerprint }) => fingerprint));
}
