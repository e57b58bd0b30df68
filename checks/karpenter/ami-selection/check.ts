import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { besideManager } from '../../../src/for-checks/managed-fix.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { reads } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { isRollback } from '../../../src/syntax/versions.ts';
import { nodeClassFacts, ownObjects, poolFacts, selectPools } from '../../../src/karpenter/own-objects.ts';
import { familyFinding, pinnedFinding } from './aliases.ts';
import { imageFindings } from './images.ts';
import { rollbackFindings, whyRollback } from './rollback.ts';

export default defineCheck({
  id: 'karpenter/ami-selection',
  title: 'Node classes whose AMIs do not follow the update',
  short: {
    pinned: 'pinned alias has no AMI for the version',
    family: 'AMI family has no AMI for the version',
    newer: 'kubelet newer than the control plane',
    'newer-today': 'kubelet too new until the update',
    older: 'new nodes get an older kubelet',
    'not-told': 'kubelet version of new nodes unknown',
    deprecated: 'AMI is deprecated',
    'too-new': 'new nodes are too new for a rollback',
  },
  task: {
    '': 'Select AMIs that the control plane accepts',
    older: 'Select AMIs for the new Kubernetes version',
  },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `An alias (\`al2023@latest\`, \`bottlerocket@v1.20.4\`) and an AMI family without terms follow the control
    plane: after its update Karpenter looks for AMIs of the new minor version, and drift replaces the nodes. This is
    intended and not reported. An alias that is pinned to a release older than the first AMIs of the new minor version
    finds no AMI: then Karpenter cannot launch nodes of that class.

    AMIs that are selected by id, name, tags or an SSM parameter do not change. After the update, new nodes start with
    the old kubelet, and nothing drifts, until you change the selector; a kubelet older than the supported version
    skew must not join. A wildcard without the minor version selects the newest AMI, whose kubelet may be newer than
    the control plane: a failure, unless a version of the path reaches it.

    The kubelet version of an AMI is read from its name, otherwise from the nodes that run it. If neither shows it, it
    is unknown. If several AMIs match, Karpenter uses the newest one for each architecture. The check does not look up
    whether an AMI of an alias exists in this region; karpenter/references judges selectors that find nothing, and
    nodes/amazon-linux-2 judges Amazon Linux 2.

    ${whyRollback}`,
  fix: advice`Select AMIs for the minor version of the control plane, preferably with an alias.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
    'https://karpenter.sh/docs/tasks/managing-amis/',
    'https://kubernetes.io/releases/version-skew-policy/#kubelet',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts],
  uses: ['karpenterImages', 'nodes'],
  counts: ['karpenterPools', 'karpenterNodeClasses'],
  tables: ['karpenter-images', 'skew', 'managed-changes'],

  *run({ karpenterImages, nodes, ...facts }, context) {
    const { pools, nodeClasses } = ownObjects(facts);
    const [today] = context.karpenter.versions;
    for (const nodeClass of nodeClasses) {
      if (today !== undefined && !reads(today, nodeClass.kind)) continue;
      const using = selectPools(nodeClass, pools);
      const users = using.map(({ name }) => name);
      // Karpenter launches no nodes with a node class that no pool uses.
      if (users.length === 0) continue;
      const selected = karpenterImages?.find(({ kind, name }) => kind === nodeClass.kind && name === nodeClass.name);
      const own = nodes?.filter(({ computeType, group }) => computeType === 'karpenter' && users.includes(group ?? ''));
      const known = { nodeClass, using, selected, nodes: own };
      const found = isRollback(context)
        ? rollbackFindings(known, today, context)
        : [
            ...pinnedFinding(nodeClass, context),
            ...familyFinding(nodeClass, today, context),
            ...imageFindings(known, context),
          ];
      for (const finding of found) yield nameManager(finding, nodeClass, context.tables['managed-changes']);
    }
  },
});

function nameManager(finding: Finding, { owner }: KarpenterNodeClass, rows: Tables['managed-changes']): Finding {
  if (finding.fix === undefined || finding.level === 'unknown') return finding;
  const managed = { of: { owner }, subject: 'the node class', change: 'node-class', rows } as const;
  return { ...finding, fix: besideManager(finding.fix, managed) };
}
