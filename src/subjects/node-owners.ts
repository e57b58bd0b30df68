import { advice, commands, type Advice } from '../languages/advice.ts';
import type { Evidence, Finding, Resource } from '../check.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import { continued, pieces, sh, type Command } from '../languages/shell.ts';
import { format, parseMinor, type Minor } from '../languages/versions.ts';

/** Nodes of one owner at one kubelet minor: what one upgrade action replaces. */
export interface OwnedNodes {
  computeType: NodeFact['computeType'];
  resource: Resource;
  kubelet: Minor;
  /** Of a managed node group, as EKS names it; null where it names none or the owner is something else. */
  amiType: string | null;
  /** Empty: a node group at zero, judged by its own version. */
  nodes: readonly NodeFact[];
}

/** A node or a node group whose version cannot be read. */
export interface Unreadable {
  resource: Resource;
  version: string;
}

/**
 * Groups nodes by what replaces them: a managed node group, a NodePool, a Fargate workload (never a virtual node), else
 * the node itself. Node groups without a node are added with the version that EKS gives them.
 */
export function ownersOf(
  nodes: Facts['nodes'],
  nodegroups: Facts['nodegroups'],
  fargateWorkloads: Facts['fargateWorkloads'],
): { owned: OwnedNodes[]; unreadable: Unreadable[] } {
  const owned = new Map<string, OwnedNodes & { nodes: NodeFact[] }>();
  const unreadable: Unreadable[] = [];
  const amiTypes = new Map(nodegroups.map(({ name, amiType }) => [name, amiType]));
  for (const node of nodes) {
    const kubelet = parseMinor(node.kubeletVersion);
    if (kubelet === undefined) {
      unreadable.push({ resource: { kind: 'Node', name: node.name }, version: node.kubeletVersion });
      continue;
    }
    for (const resource of resourcesOf(node, fargateWorkloads)) {
      const key = [resource.kind, resource.namespace, resource.name, kubelet].join('\n');
      const amiType = node.computeType === 'managed' ? (amiTypes.get(resource.name) ?? null) : null;
      const group = owned.get(key) ?? { computeType: node.computeType, resource, kubelet, amiType, nodes: [] };
      group.nodes.push(node);
      owned.set(key, group);
    }
  }
  const atZero = emptyNodegroups(nodes, nodegroups);
  return { owned: [...owned.values(), ...atZero.owned], unreadable: [...unreadable, ...atZero.unreadable] };
}

/** What replaces this node: its node group, its NodePool, the workloads of a virtual node on Fargate, else the node itself. */
export function resourcesOf(node: NodeFact, fargateWorkloads: Facts['fargateWorkloads']): Resource[] {
  if (node.computeType === 'managed' && node.group !== null) return [{ kind: 'NodeGroup', name: node.group }];
  if (node.computeType === 'karpenter' && node.group !== null) return [{ kind: 'NodePool', name: node.group }];
  if (node.computeType === 'auto' && node.group !== null)
    return [{ kind: 'NodePool', name: node.group, note: 'EKS Auto Mode' }];
  const workloads = fargateWorkloads.filter((workload) => workload.nodes.includes(node.name));
  if (node.computeType === 'fargate' && workloads.length > 0) {
    return workloads.map(({ kind, namespace, name }) => ({ kind, namespace, name, note: 'on Fargate' }));
  }
  return [{ kind: 'Node', name: node.name }];
}

function emptyNodegroups(nodes: Facts['nodes'], nodegroups: Facts['nodegroups']) {
  const populated = new Set(nodes.map(({ computeType, group }) => (computeType === 'managed' ? group : null)));
  const owned: OwnedNodes[] = [];
  const unreadable: Unreadable[] = [];
  for (const { name, version, amiType } of nodegroups) {
    if (populated.has(name)) continue;
    const resource = { kind: 'NodeGroup', name, note: 'no nodes' };
    const kubelet = version === null ? undefined : parseMinor(version);
    if (kubelet === undefined) unreadable.push({ resource, version: version ?? 'none named by EKS' });
    else owned.push({ computeType: 'managed', resource, kubelet, amiType, nodes: [] });
  }
  return { owned, unreadable };
}

