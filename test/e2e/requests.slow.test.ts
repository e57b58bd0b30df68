import { describe, expect, it } from 'vitest';
import { healthyWorld } from '../world/healthy.ts';
import { karpenterMatrixWorld } from '../world/karpenter-matrix-world.ts';
import { aClaimObject, aNodeClassObject, aNodePoolObject, nodeRole, nodeRoles } from '../world/karpenter-pools.ts';
import { aNamespaceObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld } from '../world/run.ts';
import { introducedApisWorld } from '../world/scenarios/introduced-apis.ts';
import type { World } from '../world/world.ts';

type Json = Record<string, unknown>;

/** A world with one page per list and `namespaces` more namespaces, each with workloads, pods and Helm releases. */
function buildWorld(namespaces: number, world: World = healthyWorld(), others: readonly Json[] = []): World {
  const more = Array.from({ length: namespaces }, (_, index) => `team-${index}`).flatMap((namespace) => [
    aNamespaceObject(namespace),
    aWorkloadObject('Deployment', `${namespace}/web`),
    aPodObject(`${namespace}/web-1`, 'ip-10-0-0-a.eu-west-1.compute.internal', { kind: 'ReplicaSet', name: 'web' }),
    ...[1, 2, 3].map((revision) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'helm.sh/release.v1',
      metadata: { namespace, name: `sh.helm.release.v1.web.v${revision}`, labels: { owner: 'helm' } },
    })),
  ]);
  return {
    ...world,
    aws: { ...world.aws, pageSize: 100 },
    kube: { ...world.kube, pageSize: 500, objects: [...world.kube.objects, ...more, ...others] },
  };
}

interface SentRequests {
  kube: string[];
  /** AWS API calls with their parameters. */
  aws: string[];
}

async function recordRequests(world: World, options: readonly string[] = []): Promise<SentRequests> {
  const running = await startWorld(world);
  try {
    const args = ['scan', '--cluster', 'prod', '--fail-on', 'never', ...options];
    const { code } = await runCommand(args, { env: running.env, cwd: running.folder });
    expect(code).toBe(0);
    // `resourceVersion=0` would ignore the limit: one page of all objects.
    expect(running.requests.filter(({ query }) => 'resourceVersion' in query)).toEqual([]);
    return {
      kube: running.requests.map(({ path }) => path).sort(),
      aws: running.calls.map(({ action, parameters }) => `${action} ${JSON.stringify(parameters)}`).sort(),
    };
  } finally {
    await running.close();
  }
}

/** How often each action was called, for actions with different counts. */
function difference(few: SentRequests, many: SentRequests): Record<string, [few: number, many: number]> {
  const count = (requests: SentRequests, action: string) =>
    requests.aws.filter((call) => call.startsWith(`${action} `)).length;
  const actions = new Set([...few.aws, ...many.aws].map((call) => call.split(' ')[0] ?? ''));
  return Object.fromEntries(
    [...actions].flatMap((action): [string, [number, number]][] => {
      const counts: [number, number] = [count(few, action), count(many, action)];
      return counts[0] === counts[1] ? [] : [[action, counts]];
    }),
  );
}

it('asks the API server the same of 40 namespaces as of none, and for no Secret', async () => {
  const few = await recordRequests(buildWorld(0));
  expect(few.kube.length).toBeLessThan(35);
  expect(await recordRequests(buildWorld(40))).toEqual(few);
  expect(few.kube.filter((path) => path.includes('secrets'))).toEqual([]);
});

it('lists the objects of kinds that the version introduced for a rollback only', async () => {
  const requestedLists = async (...options: string[]) => {
    const { kube } = await recordRequests(introducedApisWorld(), options);
    return kube.filter((path) => path.includes('mutatingadmissionpolic'));
  };
  // apis/admission-policies reads the policies, and their bindings only if a policy has parameters.
  const policies = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies';
  expect(await requestedLists()).toEqual([policies]);
  expect(await requestedLists('--rollback')).toEqual([
    policies,
    policies,
    '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings',
  ]);
});

