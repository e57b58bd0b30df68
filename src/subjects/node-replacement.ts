import { advice, commands, type Advice } from '../languages/advice.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import { continued, pieces, sh, type Command } from '../languages/shell.ts';
import { format, type Minor } from '../languages/versions.ts';
import {
  hasAmazonLinux2,
  imageParameter,
  isAmazonLinux2Type,
  lookUpImage,
  onGraviton,
  type AmazonLinux2,
} from './node-images.ts';
import type { OwnedNodes } from './node-owners.ts';

type Fix = (owner: OwnedNodes, cluster: Facts['cluster'], to: Minor, amazonLinux2: AmazonLinux2) => Advice;

const fixes: { [Type in NodeFact['computeType']]: Fix } = {
  managed: managedFix,
  'self-managed': selfManagedFix,
  karpenter: karpenterFix,
  auto: () =>
    advice`EKS replaces Auto Mode nodes by itself. Look for what holds them back: a disruption budget of \`nodes: "0"\`,
      the annotation \`karpenter.sh/do-not-disrupt\`, a PodDisruptionBudget that lets no pod go.`,
  fargate: fargateFix,
  hybrid: hybridFix,
  virtual: (_owner, _cluster, to) =>
    advice`Install a release of the virtual kubelet's provider that is made for ${format(to)}.`,
};

/** How to replace these nodes with newer ones, filled in. */
export function replaceFix(
  owner: OwnedNodes,
  cluster: Facts['cluster'],
  to: Minor,
  amazonLinux2: AmazonLinux2,
): Advice {
  return fixes[owner.computeType](owner, cluster, to, amazonLinux2);
}

/** The command that updates a managed node group with these options. */
export function updateNodegroup({ region, name }: Facts['cluster'], group: string, ...options: Command[]): Command {
  return continued(
    sh`aws eks update-nodegroup-version --region ${region} --cluster-name ${name}`,
    pieces(sh`--nodegroup-name ${group}`, ...options),
  );
}

/** The command that drains a node. */
export function drainNode(node: string): Command {
  return sh`kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data`;
}

/** Source: UpdateNodegroupVersion, which rejects a version for a custom AMI, and a change of operating system. */
function managedFix(
  { resource, amiType }: OwnedNodes,
  cluster: Facts['cluster'],
  to: Minor,
  amazonLinux2: AmazonLinux2,
): Advice {
  const update = (option: Command): Advice => commands(updateNodegroup(cluster, resource.name, option));
  if (amiType === 'CUSTOM') {
    return advice`The group has a custom AMI: build or choose one of ${format(to)}, name it in a new version of the
      group's launch template, and update the group to that (EKS takes no Kubernetes version here).\n${update(
        sh`--launch-template id=LAUNCH_TEMPLATE_ID,version=VERSION`,
      )}`;
  }
  if (isAmazonLinux2Type(amiType) && !hasAmazonLinux2(to, amazonLinux2)) {
    return advice`EKS has no Amazon Linux 2 image of ${format(to)}: create a node group with an AMI type of Amazon
      Linux 2023 or Bottlerocket, move the pods, and delete \`${resource.name}\` once they run there (the fix of nodes/amazon-linux-2 has the
      commands).`;
  }
  const custom =
    amiType === null
      ? advice`\nA group with a custom AMI takes a launch template version with an AMI of ${format(to)} instead.`
      : advice``;
  const command = update(sh`--kubernetes-version ${format(to)}`);
  return advice`Update the node group; EKS takes the newest image of its AMI type.\n${command}${custom}`;
}

function selfManagedFix(
  { nodes }: OwnedNodes,
  { region }: Facts['cluster'],
  to: Minor,
  amazonLinux2: AmazonLinux2,
): Advice {
  if (nodes.length === 0) {
    return advice`Name an AMI of ${format(to)} in a new version of the launch template that the Auto Scaling group uses,
      and let the group use that version: it has no node to replace.`;
  }
  const replace = advice`Replace the node by one with an AMI of ${format(to)}: a new launch template version, then a
    rolling replacement of its Auto Scaling group (\`kubectl drain\` before a node goes).`;
  const parameter =
    nodes[0] === undefined
      ? undefined
      : imageParameter(nodes[0].osImage, to, { hasAmazonLinux2: hasAmazonLinux2(to, amazonLinux2) });
  return parameter === undefined
    ? replace
    : advice`${replace} The image of EKS${onGraviton(parameter)}:\n${lookUpImage(parameter, region)}`;
}

function karpenterFix({ nodes }: OwnedNodes, _cluster: Facts['cluster'], to: Minor): Advice {
  return advice`Let Karpenter replace the nodes through drift: an AMI alias \`@latest\` in the node class follows the
    control plane by itself, an AMI chosen by id, name or tag does not (point it at ${format(to)}). Or delete the nodes
    one at a time; Karpenter drains and replaces each.\n${commands(
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
    return advice`Delete the pod and create it again (nothing else does): a new Fargate pod gets the control plane's
      version.\n${commands(sh`${kubectl} delete pod ${name}`)}`;
  }
  const act = namespace === undefined ? sh`kubectl get pods --all-namespaces` : sh`${kubectl} delete pods`;
  return advice`Delete the pod of each virtual node: its controller starts a new one, which gets the control plane's
    version.\n${commands(sh`${act} --field-selector spec.nodeName=${nodes[0]?.name ?? name}`)}`;
}

/** Source: the user guide's page on upgrades of hybrid nodes; nodeadm does not drain. */
function hybridFix({ nodes, resource }: OwnedNodes, _cluster: Facts['cluster'], to: Minor): Advice {
  const node = nodes[0]?.name ?? resource.name;
  return advice`Replace the hybrid node, or upgrade it in place (it is down meanwhile); its CNI has
    to support ${format(to)} first.\n${commands(
      drainNode(node),
      sh`sudo nodeadm upgrade ${format(to)} -c file://nodeConfig.yaml   # on the node itself`,
      sh`kubectl uncordon ${node}`,
    )}`;
}
