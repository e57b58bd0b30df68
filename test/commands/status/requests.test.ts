import { expect, it } from 'vitest';
import { aManagedGroup } from '../../world/healthy.ts';
import { runCommand } from '../../world/in-process.ts';
import { aCartBudget, aCartPod, aGroupUpdate, aRolledNode, nodeAt, rollWorld } from '../../world/roll-world.ts';
import { startWorld } from '../../world/run.ts';
import type { World } from '../../world/world.ts';

/** The requests of one look: it must stay cheap on a large cluster, so each new one is a decision. */

/** The requests to the API server, with their selectors, and the AWS calls; each list has one page. */
async function readRequests(world: World): Promise<Record<'kube' | 'aws', readonly string[]>> {
  const paged = { ...world, aws: { ...world.aws, pageSize: 100 }, kube: { ...world.kube, pageSize: 500 } };
  const running = await startWorld(paged);
  try {
    await runCommand(['status', 'prod'], { env: running.env, cwd: running.folder });
    return {
      kube: countEach(
        running.requests.map(({ path, query }) =>
          [path, query['fieldSelector'] ?? query['labelSelector'] ?? ''].join(' ').trim(),
        ),
      ),
      aws: countEach(running.calls.map(({ action }) => action)),
    };
  } finally {
    await running.close();
  }
}

/** Each text once, sorted, with its number if there are several. */
function countEach(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted().map((text) => {
    const count = texts.filter((one) => one === text).length;
    return count === 1 ? text : `${text}: ${count}`;
  });
}

const oldNodes = [aRolledNode('1-17', 'cordoned'), aRolledNode('2-17', 'cordoned')];
const newNodes = [aRolledNode('70-11', 'new'), aRolledNode('81-4', 'new')];

function withNodes(world: World, nodes: World['kube']['objects']): World {
  const others = world.kube.objects.filter(({ kind }) => kind !== 'Node');
  return { ...world, kube: { ...world.kube, objects: [...others, ...nodes] } };
}

it('of an idle cluster', async () => {
  const update = aGroupUpdate('general', { status: 'Successful' });
  const world = rollWorld([], {
    nodegroups: { general: aManagedGroup('general', { version: '1.34' }) },
    updates: { [String(update['id'])]: update },
  });
  expect(await readRequests(withNodes(world, newNodes))).toMatchInlineSnapshot(`
    {
      "aws": [
        "autoscaling:DescribeAutoScalingGroups",
        "eks:DescribeAddon: 3",
        "eks:DescribeCluster",
        "eks:DescribeNodegroup",
        "eks:DescribeUpdate",
        "eks:ListAddons",
        "eks:ListNodegroups",
        "eks:ListUpdates: 2",
      ],
      "kube": [
        "/api/v1/nodes",
        "/api/v1/pods status.phase=Pending",
        "/apis",
        "/apis/apps/v1/daemonsets metadata.namespace=kube-system",
        "/apis/apps/v1/deployments metadata.namespace=kube-system",
        "/version",
      ],
    }
  `);
});

it('of a node group of which two nodes leave', async () => {
  const pods = [aCartPod('cart-5d9c7b6f4-x2x7k', nodeAt('1-17')), aCartPod('cart-5d9c7b6f4-9k2vd', nodeAt('70-11'))];
  expect(await readRequests(withNodes(rollWorld([...pods, aCartBudget({}, {})]), [...oldNodes, ...newNodes])))
    .toMatchInlineSnapshot(`
    {
      "aws": [
        "autoscaling:DescribeAutoScalingGroups",
        "eks:DescribeAddon: 3",
        "eks:DescribeCluster",
        "eks:DescribeNodegroup: 3",
        "eks:DescribeUpdate: 5",
        "eks:ListAddons",
        "eks:ListNodegroups",
        "eks:ListUpdates: 4",
      ],
      "kube": [
        "/api/v1/namespaces",
        "/api/v1/namespaces/kube-system/services/aws-load-balancer-webhook-service",
        "/api/v1/namespaces/kube-system/services/cert-manager-webhook",
        "/api/v1/nodes",
        "/api/v1/pods spec.nodeName=ip-10-0-1-17.eu-west-1.compute.internal",
        "/api/v1/pods spec.nodeName=ip-10-0-2-17.eu-west-1.compute.internal",
        "/api/v1/pods status.phase=Pending",
        "/apis",
        "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
        "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
        "/apis/apps/v1/daemonsets metadata.namespace=kube-system",
        "/apis/apps/v1/deployments metadata.namespace=kube-system",
        "/apis/discovery.k8s.io/v1/endpointslices kubernetes.io/service-name in (aws-load-balancer-webhook-service,cert-manager-webhook)",
        "/apis/policy/v1/poddisruptionbudgets",
        "/version",
      ],
    }
  `);
});
