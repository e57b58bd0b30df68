import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { applyCrd } from '../../../src/for-checks/karpenter-crds.ts';

export {
  bringsCrds,
  listCrds,
  formatCrdFileName,
  isOwned,
  missedVersions,
  selectConflictingCrds,
  updateCrds,
} from '../../../src/for-checks/karpenter-crds.ts';

/** CRDs that EKS Auto Mode has, too: https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html */
const shared = ['nodeclaims.karpenter.sh', 'nodepools.karpenter.sh'];

/** With EKS Auto Mode, CRDs are applied one by one, because the chart of the CRDs also contains the shared ones. */
export function updateBesideAutoMode(name: string, version: string): Advice {
  if (shared.includes(name)) {
    return advice`EKS Auto Mode and Karpenter share this CRD. EKS manages it, and the user guide says not to change it
      while both run (so do not use the chart \`karpenter-crd\`). Choose a version of Karpenter that works with this
      CRD,
      or ask AWS Support for a newer CRD.`;
  }
  return advice`Apply only this CRD, before you update the controller: the chart \`karpenter-crd\` would also change
    the CRDs of karpenter.sh, which EKS Auto Mode shares and EKS keeps.\n\n${commands(applyCrd(name, version))}`;
}
