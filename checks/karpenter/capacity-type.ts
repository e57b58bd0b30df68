import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Warning } from '../../src/check.ts';
import type { KarpenterPool } from '../../src/facts/karpenter-objects.ts';
import {
  allows,
  capacityRemedy,
  capacityRequirements,
  capacityText,
  capacityType,
} from '../../src/karpenter/capacity.ts';
import { toAtKarpenter, reads, servedFrom } from '../../src/karpenter/generations.ts';
import { ownObjects } from '../../src/karpenter/own-objects.ts';
import { besideClusterManager } from '../../src/for-checks/managed-cluster.ts';
import { behindManager } from '../../src/for-checks/managed-fix.ts';
import { json, sh } from '../../src/syntax/shell.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { whereInstalled } from '../../src/karpenter/installed.ts';
import { versionUnknown } from './shared/karpenter-controller.ts';

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

export default defineCheck({
  id: 'karpenter/capacity-type',
  title: 'NodePools without a capacity type, which launch Spot Instances',
  short: {
    '': 'no capacity type: launches Spot first',
    provisioner: 'its NodePool would launch Spot Instances',
    version: 'unknown whether NodePools come next',
  },
  task: 'Add a capacity type to NodePools',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `A webhook added \`karpenter.sh/capacity-type In [on-demand]\` to every Provisioner without this requirement.
    Nothing adds it to a NodePool: a NodePool without the key allows every capacity type, and Karpenter chooses Spot
    because it is the cheapest. The comment in the documentation of 0.32 ("will default to on-demand") is wrong for
    NodePools. So a NodePool that you write from a Provisioner moves its pods to instances that AWS can interrupt with
    two minutes' notice; in an account that never used Spot, Karpenter cannot launch nodes:
    \`AuthFailure.ServiceLinkedRoleCreationNotPermitted: The provided credentials do not have permission to create the
    service-linked role for EC2 Spot Instances\` (see account/spot-service-linked-role). karpenter-convert writes the
    old default into its NodePools.

    The same webhook added linux, amd64 and, if no requirement selected instance types, the categories c, m, r and
    generations above 2: without \`kubernetes.io/os\`, \`kubernetes.io/arch\`, \`karpenter.k8s.aws/instance-category\`
    and \`karpenter.k8s.aws/instance-generation\` a NodePool allows all of them.

    A NodePool that names the key in any way (In, NotIn, Exists, a label of its nodes) is not reported. If no version
    on the path serves Provisioners, the update changes nothing for the NodePool: the finding applies after it.`,
  fix: advice`Add the capacity type that you want to the NodePool.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodepools/#capacity-type',
    'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterPools', 'karpenterPoolKinds'],
  counts: ['karpenterPools'],
  tables: ['managed-changes'],

  *run({ karpenterControllers, karpenterPools, karpenterPoolKinds }, { cluster, karpenter: { versions }, tables }) {
    const { pools, isRead } = ownObjects({ karpenterPools, karpenterPoolKinds });
    const provisioners = pools.filter(({ kind }) => kind === 'Provisioner');
    const nodePools = pools.filter(({ kind }) => kind === 'NodePool');
    const alone = provisioners.filter(
      (one) => !nodePools.some(({ name }) => name === one.name) && !allows(one, 'spot'),
    );
    if (versions.length === 0 && alone.length > 0)
      yield* versionUnknown(karpenterControllers, 'whether NodePools replace its Provisioners');
    const at = isRead('NodePool') ? versions.find((version) => reads(version, 'NodePool')) : undefined;
    if (at !== undefined && servedFrom(versions, 'Provisioner') !== undefined)
      for (const pool of alone) yield toBeWritten(pool, at, { cluster, tables });
    const served = servedFrom(versions, 'NodePool');
    if (served === undefined) return;
    const phase = versions.length > 0 && servedFrom(versions, 'Provisioner') === undefined ? 'after' : 'before';
    for (const pool of nodePools.filter((one) => capacityRequirements(one).length === 0)) {
      const twin = provisioners.find(({ name }) => name === pool.name);
      yield { ...unsaid(pool, twin, tables['managed-changes']), phase, ...toAtKarpenter(served) };
    }
  },
});

const required = `a requirement for ${capacityType}`;

function unsaid(pool: KarpenterPool, twin: KarpenterPool | undefined, rows: Tables['managed-changes']): Warning {
  const before = twin === undefined || allows(twin, 'spot') ? '' : `; the Provisioner ${twin.name} does not allow Spot`;
  return {
    level: 'warn',
    resource: { kind: 'NodePool', name: pool.name },
    remedy: capacityRemedy(pool),
    message: `has no requirement for ${capacityType}, so it launches Spot Instances first${before}`,
    evidence: [
      { observed: capacityText(pool), required },
      ...(before === '' || twin === undefined
        ? []
        : [{ observed: capacityText(twin), resource: `Provisioner ${twin.name}` }]),
    ],
    fix: behindManager(
      advice`Add a requirement that says what the pool launches. The command excludes Spot; to keep Spot, replace
      its values with \`["spot", "on-demand"]\`. Drift replaces nodes that do not match the requirement.\n${commands(
        sh`kubectl patch nodepool ${pool.name} --type json --patch ${json([
          {
            op: 'add',
            path: '/spec/template/spec/requirements/-',
            value: { key: capacityType, operator: 'In', values: ['on-demand'] },
          },
        ])}`,
      )}`,
      { of: { owner: pool.owner }, subject: 'the NodePool', change: 'node-pool', rows },
    ),
  };
}

function toBeWritten(provisioner: KarpenterPool, at: string, { cluster, tables }: Here): Warning {
  const said = capacityText(provisioner);
  return {
    level: 'warn',
    rule: 'provisioner',
    atKarpenter: at,
    resource: { kind: 'Provisioner', name: provisioner.name },
    message: `launches on-demand instances only; a NodePool of ${at} without ${capacityType} launches Spot Instances first`,
    evidence: [{ observed: said, required: `the same in NodePool ${provisioner.name}` }],
    fix: besideClusterManager(
      advice`Add the requirement to the NodePool that replaces it, with \`kubernetes.io/os\`,
      \`kubernetes.io/arch\`, \`karpenter.k8s.aws/instance-category\` and \`karpenter.k8s.aws/instance-generation\` as
      the stored Provisioner has them; karpenter-convert does this (karpenter/alpha-resources has its commands). In an
      account without the role AWSServiceRoleForEC2Spot, Karpenter cannot launch nodes for a NodePool without the
      requirement:
      \`AuthFailure.ServiceLinkedRoleCreationNotPermitted\`. If you want Spot,
      ${sh`aws iam create-service-linked-role --aws-service-name spot.amazonaws.com`} creates the role.`,
      cluster,
      'service-linked-role',
      tables,
    ),
  };
}
