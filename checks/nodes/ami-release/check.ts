import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { nodeEvidence } from '../../../src/for-checks/node-owners.ts';
import { buildReplaceRemedy } from '../../../src/for-checks/node-replacement.ts';
import { nodeClassFacts, ownObjects, poolFacts } from '../../../src/karpenter/own-objects.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { findDefects, findFirstMinor, findGoodRelease, reports, selectDefects, type Defect } from './defects.ts';
import { nameManager, releaseFix } from './fixes.ts';
import { describePass, describeUncovered, findUnreached } from './reach.ts';
import { listSubjects, type Subject } from './subjects.ts';

type Here = Pick<Context, 'cluster' | 'karpenter' | 'current'>;

const uses = ['nodes', 'nodeImages', ...poolFacts, ...nodeClassFacts] as const;
type Seen = Pick<Facts, 'nodegroups'> & Partial<Pick<Facts, (typeof uses)[number]>>;

export default defineCheck({
  id: 'nodes/ami-release',
  title: 'Releases of EKS AMIs with known defects',
  short: 'AMI release with a known defect',
  task: 'Update nodes to an AMI release without the defect',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `Some releases of the EKS AMIs have known defects: kernels that panic, a containerd that does not
    start some images. AWS recalled or abandoned a few of them. The changelog and the issues of
    awslabs/amazon-eks-ami are the sources.

    The check takes the release from the release version of a managed node group, from the name of a custom AMI that
    Amazon owns, and from a pinned alias of a Karpenter node class. For other nodes, it finds only defects of a kernel
    or containerd version that the node reports. A group that runs a defective release is a warning, because its next
    update replaces the AMI. An alias that is pinned to a recalled or abandoned release is a failure, because the update
    launches new nodes from it.

    Only Amazon Linux is judged: Bottlerocket and Windows have other releases. A release that is newer than the table
    is not judged unless it has a row: the result names it, and the check is skipped if there is no other. Nodes whose
    release nothing names are judged only by their kernel and containerd. AMI selectors of Karpenter with IDs, names or tags are judged only
    by the nodes that they launched.`,
  fix: advice`Update the nodes to a release without the defect.`,
  links: [
    'https://github.com/awslabs/amazon-eks-ami/blob/main/CHANGELOG.md',
    'https://docs.aws.amazon.com/eks/latest/userguide/eks-linux-ami-versions.html',
  ],
  needs: ['nodegroups'],
  uses,
  warnsBy: ['nodes', 'nodeImages'],
  tables: ['ami-releases', 'managed-changes'],

  applies: {
    needs: ['nodegroups'],
    uses,
    when(facts, { versions, tables }) {
      if (uses.some((fact) => facts[fact] === undefined)) return true;
      return findUnreached(toSubjects(facts, versions), tables['ami-releases']) ?? true;
    },
  },
  passedBy: (facts, { versions, tables }) => describePass(toSubjects(facts, versions), tables['ami-releases']),
  basis: (facts, { versions, tables }) => describeUncovered(toSubjects(facts, versions), tables['ami-releases']),

  *run(facts, { versions, tables, ...here }) {
    const defects = selectDefects(tables['ami-releases']);
    for (const subject of toSubjects(facts, versions)) {
      const found = findDefects(subject, defects);
      if (found.length === 0) continue;
      const finding = toFinding(toReporting(subject, found), found, findGoodRelease(subject, found, defects), here);
      yield { ...finding, fix: nameManager(finding.fix, subject, facts, { ...here, tables }) };
    }
  },
});

function toSubjects({ nodegroups, nodes = [], nodeImages, ...objects }: Seen, versions: readonly Minor[]): Subject[] {
  return listSubjects({ nodegroups, nodes, nodeImages, own: ownObjects(objects), versions });
}

/** Without a known release, only the nodes that report a defective version. */
function toReporting(subject: Subject, found: readonly Defect[]): Subject {
  if (subject.release !== undefined) return subject;
  return { ...subject, nodes: subject.nodes.filter((node) => found.some((defect) => reports(node, defect))) };
}

function toFinding(subject: Subject, found: readonly Defect[], good: string | undefined, here: Here) {
  const { resource, release, by } = subject;
  const isWithdrawn = found.some(({ state }) => state !== 'known');
  const at = Math.min(...found.flatMap((defect) => findFirstMinor(subject, defect) ?? []));
  return {
    level: by === 'pinned' && isWithdrawn ? ('fail' as const) : ('warn' as const),
    rule: release === undefined ? `like-v${found[0]?.from ?? ''}` : `v${release}`,
    ...(by === 'pinned' && at > here.current ? { at } : {}),
    resource,
    ...buildReplaceRemedy(resource),
    message: `${describeUse(subject, found)}: ${found.map(describeDefect).join('; ')}`,
    evidence: listEvidence(subject, good),
    links: [...new Set(found.map(({ source }) => source))],
    fix: releaseFix(subject, good, here),
  };
}

function describeUse({ by, release, family }: Subject, found: readonly Defect[]): string {
  if (by === 'pinned') return `pins new nodes to ${family.toLowerCase()}@v${release ?? ''}`;
  if (release !== undefined) return `runs AMI release v${release}`;
  const signs = found.flatMap(({ kernel, containerd }) => [
    ...(kernel === undefined ? [] : [`kernel ${kernel}`]),
    ...(containerd === undefined ? [] : [`containerd ${containerd}`]),
  ]);
  return `runs ${[...new Set(signs)].join(' and ')}`;
}

const certainties = { 'single-source': ' (reported once)', unconfirmed: ' (reported, not confirmed)' } as const;

function describeDefect({ state, defect, confidence }: Defect): string {
  const certainty = confidence === undefined ? '' : certainties[confidence];
  return state === 'known' ? `${defect}${certainty}` : `AWS ${state} it (${defect})${certainty}`;
}

function listEvidence(subject: Subject, good: string | undefined): Evidence[] {
  const { by, release, family, nodes, resource } = subject;
  const required = good === undefined ? 'a release without the defect' : `v${good} or later`;
  if (release === undefined) {
    return nodeEvidence(
      nodes,
      resource,
      required,
      ({ kernelVersion, containerRuntimeVersion }) => `kernel ${kernelVersion}, ${containerRuntimeVersion}`,
    );
  }
  if (by === 'pinned') {
    return [{ observed: `alias ${family.toLowerCase()}@v${release}`, required, fact: 'karpenterNodeClasses' }];
  }
  return [{ observed: `release v${release}`, required, fact: by === 'nodegroup' ? 'nodegroups' : 'nodeImages' }];
}
