import { defineCheck, type Finding } from '../../../src/check.ts';
import { observedVersion, toResource, versionNotReadable } from '../../../src/for-checks/components.ts';
import { addonResource, blockedBy } from '../../../src/for-checks/eks-addon.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { isBelow, parseAddonVersion } from '../../../src/syntax/versions.ts';
import { findDefects, type Defect } from '../../../src/for-checks/addon-defects.ts';
import { withPermissions } from '../../../src/for-checks/addon-permissions.ts';
import { withoutDefects } from '../../../src/for-checks/offered.ts';
import { leaveFix } from './fix.ts';
import {
  describePass,
  describeUncovered,
  listSubjects,
  selectCopies,
  selectUncovered,
  type Subject,
} from './subjects.ts';

export default defineCheck({
  id: 'addons/known-defects',
  title: 'Releases of add-ons with known defects',
  short: {
    defect: 'release with a known defect',
    'role-lacks': 'IAM role lacks a new permission',
    'version-not-readable': 'version cannot be read',
  },
  task: 'Update add-ons to a release without the defect',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `Some releases of EKS add-ons have known defects: a VPC CNI that makes EC2 throttle the account, a driver whose
    mounts hang when its pods restart. EKS may still list such a version, even as the default. Changelogs and issues
    of the projects are the sources.

    The check reads the version of the VPC CNI, as an EKS add-on or self-managed, and of the EBS and EFS CSI drivers as
    EKS add-ons; addons/controllers judges self-managed drivers. A release that is newer than the table is not judged
    unless it has a row: the result names it, and the check is skipped if there is no other. Other add-ons are not
    judged. No fix of another check names a version with a known defect.`,
  fix: advice`Update the add-on to a release without the defect.`,
  links: [
    'https://github.com/aws/amazon-vpc-cni-k8s/blob/master/CHANGELOG.md',
    'https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/CHANGELOG.md',
    'https://github.com/kubernetes-sigs/aws-efs-csi-driver/releases',
  ],
  needs: ['addons'],
  uses: ['addonNames', 'vpcCni', 'addonVersions', 'componentRights'],
  tables: ['addon-releases', 'release-permissions', 'managed-changes'],
  applies: {
    needs: ['addons'],
    uses: ['addonNames', 'vpcCni'],
    when(facts, context) {
      if (facts.vpcCni === undefined || facts.addonNames === undefined) return true;
      if (selectCopies(facts).some(({ version }) => version === null)) return true;
      const subjects = listSubjects(facts, context);
      if (subjects.length === 0) return 'the cluster has no add-on that the table of known defects covers';
      const uncovered = selectUncovered(subjects, context);
      return uncovered.length < subjects.length || describeUncovered(uncovered);
    },
  },
  passedBy: (facts, context) => describePass(listSubjects(facts, context), context),
  basis(facts, context) {
    const uncovered = selectUncovered(listSubjects(facts, context), context);
    return uncovered.length === 0 ? undefined : describeUncovered(uncovered);
  },

  *run({ addonVersions, componentRights, ...facts }, context) {
    const { 'addon-releases': rows, 'release-permissions': permissions } = context.tables;
    const known = { rows: permissions, componentRights };
    const offers = addonVersions === undefined ? [] : withoutDefects(addonVersions, facts.addons, rows);
    for (const copy of selectCopies(facts)) {
      if (copy.version === null) yield versionNotReadable(copy, 'the VPC CNI');
    }
    for (const subject of listSubjects(facts, context)) {
      const found = findDefects(rows, subject.addon, subject.version);
      if (found.length === 0) continue;
      const good = findGoodAgain(found);
      const offered = offers.find(({ name }) => name === subject.addon);
      const finding = toFinding(subject, found, good, leaveFix(subject, good, offered, context));
      if ('copy' in subject.is) yield finding;
      else yield* withPermissions(finding, subject.is.installed, { ...known, vpcCni: facts.vpcCni });
    }
  },
});

/** The first release without any of the defects; null: no source names one. */
function findGoodAgain(found: readonly Defect[]): string | null {
  return found
    .map(({ goodAgain }) => goodAgain)
    .reduce((a, b) => (a === null || b === null ? null : isBelow(a, b) ? b : a));
}

const certainties = { 'single-source': ' (reported once)', unconfirmed: ' (reported, not confirmed)' } as const;

function toFinding(
  { addon, version, is }: Subject,
  found: readonly Defect[],
  good: string | null,
  fix: Advice,
): Finding<'warn'> {
  const defects = found.map(({ defect, confidence }) => {
    return `${defect}${confidence === undefined ? '' : certainties[confidence]}`;
  });
  const effects = found.flatMap(({ onUpdate }) => onUpdate ?? []);
  return {
    level: 'warn',
    rule: `defect:${parseAddonVersion(version)?.version ?? version}`,
    resource: 'copy' in is ? toResource(is.copy) : addonResource(is.installed.name, is.installed.owner),
    blocks: blockedBy(addon),
    message: `${addon} ${version} has a known defect: ${defects.join('; ')}`,
    evidence: [
      {
        observed: 'copy' in is ? observedVersion(is.copy) : version,
        required: good === null ? 'a release without the defect' : `${good} or later`,
        fact: 'copy' in is ? 'vpcCni' : 'addons',
      },
    ],
    fix: effects.length === 0 ? fix : advice`${effects.join(' ')}\n\n${fix}`,
    links: found.map(({ source }) => source),
  };
}
