import { advice } from '../../../src/languages/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { reads } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { nodeClassFacts, ownObjects, poolFacts, poolsOf } from '../../../src/karpenter/own-objects.ts';
import { familyFinding, pinnedFinding } from './aliases.ts';
import { imageFindings } from './images.ts';

export default defineCheck({
  id: 'karpenter/ami-selection',
  title: 'Node classes whose images do not follow the update',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `An alias (\`al2023@latest\`, \`bottlerocket@v1.20.4\`) and a family without terms follow the control plane: after its update
    Karpenter looks for images of the new minor, and drift replaces the nodes. That is how it should be, and nothing is said
    of it. An alias that is pinned to a release finds nothing where the release is older than the first images of the new
    minor: then no node of that class starts.

    Images that are selected by id, name, tags or a parameter stay as they are. After the update, new nodes start with the
    old kubelet, and nothing drifts, until somebody changes the selector; further behind than Kubernetes supports, they must
    not join. A wildcard without the minor in it takes the newest image, which may hold a kubelet that is newer than the
    control plane.

    Which kubelet an image holds is told by its name, else by the nodes that run of it. If neither tells, it is unknown.
    Where several images match, Karpenter takes the newest for each architecture. Whether an image of an alias exists in this
    region is not looked up; selectors that find nothing are judged by karpenter/references, and Amazon Linux 2 by
    nodes/amazon-linux-2.`,
  fix: advice`Select images of the control plane's minor, best by an alias.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
    'https://karpenter.sh/docs/tasks/managing-amis/',
    'https://kubernetes.io/releases/version-skew-policy/#kubelet',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts],
  uses: ['karpenterImages', 'nodes'],
  counts: ['karpenterPools', 'karpenterNodeClasses'],
  tables: ['karpenter-images', 'skew'],

  *run({ karpenterImages, nodes, ...facts }, context) {
    const { pools, nodeClasses } = ownObjects(facts);
    const [today] = context.karpenter.versions;
    for (const nodeClass of nodeClasses) {
      if (today !== undefined && !reads(today, nodeClass.kind)) continue;
      const using = poolsOf(nodeClass, pools);
      const users = using.map(({ name }) => name);
      // A class that no pool uses starts no node.
      if (users.length === 0) continue;
      yield* pinnedFinding(nodeClass, context);
      yield* familyFinding(nodeClass, today, context);
      const selected = karpenterImages?.find(({ kind, name }) => kind === nodeClass.kind && name === nodeClass.name);
      const own = nodes?.filter(({ computeType, group }) => computeType === 'karpenter' && users.includes(group ?? ''));
      yield* imageFindings({ nodeClass, using, selected, nodes: own }, context);
    }
  },
});
