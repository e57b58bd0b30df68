import type { Context } from '../../../src/check.ts';
import { isWanted } from '../../../src/for-checks/components.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { isBelow, parseAddonVersion } from '../../../src/syntax/versions.ts';
import { findDefects, findReadThrough } from '../../../src/for-checks/addon-defects.ts';

type Tables = Pick<Context<'addon-releases'>, 'tables'>;
type Copy = Facts['vpcCni'][number];

/** What runs a release of an add-on: the EKS add-on, or a copy that no add-on manages. */
export interface Subject {
  addon: string;
  version: string;
  is: { installed: Facts['addons'][number] } | { copy: Copy };
}

/** What the subjects are taken from. */
type Seen = Pick<Facts, 'addons'> & Partial<Pick<Facts, 'addonNames' | 'vpcCni'>>;

/** Copies of the VPC CNI that run and that no EKS add-on manages; none if the names of the add-ons were not read. */
export function selectCopies({ addonNames, vpcCni = [] }: Seen): Copy[] {
  if (addonNames === undefined || addonNames.includes('vpc-cni')) return [];
  return vpcCni.filter((copy) => copy.addon === null && isWanted(copy));
}

/** Only add-ons whose changelog was read, and copies whose version can be read. */
export function listSubjects(facts: Seen, { tables }: Tables): Subject[] {
  const rows = tables['addon-releases'];
  const known = facts.addons.filter(({ name }) => findReadThrough(rows, name) !== undefined);
  return [
    ...known.map((addon): Subject => ({ addon: addon.name, version: addon.version, is: { installed: addon } })),
    ...selectCopies(facts).flatMap((copy): Subject[] =>
      copy.version === null ? [] : [{ addon: 'vpc-cni', version: copy.version, is: { copy } }],
    ),
  ];
}

/** Those whose release the table does not cover, also because it cannot be parsed. */
export function selectUncovered(subjects: readonly Subject[], { tables }: Tables): Subject[] {
  const rows = tables['addon-releases'];
  return subjects.filter(({ addon, version }) => {
    const release = parseAddonVersion(version)?.version;
    const last = findReadThrough(rows, addon);
    if (release === undefined || last === undefined) return true;
    return isBelow(last, release) && findDefects(rows, addon, version).length === 0;
  });
}

/** What a result does not cover. */
export function describeUncovered(uncovered: readonly Subject[]): string {
  const named = uncovered.map(({ addon, version }) => `${addon} ${version}`);
  return `not judged: ${formatList(named)}, which the table of known defects does not cover`;
}

/** What a pass is based on. */
export function describePass(subjects: readonly Subject[], context: Tables): string {
  const rows = context.tables['addon-releases'];
  const uncovered = selectUncovered(subjects, context);
  const judged = subjects.filter((subject) => !uncovered.includes(subject));
  const last = judged.map(({ addon }) => `${addon} ${findReadThrough(rows, addon) ?? ''}`);
  const known = last.length === 0 ? [] : [`known defects through ${formatList([...new Set(last)])}`];
  return [...known, ...(uncovered.length === 0 ? [] : [describeUncovered(uncovered)])].join('; ');
}
