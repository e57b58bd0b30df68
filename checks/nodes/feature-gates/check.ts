import { defineCheck } from '../../../src/check.ts';
import { nodeClassFacts, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { launchFacts, listLaunches } from '../shared/launches.ts';
import { kubeProxyFindings } from './kube-proxy.ts';
import { userDataFindings } from './user-data.ts';

export default defineCheck({
  id: 'nodes/feature-gates',
  title: 'Feature gates that newer kubelets do not know',
  short: { 'user-data': 'sets a removed feature gate', 'kube-proxy': 'sets a removed feature gate' },
  task: {
    '': 'Start nodes without the removed feature gates',
    'kube-proxy': 'Remove the feature gate from kube-proxy',
  },
  severity: 'fail',
  blocks: 'nodes',
  alsoBlocks: ['workloads'],
  phase: 'before',
  why: `Kubernetes removes a feature gate some versions after its feature is always on or is dropped. A kubelet that gets
    such a gate does not start, whether the gate is on or off ("unrecognized feature gate"): new nodes never join, and
    the update of a managed node group fails. kube-proxy does not start either.

    The check reads the user data of launch templates and of Karpenter's node classes, in all places where kubelets get
    gates (\`--feature-gates\`, \`featureGates\` of a NodeConfig or in a file that a script changes), and the
    configuration of kube-proxy. It keeps only gates in its table. Each group is judged from the kubelet of its oldest
    node on: a kubelet that runs has accepted its gates. \`AllAlpha\` and \`AllBeta\` are a warning from 1.35 on: the
    kubelet refuses them if one of these gates depends on a gate that is off.

    Gates inside a custom AMI are not visible: check them when you build the AMI for the next version. Bottlerocket has
    no setting for feature gates. Whether the configuration of kube-proxy was read, addons/kube-proxy-mode reports.`,
  fix: advice`Remove the feature gates before you update the nodes.`,
  links: [
    'https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates-removed/',
    'https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/',
  ],
  needs: ['nodes'],
  uses: [...launchFacts, ...poolFacts, ...nodeClassFacts, 'kubeProxyModes'],
  counts: ['nodes'],
  tables: ['feature-gates', 'managed-changes'],

  *run({ kubeProxyModes = [], ...facts }, context) {
    const launches = listLaunches(facts, context.current);
    const byObject = grouped(launches, ({ resource: { kind, name } }) => `${kind}\n${name}`);
    for (const same of byObject.values()) yield* userDataFindings(same, context);
    yield* kubeProxyFindings(kubeProxyModes, context);
  },
});
