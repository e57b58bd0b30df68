import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { countOutsideAutoMode } from '../../../src/for-checks/auto-mode-addons.ts';
import { calledWithVersion, toResource } from '../../../src/for-checks/components.ts';
import { absentDns } from './absent-dns.ts';
import { scaleUp, type Copy, type Here } from './scale-up.ts';

const titles: Readonly<Record<Copy['component'], { title: string; stops: string }>> = {
  coredns: { title: 'CoreDNS', stops: 'names do not resolve in the cluster' },
  'vpc-cni': { title: 'the VPC CNI', stops: 'new pods get no address' },
  'kube-proxy': { title: 'kube-proxy', stops: 'nodes do not route to Services' },
  'aws-load-balancer-controller': {
    title: 'the AWS Load Balancer Controller',
    stops: 'load balancers keep their old targets, and requests for Services and Ingresses fail at its webhooks',
  },
  'ebs-csi-controller': { title: 'the EBS CSI controller', stops: 'EBS volumes are not attached to new pods' },
};

/**
 * Findings for components without an available pod or with fewer than half of their pods available, for CoreDNS that is
 * absent or scaled to 0, and for an AWS Load Balancer Controller that is scaled to 0.
 * @param nodes undefined: not read; without nodes, the missing pods of Deployments are pending, and are not reported
 */
export function* coreFindings(
  copies: readonly Copy[],
  nodes: readonly NodeFact[] | undefined,
  here: Here,
): Generator<Finding> {
  for (const copy of copies.filter(({ component }) => component !== 'coredns')) {
    if (copy.component === 'aws-load-balancer-controller' && copy.pods?.wanted === 0) yield scaledDown(copy, here);
    else yield* missingPods(copy, nodes, 'fail');
  }
  if (nodes === undefined || nodes.length === 0) return;
  yield* dnsFindings(clusterDns(copies), nodes, here);
}

/** CoreDNS in kube-system serves the cluster's DNS; copies elsewhere count only if kube-system has none. */
function clusterDns(copies: readonly Copy[]): Copy[] {
  const all = copies.filter(({ component }) => component === 'coredns');
  const system = all.filter(({ namespace }) => namespace === 'kube-system');
  return system.length === 0 ? all : system;
}

function* dnsFindings(copies: readonly Copy[], nodes: readonly NodeFact[], here: Here): Generator<Finding> {
  const outside = countOutsideAutoMode('coredns', here.cluster, nodes);
  if (copies.length === 0 && outside !== 0) yield absentDns(here, titles.coredns.stops, outside);
  if (copies.some(({ pods }) => pods !== null && pods.available > 0)) {
    for (const copy of copies) yield* fewPods(copy);
    return;
  }
  const isNeeded = nodes.some(({ computeType }) => computeType !== 'auto');
  const wanting = copies.filter(({ pods }) => pods?.wanted !== 0);
  for (const copy of wanting) yield* missingPods(copy, nodes, isNeeded ? 'fail' : 'warn');
  if (wanting.length > 0 || !isNeeded) return;
  for (const copy of copies) yield { ...scaledDown(copy, here), level: 'fail' };
}

function* missingPods(copy: Copy, nodes: readonly NodeFact[] | undefined, level: 'fail' | 'warn'): Generator<Finding> {
  const { component, pods, kind } = copy;
  const { title, stops } = titles[component];
  const common = { resource: toResource(copy), blocks: blocks(copy), fix: lookFix(copy) };
  if (pods === null) {
    const message = `Kubernetes does not report yet how many pods of ${title} are available`;
    yield { ...common, level: 'unknown', rule: 'availability-not-reported', message };
    return;
  }
  // Without nodes, a DaemonSet has no desired pods, and pods of Deployments are pending.
  const hasNodes = kind === 'DaemonSet' || (nodes !== undefined && nodes.length > 0);
  if (pods.wanted === 0 || !hasNodes) return;
  if (pods.available > 0) {
    yield* fewPods(copy);
    return;
  }
  yield {
    ...common,
    level,
    rule: 'none-available',
    message: `${calledWithVersion(copy, title)} has 0 of ${formatCount(pods.wanted, 'pod')} available: ${stops}`,
    evidence: [
      { observed: `0 of ${pods.wanted} available`, required: 'at least one available pod', fact: 'coreComponents' },
    ],
  };
}

/** During a rollout, up to half of the pods may be unavailable. */
function* fewPods(copy: Copy): Generator<Finding> {
  const { component, pods } = copy;
  if (pods === null || pods.available === 0 || pods.available * 2 >= pods.wanted) return;
  const seen = `${pods.available} of ${pods.wanted}`;
  yield {
    level: 'warn',
    rule: 'few-available',
    resource: toResource(copy),
    blocks: blocks(copy),
    message: `${calledWithVersion(copy, titles[component].title)} has ${seen} pods available, fewer than half`,
    evidence: [{ observed: `${seen} available`, required: 'at least half of the pods', fact: 'coreComponents' }],
    fix: advice`Find out why the other pods are not available, and fix the cause before the update.\n${look(copy)}`,
  };
}

function scaledDown(copy: Copy, here: Here): Finding {
  const { title, stops } = titles[copy.component];
  return {
    level: 'warn',
    rule: 'scaled-to-0',
    resource: toResource(copy),
    blocks: blocks(copy),
    message: `${title} ${copy.kind === 'Deployment' ? 'is scaled to 0' : 'has 0 desired pods'}: ${stops}`,
    evidence: [{ observed: '0 desired pods', required: 'at least one available pod', fact: 'coreComponents' }],
    fix:
      copy.kind === 'Deployment'
        ? scaleUp(copy, here)
        : advice`Find out why its node selector matches no node.\n${look(copy)}`,
  };
}

function blocks({ component }: Copy): 'nodes' | 'workloads' {
  return component === 'vpc-cni' || component === 'kube-proxy' ? 'nodes' : 'workloads';
}

function lookFix(copy: Copy): Advice {
  return advice`Find out why no pod is available, and fix the cause before the update.\n${look(copy)}`;
}

function look({ kind, namespace, name }: Copy): Advice {
  return commands(
    sh`kubectl -n ${namespace} describe ${`${kind.toLowerCase()}/${name}`}`,
    sh`kubectl -n ${namespace} get pods -o wide`,
    sh`kubectl -n ${namespace} get events --sort-by=.lastTimestamp`,
  );
}