describe('with Karpenter, a scan', () => {
  const times = Array.from({ length: 20 }, (_, index) => String(index));

  it('lists each kind once, no list that it would not make anyway, and asks for no Secret', async () => {
    const { kube } = await recordRequests(buildWorld(0, karpenterMatrixWorld()));
    expect(kube.filter((path, at) => kube.indexOf(path) !== at)).toEqual([]);
    expect(kube.filter((path) => path.includes('secrets'))).toEqual([]);
    const without = (await recordRequests(buildWorld(0))).kube;
    expect(kube.filter((path) => !without.includes(path))).toEqual([
      '/api/v1/namespaces/kube-system/configmaps/karpenter-global-settings',
      '/api/v1/namespaces/kube-system/serviceaccounts/aws-node',
      '/api/v1/namespaces/kube-system/serviceaccounts/karpenter',
      // It has admission policies with parameters, and serves both kinds.
      '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies',
      '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings',
      '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
      // This world has custom networking.
      '/apis/crd.k8s.amazonaws.com/v1alpha1/eniconfigs',
      '/apis/karpenter.k8s.aws/v1/ec2nodeclasses',
      '/apis/karpenter.k8s.aws/v1alpha1/awsnodetemplates',
      '/apis/karpenter.sh/v1/nodeclaims',
      '/apis/karpenter.sh/v1/nodepools',
      '/apis/karpenter.sh/v1alpha5/machines',
      '/apis/karpenter.sh/v1alpha5/provisioners',
    ]);
  });

  it('asks the same of 40 namespaces, 20 pools, claims and node classes that select alike as of a few', async () => {
    const more = times.flatMap((index) => [
      aNodePoolObject(`more-${index}`, {}, `more-${index}`),
      aNodeClassObject(`more-${index}`),
      aClaimObject('NodeClaim', `more-${index}`, `more-${index}`),
    ]);
    const few = await recordRequests(buildWorld(0, karpenterMatrixWorld()));
    expect(await recordRequests(buildWorld(40, karpenterMatrixWorld(), more))).toEqual(few);
  });

  it('asks IAM for each role and instance profile of node classes, which no call takes by the dozen, and EC2 for all at once', async () => {
    const base = karpenterMatrixWorld();
    const names = times.map((index) => `nodes-${index}`);
    const world = {
      ...base,
      aws: {
        ...base.aws,
        roles: { ...base.aws.roles, ...Object.assign({}, ...names.map((name) => nodeRoles(name))) },
        instanceProfiles: {
          ...base.aws.instanceProfiles,
          ...Object.fromEntries(names.map((name) => [name, nodeRole])),
        },
      },
    };
    const more = names.flatMap((name, index) => {
      const terms = [{ tags: { [`team/${name}`]: 'prod' } }, { id: `subnet-0${index}` }];
      const selectors = { subnetSelectorTerms: terms, securityGroupSelectorTerms: terms };
      const image = { amiFamily: 'AL2023', amiSelectorTerms: [{ id: `ami-0a1b2c3d4e5f6${1000 + index}` }] };
      const profile = { ...selectors, ...image, role: undefined, instanceProfile: name };
      return [aNodeClassObject(name, { ...selectors, ...image, role: name }), aNodeClassObject(`${name}-p`, profile)];
    });
    const few = await recordRequests(buildWorld(0, base));
    const many = await recordRequests(buildWorld(0, world, more));
    expect(many.kube).toEqual(few.kube);
    expect(difference(few, many)).toEqual({
      'ec2:DescribeSecurityGroups': [2, 3],
      'ec2:DescribeSubnets': [3, 4],
      'iam:GetInstanceProfile': [1, 21],
      'iam:GetRole': [6, 26],
      'iam:ListAttachedRolePolicies': [5, 25],
      'iam:ListRolePolicies': [5, 25],
    });
  });
});