/** The finding for what is there while its version cannot be read. */
export function unreadableFinding({ resource, version }: Unreadable, current: Minor): Finding {
  const source = resource.kind === 'NodeGroup' ? "the AMI that the group's launch template names" : "the node's AMI";
  return {
    level: 'unknown',
    resource,
    message: `kubelet version not readable: ${version}`,
    fix: advice`Look up ${source}, and compare the Kubernetes version that it was built for with the control plane's ${format(current)} by hand.`,
  };
}

/** What was seen: each node, or the version of a node group without nodes. */
export function evidenceOf({ nodes, resource, kubelet }: OwnedNodes, required: string): Evidence[] {
  if (nodes.length === 0) return [{ observed: format(kubelet), required, fact: 'nodegroups' }];
  return nodes.map(({ name, kubeletVersion }) => ({
    observed: kubeletVersion,
    required,
    fact: 'nodes',
    ...(resource.kind === 'Node' ? {} : { resource: `Node ${name}` }),
  }));
}

/** What the fixes have to know of Amazon Linux 2, which has images up to a Kubernetes version only. */
type AmazonLinux2 = Tables['amazon-linux-2'];
type Fix = (owner: OwnedNodes, cluster: Facts['cluster'], to: Minor, amazonLinux2: AmazonLinux2) => Advice;

const fixes: { [Type in NodeFact['computeType']]: Fix } = {
  managed: managedFix,
  'self-managed': selfManagedFix,
  karpenter: karpenterFix,
  auto: () =>
    advice`EKS replaces Auto Mode nodes by itself. Look for what holds them back: a disruption budget of \`nodes: "0"\`, the annotation \`karpenter.sh/do-not-disrupt\`, a PodDisruptionBudget that lets no pod go.`,
  fargate: fargateFix,
  hybrid: hybridFix,
};

/** What replaces these nodes by newer ones, filled in. */
export function replaceFix(
  owner: OwnedNodes,
  cluster: Facts['cluster'],
  to: Minor,
  amazonLinux2: AmazonLinux2,
): Advice {
  return fixes[owner.computeType](owner, cluster, to, amazonLinux2);
}

/** True where EKS has images of Amazon Linux 2 for this minor. */
export function hasAmazonLinux2(minor: Minor, rows: AmazonLinux2): boolean {
  return rows.some((row) => row.rowKind === 'last-kubernetes' && minor <= row.kubernetes);
}

/** Source: UpdateNodegroupVersion, which refuses a version for a custom AMI, and a change of operating system. */
function managedFix(
  { resource, amiType }: OwnedNodes,
  { region, name }: Facts['cluster'],
  to: Minor,
  amazonLinux2: AmazonLinux2,
): Advice {
  const update = (...options: readonly Command[]): Advice =>
    commands(
      continued(
        sh`aws eks update-nodegroup-version --region ${region} --cluster-name ${name}`,
        pieces(sh`--nodegroup-name ${resource.name}`, ...options),
      ),
    );
  if (amiType === 'CUSTOM') {
    return advice`The group has a custom AMI: build or choose one of ${format(to)}, name it in a new version of the group's launch template, and update the group to that (EKS takes no Kubernetes version here).\n${update(
      sh`--launch-template id=LAUNCH_TEMPLATE_ID,version=VERSION`,
    )}`;
  }
  if (amiType?.startsWith('AL2_') === true && !hasAmazonLinux2(to, amazonLinux2)) {
    return advice`EKS has no Amazon Linux 2 image of ${format(to)}: create a node group with an AMI type of Amazon Linux 2023 or Bottlerocket, move the pods, and delete \`${resource.name}\`.`;
  }
  const custom =
    amiType === null
      ? advice`\nA group with a custom AMI takes a launch template version with an AMI of ${format(to)} instead.`
      : advice``;
  return advice`Update the node group; EKS takes the newest image of its AMI type.\n${update(sh`--kubernetes-version ${format(to)}`)}${custom}`;
}

function selfManagedFix(
  { nodes }: OwnedNodes,
  { region }: Facts['cluster'],
  to: Minor,
  amazonLinux2: AmazonLinux2,
): Advice {
  const replace = advice`Replace the node by one with an AMI of ${format(to)}: a new launch template version, then a rolling replacement of its Auto Scaling group (\`kubectl drain\` before a node goes).`;
  const parameter =
    nodes[0] === undefined
      ? undefined
      : imageParameter(nodes[0].osImage, to, { hasAmazonLinux2: hasAmazonLinux2(to, amazonLinux2) });
  return parameter === undefined
    ? replace
    : advice`${replace} The image of EKS${onGraviton(parameter)}:\n${lookUpImage(parameter, region)}`;
}

/** What to write into the parameter's name for Graviton; empty where it says so itself. */
export function onGraviton(parameter: string): Advice {
  return parameter.includes('x86_64') ? advice` (\`arm64\` in the place of \`x86_64\` for Graviton)` : advice``;
}

/** The command that prints the id of an image of EKS. */
export function lookUpImage(parameter: string, region: string): Advice {
  return commands(
    continued(
      sh`aws ssm get-parameter --region ${region} --query Parameter.Value --output text`,
      sh`--name ${parameter}`,
    ),
  );
}

/** By the name that a node reports: `Amazon Linux 2`, not `Amazon Linux 2023.9.20251014`. */
export function isAmazonLinux2(osImage: string): boolean {
  return /^Amazon Linux 2(?![\d.])/.test(osImage.trim());
}

/**
 * The public parameter that holds the newest EKS image for an operating system.
 * @param to the Kubernetes version of the image
 * @param there whether EKS has images of Amazon Linux 2 for it
 * @returns undefined where it is not one of the EKS images
 */
export function imageParameter(osImage: string, to: Minor, there: { hasAmazonLinux2: boolean }): string | undefined {
  const eks = `/aws/service/eks/optimized-ami/${format(to)}`;
  if (osImage.startsWith('Bottlerocket'))
    return `/aws/service/bottlerocket/aws-k8s-${format(to)}/x86_64/latest/image_id`;
  const windows = /^Windows Server (\d{4})/.exec(osImage)?.[1];
  if (windows !== undefined) {
    return `/aws/service/ami-windows-latest/Windows_Server-${windows}-English-Core-EKS_Optimized-${format(to)}/image_id`;
  }
  if (!osImage.startsWith('Amazon Linux')) return undefined;
  if (isAmazonLinux2(osImage) && there.hasAmazonLinux2) return `${eks}/amazon-linux-2/recommended/image_id`;
  return `${eks}/amazon-linux-2023/x86_64/standard/recommended/image_id`;
}

function karpenterFix({ nodes }: OwnedNodes, _cluster: Facts['cluster'], to: Minor): Advice {
  return advice`Let Karpenter replace the nodes through drift: an AMI alias \`@latest\` in the node class follows the control plane by itself, an AMI chosen by id, name or tag does not (point it at ${format(to)}). Or delete the nodes one at a time; Karpenter drains and replaces each.\n${commands(
    sh`kubectl delete node ${nodes[0]?.name ?? 'NODE'}`,
  )}`;
}

function fargateFix({ resource, nodes }: OwnedNodes): Advice {
  const { kind, name, namespace } = resource;
  const kubectl = namespace === undefined ? sh`kubectl` : sh`kubectl -n ${namespace}`;
  if (kind === 'Deployment' || kind === 'StatefulSet') {
    return advice`Redeploy the workload: a new Fargate pod gets the control plane's version.\n${commands(
      sh`${kubectl} rollout restart ${`${kind.toLowerCase()}/${name}`}`,
    )}`;
  }
  if (kind === 'Pod') {
    return advice`Delete the pod and create it again (nothing else does): a new Fargate pod gets the control plane's version.\n${commands(
      sh`${kubectl} delete pod ${name}`,
    )}`;
  }
  const act = namespace === undefined ? sh`kubectl get pods --all-namespaces` : sh`${kubectl} delete pods`;
  return advice`Delete the pod of each virtual node: its controller starts a new one, which gets the control plane's version.\n${commands(
    sh`${act} --field-selector spec.nodeName=${nodes[0]?.name ?? name}`,
  )}`;
}

/** Source: the user guide's page on upgrades of hybrid nodes; nodeadm does not drain. */
function hybridFix({ nodes, resource }: OwnedNodes, _cluster: Facts['cluster'], to: Minor): Advice {
  const node = nodes[0]?.name ?? resource.name;
  return advice`Replace the hybrid node, or upgrade it in place (it is down meanwhile); its CNI has to support ${format(to)} first.\n${commands(
    sh`kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data`,
    sh`sudo nodeadm upgrade ${format(to)} -c file://nodeConfig.yaml   # on the node itself`,
    sh`kubectl uncordon ${node}`,
  )}`;
}
